/**
 * What fields that a transition asks for begin with, of each record by itself (`begins`). In: records as they are stored, with
 * what is read for the transition. Out: the values that come to each where the caller left the field out and nothing stands in
 * it. What the caller may not read all of, may not write, or does not find on the record's form begins with nothing.
 */
import { writableInMove } from '../access/may-move.ts';
import { seenBegins } from '../contract/seen-begins.ts';
import type { Moment } from '../expressions/functions.ts';
import { computeRecord, conditionsAt, isEmpty } from '../fields/record-expressions.ts';
import { writableChildren, writableFields } from '../fields/record-schema.ts';
import { begunValues } from '../fields/record-transition.ts';
import { rowsIn } from '../fields/written-rows.ts';
import type { BegunField, Transition } from '../model/state-types.ts';
import type { Entity } from '../model/types.ts';
import type { Row } from './given-rows.ts';
import type { PlanContext } from './plan/context.ts';
import type { BehindReading } from './read-behind.ts';
import { isUnseen } from './read-behind.ts';

/** Those of a list of a transition's, with what its new row is made from. */
interface BegunRow {
  readonly list: string;
  readonly entity: Entity;
  readonly begins: readonly BegunField[];
}

/** What may begin in a call, whatever the record. */
export interface Beginnings {
  readonly fields: readonly BegunField[];
  readonly rows: readonly BegunRow[];
}

export const nothingBegins: Beginnings = { fields: [], rows: [] };

/** `change`, `added`: what the caller names, `null` among it, which begins with nothing else. */
export const beginningsOf = (
  { model, access, entity }: PlanContext,
  transition: Transition,
  { change, added }: { readonly change: Row; readonly added: Row },
): Beginnings => {
  const { asked } = writableInMove(access, entity, transition);
  const open = (from: Entity, begins: readonly BegunField[] = [], named: Row = {}): readonly BegunField[] => {
    const columns = new Set(writableFields(from).map(({ column }) => column));
    const left = begins.filter(({ key }) => columns.has(key) && !Object.hasOwn(named, key));
    return seenBegins(model, access, entity, left);
  };
  const lists = writableChildren(asked);
  const rows = (transition.rows ?? []).flatMap(({ list, add }): BegunRow[] => {
    const child = lists.find(({ name }) => name === list);
    if (child === undefined || add === undefined) return [];
    const begins = open(child.entity, add.begins, rowsIn(added, list)[0]);
    return begins.length === 0 ? [] : [{ list, entity: child.entity, begins }];
  });
  return { fields: open(asked, transition.begins, change), rows };
};

/** Wire names of the fields of the record. */
export const begunKeys = ({ fields }: Beginnings): readonly string[] => fields.map(({ key }) => key);

/** The record with what is read behind its relations. */
type Standing = Pick<BehindReading, 'record' | 'unseen'>;

const valuesFor = (entity: Entity, begins: readonly BegunField[], reading: Standing, moment: Moment): Row =>
  begunValues(
    entity,
    begins.filter(({ value }) => !isUnseen(value, reading)),
    { record: reading.record, ...moment },
  );

/** Without what the record as it becomes hides: the dialog would not ask for it, unless it must have a value. */
const shownOnly = (entity: Entity, { required }: Transition, record: Row, begun: Row, moment: Moment): Row => {
  if (!entity.expressions?.conditions.some(({ key, kind }) => kind === 'visible' && Object.hasOwn(begun, key)))
    return begun;
  const whole = computeRecord(entity, { ...record, ...begun }, moment);
  const { hidden } = conditionsAt(entity.expressions, whole, undefined, moment);
  return Object.fromEntries(Object.entries(begun).filter(([key]) => !hidden.has(key) || required.includes(key)));
};

/** What comes to one record, and to the new rows of its lists. `change`: what the caller gives it. */
export const begin = (
  { entity }: PlanContext,
  transition: Transition,
  { fields, rows }: Beginnings,
  { standing, change }: { readonly standing: Standing; readonly change: Row },
  moment: Moment,
): { readonly record: Row; readonly rows: Row } => {
  const { record } = standing;
  const empty = fields.filter(({ key }) => isEmpty(record[key]));
  const begun = valuesFor(entity, empty, standing, moment);
  const lists = rows.map(
    ({ list, entity: owned, begins }) => [list, valuesFor(owned, begins, standing, moment)] as const,
  );
  return {
    record: shownOnly(entity, transition, { ...record, ...change }, begun, moment),
    rows: Object.fromEntries(lists),
  };
};

/** The rows that are asked for, with what they begin with. */
export const withBegunRows = (added: Row, rows: Row): Row => ({
  ...added,
  ...Object.fromEntries(
    Object.entries(rows).map(([list, begun]) => [list, [{ ...(begun as Row), ...rowsIn(added, list)[0] }]]),
  ),
});
