/** Rows that are read to be changed in the same transaction, with the rows that they own. */
import type { Queryable, Statement } from './database.ts';
import type { Row } from './given-rows.ts';
import { isRow } from './given-rows.ts';
import type { ColumnRef, Scope } from './plan/refs.ts';
import type { Condition } from './plan/types.ts';
import type { PrintedSql } from './sql/sql.ts';
import type { StoredRows } from './sql/stored.ts';
import { printStoredByKey, printStoredRows } from './sql/stored.ts';

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

/** Rows by their `_owner`, without it. */
export const byOwner = (list: unknown): ReadonlyMap<unknown, readonly Row[]> => {
  const owned = Map.groupBy(Array.isArray(list) ? list.filter(isRow) : [], (row) => row['_owner']);
  return new Map([...owned].map(([owner, rows]) => [owner, rows.map(({ _owner, ...row }) => row)]));
};

/** Rows that have the same parts of a key empty. */
interface Keyed {
  readonly empty: ReadonlySet<string>;
  readonly rows: readonly Row[];
}

/**
 * Rows that a key finds records by, as the database compares it: empty is equal to empty in a key of several columns, and to
 * nothing in one of a single column. Always in the same order, so that two writes hold what they find in one order.
 */
const byEmptyParts = (key: readonly ColumnRef[], rows: readonly Row[]): readonly Keyed[] => {
  const emptyOf = (row: Row): readonly string[] =>
    key.flatMap(({ column }) => ((row[column] ?? null) === null ? [column] : []));
  const groups = [...Map.groupBy(rows, (row) => emptyOf(row).join())].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return groups.flatMap(([, some]) => {
    const empty = new Set(some.slice(0, 1).flatMap(emptyOf));
    return key.length === 1 && empty.size > 0 ? [] : [{ empty, rows: some }];
  });
};

/** The records that have the values of `key` in the rows, each with the `_row` of its row; held, with their arrays. */
export const readStoredByKey = async (
  transaction: Queryable,
  {
    scope,
    key,
    reach,
    columns,
    children,
  }: {
    readonly scope: Scope;
    readonly key: readonly ColumnRef[];
    readonly reach: readonly Condition[];
    readonly columns: readonly ColumnRef[];
    readonly children: readonly StoredRows[];
  },
  rows: readonly Row[],
  bind: Binder,
): Promise<readonly Row[]> => {
  const found: Row[] = [];
  for (const { empty, rows: some } of byEmptyParts(key, rows)) {
    const held = bind(printStoredByKey(scope, key, empty, reach, columns), { rows: JSON.stringify(some) });
    found.push(...(await readStored(transaction, held, children, bind)));
  }
  return found;
};
