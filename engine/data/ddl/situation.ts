/** A model held against a database: what is there, what is wanted, and what leads from the one to the other. */
import { createHash } from 'node:crypto';
import type { Model } from '../../model/types.ts';
import type { Queryable } from '../database.ts';
import { baseSchema } from './base-schema.ts';
import { describeTables } from './describe-tables.ts';
import type { ColumnRename } from './plan-renames.ts';
import { renameColumns } from './plan-renames.ts';
import { planSchemaChange } from './plan-schema-change.ts';
import { readTables } from './read-tables.ts';
import type { SchemaStep } from './schema-step.ts';
import { readState, readStates, unfinishedKey, writeState } from './state.ts';
import type { TableSpec } from './table-spec.ts';
import type { ViewSpec } from './views.ts';
import { describeViews } from './views.ts';

const digestKey = 'schema.digest';
const tablesKey = 'schema.tables';

/** What a model wants. */
export interface Wanted {
  readonly tables: readonly TableSpec[];
  readonly views: readonly ViewSpec[];
  /** Of all SQL that makes them from nothing, so that a change of the engine itself is applied too. */
  readonly digest: string;
}

export interface Situation {
  readonly current: readonly TableSpec[];
  /** `current` once the steps that rename are done. */
  readonly renamed: readonly TableSpec[];
  readonly steps: readonly SchemaStep[];
  readonly renames: readonly ColumnRename[];
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The SQL of the tables that were described last: most changes of the files leave the tables as they are. */
let last: { readonly described: string; readonly digest: string } | undefined;

export const describeWanted = (model: Model): Wanted => {
  const [tables, views] = [describeTables(model), describeViews(model)];
  const described = digestOf(JSON.stringify([tables, views]));
  if (last?.described !== described) last = { described, digest: digestOfSql(tables, views) };
  return { tables, views, digest: last.digest };
};

const digestOfSql = (tables: Wanted['tables'], views: Wanted['views']): string => {
  const sql = planSchemaChange([], tables).flatMap((step) => (step.kind === 'refuse' ? [] : [step.sql]));
  return digestOf(JSON.stringify([baseSchema, sql, tables.map((table) => table.columns), views]));
};

/** Whether the last change brought about just this, to its end or up to the steps that come after its transaction. */
export const readReached = async (
  database: Queryable,
  { digest }: Wanted,
): Promise<'whole' | 'unfinished' | undefined> => {
  const states = await readStates(database, [digestKey, unfinishedKey]);
  if (states.get(digestKey) !== digest) return undefined;
  return states.has(unfinishedKey) ? 'unfinished' : 'whole';
};

/** The notes of the engine must be there. Raises SCHEMA_TABLE_FOREIGN. */
export const readSituation = async (database: Queryable, model: Model, { tables }: Wanted): Promise<Situation> => {
  const recorded = readNotes((await readState(database, tablesKey)) ?? '[]');
  const current = await readTables(database, recorded, tables);
  const { changes = [] } = model;
  const { renames, tables: renamed } = renameColumns(current, tables, changes);
  return { current, renamed, renames, steps: planSchemaChange(current, tables, changes) };
};

/** Remembers that the wanted is there. */
export const recordReached = async (database: Queryable, { tables, digest }: Wanted): Promise<void> => {
  await writeState(database, tablesKey, JSON.stringify(tables));
  await writeState(database, digestKey, digest);
};

/** An earlier engine wrote null for what a table has not. Looking for it takes four times as long as reading all. */
const readNotes = (text: string): readonly TableSpec[] =>
  JSON.parse(text, text.includes(':null') ? (_key, value: unknown) => (value === null ? undefined : value) : undefined);
