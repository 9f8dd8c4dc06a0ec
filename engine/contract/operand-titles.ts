import { ownKey } from '../expressions/keys-in.ts';
import type { Expression } from '../expressions/types.ts';
import type { Entity } from '../model/types.ts';

type Named = Pick<Entity, 'fields' | 'children'>;

const titlesOf = (entity: Named | undefined, keys: readonly string[]): readonly string[] => {
  const read = new Set(keys.map(ownKey));
  return [
    ...(entity?.fields ?? []).filter(({ column }) => read.has(column)),
    ...(entity?.children ?? []).filter(({ name }) => read.has(name)),
  ].map(({ title }) => title);
};

/** What an expression reads, as people call it: fields and lists of the record, then those of the owner of a row. */
export const operandTitles = (
  { reads, parentReads }: Expression,
  entity: Named,
  owner: Named | undefined,
): readonly string[] => [...titlesOf(entity, reads), ...titlesOf(owner, parentReads)];
