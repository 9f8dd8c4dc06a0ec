/**
 * What was deleted of a registry: listed newest first, and one of it brought back by an ordinary insert with the values
 * that it had. Rows inside the caller's scope, fields that the caller reads today.
 */

import type { KeyObject } from 'node:crypto';
import { mayAct } from '../access/may-act.ts';
import { writableEntity } from '../access/visible-entity.ts';
import type { ReadRequest } from '../contract/request.ts';
import { parseRequest } from '../contract/request.ts';
import type { DeletedRecord, RestoredRecord } from '../contract/screen-model.ts';
import { parseOrigin } from '../contract/write-origin.ts';
import { Refusal } from '../core/errors.ts';
import { fieldTypes } from '../fields/index.ts';
import { writableChildren, writableFields } from '../fields/record-schema.ts';
import { isPunctuated } from '../fields/stored-text.ts';
import { isWholeNumber } from '../fields/whole-number.ts';
import type { Entity, Field } from '../model/types.ts';
import { bindInputs, bindOnce } from './bind.ts';
import { cursorBinding, openCursor, sealCursor } from './cursor.ts';
import type { Queryable } from './database.ts';
import { inLabel, labelOf, partOf, sensitiveOf } from './history-part.ts';
import type { ListContext } from './plan/context.ts';
import { numberRefs, wordsIn } from './plan/plan-search.ts';
import { planColumn } from './plan/plan-select.ts';
import { Scope } from './plan/refs.ts';
import { scopeConditions } from './plan/row-scope.ts';
import type { Condition } from './plan/types.ts';
import type { WriteEngine, WriteOptions } from './run-write.ts';
import { printDeleted, printDeletedRows, printDeletions, printStanding } from './sql/deleted.ts';
import type { InputName, PrintedSql } from './sql/sql.ts';
import { insertRows } from './write-rows.ts';

type Row = Readonly<Record<string, unknown>>;
type Asked = Pick<ReadRequest, 'words' | 'limit' | 'cursor'>;

/** Records of a page. */
const [usualPage, largestPage] = [50, 200];

/** Raises ACCESS_DENIED. */
const checkAudit = ({ access, entity, screen }: ListContext): void => {
  if (!mayAct(access, entity, 'audit')) throw new Refusal('ACCESS_DENIED', { action: 'audit', title: screen.title });
};

/** A part of the label is told only by who may ask about it: what is covered stays out of words that people search by. */
const tellReads = (
  context: ListContext,
  scope: Scope,
  words: readonly string[],
  rows: readonly DeletedRecord[],
): void =>
  context.reads?.add({
    door: 'history',
    path: context.screen.path,
    record: undefined,
    filter: words.length > 0 ? ['q'] : [],
    fields: [
      ...new Set(
        inLabel(scope, context.entity.label).flatMap((field) =>
          sensitiveOf(
            context,
            scope,
            field,
            rows.map(({ label }) => label),
          ),
        ),
      ),
    ],
    rows: rows.length,
  });

/**
 * A page of what was deleted and is not there again. Raises ACCESS_DENIED without `audit`, REQUEST_CURSOR_INVALID,
 * REQUEST_LIMIT_TOO_LARGE.
 */
export const listDeleted = async (
  database: Queryable,
  secret: KeyObject,
  context: ListContext,
  { words, limit = usualPage, cursor }: Asked,
  logins: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<{ readonly rows: readonly DeletedRecord[]; readonly next: string | undefined }> => {
  checkAudit(context);
  if (limit > largestPage) throw new Refusal('REQUEST_LIMIT_TOO_LARGE', { limit, maximum: largestPage });
  const { model, access, entity, screen } = context;
  const scope = new Scope(model, access, entity, 't', screen, 'deleted');
  const part = partOf(context, scope);
  const binding = cursorBinding(['deleted', screen.path, access.key, access.own, words]);
  const keys = cursor === undefined ? undefined : openCursor(secret, binding, cursor);
  const where = [...scopeConditions(access, scope), ...wordConditions(scope, words)];
  const printed = printDeletions(part, where, limit + 1, keys !== undefined);
  type Told = Readonly<Record<'id' | 'at' | 'body', string>> & Readonly<Record<'by' | 'origin', string | null>>;
  const { rows } = await database.query<Told>(bindOnce(context, printed, { words, cursor: keys ?? [] }));
  const shown = rows.slice(0, limit);
  const names = await logins([...new Set(shown.flatMap(({ by }) => by ?? []))]);
  const told = shown.map(
    ({ id, at, by, origin, body }): DeletedRecord => ({
      id: Number(id),
      label: labelOf(context, part, JSON.parse(body) as Row),
      at,
      by: by === null ? null : (names.get(by) ?? `#${by}`),
      origin: origin === null ? null : parseOrigin(origin),
    }),
  );
  tellReads(context, scope, words, told);
  const last = shown.at(-1);
  return {
    rows: told,
    next: last && rows.length > limit ? sealCursor(secret, binding, [last.at, last.id]) : undefined,
  };
};

/** As the quick search of the registry; where it has none, in what the label is made of. */
const wordConditions = (scope: Scope, words: readonly string[]): readonly Condition[] => {
  const { search, searchNumbers = [], label } = scope.table.entity;
  const named = search.length + searchNumbers.length > 0 ? [] : inLabel(scope, label);
  const own = named.filter(({ type }) => fieldTypes[type].operators.includes('has'));
  const whole = named.filter(isWholeNumber);
  if (own.length + whole.length === 0) return wordsIn(scope, words);
  const refs = own.map(({ column }) => scope.column(column));
  const numbers = numberRefs(scope, whole);
  return words.map(
    (_word, index): Condition => ({
      kind: 'word',
      refs,
      stored: undefined,
      punctuated: own.filter(isPunctuated),
      numbers,
      value: { kind: 'word', index },
    }),
  );
};

/** The fields of new rows as they were, but for those that the caller gives no value. */
const outputOf = (scope: Scope, fields: readonly Field[]) =>
  fields.map(({ column }) => planColumn(scope, column, column));

/** Refuses what would come back without fields that the caller does not read: nobody would know that they are lost. */
const checkWhole = (context: ListContext, scope: Scope, entity: Entity): void => {
  const open = new Set(scope.fields.map(({ name }) => name));
  if (entity.fields.some((field) => field.visible && !field.writeOnly && !open.has(field.name)))
    throw new Refusal('RECORD_RESTORE_KEPT', { title: context.entity.title });
};

interface Deleted {
  readonly at: string;
  readonly version: number;
  readonly write: string;
  readonly body: string;
}

/**
 * Brings a deleted record back under its id, with the rows that it owned, by an insert like any other: rights, rules,
 * computed fields, numbers and states as of a new one. The id is safe to give again, for the database gives each one
 * once, and what still tells of the record (its history, its files) tells of it by this id. Raises ACCESS_DENIED,
 * RECORD_MISSING where it is not among the deleted, RECORD_RESTORE_KEPT, and the refusals of an insert.
 */
export const restoreDeleted = async (
  engine: WriteEngine,
  context: ListContext,
  id: string,
  options: WriteOptions,
): Promise<RestoredRecord> => {
  checkAudit(context);
  const { model, access, entity, screen } = context;
  const { database } = engine;
  const one = async <T>(printed: PrintedSql, inputs: Partial<Record<InputName, string>>): Promise<T | undefined> =>
    (await database.query<T>(bindInputs(context, printed, { id, ...inputs }))).rows[0];
  const scope = new Scope(model, access, entity, 't', screen, 'deleted');
  checkWhole(context, scope, entity);
  const where = scopeConditions(access, scope);
  const find = (): Promise<Deleted | undefined> =>
    one<Deleted>(printDeleted(scope, outputOf(scope, scope.fields), where), {});
  const found = await find();
  if (!found) throw new Refusal('RECORD_MISSING', { title: entity.title });
  const was = JSON.parse(found.body) as Row;

  const writable = writableEntity(access, entity);
  const lists = new Set(writableChildren(writable).map(({ name }) => name));
  // The same of the rows that it owned.
  if (entity.children.some(({ name, visible, readOnly }) => visible && !readOnly && !lists.has(name)))
    throw new Refusal('RECORD_RESTORE_KEPT', { title: entity.title });
  const values: Record<string, unknown> = {};
  for (const { column } of writableFields(writable)) values[column] = was[column];
  for (const { name, entity: rowsOf } of writableChildren(writable)) {
    const owned = entity.children.find((child) => child.name === name)?.entity;
    if (!owned?.owner) continue;
    const rows = new Scope(model, access, owned, 't', undefined, 'deleted');
    checkWhole(context, rows, owned);
    const ends = [rows.own(owned.owner.relation), rows.own(owned.owner.position)] as const;
    const printed = printDeletedRows(rows, outputOf(rows, writableFields(rowsOf)), ...ends);
    values[name] = JSON.parse((await one<{ body: string }>(printed, { after: found.write }))?.body ?? '[]');
  }
  // Its rows leave the history after it: while it is there, so were they.
  if (entity.children.length > 0 && !(await find())) throw new Refusal('RECORD_MISSING', { title: entity.title });
  const revived = { id, version: found.version + 1, after: found.at };
  await insertRows(engine, context, parseRequest('select=id'), values, { ...options, revived });
  const present = new Scope(model, access, entity, 't', screen);
  const now = await one<Deleted>(printStanding(present, outputOf(present, present.fields)), {});
  const is = now ? (JSON.parse(now.body) as Row) : was;
  const left = scope.fields.filter(({ column }) => JSON.stringify(was[column]) !== JSON.stringify(is[column]));
  return { id: Number(id), left: left.map(({ column, title }) => ({ field: column, title })) };
};
