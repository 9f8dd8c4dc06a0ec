/** What the engine remembers of the tables that it made. */
import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { readNotes } from '../../../engine/data/ddl/notes.ts';
import { describeWanted, schemaDigestOf } from '../../../engine/data/ddl/situation.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { cidade, createField, createModel, distrito } from '../../support/small-model.ts';

const longer: Entity = { ...cidade, fields: [...cidade.fields, createField({ name: 'apelido', type: 'text' })] };
const [before, after] = [createModel(cidade, distrito), createModel(longer, distrito)];

forEachDatabase((open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
    await applySchema(database, before);
  });
  /** Each note with the transaction that wrote it. */
  const notes = async (): Promise<Readonly<Record<string, string>>> => {
    const { rows } = await database.query<{ key: string; mark: string }>({
      text: `select key, xmin::text as mark from fichario.state where key ^@ 'schema.table' order by key`,
      values: [],
    });
    return Object.fromEntries(rows.map(({ key, mark }) => [key, mark]));
  };

  test('a change writes the notes of the tables that it touches, and of no other', async () => {
    const first = await notes();
    expect(Object.keys(first)).toEqual(['schema.table.cidade', 'schema.table.distrito']);
    await applySchema(database, after);
    const then = await notes();
    expect(then).toEqual({
      ...first,
      'schema.table.cidade': expect.not.stringMatching(`^${first['schema.table.cidade']}$`),
    });
    expect(await readNotes(database)).toEqual(expect.arrayContaining([...describeWanted(after).tables]));
  });

  test('a change takes away the note of a table that nobody wants any more', async () => {
    await database.execute(
      `insert into fichario.state (key, value) select 'schema.table.sumida', value from fichario.state where key = 'schema.table.distrito'`,
    );
    await applySchema(database, after);
    expect(Object.keys(await notes())).toEqual(['schema.table.cidade', 'schema.table.distrito']);
  });

  test('the digest of a model is taken as given, and worked out where nothing of that digest is there', async () => {
    expect(await applySchema(database, after, { digest: schemaDigestOf(before) })).toEqual([]);
    expect(await applySchema(database, after, { digest: schemaDigestOf(after) })).not.toEqual([]);
    expect(await applySchema(database, after)).toEqual([]);
  });

  test.each([
    ['what a table has not is left out', (text: string) => text],
    [
      'an earlier one, which wrote null for it',
      (text: string) => text.replaceAll(/("name":"\w+"),/g, '$1,"field":null,'),
    ],
  ])('the one note that an earlier engine kept of all tables is read: %s', async (_what, written) => {
    const all = await readNotes(database);
    await database.query({
      text: `with gone as (delete from fichario.state where key ^@ 'schema.table.' or key = 'schema.digest')
        insert into fichario.state (key, value) values ('schema.tables', $1::text)`,
      values: [written(JSON.stringify(all))],
    });
    expect((await readNotes(database)).map(({ entity }) => entity)).toEqual(all.map(({ entity }) => entity));
    const sql = await applySchema(database, after);
    expect(sql.filter((text) => text.startsWith('alter table public'))).toEqual([
      'alter table public."cidade" add column "apelido" text collate fichario.pt_br;',
    ]);
    expect(Object.keys(await notes())).toEqual(['schema.table.cidade', 'schema.table.distrito']);
    expect(await applySchema(database, after)).toEqual([]);
  });
});
