/**
 * Fields that are filled from what a relation of the record knows (`x-filled-from`). In: rows as they are sent, before
 * anything is asked of them. Out: what comes to each. A value that is given, `null` among them, stays, and so does one that
 * is stored; what the caller may not read of the target, or may not write, is not filled.
 */
import { comparableFields } from '../access/visible-entity.ts';
import { oncePer } from '../core/once-per.ts';
import { targetsFirst } from '../core/targets-first.ts';
import type { Moment } from '../expressions/functions.ts';
import { momentIn } from '../expressions/moment-in.ts';
import { computeRecord, conditionsAt, fits, isEmpty } from '../fields/record-expressions.ts';
import { writableFields } from '../fields/record-schema.ts';
import { hasTable } from '../model/has-table.ts';
import type { Entity, Field } from '../model/types.ts';
import { bindInputs } from './bind.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import type { PlanContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import { rightConditions } from './plan/row-scope.ts';
import { readBody } from './read-stored.ts';
import type { Write, Written } from './run-write.ts';
import { printTargets } from './sql/pointing.ts';
import type { Hold } from './sql/targets.ts';
import { within } from './within.ts';

/** What one relation fills. */
export interface Filling {
  readonly relation: Field;
  readonly fields: readonly { readonly field: Field; readonly from: string }[];
}

/** Those whose relation is itself filled come behind what fills it. */
const inOrder = (fillings: readonly Filling[]): readonly Filling[] => {
  const byRelation = new Map(fillings.map((filling) => [filling.relation.name, filling]));
  const filledBy = (name: string): readonly string[] =>
    fillings.flatMap(({ relation, fields }) =>
      fields.some(({ field }) => field.name === name) ? [relation.name] : [],
    );
  return targetsFirst(byRelation.keys(), filledBy).flatMap((name) => byRelation.get(name) ?? []);
};

/** By relation. In: the record as the caller may write it. */
export const fillingsOf = oncePer((writable: Entity): readonly Filling[] => {
  const filled = writableFields(writable).flatMap((field) =>
    field.filledFrom === undefined
      ? []
      : [{ field, relation: field.filledFrom.relation, from: field.filledFrom.field }],
  );
  const fillings = [...Map.groupBy(filled, ({ relation }) => relation)].flatMap(([name, fields]): Filling[] => {
    const relation = writable.fields.find((one) => one.name === name);
    return relation === undefined ? [] : [{ relation, fields: fields.map(({ field, from }) => ({ field, from })) }];
  });
  return inOrder(fillings);
});

/** Those that a change of these values may fill: it names the relation, or fills it, and does not name the field. */
export const fillingsOfChange = (writable: Entity, change: Row): readonly Filling[] => {
  const moved = new Set(Object.keys(change).filter((key) => !isEmpty(change[key])));
  return fillingsOf(writable).flatMap(({ relation, fields }): Filling[] => {
    const open = fields.filter(({ field }) => !Object.hasOwn(change, field.column));
    if (!moved.has(relation.column) || open.length === 0) return [];
    for (const { field } of open) moved.add(field.column);
    return [{ relation, fields: open }];
  });
};

/** Wire names of the fields, and of the relations. */
export const filledKeys = (fillings: readonly Filling[]): readonly string[] =>
  fillings.flatMap(({ fields }) => fields.map(({ field }) => field.column));
export const fillingKeys = (fillings: readonly Filling[]): readonly string[] => [
  ...fillings.map(({ relation }) => relation.column),
  ...filledKeys(fillings),
];

/** Whether any of the new rows may be filled. */
export const isFillable = (writable: Entity, rows: readonly Row[]): boolean =>
  rows.some((row) => fillingsOfChange(writable, row).length > 0);

/** Who fills rows, and how what they are filled from is held meanwhile; what is only tried holds nothing. */
interface Filler {
  readonly context: PlanContext;
  readonly queryable: Queryable;
  readonly hold: Hold | undefined;
}

export const fillerOf = ({ context, options }: Write, queryable: Queryable): Filler => ({
  context,
  queryable,
  hold: options.rollback ? undefined : 'share',
});

/** By their ids, those of the targets that the caller may see, as far as it may. */
const readTargets = async (
  { context: { model, access, timeZone }, queryable, hold }: Filler,
  { relation, fields }: Filling,
  ids: readonly number[],
): Promise<ReadonlyMap<unknown, Row>> => {
  const target = model.entities[relation.relation?.entity ?? ''];
  if (target === undefined || ids.length === 0) return new Map();
  const wanted = new Set(fields.map(({ from }) => from));
  const open = comparableFields(model, access, target).filter(({ name }) => wanted.has(name));
  if (open.length === 0) return new Map();
  const scope = new Scope(model, access, target, 't');
  const refs = open.map(({ name }) => scope.own(name));
  const printed = printTargets(scope, rightConditions(access, scope), refs, hasTable(target) ? hold : undefined);
  const asked = bindInputs({ access, timeZone }, printed, { rows: JSON.stringify([...new Set(ids)]) });
  const rows = await readBody(queryable, asked);
  const names = new Map(open.map(({ name, column }) => [column, name]));
  return new Map(
    rows
      .filter((row) => row['_seen'] === true)
      .map((row) => [
        row['id'],
        Object.fromEntries(Object.entries(row).map(([column, value]) => [names.get(column) ?? column, value])),
      ]),
  );
};

/** Without what the record as it becomes hides or closes: the form would not show it, or not take it. */
const openOnly = (entity: Entity, record: Row, filled: Row, moment: Moment): Row => {
  const { expressions } = entity;
  const lock = expressions?.lock?.keys ?? [];
  const asked = new Set([...lock, ...(expressions?.conditions ?? []).map(({ key }) => key)]);
  if (!Object.keys(filled).some((key) => asked.has(key))) return filled;
  const whole = computeRecord(entity, { ...record, ...filled }, moment);
  const { hidden, readOnly } = conditionsAt(expressions, whole, undefined, moment);
  return Object.fromEntries(Object.entries(filled).filter(([key]) => !hidden.has(key) && !readOnly.has(key)));
};

/** Of one field of one record: whether it is to be filled, with what the relation now points at. */
type Wants = (index: number, filling: Filling, field: Field, target: number) => boolean;

/** What comes to each of the records, by wire names. */
const fill = async (
  filler: Filler,
  fillings: readonly Filling[],
  records: readonly Row[],
  wants: Wants,
): Promise<readonly Row[]> => {
  const { entity, timeZone } = filler.context;
  const moment = momentIn(timeZone);
  let filled: readonly Row[] = records.map(() => ({}));
  for (const filling of fillings) {
    const { relation, fields } = filling;
    const asked = records.map((record, index) => {
      const target = filled[index]?.[relation.column] ?? record[relation.column];
      const open = typeof target === 'number' ? fields.filter(({ field }) => wants(index, filling, field, target)) : [];
      return { target, open };
    });
    const ids = asked.flatMap(({ target, open }) => (open.length === 0 ? [] : [Number(target)]));
    const targets = await readTargets(filler, filling, ids);
    filled = filled.map((before, index) => {
      const { target, open = [] } = asked[index] ?? {};
      const found = targets.get(target);
      if (found === undefined) return before;
      const more = Object.fromEntries(
        open.flatMap(({ field, from }) => {
          const value = found[from];
          return isEmpty(value) || !fits(field, value) ? [] : [[field.column, value]];
        }),
      );
      return { ...before, ...openOnly(entity, { ...records[index], ...before }, more, moment) };
    });
  }
  return filled;
};

const defaultsOf = (entity: Entity): Row =>
  Object.fromEntries(
    entity.fields.flatMap((field) => (field.default === undefined ? [] : [[field.column, field.default]])),
  );

/** What comes to new rows, each in its place: to a field that is absent, not to one that is null. */
export const fillNew = (filler: Filler, writable: Entity, rows: readonly Row[]): Promise<readonly Row[]> => {
  const begun = defaultsOf(filler.context.entity);
  const records = rows.map((row) => ({ ...begun, ...row }));
  const wants: Wants = (index, _filling, { column }) => rows[index]?.[column] === undefined;
  return fill(filler, fillingsOf(writable), records, wants);
};

/**
 * What comes to records that are there, each in its place: to a field that is empty and not named, where the relation is
 * another than before. `changes`: of each, what is written of it.
 */
export const fillChanged = (
  filler: Filler,
  fillings: readonly Filling[],
  stored: readonly Row[],
  changes: readonly Row[],
): Promise<readonly Row[]> => {
  const records = stored.map((row, index) => ({ ...row, ...changes[index] }));
  const wants: Wants = (index, { relation }, { column }, target) =>
    changes[index]?.[column] === undefined &&
    isEmpty(stored[index]?.[column]) &&
    stored[index]?.[relation.column] !== target;
  return fill(filler, fillings, records, wants);
};

/** Ends the transaction of a dry run, and carries what it came to. */
class Tried extends Error {
  readonly written: Written;
  constructor(written: Written) {
    super('tried');
    this.written = written;
  }
}

/** A write whose rows are filled in the transaction that writes them, so that what they are filled from is held. */
export const fillingFirst = async (write: Write, run: (inside: Write) => Promise<Written>): Promise<Written> => {
  const { engine, options } = write;
  try {
    return await engine.database.transaction(async (transaction) => {
      const written = await run({ ...write, engine: within(engine, transaction) });
      if (options.rollback) throw new Tried(written);
      return written;
    });
  } catch (error) {
    if (error instanceof Tried) return error.written;
    throw error;
  }
};
