/** A model held against a database: what is there, what is wanted, and what leads from the one to the other. */
import { createHash } from 'node:crypto';
import { oncePer } from '../../core/once-per.ts';
import type { Model } from '../../model/types.ts';
import type { Queryable } from '../database.ts';
import { baseSchema } from './base-schema.ts';
import { describeTables } from './describe-tables.ts';
import { readNotes, writeNotes } from './notes.ts';
import type { ColumnRename } from './plan-renames.ts';
import { renameColumns } from './plan-renames.ts';
import { planSchemaChange } from './plan-schema-change.ts';
import { readTables } from './read-tables.ts';
import type { SchemaStep } from './schema-step.ts';
import { readStates, unfinishedKey, writeState } from './state.ts';
import type { TableSpec } from './table-spec.ts';
import type { ViewSpec } from './views.ts';
import { describeViews } from './views.ts';

const digestKey = 'schema.digest';

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

const digestOfTable = oncePer((table: TableSpec) => {
  const sql = planSchemaChange([], [table]).flatMap((step) => (step.kind === 'refuse' ? [] : [step.sql]));
  return digestOf(JSON.stringify([sql, table.columns]));
});

export const describeWanted = (model: Model): Wanted => {
  const [tables, views] = [describeTables(model), describeViews(model)];
  return { tables, views, digest: digestOf(JSON.stringify([baseSchema, tables.map(digestOfTable), views])) };
};

/** What tells the tables and views of one model from those of another, and of another engine. */
export const schemaDigestOf = (model: Model): string => describeWanted(model).digest;

/** Whether the last change brought about just this, to its end or up to the steps that come after its transaction. */
export const readReached = async (
  database: Queryable,
  { digest }: Pick<Wanted, 'digest'>,
): Promise<'whole' | 'unfinished' | undefined> => {
  const states = await readStates(database, [digestKey, unfinishedKey]);
  if (states.get(digestKey) !== digest) return undefined;
  return states.has(unfinishedKey) ? 'unfinished' : 'whole';
};

/** The notes of the engine must be there. Raises SCHEMA_TABLE_FOREIGN. */
export const readSituation = async (database: Queryable, model: Model, { tables }: Wanted): Promise<Situation> => {
  const current = await readTables(database, await readNotes(database), tables);
  const { changes = [] } = model;
  const { renames, tables: renamed } = renameColumns(current, tables, changes);
  return { current, renamed, renames, steps: planSchemaChange(current, tables, changes) };
};

/** Remembers that the wanted is there. */
export const recordReached = async (database: Queryable, { tables, digest }: Wanted): Promise<void> => {
  await writeNotes(database, tables);
  await writeState(database, digestKey, digest);
};
