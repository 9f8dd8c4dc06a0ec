/**
 * The rows that come with the files (`data.csv`): new ones enter by their natural key, what users changed or deleted
 * stays as they left it. In: tables made by `applySchema`, parsed files. Out: rows, and their first history.
 */

import { Refusal } from '../core/errors.ts';
import type { InitialRows } from '../metadata/documents.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import type { Database, Queryable } from './database.ts';
import { DatabaseError } from './database.ts';
import { constraintFields } from './ddl/constraint-fields.ts';
import { quoteIdentifier } from './ddl/quote.ts';
import { writeState } from './ddl/state.ts';
import { fileRowsSql, givenFields, hasTarget, readCells, valueSql } from './file-rows.ts';
import { refuseRowClashes } from './find-row-clashes.ts';
import { pendingRows } from './pending-rows.ts';

/**
 * Inserts, entity by entity and targets of relations first, the rows whose natural key is neither in the table nor in
 * its history: all of them, or none. A row whose target a user has deleted comes with an empty relation where that is
 * allowed and stays away where it is required. Gives the number of rows inserted, by entity. Refuses with START_ROW_CLASH
 * what meets a record that is there, and with START_ROWS_REFUSED what the database refuses for another reason.
 */
export const loadInitialRows = async (
  database: Database,
  model: Model,
  rows: Readonly<Record<string, InitialRows>>,
): Promise<Readonly<Record<string, number>>> => {
  const pending = await pendingRows(database, model, rows);
  const inserted: Record<string, number> = {};
  if (pending.length === 0) return inserted;
  await database
    .transaction(async (transaction) => {
      for (const { entity, given, key } of pending) {
        const count = insertRows(transaction, model, entity, given);
        inserted[entity.name] = await count.catch((error) => Promise.reject(refusalOf(error, model, given)));
        await writeState(transaction, key, given.digest);
      }
    })
    .catch(async (error) => {
      // The record that a row met can be asked for again now that the transaction is over.
      if (error instanceof Refusal) await refuseRowClashes(database, model, rows);
      throw error;
    });
  return inserted;
};

/** Classes of SQLSTATE: integrity constraint violation. */
const isRefused = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code.startsWith('23');

/** What the database refused of a file; anything else is given back unchanged. */
const refusalOf = (error: unknown, model: Model, { file }: InitialRows): unknown => {
  if (!isRefused(error)) return error;
  const found = error.constraint === undefined ? undefined : constraintFields(model, error.constraint);
  const fields = (found?.fields ?? [error.column ?? error.constraint ?? error.code]).join(', ');
  return new Refusal('START_ROWS_REFUSED', { file, fields }, { cause: error });
};

/** Rows that point at rows of the same file enter in rounds, each after the rows it points at. */
const insertRows = async (
  transaction: Queryable,
  model: Model,
  entity: Entity,
  given: InitialRows,
): Promise<number> => {
  const fields = givenFields(entity, given);
  const values = [JSON.stringify(readCells(model, entity, fields, given.rows))];
  const insert = async (complete: boolean): Promise<number> =>
    (await transaction.query({ text: insertStatement(model, entity, fields, complete), values })).affected;
  let count = 0;
  if (fields.some((field) => field.relation?.entity === entity.name))
    for (let round = await insert(true); round > 0; round = await insert(true)) count += round;
  return count + (await insert(false));
};

/** `complete`: only rows all of whose targets are there. */
const insertStatement = (model: Model, entity: Entity, fields: readonly Field[], complete: boolean): string =>
  [
    `insert into public.${quoteIdentifier(entity.name)} (${fields.map((field) => quoteIdentifier(field.column)).join(', ')})`,
    `select ${fields.map(valueSql).join(', ')}`,
    fileRowsSql(model, entity, fields, (relation) =>
      complete || relation.field.required ? hasTarget(relation) : undefined,
    ),
    'order by given.position',
  ].join('\n');
