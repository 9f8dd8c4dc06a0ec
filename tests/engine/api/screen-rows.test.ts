/**
 * A further screen may have some fields of the rows that its records own: through its route the others are as absent as a
 * field that it leaves out, at every door, and what it says of them holds there alone.
 */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applyFile, checkFile, sendFile } from '../../src/imports/import-stage.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 20, ...more });
const screen = (path: string, title: string, more: object) => ({
  entity: 'recurso',
  path,
  title,
  icon: 'table',
  permission: { subject: 'recurso' },
  parent: '/',
  sort: ['numero'],
  ...more,
});

const files: Readonly<Record<string, object>> = {
  'schemas/teste/recursos/schema.json': {
    title: 'Recurso',
    type: 'object',
    required: ['numero'],
    properties: {
      numero: text('Número', { 'x-unique': true }),
      itens: {
        title: 'Itens',
        type: 'array',
        items: {
          title: 'Item',
          type: 'object',
          required: ['pedido', 'decisao'],
          properties: {
            pedido: text('Pedido'),
            decisao: text('Decisão', { default: 'aguarda' }),
            analista: text('Analista'),
          },
        },
      },
    },
  },
  'schemas/teste/recursos/columns.json': screen('/recursos', 'Recursos', { columns: ['numero'] }),
  'schemas/teste/meus-recursos/columns.json': screen('/meus-recursos', 'Meus recursos', {
    columns: ['numero'],
    detail: { list: 'itens' },
    only: ['numero', 'itens.pedido', 'itens.decisao'],
    fields: {
      itens: { label: 'O que você pede' },
      'itens.pedido': { label: 'Seu pedido', help: 'Em poucas palavras.' },
      'itens.decisao': { label: 'O que decidimos', readOnly: true },
    },
  }),
};

interface Item {
  readonly id: number;
  readonly [name: string]: unknown;
}
interface Stored {
  readonly id: number;
  readonly numero: string;
  readonly itens: readonly Item[];
}
const back = { prefer: 'return=representation' };

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let known: number;
  const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, headers = {}) => {
    const answer = await admin.call(method, `/api${path}`, { ...(body === undefined ? {} : { body }), headers });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : (answer.json() as unknown) };
  };
  const whole = async (numero: string): Promise<Stored | undefined> => {
    const { body } = await ask('GET', `/recursos?numero=eq.${numero}&select=id,numero,itens(*)`);
    return (body as readonly Stored[])[0];
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    known = await insertRow(admin, '/recursos', {
      numero: 'a',
      itens: [{ pedido: 'rever', decisao: 'negado', analista: 'Rosa' }],
    });
  });

  test('its rows have there what the screen has of them, and nothing else', async () => {
    const { body } = await ask('GET', '/meus-recursos?select=numero,itens(id,pedido,decisao)');
    expect(body).toEqual([{ numero: 'a', itens: [{ id: expect.any(Number), pedido: 'rever', decisao: 'negado' }] }]);
    const all = (await ask('GET', '/meus-recursos?select=itens(*)')).body as readonly Stored[];
    expect(Object.keys(all[0]?.itens[0] ?? {}).sort()).toEqual(
      ['id', 'versao', 'pedido', 'decisao', 'criado_em', 'criado_por', 'alterado_em', 'alterado_por'].sort(),
    );
  });

  test('what it leaves out is refused as a name that there is not, at every door', async () => {
    const alike = async (asking: (name: string) => ReturnType<typeof ask>): Promise<void> => {
      const [hidden, absent] = [await asking('analista'), await asking('zzzzzzzz')];
      expect([400, 422]).toContain(hidden.status);
      expect(JSON.parse(JSON.stringify(hidden).replaceAll('analista', 'zzzzzzzz'))).toEqual(absent);
    };
    const row = (name: string) => ({ numero: 'z', itens: [{ pedido: 'x', [name]: 'Ana' }] });
    await alike((name) => ask('GET', `/meus-recursos?select=itens(${name})`));
    await alike((name) => ask('GET', `/meus-recursos?select=itens(pedido)&itens.${name}=eq.Rosa`));
    await alike((name) => ask('GET', `/meus-recursos?select=itens(pedido)&itens.order=${name}`));
    await alike((name) => ask('POST', '/meus-recursos', row(name)));
    await alike((name) => ask('POST', '/meus-recursos', [row(name)]));
    await alike((name) => ask('PATCH', '/meus-recursos?numero=eq.a', { itens: [{ pedido: 'x', [name]: 'Ana' }] }));
    expect(await whole('z')).toBeUndefined();
  });

  test('what it closes nobody writes through it, and a new row has what the entity begins with', async () => {
    const closed = { numero: 'b', itens: [{ pedido: 'x', decisao: 'acatado' }] };
    const refused = await ask('POST', '/meus-recursos', closed);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('decisao')]);
    expect(await whole('b')).toBeUndefined();
    const made = await ask('POST', '/meus-recursos', { numero: 'b', itens: [{ pedido: 'x' }] }, back);
    expect(made.status).toBe(201);
    expect((await whole('b'))?.itens).toMatchObject([{ pedido: 'x', decisao: 'aguarda', analista: null }]);
  });

  test('a row that stays keeps what the screen does not have', async () => {
    const [item] = (await whole('a'))?.itens ?? [];
    const itens = [{ id: item?.id, pedido: 'rever tudo' }, { pedido: 'mais' }];
    expect((await ask('PATCH', '/meus-recursos?numero=eq.a', { itens })).status).toBe(204);
    expect((await whole('a'))?.itens).toMatchObject([
      { id: item?.id, pedido: 'rever tudo', decisao: 'negado', analista: 'Rosa' },
      { pedido: 'mais', decisao: 'aguarda', analista: null },
    ]);
    const itensClosed = [{ id: item?.id, pedido: 'rever', decisao: 'acatado' }];
    expect((await ask('PATCH', '/meus-recursos?numero=eq.a', { itens: itensClosed })).status).toBe(422);
    expect((await whole('a'))?.itens[0]).toMatchObject({ pedido: 'rever tudo', decisao: 'negado' });
  });

  test('an import has the columns of those rows alone', async () => {
    const bytes = 'numero;Itens[1].Pedido;itens[1].analista\ni;luz;Ana\n';
    const sent = await sendFile(admin, '/meus-recursos', bytes);
    expect(sent.choices.columns.map(({ field }) => field)).toEqual(['numero', 'itens.pedido']);
    await applyFile(admin, await checkFile(admin, sent));
    expect((await whole('i'))?.itens).toMatchObject([{ pedido: 'luz', decisao: 'aguarda', analista: null }]);
  });

  test('the form, the list under a row, the description of the API and the history tell the same', async () => {
    const { body: own } = await ask('GET', '/model/screen?path=/meus-recursos');
    const told = JSON.stringify(own);
    expect(told).not.toMatch(/analista/i);
    expect(told).toContain('Seu pedido');
    expect(own).toMatchObject({
      form: {
        schema: { properties: { itens: { title: 'O que você pede', items: { required: ['pedido'] } } } },
      },
    });
    expect(JSON.stringify((await ask('GET', '/model/screen?path=/recursos')).body)).toMatch(/Analista/);
    const { body: document } = await ask('GET', '/openapi.json');
    const { schemas } = (document as { readonly components: { readonly schemas: Record<string, object> } }).components;
    const written = Object.entries(schemas).filter(([name]) => name.startsWith('meus-recursos'));
    expect(written.length).toBeGreaterThan(0);
    expect(JSON.stringify(written)).not.toMatch(/analista/i);
    const { body: history } = await ask('GET', `/meus-recursos/${known}/historico`);
    expect(JSON.stringify(history)).toContain('rever');
    expect(JSON.stringify(history)).not.toMatch(/analista|Rosa/i);
    expect(JSON.stringify((await ask('GET', `/recursos/${known}/historico`)).body)).toMatch(/Rosa/);
  });
});
