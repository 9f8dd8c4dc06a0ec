/**
 * What the fields of a new record begin with while it is filled in. In: the values as they stand, and what began before. Out:
 * the values with what begins now. What somebody wrote, or emptied, stays. Pure; the server works it out in the same order.
 */
import type { BegunRead, FormBegins } from '../../contract/screen-model.ts';
import type { Values } from '../../expressions/evaluate.ts';
import type { Moment } from '../../expressions/functions.ts';
import { isBeyond, joinKeys, ownKey } from '../../expressions/keys-in.ts';
import { computeRecord } from '../../fields/record-expressions.ts';
import { begunValues } from '../../fields/record-transition.ts';
import type { Beginning, Entity } from '../../model/types.ts';
import { isEmptyValue } from '../runtime/same-value.ts';

/** By wire name, what fields began with and nobody wrote; undefined where nothing came yet. A field that is not there is somebody's. */
export type Begun = ReadonlyMap<string, unknown>;

/** What a relation points at, by the keys of expressions; null while it is being read, undefined where it cannot be read. */
export type BehindOf = (read: BegunRead, id: number) => Values | null | undefined;

/** All that a form knows of what begins in it. */
export interface Beginnings {
  readonly entity: Entity;
  /** Absent: the record is there already. */
  readonly own?: FormBegins | undefined;
  readonly rows: Readonly<Record<string, FormBegins>>;
  /** What the form does not hold of the record. */
  readonly beside: Values;
  /** The form goes on with what was left unsaved. */
  readonly resumed?: boolean;
}

const none: Begun = new Map();

const filled = (value: unknown): unknown => (isEmptyValue(value) ? undefined : value);

/** Those that are empty are nobody's yet. */
export const unwritten = ({ fields }: FormBegins, values: Values): Begun =>
  new Map(fields.flatMap(({ key }) => (isEmptyValue(values[key]) ? [[key, undefined] as const] : [])));

/** Without those in which something else stands by now. */
export const stillBegun = (begun: Begun, values: Values): Begun => {
  const kept = [...begun].filter(([key, value]) => Object.is(filled(values[key]), value));
  return kept.length === begun.size ? begun : new Map(kept);
};

interface Around {
  readonly entity: Entity;
  /** Of a row: its record. */
  readonly parent?: Values;
  readonly beside?: Values;
  readonly moment: Moment;
  readonly behindOf: BehindOf;
  /** Which fields are hidden from the form, or closed in it, with some values. */
  readonly closedWith: (values: Values) => (column: string) => boolean;
}

/** What is read behind relations, by the keys of expressions, and the relations of which it is not there yet. */
const readBehind = (reads: readonly BegunRead[], record: Values, parent: Values | undefined, behindOf: BehindOf) => {
  const [own, above] = [{ ...record }, { ...parent }] as [Record<string, unknown>, Record<string, unknown>];
  const missing = new Set<string>();
  for (const read of reads) {
    const side = read.ofOwner === true ? above : own;
    const id = side[read.relation];
    if (typeof id !== 'number') continue;
    const there = behindOf(read, id);
    if (there === null) missing.add(`${read.ofOwner === true}.${read.relation}`);
    for (const [key, value] of Object.entries(there ?? {})) side[joinKeys(read.relation, key)] = value;
  }
  return { record: own, parent: above, missing };
};

const waitsFor = ({ value }: Beginning, missing: ReadonlySet<string>): boolean =>
  missing.size > 0 &&
  (value.reads.some((key) => isBeyond(key) && missing.has(`false.${ownKey(key)}`)) ||
    value.parentReads.some((key) => isBeyond(key) && missing.has(`true.${ownKey(key)}`)));

interface Laid {
  /** The same object where nothing moved. */
  readonly values: Values;
  readonly begun: Begun;
}

/** Conditions are asked for those fields alone that have one. */
const mayClose = ({ expressions }: Entity, key: string): boolean =>
  expressions?.lock?.keys.includes(key) === true || expressions?.conditions.some((one) => one.key === key) === true;

/** One record or row: those of `fields` in order, each over what began before it. */
const layFields = (
  fields: readonly Beginning[],
  reads: readonly BegunRead[],
  { values, begun }: Laid,
  { entity, parent, beside = {}, moment, behindOf, closedWith }: Around,
): Laid => {
  const next: Record<string, unknown> = { ...values };
  const after = new Map(begun);
  const open = fields.filter(({ key }) => begun.has(key));
  for (const { key } of open) delete next[key];
  for (const one of open) {
    const { key } = one;
    const reading = readBehind(reads, computeRecord(entity, { ...beside, ...next }, moment), parent, behindOf);
    if (waitsFor(one, reading.missing)) {
      // What stands there stays until it is known what comes.
      if (begun.get(key) !== undefined) next[key] = begun.get(key);
      continue;
    }
    const value = begunValues(entity, [one], { record: reading.record, parent: reading.parent, ...moment })[key];
    const isClosed = value !== undefined && mayClose(entity, key) && closedWith({ ...next, [key]: value })(key);
    if (value !== undefined && !isClosed) next[key] = value;
    after.set(key, next[key]);
  }
  const moved = open.some(({ key }) => !Object.is(next[key], filled(values[key])));
  return { values: moved ? next : values, begun: after };
};

/** The rows of a list, each with what began in it; a row that is there already begins nothing. */
export interface RowsBegun {
  readonly of: (row: Values) => Begun | undefined;
  readonly keep: (row: Values, begun: Begun) => void;
}

/** The form around what begins in it. */
export interface LaidForm {
  readonly beginnings: Beginnings;
  readonly moment: Moment;
  readonly behindOf: BehindOf;
  readonly closedWith: (values: Values) => (column: string) => boolean;
  readonly closedIn: (list: string, index: number, values: Values) => (column: string) => boolean;
  readonly rows: RowsBegun;
}

const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

const layRows = (list: string, values: Values, form: LaidForm): Values => {
  const { beginnings, moment, behindOf } = form;
  const { fields, reads } = beginnings.rows[list] ?? { fields: [], reads: [] };
  const entity = beginnings.entity.children.find(({ name }) => name === list)?.entity;
  const items = values[list];
  if (entity === undefined || !Array.isArray(items)) return values;
  const parent = computeRecord(beginnings.entity, { ...beginnings.beside, ...values }, moment);
  let rows: readonly unknown[] = items;
  for (const [index, row] of items.entries()) {
    const begun = isRow(row) ? form.rows.of(row) : undefined;
    if (!isRow(row) || begun === undefined) continue;
    const closedWith = (next: Values) => form.closedIn(list, index, { ...values, [list]: rows.with(index, next) });
    const beside = Object.fromEntries(
      entity.fields.flatMap(({ column, default: given, readOnly }) =>
        readOnly && given !== undefined ? [[column, given]] : [],
      ),
    );
    const laid = layFields(
      fields,
      reads,
      { values: row, begun },
      { entity, parent, beside, moment, behindOf, closedWith },
    );
    form.rows.keep(laid.values, laid.begun);
    if (laid.values !== row) rows = rows.with(index, laid.values);
  }
  return rows === items ? values : { ...values, [list]: rows };
};

/** The record with its rows: what rests on rows comes last. The same values where nothing moved. */
export const layBegun = (values: Values, begun: Begun | undefined, form: LaidForm): Laid => {
  const { entity, own, rows, beside } = form.beginnings;
  const around: Around = { ...form, entity, beside };
  const layOwn = (laid: Laid, afterRows: boolean): Laid =>
    own === undefined || begun === undefined
      ? laid
      : layFields(
          own.fields.filter((one) => (one.afterRows === true) === afterRows),
          own.reads,
          laid,
          around,
        );
  const first = layOwn({ values, begun: begun ?? none }, false);
  const withRows = Object.keys(rows).reduce((before, list) => layRows(list, before, form), first.values);
  return layOwn({ values: withRows, begun: first.begun }, true);
};

/** Of a form that goes on: what stands there as it would begin is nobody's yet; what is empty and would not be, was emptied. */
export const resumedBegun = (own: FormBegins, values: Values, form: LaidForm): Begun => {
  const { entity, beside } = form.beginnings;
  return new Map(
    own.fields.flatMap((one) => {
      const { key, value } = one;
      const stands = filled(values[key]);
      const begun: Begun = new Map([[key, undefined]]);
      const laid = layFields([one], own.reads, { values, begun }, { ...form, entity, beside });
      const isKnown = stands !== undefined || value.targets === undefined;
      return isKnown && Object.is(filled(laid.values[key]), stands) ? [[key, stands] as const] : [];
    }),
  );
};
