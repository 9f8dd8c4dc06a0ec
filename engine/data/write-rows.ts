/**
 * Insert, update and delete through the plan: the same names, rights and row scopes as reading. Each is one statement;
 * where something must hold afterwards (row scope, `max-affected`) it is checked in the transaction before it commits.
 */
import { writableEntity } from '../access/visible-entity.ts';
import type { ReadRequest } from '../contract/request.ts';
import type { FieldFailure } from '../core/errors.ts';
import { Refusal } from '../core/errors.ts';
import { describeFailures } from '../fields/describe-failure.ts';
import { writableFields } from '../fields/record-schema.ts';
import type { Entity } from '../model/types.ts';
import { bind, prepare } from './bind.ts';
import type { Database, Queryable } from './database.ts';
import { findConflict } from './find-conflict.ts';
import type { PlanContext } from './plan/plan-read.ts';
import { planRead } from './plan/plan-read.ts';
import type { ColumnRef } from './plan/refs.ts';
import { Scope } from './plan/refs.ts';
import { scopeConditions } from './plan/row-scope.ts';
import type { PrintedSql } from './sql/sql.ts';
import type { Returning } from './sql/write.ts';
import { printDelete, printInsert, printUpdate } from './sql/write.ts';
import { translateError } from './translate-error.ts';
import type { Validators } from './validators.ts';

export interface WriteOptions {
  /** The rows written come back as JSON. */
  readonly representation: boolean;
  /** `If-Match`: the version that the caller saw. */
  readonly version: number | undefined;
  /** The answer is one row: more than that and nothing is written. */
  readonly singular: boolean;
  /** More rows than this and nothing is written. */
  readonly maximum: number | undefined;
  /** Names the request in the history. */
  readonly requestId: string;
}

export interface Written {
  readonly count: number;
  readonly body: string | undefined;
  /** Of the first row. */
  readonly id: string | undefined;
  readonly version: number | undefined;
}

export interface WriteEngine {
  readonly database: Database;
  readonly validators: Validators;
}

type Row = Readonly<Record<string, unknown>>;
type Action = 'insert' | 'update' | 'delete';

const entityOf = (context: PlanContext): Entity => {
  const entity = context.model.entities[context.screen.entity];
  if (!entity) throw new Error(`screen ${context.screen.path} shows no entity`);
  return entity;
};

const checkRight = (context: PlanContext, action: Action): Entity => {
  const entity = entityOf(context);
  if (!context.access.can(action, entity.subject))
    throw new Refusal('ACCESS_DENIED', { action, title: context.screen.title });
  return entity;
};

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An empty text is an empty value, whoever sends it. */
const withoutEmptyTexts = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === '' ? null : value]));

/** Columns to be written, as refs. Validation has already refused every name that is not writable. */
const columnsOf = (scope: Scope, entity: Entity, names: ReadonlySet<string>): ColumnRef[] =>
  entity.fields.filter((field) => names.has(field.column)).map((field) => scope.own(field.name));

/** Texts that JSON can carry and PostgreSQL cannot hold: with U+0000, or with half of a surrogate pair. */
const unstorableTexts = (entity: Entity, row: Row, place: number | undefined): FieldFailure[] =>
  entity.fields.flatMap((field) => {
    const value = row[field.column];
    if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\u0000'))) return [];
    return [
      {
        code: 'VALIDATION_TYPE',
        params: { field: field.title, expected: 'um texto sem caracteres inválidos' },
        at: { entity: entity.name, field: field.column, ...(place === undefined ? {} : { row: place }) },
      },
    ];
  });

const validate = (engine: WriteEngine, entity: Entity, partial: boolean, rows: readonly Row[]): void => {
  const check = engine.validators.of(entity, partial);
  const failures: FieldFailure[] = [];
  const readOnly = new Set(
    entity.fields.filter((field) => field.visible && field.readOnly).map((field) => field.column),
  );
  for (const [index, row] of rows.entries()) {
    const blocked = Object.keys(row).find((name) => readOnly.has(name));
    if (blocked !== undefined)
      throw new Refusal('RECORD_FIELD_READ_ONLY', { field: blocked }, { at: { field: blocked } });
    const place = rows.length > 1 ? index : undefined;
    const found = check(row);
    if (found.length > 0) failures.push(...describeFailures(found, entity, row, place));
    else failures.push(...unstorableTexts(entity, row, place));
    if (failures.length >= 100) break;
  }
  if (failures.length > 0)
    throw new Refusal('RECORD_INVALID', { title: entity.title, count: failures.length }, { failures });
};

interface Outcome {
  readonly n: number;
  readonly outside: number;
  readonly id: string | null;
  readonly version: number | null;
  readonly body: string | null;
}

const write = async (
  engine: WriteEngine,
  context: PlanContext,
  action: Action,
  printed: PrintedSql,
  request: ReadRequest,
  rows: string | null,
  options: WriteOptions,
  guarded: boolean,
): Promise<Written> => {
  const entity = entityOf(context);
  const statement = bind(prepare(printed, false), {
    request: request.values,
    words: request.words,
    cursor: [],
    access: context.access,
    inputs: {
      user: String(context.access.userId),
      request: options.requestId,
      rows,
      version: options.version === undefined ? null : String(options.version),
    },
  });
  const run = async (queryable: Queryable): Promise<Outcome> => {
    const outcome = (await queryable.query<Outcome>(statement)).rows[0];
    if (!outcome) throw new Error('a write gives one row');
    if (options.singular && outcome.n > 1) throw new Refusal('REQUEST_SINGULAR', { count: outcome.n });
    if (options.maximum !== undefined && outcome.n > options.maximum) {
      throw new Refusal('REQUEST_MAX_AFFECTED', { count: outcome.n, maximum: options.maximum });
    }
    if (outcome.outside > 0) throw new Refusal('RECORD_OUT_OF_SCOPE', { title: entity.title });
    return outcome;
  };
  try {
    const outcome = await (guarded || options.singular || options.maximum !== undefined
      ? engine.database.transaction(run)
      : run(engine.database));
    return {
      count: outcome.n,
      body: outcome.body ?? undefined,
      id: outcome.id ?? undefined,
      version: outcome.version ?? undefined,
    };
  } catch (error) {
    throw translateError(error, context, entity, action);
  }
};

const plan = (context: PlanContext, request: ReadRequest, options: WriteOptions): Returning => {
  const read = planRead(context, { ...request, cursor: undefined, limit: 0, offset: undefined }, undefined, true);
  const entity = entityOf(context);
  const scope = new Scope(context.model, context.access, entity, 't', context.screen);
  return {
    plan: read,
    representation: options.representation,
    check: scopeConditions(context.access, scope),
  };
};

/** Inserts one object or an array of objects, all or none. Raises ACCESS_DENIED, RECORD_*, REQUEST_BODY_INVALID. */
export const insertRows = async (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  body: unknown,
  options: WriteOptions,
): Promise<Written> => {
  const entity = writableEntity(context.access, checkRight(context, 'insert'));
  const given = Array.isArray(body) ? body : [body];
  if (!given.every(isRow))
    throw new Refusal('REQUEST_BODY_INVALID', { problem: 'esperado um objeto ou uma lista de objetos' });
  if (given.length === 0) return { count: 0, body: '[]', id: undefined, version: undefined };
  const defaults = Object.fromEntries(
    writableFields(entity).flatMap((field) => (field.default === undefined ? [] : [[field.column, field.default]])),
  );
  const rows = given.map((row) => ({ ...defaults, ...withoutEmptyTexts(row) }));
  validate(engine, entity, false, rows);
  const scope = new Scope(context.model, context.access, entity, 't', context.screen);
  const columns = columnsOf(scope, entity, new Set(rows.flatMap((row) => Object.keys(row))));
  const returning = plan(context, { ...request, filters: [], words: [], order: [] }, options);
  const printed = printInsert(scope, columns, returning);
  return write(engine, context, 'insert', printed, request, JSON.stringify(rows), options, returning.check.length > 0);
};

const requireFilter = (request: ReadRequest): void => {
  if (request.filters.length === 0 && request.words.length === 0) throw new Refusal('REQUEST_FILTER_MISSING', {});
};

/**
 * Changes the rows that the filter picks. With a version, no row at that version is RECORD_CHANGED (412) where the
 * record is still there, RECORD_MISSING where it is not. Raises also ACCESS_DENIED, REQUEST_FILTER_MISSING, RECORD_*.
 */
export const updateRows = async (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  body: unknown,
  options: WriteOptions,
): Promise<Written> => {
  const entity = writableEntity(context.access, checkRight(context, 'update'));
  requireFilter(request);
  if (!isRow(body)) throw new Refusal('REQUEST_BODY_INVALID', { problem: 'esperado um objeto' });
  const row = withoutEmptyTexts(body);
  if (Object.keys(row).length === 0) throw new Refusal('REQUEST_BODY_EMPTY', {});
  validate(engine, entity, true, [row]);
  const scope = new Scope(context.model, context.access, entity, 't', context.screen);
  const columns = columnsOf(scope, entity, new Set(Object.keys(row)));
  const returning = plan(context, request, options);
  const printed = printUpdate(scope, columns, options.version !== undefined, returning);
  const written = await write(
    engine,
    context,
    'update',
    printed,
    request,
    JSON.stringify(row),
    options,
    returning.check.length > 0,
  );
  if (written.count === 0 && options.version !== undefined) {
    throw await findConflict(engine.database, context, request, returning.plan, options.version, Object.keys(row));
  }
  return written;
};

/** Deletes the rows that the filter picks. Raises ACCESS_DENIED, REQUEST_FILTER_MISSING, RECORD_REFERENCED, RECORD_CHANGED. */
export const deleteRows = async (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  options: WriteOptions,
): Promise<Written> => {
  const entity = checkRight(context, 'delete');
  requireFilter(request);
  const scope = new Scope(context.model, context.access, entity, 't', context.screen);
  const returning: Returning = { ...plan(context, request, options), check: [] };
  const printed = printDelete(scope, options.version !== undefined, returning);
  const written = await write(engine, context, 'delete', printed, request, null, options, false);
  if (written.count === 0 && options.version !== undefined) {
    throw await findConflict(engine.database, context, request, returning.plan, options.version, []);
  }
  return written;
};
