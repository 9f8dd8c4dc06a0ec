import type { Entity, NoOverlap } from '../model/types.ts';

/** What the browser of one user can hold the rows of a record against: what speaks of nothing but what it has. */
export const cutNoOverlap = (
  { noOverlap = [], fields, owner }: Entity,
  open: ReadonlySet<string>,
): { readonly noOverlap?: readonly NoOverlap[] } => {
  const ofOwner = fields.find(({ name }) => name === owner?.relation)?.column;
  const kept = noOverlap
    .map((one) => ({ ...one, key: one.key.filter((column) => column !== ofOwner) }))
    .filter(({ key, ranges }) =>
      [...key, ...ranges.flatMap(({ first, last }) => [first, last])].every((column) => open.has(column)),
    );
  return kept.length === 0 ? {} : { noOverlap: kept };
};
