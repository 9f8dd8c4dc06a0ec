/** Rows that are read to be changed in the same transaction, with the rows that they own. */
import type { Queryable, Statement } from './database.ts';
import type { Row } from './given-rows.ts';
import { isRow } from './given-rows.ts';
import type { PrintedSql } from './sql/sql.ts';
import type { StoredRows } from './sql/stored.ts';
import { printStoredRows } from './sql/stored.ts';

export const readBody = async (transaction: Queryable, statement: Statement): Promise<readonly Row[]> => {
  const { rows } = await transaction.query<{ body: string }>(statement);
  const found: unknown = JSON.parse(rows[0]?.body ?? '[]');
  return Array.isArray(found) ? found.filter(isRow) : [];
};

/** Makes a statement of what is printed, with the rights of who asks. */
export type Binder = (printed: PrintedSql, inputs: { readonly rows: string }) => Statement;

/**
 * The records that the statement `held` gives and holds, each with its arrays. These are read once the records are held:
 * a statement that waits for another write sees what that one made of the record, and of all else what was there before.
 */
export const readStored = async (
  transaction: Queryable,
  held: Statement,
  children: readonly StoredRows[],
  bind: Binder,
): Promise<readonly Row[]> => {
  const records = await readBody(transaction, held);
  if (children.length === 0 || records.length === 0) return records;
  const ids = JSON.stringify(records.map((record) => record['id']));
  const [lists = {}] = await readBody(transaction, bind(printStoredRows(children), { rows: ids }));
  const owned = children.map(({ name }) => [name, byOwner(lists[name])] as const);
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(owned.map(([name, rows]) => [name, rows.get(record['id']) ?? []])),
  }));
};

const byOwner = (list: unknown): ReadonlyMap<unknown, readonly Row[]> => {
  const owned = Map.groupBy(Array.isArray(list) ? list.filter(isRow) : [], (row) => row['_owner']);
  return new Map([...owned].map(([owner, rows]) => [owner, rows.map(({ _owner, ...row }) => row)]));
};
