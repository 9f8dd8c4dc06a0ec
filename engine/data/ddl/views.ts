/**
 * The views of a model: those that show what the engine keeps of itself, and those of a query.sql. Nothing is lost with
 * one, so they are taken away before the tables change under them, and made anew after. In: the model. Out: SQL that was
 * run.
 */
import { Refusal } from '../../core/errors.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { Entity, EntityView, Model } from '../../model/types.ts';
import type { Queryable } from '../database.ts';
import { DatabaseError } from '../database.ts';
import { searchExpression } from './describe-tables.ts';
import { describeLogViews } from './log-views.ts';
import { quoteIdentifier } from './quote.ts';
import { readState, writeState } from './state.ts';

const namesKey = 'schema.views';

interface ViewSpec {
  readonly entity: Entity;
  readonly view: EntityView;
  readonly sql: string;
}

/** What every list asks of a table; a row of a view has one version, for it is nobody's record. */
const viewSql = (entity: Entity, view: EntityView): string => {
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

const describeQueryViews = (model: Model): readonly ViewSpec[] =>
  Object.values(model.entities).flatMap((entity) =>
    entity.view === undefined ? [] : [{ entity, view: entity.view, sql: viewSql(entity, entity.view) }],
  );

/** All SQL that makes them. */
export const describeViews = (model: Model): readonly string[] => [
  ...describeLogViews(model),
  ...describeQueryViews(model).map(({ sql }) => sql),
];

/** Names of those that were made the last time. */
export const readViewNames = async (database: Queryable): Promise<readonly string[]> =>
  JSON.parse((await readState(database, namesKey)) ?? '[]') as readonly string[];

export const dropView = (name: string): string => `drop view if exists public.${quoteIdentifier(name)};`;

/** Takes away those that were made the last time, and gives the SQL. */
export const dropViews = async (transaction: Queryable): Promise<readonly string[]> => {
  const statements = (await readViewNames(transaction)).map(dropView);
  for (const sql of statements) await transaction.execute(sql);
  return statements;
};

const trialName = 'fichario_view_trial';

/** The types that a query gives, by column. Raises SCHEMA_VIEW_REFUSED with what the database says of it. */
const tryQuery = async (transaction: Queryable, { entity, view }: ViewSpec): Promise<ReadonlyMap<string, string>> => {
  try {
    await transaction.execute(`create temporary view ${trialName} as\n${view.sql};`);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Refusal('SCHEMA_VIEW_REFUSED', { entity: entity.name, problem: error.message }, { cause: error });
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

const checkTypes = ({ entity }: ViewSpec, types: ReadonlyMap<string, string>): void => {
  const wanted = [
    { name: 'id', column: 'id', castType: 'bigint' },
    ...entity.fields.map(({ name, column, type }) => ({ name, column, castType: fieldTypes[type].castType })),
  ];
  for (const { name, column, castType } of wanted) {
    const found = types.get(column) ?? '';
    const same = found === (written[castType] ?? castType) || (castType === 'text' && found === 'character varying');
    if (!same) throw new Refusal('SCHEMA_VIEW_TYPE', { entity: entity.name, field: name, found, expected: castType });
  }
};

/** Raises SCHEMA_VIEW_REFUSED, SCHEMA_VIEW_TYPE. */
export const makeViews = async (transaction: Queryable, model: Model): Promise<readonly string[]> => {
  const logs = describeLogViews(model);
  for (const sql of logs) await transaction.execute(sql);
  const views = describeQueryViews(model);
  for (const view of views) {
    checkTypes(view, await tryQuery(transaction, view));
    await transaction.execute(view.sql);
  }
  const names = Object.values(model.entities).filter(({ log, view }) => log !== undefined || view !== undefined);
  await writeState(transaction, namesKey, JSON.stringify(names.map(({ name }) => name)));
  return [...logs, ...views.map(({ sql }) => sql)];
};
