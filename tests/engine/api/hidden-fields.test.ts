/**
 * The product's claim: a field that a user may not read cannot be observed through any door. Each door is tried with the
 * name of a kept field and with a name that does not exist; the answers are the same but for the name.
 */
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HistoryEntry, ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { operators } from '../../../engine/fields/operators.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, CallOptions } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const back = { prefer: 'return=representation' };
const each = { prefer: 'outcome=each' };
const all = ['list', 'view', 'insert', 'update', 'delete', 'audit'];
const everything = (subject: string): string[] => all.map((action) => `${subject}:${action}`);

interface Kept {
  readonly why: string;
  /** Who looks. */
  readonly caller: 'clerk' | 'admin';
  readonly path: string;
  readonly name: string;
  /** Of the same length, and near to nothing. */
  readonly absent: string;
  /** A resource whose rows its own point at. */
  readonly target?: string;
  /** A resource that embeds it. */
  readonly embeddedBy?: readonly [path: string, relation: string];
  /** A secret is written by those who may write, and read by nobody. */
  readonly writable?: boolean;
}

const kept: readonly Kept[] = [
  {
    why: 'a field hidden by the group',
    caller: 'clerk',
    path: '/fichas',
    name: 'diagnostico',
    absent: 'inexistente',
    embeddedBy: ['/recursos', 'ficha'],
  },
  {
    why: 'a relation hidden by the group, by its column',
    caller: 'clerk',
    path: '/fichas',
    name: 'clinica_id',
    absent: 'inexiste_w',
    embeddedBy: ['/recursos', 'ficha'],
  },
  {
    why: 'a relation hidden by the group, by its name',
    caller: 'clerk',
    path: '/fichas',
    name: 'clinica',
    absent: 'inexist',
    embeddedBy: ['/recursos', 'ficha'],
  },
  {
    why: 'a secret',
    caller: 'admin',
    path: '/fichas',
    name: 'chave',
    absent: 'yyyyy',
    embeddedBy: ['/recursos', 'ficha'],
    target: '/clinicas',
    writable: true,
  },
  {
    why: 'a field hidden by the files',
    caller: 'admin',
    path: '/fichas',
    name: 'interno',
    absent: 'wwwwwww',
    embeddedBy: ['/recursos', 'ficha'],
    target: '/clinicas',
  },
  {
    why: 'a field hidden by the client',
    caller: 'admin',
    path: '/bancos',
    name: 'aceita_cnab400',
    absent: 'aceita_cnab999',
  },
  {
    why: 'the password',
    caller: 'admin',
    path: '/usuarios-teste',
    name: 'senha_hash',
    absent: 'yyyyy_yyyy',
    writable: true,
  },
];

type Door = readonly [method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE', url: string, more?: CallOptions];

/** Every way in that takes a name of a column. */
const doors = ({ path, embeddedBy, target, writable = false }: Kept, name: string): readonly Door[] => {
  const filters = Object.keys(operators).flatMap((operator) => {
    const value = operator === 'in' ? '(1,2)' : operator === 'is' ? 'null' : '1';
    return [`${operator}.${value}`, `not.${operator}.${value}`];
  });
  const reads = [
    `select=${name}`,
    `select=outro:${name}`,
    `select=id,${name}`,
    `select=${name}(id)`,
    `select=outro:${name}!inner(id)`,
    `select=${name}::text`,
    `select=${name}::nada`,
    `select=...${name}(id)`,
    `select=${name}(count)`,
    `select=${name}()`,
    `select=${name}.sum()`,
    `select=total:${name}.max()::text`,
    `select=count(),${name}.count()`,
    `select=${name}!left(id)`,
    `select=x:id,${name}!x(id)`,
    `${name}.order=id`,
    `${name}.limit=1`,
    `${name}.not.or=(id.eq.1)`,
    `${name}=eq(any).{1,2}`,
    `${name}=not.ilike(all).{a*}`,
    `${name}=fts(simple).a`,
    `or=(id.eq.1,${name}.wfts(english).a)`,
    `order=${name}`,
    `order=id,${name}.desc.nullslast`,
    `order=${name}(id)`,
    `${name}[0]=eq.1`,
    `${name}.id=eq.1`,
    `"${name}"=eq.1`,
    `select="${name}"`,
    `or=(id.eq.1,${name}.eq.1)`,
    `not.or=(id.eq.1,and(id.eq.2,${name}.is.null))`,
    `and=(${name}.id.eq.1)`,
    ...filters.map((filter) => `${name}=${filter}`),
    ...filters.map((filter) => `or=(${name}.${filter})`),
  ];
  const embeds = [
    `select=id,@(${name})`,
    `select=id,@(x:${name})`,
    `select=id,@(${name}(id))`,
    `select=id,@(${name}::text)`,
    `select=id,...@(${name})`,
    `select=id,@(id)&@.or=(id.eq.1,${name}.eq.1)`,
    `select=id,@(id)&@.order=${name}`,
    `select=id,@(id)&@.${name}=plfts.a`,
    `order=@(${name})`,
    `@.${name}=eq.1`,
    `select=id,@(id)&@.${name}=eq.1`,
    `and=(@.${name}.is.null)`,
    `select=id,@!inner(id)&@.${name}=has.a`,
  ];
  const many = [
    `@(${name})`,
    `@(x:${name}::text)`,
    `@(id)&@.${name}=eq.1`,
    `@(count)&@.${name}=fts.a`,
    `@(id)&@.order=${name}`,
  ];
  const [embedding = '', relation = ''] = embeddedBy ?? [];
  const views: readonly { readonly query?: string; readonly layout?: object }[] = [
    { query: `${name}=eq.1` },
    { query: `id=eq.1&${name}.id=not.is.null` },
    { query: `order=id,${name}.desc` },
    { query: `order=${name}(id)` },
    { layout: { shown: [name] } },
    { layout: { shown: ['id', `${name}.nome`] } },
  ];
  return [
    ...reads.map((query): Door => ['GET', `${path}?${query}`]),
    ...(embeddedBy ? embeds.map((query): Door => ['GET', `${embedding}?${query.replaceAll('@', relation)}`]) : []),
    ...(target ? many.map((query): Door => ['GET', `${target}?select=${query.replaceAll('@', path.slice(1))}`]) : []),
    ['GET', `${path}?select=id,${name}`, { headers: { accept: 'text/csv' } }],
    [
      'GET',
      `${path}?id=eq.1&select=${name}`,
      { headers: { accept: 'application/vnd.pgrst.object+json;nulls=stripped' } },
    ],
    ['GET', `${path}?order=${name}`, { headers: { range: '0-1', prefer: 'count=estimated' } }],
    ['HEAD', `${path}?${name}=is.null`, { headers: { prefer: 'count=exact' } }],
    ['GET', `${path}?${name}=is.null`, { headers: { prefer: 'count=planned' } }],
    ['GET', `${path}?id=eq.1&select=${name}`, { headers: { accept: 'application/vnd.pgrst.object+json' } }],
    ['GET', `${path}?cursor=abc&order=${name}`],
    ['PATCH', `${path}?${name}=is.null`, { body: { id: 1 } }],
    ['DELETE', `${path}?${name}=is.null`],
    ['PATCH', `${path}?id=in.(1)&${name}=is.null`, { body: { id: 1 }, headers: each }],
    ['DELETE', `${path}?id=in.(0)&${name}=is.null`, { headers: each }],
    ['DELETE', `${path}?id=eq.0&select=${name}`, { headers: back }],
    ['DELETE', `${path}?id=eq.0&order=${name}`, { headers: back }],
    ...views.map(
      ({ query = '', layout = {} }): Door => [
        'POST',
        '/views',
        { body: { screen: path, name: 'v', content: { query, layout } } },
      ],
    ),
    ['GET', `${path}/1/${name}`],
    ['GET', `${path}/${name}/1`],
    ['GET', `/anexos${path}/1/${name}/00000000-0000-4000-8000-000000000000`],
    ['POST', `/anexos${path}/${name}?name=a.pdf`, { text: '%PDF-1.4', headers: { 'content-type': 'application/pdf' } }],
    ...(writable
      ? []
      : ([
          ['POST', path, { body: { [name]: 'x' } }],
          ['POST', path, { body: [{ [name]: null }, {}] }],
          ['POST', `${path}?columns=${name}`, { body: { [name]: 1 }, headers: back }],
          ['PATCH', `${path}?id=eq.1`, { body: { [name]: 'x' } }],
          ['PATCH', `${path}?id=in.(1)`, { body: { [name]: 'x' }, headers: each }],
          ['PATCH', `${path}?id=eq.1`, { body: { [name]: null, naoha: 1 }, headers: { 'if-match': '"1"' } }],
        ] as const satisfies readonly Door[])),
  ];
};

const seen = (answer: LightMyRequestResponse, name: string, absent: string): unknown => ({
  status: answer.statusCode,
  body: answer.body.replaceAll(name, absent),
  headers: Object.fromEntries(
    ['content-range', 'etag', 'preference-applied', 'location', 'fichario-next-cursor', 'content-length'].map(
      (header) => [header, answer.headers[header]],
    ),
  ),
});

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  /** All rights on fichas and recursos, none on clinicas; diagnostico and clinica are hidden. */
  let clerk: Caller;
  /** The same, and rights on clinicas; diagnostico is hidden. */
  let scribe: Caller;
  /** Even the field that names and orders fichas is hidden. */
  let stranger: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    const login = async (name: string, subjects: readonly string[], hidden: readonly string[]): Promise<Caller> => {
      const user = await createUser(database, name, subjects.flatMap(everything), { hidden });
      return product.as(user.login, user.password);
    };
    clerk = await login('balcao', ['ficha', 'recurso'], ['ficha.diagnostico', 'ficha.clinica']);
    scribe = await login('escriba', ['ficha', 'recurso', 'clinica'], ['ficha.diagnostico']);
    stranger = await login('estranho', ['ficha', 'recurso'], ['ficha.numero', 'ficha.diagnostico', 'ficha.clinica']);
    await write('POST', '/clinicas', { codigo: '0001', nome: 'Casa do Segredo' });
    await write('POST', '/clinicas', { codigo: '0002', nome: 'Outra' });
    for (const [numero, clinica_id, diagnostico] of [
      ['g1', 1, 'SEGREDO um'],
      ['g2', 2, 'SEGREDO um'],
      ['g3', 2, 'nada'],
    ])
      await write('POST', '/fichas', { numero, clinica_id, diagnostico, chave: 'SEGREDO dois', valor: 10 });
    await write('POST', '/recursos', { motivo: 'revisão', ficha_id: 1 });
  });

  const write = async (method: 'POST' | 'PATCH', url: string, body: object): Promise<void> => {
    const answer = await admin.call(method, `/api${url}`, { body });
    if (answer.statusCode >= 300) throw new Error(answer.body);
  };
  const callerOf = ({ caller }: Kept): Caller => (caller === 'clerk' ? clerk : admin);

  describe.each(kept)('$why', (field) => {
    test('answers every door as for a name that does not exist', async () => {
      const who = callerOf(field);
      const absent = doors(field, field.absent);
      const answers = [];
      const expected = [];
      for (const [index, [method, url, more]] of doors(field, field.name).entries()) {
        const [, other = '', otherMore] = absent[index] ?? [];
        const door = `${method} ${other} ${JSON.stringify(otherMore?.body)}`;
        answers.push([door, seen(await who.call(method, `/api${url}`, more), field.name, field.absent)]);
        const answer = await who.call(method, `/api${other}`, otherMore);
        expected.push([door, seen(answer, field.name, field.absent)]);
        // a door that lets an unknown name pass proves nothing
        if (method !== 'HEAD') expect([door, answer.statusCode >= 400]).toEqual([door, true]);
      }
      expect(answers).toEqual(expected);
    });
  });

  /** Nothing of the fields kept from the clerk: names, titles, values. */
  const traces = /diagn[oó]stico|cl[ií]nica|segredo|chave|interno|casa/i;

  test('leaves kept fields out of rows, records, embeds and what writes give back', async () => {
    const answers = [
      await clerk.call('GET', '/api/fichas'),
      await clerk.call('GET', '/api/fichas?select=*'),
      await clerk.call('GET', '/api/fichas?id=eq.1', { headers: { accept: 'application/vnd.pgrst.object+json' } }),
      await clerk.call('GET', '/api/recursos?select=*,ficha(*)'),
      await clerk.call('POST', '/api/fichas', { body: { numero: 'g9' }, headers: back }),
      await clerk.call('PATCH', '/api/fichas?numero=eq.g9', { body: { valor: 5 }, headers: back }),
      await clerk.call('PATCH', '/api/recursos?id=eq.1&select=*,ficha(*)', {
        body: { motivo: 'outra' },
        headers: back,
      }),
      await clerk.call('DELETE', '/api/fichas?numero=eq.g9', { headers: back }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 201, 200, 200, 200]);
    for (const answer of answers) expect(answer.body + JSON.stringify(answer.headers)).not.toMatch(traces);
    expect(answers[3]?.json()).toMatchObject([
      {
        ficha: {
          id: 1,
          versao: 1,
          criado_em: expect.any(String),
          criado_por: 1,
          alterado_em: null,
          alterado_por: null,
          numero: 'g1',
          valor: 10,
          situacao: 'ABERTA',
          protocolo: 'sem protocolo',
        },
      },
    ]);
  });

  test('does not find by the quick search what stands only in a kept field', async () => {
    const found = async (who: Caller, q: string): Promise<unknown> =>
      (await who.call('GET', `/api/fichas?q=${q}&select=numero`)).json();
    expect(await found(admin, 'segredo')).toEqual([{ numero: 'g1' }, { numero: 'g2' }]);
    expect(await found(clerk, 'segredo')).toEqual([]);
    expect(await found(clerk, 'g1')).toEqual([{ numero: 'g1' }]);
    expect(await found(clerk, 'g1 segredo')).toEqual([]);
    const count = await clerk.call('HEAD', '/api/fichas?q=segredo', { headers: { prefer: 'count=exact' } });
    expect(count.headers['content-range']).toBe('*/0');
    const touched = await clerk.call('PATCH', '/api/fichas?q=segredo', { body: { valor: 99 } });
    expect(touched.headers['content-range']).toBe('*/0');
  });

  test('has no quick search where all its fields are kept, as where there is none', async () => {
    expect(refusalOf(await stranger.call('GET', '/api/fichas?q=g1'))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: 'q', entity: 'Ficha' }),
    });
  });

  test('orders and pages by id where the default order is kept from the user', async () => {
    const first = await stranger.call('GET', '/api/fichas?select=id&limit=2');
    expect(first.json()).toEqual([{ id: 1 }, { id: 2 }]);
    const next = await stranger.call(
      'GET',
      `/api/fichas?select=id&limit=2&cursor=${first.headers['fichario-next-cursor']}`,
    );
    expect(next.json()).toEqual([{ id: 3 }]);
    const orders = async (who: Caller): Promise<unknown> => {
      const answer = await who.call('GET', '/api/model/screen?path=/fichas');
      const { screen, order, entity } = answer.json() as ScreenModel;
      return [screen.sort, order, entity.label];
    };
    expect(await orders(admin)).toEqual([
      [{ path: ['numero'], descending: false }],
      'numero.asc',
      [{ field: 'numero' }],
    ]);
    expect(await orders(stranger)).toEqual([[], '', []]);
  });

  test('leaves kept fields out of screen, menu, description and validators', async () => {
    const menu = await clerk.call('GET', '/api/model');
    const description = await clerk.call('GET', '/api/openapi.json');
    const screens = [
      await clerk.call('GET', '/api/model/screen?path=/fichas'),
      await clerk.call('GET', '/api/model/screen?path=/recursos'),
    ];
    const modules = await Promise.all(
      screens.map((screen) => clerk.call('GET', (screen.json() as { form: { validator: string } }).form.validator)),
    );
    for (const answer of [menu, description, ...screens, ...modules]) {
      expect(answer.statusCode).toBe(200);
      // the secret may be written, so it has a place in the form; the product's own texts speak of secrets in general
      const told = answer.body
        .replaceAll(/chave( de acesso)?/gi, '')
        // what is sealed in an address reads as anything
        .replaceAll(/\/api\/validators\/[^"]+/g, '')
        .replaceAll(/, usada como diagnóstico em|"why\.field\.secret":"[^"]*"/g, '');
      expect(told).not.toMatch(traces);
    }
    expect((await admin.call('GET', '/api/model/screen?path=/fichas')).body).toMatch(/diagnostico.*clinica_id/s);
  });

  test('offers a secret to be written and nowhere to be read', async () => {
    const screen = (await admin.call('GET', '/api/model/screen?path=/fichas')).json() as Record<string, unknown>;
    const { form, entity, ...rest } = screen as {
      form: { schema: { properties: object } };
      entity: { fields: { name: string }[] };
    };
    expect(Object.keys(form.schema.properties)).toContain('chave');
    expect(entity.fields.map(({ name }) => name)).toEqual([
      'numero',
      'clinica',
      'valor',
      'situacao',
      'diagnostico',
      'protocolo',
      'chave',
    ]);
    expect(JSON.stringify(rest)).not.toMatch(/chave|interno/i);
  });

  test("leaves kept fields out of the history, and a secret out of everyone's", async () => {
    await write('PATCH', '/fichas?id=eq.2', { diagnostico: 'SEGREDO três', chave: 'SEGREDO quatro' });
    const entries = async (who: Caller): Promise<readonly HistoryEntry[]> =>
      (await who.call('GET', '/api/fichas/2/historico')).json() as HistoryEntry[];
    const clerks = await entries(clerk);
    expect(clerks.map(({ operation, changes }) => [operation, changes.map(({ field }) => field)])).toEqual([
      ['update', []],
      ['insert', ['numero', 'valor', 'situacao', 'protocolo']],
    ]);
    expect(JSON.stringify(clerks)).not.toMatch(traces);
    const admins = await entries(admin);
    expect(admins[0]?.changes).toEqual([
      { field: 'diagnostico', title: 'Diagnóstico', before: 'SEGREDO um', after: 'SEGREDO três' },
    ]);
    expect(JSON.stringify(admins)).not.toMatch(/chave|interno|dois|quatro/i);
  });

  test('names no kept field among those in conflict', async () => {
    const answer = async (who: Caller) =>
      who.call('PATCH', '/api/fichas?id=eq.3', { body: { situacao: 'FECHADA' }, headers: { 'if-match': '"1"' } });
    await write('PATCH', '/fichas?id=eq.3', { diagnostico: 'SEGREDO cinco', valor: 77 });
    expect(refusalOf(await answer(clerk))).toEqual({
      status: 412,
      body: await refusalBody(
        'RECORD_CHANGED',
        { title: 'Ficha', fields: ['Valor'] },
        {
          at: { entity: 'ficha', record: 3 },
          fields: [['valor', 'RECORD_FIELD_CHANGED', { field: 'Valor' }]],
        },
      ),
    });
    expect((await answer(admin)).body).toContain('Diagnóstico');
  });

  test('says no more than that the record has changed where only a kept field has', async () => {
    await write('PATCH', '/fichas?id=eq.2', { diagnostico: 'SEGREDO seis' });
    const answer = await clerk.call('PATCH', '/api/fichas?id=eq.2', {
      body: { situacao: 'FECHADA' },
      headers: { 'if-match': '"1"' },
    });
    expect(refusalOf(answer)).toEqual({
      status: 412,
      body: await refusalBody('RECORD_CHANGED_UNSEEN', { title: 'Ficha' }, { at: { entity: 'ficha', record: 2 } }),
    });
  });

  test('names no kept field where a combination is taken', async () => {
    await write('PATCH', '/fichas?id=eq.1', { diagnostico: 'igual' });
    await write('PATCH', '/fichas?id=eq.2', { diagnostico: 'igual' });
    const change = { body: { clinica_id: 2 } };
    expect(refusalOf(await scribe.call('PATCH', '/api/fichas?id=eq.1', change))).toEqual({
      status: 409,
      body: await refusalBody(
        'RECORD_DUPLICATE',
        { title: 'Ficha', fields: 'Clínica' },
        { at: { entity: 'ficha', field: 'clinica_id' } },
      ),
    });
    expect((await admin.call('PATCH', '/api/fichas?id=eq.1', change)).body).toContain('Clínica, Diagnóstico');
  });

  test('refuses to insert what only a kept field would complete, and does not say which', async () => {
    expect(refusalOf(await stranger.call('POST', '/api/fichas', { body: { valor: 1 } }))).toEqual({
      status: 403,
      body: await refusalBody(
        'RECORD_FIELD_CLOSED',
        { title: 'Ficha', field: 'um campo obrigatório que você não vê' },
        { at: { entity: 'ficha' } },
      ),
    });
  });

  test('suggests no name that the user may not see', async () => {
    const hint = async (who: Caller): Promise<unknown> =>
      ((await who.call('GET', '/api/fichas?select=diagnostic')).json() as { hint: string }).hint;
    expect(await hint(admin)).toContain("'diagnostico'");
    expect(await hint(clerk)).not.toContain('diagnostico');
    const route = async (who: Caller): Promise<unknown> =>
      ((await who.call('GET', '/api/clinica')).json() as { hint: string }).hint;
    expect(await route(admin)).toContain("'/clinicas'");
    expect(await route(clerk)).not.toContain('clinicas');
  });
});
