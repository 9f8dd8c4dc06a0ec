/**
 * What conditions and computed values make of a record while it is typed. Remembers the values before: only what rests on
 * those that changed is worked out anew, and what comes out the same stays the same object.
 */
import type { Values } from '../../expressions/evaluate.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import type { Moment } from '../../expressions/functions.ts';
import { computedValue, isLocked } from '../../fields/record-expressions.ts';
import { fixedValues } from '../../model/screen-entity.ts';
import type { Child, Entity, EntityExpressions } from '../../model/types.ts';
import { withKnownLock } from './known-lock.ts';

/** By wire name. */
export interface FieldStates {
  readonly hidden: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
  readonly computed: Values;
}

export interface ConditionsState extends FieldStates {
  /** Of owned rows, by the name of their array and their place in it. */
  readonly rows: Readonly<Record<string, readonly FieldStates[]>>;
}

const nothing: ReadonlySet<string> = new Set();
const none: FieldStates = { hidden: nothing, required: nothing, readOnly: nothing, computed: {} };
export const noConditions: ConditionsState = { ...none, rows: {} };

interface Memory {
  readonly values: Values;
  readonly parent: Values | undefined;
  readonly holds: readonly boolean[];
  readonly states: FieldStates;
}

const changedKeys = (before: Values, after: Values): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !Object.is(before[key], after[key]));

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((key) => b.has(key));

const keep = <T>(before: T | undefined, after: T, same: (a: T, b: T) => boolean): T =>
  before !== undefined && same(before, after) ? before : after;

/** `moved`: keys to work out anew; undefined for all. */
const settle = (
  entity: Entity,
  expressions: EntityExpressions,
  values: Values,
  parent: Values | undefined,
  moment: Moment,
  before: Memory | undefined,
): Memory => {
  const parentMoved = before?.parent !== parent;
  const moved =
    before && new Set(changedKeys(before.values, values).flatMap((key) => expressions.dependents[key]?.keys ?? []));
  const whole: Record<string, unknown> = { ...values };
  for (const one of expressions.computed)
    whole[one.key] =
      moved === undefined || moved.has(one.key)
        ? computedValue(entity, one, whole, moment)
        : before?.states.computed[one.key];
  const holds = expressions.conditions.map(({ key, expression }, index) => {
    const stays = moved !== undefined && !moved.has(key) && !(parentMoved && expression.parentReads.length > 0);
    return stays
      ? before?.holds[index] === true
      : evaluate(expression.tree, { record: whole, parent, ...moment }) === true;
  });
  const keysWhere = (kind: 'visible' | 'required' | 'readOnly', held: boolean): Set<string> =>
    new Set(
      expressions.conditions.flatMap((one, index) => (one.kind === kind && holds[index] === held ? [one.key] : [])),
    );
  const hidden = keysWhere('visible', false);
  const required = new Set([...keysWhere('required', true)].filter((key) => !hidden.has(key)));
  const readOnly = new Set([
    ...keysWhere('readOnly', true),
    ...(isLocked(expressions, whole, moment) ? (expressions.lock?.keys ?? []) : []),
  ]);
  const computed = Object.fromEntries(expressions.computed.map(({ key }) => [key, whole[key]]));
  const last = before?.states;
  const states: FieldStates = {
    hidden: keep(last?.hidden, hidden, sameSet),
    required: keep(last?.required, required, sameSet),
    readOnly: keep(last?.readOnly, readOnly, sameSet),
    computed: keep(last?.computed, computed, (a, b) => changedKeys(a, b).length === 0),
  };
  const same =
    last !== undefined &&
    (['hidden', 'required', 'readOnly', 'computed'] as const).every((name) => last[name] === states[name]);
  return { values, parent, holds, states: same ? last : states };
};

const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

const rowsIn = (values: Values, name: string): readonly Values[] => {
  const rows = values[name];
  return Array.isArray(rows) ? rows.filter(isRow) : [];
};

const sameItems = <T>(before: readonly T[], after: readonly T[]): readonly T[] =>
  before.length === after.length && after.every((one, index) => one === before[index]) ? before : after;

type RowMemories = Readonly<Record<string, readonly Memory[]>>;

/** The rows of one array. A row that is what it was, under an owner that is, is remembered whole. */
const settleRows = (
  { entity }: Child,
  rows: readonly Values[],
  owner: Values,
  moment: Moment,
  before: readonly Memory[],
): readonly Memory[] => {
  const { expressions } = entity;
  if (expressions === undefined) return before;
  const known = new Map(before.map((one) => [one.values, one]));
  const after = rows.map((row, index) => {
    const found = known.get(row);
    return found?.parent === owner ? found : settle(entity, expressions, row, owner, moment, found ?? before[index]);
  });
  return sameItems(before, after);
};

/** The record as its own expressions see it: its rows hold what is computed of them. */
const withComputedRows = (children: readonly Child[], values: Values, rows: RowMemories): Values =>
  Object.fromEntries([
    ...Object.entries(values),
    ...children
      .filter(({ name, entity }) => entity.expressions?.computed.length !== 0 && Array.isArray(values[name]))
      .map(({ name }) => [name, (rows[name] ?? []).map((one) => ({ ...one.values, ...one.states.computed }))]),
  ]);

/**
 * The function from the values of a form to what holds of them. Rows are remembered by themselves: a change of one row
 * leaves the states of the others as they are. `unsent`: what the form does not hold of the record.
 */
export const createConditions = (
  entity: Entity,
  moment: Moment,
  unsent: Values = {},
): ((values: Values) => ConditionsState) => {
  const { expressions } = withKnownLock(entity, unsent);
  const children = entity.children.filter((child) => child.entity.expressions !== undefined);
  if (expressions === undefined && children.length === 0) return () => noConditions;
  const ownerKeys = new Set(
    children.flatMap((child) =>
      (child.entity.expressions?.conditions ?? []).flatMap(({ expression }) => expression.parentReads),
    ),
  );
  const settleAll = (values: Values, owner: Values, before: RowMemories): RowMemories => {
    const after = children.map((child) => {
      const { name } = child;
      return [name, settleRows(child, rowsIn(values, name), owner, moment, before[name] ?? [])] as const;
    });
    return after.every(([name, memories]) => memories === before[name]) ? before : Object.fromEntries(after);
  };

  let rows: RowMemories = {};
  let owner: Values = {};
  let whole: Values | undefined;
  let record: Memory | undefined;
  let state: ConditionsState | undefined;
  // What every record of the screen has is in no form, nor is what nobody writes.
  const beside = { ...fixedValues(entity), ...unsent };
  return (typed) => {
    const values: Values = { ...beside, ...typed };
    const before = rows;
    // Rows first, for the record sums up what they come to; again where what they see of it has moved.
    rows = settleAll(values, owner, rows);
    const computedRows = withComputedRows(children, values, rows);
    // Rows that are as they were are no change of the record.
    whole =
      whole !== undefined && rows === before
        ? { ...computedRows, ...Object.fromEntries(children.map(({ name }) => [name, whole?.[name]])) }
        : computedRows;
    record = expressions && settle(entity, expressions, whole, undefined, moment, record);
    const seen: Values = { ...whole, ...record?.states.computed };
    const reduced = Object.fromEntries([...ownerKeys].map((key) => [key, seen[key]]));
    if (changedKeys(owner, reduced).length > 0) {
      owner = reduced;
      rows = settleAll(values, owner, rows);
    }
    state = nextState(state, record?.states ?? none, rows);
    return state;
  };
};

/** The state before where nothing of it moved, and of its rows those that did not. */
const nextState = (before: ConditionsState | undefined, own: FieldStates, memories: RowMemories): ConditionsState => {
  const rows = Object.fromEntries(
    Object.entries(memories).map(([name, list]) => [
      name,
      sameItems(
        before?.rows[name] ?? [],
        list.map(({ states }) => states),
      ),
    ]),
  );
  const sameRows = before !== undefined && Object.keys(rows).every((name) => rows[name] === before.rows[name]);
  const same =
    sameRows && (['hidden', 'required', 'readOnly', 'computed'] as const).every((name) => before[name] === own[name]);
  return same ? before : { ...own, rows: sameRows ? before.rows : rows };
};
