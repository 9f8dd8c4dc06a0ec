/**
 * The lock of a record for the browser of one user: its own, and those of what it points at as far as the user may know what
 * they read, as one condition. In: the entity as the user has it. Out: the lock, and where a record that is read with
 * `recordSelect` has what it reads of others.
 */
import { isBeyond } from '../expressions/keys-in.ts';
import type { Tree } from '../expressions/types.ts';
import type { Entity, FieldPath, Lock, LockedWith } from '../model/types.ts';
import type { BehindValue } from './screen-model.ts';
import { isSeenRule } from './seen-rules.ts';
import type { Sight } from './sight.ts';

/** The names of fields that a key is made of: `guia_id.faturamento_id.situacao`. */
const pathOf = ({ model }: Sight, start: Entity, key: string): FieldPath => {
  let at: Entity | undefined = start;
  return key.split('.').map((column) => {
    const field = at?.fields.find((one) => one.column === column);
    at = field?.relation === undefined ? undefined : model.entities[field.relation.entity];
    return field?.name ?? column;
  });
};

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
  /** Paths of the fields, by their names, that it reads of others. */
  readonly paths: readonly FieldPath[];
  readonly behind: readonly BehindValue[];
}

/** `cut`: the entity as the user has it. */
export const lockInSight = (sight: Sight, cut: Entity): LockInSight => {
  const { model, access, entity } = sight;
  const known = { fields: sight.fields, children: [] };
  const others = (entity.expressions?.lockedWith ?? []).filter((one) =>
    isSeenRule(model, access, one, known, undefined),
  );
  const shown = new Set([...cut.fields.map(({ column }) => column), ...cut.children.map(({ name }) => name)]);
  const lock = others.reduce<Lock | undefined>(withOthers, cut.expressions?.lock);
  const keys = [...new Set(others.flatMap(({ must }) => must.reads.filter(isBeyond)))];
  const named = keys.map((key) => ({ key, path: pathOf(sight, entity, key) }));
  return {
    lock: lock && { ...lock, keys: lock.keys.filter((key) => shown.has(key)) },
    paths: named.map(({ path }) => path),
    behind: named.map(({ key, path }) => ({ key, path: [...path.slice(0, -1), key.split('.').at(-1) ?? ''] })),
  };
};
