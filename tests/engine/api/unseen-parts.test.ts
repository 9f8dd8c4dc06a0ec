/** What the caller may not see takes part in rules, keys and dates of a record, and no refusal and no screen speaks of it. */
import { beforeAll, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const back = { prefer: 'return=representation' };
const money = (title: string, more: object = {}) => ({ title, type: 'number', format: 'money', ...more });
const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 20, ...more });
const date = (title: string) => ({ title, type: 'string', format: 'date' });

const rows = (title: string, more: object = {}) => ({
  title,
  type: 'array',
  items: { title, type: 'object', properties: { peca: text('Peça'), custo: money('Custo') }, ...more },
});

const files: Readonly<Record<string, object>> = {
  'schemas/teste/contratos/schema.json': {
    title: 'Contrato',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { 'x-unique': true }),
      segredo: text('Segredo'),
      sigla: text('Sigla do segredo', {
        maxLength: 3,
        'x-computed': 'substring(nome, 0, 1) + substring(segredo, 0, 2)',
        'x-unique': true,
      }),
      teto: money('Teto'),
      inicio: date('Início'),
      fim: date('Fim da vigência'),
      itens: rows('Itens'),
      outros: rows('Outros', {
        'x-rules': [{ must: 'custo <= parent.teto', message: 'O custo passa do teto.', fields: ['custo'] }],
      }),
    },
    'x-rules': [
      { must: 'itens.all(i, i.custo <= 50.0)', message: 'Nenhum custo passa de cinquenta.', fields: ['itens'] },
    ],
  },
  'schemas/teste/contratos/columns.json': {
    entity: 'contrato',
    path: '/contratos',
    title: 'Contratos',
    icon: 'table',
    permission: { subject: 'contrato' },
    parent: '/',
    columns: ['nome', 'inicio', 'fim', 'segredo'],
    sort: ['nome'],
    search: ['nome'],
    label: '{nome}',
    lookups: [{ field: 'nome', fields: ['nome', 'fim'] }],
    autocomplete: { path: 'findContrato', validity: { from: 'inicio', until: 'fim' } },
  },
  'schemas/teste/visitas/schema.json': {
    title: 'Visita',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome'),
      dia: date('Dia da visita'),
      contrato: { title: 'Contrato', 'x-relation': { entity: 'contrato', date: 'dia' } },
    },
  },
  'schemas/teste/visitas/columns.json': {
    entity: 'visita',
    path: '/visitas',
    title: 'Visitas',
    icon: 'table',
    permission: { subject: 'visita' },
    parent: '/',
    columns: ['nome', 'contrato'],
  },
};

interface Created {
  readonly id: number;
  readonly itens: readonly { readonly id: number }[];
}

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let users = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
  });

  const without = async (...hidden: readonly string[]): Promise<Caller> => {
    users += 1;
    const { login, password } = await createUser(database, `u${users}`, ['contrato:manage', 'visita:manage'], {
      hidden,
    });
    return product.as(login, password);
  };
  const create = async (body: object): Promise<Created> => {
    const answer = await admin.call('POST', '/api/contratos?select=id,itens(id)', { body, headers: back });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return (answer.json() as [Created])[0];
  };
  const unseen = async (field: string) => ({
    status: 422,
    body: await refusalBody(
      'RECORD_INVALID',
      { title: 'Contrato', count: 1 },
      { fields: [[field, 'VALIDATION_RULE_UNSEEN', { title: 'Contrato' }]] },
    ),
  });

  test('a rule over a kept field of the rows is told of without its words, as the screen has none of it', async () => {
    const caller = await without('contrato_itens.custo');
    const { id, itens } = await create({ nome: 'a', itens: [{ peca: 'x', custo: 40 }] });
    await database.query({ text: 'update contrato_itens set custo = 60 where contrato_id = $1', values: [String(id)] });
    const body = { itens: [{ id: itens[0]?.id, peca: 'y' }] };
    expect(refusalOf(await caller.call('PATCH', `/api/contratos?id=eq.${id}`, { body }))).toEqual(
      await unseen('itens'),
    );
    const screen = await caller.call('GET', '/api/model/screen?path=/contratos');
    // The other array has a field of the same name, which is open.
    expect((screen.json() as ScreenModel).entity.expressions?.rules).toEqual([]);
    expect(screen.body).not.toContain('cinquenta');
    expect((await caller.call('GET', '/api/openapi.json')).body).not.toContain('cinquenta');
  });

  test('a rule of rows that are kept holds when their record changes, and is told of without a word of them', async () => {
    const caller = await without('contrato.outros');
    const { id } = await create({ nome: 'b', teto: 10, outros: [{ custo: 5 }] });
    const change = (teto: number) => caller.call('PATCH', `/api/contratos?id=eq.${id}`, { body: { teto } });
    expect(refusalOf(await change(4))).toEqual(await unseen('nome'));
    expect((await change(5)).statusCode).toBe(204);
  });

  test('a key that is worked out from a kept field has no name in the refusal of a duplicate', async () => {
    const caller = await without('contrato.segredo');
    await create({ nome: 'c', segredo: 'abc' });
    const { id } = await create({ nome: 'd', segredo: 'abc' });
    const refused = async (fields: string, field?: string) => ({
      status: 409,
      body: await refusalBody(
        'RECORD_DUPLICATE',
        { title: 'Contrato', fields },
        { at: { entity: 'contrato', ...(field === undefined ? {} : { field }) } },
      ),
    });
    const change = (who: Caller) => who.call('PATCH', `/api/contratos?id=eq.${id}`, { body: { nome: 'cc' } });
    expect(refusalOf(await change(admin))).toEqual(await refused('Sigla do segredo', 'sigla'));
    expect(refusalOf(await change(caller))).toEqual(await refused('outro campo'));
  });

  test('the address of the validator is answered, and names nothing that is kept', async () => {
    for (const hidden of [[], ['contrato.teto'], ['contrato.outros'], ['contrato_itens.custo', 'contrato.fim']]) {
      const caller = await without(...hidden);
      const screen = (await caller.call('GET', '/api/model/screen?path=/contratos')).json() as ScreenModel;
      const answer = await product.app.inject({ method: 'GET', url: screen.form.validator });
      expect([hidden, answer.statusCode]).toEqual([hidden, 200]);
      const names = hidden.map((name) => name.split('.')[1] ?? '');
      const told = screen.form.validator.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
      for (const name of names)
        expect([screen.form.validator, answer.body, ...told].join('\n')).not.toContain(
          name === 'custo' ? 'itens.custo' : `"${name}"`,
        );
    }
  });

  test('the day of an autocomplete is a day: it carries no condition of its own', async () => {
    await create({ nome: 'velho', inicio: '2020-01-01', fim: '2020-12-31' });
    await create({ nome: 'velho ainda', inicio: '2020-01-01' });
    const found = (day: string) => admin.call('GET', `/api/findContrato/velho?date=${encodeURIComponent(day)}`);
    expect(((await found('2025-01-01')).json() as { nome: string }[]).map(({ nome }) => nome)).toEqual(['velho ainda']);
    for (const day of ['2025-01-01,id.gt.0', '2025-01-01)', '2025-01-01"', '"', '\\'])
      expect(refusalOf(await found(day)), day).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_VALUE_INVALID', {
          value: day,
          column: 'inicio',
          expected: 'uma data AAAA-MM-DD',
        }),
      });
  });

  test('whom a date of validity is kept from knows no such parameter, and no name of the date', async () => {
    const [caller, other] = [await without('contrato.fim'), await without('visita.dia')];
    const answer = await caller.call('GET', '/api/findContrato/velho?date=2025-01-01');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toMatch(/fim|vig/i);
    expect((await caller.call('GET', '/api/findContrato/velho')).statusCode).toBe(200);
    const screenOf = async (who: Caller, path: string) => {
      const screen = await who.call('GET', `/api/model/screen?path=${path}`);
      return { model: screen.json() as ScreenModel, text: screen.body };
    };
    const dateFor = async (who: Caller) =>
      (await screenOf(who, '/visitas')).model.relations.map(({ field, date: day }) => [field, day]);
    expect(await dateFor(admin)).toEqual([['contrato', { column: 'dia', from: 'inicio', until: 'fim' }]]);
    expect(await dateFor(caller)).toEqual([['contrato', null]]);
    expect(await dateFor(other)).toEqual([['contrato', null]]);
    expect((await screenOf(caller, '/contratos')).text).not.toMatch(/"fim"|vig[eê]ncia/);
    expect((await screenOf(other, '/visitas')).text).not.toMatch(/"dia"|Dia da visita/);
  });
});
