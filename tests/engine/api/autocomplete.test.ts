/** The call behind pickers: its names, its date, and what a screen is told of it. */
import { beforeAll, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { providerFiles } from '../../support/provider-files.ts';

forEachDatabase((open) => {
  let admin: Caller;
  let reader: Caller;
  let dateless: Caller;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: providerFiles });
    admin = await product.as(administrator.login, administrator.password);
    const user = await createUser(database, 'leitora', ['exame:list', 'exame:view', 'exame:insert']);
    reader = await product.as(user.login, user.password);
    const hidden = ['credenciado.inicio'];
    const other = await createUser(database, 'sem-data', ['credenciado:list', 'credenciado:view'], { hidden });
    dateless = await product.as(other.login, other.password);
    await admin.call('POST', '/api/credenciados', {
      body: [
        { codigo: '000001', nome: 'Clínica Aurora' },
        { codigo: '000002', nome: 'Clínica Boreal', inicio: '2020-01-01', fim: '2024-12-31' },
        { codigo: '000003', nome: 'Clínica Austral', inicio: '2025-01-01' },
      ],
    });
  });

  const names = async (url: string): Promise<unknown> =>
    ((await admin.call('GET', url)).json() as { nome: string }[]).map(({ nome }) => nome);
  const targets = async (caller: Caller) =>
    Object.fromEntries(
      ((await caller.call('GET', '/api/model/screen?path=/exames')).json() as ScreenModel).relations.map(
        ({ field, call, minimum, single, date, create }) => [field, { call, minimum, single, date, create }],
      ),
    );

  test('pickers ask the call that the target names', async () => {
    expect((await targets(admin))['credenciado']).toMatchObject({ call: '/findCredenciado' });
    expect((await admin.call('GET', '/api/findCredenciado/aurora')).json()).toEqual([
      { id: 1, codigo: '000001', nome: 'Clínica Aurora', label: '000001 - Clínica Aurora' },
    ]);
    expect(await names('/api/credenciados/aurora')).toEqual(['Clínica Aurora']);
  });

  test('the call takes a day, on which what it answers is valid', async () => {
    expect(await names('/api/findCredenciado/clinica')).toHaveLength(3);
    expect(await names('/api/findCredenciado/clinica?date=2024-12-31')).toEqual(['Clínica Aurora', 'Clínica Boreal']);
    expect(await names('/api/findCredenciado/clinica?date=2025-01-01')).toEqual(['Clínica Aurora', 'Clínica Austral']);
    expect(await names('/api/credenciados/clinica?date=2019-12-31')).toEqual(['Clínica Aurora']);
    expect(await names('/api/findCredenciado/clinica?date=2025-01-01&codigo=eq.000003')).toEqual(['Clínica Austral']);
    for (const wrong of ['31/12/2024', '2025-02-30', 'hoje', ''])
      expect((await admin.call('GET', `/api/findCredenciado/clinica?date=${wrong}`)).statusCode, wrong).toBe(400);
    expect((await targets(admin))['credenciado']).toMatchObject({ date: { column: 'data' } });
  });

  test('a registry that says nothing of validity knows no such parameter', async () => {
    expect(refusalOf(await admin.call('GET', '/api/cidades/rio?date=eq.2025-01-01'))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: 'date', entity: 'Cidade' }),
    });
  });

  test('the minimum is the field’s own, else the target’s, else two', async () => {
    const date = { column: 'data', from: 'inicio', until: 'fim' };
    expect(await targets(admin)).toEqual({
      credenciado: { call: '/findCredenciado', minimum: 5, single: true, date, create: true },
      cidade: { call: '/cidades', minimum: 2, single: false, date: null, create: true },
      banco: { call: '/bancos', minimum: 3, single: false, date: null, create: true },
    });
  });

  test('the document has the call under both names, with its day for whom the days are not kept from', async () => {
    interface Described {
      readonly get: {
        readonly operationId: string;
        readonly parameters: readonly object[];
        readonly responses: object;
      };
    }
    const paths = async (caller: Caller) =>
      ((await caller.call('GET', '/api/openapi.json')).json() as { paths: Readonly<Record<string, Described>> }).paths;
    const term = { name: 'termo', in: 'path', required: true };
    const day = { name: 'date', in: 'query', schema: { type: 'string', format: 'date' } };
    const picked = { $ref: '#/components/parameters/offered_for' };
    const described = await paths(admin);
    const [route, call] = [described['/credenciados/{termo}'], described['/findCredenciado/{termo}']];
    expect(route?.get).toMatchObject({ operationId: 'find_credenciados', parameters: [term, day, picked] });
    expect(call?.get).toMatchObject({ operationId: 'autocomplete_credenciados', parameters: [term, day, picked] });
    expect(call?.get.responses).toEqual(route?.get.responses);
    expect(described['/cidades/{termo}']?.get.parameters).toMatchObject([term, picked]);
    expect((await paths(dateless))['/findCredenciado/{termo}']?.get.parameters).toMatchObject([term, picked]);
    expect(await paths(reader)).not.toHaveProperty('/findCredenciado/{termo}');
  });

  test('nobody gains anything by the other name of the call', async () => {
    expect((await reader.call('GET', '/api/findCredenciado/aurora')).statusCode).toBe(403);
    expect((await targets(reader))['credenciado']).toMatchObject({ call: null, create: false });
    expect((await targets(reader))['cidade']).toMatchObject({ call: '/cidades', create: false });
    expect((await admin.call('GET', '/api/findCredenciado')).statusCode).toBe(404);
    expect((await admin.call('GET', '/api/findcredenciado/aurora')).statusCode).toBe(404);
  });
});
