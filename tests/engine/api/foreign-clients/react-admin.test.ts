/** react-admin's data provider `@raphiniert/ra-data-postgrest`, unchanged, over real connections. */
import { createRequire } from 'node:module';
import type { DataProvider } from 'ra-core';
import { fetchUtils } from 'ra-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../../support/databases.ts';
import type { ForeignProduct } from './foreign-product.ts';
import { startForeignProduct } from './foreign-product.ts';

// CommonJS with an `__esModule` mark, which loaders read in two ways: asked for as what it is.
const provider: typeof import('@raphiniert/ra-data-postgrest') = createRequire(import.meta.url)(
  '@raphiniert/ra-data-postgrest',
);
const createProvider = provider.default;

forEachDatabase((open) => {
  let product: ForeignProduct;
  let admin: DataProvider;
  let reader: DataProvider;

  beforeAll(async () => {
    product = await startForeignProduct(await open());
    const withToken = (token: string): DataProvider =>
      createProvider({
        apiUrl: product.url,
        httpClient: (url, options) =>
          fetchUtils.fetchJson(url, { ...options, user: { authenticated: true, token: `Bearer ${token}` } }),
        defaultListOp: 'eq',
        primaryKeys: provider.defaultPrimaryKeys,
        schema: provider.defaultSchema,
      });
    admin = withToken(product.adminToken);
    reader = withToken(product.readerToken);
  });
  afterAll(() => product?.close());

  const page = (number: number, perPage: number) => ({ page: number, perPage });
  const byName = { field: 'nome', order: 'ASC' } as const;

  test('getList pages, sorts, filters and knows the total', async () => {
    const first = await admin.getList('cidades', {
      pagination: page(1, 2),
      sort: byName,
      filter: { uf: 'MG' },
      meta: { columns: ['id', 'nome'] },
    });
    expect(first).toMatchObject({
      data: [
        { id: 4, nome: 'Araxá' },
        { id: 1, nome: 'Belo Horizonte' },
      ],
      total: 3,
    });
    const second = await admin.getList('cidades', { pagination: page(2, 2), sort: byName, filter: { uf: 'MG' } });
    expect(second.data.map(({ nome }) => nome)).toEqual(['Uberlândia']);
    const empty = await admin.getList('cidades', { pagination: page(1, 10), sort: byName, filter: { uf: 'AC' } });
    expect(empty).toMatchObject({ data: [], total: 0 });
  });

  test('getList finds by words, by several conditions on one column and inside groups', async () => {
    const find = async (filter: object): Promise<unknown> =>
      (await admin.getList('cidades', { pagination: page(1, 10), sort: byName, filter })).data.map(({ nome }) => nome);
    expect(await find({ 'nome@ilike': 'rio janeiro' })).toEqual(['Rio de Janeiro']);
    expect(await find({ 'ibge@gte': '3104007', 'ibge@lt': '3106201' })).toEqual(['Araxá', 'Belo Horizonte']);
    expect(await find({ 'ddd@is': 'null' })).toEqual(['Araxá']);
    expect(await find({ '@or': { 'uf@eq': 'RJ', 'nome@like': 'Belo%' } })).toEqual([
      'Belo Horizonte',
      'Rio de Janeiro',
    ]);
  });

  test('getOne, getMany and getManyReference', async () => {
    const one = await admin.getOne('cidades', { id: 2 });
    expect(one.data).toMatchObject({ id: 2, nome: 'Rio de Janeiro', uf: 'RJ' });
    const many = await admin.getMany('cidades', { ids: [1, 2] });
    expect(many.data.map(({ id }) => id).sort()).toEqual([1, 2]);
    const owned = await admin.getManyReference('distritos', {
      target: 'cidade_id',
      id: 1,
      pagination: page(1, 10),
      sort: byName,
      filter: {},
    });
    expect(owned).toMatchObject({ data: [{ nome: 'Barreiro' }, { nome: 'Venda Nova' }], total: 2 });
  });

  test('embeds a relation', async () => {
    const { data } = await admin.getList('distritos', {
      pagination: page(1, 1),
      sort: byName,
      filter: {},
      meta: { columns: ['id', 'nome'], embed: ['cidade'] },
    });
    expect(data).toMatchObject([{ nome: 'Barreiro', cidade: { nome: 'Belo Horizonte', uf: 'MG' } }]);
  });

  test('create, update, updateMany, delete and deleteMany', async () => {
    const created = await admin.create('bancos', { data: { codigo: '941', nome: 'Criado' } });
    expect(created.data).toMatchObject({ codigo: '941', nome: 'Criado', versao: 1 });
    const { id } = created.data;
    const updated = await admin.update('bancos', {
      id,
      data: { ...created.data, nome: 'Alterado' },
      previousData: created.data,
    });
    expect(updated.data).toMatchObject({ id, nome: 'Alterado', versao: 2 });
    const other = await admin.create('bancos', { data: { codigo: '942', nome: 'Outro' } });
    const both = [id, other.data.id];
    expect((await admin.updateMany('bancos', { ids: both, data: { nome: 'Ambos' } })).data?.sort()).toEqual(both);
    expect((await admin.delete('bancos', { id, previousData: updated.data })).data).toMatchObject({
      id,
      nome: 'Ambos',
    });
    expect((await admin.deleteMany('bancos', { ids: [other.data.id] })).data).toEqual([other.data.id]);
    expect((await admin.getMany('bancos', { ids: both })).data).toEqual([]);
  });

  test('errors reach the client as it knows them', async () => {
    await admin.create('bancos', { data: { codigo: '951', nome: 'Um' } });
    await expect(admin.getOne('cidades', { id: 999 })).rejects.toMatchObject({ status: 406 });
    await expect(admin.create('bancos', { data: { codigo: '951', nome: 'Dois' } })).rejects.toMatchObject({
      status: 409,
      body: { code: '23505' },
    });
    await expect(
      admin.getList('cidades', { pagination: page(1, 10), sort: byName, filter: { estado: 'MG' } }),
    ).rejects.toMatchObject({ status: 400, body: { code: '42703' } });
    await expect(reader.create('bancos', { data: { codigo: '952', nome: 'X' } })).rejects.toMatchObject({
      status: 403,
    });
    const { data } = await admin.getOne('cidades', { id: 4 });
    await expect(
      admin.update('cidades', {
        id: 4,
        data: { ...data, ddd: '34' },
        previousData: data,
        meta: { headers: { 'If-Match': '"9"' } },
      }),
    ).rejects.toMatchObject({ status: 412, body: { code: 'RECORD_CHANGED' } });
  });

  test('a record and the rows that it owns, read, made, changed and deleted', async () => {
    // named one by one: what the product itself keeps of a row (versao, criado_em) is not sent back
    const meta = { columns: ['id', 'codigo', 'descricao', 'cotacoes(id,inicio,fim,valor)'] };
    const list = await admin.getList('indexadores', {
      pagination: page(1, 10),
      sort: { field: 'codigo', order: 'ASC' },
      filter: { 'descricao@ilike': 'coeficiente' },
      meta,
    });
    expect(list).toMatchObject({ total: 1, data: [{ codigo: 'CH', cotacoes: [{ valor: 0.123456 }, { valor: 1.5 }] }] });
    const cotacoes = [
      { inicio: '2024-01-01', fim: '2024-12-31', valor: 10 },
      { inicio: '2025-01-01', valor: 11 },
    ];
    const made = await admin.create('indexadores', {
      data: { codigo: 'USO', descricao: 'Unidade de serviço', tipo: 'MOEDA', cotacoes },
      meta,
    });
    expect(made.data).toMatchObject({ codigo: 'USO', cotacoes });
    const { id } = made.data;
    const read = await admin.getOne('indexadores', { id, meta });
    expect(read.data).toMatchObject({ id, cotacoes });
    const own = read.data['cotacoes'] as object[];
    const updated = await admin.update('indexadores', {
      id,
      data: { ...read.data, cotacoes: [{ ...own[1], valor: 12 }] },
      previousData: read.data,
      meta,
    });
    expect(updated.data).toMatchObject({ id, cotacoes: [{ inicio: '2025-01-01', valor: 12 }] });
    const after = await admin.getOne('indexadores', { id, meta });
    expect(after.data['cotacoes']).toMatchObject([{ inicio: '2025-01-01', valor: 12 }]);
    expect((await admin.delete('indexadores', { id, previousData: after.data })).data).toMatchObject({ id });
    const whole = await admin.getOne('indexadores', { id: 1, meta: { embed: ['cotacoes'] } });
    await expect(
      admin.update('indexadores', { id: 1, data: { cotacoes: whole.data['cotacoes'] }, previousData: { id: 1 } }),
    ).rejects.toMatchObject({ status: 422, body: { code: '23514' } });
    await expect(
      admin.create('indexadores', { data: { codigo: 'X', descricao: 'x', tipo: 'MOEDA', cotacoes: [{ valor: 1 }] } }),
    ).rejects.toMatchObject({ status: 422, body: { code: '23514', fields: [{ field: 'cotacoes.0.inicio' }] } });
    await expect(admin.updateMany('indexadores', { ids: [1, 2], data: { cotacoes: [] } })).rejects.toMatchObject({
      status: 400,
      body: { code: 'REQUEST_ARRAY_MANY' },
    });
  });

  test('a registry of another module, with its relation', async () => {
    const byDay = { field: 'inicio', order: 'DESC' } as const;
    const list = await admin.getList('tabelas-juros-multas', {
      pagination: page(1, 1),
      sort: byDay,
      filter: { 'inicio@lt': '2026-01-01' },
      meta: { embed: ['indice'] },
    });
    expect(list).toMatchObject({ total: 2, data: [{ inicio: '2025-01-01', juros_mes: 0.5, indice: null }] });
    const of = await admin.getManyReference('tabelas-juros-multas', {
      target: 'indice_id',
      id: 2,
      pagination: page(1, 10),
      sort: byDay,
      filter: {},
    });
    expect(of).toMatchObject({ total: 1, data: [{ inicio: '2024-01-01', juros_mes: 1 }] });
    const data = { multa: 2, juros_mes: 1, inicio: '2026-01-01', fim: '2026-01-31', indice_id: 1 };
    const made = await admin.create('tabelas-juros-multas', { data });
    const changed = await admin.update('tabelas-juros-multas', {
      id: made.data.id,
      data: { ...made.data, carencia_dias: 3, indice_id: null },
      previousData: made.data,
    });
    expect(changed.data).toMatchObject({ carencia_dias: 3, indice_id: null, versao: 2 });
    await expect(
      admin.create('tabelas-juros-multas', { data: { ...data, inicio: '2026-01-31', fim: null } }),
    ).rejects.toMatchObject({ status: 409, body: { code: '23P01' } });
    await expect(
      reader.getList('tabelas-juros-multas', { pagination: page(1, 1), sort: byDay, filter: {} }),
    ).rejects.toMatchObject({ status: 403, body: { code: '42501' } });
    await admin.delete('tabelas-juros-multas', { id: made.data.id, previousData: changed.data });
  });
});
