/**
 * What a relation brings into a form. In: the values as they stand, what came to them before, and the record that the
 * relation points at. Out: the values, and what came to them now. What somebody typed stays.
 */
import type { FormFill } from '../../contract/screen-model.ts';
import { isEmptyValue } from '../runtime/same-value.ts';
import type { FormValues } from './validator.ts';

/** A value that came to a field, and the relation, by its wire name, that it came from. */
export interface Held {
  readonly relation: string;
  readonly value: unknown;
}

/** By wire name, what came to fields and nobody typed. */
export type HeldValues = ReadonlyMap<string, Held>;

/** Whether the field still holds what came to it. */
export const isHeld = (held: HeldValues, column: string, value: unknown): boolean => {
  const own = held.get(column);
  return own !== undefined && Object.is(own.value, value);
};

/** What a relation points at, as it was read; `left`: the fields that could not take their value yet. */
export interface Known {
  readonly id: unknown;
  readonly row: FormValues | undefined;
  readonly left: ReadonlySet<string>;
}

/** The fields that have had no value of the relation yet: all. */
export const leftOf = ({ fields }: FormFill): ReadonlySet<string> => new Set(fields.map(({ column }) => column));

interface Laid {
  readonly values: FormValues;
  readonly held: HeldValues;
  /** The fields that got a value. */
  readonly come: readonly string[];
  /** Those that are closed to theirs as the form stands. */
  readonly left: ReadonlySet<string>;
}

/**
 * `row`: what the relation points at, undefined where that is nothing; `left`: the fields that have not had their value yet;
 * `closedWith`: which fields are hidden from the form, or closed in it, with some values. The same values where nothing comes.
 */
export const layFill = (
  { relation, fields }: FormFill,
  row: FormValues | undefined,
  {
    values,
    held,
    left,
  }: { readonly values: FormValues; readonly held: HeldValues; readonly left: ReadonlySet<string> },
  closedWith: (values: FormValues) => (column: string) => boolean,
): Laid => {
  const open = fields.filter(
    ({ column }) => left.has(column) && (isEmptyValue(values[column]) || isHeld(held, column, values[column])),
  );
  const wanted = new Map(open.map(({ column, from }) => [column, row?.[from] ?? undefined]));
  const isClosed = closedWith({ ...values, ...Object.fromEntries(wanted) });
  const next: Record<string, unknown> = { ...values };
  const holding = new Map(held);
  for (const [column, there] of wanted) {
    const value = isClosed(column) ? undefined : there;
    if (isEmptyValue(value)) {
      delete next[column];
      holding.delete(column);
    } else {
      next[column] = value;
      holding.set(column, { relation, value });
    }
  }
  const moved = [...wanted.keys()].filter((column) => !Object.is(next[column], values[column]));
  return {
    values: moved.length === 0 ? values : next,
    held: holding,
    come: moved.filter((column) => next[column] !== undefined),
    left: new Set([...wanted].flatMap(([column, there]) => (!isEmptyValue(there) && isClosed(column) ? [column] : []))),
  };
};
