/**
 * The lock of a record for the browser of one user: its own, and those of what it points at as far as the user may know what
 * they read, as one condition. In: the entity as the user has it. Out: the lock, and the keys of what it reads of others.
 */
import { isBeyond } from '../expressions/keys-in.ts';
import type { Tree } from '../expressions/types.ts';
import type { Entity, Lock, LockedWith } from '../model/types.ts';
import { isSeenExpression } from './seen-rules.ts';
import type { Sight } from './sight.ts';

/** `must` is false while the record is closed. */
const withOthers = (own: Lock | undefined, { must, closes }: LockedWith): Lock => {
  const tree: Tree = ['call', '!', [must.tree]];
  if (own === undefined) return { expression: { ...must, tree }, keys: closes };
  const { expression, keys } = own;
  return {
    expression: {
      source: `${expression.source} || ${must.source}`,
      tree: ['call', '||', [expression.tree, tree]],
      reads: [...new Set([...expression.reads, ...must.reads])],
      parentReads: [],
    },
    keys: [...new Set([...keys, ...closes])],
  };
};

export interface LockInSight {
  readonly lock: Lock | undefined;
  readonly beyond: readonly string[];
}

/** `cut`: the entity as the user has it. */
export const lockInSight = (sight: Sight, cut: Entity): LockInSight => {
  const { model, access, entity } = sight;
  const known = { fields: sight.fields, children: [] };
  const others = (entity.expressions?.lockedWith ?? []).filter(({ must }) =>
    isSeenExpression(model, access, must, known, undefined),
  );
  const shown = new Set([...cut.fields.map(({ column }) => column), ...cut.children.map(({ name }) => name)]);
  const lock = others.reduce<Lock | undefined>(withOthers, cut.expressions?.lock);
  return {
    lock: lock && { ...lock, keys: lock.keys.filter((key) => shown.has(key)) },
    beyond: others.flatMap(({ must }) => must.reads.filter(isBeyond)),
  };
};
