/**
 * What the tables were last wanted to be, kept in the database itself: PostgreSQL gives expressions back in its own words.
 * One note a table, so that a change writes those of the tables that it touches.
 */
import { createHash } from 'node:crypto';
import { oncePer } from '../../core/once-per.ts';
import type { Queryable } from '../database.ts';
import { readState } from './state.ts';
import type { TableSpec } from './table-spec.ts';

const prefix = 'schema.table.';
/** An earlier engine kept one note of all tables. */
const formerKey = 'schema.tables';

const keyOf = ({ entity }: TableSpec): string => `${prefix}${entity}`;

const noteOf = oncePer((table: TableSpec) => {
  const text = JSON.stringify(table);
  return { text, digest: createHash('md5').update(text).digest('hex') };
});

/** An earlier engine wrote null for what a table has not. Looking for it takes four times as long as reading all. */
const readFormer = (text: string): readonly TableSpec[] =>
  JSON.parse(text, text.includes(':null') ? (_key, value: unknown) => (value === null ? undefined : value) : undefined);

export const readNotes = async (database: Queryable): Promise<readonly TableSpec[]> => {
  const { rows } = await database.query<{ value: string }>({
    text: 'select value from fichario.state where key ^@ $1::text',
    values: [prefix],
  });
  if (rows.length > 0) return rows.map(({ value }): TableSpec => JSON.parse(value));
  return readFormer((await readState(database, formerKey)) ?? '[]');
};

/** Writes what is not noted yet, and takes away the notes of what nobody wants any more. */
export const writeNotes = async (database: Queryable, tables: readonly TableSpec[]): Promise<void> => {
  const { rows } = await database.query<{ key: string; digest: string }>({
    text: 'select key, md5(value) as digest from fichario.state where key ^@ $1::text',
    values: [prefix],
  });
  const noted = new Map(rows.map(({ key, digest }) => [key, digest]));
  const wanted = new Set(tables.map(keyOf));
  const due = tables.filter((table) => noted.get(keyOf(table)) !== noteOf(table).digest);
  await database.query({
    text: `insert into fichario.state (key, value)
      select key, value from json_to_recordset($1::text::json) as note (key text, value text)
      on conflict (key) do update set value = excluded.value`,
    values: [JSON.stringify(due.map((table) => ({ key: keyOf(table), value: noteOf(table).text })))],
  });
  await database.query({
    text: 'delete from fichario.state where key in (select json_array_elements_text($1::text::json))',
    values: [JSON.stringify([formerKey, ...[...noted.keys()].filter((key) => !wanted.has(key))])],
  });
};
