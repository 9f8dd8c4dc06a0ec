/** Requests beyond what anyone means: each is answered or refused at once, and says nothing of what is kept from the caller. */
import { beforeAll, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { embedFiles } from './embed-files.ts';
import { owningFiles } from './owning-files.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });

const files: Readonly<Record<string, object>> = {
  ...embedFiles,
  ...owningFiles,
  // texts without a longest length, in keys and in the order of the list
  'schemas/teste/obras/schema.json': {
    title: 'Obra',
    type: 'object',
    required: ['codigo', 'nome'],
    properties: {
      codigo: text('Código', { 'x-unique': true }),
      nome: text('Nome'),
      grupo: text('Grupo', { maxLength: 20 }),
      valor: { title: 'Valor', type: 'number', format: 'money' },
      inicio: { title: 'Início', type: 'string', format: 'date-time' },
    },
  },
  'schemas/teste/obras/columns.json': {
    entity: 'obra',
    path: '/obras',
    title: 'Obras',
    icon: 'table',
    permission: { subject: 'obra' },
    parent: '/',
    columns: ['codigo', 'nome', 'grupo', 'valor'],
    sort: ['nome'],
    indexes: [['nome']],
    naturalKey: ['codigo'],
    lookups: [
      { field: 'grupo', fields: ['nome', 'valor'] },
      { field: 'codigo', fields: ['nome'] },
    ],
  },
};

const representation = { prefer: 'return=representation' } as const;
const csv = { 'content-type': 'text/csv' } as const;
const asObject = { accept: 'application/vnd.pgrst.object+json' } as const;

/** Texts that no compression makes small. */
const incompressible = (length: number): string => {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return String.fromCharCode(0x4e00 + (state % 20_000));
  }).join('');
};

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  /** Writes works, of which the key and the value are hidden from them. */
  let half: Caller;
  /** May delete cities, and open nothing that points at them. */
  let mayor: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    const login = async (name: string, permissions: readonly string[], hidden: readonly string[] = []) => {
      const user = await createUser(database, name, permissions, { hidden });
      return product.as(user.login, user.password);
    };
    half = await login('meio', ['obra:list', 'obra:view', 'obra:insert', 'obra:update'], ['obra.codigo', 'obra.valor']);
    mayor = await login('prefeita', ['cidade:list', 'cidade:view', 'cidade:delete']);
    const insert = async (url: string, body: object): Promise<void> => {
      const answer = await admin.call('POST', `/api${url}`, { body });
      if (answer.statusCode !== 201) throw new Error(answer.body);
    };
    await insert('/obras', [
      { codigo: 'a', nome: 'Primeira', grupo: 'g', valor: 10 },
      { codigo: 'b', nome: 'Segunda — ampliação', grupo: 'g' },
    ]);
    await insert('/cidades', { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' });
    await insert('/viagens', { nome: 'ida', origem_id: 1 });
    await insert('/enquetes', { nome: 'Clima', perguntas: [{ enunciado: 'Sim?' }] });
  });

  test('refuses a text that no index can hold', async () => {
    const body = await refusalBody('RECORD_TEXT_TOO_LONG', { title: 'Obra' }, { at: { entity: 'obra' } });
    const long = incompressible(6000);
    const answers = [
      await admin.call('POST', '/api/obras', { body: { codigo: long, nome: 'x' } }),
      await admin.call('POST', '/api/obras', { body: { codigo: 'x', nome: long } }),
      await admin.call('PATCH', '/api/obras?id=eq.1', { body: { nome: long } }),
      await admin.call('POST', '/api/obras', {
        body: { codigo: 'a', nome: long },
        headers: { prefer: 'resolution=merge-duplicates' },
      }),
    ];
    expect(answers.map(refusalOf)).toEqual(answers.map(() => ({ status: 422, body })));
  });

  test('refuses a number of more decimals than PostgreSQL reads', async () => {
    const value = `1.${'1'.repeat(20_000)}`;
    const body = await refusalBody('REQUEST_VALUE_INVALID', { value, column: 'valor', expected: 'um valor em reais' });
    expect(refusalOf(await admin.call('GET', `/api/obras?valor=eq.${value}`))).toEqual({ status: 400, body });
    const kept = await admin.call('GET', `/api/obras?select=id&valor=eq.10.${'0'.repeat(1000)}`);
    expect([kept.statusCode, kept.json()]).toEqual([200, [{ id: 1 }]]);
  });

  test('takes no moment that is of no year from 1 to 9999 in UTC, as it is given back', async () => {
    const send = (inicio: string) =>
      admin.call('PATCH', '/api/obras?id=eq.1&select=inicio', { body: { inicio }, headers: representation });
    const expected = 'um momento AAAA-MM-DDThh:mm:ss-03:00';
    const body = await refusalBody(
      'RECORD_INVALID',
      { title: 'Obra', count: 1 },
      { fields: [['inicio', 'VALIDATION_FORMAT', { field: 'Início', expected }]] },
    );
    for (const inicio of ['0001-01-01T00:00:00+15:59', '0001-01-01 00:59:59+0100', '9999-12-31T23:59:59-00:01'])
      expect([inicio, refusalOf(await send(inicio))]).toEqual([inicio, { status: 422, body }]);
    for (const [inicio, given] of [
      ['0001-01-01T01:00:00+0100', '0001-01-01T00:00:00+00:00'],
      ['9999-12-31t23:59:59z', '9999-12-31T23:59:59+00:00'],
    ] as const)
      expect((await send(inicio)).json()).toEqual([{ inicio: given }]);
  });

  test.each([1e19, 1e300, 2 ** 53])('refuses the id %d in an array as one that is none of its rows', async (id) => {
    const body = await refusalBody(
      'RECORD_INVALID',
      { title: 'Enquete', count: 1 },
      { fields: [['perguntas.0.id', 'VALIDATION_ROW_UNKNOWN', { field: 'Perguntas', row: 1 }]] },
    );
    const answer = await admin.call('PATCH', '/api/enquetes?id=eq.1', {
      body: { perguntas: [{ id, enunciado: 'x' }] },
    });
    expect(refusalOf(answer)).toEqual({ status: 422, body });
  });

  test('gives as ETag the version of the record alone, whatever else is called so', async () => {
    const tagOf = async (select: string): Promise<readonly [number, unknown]> => {
      const answer = await admin.call('GET', `/api/obras?id=eq.2&select=${select}`, { headers: asObject });
      return [answer.statusCode, answer.headers['etag']];
    };
    expect(await tagOf('*')).toEqual([200, '"1"']);
    expect(await tagOf('nome,versao')).toEqual([200, '"1"']);
    // a text that no header may hold, and a number that is no version
    expect(await tagOf('*,versao:nome')).toEqual([200, undefined]);
    expect(await tagOf('*,versao:id')).toEqual([200, undefined]);
  });

  test('names no natural key that is kept from the caller', async () => {
    const answer = await half.call('POST', '/api/obras', {
      body: { nome: 'Terceira' },
      headers: { prefer: 'resolution=merge-duplicates' },
    });
    const body = await refusalBody('REQUEST_CONFLICT_COLUMNS', {
      entity: 'Obra',
      columns: 'nenhum campo',
      known: 'id',
    });
    expect(refusalOf(answer)).toEqual({ status: 400, body });
    const keys = async (caller: Caller): Promise<unknown> =>
      ((await caller.call('GET', '/api/model/screen?path=/obras')).json() as ScreenModel).entity.naturalKey;
    expect([await keys(admin), await keys(half)]).toEqual([['codigo'], []]);
  });

  test('answers a short call without what is kept from the caller, and one by such a field as no address', async () => {
    const rows = [
      { id: 1, nome: 'Primeira' },
      { id: 2, nome: 'Segunda — ampliação' },
    ];
    expect((await admin.call('GET', '/api/obras/grupo/g')).json()).toEqual([
      { ...rows[0], valor: 10 },
      { ...rows[1], valor: null },
    ]);
    expect((await half.call('GET', '/api/obras/grupo/g')).json()).toEqual(rows);
    expect((await admin.call('GET', '/api/obras/codigo/a')).json()).toEqual([rows[0]]);
    for (const path of ['/obras/codigo/a', '/obras/nenhum/a']) {
      const body = await refusalBody('ROUTE_UNKNOWN', { path });
      expect(refusalOf(await half.call('GET', `/api${path}`))).toEqual({ status: 404, body });
    }
  });

  test('does not say where a record is in use to who may open nothing there', async () => {
    const told = async (caller: Caller, by: string, record: object): Promise<void> => {
      const at = { entity: 'cidade', ...record };
      const body = await refusalBody('RECORD_REFERENCED', { title: 'Cidade', by }, { at });
      expect(refusalOf(await caller.call('DELETE', '/api/cidades?id=eq.1'))).toEqual({ status: 409, body });
    };
    await told(admin, 'Viagem (ida)', { record: 1 });
    await told(mayor, 'outro cadastro', {});
  });

  test('counts the lines of a CSV before it reads them', async () => {
    const body = await refusalBody('REQUEST_ROWS_TOO_MANY', { count: 4_000_000, maximum: 10_000 });
    const many = `codigo\n${'a\n'.repeat(4_000_000)}`;
    expect(refusalOf(await admin.call('POST', '/api/obras', { text: many, headers: csv }))).toEqual({
      status: 413,
      body,
    });
  });

  test('refuses relations to many that lead back and forth, of which the rows would be without number', async () => {
    const body = await refusalBody('REQUEST_TOO_COMPLEX', {
      part: 'relações de vários registros, uma dentro da outra (a que volta por uma relação de um só conta duas)',
      maximum: 2,
    });
    const statusOf = async (url: string): Promise<unknown> => {
      const answer = await admin.call('GET', `/api${url}`);
      return answer.statusCode === 200 ? 200 : refusalOf(answer);
    };
    expect(await statusOf('/distritos?select=cidade(distritos(id))')).toBe(200);
    expect(await statusOf('/distritos?select=cidade(viagens!origem(distrito(id)))')).toBe(200);
    expect(await statusOf('/cidades?select=distritos(viagens(origem(id)))')).toBe(200);
    for (const url of [
      '/distritos?select=cidade(distritos(cidade(distritos(id))))',
      '/cidades?select=distritos(cidade(distritos(id)))',
      '/cidades?select=distritos(cidade(distritos(count)))',
    ])
      expect([url, await statusOf(url)]).toEqual([url, { status: 400, body }]);
  });
});
