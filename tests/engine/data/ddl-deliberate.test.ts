/** Changes of the files that rename, drop, convert and cut: planned, sealed and applied. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applyPlan } from '../../../engine/data/ddl/apply-plan.ts';
import type { SchemaOptions } from '../../../engine/data/ddl/apply-schema.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { planSchema } from '../../../engine/data/ddl/plan-schema.ts';
import type { Change } from '../../../engine/metadata/changes.ts';
import type { Entity, Field, Model } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { cidade, createEntity, createField, createModel } from '../../support/small-model.ts';

const item = (fields: readonly Field[], more: Partial<Entity> = {}): Entity =>
  createEntity({ name: 'item', ...more, fields: [createField({ name: 'fixo', type: 'integer' }), ...fields] });
const text = (parts: Partial<Field> = {}): Field => createField({ name: 'nome', type: 'text', ...parts });

const told = { since: '1.0', why: 'teste' };
const withChanges = (changes: readonly Change[], ...entities: readonly Entity[]): Model => ({
  ...createModel(...entities),
  changes,
});
const rename = (from: string, field: string): Change => ({ what: 'rename', entity: 'item', from, field, ...told });
const remove = (field?: string): Change => ({
  what: 'remove',
  entity: 'item',
  ...(field === undefined ? {} : { field }),
  ...told,
});
const retype = (to: 'integer' | 'text' | 'relation' | 'decimal'): Change => ({
  what: 'retype',
  entity: 'item',
  field: 'nome',
  to,
  ...told,
});
const shrink = (to: number): Change => ({ what: 'shrink', entity: 'item', field: 'nome', to, ...told });
const toCidade = (name: string) =>
  createField({ name, type: 'relation', relation: { entity: 'cidade', label: [], onDelete: 'refuse' } });

/** Plans, and does what was planned; gives the steps that are told one by one. */
const change = async (database: Database, model: Model, options?: SchemaOptions) => {
  const { seal, steps } = await planSchema(database, model);
  await applyPlan(database, model, seal, options);
  return steps
    .filter(({ renewal }) => !renewal)
    .map(({ field, class: kind, affected = null, what }) => [kind, field, affected, what]);
};

forEachDatabase((open) => {
  let database: Database;
  const values = async (sql: string): Promise<readonly unknown[]> =>
    (await database.query({ text: sql, values: [] })).rows.map((row) => Object.values(row));
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await database.execute(`
      drop table if exists item, cidade, historico.item, historico.cidade;
      delete from fichario.state; delete from fichario.sequence; delete from fichario.attachment;`);
  });

  test('renames a field with all that rests on it, and keeps values, versions and the history', async () => {
    const fields = (name: string) => [
      text({ name, column: name, maxLength: 9, minLength: 1, unique: true, required: true }),
      text({ name: 'numero', column: 'numero', sequence: '{0000}', required: true, unique: true }),
    ];
    const more = (name: string): Partial<Entity> => ({
      search: [name],
      indexes: [{ columns: ['fixo', name], unique: false }],
    });
    await applySchema(database, createModel(item(fields('apelido'), more('apelido'))));
    await database.execute(
      "insert into item (fixo, apelido) values (1, 'Zé'), (2, 'Ana'); update item set fixo = 3 where fixo = 1",
    );
    const model = withChanges([rename('apelido', 'nome')], item(fields('nome'), more('nome')));
    expect(await change(database, model)).toEqual([
      ['safe', 'nome', null, 'muda o nome da coluna apelido para nome, na tabela e no histórico'],
      ['safe', 'nome', null, 'muda o nome de item_apelido_min_length_check para item_nome_min_length_check'],
      ['safe', 'nome', null, 'muda o nome de item_apelido_max_length_check para item_nome_max_length_check'],
      ['safe', 'nome', null, 'muda o nome de item_apelido_key para item_nome_key'],
      ['safe', 'fixo, nome, id', null, 'muda o nome de item_fixo_apelido_idx para item_fixo_nome_idx'],
    ]);
    expect((await planSchema(database, model)).steps).toEqual([]);
    await database.execute("update item set nome = 'Bia' where nome = 'Ana'; insert into item (nome) values ('Eva')");
    expect(await values('select nome, numero, busca from item order by id')).toEqual([
      ['Zé', '0001', 'ze'],
      ['Bia', '0002', 'bia'],
      ['Eva', '0003', 'eva'],
    ]);
    expect(await values('select id, nome, _operacao from historico.item order by id, _de')).toEqual(
      [
        [1, 'Zé', 'I'],
        [1, 'Zé', 'U'],
        [2, 'Ana', 'I'],
        [2, 'Bia', 'U'],
        [3, 'Eva', 'I'],
      ].map(([id, ...rest]) => [Number(id), ...rest]),
    );
    await expect(database.execute("insert into item (nome) values ('Eva')")).rejects.toMatchObject({
      constraint: 'item_nome_key',
    });
  });

  test('renames the counter of a field that the engine numbers, and a relation', async () => {
    const numbered = (name: string) => text({ name, column: name, sequence: '{0000}', required: true, unique: true });
    await applySchema(database, createModel(cidade, item([numbered('codigo'), toCidade('lugar')])));
    await database.execute(
      "insert into cidade (codigo, nome, uf) values (1, 'x', 'MG'); insert into item (lugar_id) select id from cidade",
    );
    const model = withChanges(
      [rename('codigo', 'numero'), rename('lugar', 'cidade')],
      cidade,
      item([numbered('numero'), toCidade('cidade')]),
    );
    const renamed: unknown[] = [];
    await applySchema(database, model, { renamed: async (_, renames) => void renamed.push(...renames) });
    expect(renamed).toEqual([
      { entity: 'item', from: { column: 'codigo', field: 'codigo' }, to: { column: 'numero', field: 'numero' } },
      { entity: 'item', from: { column: 'lugar_id', field: 'lugar' }, to: { column: 'cidade_id', field: 'cidade' } },
    ]);
    await database.execute('insert into item (fixo) values (1)');
    expect(await values('select numero from item order by id')).toEqual([['0001'], ['0002']]);
    await expect(database.execute('delete from cidade')).rejects.toMatchObject({ constraint: 'item_cidade_id_fkey' });
    expect((await planSchema(database, model)).steps).toEqual([]);
  });

  test('drops a field where the files say so, by a person and by no start', async () => {
    await applySchema(database, createModel(item([text({ unique: true })], { search: ['nome'] })));
    await database.execute(
      "insert into item (fixo, nome) values (1, 'a'), (2, null); update item set nome = 'b' where fixo = 1",
    );
    const model = withChanges([remove('nome')], item([]));
    await expect(applySchema(database, model)).rejects.toMatchObject({
      code: 'SCHEMA_DELIBERATE',
      params: { entity: 'item', field: 'nome' },
    });
    expect(await values('select nome from item order by id')).toEqual([['b'], [null]]);
    expect(await change(database, model)).toEqual([
      ['safe', 'nome', null, 'deixa de exigir um valor que não se repete'],
      ['safe', 'busca', null, 'retira o índice de busca'],
      ['safe', 'busca', null, 'retira a coluna calculada busca, que se faz de novo das outras'],
      ['lossy', 'nome', 1, 'apaga a coluna nome e os seus valores'],
      ['lossy', 'nome', 2, 'apaga a coluna nome do histórico'],
    ]);
    await database.execute('update item set fixo = 9 where fixo = 2');
    expect(await values('select count(*)::integer from historico.item')).toEqual([[4]]);
    expect(await applySchema(database, model)).toEqual([]);
  });

  test('drops an entity where the files say so, and what points at it', async () => {
    await applySchema(database, createModel(cidade, item([toCidade('cidade')])));
    await database.execute('insert into item (fixo) values (1), (2)');
    const model = withChanges([remove()], cidade);
    expect((await change(database, model)).at(-1)).toEqual(['lossy', '*', 2, 'apaga as tabelas e os históricos']);
    expect(
      await values("select to_regclass('item')::text as own, to_regclass('historico.item')::text as history"),
    ).toEqual([[null, null]]);
    expect((await planSchema(database, createModel(cidade))).steps).toEqual([]);
  });

  test('converts a field to another type where every value can be, and refuses it otherwise', async () => {
    await applySchema(database, createModel(item([text({ default: '7', maxLength: 5 })], { search: ['nome'] })));
    await database.execute("insert into item (nome) values ('x'), ('12')");
    const model = withChanges(
      [retype('integer')],
      item([createField({ name: 'nome', type: 'integer', default: 7, minimum: 0 })], { search: ['nome'] }),
    );
    const { steps, seal } = await planSchema(database, model);
    const refusal = {
      code: 'SCHEMA_ROWS_AGAINST',
      params: { entity: 'item', field: 'nome', rule: 'um valor que se possa ler como integer', count: 1 },
    };
    expect(steps.flatMap((step) => step.refusal ?? [])).toEqual([expect.objectContaining(refusal)]);
    await expect(applyPlan(database, model, seal)).rejects.toMatchObject(refusal);
    await database.execute("update item set nome = '007' where nome = 'x'");
    expect((await change(database, model)).filter(([kind]) => kind === 'lossy')).toEqual([
      ['lossy', 'nome', 2, 'muda o tipo da coluna nome, de text para integer'],
      ['lossy', 'nome', 1, 'muda o tipo da coluna nome no histórico; o que não se converte fica sem valor'],
    ]);
    await database.execute('insert into item (fixo) values (1)');
    expect(await values('select nome, busca from item order by id')).toEqual([
      [7, '7'],
      [12, '12'],
      [7, '7'],
    ]);
    expect(await values('select nome from historico.item order by id, _de')).toEqual([[null], [7], [12], [7]]);
    expect(await applySchema(database, model)).toEqual([]);
  });

  test('takes whole numbers for ids where their field became a relation, and refuses those of no record', async () => {
    const numbers = createField({ name: 'nome', type: 'integer', minimum: 1 });
    await applySchema(database, createModel(cidade, item([numbers])));
    await database.execute(`
      insert into cidade (codigo, nome, uf) values (1, 'x', 'MG'), (2, 'y', 'MG');
      insert into item (fixo, nome) values (1, 2), (2, null), (3, 9);
      update item set nome = 1 where fixo = 2`);
    const model = withChanges([retype('relation')], cidade, item([toCidade('nome')]));
    const { steps } = await planSchema(database, model);
    expect(steps.flatMap(({ refusal }) => refusal ?? [])).toEqual([
      expect.objectContaining({
        code: 'SCHEMA_ROWS_AGAINST',
        params: { entity: 'item', field: 'nome', rule: 'um registro que existe', count: 1 },
      }),
    ]);
    await expect(applySchema(database, model)).rejects.toMatchObject({ code: 'SCHEMA_ROWS_AGAINST' });
    expect(await values('select nome from item order by id')).toEqual([[2], [1], [9]]);
    await database.execute('delete from item where nome = 9');
    expect(await change(database, model)).toEqual([
      ['safe', 'nome', null, 'muda o nome da coluna nome para nome_id, na tabela e no histórico'],
      ['safe', 'nome', null, 'deixa de exigir no mínimo 1'],
      ['locking', 'nome', 2, 'muda o tipo da coluna nome_id, de integer para bigint'],
      ['locking', 'nome', null, 'muda o tipo da coluna nome_id no histórico'],
      ['locking', 'nome_id, id', null, 'cria o índice de nome_id, id'],
      ['needs-scan', 'nome', null, 'passa a exigir um registro que existe'],
    ]);
    expect(await values('select nome_id::text from item order by id')).toEqual([['2'], ['1']]);
    expect(await values('select nome_id::text, _operacao from historico.item order by id, _de')).toEqual([
      ['2', 'I'],
      [null, 'I'],
      ['1', 'U'],
      ['9', 'I'],
      ['9', 'D'],
    ]);
    await expect(database.execute('insert into item (nome_id) values (9)')).rejects.toMatchObject({
      constraint: 'item_nome_id_fkey',
    });
    expect((await planSchema(database, model)).steps).toEqual([]);
  });

  test('drops what is no number where its field became a relation, by a person and by no start', async () => {
    await applySchema(database, createModel(cidade, item([text()])));
    await database.execute(
      "insert into cidade (codigo, nome, uf) values (1, 'x', 'MG'); insert into item (nome) values ('1')",
    );
    const model = withChanges([retype('relation')], cidade, item([toCidade('nome')]));
    await expect(applySchema(database, model)).rejects.toMatchObject({ code: 'SCHEMA_DELIBERATE' });
    expect((await change(database, model)).filter(([kind]) => kind === 'lossy')).toEqual([
      ['lossy', 'nome', 1, 'apaga a coluna nome e os seus valores'],
      ['lossy', 'nome', 1, 'apaga a coluna nome do histórico'],
    ]);
    expect(await values('select nome_id from item')).toEqual([[null]]);
  });

  test('cuts texts to a shorter limit where the files say so, each a new version of its record', async () => {
    await applySchema(database, createModel(item([text({ maxLength: 9 })])));
    await database.execute("insert into item (nome) values ('abcdef'), ('ab')");
    const shorter = item([text({ maxLength: 3 })]);
    await expect(applySchema(database, createModel(shorter))).rejects.toMatchObject({ code: 'SCHEMA_ROWS_AGAINST' });
    expect(await change(database, withChanges([shrink(3)], shorter))).toEqual([
      ['lossy', 'nome', 1, 'corta em 3 caracteres os textos da coluna nome'],
      ['safe', 'nome', null, 'deixa de exigir no máximo 9 caracteres'],
      ['needs-scan', 'nome', null, 'passa a exigir no máximo 3 caracteres'],
    ]);
    expect(await values('select nome, versao from item order by id')).toEqual([
      ['abc', 2],
      ['ab', 1],
    ]);
    expect(await values('select nome from historico.item order by id, _de')).toEqual([['abcdef'], ['abc'], ['ab']]);
  });

  test('gives a number more places at a start, fewer where no value has them, and rounds where the files say so', async () => {
    const decimal = (scale: number) => item([createField({ name: 'nome', type: 'decimal', scale })]);
    await applySchema(database, createModel(decimal(1)));
    await database.execute('insert into item (nome) values (1.5)');
    expect(await applySchema(database, createModel(decimal(3)))).not.toEqual([]);
    expect(await applySchema(database, createModel(decimal(1)))).not.toEqual([]);
    await expect(applySchema(database, createModel(decimal(0)))).rejects.toMatchObject({
      code: 'SCHEMA_ROWS_AGAINST',
      params: { rule: 'no máximo 0 casas decimais', count: 1 },
    });
    const model = withChanges([shrink(0)], decimal(0));
    expect(await change(database, model)).toEqual([
      ['lossy', 'nome', 1, 'arredonda a coluna nome, de numeric(13,1) para numeric(12,0)'],
    ]);
    expect(await values('select nome::text from item')).toEqual([['2']]);
    expect(await values('select nome::text from historico.item')).toEqual([['1.5']]);
  });

  test('refuses a seal where the database, the files or the rows that are lost moved, and says which', async () => {
    await applySchema(database, createModel(item([text()])));
    await database.execute("insert into item (nome) values ('a')");
    const model = withChanges([remove('nome')], item([]));
    const { seal } = await planSchema(database, model);
    const refused = (moved: string) => ({ code: 'SCHEMA_PLAN_MOVED', params: { moved } });
    await database.execute("insert into item (nome) values ('b')");
    await expect(applyPlan(database, model, seal)).rejects.toMatchObject(
      refused('os registros que se perdem ou não cabem'),
    );
    await database.execute("delete from item where nome = 'b'");
    await expect(applyPlan(database, model, seal)).rejects.toMatchObject(
      refused('os registros que se perdem ou não cabem'),
    );
    await database.execute('truncate item, historico.item restart identity');
    await database.execute("insert into item (nome) values ('a')");
    await database.execute('alter table item add column alheia text');
    await expect(applyPlan(database, model, seal)).rejects.toMatchObject(
      refused('o banco, os passos, os registros que se perdem ou não cabem'),
    );
    await database.execute('alter table item drop column alheia');
    const other = withChanges([remove('nome')], item([text({ name: 'novo', column: 'novo' })]));
    await expect(applyPlan(database, other, seal)).rejects.toMatchObject(refused('os arquivos, os passos'));
    expect(await values('select nome from item')).toEqual([['a']]);
    expect(await applyPlan(database, model, seal)).not.toEqual([]);
    expect(await applyPlan(database, model, seal)).toEqual([]);
    expect(
      await values(
        "select door, length(seal) as length, by_user = session_user as own, steps -> 0 ->> 'class' as class from fichario.schema_change order by id desc limit 1",
      ),
    ).toEqual([['apply', 64, true, 'lossy']]);
  });

  test('tells of a view that leaves the files', async () => {
    const view = { sql: 'select id, nome from item', sources: {}, rows: [], same: [], classed: [] };
    const vista = createEntity({ name: 'vista', fields: [text()], view });
    await applySchema(database, createModel(item([text()]), vista));
    const model = createModel(item([text()]));
    expect(await change(database, model)).toEqual([['safe', '*', null, 'retira a consulta que saiu dos arquivos']]);
    expect((await planSchema(database, model)).steps).toEqual([]);
    expect(await values("select to_regclass('vista')::text")).toEqual([[null]]);
  });

  test('finds what somebody did to the tables behind its back', async () => {
    const model = createModel(item([text()], { indexes: [{ columns: ['nome'], unique: false }] }));
    await applySchema(database, model);
    await database.execute('drop index item_nome_idx');
    expect(await applySchema(database, model)).toEqual([]);
    expect(await change(database, model)).toEqual([['locking', 'nome, id', null, 'cria o índice de nome, id']]);
    expect((await planSchema(database, model)).steps).toEqual([]);
  });

  test('plans everything for a database that has nothing of the engine, and makes nothing', async () => {
    const blank = await open({ from: 'blank' });
    const model = createModel(cidade);
    const { steps, seal } = await planSchema(blank, model);
    expect(new Set(steps.map((step) => step.class))).toEqual(new Set(['safe']));
    const { rows } = await blank.query({ text: "select to_regnamespace('fichario')::text as made", values: [] });
    expect(rows).toEqual([{ made: null }]);
    expect(await applyPlan(blank, model, seal)).toHaveLength(steps.length);
    expect((await planSchema(blank, model)).steps).toEqual([]);
  });
});
