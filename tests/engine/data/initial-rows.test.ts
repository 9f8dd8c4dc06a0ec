import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { loadInitialRows } from '../../../engine/data/initial-rows.ts';
import type { InitialRows } from '../../../engine/metadata/documents.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { cidade, createEntity, createField, createModel, distrito } from '../../support/small-model.ts';

/** Parts of a whole: a relation to itself, and one to a target with a key of two fields. */
const parte = createEntity({
  name: 'parte',
  naturalKey: ['codigo'],
  fields: [
    createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
    createField({ name: 'todo', type: 'relation', relation: { entity: 'parte', label: [], onDelete: 'refuse' } }),
    createField({ name: 'feriado', type: 'relation', relation: { entity: 'feriado', label: [], onDelete: 'refuse' } }),
  ],
});
const feriado = createEntity({
  name: 'feriado',
  naturalKey: ['data', 'uf'],
  fields: [
    createField({ name: 'data', type: 'date', required: true }),
    createField({ name: 'uf', type: 'text' }),
    createField({ name: 'fixo', type: 'boolean', required: true, default: true }),
    createField({ name: 'descricao', type: 'text' }),
  ],
});
const bairro = createEntity({
  name: 'bairro',
  naturalKey: ['nome'],
  fields: [
    createField({ name: 'nome', type: 'text', required: true, unique: true }),
    createField({
      name: 'cidade',
      type: 'relation',
      required: true,
      relation: { entity: 'cidade', label: [], onDelete: 'refuse' },
    }),
  ],
});
const model = createModel(distrito, bairro, parte, feriado, cidade);

const file = (header: string, ...rows: readonly string[]): InitialRows => ({
  file: 'data.csv',
  header: header.split(','),
  rows: rows.map((row) => row.split(',')),
  lines: rows.map((_, index) => index + 2),
  digest: JSON.stringify([header, rows]),
});

const cidades = file('codigo,nome,uf', '1,Abaeté,MG', "2,Dores D'Ávila,RJ", '3,Campinas,SP');

forEachDatabase((open) => {
  let database: Database;
  const ask = async (text: string) => (await database.query({ text, values: [] })).rows;
  beforeAll(async () => {
    database = await open();
    await applySchema(database, model);
  });
  beforeEach(() =>
    database.execute(`
      truncate cidade, distrito, bairro, parte, feriado restart identity;
      truncate historico.cidade, historico.distrito, historico.bairro, historico.parte, historico.feriado;
      delete from fichario.state where key like 'rows.%'`),
  );

  test('inserts the rows in the order of the file, with a first version in the history', async () => {
    expect(await loadInitialRows(database, model, { cidade: cidades })).toEqual({ cidade: 3 });
    expect(await ask('select id, codigo, nome, uf, versao, criado_por from cidade order by id')).toEqual([
      { id: 1, codigo: 1, nome: 'Abaeté', uf: 'MG', versao: 1, criado_por: null },
      { id: 2, codigo: 2, nome: "Dores D'Ávila", uf: 'RJ', versao: 1, criado_por: null },
      { id: 3, codigo: 3, nome: 'Campinas', uf: 'SP', versao: 1, criado_por: null },
    ]);
    expect(await ask('select _operacao as o, count(*) as n from historico.cidade group by 1')).toEqual([
      { o: 'I', n: 3 },
    ]);
  });

  test('does nothing the second time, whether the file is the same or only its digest is new', async () => {
    await loadInitialRows(database, model, { cidade: cidades });
    expect(await loadInitialRows(database, model, { cidade: cidades })).toEqual({});
    expect(await loadInitialRows(database, model, { cidade: { ...cidades, digest: 'new' } })).toEqual({ cidade: 0 });
  });

  test('adds only the rows that are new in the file', async () => {
    await loadInitialRows(database, model, { cidade: cidades });
    const more = file('codigo,uf,nome', '3,SP,Campinas', '4,MG,Divinópolis');
    expect(await loadInitialRows(database, model, { cidade: more })).toEqual({ cidade: 1 });
    expect(await ask('select nome from cidade where codigo = 4')).toEqual([{ nome: 'Divinópolis' }]);
  });

  test('leaves a row as a user changed it, its key included', async () => {
    await loadInitialRows(database, model, { cidade: cidades });
    await database.execute(
      "update cidade set nome = 'Outra' where codigo = 1; update cidade set codigo = 99 where codigo = 2",
    );
    expect(await loadInitialRows(database, model, { cidade: { ...cidades, digest: 'new' } })).toEqual({ cidade: 0 });
    expect(await ask('select codigo, nome from cidade order by id')).toEqual([
      { codigo: 1, nome: 'Outra' },
      { codigo: 99, nome: "Dores D'Ávila" },
      { codigo: 3, nome: 'Campinas' },
    ]);
  });

  test('does not bring back a row that a user deleted', async () => {
    await loadInitialRows(database, model, { cidade: cidades });
    await database.execute('delete from cidade where codigo = 2');
    expect(await loadInitialRows(database, model, { cidade: { ...cidades, digest: 'new' } })).toEqual({ cidade: 0 });
    expect(await ask('select codigo from cidade order by codigo')).toEqual([{ codigo: 1 }, { codigo: 3 }]);
  });

  test('finds the target of a relation by its natural key, loading targets first', async () => {
    const distritos = file('codigo,nome,cidade', 'a,Centro,2', 'b,Sem cidade,');
    expect(await loadInitialRows(database, model, { distrito: distritos, cidade: cidades })).toEqual({
      cidade: 3,
      distrito: 2,
    });
    expect(await ask('select codigo, cidade_id, taxa from distrito order by codigo')).toEqual([
      { codigo: 'a', cidade_id: 2, taxa: '10.50' },
      { codigo: 'b', cidade_id: null, taxa: '10.50' },
    ]);
  });

  test('keeps away a row that requires a deleted target, and empties the relation of one that does not', async () => {
    await loadInitialRows(database, model, { cidade: cidades });
    await database.execute('delete from cidade where codigo = 2');
    const counts = await loadInitialRows(database, model, {
      bairro: file('nome,cidade', 'Centro,2', 'Norte,3'),
      distrito: file('codigo,cidade', 'a,2'),
    });
    expect(counts).toEqual({ bairro: 1, distrito: 1 });
    expect(await ask('select nome from bairro')).toEqual([{ nome: 'Norte' }]);
    expect(await ask('select cidade_id from distrito')).toEqual([{ cidade_id: null }]);
  });

  test('finds targets in the same file, in whatever order they stand, and by a key of several fields', async () => {
    const counts = await loadInitialRows(database, model, {
      parte: file('codigo,todo,feriado', '3,2,2024-04-21|MG', '2,1,', '1,,'),
      feriado: file('data,uf,descricao', '2024-04-21,RJ,São Jorge', '2024-04-21,MG,Tiradentes'),
    });
    expect(counts).toEqual({ feriado: 2, parte: 3 });
    const rows = await ask(`select p.codigo, t.codigo as todo, f.descricao as feriado from parte p
      left join parte t on t.id = p.todo_id left join feriado f on f.id = p.feriado_id order by p.codigo`);
    expect(rows).toEqual([
      { codigo: 1, todo: null, feriado: null },
      { codigo: 2, todo: 1, feriado: null },
      { codigo: 3, todo: 2, feriado: 'Tiradentes' },
    ]);
  });

  test('takes empty cells as nothing, as the default where a value is required, and as part of a key', async () => {
    const feriados = file('data,uf,fixo,descricao', '2024-01-01,,,', '2024-12-25,,false,Natal');
    expect(await loadInitialRows(database, model, { feriado: feriados })).toEqual({ feriado: 2 });
    expect(await ask('select data, uf, fixo, descricao from feriado order by data')).toEqual([
      { data: '2024-01-01', uf: null, fixo: true, descricao: null },
      { data: '2024-12-25', uf: null, fixo: false, descricao: 'Natal' },
    ]);
    expect(await loadInitialRows(database, model, { feriado: { ...feriados, digest: 'new' } })).toEqual({ feriado: 0 });
  });

  test('loads nothing of a file that breaks a rule of its table', async () => {
    const broken = file('codigo,nome,uf', '7,Certa,MG', '8,Errada,XX');
    await expect(loadInitialRows(database, model, { cidade: broken })).rejects.toMatchObject({
      code: 'START_ROWS_REFUSED',
      params: { file: 'data.csv', fields: 'uf' },
    });
    expect(await ask('select * from cidade')).toEqual([]);
    expect(await ask("select * from fichario.state where key = 'rows.cidade'")).toEqual([]);
  });
});
