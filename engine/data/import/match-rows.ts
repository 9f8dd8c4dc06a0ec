/** Which rows of a file are records that are there, by the key that was chosen, and which come twice in the file itself. */
import { createHash } from 'node:crypto';
import { withFixed } from '../../model/screen-entity.ts';
import type { Entity, Field } from '../../model/types.ts';
import { bind, prepare } from '../bind.ts';
import type { Queryable } from '../database.ts';
import type { Row } from '../given-rows.ts';
import type { ListContext } from '../plan/context.ts';
import { scopeConditions } from '../plan/row-scope.ts';
import { printStoredByKey } from '../sql/stored.ts';
import { scopeOf } from '../write-answer.ts';

export interface Present {
  readonly id: number;
  readonly version: number;
}

const keyOf = (row: Row, columns: readonly string[]): readonly unknown[] =>
  columns.map((column) => row[column] ?? null);

export const lacksKey = (row: Row, columns: readonly string[]): boolean => keyOf(row, columns).includes(null);

/** By the places of the rows: the record that has the values of `key`, of those that the caller may meet. */
export const findPresent = async (
  queryable: Queryable,
  context: ListContext,
  key: readonly Field[],
  rows: readonly Row[],
): Promise<ReadonlyMap<number, Present>> => {
  const scope = scopeOf(context);
  const columns = key.map(({ column }) => column);
  const keyed = withFixed(context.entity, rows).flatMap((row, index) =>
    lacksKey(row, columns)
      ? []
      : [{ ...Object.fromEntries(columns.map((column) => [column, row[column]])), _row: index }],
  );
  if (keyed.length === 0) return new Map();
  const printed = printStoredByKey(
    scope,
    key.map(({ name }) => scope.own(name)),
    scopeConditions(context.access, scope),
    [scope.version],
    [],
  );
  const statement = bind(prepare(printed, false), {
    request: [],
    words: [],
    cursor: [],
    access: context.access,
    inputs: { rows: JSON.stringify(keyed) },
  });
  const body = (await queryable.query<{ body: string }>(statement)).rows[0]?.body ?? '[]';
  const found = JSON.parse(body) as readonly { readonly _row: number; readonly id: number; readonly versao: number }[];
  return new Map(found.map(({ _row, id, versao }) => [_row, { id, version: versao }]));
};

/** A row's values of one unique key, in few bytes. */
const digestOf = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest().subarray(0, 16).toString('base64');

interface PlacedRow {
  readonly line: number;
  readonly values: Row;
}

/**
 * By the lines of the rows: the first line of the file that has the same values of a unique key, and which key. What is
 * asked about is kept, so that the rows that come later are held against it.
 */
export const findRepeated = async (
  queryable: Queryable,
  importId: string,
  entity: Entity,
  keys: readonly (readonly string[])[],
  rows: readonly PlacedRow[],
): Promise<ReadonlyMap<number, { readonly first: number; readonly key: readonly string[] }>> => {
  const whole = withFixed(
    entity,
    rows.map(({ values }) => values),
  );
  const asked = keys.flatMap((key, index) =>
    whole.flatMap((row, place) => {
      const values = keyOf(row, key);
      const line = rows[place]?.line;
      return values.includes(null) || line === undefined ? [] : [{ k: index, h: digestOf(values), l: line }];
    }),
  );
  if (asked.length === 0) return new Map();
  const { rows: found } = await queryable.query<{ k: number; l: number; first: number }>({
    text: `with given as (select k, decode(h, 'base64') as h, l from json_to_recordset($2::text::json) as r(k integer, h text, l integer)),
      put as (insert into fichario.import_key (import_id, key, hash, line)
        select $1::text::uuid, k, h, min(l) from given group by k, h on conflict do nothing)
      select g.k, g.l, least(coalesce(i.line, 2147483647), min(g.l) over (partition by g.k, g.h)) as first
      from given g left join fichario.import_key i on i.import_id = $1::text::uuid and i.key = g.k and i.hash = g.h
      order by g.l, g.k`,
    values: [importId, JSON.stringify(asked)],
  });
  const repeated = new Map<number, { first: number; key: readonly string[] }>();
  for (const { k, l, first } of found)
    if (first < l && !repeated.has(l)) repeated.set(l, { first, key: keys[k] ?? [] });
  return repeated;
};

/** Of rows behind a line nothing is known: they are looked at again. */
export const forgetBehind = async (queryable: Queryable, importId: string, line: number): Promise<void> => {
  await queryable.query({
    text: 'delete from fichario.import_key where import_id = $1::text::uuid and line > $2::text::integer',
    values: [importId, String(line)],
  });
};
