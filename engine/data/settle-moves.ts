/**
 * Records of which a transition is made: refused where it may not be, else with what it asked for and what it sets. What its
 * expressions read of other records is brought for all of them together, step by step: as they stand, with what was asked
 * for, as they become.
 */
import type { FieldFailure } from '../core/errors.ts';
import type { Moment } from '../expressions/functions.ts';
import { ownKey } from '../expressions/keys-in.ts';
import type { Expression, TargetRead } from '../expressions/types.ts';
import { computeRecord, expressionFailures } from '../fields/record-expressions.ts';
import type { Elsewhere } from '../fields/record-transition.ts';
import { outcomeFailures, setValues } from '../fields/record-transition.ts';
import { atAskedRow, changeReadings, writtenRowFailures, writtenRows } from '../fields/written-rows.ts';
import { intoKeys, ownExpressions, partExpressions } from '../model/effects.ts';
import type { Transition } from '../model/state-types.ts';
import type { Entity } from '../model/types.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { holdOf } from './hold-of.ts';
import type { PlanContext } from './plan/context.ts';
import type { Behind, BehindReading } from './read-behind.ts';
import { behindOf } from './read-behind.ts';
import type { WithLinked } from './read-linked.ts';
import type { Write } from './run-write.ts';
import type { Settled } from './settle-rows.ts';
import { laidOver, pick, withComputed } from './settle-rows.ts';
import { moveFailures, moveRuleFailures } from './settle-states.ts';

/** What the expressions of a transition read of others: those over the record, and those over the rows that it changes. */
export interface MoveBehind {
  readonly own: Behind;
  readonly rows: ReadonlyMap<string, Behind>;
}

export const moveBehind = (write: Write, transaction: Queryable, transition: Transition): MoveBehind => {
  const held =
    (list?: string) =>
    ({ relation, ofOwner }: TargetRead) =>
      holdOf(write, transition, relation, ofOwner === true ? undefined : list);
  const rows = (transition.rows ?? []).flatMap(({ list, change }): (readonly [string, Behind])[] =>
    change === undefined ? [] : [[list, behindOf(write, transaction, partExpressions(change), held(list))]],
  );
  const also = write.context.entity.expressions?.targetRules?.map(({ must }) => must);
  return { own: behindOf(write, transaction, ownExpressions(transition), held(), { also }), rows: new Map(rows) };
};

/** What a transition is made with, whatever the record. */
export interface Move {
  readonly transition: Transition;
  readonly shown: Entity;
  readonly moment: Moment;
  /** Of each record what it asked for; of rows that are added apart. */
  readonly changes: readonly Row[];
  readonly asked: readonly Row[];
  readonly withLinked: WithLinked;
  readonly elsewhere: Elsewhere;
  readonly behind: MoveBehind;
}

/** Stands for a record that is still to be created. */
export const unmade = -1;

/** What of a transition does not rest on a record that is still to be created. */
const asFarAsMade = (transition: Transition, record: Row): Transition => {
  const rests = (expression: Expression): boolean =>
    (expression.targets ?? []).some(({ relation }) => record[ownKey(relation)] === unmade);
  const { rules = [], set, required } = transition;
  const later = new Set(
    set.flatMap(({ key, value }) => (value !== null && typeof value === 'object' && rests(value) ? [key] : [])),
  );
  return {
    ...transition,
    rules: rules.filter(({ must }) => !rests(must)),
    set: set.filter(({ key }) => !later.has(key)),
    required: required.filter((key) => !later.has(key)),
  };
};

/** Each with what lies behind the record that it has. */
const beside = async <T>(
  behind: Behind,
  items: readonly T[],
  recordOf: (item: T) => Row,
): Promise<readonly (readonly [T, BehindReading])[]> => {
  const readings = await behind.bring(items.map((item) => ({ record: recordOf(item) })));
  return items.flatMap((item, index) => {
    const reading = readings[index];
    return reading === undefined ? [] : [[item, reading] as const];
  });
};

/** A record as it is stored, as it stands with what is read, and as it becomes. */
interface Becoming {
  readonly stored: Row;
  readonly change: Row;
  readonly made: Row;
  readonly standing: BehindReading;
  readonly set: Row;
  readonly record: Row;
}

const outcomeOf = (
  context: PlanContext,
  { transition: whole, shown, moment }: Move,
  { stored, change, made, standing, set, record }: Becoming,
  outcome: BehindReading,
  place: Readonly<Record<string, number>>,
): Settled => {
  const { entity } = context;
  const barred = moveFailures(context, shown, whole, standing, moment, place);
  if (barred.length > 0) return { row: change, record: stored, failures: barred };
  const transition = asFarAsMade(whole, record);
  const row = withComputed(entity, { ...change, ...set, ...pick(made, intoKeys(transition)) }, record);
  const unfit: readonly FieldFailure[] = [
    ...outcomeFailures(entity, shown, transition, record, place),
    ...writtenRowFailures(entity, shown, transition, { before: stored, record }, place),
  ];
  const ruled = moveRuleFailures(context, shown, transition, outcome, moment, place);
  const told = new Set([...unfit, ...ruled].map(({ at }) => at.field));
  // What the engine lets it point at is no change of anybody's.
  const before = { ...stored, ...made };
  const broken = expressionFailures({ entity, shown, record, before, moment, moves: true }, place);
  const failures = [...unfit, ...ruled, ...broken.filter(({ at }) => !told.has(at.field))];
  return { row, record, failures: atAskedRow(transition, stored, failures) };
};

/** `made`: of each its relations to what was created for it, and lists whose rows have such. */
export const settleMoves = async (
  context: PlanContext,
  move: Move,
  all: readonly Row[],
  placeOf: (row: Row) => Readonly<Record<string, number>>,
  made: readonly Row[],
): Promise<readonly Settled[]> => {
  const { entity } = context;
  const { transition, moment, withLinked, behind } = move;
  const standing = await beside(behind.own, all, withLinked);
  const laid = await beside(
    behind.own,
    standing.map(([stored, stands], index) => {
      const given = made[index] ?? {};
      const change = move.changes[index] ?? {};
      const record = withLinked({ ...laidOver(entity, stored, change), ...given });
      return { stored, change, made: given, standing: stands, record };
    }),
    ({ record }) => record,
  );
  const become = await beside(
    behind.own,
    laid.map(([one, { record }]) => {
      const set = setValues(entity, transition, record, moment);
      return { ...one, set, record: { ...one.record, ...set } };
    }),
    ({ record }) => record,
  );
  for (const [list, ofRows] of behind.rows)
    await ofRows.bring(become.flatMap(([{ record }]) => changeReadings(record, list, moment)));
  const settled = await beside(
    behind.own,
    become.map(([one, { record }], index): Becoming => {
      const change = { before: one.standing.record, record };
      const asked = move.asked[index] ?? {};
      const lists = writtenRows(entity, transition, change, asked, moment, move.elsewhere, (list, reading) => ({
        ...reading,
        ...behind.rows.get(list)?.lay(reading),
      }));
      return { ...one, record: computeRecord(entity, { ...one.record, ...lists }, moment) };
    }),
    ({ record }) => record,
  );
  return settled.map(([one, outcome]) => outcomeOf(context, move, one, outcome, placeOf(one.stored)));
};
