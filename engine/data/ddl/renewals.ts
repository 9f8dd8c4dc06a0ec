/**
 * What a change makes anew, functions and triggers of every table: it does so where they would be others than those
 * made last, where something else happens to their table, or where somebody has changed those of the table in the
 * database since. All of them take longer than most changes, and each takes a lock that writers wait for. Triggers that
 * somebody else puts on a table are nobody's business here.
 */
import { createHash } from 'node:crypto';
import { oncePer } from '../../core/once-per.ts';
import type { Queryable } from '../database.ts';
import { attachmentFunctions } from './attachment-triggers.ts';
import { renewalsOf } from './plan-schema-change.ts';
import type { SchemaStep } from './schema-step.ts';
import type { Situation, Wanted } from './situation.ts';
import { readState, writeState } from './state.ts';

const renewalsKey = 'schema.renewals';

interface Made {
  /** By table, as `readCatalogue` gives it. */
  readonly tables: Readonly<Record<string, string>>;
  /** Of the SQL of each. */
  readonly digests: readonly string[];
}

const isRenewal = (step: SchemaStep): step is Extract<SchemaStep, { kind: 'apply' }> =>
  step.kind === 'apply' && step.renewal === true;

const digestOf = oncePer((step: SchemaStep) =>
  createHash('sha256')
    .update(step.kind === 'refuse' ? '' : step.sql)
    .digest('base64url')
    .slice(0, 16),
);

/**
 * By table, a digest of the triggers that the engine makes as they are in the database, and of which version of its
 * function they call. `among`: of these tables alone.
 */
const readCatalogue = async (
  database: Queryable,
  among?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await database.query<{ entity: string; digest: string }>({
    text: `select c.relname as entity, md5(string_agg(
        concat_ws(' ', t.tgname, t.tgenabled, t.tgtype, n.nspname, p.proname, case n.nspname when 'historico' then p.xmin end),
        e'\\n' order by t.tgname)) as digest
      from pg_trigger t
        join pg_class c on c.oid = t.tgrelid
        join pg_proc p on p.oid = t.tgfoid
        join pg_namespace n on n.oid = p.pronamespace
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
        and (n.nspname = 'historico'
          or n.nspname = 'fichario' and p.proname in (select json_array_elements_text($1::text::json)))
        and ($2::text is null or c.relname in (select json_array_elements_text($2::text::json)))
      group by c.relname`,
    values: [JSON.stringify(attachmentFunctions), among === undefined ? null : JSON.stringify([...among])],
  });
  return new Map(rows.map(({ entity, digest }) => [entity, digest]));
};

/** An engine that remembered one digest of all tables has all made anew. */
const readMade = async (database: Queryable): Promise<Made> => {
  const kept = JSON.parse((await readState(database, renewalsKey)) ?? '{}') as Partial<Made>;
  return { tables: kept.tables ?? {}, digests: kept.digests ?? [] };
};

/** The steps that are to be done. A part of what is done while others write leaves the table as it is. */
export const dueSteps = async (
  database: Queryable,
  { current, steps }: Pick<Situation, 'current' | 'steps'>,
): Promise<readonly SchemaStep[]> => {
  const [made, catalogue] = [await readMade(database), await readCatalogue(database)];
  const isTouched = (entity: string): boolean => made.tables[entity] !== (catalogue.get(entity) ?? '');
  const digests = new Set(made.digests);
  const there = new Set(current.map(({ entity }) => entity));
  const changed = new Set(steps.flatMap((step) => (isRenewal(step) || step.part !== undefined ? [] : [step.entity])));
  const isMade = (step: SchemaStep): boolean =>
    isRenewal(step) &&
    there.has(step.entity) &&
    !changed.has(step.entity) &&
    !isTouched(step.entity) &&
    digests.has(digestOf(step));
  return steps.filter((step) => !isMade(step));
};

/** Remembers what there is now that these steps are done: all that the next change would renew. */
export const recordRenewals = async (
  database: Queryable,
  { tables }: Wanted,
  steps: readonly SchemaStep[],
): Promise<void> => {
  const touched = new Set(steps.map(({ entity }) => entity));
  const [before, catalogue] = [await readMade(database), await readCatalogue(database, touched)];
  // What no step touched is as it was remembered, or its renewal would have been due.
  const all = {
    ...before.tables,
    ...Object.fromEntries([...touched].map((entity) => [entity, catalogue.get(entity)])),
  };
  const made: Made = {
    tables: Object.fromEntries(tables.map(({ entity }) => [entity, all[entity] ?? ''])),
    digests: tables.flatMap(renewalsOf).map(digestOf),
  };
  await writeState(database, renewalsKey, JSON.stringify(made));
};
