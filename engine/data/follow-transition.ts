/**
 * What follows from a transition for other records, and what takes it back. In: the records that were moved, before and
 * after, inside the transaction of their write. The others are moved by the ordinary door with the caller's rights: all
 * of them, or nothing is kept.
 */
import { followed, takingBack } from '../access/may-move.ts';
import { parseRequest } from '../contract/request.ts';
import type { FieldFailure } from '../core/errors.ts';
import { Refusal } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import { ownKey } from '../expressions/keys-in.ts';
import { comesToBe, givenRecord } from '../fields/record-transition.ts';
import { givenFields, intoKeys, isCreating } from '../model/effects.ts';
import type { Effect, MoveEffect, Transition } from '../model/state-types.ts';
import type { Entity, Field } from '../model/types.ts';
import { sinceBatch, valuesBefore } from './batch/since-batch.ts';
import type { WrittenRecord } from './batch/written-records.ts';
import { readWritten } from './batch/written-records.ts';
import { changedFor } from './changed-by-batch.ts';
import { createBehind, fillRows } from './create-records.ts';
import { effectReadings } from './effect-readings.ts';
import type { Following } from './following.ts';
import { contextOf, optionsInside, readingsOf } from './following.ts';
import { readElsewhere } from './given-elsewhere.ts';
import type { Row } from './given-rows.ts';
import { holdOf } from './hold-of.ts';
import { nameRecords } from './name-records.ts';
import { ofIds } from './of-ids.ts';
import { Scope } from './plan/refs.ts';
import type { Condition } from './plan/types.ts';
import { behindOf } from './read-behind.ts';
import type { Binder } from './read-stored.ts';
import { readBody, readStored } from './read-stored.ts';
import type { WriteOptions } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import type { Moved } from './settle-change.ts';
import { computedKeys, neededOf } from './settle-rows.ts';
import { printLinkedRows, printPointing } from './sql/pointing.ts';
import type { StillThere } from './take-back-created.ts';
import { findCreated, removeCreated, reviveCreated } from './take-back-created.ts';

/** What an effect moves, and by which transition. */
interface Step {
  readonly effect: MoveEffect;
  readonly target: Entity;
  readonly made: Transition;
  readonly scope: Scope;
}

const stepOf = ({ write }: Following, effect: MoveEffect): Step => {
  const { model, access } = write.context;
  const { target, made } = followed(model, effect);
  return { effect, target, made, scope: new Scope(model, access, target, 't') };
};

/** Those of the ids that are there; nobody else writes them until the transaction ends. */
const hold = async (
  { write, transaction }: Following,
  { scope }: Step,
  ids: readonly number[],
): Promise<readonly number[]> => {
  const inputs = { rows: JSON.stringify(ids) };
  const rows = await readBody(transaction, bindWrite(write, printPointing(scope, scope.id, []), inputs));
  return rows.map((row) => Number(row['id']));
};

/** Those whose `key` is among the ids, row scope or not: what follows is for all of them or for none. */
const pointing = async (
  { write, transaction }: Following,
  { effect: { by }, scope }: Step,
  ids: readonly number[],
  conditions: readonly Condition[],
): Promise<readonly { readonly id: number; readonly key: number }[]> => {
  const key = 'each' in by ? scope.own(by.each) : scope.id;
  const inputs = { rows: JSON.stringify([...new Set(ids)]) };
  const rows = await readBody(transaction, bindWrite(write, printPointing(scope, key, conditions), inputs));
  return rows.map((row) => ({ id: Number(row['id']), key: Number(row['key']) }));
};

/**
 * What leads to the others, each with the id that it leads by: the record itself, or the rows of a list of it. `before`:
 * where the record points nowhere any more, those that it pointed at.
 */
const leads = (
  { by }: MoveEffect,
  record: Row,
  before: Row = {},
): readonly { readonly id: unknown; readonly record: Row; readonly parent?: Row }[] => {
  if ('each' in by) return [{ id: record['id'], record }];
  if (by.rows === undefined) return [{ id: record[by.through] ?? before[by.through], record }];
  return readingsOf(record, by.rows).map((one) => ({ id: one.record[by.through], ...one }));
};

const idOf = (value: unknown): readonly number[] => (value === null || value === undefined ? [] : [Number(value)]);

/** Ids by what they are given. */
const byValues = (given: readonly { readonly id: number; readonly values: Row }[]) =>
  [...Map.groupBy(given, ({ values }) => JSON.stringify(values)).values()].map((some) => ({
    ids: some.map(({ id }) => id),
    values: some[0]?.values ?? {},
  }));

/** What is wrong with the others, each thing with the record that it is of, and what the caller may call these. */
const reasonsAmong = async (
  { write, transaction }: Following,
  { target }: Step,
  ids: readonly number[],
  refusal: Refusal,
): Promise<Pick<Refusal, 'reasons' | 'named' | 'at'>> => {
  const [only] = ids.length === 1 ? ids : [];
  const reasons = refusal.failures.map(
    (failure): FieldFailure =>
      failure.at.record === undefined && only !== undefined
        ? { ...failure, at: { ...failure.at, record: only } }
        : failure,
  );
  // What the database itself refused has ended the transaction, and nothing is read in it any more.
  if (refusal.cause !== undefined) return { reasons, named: new Map(), at: undefined };
  const records = reasons.flatMap(({ at: { record } }) => idOf(record));
  const named = await nameRecords(transaction, write.context, target, records);
  const [record] = named.keys();
  return { reasons, named, at: record === undefined ? undefined : { entity: target.name, record } };
};

/** Moves the records, or refuses: RECORD_EFFECT where they do not let themselves be moved, RECORD_EFFECT_UNREACHED. */
const move = async (
  following: Following,
  step: Step,
  title: string,
  { ids, values }: { readonly ids: readonly number[]; readonly values: Row },
  restores: WriteOptions['restores'],
): Promise<void> => {
  const { write, inside, doors } = following;
  const { target, made } = step;
  const { model, access, timeZone } = write.context;
  const request = ofIds(parseRequest(''), ids);
  const options = optionsInside(write.options, restores);
  const about = { transition: title, effect: made.title, title: target.title };
  options.followed?.add({ title: target.title, what: 'moved', transition: made.title, rows: ids.length });
  try {
    const asked = restores === undefined ? { ...request, transition: made.name } : request;
    const { count } = await doors.update(inside, { model, access, timeZone, entity: target }, asked, values, options);
    if (count < ids.length) throw new Refusal('RECORD_EFFECT_UNREACHED', about);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'RECORD_INVALID') throw error;
    const { reasons, named, at } = await reasonsAmong(following, step, ids, error);
    throw new Refusal(
      'RECORD_EFFECT',
      { ...about, reasons: '' },
      { reasons, named, ...(at !== undefined && { at }), cause: error },
    );
  }
};

/** Of the target: in one of the states, or in none of them. */
const inStates = ({ target, scope }: Step, values: readonly string[], negated: boolean): readonly Condition[] => {
  const state = target.fields.find(({ column }) => column === target.states?.key);
  if (state === undefined) return [{ kind: 'never' }];
  return [{ kind: 'compare', ref: scope.own(state.name), operator: 'in', negated, value: { kind: 'fixed', values } }];
};

/** Of the ids those whose records the effect means, as they stand; nobody else writes them until the transaction ends. */
const meant = async (
  { write, transaction }: Following,
  { effect: { only }, target, made, scope }: Step,
  found: readonly { readonly id: number; readonly key: number }[],
  moment: Moment,
): Promise<typeof found> => {
  if (only === undefined || found.length === 0) return found;
  const { columns, children } = neededOf(write.context, target, scope, { judged: new Set(only.reads.map(ownKey)) });
  const bind: Binder = (printed, inputs) => bindWrite(write, printed, inputs);
  const held = bind(printLinkedRows(scope, scope.id, columns), { rows: JSON.stringify(found.map(({ id }) => id)) });
  const records = await readStored(transaction, held, children, bind);
  const behind = behindOf(write, transaction, [only], ({ relation }) => holdOf(write, made, relation));
  const readings = await behind.bring(records.map((record) => ({ record })));
  const ids = new Set(
    readings.flatMap(({ record }) =>
      evaluate(only.tree, { record, ...moment }) === true ? [Number(record['id'])] : [],
    ),
  );
  return found.filter(({ id }) => ids.has(id));
};

/** The states that the transition leaves or leads to. */
const reachable = ({ from, to }: Transition): readonly string[] => (to === undefined ? from : [...from, to]);

/** Raises RECORD_EFFECT_BARRED, with names RECORD_EFFECT_BARRED_NAMED, where some are in a state that the transition neither leaves nor leads to. */
const refuseOthers = async (
  following: Following,
  step: Step,
  { title: transition }: Transition,
  reached: readonly { readonly key: number }[],
  moment: Moment,
): Promise<void> => {
  const keys = reached.map(({ key }) => key);
  const { made, target } = step;
  const elsewhere = await pointing(following, step, keys, inStates(step, reachable(made), true));
  const barring = await meant(following, step, elsewhere, moment);
  const { length: count } = barring;
  if (count === 0) return;
  const about = { transition, effect: made.title, title: target.title, count };
  const ids = barring.map(({ id }) => id);
  const named = await nameRecords(following.transaction, following.write.context, target, ids);
  const [record] = named.keys();
  if (record === undefined) throw new Refusal('RECORD_EFFECT_BARRED', about);
  const more = count - named.size;
  const records = [...named.values(), ...(more > 0 ? [phrases.moreRecords(more)] : [])];
  throw new Refusal('RECORD_EFFECT_BARRED_NAMED', { ...about, records }, { at: { entity: target.name, record } });
};

const moveAll = async (
  following: Following,
  transition: Transition,
  effect: MoveEffect,
  moved: readonly Moved[],
  moment: Moment,
): Promise<void> => {
  const step = stepOf(following, effect);
  const all = moved.flatMap(({ before, record }) => leads(effect, record, before));
  const asked = await effectReadings(following.write, following.transaction, transition, effect, all, moment);
  const reached = asked.flatMap((reading, index) =>
    comesToBe(effect, reading) ? idOf(all[index]?.id).map((key) => ({ key, reading })) : [],
  );
  const readings = reached.map(({ reading }) => reading);
  const elsewhere = await readElsewhere(following, transition.title, givenFields(effect), readings);
  const standing = await pointing(
    following,
    step,
    reached.map(({ key }) => key),
    inStates(step, step.made.from, false),
  );
  const found = await meant(following, step, standing, moment);
  if (effect.strict) await refuseOthers(following, step, transition, reached, moment);
  // What two lead to is moved once, by the first.
  const readingOf = new Map(reached.toReversed().map(({ key, reading }) => [key, reading]));
  const given = found.flatMap(({ id, key }) => {
    const reading = readingOf.get(key);
    return reading ? [{ id, values: givenRecord(step.target, effect, reading, elsewhere) }] : [];
  });
  for (const some of byValues(given)) await move(following, step, transition.title, some, undefined);
};

/**
 * What follows once the records are written, in order. Raises RECORD_EFFECT*,
 * ACCESS_DENIED and what the doors of the others refuse.
 */
export const makeEffects = async (
  following: Following,
  transition: Transition,
  moved: readonly Moved[],
  moment: Moment,
): Promise<void> => {
  await fillRows(following, transition, moved);
  for (const effect of transition.effects ?? [])
    if (effect.kind === 'move') await moveAll(following, transition, effect, moved, moment);
    else if (effect.into === undefined) await createBehind(following, transition, effect, moved, moment);
};

/** What the history holds of a record and the engine does not work out itself, of what the transition wrote. */
const restorable = ({ write }: Following, { target, made }: Step): readonly Field[] => {
  // What it points at for something created the engine gives back by itself.
  const computed = new Set([...computedKeys(target), ...intoKeys(made)]);
  const { whole } = takingBack(write.context.access, target, made);
  return whole.fields.filter(({ readOnly, writeOnly, column }) => !readOnly && !writeOnly && !computed.has(column));
};

/** The values of before of what the batch wrote to a record. Raises RECORD_EFFECT_TOUCHED where another wrote it since. */
const valuesOf = (
  { made, target }: Step,
  fields: readonly Field[],
  { before, after, now, owned }: WrittenRecord,
): Row => {
  if (before === null || after === null || now === null) return {};
  const { touched, kept } = sinceBatch(fields, { before, after, now });
  const lists = target.children.flatMap(({ name, title }, index) => {
    const rows = owned[index];
    return rows?.before && made.rows?.some(({ list }) => list === name) ? [{ ...rows, name, title }] : [];
  });
  const titles = [...touched, ...lists.filter((one) => one.touched)].map(({ title }) => title);
  if (titles.length > 0)
    throw new Refusal('RECORD_EFFECT_TOUCHED', { effect: made.title, title: target.title, fields: titles });
  return { ...valuesBefore(kept, before), ...Object.fromEntries(lists.map((one) => [one.name, one.before])) };
};

const takeBackMoved = async (
  following: Following,
  transition: Transition,
  effect: MoveEffect,
  moved: readonly Moved[],
  source: string,
): Promise<void> => {
  const step = stepOf(following, effect);
  const fields = restorable(following, step);
  const ids = await hold(following, step, await changedFor(following, step.target, effect, moved, source));
  const open = takingBack(following.write.context.access, step.target, step.made).whole;
  const asked = { batch: source, fields, ids, open, rows: step.made.rows !== undefined };
  const rows = await readWritten(following.transaction, contextOf(following, step.target), asked);
  const given = rows.flatMap((row) => {
    const values = valuesOf(step, fields, row);
    // What follows from it is taken back also where nothing of it is: it came with the batch, or stayed as it was.
    const follows = step.made.effects !== undefined && row.now !== null;
    return Object.keys(values).length > 0 || follows ? [{ id: row.id, values }] : [];
  });
  for (const some of step.made.rows === undefined
    ? byValues(given)
    : given.map(({ id, values }) => ({ ids: [id], values })))
    await move(following, step, transition.title, some, { transition: step.made.name, source });
};

/**
 * Takes back what the batch `source` moved and created because of the transition. Raises RECORD_EFFECT_TOUCHED,
 * RECORD_EFFECT_UNREACHED, ACCESS_DENIED.
 */
export const takeBackEffects = async (
  following: Following,
  transition: Transition,
  moved: readonly Moved[],
  source: string,
): Promise<void> => {
  // What is taken back of one effect is no touch of what another created.
  const created = new Map<Effect, StillThere>();
  for (const effect of transition.effects ?? [])
    if (isCreating(effect)) {
      const { ids } = await findCreated(following, effect, moved, source);
      // Two effects may create records of one entity for the same one.
      const known = [...created.values()].filter((one) => one.effect.entity === effect.entity);
      const others = new Set(known.flatMap((one) => one.ids));
      created.set(effect, { effect, ids: ids.filter((id) => !others.has(id)) });
    }
  // What an effect made may be what the next points at: it comes back in their order, and goes against it.
  for (const effect of transition.effects ?? [])
    if (isCreating(effect)) await reviveCreated(following, effect, moved, source);
  for (const effect of (transition.effects ?? []).toReversed()) {
    const there = created.get(effect);
    if (effect.kind === 'move') await takeBackMoved(following, transition, effect, moved, source);
    else if (there !== undefined) await removeCreated(following, transition, there);
  }
};
