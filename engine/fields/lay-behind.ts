import { joinKeys } from '../expressions/keys-in.ts';
import type { TargetRead } from '../expressions/types.ts';

type Values = Readonly<Record<string, unknown>>;

/** Adds to a record, or to its owner, what an expression reads of what its relation points at; without such a record nothing is there. */
export const layBehind = (
  side: Record<string, unknown>,
  { relation, columns }: TargetRead,
  target: Values | undefined,
): void => {
  for (const column of columns) side[joinKeys(relation, column)] = target?.[column] ?? null;
};
