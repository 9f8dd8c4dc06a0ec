/** The door of this folder: makes the tables of a model in a database. In: the model. Out: the SQL that was run. */
import { createHash } from 'node:crypto';
import { Refusal } from '../../core/errors.ts';
import type { Model } from '../../model/types.ts';
import type { Database, Queryable } from '../database.ts';
import { DatabaseError } from '../database.ts';
import { baseSchema } from './base-schema.ts';
import { describeTables } from './describe-tables.ts';
import { planSchemaChange } from './plan-schema-change.ts';
import { readTables } from './read-tables.ts';
import type { SchemaStep } from './schema-step.ts';
import { readState, writeState } from './state.ts';
import type { TableSpec } from './table-spec.ts';
import { describeViews, dropViews, makeViews } from './views.ts';

/** The letters «fich» as a number: one lock for every change of structure by any process of this installation. */
const schemaLock = 0x66696368;

const digestKey = 'schema.digest';
const tablesKey = 'schema.tables';

/**
 * Brings the tables of `model` about, history included, and gives the SQL that was run, in order; empty where nothing
 * changed, which costs one query. All or nothing, by one process at a time. Refuses with the SCHEMA_*
 * refusals, naming entity and field, what would lose rows or that the rows there are contradict.
 */
export const applySchema = async (database: Database, model: Model): Promise<readonly string[]> => {
  const wanted = describeTables(model);
  const digest = digestOf(wanted, describeViews(model));
  if ((await readState(database, digestKey)) === digest) return [];
  return database.transaction(async (transaction) => {
    // building an index may take long; waiting for somebody's lock must not, because everybody waits behind it
    await transaction.execute("set local statement_timeout = 0; set local lock_timeout = '10s'");
    await transaction.query({ text: 'select pg_advisory_xact_lock($1::text::bigint)', values: [String(schemaLock)] });
    await transaction.execute(baseSchema);
    if ((await readState(transaction, digestKey)) === digest) return [];
    const recorded = JSON.parse((await readState(transaction, tablesKey)) ?? '[]', revive) as readonly TableSpec[];
    const steps = planSchemaChange(await readTables(transaction, recorded, wanted), wanted);
    await dropViews(transaction);
    await applySteps(transaction, steps);
    const views = await makeViews(transaction, model);
    await writeState(transaction, tablesKey, JSON.stringify(wanted, keepUndefined));
    await writeState(transaction, digestKey, digest);
    return [...steps.flatMap((step) => (step.kind === 'refuse' ? [] : [step.sql])), ...views];
  });
};

/** Of all SQL that makes the wanted tables from nothing, so that a change of the engine itself is applied too. */
const digestOf = (wanted: readonly TableSpec[], views: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([baseSchema, planSchemaChange([], wanted), wanted.map((table) => table.columns), ...views]))
    .digest('hex');

// `undefined` is a value of a TableSpec, which JSON would leave out
const keepUndefined = (_key: string, value: unknown): unknown => (value === undefined ? null : value);
const revive = (_key: string, value: unknown): unknown => (value === null ? undefined : value);

const applySteps = async (transaction: Queryable, steps: readonly SchemaStep[]): Promise<void> => {
  for (const step of steps) if (step.kind === 'refuse') throw step.refusal;
  let run: AppliedStep[] = [];
  const applyRun = async (): Promise<void> => {
    const given = run;
    run = [];
    await applyTogether(transaction, given);
  };
  for (const step of steps) {
    if (step.kind === 'check') {
      await applyRun();
      await refuseRowsAgainst(transaction, step);
    }
    if (step.kind === 'refuse') continue;
    run.push(step);
    if (run.length === together) await applyRun();
  }
  await applyRun();
};

type AppliedStep = Extract<SchemaStep, { readonly sql: string }>;

/** Steps of one execution: thousands, each sent by itself, take twice the time. */
const together = 100;

/** Where one of them fails they are taken back and go one by one, so that the refusal names the place. */
const applyTogether = async (transaction: Queryable, steps: readonly AppliedStep[]): Promise<void> => {
  if (steps.length > 1) {
    await transaction.execute('savepoint steps');
    try {
      await transaction.execute(steps.map(({ sql }) => sql).join('\n'));
      return await transaction.execute('release savepoint steps');
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      await transaction.execute('rollback to savepoint steps');
    }
  }
  for (const step of steps) await applyStep(transaction, step);
};

const refuseRowsAgainst = async (
  transaction: Queryable,
  { entity, field, rule, count: text }: Extract<SchemaStep, { kind: 'check' }>,
): Promise<void> => {
  const { rows } = await transaction.query<{ count: number | string }>({ text, values: [] });
  const count = Number(rows[0]?.count ?? 0);
  if (count === 0) return;
  if (rule === undefined) throw new Refusal('SCHEMA_CHANGE_NULLS', { entity, field, count });
  throw new Refusal('SCHEMA_ROWS_AGAINST', { entity, field, rule, count });
};

/** What no count foresaw: still a refusal that names the place, with the database's reason as its cause. */
const applyStep = async (transaction: Queryable, step: AppliedStep): Promise<void> => {
  try {
    await transaction.execute(step.sql);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const { entity, field } = step;
    const problem = `${step.sql.split('\n')[0]}: ${error.message}`;
    throw new Refusal('SCHEMA_CHANGE_FAILED', { entity, field, problem }, { cause: error });
  }
};
