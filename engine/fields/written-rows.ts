/**
 * What a transition writes to the lists of rows that a record owns. In: the record as it becomes, with what was asked for.
 * Out: its lists, rows that are there changed and one added; and what of that does not fit.
 */
import type { FieldFailure } from '../core/errors.ts';
import type { Reading, Values } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import { addedKeys, changedKeys } from '../model/effects.ts';
import type { RowsAddition, RowsChange, RowsWritten, Transition } from '../model/state-types.ts';
import type { Child, Entity } from '../model/types.ts';
import { rowSuffix } from './describe-failure.ts';
import { fits, isEmpty } from './record-expressions.ts';
import type { Elsewhere } from './record-transition.ts';
import { comesToBe, givenValues } from './record-transition.ts';

const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

export const rowsIn = (record: Values, list: string): readonly Values[] => {
  const rows = record[list];
  return Array.isArray(rows) ? rows.filter(isRow) : [];
};

/** The lists of the entity that the transition writes. */
export const writtenLists = (
  entity: Entity,
  { rows = [] }: Pick<Transition, 'rows'>,
): readonly { readonly child: Child; readonly written: RowsWritten }[] =>
  rows.flatMap((written) => {
    const child = entity.children.find(({ name }) => name === written.list);
    return child === undefined ? [] : [{ child, written }];
  });

/** What expressions of a change read: the row, and the record above it. */
export const changeReadings = (record: Values, list: string, moment: Moment): readonly Reading[] =>
  rowsIn(record, list).map((row) => ({ record: row, parent: record, ...moment }));

/** `reading`: the row as it is, with what is read behind it. */
const changed = (child: Child, row: Values, change: RowsChange, reading: Reading, elsewhere: Elsewhere): Values => {
  if (!comesToBe(change, reading)) return row;
  const emptied = Object.fromEntries(change.emptied.map((key) => [key, null]));
  return { ...row, ...emptied, ...givenValues(child.entity, change.fields, reading, elsewhere) };
};

const added = (
  child: Child,
  add: RowsAddition,
  asked: Values,
  { before, reading }: { readonly before: Reading; readonly reading: Reading },
  elsewhere: Elsewhere,
): Values => {
  const begun = child.entity.fields.flatMap((field): [string, unknown][] =>
    field.default === undefined ? [] : [[field.column, field.default]],
  );
  return {
    ...Object.fromEntries(begun),
    ...asked,
    ...givenValues(child.entity, add.former, before, elsewhere),
    ...givenValues(child.entity, add.fields, reading, elsewhere),
  };
};

/** A record as it is stored, and as it becomes: rows only come to its lists, at their end. */
interface Change {
  readonly before: Values;
  readonly record: Values;
}

/** Gives a row of a list with what is read behind it. */
export type WithBehind = (list: string, reading: Reading) => Reading;

/**
 * The lists as they become, by name. `asked`: the row that each adds, as far as a person filled it in. The records have what
 * is read behind them.
 */
export const writtenRows = (
  entity: Entity,
  transition: Transition,
  { before, record }: Change,
  asked: Values,
  moment: Moment,
  elsewhere: Elsewhere,
  withBehind: WithBehind = (_list, reading) => reading,
): Values =>
  Object.fromEntries(
    writtenLists(entity, transition).map(({ child, written: { list, change, add } }) => {
      const there =
        change === undefined
          ? rowsIn(record, list)
          : changeReadings(record, list, moment).map((reading) =>
              changed(child, reading.record, change, withBehind(list, reading), elsewhere),
            );
      const reading: Reading = { record, ...moment };
      if (add === undefined || !comesToBe(add, reading)) return [list, there];
      const readings = { before: { record: before, ...moment }, reading };
      return [list, [...there, added(child, add, rowsIn(asked, list)[0] ?? {}, readings, elsewhere)]];
    }),
  );

/** What of the rows cannot be stored: values that are given and do not fit, fields that must be filled in, rows beyond the most. */
export const writtenRowFailures = (
  entity: Entity,
  shown: Entity,
  transition: Transition,
  { before, record }: Change,
  place: Readonly<Record<string, number>>,
): readonly FieldFailure[] =>
  writtenLists(entity, transition).flatMap(({ child, written }): FieldFailure[] => {
    const { list, add } = written;
    const rows = rowsIn(record, list);
    const stood = rowsIn(before, list).length;
    const open = shown.children.find(({ name }) => name === list)?.entity;
    const unseen: FieldFailure = {
      code: 'TRANSITION_UNSEEN',
      params: { transition: transition.title },
      at: { entity: entity.name, field: entity.states?.key ?? '', ...place },
    };
    if (rows.length > child.maxItems) {
      const params = { field: child.title, limit: child.maxItems };
      const at = { entity: entity.name, field: list, ...place };
      return open === undefined ? [unseen] : [{ code: 'VALIDATION_MAX_ITEMS', params, at }];
    }
    return rows.flatMap((row, index): FieldFailure[] => {
      const isNew = index >= stood;
      const given = new Set(isNew ? addedKeys(written) : changedKeys(written));
      const required = new Set(isNew ? add?.required : []);
      return child.entity.fields.flatMap((field): FieldFailure[] => {
        const { column } = field;
        if (!given.has(column) && !required.has(column)) return [];
        const value = row[column];
        const missing = isEmpty(value) && (field.required || required.has(column));
        if (!missing && (isEmpty(value) || fits(field, value))) return [];
        if (open?.fields.some((one) => one.column === column) !== true) return [unseen];
        const params = { field: isNew ? field.title : `${field.title}${rowSuffix(child, index)}` };
        const at = { entity: entity.name, field: `${list}.${index}.${column}`, ...place };
        return [{ code: missing ? 'VALIDATION_REQUIRED' : 'VALIDATION_COMPUTED', params, at }];
      });
    });
  });

/**
 * The places of the rows that a transition adds, by list. What is told of such a row stands where it was asked for: at the
 * first of those that were sent.
 */
export const addedPlaces = ({ rows = [] }: Transition, before: Values): Readonly<Record<string, number>> =>
  Object.fromEntries(rows.flatMap(({ list, add }) => (add ? [[list, rowsIn(before, list).length]] : [])));

export const atAskedRow = (
  transition: Transition,
  before: Values,
  failures: readonly FieldFailure[],
): readonly FieldFailure[] =>
  Object.entries(addedPlaces(transition, before)).reduce((told, [list, place]) => {
    const prefix = `${list}.${place}.`;
    return told.map((one) =>
      one.at.field?.startsWith(prefix)
        ? { ...one, at: { ...one.at, field: `${list}.0.${one.at.field.slice(prefix.length)}` } }
        : one,
    );
  }, failures);
