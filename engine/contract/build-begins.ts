/**
 * What fields of new records begin with, as far as the form of one user can work it out: of what stands in it, and of what
 * its relations point at, which it reads beside.
 */
import { isBeyond, ownKey } from '../expressions/keys-in.ts';
import type { Expression } from '../expressions/types.ts';
import { writableFields } from '../fields/record-schema.ts';
import type { Beginning, Entity } from '../model/types.ts';
import { behindPaths, placeBehind } from './behind-values.ts';
import { columnName } from './build-columns.ts';
import type { BegunRead, FormBegins } from './screen-model.ts';
import { seenBeginnings } from './seen-begins.ts';
import { relationPath, Sight } from './sight.ts';
import { writeSelect } from './write-select.ts';

/** What is read through each relation of the record, or of the one that owns the row. */
const readsOf = (
  sight: Sight,
  begins: readonly Beginning[],
  keysOf: (expression: Expression) => readonly string[],
  ofOwner: boolean,
): readonly BegunRead[] => {
  const keys = [...new Set(begins.flatMap(({ value }) => keysOf(value)).filter(isBeyond))];
  return [...Map.groupBy(keys, ownKey)].flatMap(([relation, some]): BegunRead[] => {
    const field = sight.entity.fields.find(({ column }) => column === relation);
    const target = field && sight.target(field);
    const path = target && relationPath(sight, target);
    if (!target || !path) return [];
    const there = new Sight(sight.model, sight.access, target);
    const behind = placeBehind(
      there,
      target,
      some.map((key) => key.slice(relation.length + 1)),
    );
    const select = writeSelect([['id'], ...behind.flatMap(behindPaths)], columnName(there));
    return [{ relation, ...(ofOwner && { ofOwner: true as const }), path, select, behind }];
  });
};

/** Whether all that the expression reads of others is read with the form. */
const isReadBy =
  (reads: readonly BegunRead[]) =>
  ({ reads: own, parentReads }: Expression): boolean => {
    const has = (key: string, owner: boolean): boolean =>
      !isBeyond(key) || reads.some(({ relation, ofOwner }) => relation === ownKey(key) && (ofOwner === true) === owner);
    return own.every((key) => has(key, false)) && parentReads.every((key) => has(key, true));
  };

/**
 * Undefined where nothing begins. `writable`: the record, or the row, as the user may write it. `owner`: of rows, the record
 * with what of it the server alone works out. `lists`: the lists of rows of which the same is true.
 */
export const formBegins = (
  sight: Sight,
  writable: Entity,
  owner?: { readonly sight: Sight; readonly later: readonly string[] },
  lists: readonly string[] = [],
): FormBegins | undefined => {
  const { model, access } = sight;
  const open = new Set(writableFields(writable).map(({ column }) => column));
  const begins = (writable.expressions?.begins ?? []).filter(({ key }) => open.has(key));
  const seen = seenBeginnings(model, access, writable, begins, owner?.sight.entity);
  if (seen.length === 0) return undefined;
  const reads = [
    ...readsOf(sight, seen, ({ reads: own }) => own, false),
    ...(owner === undefined ? [] : readsOf(owner.sight, seen, ({ parentReads }) => parentReads, true)),
  ];
  const isRead = isReadBy(reads);
  const above = new Set(owner?.later);
  // What rests on a value that only the server works out cannot be worked out here either.
  const unknown = new Set<string>(lists);
  const restsOnUnknown = ({ reads: own, parentReads }: Expression): boolean =>
    own.some((key) => unknown.has(ownKey(key))) || parentReads.some((key) => above.has(ownKey(key)));
  const later = seen.flatMap(({ key, value }): string[] => {
    for (const one of writable.expressions?.computed ?? []) if (restsOnUnknown(one.expression)) unknown.add(one.key);
    if (isRead(value) && !restsOnUnknown(value)) return [];
    unknown.add(key);
    return [key];
  });
  return { fields: seen.filter(({ key }) => !later.includes(key)), reads, later };
};
