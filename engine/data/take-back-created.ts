/**
 * What a batch created because of a transition, where it is taken back: it goes, and comes back where that is taken back
 * too. Found by the history, whatever points where now.
 */
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import { isCreating } from '../model/effects.ts';
import type { CreateEffect, Transition } from '../model/state-types.ts';
import type { Entity, Field } from '../model/types.ts';
import { differs } from './batch/since-batch.ts';
import type { WrittenRecord } from './batch/written-records.ts';
import { readWritten, touchedSince } from './batch/written-records.ts';
import { ownedIn, pointRows, targetOf } from './create-records.ts';
import type { Following } from './following.ts';
import { contextOf, optionsInside, readingsOf } from './following.ts';
import type { Row } from './given-rows.ts';
import { idsIn, ofIds } from './of-ids.ts';
import { Scope } from './plan/refs.ts';
import { readBody } from './read-stored.ts';
import { bindWrite } from './run-write.ts';
import type { Moved } from './settle-change.ts';
import { computedKeys } from './settle-rows.ts';
import { printDeleted, printInserted, printPointed } from './sql/batch.ts';
import { printValues } from './sql/pointing.ts';
import type { PrintedSql } from './sql/sql.ts';

/** What the history holds of the records of an entity and the engine does not work out itself. */
const keptFields = (target: Entity): readonly Field[] => {
  const computed = new Set(computedKeys(target));
  return target.fields.filter(({ writeOnly, column }) => !writeOnly && !computed.has(column));
};

const refuseTouched = (target: Entity, row: WrittenRecord, fields: readonly Field[]): void => {
  if (!touchedSince(row, fields)) return;
  const changed = fields
    .filter(({ column }) => differs(row.after?.[column], row.now?.[column]))
    .map(({ title }) => title);
  const lists = target.children.filter((_child, index) => row.owned[index]?.touched).map(({ title }) => title);
  throw new Refusal('RECORD_EFFECT_TOUCHED', {
    effect: phrases.followed.created,
    title: target.title,
    fields: [...changed, ...lists],
  });
};

/** What a batch created by an effect, and is there still. */
export interface StillThere {
  readonly effect: CreateEffect;
  readonly ids: readonly number[];
}

const heldBy = (moved: readonly Moved[], source: string) => ({
  rows: JSON.stringify(moved.map(({ before }) => before['id'])),
  batch: source,
});

/**
 * The ids of what a batch created for the records, by the history: whatever points where now. `into` as the batch left
 * it, in the record or in its rows; or what was inserted pointing back.
 */
const createdFor = async (
  following: Following,
  effect: CreateEffect,
  moved: readonly Moved[],
  source: string,
): Promise<readonly number[]> => {
  const { write, transaction } = following;
  const { model, access, entity } = write.context;
  const { into, back = '', rows: list } = effect;
  const read = async (printed: PrintedSql) =>
    idsIn((await readBody(transaction, bindWrite(write, printed, heldBy(moved, source)))).map((row) => row['id']));
  if (into === undefined) {
    const scope = new Scope(model, access, targetOf(following, effect), 't');
    return read(printInserted(scope, scope.own(back)));
  }
  if (list !== undefined) {
    const { owned, field, owner } = ownedIn(following, list, into);
    const scope = new Scope(model, access, owned, 't');
    return read(printPointed(scope, scope.own(owner), scope.own(field.name)));
  }
  const fields = entity.fields.filter(({ column }) => column === into);
  const ids = idsIn(moved.map(({ before }) => before['id']));
  const written = await readWritten(transaction, contextOf(following, entity), { batch: source, fields, ids });
  return idsIn(written.map(({ after }) => after?.[into]));
};

/** Raises RECORD_EFFECT_TOUCHED where somebody has written to it since. */
export const findCreated = async (
  following: Following,
  effect: CreateEffect,
  moved: readonly Moved[],
  source: string,
): Promise<StillThere> => {
  const target = targetOf(following, effect);
  const ids = await createdFor(following, effect, moved, source);
  const fields = keptFields(target);
  const asked = { batch: source, fields, ids, rows: true };
  const rows = await readWritten(following.transaction, contextOf(following, target), asked);
  const there = rows.filter(({ inserted, after, now }) => inserted && after !== null && now !== null);
  for (const row of there) refuseTouched(target, row, fields);
  return { effect, ids: there.map(({ id }) => id) };
};

/** Brings back those of the ids that the batch `source` deleted. */
const revive = async (
  { write, inside, transaction, doors }: Following,
  target: Entity,
  ids: readonly number[],
  source: string,
): Promise<void> => {
  if (ids.length === 0) return;
  const { model, access, timeZone } = write.context;
  const options = optionsInside(write.options, undefined);
  // Two effects may have created the same: the first brings it back.
  const scope = new Scope(model, access, target, 't');
  const inputs = { rows: JSON.stringify(ids) };
  const there = new Set(
    (await readBody(transaction, bindWrite(write, printValues(scope, scope.id), inputs))).map((row) =>
      Number(row['id']),
    ),
  );
  const gone = ids.filter((id) => !there.has(id));
  if (gone.length === 0) return;
  const request = ofIds(parseRequest(''), gone);
  const { count } = await doors.revive(inside, { model, access, timeZone, entity: target }, source, request, options);
  const { title } = target;
  if (count > 0) options.followed?.add({ title, what: 'created', rows: count });
};

/**
 * The relations to what was created, as they were before the batch `source`, of each record; what they pointed at is
 * there again. What somebody has written since stays.
 */
export const restoreInto = async (
  following: Following,
  transition: Transition,
  stored: readonly Row[],
  source: string,
): Promise<readonly Row[]> => {
  const { entity } = following.write.context;
  const effects = (transition.effects ?? []).filter(isCreating).filter(({ rows }) => rows === undefined);
  const fields = entity.fields.filter(({ column }) => effects.some(({ into }) => into === column));
  if (fields.length === 0) return stored.map(() => ({}));
  const ids = idsIn(stored.map((row) => row['id']));
  const asked = { batch: source, fields, ids };
  const written = await readWritten(following.transaction, contextOf(following, entity), asked);
  const back = new Map(
    written.map(({ id, before, after, now }) => [
      id,
      fields.map(({ column }) => [column, differs(after?.[column], now?.[column]) ? now?.[column] : before?.[column]]),
    ]),
  );
  const restored = stored.map((row) =>
    Object.fromEntries(
      (back.get(Number(row['id'])) ?? fields.map(({ column }) => [column, row[column]])).map(([column, value]) => [
        column,
        value ?? null,
      ]),
    ),
  );
  for (const effect of effects) {
    const { into } = effect;
    if (into === undefined) continue;
    await revive(following, targetOf(following, effect), idsIn(restored.map((row) => row[into])), source);
  }
  return restored;
};

/** The ids of those that pointed at the records by themselves, and went by the batch. */
const goneBehind = async (
  { write, transaction }: Following,
  target: Entity,
  back: string,
  moved: readonly Moved[],
  source: string,
): Promise<readonly number[]> => {
  const scope = new Scope(write.context.model, write.context.access, target, 't');
  const printed = printDeleted(scope, scope.own(back));
  const found = await readBody(transaction, bindWrite(write, printed, heldBy(moved, source)));
  return idsIn(found.map((row) => row['id']));
};

/** Lets the rows of the records point where they did before the batch, where they point still as it left them. */
const restoreRows = async (
  following: Following,
  target: Entity,
  { list, into }: { readonly list: string; readonly into: string },
  moved: readonly Moved[],
  source: string,
): Promise<void> => {
  const { owned, field } = ownedIn(following, list, into);
  const fields = [field];
  const ids = idsIn(moved.flatMap(({ before }) => readingsOf(before, list).map(({ record }) => record['id'])));
  const written = await readWritten(following.transaction, contextOf(following, owned), { batch: source, fields, ids });
  const kept = written.flatMap(({ id, before, after, now }) =>
    now !== null && before !== null && after !== null && !differs(after[into], now[into])
      ? [{ id, to: before[into] ?? null }]
      : [],
  );
  await revive(following, target, idsIn(kept.map(({ to }) => to)), source);
  await pointRows(following, list, into, kept);
};

/** Brings back what the batch `source` deleted because it took the transition back, once the records are written. */
export const reviveCreated = async (
  following: Following,
  effect: CreateEffect,
  moved: readonly Moved[],
  source: string,
): Promise<void> => {
  const target = targetOf(following, effect);
  const { into, back = '', rows: list } = effect;
  if (into === undefined)
    await revive(following, target, await goneBehind(following, target, back, moved, source), source);
  else if (list !== undefined) await restoreRows(following, target, { list, into }, moved, source);
};

/** Raises RECORD_EFFECT_UNREACHED, and RECORD_REFERENCED where others point at it. */
export const removeCreated = async (
  following: Following,
  { title: transition }: Transition,
  { effect, ids }: StillThere,
): Promise<void> => {
  if (ids.length === 0) return;
  const { write, inside, doors } = following;
  const target = targetOf(following, effect);
  const { title } = target;
  const options = optionsInside(write.options, undefined);
  options.followed?.add({ title, what: 'removed', rows: ids.length });
  const request = ofIds(parseRequest(''), ids);
  const { count } = await doors.remove(inside, contextOf(following, target), request, options);
  if (count < ids.length)
    throw new Refusal('RECORD_EFFECT_UNREACHED', { transition, effect: phrases.followed.removed, title });
};
