/** The small demonstration data without a database: the rows that come with the files, and what is drawn beside them. */
import type { Row } from '../../../engine/data/given-rows.ts';
import type { DrawTools } from '../../../engine/data/samples/draw-record.ts';
import { drawRows, Taken } from '../../../engine/data/samples/draw-rows.ts';
import type { Draw } from '../../../engine/data/samples/recipe.ts';
import { sampleOrder } from '../../../engine/data/samples/sample-order.ts';
import { Validators } from '../../../engine/data/validators.ts';
import { fieldTypes } from '../../../engine/fields/index.ts';
import type { InitialRows } from '../../../engine/metadata/documents.ts';
import type { Entity, Field, Model } from '../../../engine/model/types.ts';
import { sampleRecipes } from '../../../src/demo/index.ts';

const readCell = (field: Field, text: string): unknown => {
  if (text === '') return field.default ?? null;
  const { type } = fieldTypes[field.type].valueSchema(field);
  if (type === 'boolean') return text === 'true';
  return type === 'integer' || type === 'number' ? Number(text) : text;
};

/** The rows of a file as records; those they point at are told by one field each. */
const givenRows = (
  model: Model,
  entity: Entity,
  given: InitialRows,
  known: ReadonlyMap<string, readonly Row[]>,
): Row[] =>
  given.rows.map((cells, at) => {
    const row: Record<string, unknown> = { id: at + 1 };
    for (const field of entity.fields) row[field.column] = field.default ?? null;
    for (const [place, name] of given.header.entries()) {
      const field = entity.fields.find((one) => one.name === name);
      const text = cells[place] ?? '';
      if (field === undefined) continue;
      const target = field.relation && model.entities[field.relation.entity];
      const [key = ''] = target?.naturalKey ?? [];
      row[field.column] = target
        ? (known.get(target.name)?.find((one) => String(one[key]) === text)?.['id'] ?? null)
        : readCell(field, text);
    }
    return row;
  });

export interface SmallDraw {
  readonly rows: Draw['rows'];
  readonly idAt: Draw['idAt'];
}

/** As many as the recipes ask for of the entities named, eight of those that have none. */
export const drawSmall = (
  model: Model,
  initial: Readonly<Record<string, InitialRows>>,
  names: ReadonlySet<string>,
  { today, seed }: { readonly today: string; readonly seed: number },
): SmallDraw => {
  const tools: DrawTools = {
    validators: new Validators(),
    recipes: sampleRecipes,
    moment: { today, timeZone: 'America/Sao_Paulo', now: Date.parse(`${today}T12:00:00Z`) },
  };
  const known = new Map<string, Row[]>();
  const rows: Draw['rows'] = (name) => known.get(name) ?? [];
  const idAt: Draw['idAt'] = (name, place) => {
    const id = rows(name)[place]?.['id'];
    return typeof id === 'number' ? id : undefined;
  };
  for (const entity of sampleOrder(model, sampleRecipes.entities)) {
    const given = initial[entity.name];
    const own = given === undefined ? [] : givenRows(model, entity, given, known);
    known.set(entity.name, own);
    const count = sampleRecipes.entities[entity.name]?.count.small ?? (given === undefined ? 8 : 0);
    if (!names.has(entity.name)) continue;
    drawRows(tools, entity, new Taken(entity, own), {
      seed,
      first: 0,
      count,
      today,
      rows,
      idAt,
      keep: (row) => {
        const record = { ...row, id: own.length + 1 };
        own.push(record);
        return record;
      },
    });
  }
  return { rows, idAt };
};
