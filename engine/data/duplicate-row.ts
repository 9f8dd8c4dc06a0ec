/** Which of the rows sent holds the values that the database refused as duplicates: a place of the caller's own body. */
import type { Child, Entity } from '../model/types.ts';
import type { Row } from './given-rows.ts';
import { isRow } from './given-rows.ts';

/** Places from 0 on: `row` among several records, `item` in the array. */
export interface RowPlace {
  readonly row: number | undefined;
  readonly item: number | undefined;
}

/** `Key (codigo, ano)=(001, 2020) already exists.`, whatever the language of the server. */
const keyOf = /\(([^()]*)\)=\((.*)\)/s;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** How PostgreSQL may write a value; undefined where that is not known. */
const pattern = (value: unknown): string | undefined => {
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? `${value}(?:\\.0+)?` : `${escaped(String(value))}0*`;
    case 'boolean':
      return value ? 't' : 'f';
    case 'string':
      return escaped(value);
    default:
      return value === null ? 'null' : undefined;
  }
};

interface Candidate extends RowPlace {
  readonly record: number;
  readonly value: Row;
}

const candidates = (child: Child | undefined, rows: readonly Row[]): readonly Candidate[] =>
  rows.flatMap((value, record): Candidate[] => {
    const row = rows.length > 1 ? record : undefined;
    if (!child) return [{ record, row, item: undefined, value }];
    const items = value[child.name];
    return Array.isArray(items)
      ? items.flatMap((inner, item): Candidate[] => (isRow(inner) ? [{ record, row, item, value: inner }] : []))
      : [];
  });

/**
 * The row of the body at fault, where `detail` of the database's error tells enough: the only one with the values, else
 * the second, which repeats the first. Undefined where a value is not written as it was sent, or not for the caller.
 */
export const duplicateRow = (
  detail: string | undefined,
  table: Entity,
  child: Child | undefined,
  rows: readonly Row[],
): RowPlace | undefined => {
  const [, names, values] = keyOf.exec(detail ?? '') ?? [];
  if (names === undefined || values === undefined) return undefined;
  const columns = names.split(', ').map((name) => name.replaceAll('"', ''));
  const owner = table.fields.find((field) => field.name === table.owner?.relation)?.column;
  const found = candidates(child, rows).filter(({ value }) => {
    const parts = columns.map((column) => (column === owner ? '\\d+' : pattern(value[column])));
    return !parts.includes(undefined) && new RegExp(`^${parts.join(', ')}$`, 's').test(values);
  });
  // Within one record only: the same values in two records' arrays are no duplicates.
  if (owner !== undefined && columns.includes(owner)) {
    const second = found.find((one, index) => found[index - 1]?.record === one.record);
    return second ?? (found.length === 1 ? found[0] : undefined);
  }
  return found[1] ?? found[0];
};
