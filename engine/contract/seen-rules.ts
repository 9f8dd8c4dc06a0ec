/** Whether a caller may be told of a rule that reads what relations point at: its words may speak of what it reads. */
import type { Access } from '../access/access.ts';
import { comparableFields } from '../access/visible-entity.ts';
import { joinKeys } from '../expressions/keys-in.ts';
import type { Known } from '../fields/record-expressions.ts';
import { seenIn } from '../fields/record-expressions.ts';
import type { Entity, Model, TargetRead, TargetRule } from '../model/types.ts';

const openKeys = (model: Model, access: Access, reads: readonly TargetRead[]): ReadonlySet<string> =>
  new Set(
    reads.flatMap(({ relation, entity, columns }) => {
      const target = model.entities[entity];
      const open = target === undefined ? [] : comparableFields(model, access, target);
      return open.flatMap(({ column }) => (columns.includes(column) ? [joinKeys(relation, column)] : []));
    }),
  );

/** `shown`, `owner`: what the caller may know of the record itself, and of the one that owns the row. */
export const isSeenRule = (
  model: Model,
  access: Access,
  { must, targets }: TargetRule,
  shown: Known,
  owner: Known | undefined,
): boolean => {
  const beyond = (ofOwner: boolean): ReadonlySet<string> =>
    openKeys(
      model,
      access,
      targets.filter((one) => (one.ofOwner === true) === ofOwner),
    );
  return seenIn({ ...shown, beyond: beyond(false) }, owner && { ...owner, beyond: beyond(true) })(must);
};

/** Those of the entity that the caller may be told of, with the locks of what closes its records. */
export const seenTargetRules = (
  model: Model,
  access: Access,
  { expressions }: Entity,
  shown: Known,
  owner: Known | undefined,
): readonly TargetRule[] =>
  [...(expressions?.targetRules ?? []), ...(expressions?.lockedWith ?? [])].filter((rule) =>
    isSeenRule(model, access, rule, shown, owner),
  );
