/** What a change of the tables makes anew, of the functions and triggers that every table has. */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import type { Entity, Model } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { cidade, createField, createModel, distrito } from '../../support/small-model.ts';

/** Like `distrito`, under another name. */
const likeDistrito = (name: string): Entity => ({
  ...distrito,
  name,
  path: `/${name}`,
  subject: name,
  folder: name,
});

/** `cidade` with so many fields more. */
const longer = (count: number): Entity => ({
  ...cidade,
  fields: [
    ...cidade.fields,
    ...Array.from({ length: count }, (_, at) => createField({ name: `campo_${at}`, type: 'text' })),
  ],
});

forEachDatabase((open) => {
  let database: Database;
  let fields = 0;
  beforeAll(async () => {
    database = await open();
    await applySchema(database, present());
  });
  /** As the last change left it, with one that nothing ever happens to. */
  const present = (...more: readonly Entity[]): Model =>
    createModel(longer(fields), distrito, likeDistrito('zona'), ...more);
  /** Changes `cidade`, and gives the SQL that was run. */
  const change = (): Promise<readonly string[]> => {
    fields += 1;
    return applySchema(database, present());
  };

  /** The tables whose function and triggers the SQL makes, with how many. */
  const renewed = (sql: readonly string[]): Readonly<Record<string, number>> => {
    const parts = sql.flatMap((text) => [
      ...text.matchAll(/create or replace function historico\."(\w+)_gravar"/g),
      ...text.matchAll(/create or replace trigger \w+ (?:after|before) \w+ on public\."(\w+)"/g),
    ]);
    return Object.fromEntries(
      [...Map.groupBy(parts, ([, table = '']) => table)].map(([table, all]) => [table, all.length]),
    );
  };
  const ofOne = 1 + 4;
  /** The triggers of a table and the body of their function. */
  const partsOf = async (table: string): Promise<readonly string[]> => {
    const { rows } = await database.query<{ part: string }>({
      text: `select t.tgname || ' ' || t.tgenabled::text || ' ' || md5(p.prosrc) as part from pg_trigger t
        join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = ('public.' || $1::text)::regclass and not t.tgisinternal order by part`,
      values: [table],
    });
    return rows.map(({ part }) => part);
  };

  test('a change of one table makes those of this table anew, and of no other', async () => {
    const before = await partsOf('distrito');
    expect(before).toHaveLength(4);
    expect(renewed(await change())).toEqual({ cidade: ofOne });
    expect(await partsOf('distrito')).toEqual(before);
    // The history has the new column by them.
    await database.execute(`insert into cidade (codigo, nome, uf, campo_0) values (1, 'A', 'MG', 'B')`);
    const { rows } = await database.query({ text: 'select campo_0 from historico.cidade', values: [] });
    expect(rows).toEqual([{ campo_0: 'B' }]);
  });

  test.each([
    ['a trigger was dropped', 'drop trigger historico_update on public.distrito'],
    ['a trigger was switched off', 'alter table public.distrito disable trigger historico_delete'],
    [
      'a function was changed',
      `create or replace function historico.distrito_gravar() returns trigger language plpgsql as 'begin return null; end'`,
    ],
  ])('where %s by hand, the next change of another table mends it', async (_what, byHand) => {
    const before = await partsOf('distrito');
    await database.execute(byHand);
    expect(await partsOf('distrito')).not.toEqual(before);
    expect(renewed(await change())).toEqual({ cidade: ofOne, distrito: ofOne });
    expect(await partsOf('distrito')).toEqual(before);
    // From there on each keeps its own again.
    expect(renewed(await change())).toEqual({ cidade: ofOne });
  });

  test('a trigger that somebody else has on a table is left alone, and nothing is made anew for it', async () => {
    await database.execute(`
      create function public.alheia() returns trigger language plpgsql as 'begin return null; end';
      create trigger alheio after insert on public.distrito for each row execute function public.alheia()`);
    expect(renewed(await change())).toEqual({ cidade: ofOne });
    expect(await partsOf('distrito')).toContainEqual(expect.stringContaining('alheio'));
    await database.execute('drop function public.alheia() cascade');
    expect(renewed(await change())).toEqual({ cidade: ofOne });
  });

  test('an engine that remembered all tables as one has all made anew, once', async () => {
    await database.execute(
      `update fichario.state set value = '{"catalogue": "um", "digests": []}' where key = 'schema.renewals'`,
    );
    expect(renewed(await change())).toEqual({ cidade: ofOne, distrito: ofOne, zona: ofOne });
    expect(renewed(await change())).toEqual({ cidade: ofOne });
  });

  test('nothing is made anew where nothing changed', async () => {
    expect(await applySchema(database, present())).toEqual([]);
  });

  test('a new table has its own, and the others keep theirs', async () => {
    expect(renewed(await applySchema(database, present(likeDistrito('bairro'))))).toEqual({ bairro: ofOne });
  });
});
