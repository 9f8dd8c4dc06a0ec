/**
 * What a change makes anew, functions and triggers of every table: it does so where they would be others than those
 * made last, where something else happens to their table, or where somebody has changed them in the database since. All
 * of them take longer than most changes, and each takes a lock that writers wait for.
 */
import { createHash } from 'node:crypto';
import type { Queryable } from '../database.ts';
import { planSchemaChange } from './plan-schema-change.ts';
import type { SchemaStep } from './schema-step.ts';
import type { Situation, Wanted } from './situation.ts';
import { readState, writeState } from './state.ts';

const renewalsKey = 'schema.renewals';

interface Made {
  /** Of the functions and triggers that there were. */
  readonly catalogue: string;
  /** Of the SQL of each. */
  readonly digests: readonly string[];
}

const isRenewal = (step: SchemaStep): step is Extract<SchemaStep, { kind: 'apply' }> =>
  step.kind === 'apply' && step.renewal === true;

const digestOf = (sql: string): string => createHash('sha256').update(sql).digest('base64url').slice(0, 16);

/** Of the functions of the histories and the triggers of the tables as they are in the database. */
const readCatalogue = async (database: Queryable): Promise<string> => {
  const { rows } = await database.query<{ digest: string }>({
    text: `select md5(coalesce(string_agg(part, e'\\n' order by part), '')) as digest from (
      select concat_ws(' ', p.oid::regprocedure, md5(p.prosrc)) as part from pg_proc p
        where p.pronamespace = 'historico'::regnamespace
      union all
      select concat_ws(' ', c.relname, t.tgname, t.tgenabled, t.tgtype, t.tgfoid::regproc) from pg_trigger t
        join pg_class c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = 'public'::regnamespace) parts`,
    values: [],
  });
  return rows[0]?.digest ?? '';
};

/** The steps that are to be done. A part of what is done while others write leaves the table as it is. */
export const dueSteps = async (
  database: Queryable,
  { current, steps }: Pick<Situation, 'current' | 'steps'>,
): Promise<readonly SchemaStep[]> => {
  const text = await readState(database, renewalsKey);
  const made = text === undefined ? undefined : (JSON.parse(text) as Made);
  if (made === undefined || made.catalogue !== (await readCatalogue(database))) return steps;
  const digests = new Set(made.digests);
  const there = new Set(current.map(({ entity }) => entity));
  const changed = new Set(steps.flatMap((step) => (isRenewal(step) || step.part !== undefined ? [] : [step.entity])));
  const isMade = (step: SchemaStep): boolean =>
    isRenewal(step) && there.has(step.entity) && !changed.has(step.entity) && digests.has(digestOf(step.sql));
  return steps.filter((step) => !isMade(step));
};

/** Remembers what there is now: all that the next change would renew. */
export const recordRenewals = async (database: Queryable, { tables }: Wanted): Promise<void> => {
  const planned = planSchemaChange(tables, tables);
  const made: Made = {
    catalogue: await readCatalogue(database),
    digests: planned.flatMap((step) => (isRenewal(step) ? [digestOf(step.sql)] : [])),
  };
  await writeState(database, renewalsKey, JSON.stringify(made));
};
