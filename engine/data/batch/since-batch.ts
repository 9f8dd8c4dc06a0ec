/** What became of the fields that a batch wrote to a record. In: the record before and after it, and now. */
import type { Field } from '../../model/types.ts';
import type { Row } from '../given-rows.ts';

export const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);

/** Those that somebody has written since, and those that are as the batch left them. What is as before again is no matter. */
export const sinceBatch = (
  fields: readonly Field[],
  { before, after, now }: { readonly before: Row; readonly after: Row; readonly now: Row },
): { readonly touched: readonly Field[]; readonly kept: readonly Field[] } => {
  const written = fields.filter(({ column }) => differs(before[column], after[column]));
  return {
    touched: written.filter(
      ({ column }) => differs(after[column], now[column]) && differs(before[column], now[column]),
    ),
    kept: written.filter(({ column }) => !differs(after[column], now[column])),
  };
};

/** The values that fields had, as they are written again. */
export const valuesBefore = (fields: readonly Field[], before: Row): Row =>
  Object.fromEntries(fields.map(({ column }) => [column, before[column] ?? null]));
