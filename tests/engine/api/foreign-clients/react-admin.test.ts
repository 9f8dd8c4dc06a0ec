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
});
