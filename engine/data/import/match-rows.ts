/** Which rows of a file are records that are there, by the key that was chosen, and which come twice in the file itself. */
import { withFixed } from '../../model/screen-entity.ts';
import type { Entity, Field } from '../../model/types.ts';
import { bindInputs } from '../bind.ts';
import type { Queryable } from '../database.ts';
import type { Row } from '../given-rows.ts';
import type { ListContext } from '../plan/context.ts';
import { scopeConditions } from '../plan/row-scope.ts';
import { readStoredByKey } from '../read-stored.ts';
import { scopeOf } from '../write-answer.ts';
import type { SeenKeys } from './seen-keys.ts';

export interface Present {
  readonly id: number;
  readonly version: number;
}

const keyOf = (row: Row, columns: readonly string[]): readonly unknown[] =>
  columns.map((column) => row[column] ?? null);

export const lacksKey = (row: Row, columns: readonly string[]): boolean =>
  columns.some((column) => (row[column] ?? null) === null);

const keptOf = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

/** By the places of the rows: the record that has the values of `key`, of those that the caller may meet. */
export const findPresent = async (
  queryable: Queryable,
  context: ListContext,
  key: readonly Field[],
  rows: readonly Row[],
): Promise<ReadonlyMap<number, Present>> => {
  const scope = scopeOf(context);
  const columns = key.map(({ column }) => column);
  const keyed: Row[] = [];
  for (const [index, row] of withFixed(context.entity, rows).entries())
    if (!lacksKey(row, columns)) keyed.push({ ...keptOf(row, columns), _row: index });
  const asked = {
    scope,
    key: key.map(({ name }) => scope.own(name)),
    reach: scopeConditions(context.access, scope),
    columns: [scope.version],
    children: [],
  };
  const found = await readStoredByKey(queryable, asked, keyed, (printed, inputs) =>
    bindInputs(context, printed, inputs),
  );
  return new Map(found.map((row) => [Number(row['_row']), { id: Number(row['id']), version: Number(row['versao']) }]));
};

interface PlacedRow {
  readonly line: number;
  readonly values: Row;
}

/**
 * By the lines of the rows that have the values of a unique key as a line above them: that key. As in the database, empty is
 * equal to empty in a key of several columns, and to nothing in one of a single column.
 */
export const findRepeated = (
  seen: SeenKeys,
  entity: Entity,
  keys: readonly (readonly string[])[],
  rows: readonly PlacedRow[],
): ReadonlyMap<number, readonly string[]> => {
  const whole = withFixed(
    entity,
    rows.map(({ values }) => values),
  );
  const repeated = new Map<number, readonly string[]>();
  const named = keys.map((key) => [key, JSON.stringify(key)] as const);
  for (const [place, row] of whole.entries()) {
    const line = rows[place]?.line ?? 0;
    for (const [key, name] of named) {
      const values = keyOf(row, key);
      if (key.length === 1 && values[0] === null) continue;
      const first = seen.first(`[${name},${JSON.stringify(values)}]`, line);
      if (first < line && !repeated.has(line)) repeated.set(line, key);
    }
  }
  return repeated;
};

/** Keeps the keys that were met up to a line, for a run that goes on behind it. */
export const keepSeen = async (queryable: Queryable, importId: string, line: number, seen: SeenKeys): Promise<void> => {
  const keys = seen.take();
  if (keys.length > 0)
    await queryable.query({
      text: `insert into fichario.import_key (import_id, line, keys) values ($1::text::uuid, $2::text::integer, decode($3::text, 'base64'))`,
      values: [importId, String(line), keys.toString('base64')],
      name: 'import-key-put',
    });
};

/** Has the keys back that were met up to a line. Of rows behind it nothing is known: they are looked at again. */
export const loadSeen = async (queryable: Queryable, importId: string, line: number, seen: SeenKeys): Promise<void> => {
  await forgetSeen(queryable, importId, line);
  for (let after = -1; ; ) {
    const { rows } = await queryable.query<{ line: number; keys: string }>({
      text: `select line, encode(keys, 'base64') as keys from fichario.import_key
        where import_id = $1::text::uuid and line > $2::text::integer order by line limit 1`,
      values: [importId, String(after)],
      name: 'import-key',
    });
    const [row] = rows;
    if (row === undefined) return;
    seen.load(Buffer.from(row.keys, 'base64'));
    after = row.line;
  }
};

/** Forgets the keys that were met behind a line. */
export const forgetSeen = async (queryable: Queryable, importId: string, line: number): Promise<void> => {
  await queryable.query({
    text: 'delete from fichario.import_key where import_id = $1::text::uuid and line > $2::text::integer',
    values: [importId, String(line)],
  });
};
