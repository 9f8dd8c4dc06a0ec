/** All that is known of a record, of versions that follow each other by a microsecond. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveHistory } from '../../../../engine/data/archive/archive-history.ts';
import { listArchives } from '../../../../engine/data/archive/archive-store.ts';
import type { KnownVersion } from '../../../../engine/data/archive/record-versions.ts';
import { recordVersions } from '../../../../engine/data/archive/record-versions.ts';
import type { Database } from '../../../../engine/data/database.ts';
import { applySchema } from '../../../../engine/data/ddl/apply-schema.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import { makeMemoryFolder } from '../../../support/memory-folder.ts';
import { createEntity, createField, createModel } from '../../../support/small-model.ts';

const item = createEntity({
  name: 'item',
  fields: [createField({ name: 'codigo', type: 'integer', required: true })],
});
const model = createModel({ ...item, history: { keepYears: 1 } });
const changes = 20;
const codes = Array.from({ length: changes + 1 }, (_, index) => index);

const codesOf = (versions: readonly KnownVersion[]): readonly unknown[] =>
  versions.map(({ version }) => version['codigo']);

forEachDatabase((open) => {
  let database: Database;
  let folder: string;

  const versions = () => recordVersions(database, folder, item, '1');

  beforeAll(async () => {
    database = await open();
    folder = makeMemoryFolder();
    await applySchema(database, model);
    await database.execute('insert into item (codigo) values (0)');
    await database.transaction(async (transaction) => {
      const statements = codes.slice(1).map((code) => `update item set codigo = ${code}, versao = versao + 1`);
      await transaction.execute(statements.join('; '));
      await transaction.execute('delete from item');
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('tells every version of one transaction, in the order in which they were written', async () => {
    const told = await versions();
    expect(codesOf(told.versions)).toEqual([...codes, changes]);
    expect(told.versions.at(-1)?.version['_operacao']).toBe('D');
  });

  test('tells one that is in a file and in the database once, as it stands in the file', async () => {
    // As close as they can be: a microsecond from one to the next, years ago.
    await database.execute(`comment on table historico.item is 'desde 2001-01-01T00:00:00+00:00';
      update historico.item set _de = _de - interval '3 years', _ate = _ate - interval '3 years'`);
    const before = await versions();
    expect(codesOf(before.versions)).toEqual([...codes, changes]);
    const { rows } = await database.query<{ version: string }>({
      text: 'select row_to_json(h)::text as version from historico.item h',
      values: [],
    });
    await archiveHistory({ database, model, folder, portion: 3 });
    expect((await listArchives(database)).map(({ state }) => state)).toEqual(['done']);
    const archived = await versions();
    expect(archived.versions.map(({ version }) => version)).toEqual(before.versions.map(({ version }) => version));
    expect(archived.versions.every(({ file }) => file !== null)).toBe(true);
    // Those that are leaving: written into the file, and not deleted yet.
    await database.query({
      text: `insert into historico.item select * from json_populate_recordset(null::historico.item, $1::text::json)`,
      values: [`[${rows.map(({ version }) => version).join()}]`],
    });
    const twice = await versions();
    expect(twice).toEqual(archived);
  });
});
