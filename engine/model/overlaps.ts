/**
 * Rows that overlap where they may not (`noOverlap`): what the constraint of the database refuses, told of rows in hand.
 * In: an entity, some of its rows by wire names. Out: each row that meets one before it, with the first that it meets.
 */
import type { Entity, Field, NoOverlap } from './types.ts';

type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A value that stands in the order of its type, and is the same however it was written; undefined without one. */
export const orderOf = (field: Field | undefined, value: unknown): number | string | undefined => {
  if (isEmpty(value)) return undefined;
  if (typeof value === 'number') return value;
  const text = String(value);
  if (field?.type === 'date-time') return Date.parse(text);
  // A time of the form has no seconds, one that is stored has.
  return field?.type === 'time' && text.length === 5 ? `${text}:00` : text;
};

interface Kept {
  readonly row: number;
  readonly key: string;
  readonly ranges: readonly (readonly (number | string | undefined)[])[];
}

const isUpTo = (first: number | string | undefined, last: number | string | undefined): boolean =>
  first === undefined || last === undefined || first <= last;

const meet = (a: Kept, b: Kept): boolean =>
  a.ranges.every(([first, last], index) => {
    const [otherFirst, otherLast] = b.ranges[index] ?? [];
    // One that ends before it begins is refused as such.
    return isUpTo(first, otherLast) && isUpTo(otherFirst, last) && isUpTo(first, last) && isUpTo(otherFirst, otherLast);
  });

export interface Overlap {
  /** Places of the two rows, from 0. */
  readonly row: number;
  readonly other: number;
  readonly of: NoOverlap;
}

export const overlapsIn = (
  entity: Pick<Entity, 'fields' | 'owner' | 'noOverlap'>,
  rows: readonly Values[],
): readonly Overlap[] => {
  const fieldOf = new Map(entity.fields.map((field) => [field.column, field]));
  return (entity.noOverlap ?? []).flatMap((of): Overlap[] => {
    // The rows in hand are of one owner, whether or not they say so.
    const key = of.key.filter((column) => fieldOf.get(column)?.name !== entity.owner?.relation);
    const kept = rows.map(
      (values, row): Kept => ({
        row,
        key: JSON.stringify(key.map((column) => orderOf(fieldOf.get(column), values[column]) ?? null)),
        ranges: of.ranges.map((range) =>
          [range.first, range.last].map((column) => orderOf(fieldOf.get(column), values[column])),
        ),
      }),
    );
    const above = new Map<string, Kept[]>();
    return kept.flatMap((one): Overlap[] => {
      const same = above.get(one.key) ?? [];
      above.set(one.key, same);
      const other = same.find((before) => meet(one, before));
      same.push(one);
      return other === undefined ? [] : [{ row: one.row, other: other.row, of }];
    });
  });
};
