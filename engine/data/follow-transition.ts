/**
 * What follows from a transition for other records, and what takes it back. In: the records that were moved, before and
 * after, inside the transaction of their write. The others are moved by the ordinary door with the caller's rights: all
 * of them, or nothing is kept.
 */
import { followed, takingBack } from '../access/may-move.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { Moment } from '../expressions/functions.ts';
import { effectValues } from '../fields/record-transition.ts';
import type { Effect, Entity, Field, Transition } from '../model/types.ts';
import { sinceBatch, valuesBefore } from './batch/since-batch.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { isRow } from './given-rows.ts';
import { ofIds } from './of-ids.ts';
import type { PlanContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import type { Condition } from './plan/types.ts';
import type { Write, WriteEngine, WriteOptions, Written } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import type { Moved } from './settle-rows.ts';
import { computedKeys, readBody } from './settle-rows.ts';
import { printWritten } from './sql/batch.ts';
import { printPointing } from './sql/pointing.ts';

/** `updateRows`. */
type Update = (
  engine: WriteEngine,
  context: PlanContext,
  request: ReturnType<typeof parseRequest>,
  body: unknown,
  options: WriteOptions,
) => Promise<Written>;

/** A write whose transaction is open. */
interface Following {
  readonly write: Write;
  /** Writes into that transaction. */
  readonly inside: WriteEngine;
  readonly transaction: Queryable;
  readonly update: Update;
}

/** What an effect moves, and by which transition. */
interface Step {
  readonly effect: Effect;
  readonly target: Entity;
  readonly made: Transition;
  readonly scope: Scope;
}

const stepOf = ({ write }: Following, effect: Effect): Step => {
  const { model, access } = write.context;
  const { target, made } = followed(model, effect);
  return { effect, target, made, scope: new Scope(model, access, target, 't') };
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

const rowsIn = (record: Row, list: string): readonly Row[] => {
  const rows = record[list];
  return Array.isArray(rows) ? rows.filter(isRow) : [];
};

/** What leads to the others, each with the id that it leads by: the record itself, or the rows of a list of it. */
const leads = (
  { by }: Effect,
  record: Row,
): readonly { readonly id: unknown; readonly record: Row; readonly parent?: Row }[] => {
  if ('each' in by) return [{ id: record['id'], record }];
  if (by.rows === undefined) return [{ id: record[by.through], record }];
  return rowsIn(record, by.rows).map((row) => ({ id: row[by.through], record: row, parent: record }));
};

const idOf = (value: unknown): readonly number[] => (value === null || value === undefined ? [] : [Number(value)]);

/** Ids by what they are given. */
const byValues = (given: readonly { readonly id: number; readonly values: Row }[]) =>
  [...Map.groupBy(given, ({ values }) => JSON.stringify(values)).values()].map((some) => ({
    ids: some.map(({ id }) => id),
    values: some[0]?.values ?? {},
  }));

/** Moves the records, or refuses: RECORD_EFFECT where they do not let themselves be moved, RECORD_EFFECT_UNREACHED. */
const move = async (
  { write, inside, update }: Following,
  { target, made }: Step,
  title: string,
  { ids, values }: { readonly ids: readonly number[]; readonly values: Row },
  restores: WriteOptions['restores'],
): Promise<void> => {
  const { model, access } = write.context;
  const request = ofIds(parseRequest(''), ids);
  const options: WriteOptions = {
    ...write.options,
    representation: false,
    version: undefined,
    singular: false,
    maximum: undefined,
    rollback: false,
    chosen: true,
    restores,
  };
  const about = { transition: title, effect: made.title, title: target.title };
  options.followed?.add({ title: target.title, transition: made.title, rows: ids.length });
  try {
    const asked = restores === undefined ? { ...request, transition: made.name } : request;
    const { count } = await update(inside, { model, access, entity: target }, asked, values, options);
    if (count < ids.length) throw new Refusal('RECORD_EFFECT_UNREACHED', about);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'RECORD_INVALID') throw error;
    throw new Refusal('RECORD_EFFECT', { ...about, reasons: '' }, { reasons: error.failures, cause: error });
  }
};

/** Of the target: in a state that the transition leaves. */
const leaving = ({ target, made, scope }: Step): readonly Condition[] => {
  const state = target.fields.find(({ column }) => column === target.states?.key);
  if (state === undefined) return [{ kind: 'never' }];
  const value = { kind: 'fixed', values: made.from } as const;
  return [{ kind: 'compare', ref: scope.own(state.name), operator: 'in', negated: false, value }];
};

/** Raises RECORD_EFFECT, RECORD_EFFECT_UNREACHED, ACCESS_DENIED. */
export const makeEffects = async (
  following: Following,
  transition: Transition,
  moved: readonly Moved[],
  moment: Moment,
): Promise<void> => {
  for (const effect of transition.effects ?? []) {
    const step = stepOf(following, effect);
    const given = moved.flatMap(({ record }) =>
      leads(effect, record).flatMap((lead) => {
        const values = effectValues(step.target, effect, { record: lead.record, parent: lead.parent, ...moment });
        return values === undefined ? [] : idOf(lead.id).map((key) => ({ key, values }));
      }),
    );
    const found = await pointing(
      following,
      step,
      given.map(({ key }) => key),
      leaving(step),
    );
    // What two lead to is moved once, by the first.
    const valuesOf = new Map(given.toReversed().map(({ key, values }) => [key, values]));
    const all = found.map(({ id, key }) => ({ id, values: valuesOf.get(key) ?? {} }));
    for (const some of byValues(all)) await move(following, step, transition.title, some, undefined);
  }
};

interface WrittenRow {
  readonly id: number;
  readonly before: Row | null;
  readonly after: Row | null;
  readonly now: Row | null;
}

/** What the history holds of a record and the engine does not work out itself, of what the transition wrote. */
const restorable = ({ write }: Following, { target, made }: Step): readonly Field[] => {
  const computed = new Set(computedKeys(target));
  const { whole } = takingBack(write.context.access, target, made);
  return whole.fields.filter(({ readOnly, writeOnly, column }) => !readOnly && !writeOnly && !computed.has(column));
};

/** The values of before of what the batch wrote to a record. Raises RECORD_EFFECT_TOUCHED where another wrote it since. */
const valuesOf = ({ made, target }: Step, fields: readonly Field[], { before, after, now }: WrittenRow): Row => {
  if (before === null || after === null || now === null) return {};
  const { touched, kept } = sinceBatch(fields, { before, after, now });
  if (touched.length > 0) {
    const titles = touched.map((field) => field.title);
    throw new Refusal('RECORD_EFFECT_TOUCHED', { effect: made.title, title: target.title, fields: titles });
  }
  return valuesBefore(kept, before);
};

/**
 * Takes back what the batch `source` moved because of the transition. Raises RECORD_EFFECT_TOUCHED,
 * RECORD_EFFECT_UNREACHED, ACCESS_DENIED.
 */
export const takeBackEffects = async (
  following: Following,
  transition: Transition,
  moved: readonly Moved[],
  source: string,
): Promise<void> => {
  for (const effect of (transition.effects ?? []).toReversed()) {
    const step = stepOf(following, effect);
    const fields = restorable(following, step);
    // A relation may be among what is taken back: the others are found by what it was, and by what it is again.
    const keys = moved.flatMap(({ before, record }) =>
      [before, record].flatMap((one) => leads(effect, one).flatMap(({ id }) => idOf(id))),
    );
    const ids = (await pointing(following, step, keys, [])).map(({ id }) => id);
    const columns = fields.map(({ name }) => step.scope.own(name));
    const inputs = { rows: JSON.stringify(ids), batch: source };
    const written = bindWrite(following.write, printWritten(step.scope, columns, []), inputs);
    const rows = (await readBody(following.transaction, written)) as readonly unknown[] as readonly WrittenRow[];
    const given = rows.map((row) => ({ id: row.id, values: valuesOf(step, fields, row) }));
    for (const some of byValues(given.filter(({ values }) => Object.keys(values).length > 0)))
      await move(following, step, transition.title, some, { transition: step.made.name, source });
  }
};
