/** A new embedded database is unpacked, and not made by `initdb`: held here against one that is made. */
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';

interface Told {
  readonly name: string;
  readonly told: string;
}
type Ask = (sql: string) => Promise<readonly Told[]>;

/** What a session begins with, whatever this one has said since. */
const settings = `select name, concat_ws(' ', reset_val, unit, boot_val, context) as told from pg_settings
  order by name collate "C"`;
const databases = `select datname as name, concat_ws(' ', pg_encoding_to_char(encoding), datlocprovider, datcollate, datctype) as told
  from pg_database order by 1`;
const tables = `select format('%I.%I', nspname, relname) as name, '' as told
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname in ('pg_catalog', 'information_schema') order by 1`;

/** Of the time zone each session says its own; of who made it, and when, and what the planner saw, they tell differently. */
const apart: ReadonlySet<string> = new Set([
  'TimeZone',
  'log_timezone',
  'pg_catalog.pg_statistic',
  'information_schema.sql_implementation_info',
]);

const describeAll = async (ask: Ask): Promise<readonly Told[]> => {
  const told: Told[] = [...(await ask(settings)), ...(await ask(databases))];
  for (const { name } of await ask(tables))
    told.push(
      ...(await ask(
        `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text collate "C")) as told from ${name} t`,
      )),
    );
  return told.filter(({ name }) => !apart.has(name));
};

it('begins with the settings, databases and catalogues that this version makes', async () => {
  const made = await PGlite.create('memory://');
  const expected = await describeAll(async (sql) => (await made.query<Told>(sql)).rows);
  await made.close();
  const unpacked = await openPglite({ folder: 'memory://' });
  const found = await describeAll(async (text) => (await unpacked.query<Told>({ text, values: [] })).rows);
  await unpacked.close();
  expect(expected.length).toBeGreaterThan(400);
  expect(found).toEqual(expected);
});
