/**
 * The records that a recipe gives whole, millions of them: by COPY, each portion drawn while the server works on the one
 * before. In: an open transaction, tools to draw. Out: rows; what breaks it off leaves none of the portion.
 */
import { isEmpty } from '../../fields/record-expressions.ts';
import type { Entity } from '../../model/types.ts';
import type { Queryable } from '../database.ts';
import type { Row } from '../given-rows.ts';
import type { DrawTools } from './draw-record.ts';
import { recordFailures } from './draw-record.ts';
import type { RowsAsked } from './draw-rows.ts';
import { wholeRows } from './draw-rows.ts';
import { columnsOf, copyInto, insert, ownedRows } from './insert-samples.ts';
import { drawMeanwhile, Portion } from './portion.ts';

/** Records that are written as they are, in one statement: few enough for the time that one has. */
export const wholeStep = 20_000;

/** One in so many is held against the checks of the API. */
const heldInterval = 1000;

/** Records to be drawn, and those of them that own rows. */
interface WholeDraw {
  readonly asked: RowsAsked;
  readonly rows: Generator<Row>;
  readonly owners: readonly Row[];
}

/** One that the API would refuse ends the load. */
const drawWhole = (tools: DrawTools, entity: Entity, asked: RowsAsked): WholeDraw => {
  const owners: Row[] = [];
  const rows = function* (): Generator<Row> {
    let count = 0;
    for (const row of wholeRows(tools, entity, asked)) {
      const [failure] = count % heldInterval === 0 ? recordFailures(tools, entity, row, asked.rows) : [];
      if (failure !== undefined)
        throw new Error(`${entity.name} ${asked.first + count}: ${failure.code} at ${failure.at.field}`);
      if (entity.children.some(({ name }) => !isEmpty(row[name]))) owners.push(row);
      count += 1;
      yield row;
    }
  };
  return { asked, rows: rows(), owners };
};

const insertOwned = async (transaction: Queryable, entity: Entity, owners: readonly Row[]): Promise<void> => {
  for (const child of entity.children) await insert(transaction, child.entity, ownedRows(child, owners));
};

/** One portion by itself. */
export const writeWhole = async (
  transaction: Queryable,
  tools: DrawTools,
  entity: Entity,
  asked: RowsAsked,
): Promise<void> => {
  const { rows, owners } = drawWhole(tools, entity, asked);
  await insert(transaction, entity, [...rows]);
  await insertOwned(transaction, entity, owners);
};

const chain = function* (head: Row, rest: Iterable<Row>): Generator<Row> {
  yield head;
  yield* rest;
};

export interface Portions {
  /** Gives the next one, and the records in it their ids; undefined: there is none. */
  readonly ask: () => Promise<RowsAsked | undefined>;
  /** Called when one is written; false ends it there. */
  readonly written: (asked: RowsAsked) => Promise<boolean>;
}

/** One portion after the other, on a server; false where `written` ended it. */
export const writeAhead = async (
  transaction: Queryable,
  tools: DrawTools,
  entity: Entity,
  { ask, written }: Portions,
): Promise<boolean> => {
  const { copy } = transaction;
  if (copy === undefined) throw new Error('only a server takes rows by COPY');
  const begin = async (): Promise<WholeDraw | undefined> => {
    const asked = await ask();
    return asked && drawWhole(tools, entity, asked);
  };
  let draw = await begin();
  const head = draw?.rows.next();
  if (draw === undefined || head === undefined || head.done === true) return true;
  const columns = columnsOf(entity, new Set(Object.keys(head.value)));
  let portion = new Portion(chain(head.value, draw.rows), columns);
  for (;;) {
    const next = await begin();
    const following = next && new Portion(next.rows, columns);
    const writing = copyInto(copy, entity, columns, portion);
    await (following === undefined ? writing : drawMeanwhile(writing, portion, following));
    await insertOwned(transaction, entity, draw.owners);
    if (!(await written(draw.asked))) return false;
    if (next === undefined || following === undefined) return true;
    [draw, portion] = [next, following];
  }
};
