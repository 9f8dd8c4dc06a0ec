/**
 * A further screen has the entity in its own way: through its route there are the fields of `only` alone, named and asked
 * for as `fields` says, and a new record gets what it does not ask for. Every door keeps to that.
 */
import { beforeAll, expect, test } from 'vitest';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from '../../src/imports/import-stage.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });
const screen = (path: string, title: string, more: object) => ({
  entity: 'queixa',
  path,
  title,
  icon: 'table',
  permission: { subject: 'queixa' },
  parent: '/',
  ...more,
});

const files: Readonly<Record<string, object>> = {
  'schemas/code-lists/canal-queixa.json': {
    title: 'Canal',
    options: ['TELEFONE', 'PORTAL'].map((value) => ({ value, label: value.toLowerCase() })),
  },
  'schemas/teste/queixas/schema.json': {
    title: 'Queixa',
    type: 'object',
    required: ['numero', 'canal', 'recebida', 'dia', 'urgente', 'responsavel'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      canal: text('Canal', { 'x-code-list': 'canal-queixa' }),
      assunto: text('Assunto', { maxLength: 20, 'x-help': 'Da casa.' }),
      texto: text('Texto', { maxLength: 50, default: 'nada' }),
      recebida: text('Recebida', { format: 'date-time', 'x-begins-now': true }),
      dia: text('Dia', { format: 'date', 'x-begins-now': true }),
      urgente: { title: 'Urgente', type: 'boolean', default: false },
      responsavel: text('Responsável', { maxLength: 20 }),
      resposta: text('Resposta', { maxLength: 20, 'x-required-when': "canal == 'TELEFONE'" }),
      rotulo: text('Rótulo', { 'x-computed': "canal + ' ' + numero" }),
      passos: {
        title: 'Passos',
        type: 'array',
        items: { type: 'object', title: 'Passo', properties: { feito: text('Feito') } },
      },
      recados: {
        title: 'Recados',
        type: 'array',
        items: { type: 'object', title: 'Recado', properties: { dito: text('Dito') } },
      },
    },
  },
  'schemas/teste/queixas/columns.json': screen('/queixas', 'Queixas', {
    search: ['numero', 'responsavel'],
    sort: ['numero'],
    batch: ['assunto', 'responsavel'],
    sections: [
      { title: 'Dados', fields: ['numero', 'canal', 'assunto', 'texto', 'recebida', 'dia', 'urgente', 'rotulo'] },
      { title: 'Casa', fields: ['responsavel', 'resposta', 'passos', 'recados'] },
    ],
  }),
  'schemas/teste/minhas-queixas/columns.json': screen('/minhas-queixas', 'Minhas queixas', {
    columns: ['numero', 'assunto'],
    sort: ['numero'],
    only: ['numero', 'assunto', 'texto', 'resposta', 'rotulo', 'recados'],
    fields: {
      assunto: { label: 'Sobre o quê', help: 'Em poucas palavras.', required: true },
      resposta: { readOnly: true },
      texto: { default: 'Conto depois' },
      canal: { default: 'PORTAL' },
      responsavel: { default: 'ninguém' },
      recados: { label: 'Meus recados', readOnly: true },
    },
  }),
  'schemas/teste/queixas-lidas/columns.json': screen('/queixas-lidas', 'Queixas lidas', {
    columns: ['numero'],
    sort: ['numero'],
    only: ['numero'],
    withheld: ['insert', 'delete'],
  }),
};

interface Stored {
  readonly id: number;
  readonly [name: string]: unknown;
}
const back = { prefer: 'return=representation' };
const merge = { prefer: 'resolution=merge-duplicates,return=representation' };

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let known: number;
  const json = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, headers = {}) => {
    const answer = await admin.call(method, `/api${path}`, { ...(body === undefined ? {} : { body }), headers });
    return answer.json() as readonly Stored[];
  };
  const refused = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers = {}) => {
    const answer = await admin.call(method, `/api${path}`, { ...(body === undefined ? {} : { body }), headers });
    const { code, at, fields, message } = (answer.body === '' ? {} : answer.json()) as {
      code?: string;
      message?: string;
      at?: { field?: string };
      fields?: readonly { field: string }[];
    };
    return { status: answer.statusCode, code, message, field: at?.field ?? fields?.map(({ field }) => field).join() };
  };
  const whole = async (numero: string) => (await json('GET', `/queixas?numero=eq.${numero}&select=*,passos(feito)`))[0];
  const model = async (path: string) =>
    (await admin.call('GET', `/api/model/screen?path=${path}`)).json() as {
      readonly screen: { readonly sections: readonly { readonly fields: readonly string[] }[] };
      readonly rights: Record<string, boolean>;
      readonly columns: readonly { readonly title: string }[];
      readonly form: {
        readonly schema: {
          readonly required: readonly string[];
          readonly properties: Record<string, { readonly title: string; readonly default?: unknown }>;
        };
        readonly validator: string;
      };
    };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    known = await insertRow(admin, '/queixas', {
      numero: 'a',
      canal: 'TELEFONE',
      assunto: 'fila',
      recebida: '2026-01-02T12:00:00Z',
      dia: '2026-01-02',
      responsavel: 'Rosa',
      resposta: 'sim',
      passos: [{ feito: 'um' }],
      recados: [{ dito: 'oi' }],
    });
  });

  test('a record has there what the screen has, and nothing else', async () => {
    expect(await json('GET', '/minhas-queixas?numero=eq.a&select=*,recados(dito)')).toEqual([
      {
        id: known,
        versao: 1,
        numero: 'a',
        assunto: 'fila',
        texto: 'nada',
        resposta: 'sim',
        rotulo: 'TELEFONE a',
        recados: [{ dito: 'oi' }],
        criado_em: expect.any(String),
        criado_por: expect.anything(),
        alterado_em: null,
        alterado_por: null,
      },
    ]);
  });

  test.each(['canal', 'responsavel', 'passos'])(
    "'%s' is refused as a name that there is not, at every door",
    async (name) => {
      // What is said differs in the name alone.
      const alike = async (ask: (asked: string) => ReturnType<typeof refused>) => {
        const [hidden, absent] = [await ask(name), await ask('zzzzzzzz')];
        expect({ ...hidden, message: hidden.message?.replaceAll(name, 'zzzzzzzz'), field: undefined }).toEqual({
          ...absent,
          field: undefined,
        });
        expect([400, 422]).toContain(hidden.status);
      };
      const row = { numero: 'z', assunto: 'x' };
      const value = name === 'passos' ? [] : 'PORTAL';
      await alike((asked) => refused('GET', `/minhas-queixas?select=${asked}`));
      await alike((asked) => refused('GET', `/minhas-queixas?${asked}=eq.PORTAL`));
      await alike((asked) => refused('GET', `/minhas-queixas?order=${asked}`));
      await alike((asked) => refused('POST', '/minhas-queixas', { ...row, [asked]: value }));
      await alike((asked) => refused('POST', '/minhas-queixas', [{ ...row, [asked]: value }]));
      await alike((asked) => refused('POST', '/minhas-queixas', [{ ...row, [asked]: value }], merge));
      await alike((asked) => refused('PATCH', '/minhas-queixas?numero=eq.a', { [asked]: value }));
      await alike((asked) =>
        refused('POST', '/alteracoes-em-lote', {
          path: '/minhas-queixas',
          operation: 'update',
          ids: [known],
          values: { [asked]: value },
        }),
      );
      await alike((asked) =>
        refused('POST', '/alteracoes-em-lote', {
          path: '/minhas-queixas',
          operation: 'update',
          filter: `${asked}=eq.PORTAL`,
          values: { texto: 'x' },
        }),
      );
    },
  );

  test('what is closed there is refused as what is closed everywhere', async () => {
    for (const [path, body, headers] of [
      ['/minhas-queixas', { numero: 'z', assunto: 'x', resposta: 'não' }, {}],
      ['/minhas-queixas', [{ numero: 'z', assunto: 'x', resposta: 'não' }], merge],
    ] as const)
      expect(await refused('POST', path, body, headers)).toMatchObject({
        status: 400,
        code: '428C9',
        field: 'resposta',
      });
    expect(await refused('PATCH', '/minhas-queixas?numero=eq.a', { resposta: 'não' })).toMatchObject({
      code: '428C9',
      field: 'resposta',
    });
    expect(await refused('PATCH', '/minhas-queixas?numero=eq.a', { recados: [] })).toMatchObject({
      code: '428C9',
      field: 'recados',
    });
    expect((await refused('PATCH', '/queixas?numero=eq.a', { resposta: 'sim' })).status).toBe(204);
  });

  test('what is asked for there is asked for at each door of the route, and nowhere else', async () => {
    const lacking = { status: 422, code: '23514', field: 'assunto' };
    expect(await refused('POST', '/minhas-queixas', { numero: 'z' })).toMatchObject(lacking);
    expect(await refused('POST', '/minhas-queixas', [{ numero: 'z' }], merge)).toMatchObject(lacking);
    expect(await refused('PATCH', '/minhas-queixas?numero=eq.a', { assunto: null })).toMatchObject(lacking);
    expect((await refused('PATCH', '/queixas?numero=eq.a', { assunto: null })).status).toBe(204);
    expect((await refused('PATCH', '/queixas?numero=eq.a', { assunto: 'fila' })).status).toBe(204);
  });

  test('a new record gets what the screen gives, the present included, and rules read it', async () => {
    const before = Date.now();
    const [made] = await json('POST', '/minhas-queixas', { numero: 'b', assunto: 'luz' }, back);
    expect(made).toMatchObject({ numero: 'b', texto: 'Conto depois', rotulo: 'PORTAL b', resposta: null });
    const stored = await whole('b');
    expect(stored).toMatchObject({
      canal: 'PORTAL',
      responsavel: 'ninguém',
      urgente: false,
      dia: dayInZone('America/Sao_Paulo'),
      passos: [],
    });
    expect(Math.abs(Date.parse(String(stored?.['recebida'])) - before)).toBeLessThan(120_000);
    await json(
      'POST',
      '/minhas-queixas',
      [
        { numero: 'c', assunto: 'a' },
        { numero: 'd', assunto: 'b', texto: 'eu' },
      ],
      back,
    );
    expect([await whole('c'), await whole('d')]).toMatchObject([
      { canal: 'PORTAL', texto: 'Conto depois' },
      { canal: 'PORTAL', texto: 'eu', responsavel: 'ninguém' },
    ]);
  });

  test('an upsert gives it to what is new, and leaves what is there as it is', async () => {
    const rows = [
      { numero: 'a', assunto: 'fila longa' },
      { numero: 'e', assunto: 'novo' },
    ];
    await json('POST', '/minhas-queixas?on_conflict=numero', rows, merge);
    expect([await whole('a'), await whole('e')]).toMatchObject([
      {
        assunto: 'fila longa',
        canal: 'TELEFONE',
        responsavel: 'Rosa',
        texto: 'nada',
        dia: '2026-01-02',
        passos: [{ feito: 'um' }],
      },
      {
        assunto: 'novo',
        canal: 'PORTAL',
        responsavel: 'ninguém',
        texto: 'Conto depois',
        dia: dayInZone('America/Sao_Paulo'),
      },
    ]);
    await json('POST', '/minhas-queixas?on_conflict=numero', [{ numero: 'f', assunto: 'x' }], {
      prefer: 'resolution=ignore-duplicates',
    }).catch(() => []);
    expect(await whole('f')).toMatchObject({ canal: 'PORTAL' });
  });

  test('an import has the columns of the screen, and gives the rest', async () => {
    const sent = await sendFile(admin, '/minhas-queixas', 'numero;assunto;canal\ni1;gás;TELEFONE\ni2;;TELEFONE\n');
    expect(sent.choices.columns.map(({ field }) => field)).toEqual(['numero', 'assunto']);
    const checked = await checkFile(admin, sent);
    expect(refusalsOf(checked)).toEqual([['Informe Sobre o quê.', ['Linha 3']]]);
    await applyFile(admin, checked);
    expect(await whole('i1')).toMatchObject({ canal: 'PORTAL', responsavel: 'ninguém', texto: 'Conto depois' });
    expect(await whole('i2')).toBeUndefined();
  });

  test('a change through the screen gives nothing', async () => {
    expect((await refused('PATCH', '/minhas-queixas?numero=eq.a', { assunto: 'outro' })).status).toBe(204);
    expect(await whole('a')).toMatchObject({ assunto: 'outro', canal: 'TELEFONE', responsavel: 'Rosa' });
  });

  test('the form has the fields of the screen in its words, and a validator of its own', async () => {
    const [own, main] = [await model('/minhas-queixas'), await model('/queixas')];
    expect(Object.keys(own.form.schema.properties)).toEqual(['numero', 'assunto', 'texto']);
    expect(own.form.schema.required).toEqual(['numero', 'assunto']);
    expect(own.form.schema.properties).toMatchObject({
      assunto: { title: 'Sobre o quê' },
      texto: { default: 'Conto depois' },
    });
    expect(own.columns.map(({ title }) => title)).toEqual(['Número', 'Sobre o quê']);
    expect(own.screen.sections.flatMap(({ fields }) => fields)).toEqual([
      'numero',
      'assunto',
      'texto',
      'rotulo',
      'resposta',
      'recados',
    ]);
    expect(JSON.stringify(own)).not.toMatch(/canal|PORTAL|respons|passos|ningu|"only"/);
    expect(own.form.validator).not.toBe(main.form.validator);
    const module = await admin.call('GET', own.form.validator);
    expect([module.statusCode, /required[^;]*assunto/.test(module.body), module.body.includes('canal')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test('the description of the API tells the same', async () => {
    const { components } = (await admin.call('GET', '/api/openapi.json')).json() as {
      readonly components: {
        readonly schemas: Record<string, { readonly properties: object; readonly required?: readonly string[] }>;
      };
    };
    const { properties } = components.schemas['minhas-queixas'] ?? { properties: {} };
    expect(Object.keys(properties)).not.toContain('canal');
    expect(properties).toMatchObject({ assunto: { title: 'Sobre o quê' } });
    const written = Object.entries(components.schemas).filter(([name]) => name.startsWith('minhas-queixas'));
    expect(JSON.stringify(written)).not.toMatch(/canal|ningu|passos/);
  });

  test('what a screen withholds nobody does through it', async () => {
    expect((await model('/queixas-lidas')).rights).toMatchObject({ insert: false, update: true, delete: false });
    expect(await refused('POST', '/queixas-lidas', { numero: 'z' })).toMatchObject({ code: '42501' });
    expect((await refused('DELETE', '/queixas-lidas?numero=eq.a')).status).toBe(405);
    const options = await admin.call('OPTIONS', '/api/queixas-lidas');
    expect(options.headers['allow']).toBe('OPTIONS, GET, HEAD, PATCH');
    expect((await admin.call('OPTIONS', '/api/queixas')).headers['allow']).toBe(
      'OPTIONS, GET, HEAD, POST, PATCH, DELETE',
    );
  });

  test('its history tells of what the screen has', async () => {
    const history = await admin.call('GET', `/api/minhas-queixas/${known}/historico`);
    expect(history.statusCode).toBe(200);
    expect(history.body).not.toMatch(/canal|Rosa|passos/);
    expect((await admin.call('GET', `/api/queixas/${known}/historico`)).body).toMatch(/Rosa/);
  });
});
