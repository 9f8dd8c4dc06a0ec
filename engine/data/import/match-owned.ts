/**
 * Rows of lists in a file, and the rows that records own already. A file tells of no ids: a row with the values of one that
 * is there is that one, then one with the values of its unique key, then the one that it is most like. Of the others the
 * file's are new, and the record's go.
 */
import { readableChildren } from '../../access/visible-entity.ts';
import { writableFields } from '../../fields/record-schema.ts';
import type { Child, Entity, Field } from '../../model/types.ts';
import { bindInputs } from '../bind.ts';
import type { Queryable } from '../database.ts';
import type { Row } from '../given-rows.ts';
import type { ListContext } from '../plan/context.ts';
import type { Scope } from '../plan/refs.ts';
import { printOwnedRows, printTyped } from '../sql/owned-rows.ts';
import type { PrintedSql } from '../sql/sql.ts';
import { keysOf } from '../upsert-rows.ts';
import { childrenIn, childTable, itemsOf } from '../write-children.ts';

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const isEqual = (row: Row, there: Row): boolean =>
  Object.entries(row).every(([name, value]) => sameValue(value, there[name]));

/** Of the values of either that tell rows apart, the part that both have. */
const likeness = (row: Row, there: Row, common: ReadonlySet<string>): number => {
  const names = Object.keys(row).filter(
    (name) => !common.has(name) && ((row[name] ?? null) !== null || (there[name] ?? null) !== null),
  );
  return names.filter((name) => sameValue(row[name], there[name])).length / Math.max(1, names.length);
};

/** Least part of the values that a row and the one that it changes have in common. */
const leastLike = 0.5;

/**
 * For each of the rows of a file which of those that are there it is, undefined: none. Values of both as they are stored;
 * a row is compared by the names that it has. `keys`: names whose values tell one row from another; `common`: names whose
 * values are of many rows, so that to have them in common is nothing.
 */
export const matchRows = (
  rows: readonly Row[],
  there: readonly Row[],
  keys: readonly (readonly string[])[],
  common: ReadonlySet<string> = new Set(),
): readonly (Row | undefined)[] => {
  const found: (Row | undefined)[] = rows.map(() => undefined);
  const left = new Set(there);
  const take = (index: number, one: Row | undefined): void => {
    if (one === undefined) return;
    found[index] = one;
    left.delete(one);
  };
  const each = (pick: (row: Row, index: number) => Row | undefined): void => {
    for (const [index, row] of rows.entries()) if (found[index] === undefined) take(index, pick(row, index));
  };
  const first = (fits: (one: Row) => boolean): Row | undefined => {
    for (const one of left) if (fits(one)) return one;
    return undefined;
  };
  each((row, index) => {
    const one = there[index];
    return one !== undefined && isEqual(row, one) ? one : undefined;
  });
  each((row) => first((one) => isEqual(row, one)));
  for (const key of keys)
    each((row) =>
      key.every((name) => (row[name] ?? null) !== null)
        ? first((one) => key.every((name) => sameValue(row[name], one[name])))
        : undefined,
    );
  each((row, index) => {
    const at = there[index];
    const likely = [...(at !== undefined && left.has(at) ? [at] : []), ...left].map(
      (one) => [likeness(row, one, common), one] as const,
    );
    const [most, one] = likely.reduce((best, next) => (next[0] > best[0] ? next : best), [0, undefined] as readonly [
      number,
      Row | undefined,
    ]);
    return most >= leastLike ? one : undefined;
  });
  return found;
};

const readBody = async (queryable: Queryable, statement: Parameters<Queryable['query']>[0]): Promise<readonly Row[]> =>
  JSON.parse((await queryable.query<{ body: string }>(statement)).rows[0]?.body ?? '[]') as readonly Row[];

/** Names of the columns whose values tell the rows of one record apart. */
const keysIn = ({ entity }: Child, scope: Scope): readonly (readonly string[])[] => {
  const owner = scope.table.entity.owner?.relation;
  const key = scope.table.entity.fields.find(({ name }) => name === owner)?.column;
  return keysOf(entity)
    .map((columns) => columns.filter((column) => column !== key))
    .filter((columns) => columns.length > 0);
};

/** Types whose few values are of many rows. */
const isCommon = (type: Field['type']): boolean => type === 'boolean' || type === 'code';

/** A record that is there, and what the file says of it. */
interface OwningRow {
  readonly id: number;
  readonly values: Row;
}

/** Whether the caller reads all that is said of the rows, so that it may be told that nothing changes. */
const isReadable = (
  { model, access, entity, screen }: ListContext,
  child: Child,
  scope: Scope,
  rows: readonly Row[],
) => {
  const open = new Set(scope.fields.map(({ column }) => column));
  return (
    readableChildren(model, access, entity, screen).some(({ name }) => name === child.name) &&
    rows.every((row) => Object.keys(row).every((name) => open.has(name)))
  );
};

const matchList = async (
  queryable: Queryable,
  context: ListContext,
  child: Child,
  records: readonly OwningRow[],
): Promise<ReadonlyMap<number, readonly Row[] | undefined>> => {
  const items = records.flatMap(({ values }) => itemsOf(values, child));
  const { scope, owner, position } = childTable(context, child, items);
  const columns = writableFields(child.entity).map(({ name }) => scope.own(name));
  const send = (printed: PrintedSql, rows: readonly unknown[]) =>
    readBody(queryable, bindInputs(context, printed, { rows: JSON.stringify(rows) }));
  const typed =
    items.length === 0
      ? []
      : await send(
          printTyped(columns),
          items.map((item, _row) => ({ ...item, _row })),
        );
  const ids = records.map(({ id }) => id);
  const stored = Map.groupBy(
    await send(printOwnedRows({ scope, owner, position, columns }), ids),
    (row) => row['_owner'],
  );
  const keys = keysIn(child, scope);
  const common = new Set(child.entity.fields.flatMap(({ type, column }) => (isCommon(type) ? [column] : [])));
  const readable = isReadable(context, child, scope, items);
  let next = 0;
  return new Map(
    records.map(({ id, values }) => {
      const given = itemsOf(values, child);
      const there = stored.get(id) ?? [];
      const asStored = given.map((item) => {
        const row = typed[next] ?? {};
        next += 1;
        return Object.fromEntries(Object.keys(item).map((name) => [name, row[name]]));
      });
      const found = matchRows(asStored, there, keys, common);
      const same =
        readable &&
        found.length === there.length &&
        found.every((one, index) => one !== undefined && one === there[index] && isEqual(asStored[index] ?? {}, one));
      return [
        id,
        same ? undefined : given.map((item, index) => (found[index] ? { id: found[index]['id'], ...item } : item)),
      ];
    }),
  );
};

/**
 * What the file says of records that are there, with the ids of the owned rows that it means; of lists that are so already
 * it says nothing. In the order of the records.
 */
export const matchOwned = async (
  queryable: Queryable,
  context: ListContext,
  writable: Entity,
  records: readonly OwningRow[],
): Promise<readonly Row[]> => {
  const changed = records.map(({ values }) => ({ ...values }));
  const all = childrenIn(
    writable,
    records.map(({ values }) => values),
  );
  for (const child of all) {
    const some = records.filter(({ values }) => values[child.name] !== undefined);
    const matched = await matchList(queryable, context, child, some);
    for (const [index, { id, values }] of records.entries()) {
      const row: Record<string, unknown> = changed[index] ?? {};
      if (values[child.name] === undefined) continue;
      const rows = matched.get(id);
      if (rows === undefined) delete row[child.name];
      else row[child.name] = rows;
    }
  }
  return changed;
};
