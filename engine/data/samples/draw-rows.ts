/**
 * Records of one entity that can stand beside each other and beside those that are there: nothing that must be unique
 * comes twice, nothing overlaps that may not. In: the records there are. Out: more of them, always the same.
 */

import { overlapsIn } from '../../model/overlaps.ts';
import type { Entity } from '../../model/types.ts';
import type { Row } from '../given-rows.ts';
import { Chance } from './chance.ts';
import type { DrawTools } from './draw-record.ts';
import { drawRecord, wholeRecords } from './draw-record.ts';
import type { Draw } from './recipe.ts';

/** Attempts at one record, and records given up one after the other, before the entity is taken to be full. */
const maximumAttempts = 12;
const maximumGivenUp = 3;

/** Columns that may not repeat together; alone, an empty one may. */
const uniqueColumns = (entity: Entity): readonly (readonly string[])[] => [
  ...entity.fields.filter(({ unique }) => unique).map(({ column }) => [column]),
  ...entity.indexes.filter(({ unique }) => unique).map(({ columns }) => columns),
];

/** Texts are compared as the database does, or more strictly. */
const asCompared = (value: unknown): unknown =>
  typeof value === 'string' ? value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() : (value ?? null);

/** What records that are there keep others from being. */
export class Taken {
  private readonly entity: Entity;
  private readonly keys: readonly { readonly columns: readonly string[]; readonly seen: Set<string> }[];
  private readonly apart: readonly { readonly columns: readonly string[]; readonly rows: Map<string, Row[]> }[];

  constructor(entity: Entity, rows: readonly Row[]) {
    this.entity = entity;
    this.keys = uniqueColumns(entity).map((columns) => ({ columns, seen: new Set() }));
    this.apart = (entity.noOverlap ?? []).map(({ key }) => ({ columns: key, rows: new Map() }));
    for (const row of rows) this.add(row);
  }

  private static keyOf(row: Row, columns: readonly string[]): string | undefined {
    const values = columns.map((column) => asCompared(row[column]));
    return columns.length === 1 && values[0] === null ? undefined : JSON.stringify(values);
  }

  isFree(row: Row): boolean {
    const repeated = this.keys.some(({ columns, seen }) => seen.has(Taken.keyOf(row, columns) ?? ''));
    if (repeated) return false;
    return this.apart.every(({ columns, rows }) => {
      const near = rows.get(JSON.stringify(columns.map((column) => row[column] ?? null))) ?? [];
      return !overlapsIn(this.entity, [...near, row]).some((overlap) => overlap.row === near.length);
    });
  }

  add(row: Row): void {
    for (const { columns, seen } of this.keys) {
      const key = Taken.keyOf(row, columns);
      if (key !== undefined) seen.add(key);
    }
    for (const { columns, rows } of this.apart) {
      const key = JSON.stringify(columns.map((column) => row[column] ?? null));
      rows.set(key, [...(rows.get(key) ?? []), row]);
    }
  }
}

export interface RowsAsked {
  readonly seed: number;
  /** Place of the first among all that are drawn of the entity. */
  readonly first: number;
  readonly count: number;
  readonly today: string;
  /** The records there are, of this entity as well; new ones are added to it by `keep`. */
  readonly rows: (entity: string) => readonly Row[];
  readonly idAt: Draw['idAt'];
  /** Gives a good record its id before the next is drawn. */
  readonly keep: (row: Row) => Row;
}

/** Whether a record would have to point at what is not there. */
const lacksTarget = (entity: Entity, rows: RowsAsked['rows']): boolean =>
  entity.fields.some(({ relation, required }) => relation && required && rows(relation.entity).length === 0);

/** Fewer than asked for where no more of them fit. */
export const drawRows = (tools: DrawTools, entity: Entity, taken: Taken, asked: RowsAsked): readonly Row[] => {
  const drawn: Row[] = [];
  const { seed, first, count, today, rows, idAt } = asked;
  if (lacksTarget(entity, rows)) return drawn;
  let givenUp = 0;
  for (let index = first; index < first + count && givenUp < maximumGivenUp; index += 1) {
    givenUp += 1;
    for (let attempt = 0; attempt < maximumAttempts; attempt += 1) {
      const chance = new Chance(seed, entity.name, index, attempt);
      const draw: Draw = { chance, seed, index, attempt, record: {}, parent: undefined, today, rows, idAt };
      const record = drawRecord(tools, entity, draw);
      if (record === undefined || !taken.isFree(record)) continue;
      taken.add(record);
      drawn.push(asked.keep(record));
      givenUp = 0;
      break;
    }
  }
  return drawn;
};

/** The records that a recipe gives whole, each as it is asked for. */
export function* wholeRows(
  tools: Pick<DrawTools, 'recipes'>,
  entity: Entity,
  { seed, first, count, today, rows, idAt, keep }: RowsAsked,
): Generator<Row> {
  const record = wholeRecords(tools, entity);
  for (let index = first; index < first + count; index += 1) {
    const chance = new Chance(seed, entity.name, index, 0);
    yield keep(record({ chance, seed, index, attempt: 0, record: {}, parent: undefined, today, rows, idAt }));
  }
}
