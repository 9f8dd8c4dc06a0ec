import { Refusal } from '../core/errors.ts';
import type { Reading } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import { comesToBe, givenRecord } from '../fields/record-transition.ts';
import { givenFields } from '../model/effects.ts';
import type { CreateEffect, Transition } from '../model/state-types.ts';
import type { Child, Entity, Field } from '../model/types.ts';
import { differs } from './batch/since-batch.ts';
import { effectReadings } from './effect-readings.ts';
import type { Following } from './following.ts';
import { contextOf, optionsInside, readingsOf } from './following.ts';
import { readElsewhere } from './given-elsewhere.ts';
import type { Row } from './given-rows.ts';
import { Scope } from './plan/refs.ts';
import { bindWrite } from './run-write.ts';
import type { Moved } from './settle-change.ts';
import { printChangeGiven } from './sql/write-children.ts';

const openedFor = new WeakMap<Entity, Map<CreateEffect, Entity>>();

/** The entity with what the effect gives open to writing, whatever it says of that elsewhere. */
const openFor = (entity: Entity, effect: CreateEffect): Entity => {
  const ofEntity = openedFor.get(entity) ?? new Map<CreateEffect, Entity>();
  openedFor.set(entity, ofEntity);
  const known = ofEntity.get(effect);
  if (known) return known;
  const open = (fields: readonly Field[], given: ReadonlySet<string>): readonly Field[] =>
    fields.map((field) => (given.has(field.column) ? { ...field, readOnly: false, visible: true } : field));
  const children = entity.children.map((child): Child => {
    const items = effect.lists.find(({ name }) => name === child.name)?.items;
    if (items === undefined) return child;
    const given = new Set(items.flatMap((fields) => fields.map(({ key }) => key)));
    const rows = { ...child.entity, fields: open(child.entity.fields, given) };
    return { ...child, visible: true, readOnly: false, entity: rows };
  });
  const fields = open(entity.fields, new Set(effect.fields.map(({ key }) => key)));
  const found: Entity = { ...entity, fields, children };
  ofEntity.set(effect, found);
  return found;
};

export const targetOf = ({ write }: Following, { entity }: CreateEffect): Entity => {
  const target = write.context.model.entities[entity];
  if (target === undefined) throw new Error(`no entity '${entity}'`);
  return target;
};

/** Creates one for each reading, and gives their ids in order. Raises RECORD_EFFECT_INVALID, RECORD_EFFECT_MISSING, RECORD_*. */
const createFor = async (
  following: Following,
  { title: transition }: Transition,
  effect: CreateEffect,
  readings: readonly Reading[],
): Promise<readonly number[]> => {
  if (readings.length === 0) return [];
  const { write, inside, doors } = following;
  const target = targetOf(following, effect);
  const elsewhere = await readElsewhere(following, transition, givenFields(effect), readings);
  const rows = readings.map((reading) => givenRecord(target, effect, reading, elsewhere));
  const { title } = target;
  const options = optionsInside(write.options, undefined);
  options.followed?.add({ title, what: 'created', rows: rows.length });
  try {
    return await doors.insert(inside, contextOf(following, target), openFor(target, effect), rows, options);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'RECORD_INVALID') throw error;
    throw new Refusal(
      'RECORD_EFFECT_INVALID',
      { transition, title, reasons: '' },
      { reasons: error.failures, cause: error },
    );
  }
};

/** What of the record, or of a row of it, a new one is made from; each with its place. */
const placesOf = async (
  { write, transaction }: Following,
  transition: Transition,
  effect: CreateEffect,
  records: readonly Row[],
  moment: Moment,
) => {
  const unpointed = records.flatMap((record, index) =>
    readingsOf(record, effect.rows).flatMap((side, row) => {
      const pointed = effect.into !== undefined && (side.record[effect.into] ?? null) !== null;
      return pointed ? [] : [{ index, row, side }];
    }),
  );
  const sides = unpointed.map(({ side }) => side);
  const readings = await effectReadings(write, transaction, transition, effect, sides, moment);
  return unpointed.flatMap(({ index, row }, at) => {
    const reading = readings[at];
    return reading !== undefined && comesToBe(effect, reading) ? [{ index, row, reading }] : [];
  });
};

/**
 * Creates what the records are to point at, before they are written, and gives them with the relations filled in; of
 * effects in order, so that one may point at what another made.
 */
export const createInto = async (
  following: Following,
  transition: Transition,
  records: readonly Row[],
  moment: Moment,
): Promise<readonly Row[]> => {
  let filled = records;
  for (const effect of transition.effects ?? []) {
    if (effect.kind === 'move' || effect.into === undefined) continue;
    const { into, rows } = effect;
    const places = await placesOf(following, transition, effect, filled, moment);
    const readings = places.map(({ reading }) => reading);
    const ids = await createFor(following, transition, effect, readings);
    const made = new Map(places.map(({ index, row }, at) => [`${index}.${row}`, ids[at]]));
    filled = filled.map((record, index) => {
      const point = (one: Row, row: number): Row => ({
        ...one,
        [into]: made.get(`${index}.${row}`) ?? one[into] ?? null,
      });
      if (rows === undefined) return point(record, 0);
      return { ...record, [rows]: readingsOf(record, rows).map((one, row) => point(one.record, row)) };
    });
  }
  return filled;
};

/** The rows of a list of the records, with their relation of that wire name and that to their owner. */
export const ownedIn = ({ write: { context } }: Following, list: string, into: string) => {
  const { model, entity } = context;
  const owned = model.entities[entity.children.find(({ name }) => name === list)?.entity.name ?? ''];
  const field = owned?.fields.find(({ column }) => column === into);
  if (owned?.owner === undefined || field === undefined) throw new Error(`no relation '${into}' in '${list}'`);
  return { owned, field, owner: owned.owner.relation };
};

/** Writes relations of rows that records own. */
export const pointRows = async (
  following: Following,
  list: string,
  into: string,
  rows: readonly { readonly id: unknown; readonly to: unknown }[],
): Promise<void> => {
  const { write, transaction } = following;
  const { model, access } = write.context;
  if (rows.length === 0) return;
  const { owned, field } = ownedIn(following, list, into);
  const scope = new Scope(model, access, owned, 't');
  const given = rows.map(({ id, to }) => ({ id, [into]: to }));
  const printed = printChangeGiven(scope, [scope.own(field.name)]);
  await transaction.query(bindWrite(write, printed, { rows: JSON.stringify(given) }));
};

/** Lets the rows of the records, once these are written, point at what was created for them. */
export const fillRows = async (
  following: Following,
  transition: Transition,
  moved: readonly Moved[],
): Promise<void> => {
  for (const effect of transition.effects ?? []) {
    if (effect.kind === 'move' || effect.into === undefined || effect.rows === undefined) continue;
    const { into, rows } = effect;
    const filled = moved.flatMap(({ before, record }) => {
      const stood = new Map(readingsOf(before, rows).map(({ record: row }) => [row['id'], row[into]]));
      return readingsOf(record, rows).flatMap(({ record: { id, [into]: to } }) =>
        differs(stood.get(id), to) ? [{ id, to }] : [],
      );
    });
    await pointRows(following, rows, into, filled);
  }
};

/** Creates what points at the records by itself, once they are written. */
export const createBehind = async (
  following: Following,
  transition: Transition,
  effect: CreateEffect,
  moved: readonly Moved[],
  moment: Moment,
): Promise<void> => {
  const records = moved.map(({ record }) => record);
  const places = await placesOf(following, transition, effect, records, moment);
  const readings = places.map(({ reading }) => reading);
  await createFor(following, transition, effect, readings);
};
