/**
 * Whether a caller may know all that an expression reads, also of what relations point at: the words of a rule or a condition
 * may speak of it.
 */
import type { Access } from '../access/access.ts';
import { comparableFields } from '../access/visible-entity.ts';
import { joinKeys, ownKey } from '../expressions/keys-in.ts';
import type { Expression, TargetRead } from '../expressions/types.ts';
import type { Known } from '../fields/record-expressions.ts';
import { seenIn } from '../fields/record-expressions.ts';
import type { Entity, Model, Rule } from '../model/types.ts';

/** Whether the caller may know of which record is read, from the relation of the record itself on, and what is read of it. */
const isOpen = (
  model: Model,
  access: Access,
  { relation, entity, columns }: TargetRead,
  from: Known | undefined,
): boolean => {
  const target = model.entities[entity];
  const open = new Set(target && comparableFields(model, access, target).map(({ column }) => column));
  const own = from?.fields.find(({ column }) => column === ownKey(relation));
  return own !== undefined && own.covered === undefined && columns.every((column) => open.has(column));
};

const keysRead = (reads: readonly TargetRead[]): ReadonlySet<string> =>
  new Set(reads.flatMap(({ relation, columns }) => columns.map((column) => joinKeys(relation, column))));

/** `shown`, `owner`: what the caller may know of the record itself, and of the one that owns the row. */
export const isSeenExpression = (
  model: Model,
  access: Access,
  expression: Expression,
  shown: Known,
  owner: Known | undefined,
): boolean => {
  const { targets = [] } = expression;
  const above = targets.filter(({ ofOwner }) => ofOwner === true);
  const own = targets.filter(({ ofOwner }) => ofOwner !== true);
  return (
    own.every((read) => isOpen(model, access, read, shown)) &&
    above.every((read) => isOpen(model, access, read, owner)) &&
    seenIn({ ...shown, beyond: keysRead(own) }, owner && { ...owner, beyond: keysRead(above) })(expression)
  );
};

/** Those of the entity that the caller may be told of, with the locks of what closes its records. */
export const seenTargetRules = (
  model: Model,
  access: Access,
  { expressions }: Entity,
  shown: Known,
  owner: Known | undefined,
): readonly Rule[] =>
  [...(expressions?.targetRules ?? []), ...(expressions?.lockedWith ?? [])].filter(({ must }) =>
    isSeenExpression(model, access, must, shown, owner),
  );
