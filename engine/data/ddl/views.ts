/**
 * The views of a model: those that show what the engine keeps of itself, and those of a query.sql. A change takes away
 * and makes anew those that would be others than the ones there, and those over a table that it touches. All others stay:
 * making one locks out who reads it. What somebody was granted on one that is made anew is granted again.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../../core/errors.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { Entity, EntityView, Model } from '../../model/types.ts';
import type { Queryable } from '../database.ts';
import { DatabaseError } from '../database.ts';
import { searchExpression } from './describe-tables.ts';
import { logViewSql } from './log-views.ts';
import { quoteIdentifier } from './quote.ts';
import type { SchemaStep } from './schema-step.ts';
import { readState, writeState } from './state.ts';
import type { Grant } from './view-grants.ts';
import { readGrants, restoreGrants } from './view-grants.ts';

const viewsKey = 'schema.views';

export interface ViewSpec {
  readonly name: string;
  /** Makes it. */
  readonly sql: string;
  /** What a query is to give, checked before the view is made of it. */
  readonly query?: { readonly sql: string; readonly types: readonly ColumnType[] };
}

interface ColumnType {
  readonly field: string;
  readonly column: string;
  readonly type: string;
}

/** What every list asks of a table; a row of a view has one version, for it is nobody's record. */
const queryViewSql = (entity: Entity, view: EntityView): string => {
  const own = entity.fields.map((field) => {
    const column = quoteIdentifier(field.column);
    return `q.${column}::${fieldTypes[field.type].sqlType(field)} as ${column}`;
  });
  const search = searchExpression(entity);
  const rows = `select ${['q.id', ...own, '1 as versao'].join(', ')} from (\n${view.sql}\n) q`;
  return search === undefined
    ? `create view public.${quoteIdentifier(entity.name)} as ${rows};`
    : `create view public.${quoteIdentifier(entity.name)} as select t.*, ${search} as busca from (${rows}) t;`;
};

const describeQueryView = (entity: Entity, view: EntityView): ViewSpec => ({
  name: entity.name,
  sql: queryViewSql(entity, view),
  query: {
    sql: view.sql,
    types: [
      { field: 'id', column: 'id', type: 'bigint' },
      ...entity.fields.map(({ name, column, type }) => ({ field: name, column, type: fieldTypes[type].castType })),
    ],
  },
});

/** Those of the engine itself come first. */
export const describeViews = (model: Model): readonly ViewSpec[] => {
  const entities = Object.values(model.entities);
  return [
    ...entities.flatMap((entity) =>
      entity.log === undefined ? [] : [{ name: entity.name, sql: logViewSql(model, entity, entity.log) }],
    ),
    ...entities.flatMap((entity) => (entity.view === undefined ? [] : [describeQueryView(entity, entity.view)])),
  ];
};

interface Made {
  /** Of its SQL and of what its query had to give. */
  readonly digest: string;
  /** As `readMarks` gives it. */
  readonly mark: string;
}

/** By name. */
type Remembered = Readonly<Record<string, Made>>;

const nothing: Made = { digest: '', mark: '' };

/** An engine that made all of them each time remembered their names alone. */
const readMade = async (database: Queryable): Promise<Remembered> => {
  const kept = JSON.parse((await readState(database, viewsKey)) ?? '{}') as Remembered | readonly string[];
  return Array.isArray(kept) ? Object.fromEntries(kept.map((name: string) => [name, nothing])) : (kept as Remembered);
};

const digestOf = ({ sql, query }: ViewSpec): string =>
  createHash('sha256')
    .update(JSON.stringify([sql, query?.types]))
    .digest('base64url')
    .slice(0, 16);

/** What is another with each time that a view is made, or its query replaced, by whomever. */
const readMarks = async (database: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await database.query<{ name: string; mark: string }>({
    text: `select c.relname as name, concat_ws(' ', c.oid, r.oid, r.xmin) as mark
      from pg_class c join pg_rewrite r on r.ev_class = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
        and c.relname in (select json_array_elements_text($1::text::json))`,
    values: [JSON.stringify(names)],
  });
  return new Map(rows.map(({ name, mark }) => [name, mark]));
};

/** Views that read one of the tables or views of these names, or its history, directly or through others. */
const readDependants = async (database: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await database.query<{ name: string }>({
    text: `with recursive reached (oid) as (
        select c.oid from pg_class c
          where c.relnamespace in ('public'::regnamespace, 'historico'::regnamespace)
            and c.relname in (select json_array_elements_text($1::text::json))
        union
        select r.ev_class from reached
          join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = reached.oid
            and d.classid = 'pg_rewrite'::regclass
          join pg_rewrite r on r.oid = d.objid)
      select relname as name from pg_class join reached using (oid) where relkind = 'v'`,
    values: [JSON.stringify(names)],
  });
  return new Set(rows.map(({ name }) => name));
};

const tablesOf = (steps: readonly SchemaStep[]): readonly string[] => [
  ...new Set(steps.flatMap((step) => (step.kind === 'apply' && step.renewal === true ? [] : [step.entity]))),
];

/** What a change does to views. */
export interface ViewChange {
  /** Names of those that nobody wants any more. */
  readonly gone: readonly string[];
  /** Names of those that are there and are made anew. */
  readonly outdated: readonly string[];
  /** Those that are made. */
  readonly due: readonly ViewSpec[];
}

/** What becomes of the views where these steps are done. Only reads; the notes of the engine must be there. */
export const planViews = async (
  database: Queryable,
  views: readonly ViewSpec[],
  steps: readonly SchemaStep[],
): Promise<ViewChange> => {
  const made = await readMade(database);
  const marks = await readMarks(database, Object.keys(made));
  const wanted = new Set(views.map(({ name }) => name));
  const gone = Object.keys(made).filter((name) => !wanted.has(name));
  const isMade = (view: ViewSpec): boolean => {
    const known = made[view.name];
    return known !== undefined && known.digest === digestOf(view) && known.mark === marks.get(view.name);
  };
  const others = views.filter((view) => !isMade(view)).map(({ name }) => name);
  const touched = await readDependants(database, [...tablesOf(steps), ...gone, ...others]);
  const due = views.filter((view) => touched.has(view.name) || others.includes(view.name));
  return { gone, due, outdated: due.map(({ name }) => name).filter((name) => made[name] !== undefined) };
};

export const dropViewSql = (names: readonly string[]): string =>
  `drop view if exists ${names.map((name) => `public.${quoteIdentifier(name)}`).join(', ')};`;

/** What was taken away, and is to be given back. */
export interface TakenViews {
  readonly sql: readonly string[];
  readonly grants: readonly Grant[];
}

/** Takes away what is not to stay. Raises SCHEMA_CHANGE_FAILED where something of others rests on it. */
export const dropViews = async (transaction: Queryable, { gone, outdated }: ViewChange): Promise<TakenViews> => {
  const names = [...gone, ...outdated];
  if (names.length === 0) return { sql: [], grants: [] };
  const grants = await readGrants(transaction, outdated);
  // At once, for one may read another.
  const sql = dropViewSql(names);
  try {
    await transaction.execute(sql);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const problem = error.detail?.replaceAll('\n', '; ') ?? error.message;
    throw new Refusal('SCHEMA_CHANGE_FAILED', { entity: names.join(', '), field: '*', problem }, { cause: error });
  }
  return { sql: [sql], grants };
};

const trialName = 'fichario_view_trial';

/** The types that a query gives, by column. Raises SCHEMA_VIEW_REFUSED with what the database says of it. */
const tryQuery = async (
  transaction: Queryable,
  entity: string,
  query: string,
): Promise<ReadonlyMap<string, string>> => {
  try {
    await transaction.execute(`create temporary view ${trialName} as\n${query};`);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Refusal('SCHEMA_VIEW_REFUSED', { entity, problem: error.message }, { cause: error });
  }
  const { rows } = await transaction.query<{ name: string; type: string }>({
    text: `select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ('pg_temp.' || $1)::regclass and attnum > 0`,
    values: [trialName],
  });
  await transaction.execute(`drop view pg_temp.${trialName};`);
  return new Map(rows.map(({ name, type }) => [name, type]));
};

/** What PostgreSQL calls the types by which values are cast. */
const written: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  time: 'time without time zone',
};

const checkTypes = (entity: string, wanted: readonly ColumnType[], types: ReadonlyMap<string, string>): void => {
  for (const { field, column, type } of wanted) {
    const found = types.get(column) ?? '';
    const same = found === (written[type] ?? type) || (type === 'text' && found === 'character varying');
    if (!same) throw new Refusal('SCHEMA_VIEW_TYPE', { entity, field, found, expected: type });
  }
};

/**
 * Makes those that are due, with what was granted on them, and remembers all. Gives the SQL. Raises SCHEMA_VIEW_REFUSED,
 * SCHEMA_VIEW_TYPE.
 */
export const makeViews = async (
  transaction: Queryable,
  views: readonly ViewSpec[],
  { due }: ViewChange,
  { grants }: TakenViews,
): Promise<readonly string[]> => {
  for (const { name, sql, query } of due) {
    if (query !== undefined) checkTypes(name, query.types, await tryQuery(transaction, name, query.sql));
    await transaction.execute(sql);
  }
  const restored = await restoreGrants(transaction, grants);
  const names = views.map(({ name }) => name);
  const marks = await readMarks(transaction, names);
  const made = views.map((view) => [view.name, { digest: digestOf(view), mark: marks.get(view.name) ?? '' }] as const);
  await writeState(transaction, viewsKey, JSON.stringify(Object.fromEntries(made)));
  return [...due.map(({ sql }) => sql), ...restored];
};
