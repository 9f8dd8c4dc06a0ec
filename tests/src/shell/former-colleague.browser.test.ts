/** Who left, in the records of a person that may list no users: read by name, kept, and nowhere offered. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { cheapHash } from '../../support/cheap-hash.ts';
import { codeList, registry, relation, text, transition } from '../../support/fixture-fields.ts';
import { createUser } from '../../support/product.ts';
import { field } from './form-stage.ts';
import { openSession } from './open-session.ts';

const colleague = (title: string): object =>
  relation(title, 'usuario', {
    'x-relation': { entity: 'usuario', where: { operadora: true, ativo: true, bloqueado: false } },
  });

const files: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-chamado.json': codeList('Situação', { ABERTO: 'Aberto', PASSADO: 'Passado' }),
  'schemas/teste/chamados/schema.json': {
    title: 'Chamado',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 30, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-chamado' }),
      responsavel: colleague('Responsável'),
      passos: {
        title: 'Passos',
        type: 'array',
        items: { title: 'Passo', type: 'object', properties: { por: colleague('Por') } },
      },
    },
  },
  'schemas/teste/chamados/columns.json': registry('chamados', 'chamado', 'Chamados', {
    columns: ['nome', 'responsavel'],
    sort: ['nome'],
    states: {
      field: 'situacao',
      initial: 'ABERTO',
      transitions: [transition('passar', ['ABERTO'], 'PASSADO', { fields: ['responsavel'] })],
    },
  }),
};

let product: BrowserProduct;
let browser: Browser;
const ids = new Map<string, number>();

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
  await createUser(
    product.database,
    'rosa',
    ['list', 'view', 'insert', 'update'].map((action) => `chamado:${action}`),
  );
  await createUser(product.database, 'colega', []);
  await createUser(product.database, 'colega-antigo', [], { roles: { ativo: false } });
  await createUser(product.database, 'colega-bloqueado', [], { roles: { bloqueado: true } });
  for (const login of ['rosa', 'colega', 'colega-antigo', 'colega-bloqueado'])
    await product.database.query({
      text: 'update usuario set senha_hash = $2::text, nome = $3::text where login = $1::text',
      values: [login, cheapHash(`${login}-demo`), `Nome de ${login}`],
    });
  const { rows } = await product.database.query<{ id: number; login: string }>({
    text: 'select id::int as id, login from usuario',
    values: [],
  });
  for (const row of rows) ids.set(row.login, row.id);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** A record of the time when the person was still there. */
const oldRecord = async (nome: string): Promise<number> => {
  await product.call('POST', '/chamados', { nome });
  const [row] = (await product.call('GET', `/chamados?nome=eq.${nome}&select=id`)) as readonly { id: number }[];
  const id = row?.id ?? 0;
  await product.database.query({
    text: 'update chamado set responsavel_id = $1::text::bigint where id = $2::text::bigint',
    values: [String(ids.get('colega-antigo')), String(id)],
  });
  return id;
};
const stored = async (id: number): Promise<unknown> =>
  ((await product.call('GET', `/chamados?id=eq.${id}&select=nome,situacao,responsavel(login)`)) as unknown[])[0];

/** Who is offered for what is typed, once somebody is. */
const offeredFor = async (page: Page, control: Locator): Promise<readonly string[]> => {
  await control.fill('colega');
  const options = page.getByRole('option').filter({ hasText: 'colega' });
  await page.getByRole('option', { name: 'colega - Nome de colega', exact: true }).waitFor();
  return options.allTextContents();
};
const nobodyElse = ['colega - Nome de colega'];

it('is called by name in an old record, which is changed and saved, and is offered no more', async () => {
  const id = await oldRecord('Antigo');
  const { page, audit, close } = await openSession(browser, product.url, {
    login: 'rosa',
    path: `/chamados?_record=edit.${id}`,
  });
  const responsible = field(page, 'responsavel_id');
  await expect.poll(() => responsible.inputValue()).toBe('colega-antigo - Nome de colega-antigo');
  await audit('an old record of who left');
  await field(page, 'nome').fill('Antigo mudado');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect
    .poll(() => stored(id))
    .toEqual({ nome: 'Antigo mudado', situacao: 'ABERTO', responsavel: { login: 'colega-antigo' } });
  await close();
});

it('is not found by the picker of a new record, and of its rows', async () => {
  const asked: string[] = [];
  const { page, close } = await openSession(browser, product.url, {
    login: 'rosa',
    path: '/chamados?_record=new',
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const name = url.searchParams.get('offered_for');
    if (url.pathname.startsWith('/api/usuarios') && name !== null) asked.push(name);
  });
  expect(await offeredFor(page, field(page, 'responsavel_id'))).toEqual(nobodyElse);
  await page.getByRole('option', { name: 'colega - Nome de colega', exact: true }).click();
  await page.getByRole('button', { name: 'Incluir passo' }).click();
  expect(await offeredFor(page, page.getByRole('combobox', { name: /^Por\b/ }))).toEqual(nobodyElse);
  expect(new Set(asked)).toEqual(new Set(['chamado.responsavel', 'chamado.passos.por']));
  await close();
});

it('is called by name in the dialog of a transition, and not found there', async () => {
  const id = await oldRecord('Outro');
  const { page, close } = await openSession(browser, product.url, {
    login: 'rosa',
    path: `/chamados?_record=view.${id}`,
  });
  await page.getByRole('group', { name: 'Situação' }).getByRole('button', { name: 'Passar' }).click();
  const asks = page.getByRole('combobox', { name: 'Responsável' }).last();
  await expect.poll(() => asks.inputValue()).toBe('colega-antigo - Nome de colega-antigo');
  // Beside what stands there.
  expect(await offeredFor(page, asks)).toEqual(['colega-antigo - Nome de colega-antigo', ...nobodyElse]);
  await close();
});
