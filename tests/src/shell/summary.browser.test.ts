/** A list put together by one of its columns: what each value has, and the way to its rows. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });
const registry = (entity: string, title: string, more: object) => ({
  entity,
  path: `/${entity}s`,
  title,
  icon: 'table',
  parent: '/',
  permission: { subject: entity },
  ...more,
});
const files: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-gasto.json': {
    title: 'Situação',
    options: [
      { value: 'ABERTO', label: 'Em aberto' },
      { value: 'PAGO', label: 'Pago', tone: 'success' },
    ],
  },
  'schemas/teste/setores/schema.json': {
    title: 'Setor',
    type: 'object',
    required: ['nome'],
    properties: { nome: text('Nome', { 'x-unique': true }) },
  },
  'schemas/teste/setores/columns.json': registry('setor', 'Setores', { path: '/setores', columns: ['nome'] }),
  'schemas/teste/gastos/schema.json': {
    title: 'Gasto',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-gasto' }),
      setor: { title: 'Setor', 'x-relation': { entity: 'setor' } },
      dia: text('Dia', { format: 'date' }),
      valor: { title: 'Valor', type: 'number', format: 'money' },
    },
  },
  'schemas/teste/gastos/columns.json': registry('gasto', 'Gastos', {
    columns: ['numero', 'situacao', 'setor', 'dia', 'valor'],
    sort: ['numero'],
    totals: ['valor'],
  }),
};

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
  const made = (await product.call('POST', '/setores', [{ nome: 'Obras' }, { nome: 'Frota' }])) as readonly {
    readonly id: number;
  }[];
  const [works, fleet] = made.map(({ id }) => id);
  await product.call('POST', '/gastos', [
    { numero: '1', situacao: 'ABERTO', setor_id: works, dia: '2026-01-05', valor: 10 },
    { numero: '2', situacao: 'ABERTO', setor_id: works, dia: '2026-01-31', valor: 20.5 },
    { numero: '3', situacao: 'PAGO', setor_id: fleet, dia: '2026-02-01', valor: 5 },
    { numero: '4', situacao: 'ABERTO', dia: '2025-12-31' },
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Resumo de Gastos' });
const open = async (page: Page) => {
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Resumir…' }).click();
  await dialog(page).getByRole('table').waitFor();
};
const told = async (page: Page) =>
  (await dialog(page).getByRole('row').allInnerTexts()).map((line) =>
    line.split('\t').map((one) => one.replaceAll('\u00a0', ' ').trim()),
  );
/** The numbers of the rows in the list, its totals apart. */
const listed = (page: Page) => page.locator('.ag-row:not(.ag-row-pinned) [col-id=numero]').allInnerTexts();
const by = (page: Page) => dialog(page).getByLabel('Agrupar por');

it('tells how many each value has, their part and their sums, and leads to those rows', async () => {
  const { page, close, audit } = await openSession(browser, product.url, { path: '/gastos' });
  await rows(page).first().waitFor();
  await open(page);
  await expect
    .poll(() => told(page))
    .toEqual([
      ['Situação', 'Registros', 'Parte', 'Valor'],
      ['Em aberto', '3', '75%', 'R$ 30,50'],
      ['Pago', '1', '25%', 'R$ 5,00'],
    ]);
  expect(await by(page).locator('option').allTextContents()).toEqual(['Situação', 'Setor', 'Dia, por mês']);
  await audit('a summary');
  await by(page).selectOption('Setor');
  await expect
    .poll(() => told(page))
    .toEqual([
      ['Setor', 'Registros', 'Parte', 'Valor'],
      ['Obras', '2', '50%', 'R$ 30,50'],
      ['Frota', '1', '25%', 'R$ 5,00'],
      ['Não informado', '1', '25%', ''],
    ]);
  await dialog(page).getByRole('button', { name: 'Obras' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => listed(page)).toEqual(['1', '2']);
  await open(page);
  expect(await dialog(page).getByText('Dos registros que o filtro encontra.').count()).toBe(1);
  await expect
    .poll(() => told(page))
    .toEqual([
      ['Situação', 'Registros', 'Parte', 'Valor'],
      ['Em aberto', '2', '100%', 'R$ 30,50'],
    ]);
  await close();
});

it('puts days together by month, the latest first, and what has no value is a group too', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/gastos' });
  await rows(page).first().waitFor();
  await open(page);
  await by(page).selectOption('Dia, por mês');
  await expect
    .poll(() => told(page))
    .toEqual([
      ['Dia', 'Registros', 'Parte', 'Valor'],
      ['02/2026', '1', '25%', 'R$ 5,00'],
      ['01/2026', '2', '50%', 'R$ 30,50'],
      ['12/2025', '1', '25%', ''],
    ]);
  await dialog(page).getByRole('button', { name: '01/2026' }).click();
  await expect.poll(() => listed(page)).toEqual(['1', '2']);
  await page.goto(`${product.url}/gastos`);
  await rows(page).first().waitFor();
  await open(page);
  await by(page).selectOption('Setor');
  await dialog(page).getByRole('button', { name: 'Não informado' }).click();
  await expect.poll(() => listed(page)).toEqual(['4']);
  await close();
});

it('can be read on a phone, and says what is refused', async () => {
  const { page, close, audit } = await openSession(browser, product.url, {
    path: '/gastos',
    width: 390,
    height: 844,
    dark: true,
  });
  await page.getByText('Em aberto').first().waitFor();
  await page.route('**/api/gastos?*n%3Acount*', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'REQUEST_AGGREGATE_LIMIT', message: 'Registros demais.', hint: 'Restrinja.' }),
    }),
  );
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Resumir…' }).click();
  await dialog(page).getByText('Registros demais. Restrinja.').waitFor();
  await page.unroute('**/api/gastos?*n%3Acount*');
  // Of more groups than are shown, none is said to be a part of the whole.
  const many = Array.from({ length: 201 }, (_, at) => ({ g0: { id: at, nome: `Setor ${at}` }, n: 1, valor: at }));
  await page.route('**/api/gastos?*setor*n%3Acount*', (route) => route.fulfill({ json: many }));
  await by(page).selectOption('Setor');
  await dialog(page).getByText('Aparecem os 200 primeiros grupos; há outros.').waitFor();
  expect(await dialog(page).getByRole('row').count()).toBe(201);
  expect(await dialog(page).getByRole('columnheader').allTextContents()).toEqual(['Setor', 'Registros', 'Valor']);
  await page.unroute('**/api/gastos?*setor*n%3Acount*');
  await by(page).selectOption('Situação');
  await dialog(page).getByRole('columnheader', { name: 'Parte' }).waitFor();
  await by(page).selectOption('Setor');
  await dialog(page).getByRole('table').waitFor();
  await audit('a summary on a phone');
  await close();
});
