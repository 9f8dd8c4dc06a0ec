/** The small demonstration data without a database, as a first start makes them but for the rows that come with the files. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { DrawTools } from '../../engine/data/samples/draw-record.ts';
import { drawRows, Taken } from '../../engine/data/samples/draw-rows.ts';
import { sampleOrder } from '../../engine/data/samples/sample-order.ts';
import { Validators } from '../../engine/data/validators.ts';
import type { Entity, Model } from '../../engine/model/types.ts';
import { sampleRecipes } from '../../src/demo/index.ts';

/** Of what has no recipe, or comes with the files. */
const few = 8;

/** By entity; each record with its id and the rows that it owns. */
export const drawSmall = (model: Model, today: string, seed: number): ReadonlyMap<string, readonly Row[]> => {
  const tools: DrawTools = {
    validators: new Validators(),
    recipes: sampleRecipes,
    moment: { today, now: Date.parse(`${today}T12:00:00Z`) },
  };
  const rows = new Map<string, Row[]>();
  const draw = (entity: Entity): void => {
    const own: Row[] = [];
    rows.set(entity.name, own);
    const count = sampleRecipes.entities[entity.name]?.count.small ?? few;
    const keep = (row: Row): Row => {
      const record = { ...row, id: own.length + 1 };
      own.push(record);
      return record;
    };
    const known = (name: string): readonly Row[] => rows.get(name) ?? [];
    const idAt = (name: string, place: number): number | undefined => known(name)[place] && place + 1;
    drawRows(tools, entity, new Taken(entity, []), { seed, first: 0, count, today, rows: known, idAt, keep });
  };
  for (const entity of sampleOrder(model)) draw(entity);
  return rows;
};
