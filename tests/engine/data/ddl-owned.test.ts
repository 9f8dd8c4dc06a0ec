import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { constraintFields } from '../../../engine/data/ddl/constraint-fields.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import type { Model } from '../../../engine/model/types.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { forEachDatabase } from '../../support/databases.ts';

const file = 'schemas/localizacao/bairros/schema.json';
const compileSources = (sources: ReadonlyMap<string, string>): Model =>
  compile(resolve(loadFiles(sources), undefined), catalogues).model;

/** The examples without the arrays of `bairro`: what there was before they came. */
const withoutRows = (): Model => {
  const record = JSON.parse(examples.get(file) ?? '') as { properties: Record<string, unknown> };
  const { feiras: _feiras, contatos: _contatos, ...properties } = record.properties;
  return compileSources(new Map([...examples, [file, JSON.stringify({ ...record, properties })]]));
};
const model = compileSources(examples);

test('owned rows have a table with a foreign key that goes with the owner, and an index in their order', () => {
  const table = describeTables(model).find(({ entity }) => entity === 'bairro_feiras');
  expect(table?.constraints.filter(({ kind }) => kind !== 'check')).toEqual([
    {
      name: 'bairro_feiras_bairro_id_fkey',
      rule: 'um registro que existe',
      kind: 'foreign',
      fields: ['bairro'],
      columns: ['bairro_id'],
      target: 'bairro',
      definition: 'foreign key ("bairro_id") references public."bairro" (id) on delete cascade',
    },
    {
      name: 'bairro_feiras_bairro_id_rua_key',
      kind: 'unique',
      rule: 'um valor que não se repete',
      fields: ['rua'],
      columns: ['bairro_id', 'rua'],
      definition: 'unique ("bairro_id", "rua") deferrable',
    },
  ]);
  expect(table?.indexes).toEqual([
    {
      name: 'bairro_feiras_bairro_id_posicao_idx',
      columns: ['bairro_id', 'posicao', 'id'],
      definition: 'using btree ("bairro_id", "posicao", "id")',
    },
  ]);
  expect(constraintFields(model, 'bairro_feiras_bairro_id_rua_key')).toEqual({
    kind: 'unique',
    entity: 'bairro_feiras',
    fields: ['rua'],
  });
});

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await applySchema(database, withoutRows());
    await database.execute(
      "insert into bairro (codigo, nome, uf) values ('00001', 'Centro', 'MG'), ('00002', 'Savassi', 'MG')",
    );
  });
  const codeOf = async (sql: string): Promise<unknown> =>
    database.execute(sql).then(
      () => 'done',
      (error: { code?: unknown }) => error.code,
    );
  const rowsOf = async (text: string) => (await database.query<Record<string, unknown>>({ text, values: [] })).rows;

  test('an array that comes later is a table more, and then nothing changes', async () => {
    const steps = await applySchema(database, model);
    expect(
      steps.filter((sql) => /^(create|alter) table (public|historico)/.test(sql)).map((sql) => sql.split('\n')[0]),
    ).toEqual([
      'create table public."bairro_feiras" (',
      'create table public."bairro_contatos" (',
      'create table historico."bairro_feiras" (',
      'create table historico."bairro_contatos" (',
    ]);
    expect(await applySchema(database, model)).toEqual([]);
    expect(await rowsOf('select nome from bairro order by id')).toEqual([{ nome: 'Centro' }, { nome: 'Savassi' }]);
  });

  test('x-unique in rows holds within one record, and rows may exchange their values in one statement', async () => {
    await database.execute(
      "insert into bairro_feiras (bairro_id, posicao, rua) values (1, 0, 'A'), (1, 1, 'B'), (2, 0, 'A')",
    );
    expect(await codeOf("insert into bairro_feiras (bairro_id, posicao, rua) values (1, 2, 'A')")).toBe('23505');
    expect(
      await codeOf("update bairro_feiras set rua = case rua when 'A' then 'B' else 'A' end where bairro_id = 1"),
    ).toBe('done');
    expect(await codeOf("insert into bairro_feiras (bairro_id, posicao, rua) values (9, 0, 'A')")).toBe('23503');
    expect(await codeOf("insert into bairro_feiras (posicao, rua) values (0, 'A')")).toBe('23502');
  });

  test('rows go with their owner, and their history tells it', async () => {
    await database.execute('delete from bairro where id = 1');
    expect(await rowsOf('select bairro_id::int, rua from bairro_feiras')).toEqual([{ bairro_id: 2, rua: 'A' }]);
    expect(
      await rowsOf(
        `select posicao, rua, _operacao from historico.bairro_feiras where bairro_id = 1 and _operacao = 'D' order by posicao`,
      ),
    ).toEqual([
      { posicao: 0, rua: 'B', _operacao: 'D' },
      { posicao: 1, rua: 'A', _operacao: 'D' },
    ]);
  });

  test('an index beside an array comes to rows that are there, and goes with what the file says', async () => {
    const record = JSON.parse(examples.get(file) ?? '');
    record.properties.feiras['x-indexes'] = [['inicio'], ['rua', 'inicio']];
    record.properties.contatos['x-indexes'] = [['principal']];
    const indexed = compileSources(new Map([...examples, [file, JSON.stringify(record)]]));
    const indexesOf = async () =>
      (
        await rowsOf(
          `select indexname as name from pg_indexes where schemaname = 'public' and tablename in ('bairro_feiras', 'bairro_contatos')
           and indexdef not like '%UNIQUE%' order by indexname`,
        )
      ).map(({ name }) => name);
    const own = ['bairro_contatos_bairro_id_posicao_idx', 'bairro_feiras_bairro_id_posicao_idx'];
    const steps = await applySchema(database, indexed);
    expect(steps.filter((sql) => /\b(public|index)\b/.test(sql) && !sql.includes('historico'))).toEqual([
      'create index "bairro_feiras_inicio_idx" on public."bairro_feiras" using btree ("inicio", "id");',
      'create index "bairro_feiras_rua_inicio_idx" on public."bairro_feiras" using btree ("rua", "inicio", "id");',
      'create index "bairro_contatos_principal_idx" on public."bairro_contatos" using btree ("principal", "id");',
    ]);
    expect(await indexesOf()).toEqual([
      'bairro_contatos_bairro_id_posicao_idx',
      'bairro_contatos_principal_idx',
      'bairro_feiras_bairro_id_posicao_idx',
      'bairro_feiras_inicio_idx',
      'bairro_feiras_rua_inicio_idx',
    ]);
    expect(await applySchema(database, indexed)).toEqual([]);
    await applySchema(database, model);
    expect(await indexesOf()).toEqual(own);
    expect(await rowsOf('select bairro_id::int, rua from bairro_feiras')).toEqual([{ bairro_id: 2, rua: 'A' }]);
  });

  test('an array that is taken away is refused: its rows would be lost', async () => {
    await expect(applySchema(database, withoutRows())).rejects.toMatchObject({
      code: 'SCHEMA_REGISTRY_REMOVED',
      params: { entity: expect.stringMatching(/^bairro_(feiras|contatos)$/) },
    });
  });
});
