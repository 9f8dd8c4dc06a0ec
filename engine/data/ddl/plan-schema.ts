/**
 * What a model would do to a database, without doing it. In: the model and the database, which is read alone. Out: steps
 * with their counts, and the seal by which `applyPlan` knows them again.
 */
import { stepWords } from '../../core/change-words.ts';
import type { Refusal } from '../../core/errors.ts';
import type { Model } from '../../model/types.ts';
import type { Database, Queryable } from '../database.ts';
import { DatabaseError } from '../database.ts';
import { pendingComputed } from '../fill-computed.ts';
import type { ColumnRename } from './plan-renames.ts';
import { quoteIdentifier } from './quote.ts';
import { dueSteps } from './renewals.ts';
import { refusalOf } from './run-steps.ts';
import type { SchemaStep, StepFacts } from './schema-step.ts';
import { tableName } from './schema-step.ts';
import { makeSeal } from './seal.ts';
import type { Situation, Wanted } from './situation.ts';
import { describeWanted, readReached, readSituation } from './situation.ts';
import { isAfter, smallTableRows, takeParts } from './take-parts.ts';
import type { ViewChange } from './views.ts';
import { dropViewSql, planViews } from './views.ts';

export interface PlannedStep extends StepFacts {
  readonly entity: string;
  readonly field: string;
  /** Rows of the table; undefined: there is no table yet. */
  readonly rows: number | undefined;
  /** Values that are lost, cut or converted; undefined: none, or it cannot be told before the steps above are done. */
  readonly affected: number | undefined;
  /** What the step is refused with, as things stand. */
  readonly refusal: Refusal | undefined;
  /** undefined: not one statement, but rows written in portions after the change. */
  readonly sql: string | undefined;
  /** Made anew in any change. */
  readonly renewal: boolean;
  /** Done by itself after the transaction of the others: nobody waits for it, and what was done before it stays. */
  readonly after: boolean;
  /** Takes away what a change that was broken off has left. */
  readonly mends: boolean;
}

export interface PlanOptions {
  /** Rows above which a table is worked on while others write. Default `smallTableRows`. */
  readonly smallRows?: number | undefined;
}

/** Rows above which a table is worked on while others write; undefined: nobody else writes, so that none is. */
export const largeFrom = (database: Database, { smallRows = smallTableRows }: PlanOptions): number | undefined =>
  database.session === undefined ? undefined : smallRows;

export interface SchemaPlan {
  /** In order; empty where the database is as the model wants it. */
  readonly steps: readonly PlannedStep[];
  /**
   * SHA-256, 64 hexadecimal digits: 16 each of the database as it is described, of what the files want, of the steps, and
   * of the counts that decide what is refused and lost.
   */
  readonly seal: string;
}

/** What a plan rests on. */
export interface Planned {
  readonly plan: SchemaPlan;
  readonly wanted: Wanted;
  readonly situation: Situation;
}

export const planSchema = (database: Database, model: Model, options: PlanOptions = {}): Promise<SchemaPlan> =>
  database.transaction(async (transaction) => {
    await transaction.execute('set transaction isolation level repeatable read, read only');
    await transaction.execute('set local statement_timeout = 0');
    return (await planWithin(transaction, model, largeFrom(database, options))).plan;
  });

/** Within a transaction; `large` as `largeFrom` gives it. Raises SCHEMA_TABLE_FOREIGN. */
export const planWithin = async (transaction: Queryable, model: Model, large: number | undefined): Promise<Planned> => {
  const wanted = describeWanted(model);
  const notes = await hasNotes(transaction);
  const situation = await readSituation(notes ? transaction : withoutNotes(transaction), model, wanted);
  const reached = notes && (await readReached(transaction, wanted)) !== undefined;
  const rowsOf = countTables(transaction, situation);
  const taken =
    large === undefined
      ? situation.steps
      : await takeParts(situation.steps, async (entity) => ((await rowsOf(entity)) ?? 0) > large);
  const { current } = situation;
  const steps = notes ? await dueSteps(transaction, { current, steps: taken }) : taken;
  const counted = await countSteps(transaction, steps, situation, rowsOf);
  const computed = notes ? await computedSteps(transaction, model, situation) : [];
  const views = notes
    ? await planViews(
        transaction,
        wanted.views,
        steps.filter((step) => !isAfter(step)),
      )
    : { gone: [], outdated: [], due: wanted.views };
  const planned = [...counted, ...(reached ? [] : viewSteps(views)), ...computed];
  const seal = await sealOf(transaction, situation, wanted, planned);
  return { plan: { steps: planned, seal }, wanted, situation: { ...situation, steps } };
};

/** Whether the engine has written anything there. */
export const hasNotes = async (transaction: Queryable): Promise<boolean> => {
  const { rows } = await transaction.query<{ there: boolean }>({
    text: "select to_regclass('fichario.state') is not null as there",
    values: [],
  });
  return rows[0]?.there === true;
};

/** A database that has nothing of the engine: asking for its notes would end the transaction. */
const withoutNotes = (transaction: Queryable): Queryable => ({
  ...transaction,
  query: (statement) =>
    statement.text.includes('fichario.state')
      ? Promise.resolve({ rows: [], affected: 0 })
      : transaction.query(statement),
  execute: (sql) => transaction.execute(sql),
});

/** undefined where the database does not know yet what is counted: a column or a function that steps above make. */
const countOf = async (transaction: Queryable, text: string): Promise<number | undefined> => {
  await transaction.execute('savepoint counting');
  try {
    const { rows } = await transaction.query<{ count: number | string }>({ text, values: [] });
    await transaction.execute('release savepoint counting');
    return Number(rows[0]?.count ?? 0);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    await transaction.execute('rollback to savepoint counting; release savepoint counting');
    return undefined;
  }
};

/** A column that is to have another name still has the old one. */
const asNow = (sql: string, entity: string, renames: readonly ColumnRename[]): string =>
  renames
    .filter((rename) => rename.entity === entity)
    .reduce((text, { from, to }) => text.replaceAll(quoteIdentifier(to.column), quoteIdentifier(from.column)), sql);

type RowsOf = (entity: string) => Promise<number | undefined>;

/** Gives the rows of each table that there is, counted once. */
const countTables = (transaction: Queryable, { current }: Situation): RowsOf => {
  const known = new Map<string, number | undefined>();
  return async (entity) => {
    if (!current.some((table) => table.entity === entity)) return undefined;
    if (!known.has(entity))
      known.set(entity, await countOf(transaction, `select count(*) from ${tableName({ entity })}`));
    return known.get(entity);
  };
};

const countSteps = async (
  transaction: Queryable,
  steps: readonly SchemaStep[],
  { renames }: Situation,
  rowsOf: RowsOf,
): Promise<readonly PlannedStep[]> => {
  const planned: PlannedStep[] = [];
  for (const step of steps) {
    const { entity, field, what, lock } = step;
    const renewal = step.kind === 'apply' && step.renewal === true;
    const count = async (text: string | undefined): Promise<number | undefined> =>
      text === undefined ? undefined : countOf(transaction, asNow(text, entity, renames));
    const against = step.kind === 'check' ? await count(step.count) : undefined;
    planned.push({
      entity,
      field,
      what,
      lock,
      class: step.class,
      rows: renewal ? undefined : await rowsOf(entity),
      affected: step.kind === 'refuse' ? undefined : await count(step.affected),
      refusal:
        step.kind === 'refuse' ? step.refusal : step.kind === 'check' ? refusalOf(step, against ?? 0) : undefined,
      sql: step.kind === 'refuse' ? undefined : step.sql,
      renewal,
      after: isAfter(step),
      mends: step.mends === true,
    });
  }
  return planned;
};

const viewSteps = ({ gone, due }: ViewChange): readonly PlannedStep[] => {
  const step = (entity: string, sql: string, what: string, renewal: boolean): PlannedStep => ({
    entity,
    field: '*',
    class: 'safe',
    lock: 'ACCESS EXCLUSIVE',
    what,
    rows: undefined,
    affected: undefined,
    refusal: undefined,
    sql,
    renewal,
    after: false,
    mends: false,
  });
  return [
    ...gone.map((name) => step(name, dropViewSql([name]), stepWords.dropView, false)),
    ...due.map(({ sql, name }) => step(name, sql, stepWords.views, true)),
  ];
};

/** Written after the change, in portions; broken off, they are written again from the beginning. */
const computedSteps = async (
  transaction: Queryable,
  model: Model,
  { current }: Situation,
): Promise<readonly PlannedStep[]> => {
  const pending = await pendingComputed(transaction, model);
  const planned: PlannedStep[] = [];
  for (const { entity } of pending) {
    if (!current.some((table) => table.entity === entity.name)) continue;
    const rows = await countOf(transaction, `select count(*) from ${tableName({ entity: entity.name })}`);
    planned.push({
      entity: entity.name,
      field: '*',
      class: 'needs-backfill',
      lock: 'ROW EXCLUSIVE',
      what: stepWords.compute,
      rows,
      affected: rows,
      refusal: undefined,
      sql: undefined,
      renewal: false,
      after: false,
      mends: false,
    });
  }
  return planned;
};

const sealOf = async (
  transaction: Queryable,
  { current }: Situation,
  { tables, views }: Wanted,
  steps: readonly PlannedStep[],
): Promise<string> => {
  const { rows } = await transaction.query({ text: 'select current_database() as name', values: [] });
  return makeSeal([
    [rows, current],
    [tables, views],
    steps.map(({ entity, field, sql }) => [entity, field, sql]),
    steps
      .filter(({ class: kind, refusal }) => kind === 'lossy' || refusal !== undefined)
      .map(({ entity, field, affected, refusal }) => [entity, field, affected, refusal?.params]),
  ]);
};
