/** The door of this folder: makes the tables of a model in a database. In: the model. Out: the SQL that was run. */
import { Refusal } from '../../core/errors.ts';
import type { Model } from '../../model/types.ts';
import type { Database, Queryable } from '../database.ts';
import { baseSchema } from './base-schema.ts';
import { inChange, isChanging } from './change-lock.ts';
import type { ColumnRename } from './plan-renames.ts';
import { dueSteps, recordRenewals } from './renewals.ts';
import { runSteps } from './run-steps.ts';
import type { SchemaStep } from './schema-step.ts';
import type { Situation, Wanted } from './situation.ts';
import { describeWanted, readReached, readSituation, recordReached, schemaDigestOf } from './situation.ts';
import { forgetUnfinished } from './unfinished.ts';
import { dropViews, makeViews, planViews } from './views.ts';

export interface SchemaOptions {
  /** What `schemaDigestOf` gives of the model, where that is known: working it out takes longer than the rest of a start. */
  readonly digest?: string | undefined;
  /** Runs in the transaction of a change, for what names fields in the rows of the product itself. */
  readonly renamed?: ((transaction: Queryable, renames: readonly ColumnRename[]) => Promise<void>) | undefined;
}

/**
 * Brings the tables of `model` about, history included, and gives the SQL that was run, in order; empty where nothing
 * changed, which costs one query. All or nothing, by one process at a time; what an `applyPlan` has left to do is done,
 * and left to it while it goes on. Refuses with the SCHEMA_* refusals, naming entity and field, what would lose rows or
 * that the rows there are contradict; what the files name but only a person does, `applyPlan`, with SCHEMA_DELIBERATE.
 */
export const applySchema = async (
  database: Database,
  model: Model,
  options: SchemaOptions = {},
): Promise<readonly string[]> => {
  const digest = options.digest ?? schemaDigestOf(model);
  const reached = await readReached(database, { digest });
  if (reached === 'whole' || (reached === 'unfinished' && (await isChanging(database)))) return [];
  const wanted = describeWanted(model);
  return inChange(database, async (transaction) => {
    const began = performance.now();
    await beginChange(transaction);
    await transaction.execute(baseSchema);
    if ((await readReached(transaction, wanted)) === 'whole') return [];
    const situation = await readSituation(transaction, model, wanted);
    const steps = await dueSteps(transaction, situation);
    for (const step of steps)
      if (step.kind !== 'refuse' && step.deliberate) {
        const { entity, field, what } = step;
        throw new Refusal('SCHEMA_DELIBERATE', { entity, field, what });
      }
    const views = await bringAbout(transaction, wanted, { ...situation, steps }, options);
    await forgetUnfinished(transaction);
    await journal(transaction, { door: 'start', seal: undefined, began, steps });
    return [...steps.flatMap((step) => (step.kind === 'refuse' ? [] : [step.sql])), ...views];
  });
};

/** Building an index may take long; waiting for somebody's lock must not, because everybody waits behind it. */
export const beginChange = (transaction: Queryable): Promise<void> =>
  transaction.execute("set local statement_timeout = 0; set local lock_timeout = '10s'");

/** Runs the steps, makes anew the views that do not stay, and remembers. Gives the SQL of the views. */
export const bringAbout = async (
  transaction: Queryable,
  wanted: Wanted,
  { steps, renames }: Situation,
  { renamed }: SchemaOptions,
): Promise<readonly string[]> => {
  const change = await planViews(transaction, wanted.views, steps);
  const taken = await dropViews(transaction, change);
  await runSteps(transaction, steps);
  // The column of a field that became a relation has another name, the field has not.
  const fields = renames.filter(({ from, to }) => from.field !== to.field);
  if (fields.length > 0) await renamed?.(transaction, fields);
  const views = await makeViews(transaction, wanted.views, change, taken);
  await recordRenewals(transaction, wanted, steps);
  await recordReached(transaction, wanted);
  return [...taken.sql, ...views];
};

export interface JournalEntry {
  readonly door: 'start' | 'apply';
  readonly seal: string | undefined;
  /** By `performance.now()`. */
  readonly began: number;
  readonly steps: readonly SchemaStep[];
  /** Code of what they were refused with. */
  readonly problem?: string;
}

/** A row of `fichario.schema_change`; what is renewed each time is left out. */
export const journal = async (
  transaction: Queryable,
  { door, seal, began, steps, problem }: JournalEntry,
): Promise<void> => {
  const told = steps
    .filter((step) => step.kind === 'check' || (step.kind === 'apply' && !step.renewal))
    .map(({ entity, field, class: kind, what, ...step }) => ({
      entity,
      field,
      class: kind,
      what,
      sql: step.kind === 'refuse' ? undefined : step.sql,
      problem,
    }));
  await transaction.query({
    text: `insert into fichario.schema_change (door, seal, milliseconds, steps)
      values ($1::text, $2::text, $3::text::integer, $4::text::jsonb)`,
    values: [door, seal ?? null, String(Math.round(performance.now() - began)), JSON.stringify(told)],
  });
};
