/**
 * Upsert: rows that are there already are changed (`merge-duplicates`) or left alone (`ignore-duplicates`). They are
 * known by a unique key, the natural one unless the request names another, or by their id where they carry one: ids are
 * given by the database, so an unknown one is refused and never inserted. A change sets only the fields that its row
 * names; defaults are for new rows.
 */
import type { ReadRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { withFixed, withGiven, withoutFixed } from '../model/screen-entity.ts';
import type { Entity, Field } from '../model/types.ts';
import { checkRows, invalidRows } from './check-rows.ts';
import { completeNew, mayReadOthers } from './complete-new.ts';
import type { Queryable, Statement } from './database.ts';
import { DatabaseError } from './database.ts';
import { fillerOf, fillingFirst } from './fill-rows.ts';
import type { Row } from './given-rows.ts';
import { hasId, isRow, readGiven, withDefaults } from './given-rows.ts';
import { inSavepoint } from './in-savepoint.ts';
import { presentIn } from './moment-of.ts';
import type { ColumnRef, Scope } from './plan/refs.ts';
import type { Outcome, Write, Written } from './run-write.ts';
import { bindWrite, nothingWritten, runWrite, send } from './run-write.ts';
import type { SettledUpsert } from './settle-rows.ts';
import { settleUpsert } from './settle-rows.ts';
import { takeStates } from './settle-states.ts';
import type { PrintedSql } from './sql/sql.ts';
import type { MergeGroup } from './sql/upsert.ts';
import { printById, printInsertMissing, printMerge } from './sql/upsert.ts';
import type { Returning } from './sql/write.ts';
import { columnsOf, scopeOf } from './write-answer.ts';
import { childrenIn } from './write-children.ts';

/** Rows that name different fields are written in groups; of these a statement has only so many. */
const maximumGroups = 50;

/** SQLSTATE of a statement that would change a row twice. */
const cardinalityViolation = '21000';

const titlesOf = (fields: readonly Field[]): string => fields.map((field) => field.title).join(', ');

/** All unique keys, by their columns. */
export const keysOf = (entity: Entity): readonly (readonly string[])[] => {
  const keys = [
    ...entity.fields.filter((field) => field.unique).map((field) => [field.column]),
    ...entity.indexes.filter((index) => index.unique).map((index) => [...index.columns]),
  ];
  return [...new Map(keys.map((key) => [[...key].sort().join(), key])).values()];
};

/** The unique keys that the caller may fill in, by their columns. */
export const uniqueKeys = (entity: Entity, writable: Entity): readonly (readonly string[])[] => {
  const open = new Set(
    writable.fields
      .filter((field) => !field.writeOnly && (!field.readOnly || field.fixed === true))
      .map((field) => field.column),
  );
  return keysOf(entity).filter((key) => key.every((column) => open.has(column)));
};

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  [...a].sort().join() === [...b].sort().join();

/**
 * The columns by which rows are known: what the request says; else the id, where a row carries one; else the natural
 * key. Raises REQUEST_CONFLICT_COLUMNS.
 */
const keyOf = (entity: Entity, writable: Entity, request: ReadRequest, rows: readonly unknown[]): readonly string[] => {
  const keys = uniqueKeys(entity, writable);
  const parts = entity.naturalKey.map((name) => writable.fields.find((field) => field.name === name)?.column);
  // A key of which a part is kept from the caller is none.
  const natural = parts.every((column) => column !== undefined) ? parts : [];
  const asked = request.onConflict ?? (rows.some((row) => isRow(row) && hasId(row)) ? ['id'] : natural);
  const key = [['id'], ...keys].find((one) => sameNames(one, asked));
  if (key) return key;
  throw new Refusal('REQUEST_CONFLICT_COLUMNS', {
    entity: entity.title,
    columns: asked.length === 0 ? 'nenhum campo' : asked.join(','),
    known: [...keys, ['id']].map((one) => one.join(',')).join('; '),
  });
};

/** `id` apart from the fields, for the schema of a record has none. Raises RECORD_INVALID, RECORD_REPEATED. */
const takeIds = (entity: Entity, rows: readonly Row[]): readonly (number | undefined)[] => {
  const ids = rows.map((row) => (hasId(row) ? row['id'] : undefined));
  const failures = ids.flatMap((id, index) =>
    id === undefined || (Number.isSafeInteger(id) && Number(id) > 0)
      ? []
      : [
          {
            code: 'VALIDATION_TYPE',
            params: { field: 'id', expected: 'o id de um registro' },
            at: { entity: entity.name, field: 'id', ...(rows.length > 1 ? { row: index } : {}) },
          } as const,
        ],
  );
  if (failures.length > 0) throw invalidRows(entity, failures);
  const given = ids.filter((id) => id !== undefined);
  if (new Set(given).size < given.length) throw new Refusal('RECORD_REPEATED', { title: entity.title, fields: 'id' });
  return ids.map((id) => (id === undefined ? undefined : Number(id)));
};

const pick = (row: Row, keys: readonly string[]): Row => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));

const withoutId = ({ id: _id, ...row }: Row): Row => row;

/** A statement and the rows it is sent with: their fields, and what the statement must know of each besides. */
interface Prepared {
  readonly printed: PrintedSql;
  readonly rows: readonly Row[];
}

const planById = (
  scope: Scope,
  columns: readonly ColumnRef[],
  given: readonly Row[],
  full: readonly Row[],
  ids: readonly (number | undefined)[],
  merge: boolean,
  returning: Returning,
): Prepared => ({
  printed: printById(scope, columns, merge, returning.check, returning),
  rows: full.map((row, index) => ({
    ...row,
    id: ids[index] ?? null,
    _row: index,
    _named: columns.map(({ column }) => (given[index]?.[column] === undefined ? '0' : '1')).join(''),
  })),
});

const planByKey = (
  scope: Scope,
  key: readonly ColumnRef[],
  columns: readonly ColumnRef[],
  given: readonly Row[],
  full: readonly Row[],
  absent: ReadonlySet<number>,
  returning: Returning,
): Prepared => {
  const names = new Set<string>();
  const groups = new Map<string, { readonly index: number; readonly group: MergeGroup }>();
  const rows = full.map((row, index): Row => {
    const named = columns.filter(({ column }) => given[index]?.[column] !== undefined);
    const name = named.map(({ column }) => column).join();
    names.add(name);
    const of = `${name} ${absent.has(index)}`;
    const found = groups.get(of) ?? {
      index: groups.size,
      group: {
        columns: columns.filter(({ column }) => row[column] !== undefined),
        sets: named.filter(({ column }) => !key.some((part) => part.column === column)),
        absent: absent.has(index),
      },
    };
    groups.set(of, found);
    return { ...row, _row: index, _group: found.index };
  });
  if (names.size > maximumGroups)
    throw new Refusal('REQUEST_BODY_INVALID', {
      problem: `os registros trazem mais de ${maximumGroups} combinações de campos diferentes`,
    });
  const all = [...groups.values()].map(({ group }) => group);
  return { printed: printMerge(scope, key, columns, all, returning.check, returning), rows };
};

/** Ends a part of a transaction of which nothing is kept, and carries what it came to. */
class Overtaken extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('overtaken');
    this.outcome = outcome;
  }
}

/** Keeps what the statement writes only where it meets so many rows. */
const sendWhole = async (transaction: Queryable, statement: Statement, count: number): Promise<Outcome> => {
  try {
    return await inSavepoint(transaction, async () => {
      const outcome = await send(transaction, statement);
      if (outcome.n < count) throw new Overtaken(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Overtaken) return error.outcome;
    throw error;
  }
};

/** `partial`: the rows are there, and say of them what changes. Raises ACCESS_DENIED, REQUEST_CONFLICT_COLUMNS, REQUEST_ARRAY_UPSERT, RECORD_*, and what bodies are refused with. */
export const upsertRows = (
  write: Write,
  writable: Entity,
  body: unknown,
  returning: Returning,
  partial = false,
): Promise<Written> => {
  const upsert = (inside: Write) => upsertWhole(inside, writable, body, returning, partial);
  return mayReadOthers(writable) ? fillingFirst(write, upsert) : upsert(write);
};

const upsertWhole = async (
  write: Write,
  writable: Entity,
  body: unknown,
  returning: Returning,
  partial: boolean,
): Promise<Written> => {
  const { context, request, options } = write;
  const { entity } = context;
  const merge = options.resolution === 'merge-duplicates';
  const byId = request.onConflict === undefined || sameNames(request.onConflict, ['id']);
  const { rows: given, states } = takeStates(
    context,
    withoutFixed(entity, readGiven(writable, request, body, byId ? ['id'] : [])),
  );
  const array = childrenIn(writable, given)[0];
  if (array) throw new Refusal('REQUEST_ARRAY_UPSERT', { field: array.name });
  const keyColumns = keyOf(entity, writable, request, given);
  const known = sameNames(keyColumns, ['id']);
  const ids = known ? takeIds(entity, given) : [];
  const rows = known ? given.map(withoutId) : given;
  const begun = partial ? rows : withDefaults(writable, rows);
  const whole = partial ? begun : await completeNew(fillerOf(write, write.engine.database), writable, begun);
  checkRows(write.engine.validators, writable, partial, whole);
  // Of records that are there only what is named is changed.
  const full = partial ? whole : withGiven(entity, withFixed(entity, whole), presentIn(write));
  if (rows.length === 0) return nothingWritten(returning.plan);

  const scope = scopeOf(context);
  const refs = (fields: readonly Field[]): ColumnRef[] => fields.map((field) => scope.own(field.name));
  const keyFields = entity.fields.filter((field) => keyColumns.includes(field.column));

  const plan = ({ given: named, full: settled, absent }: SettledUpsert): Prepared => {
    const columns = columnsOf(scope, settled);
    if (known) return planById(scope, columns, named, settled, ids, merge, returning);
    if (merge) return planByKey(scope, refs(keyFields), columns, named, settled, absent, returning);
    return {
      printed: printInsertMissing(scope, refs(keyFields), columns, returning),
      rows: settled.map((row, index) => ({ ...row, _row: index })),
    };
  };
  const prepareUpsert = async (
    transaction: Queryable,
  ): Promise<{ readonly statement: Statement; readonly absent: number }> => {
    const keyed = known ? ids.map((id) => ({ id: id ?? null })) : full.map((row) => pick(row, keyColumns));
    const key = known ? [scope.id] : refs(keyFields);
    const settled = await settleUpsert(write, writable, transaction, {
      key,
      keyed,
      given: rows,
      full,
      merge,
      returning,
      states,
    });
    const { printed, rows: sent } = plan(settled);
    const statement = bindWrite(write, printed, { rows: JSON.stringify(sent) });
    return { statement, absent: merge && !known ? settled.absent.size : 0 };
  };
  /** Where a record came since its key was looked up, nothing is kept of the rows and all are settled again. */
  const writeUpsert = async (transaction: Queryable): Promise<Outcome> => {
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      const { statement, absent } = await prepareUpsert(transaction);
      if (absent === 0) return send(transaction, statement);
      const outcome = await sendWhole(transaction, statement, rows.length);
      // Those that a second look does not find either are out of the caller's reach.
      if (outcome.n === rows.length || absent >= before) return outcome;
      before = absent;
    }
  };
  /** What a plain insert would say of a row that is there and out of the caller's reach. */
  const check = (outcome: Outcome): void => {
    if (outcome.missing !== null && outcome.missing !== undefined)
      throw new Refusal(
        'RECORD_MISSING',
        { title: entity.title },
        { at: { entity: entity.name, field: 'id', ...(rows.length > 1 ? { row: outcome.missing } : {}) } },
      );
    if (merge && outcome.n < rows.length)
      throw new Refusal(
        'RECORD_DUPLICATE',
        { title: entity.title, fields: titlesOf(keyFields) },
        { at: { entity: entity.name, ...(keyFields[0] ? { field: keyFields[0].column } : {}) } },
      );
  };
  try {
    return await runWrite(write, writeUpsert, {
      plan: returning.plan,
      guarded: true,
      rows: full,
      check,
    });
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== cardinalityViolation) throw error;
    throw new Refusal('RECORD_REPEATED', { title: entity.title, fields: titlesOf(keyFields) }, { cause: error });
  }
};
