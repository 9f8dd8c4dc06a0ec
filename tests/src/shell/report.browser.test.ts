/** The screen of a report: first its parameters, then its sheet, with the sums that the API gives. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });
const screen = (entity: string, path: string, title: string, more: object) => ({
  entity,
  path,
  title,
  icon: 'table',
  parent: '/',
  permission: { subject: entity },
  ...more,
});
const search = {
  fields: [
    { field: 'dia', match: 'range', required: true, begins: 'lastMonth' },
    { field: 'setor' },
    { field: 'situacao', match: 'any' },
  ],
};
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
  'schemas/teste/setores/columns.json': screen('setor', '/setores', 'Setores', { columns: ['nome'] }),
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
  'schemas/teste/gastos/columns.json': screen('gasto', '/gastos', 'Gastos', {
    columns: ['numero', 'situacao', 'setor', 'dia', 'valor'],
    sort: ['numero'],
    totals: ['valor'],
  }),
  'schemas/teste/gastos-por-setor/columns.json': screen('gasto', '/gastos-por-setor', 'Gastos por setor', {
    permission: { action: 'rep1', subject: 'report' },
    report: { groups: ['setor', { field: 'dia', by: 'month' }] },
    columns: ['numero', 'dia', 'situacao', 'valor'],
    sort: ['numero'],
    totals: ['valor'],
  }),
  'schemas/teste/gastos-por-setor/search.json': search,
  'schemas/teste/gastos-sintetico/columns.json': screen('gasto', '/gastos-sintetico', 'Gastos, sintético', {
    permission: { action: 'rep2', subject: 'report' },
    report: { groups: ['setor', 'situacao'], rows: false },
    columns: ['setor', 'situacao', 'valor'],
    totals: ['valor'],
  }),
  'schemas/teste/gastos-sintetico/search.json': search,
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
    { numero: '2', situacao: 'PAGO', setor_id: works, dia: '2026-02-01', valor: 20.5 },
    { numero: '3', situacao: 'PAGO', setor_id: works, dia: '2026-01-31', valor: 1000 },
    { numero: '4', situacao: 'ABERTO', setor_id: fleet, dia: '2026-01-31', valor: 5 },
    { numero: '5', situacao: 'ABERTO', dia: '2026-01-10' },
    { numero: '6', situacao: 'ABERTO', setor_id: fleet, dia: '2024-01-10', valor: 777 },
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const year = 'dia=gte.2026-01-01&dia=lte.2026-12-31';
const generate = (page: Page) => page.getByRole('button', { name: 'Gerar relatório' });
const lines = async (page: Page, within = '') =>
  (await page.locator(`${within} table tr`).allInnerTexts()).map((line) =>
    line.split('\t').map((one) => one.replaceAll('\u00a0', ' ').trim()),
  );
const sheet = [
  ['Número', 'Dia', 'Situação', 'Valor'],
  ['Setor: Frota'],
  ['Dia: 01/2026'],
  ['4', '31/01/2026', 'Em aberto', 'R$ 5,00'],
  ['Total de 01/2026 · 1 linha', 'R$ 5,00'],
  ['Total de Frota · 1 linha', 'R$ 5,00'],
  ['Setor: Obras'],
  ['Dia: 01/2026'],
  ['1', '05/01/2026', 'Em aberto', 'R$ 10,00'],
  ['3', '31/01/2026', 'Pago', 'R$ 1.000,00'],
  ['Total de 01/2026 · 2 linhas', 'R$ 1.010,00'],
  ['Dia: 02/2026'],
  ['2', '01/02/2026', 'Pago', 'R$ 20,50'],
  ['Total de 02/2026 · 1 linha', 'R$ 20,50'],
  ['Total de Obras · 3 linhas', 'R$ 1.030,50'],
  ['Setor: Não informado'],
  ['Dia: 01/2026'],
  ['5', '10/01/2026', 'Em aberto', ''],
  ['Total de 01/2026 · 1 linha', ''],
  ['Total de Não informado · 1 linha', ''],
  ['Total geral · 5 linhas', 'R$ 1.035,50'],
];

it('asks what it is of before anything is read, and is refused without what it requires', async () => {
  const { page, close, audit } = await openSession(browser, product.url, { path: '/' });
  const read: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/gastos-por-setor')) read.push(request.url());
  });
  await page.goto(`${product.url}/gastos-por-setor`);
  await generate(page).waitFor();
  // The period that it begins with stands in the address, in place of the one without it.
  await page.waitForURL('**/gastos-por-setor?dia=gte.%40month-1&dia=lte.%40month-1.end');
  expect(await page.getByLabel('Dia: período').inputValue()).toBe('lastMonth');
  await audit('the parameters of a report');
  await page.getByRole('button', { name: 'Limpar' }).click();
  await generate(page).click();
  await page.getByText('Informe este campo: o relatório não é gerado sem ele.').waitFor();
  const from = page.getByRole('textbox', { name: 'Dia, de' });
  expect(await from.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(read).toEqual([]);
  // What was said of an empty field goes when it is filled, and Enter makes the report.
  await from.fill('01/01/2026');
  await page.getByRole('textbox', { name: 'Dia, até' }).fill('31/12/2026');
  await page.keyboard.press('Enter');
  await page.getByText('Total geral').waitFor();
  expect(new URL(page.url()).searchParams.getAll('dia')).toEqual(['gte.2026-01-01', 'lte.2026-12-31']);
  expect(await lines(page)).toEqual(sheet);
  // Whoever made it by the keyboard reads on by the keyboard.
  const region = page.getByRole('region', { name: 'Relatório Gastos por setor' });
  expect(await region.evaluate((one) => one === document.activeElement)).toBe(true);
  await audit('a report');
  await close();
});

it('is made at once from an address that says all, and says of what, when and by whom', async () => {
  const { page, close } = await openSession(browser, product.url, {
    path: `/gastos-por-setor?${year}&situacao=in.(PAGO)`,
  });
  await page.getByText('Total geral').waitFor();
  expect((await lines(page)).at(-1)).toEqual(['Total geral · 2 linhas', 'R$ 1.020,50']);
  const head = await page.locator('article [data-part=head]').innerText();
  expect(head).toMatch(/Dia: 01\/01\/2026 a 31\/12\/2026/);
  expect(head).toMatch(/Situação: Pago/);
  expect(head).toMatch(/Gerado em \d\d\/\d\d\/\d{4} \d\d:\d\d por admin/);
  expect(head).toMatch(/2 linhas/);
  // Asked anew, it begins with what it was of, and one may go back to it.
  await page.getByRole('button', { name: 'Alterar parâmetros' }).click();
  expect(await page.getByRole('textbox', { name: 'Dia, de' }).inputValue()).toBe('01/01/2026');
  await page.getByRole('button', { name: 'Voltar ao relatório' }).click();
  await page.getByText('Total geral · 2 linhas').waitFor();
  await page.getByRole('button', { name: 'Alterar parâmetros' }).click();
  await page.getByRole('textbox', { name: 'Dia, de' }).fill('01/02/2026');
  await generate(page).click();
  await page.getByText('Total geral · 1 linha').waitFor();
  await page.goBack();
  await page.getByText('Total geral · 2 linhas').waitFor();
  await close();
});

it('is made where a link leads to one while it is being asked, and asked anew where one leads to none', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/gastos-por-setor' });
  await generate(page).waitFor();
  const follow = (to: string): Promise<void> =>
    page.evaluate((address) => {
      history.pushState({ usr: null, key: address, idx: history.length }, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, to);
  await follow(`/gastos-por-setor?${year}&situacao=in.(PAGO)`);
  await page.getByText('Total geral · 2 linhas').waitFor();
  await follow('/gastos-por-setor');
  await generate(page).waitFor();
  await page.waitForURL('**/gastos-por-setor?dia=gte.%40month-1&dia=lte.%40month-1.end');
  await close();
});

it('is printed whole, as its sheet alone', async () => {
  const { page, close } = await openSession(browser, product.url, { path: `/gastos-por-setor?${year}` });
  await page.getByText('Total geral').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.fi-print h1').textContent()).toBe('Gastos por setor');
  expect(await lines(page, '.fi-print')).toEqual(sheet);
  expect(await page.locator('#root').isVisible()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.locator('.fi-print').waitFor({ state: 'detached' });
  await close();
});

it('tells groups alone with their sums, on a phone too', async () => {
  const { page, close, auditThemes } = await openSession(browser, product.url, {
    path: `/gastos-sintetico?${year}`,
    width: 390,
    height: 844,
    dark: true,
  });
  await page.getByText('Total geral').waitFor();
  expect(await lines(page)).toEqual([
    ['Situação', 'Quantidade', 'Valor'],
    ['Setor: Frota'],
    ['Em aberto', '1', 'R$ 5,00'],
    ['Total de Frota', '1', 'R$ 5,00'],
    ['Setor: Obras'],
    ['Em aberto', '1', 'R$ 10,00'],
    ['Pago', '2', 'R$ 1.020,50'],
    ['Total de Obras', '3', 'R$ 1.030,50'],
    ['Setor: Não informado'],
    ['Em aberto', '1', ''],
    ['Total de Não informado', '1', ''],
    ['Total geral', '5', 'R$ 1.035,50'],
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await auditThemes('a report on a phone');
  // A table that is wider than the page is moved inside its frame.
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto(`${product.url}/gastos-por-setor?${year}`);
  await page.getByText('Total geral').waitFor();
  const wider = (of: string) => page.locator(of).evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(await wider('section[aria-label="Relatório Gastos por setor"]')).toBeGreaterThan(0);
  expect(await wider('html')).toBe(0);
  await close();
});

it('says why there is none: nothing was found, or it is of too many rows', async () => {
  const { page, close, audit } = await openSession(browser, product.url, {
    path: '/gastos-por-setor?dia=gte.2020-01-01&dia=lte.2020-01-31',
  });
  await page.getByRole('heading', { name: 'Nenhuma linha com estes parâmetros' }).waitFor();
  await audit('a report of nothing');
  const body = { code: 'REQUEST_AGGREGATE_LIMIT', message: 'Registros demais.', hint: 'Restrinja.' };
  await page.route('**/api/gastos-por-setor?*count*', (route) => route.fulfill({ status: 422, json: body }));
  await page.goto(`${product.url}/gastos-por-setor?${year}`);
  await page.getByText('Registros demais. Restrinja. Peça um período menor').waitFor();
  await audit('a report that was refused');
  await page.unroute('**/api/gastos-por-setor?*count*');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByText('Total geral · 5 linhas').waitFor();
  await close();
});

it('shows the first of very many rows, and says so', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/' });
  const asked: (string | null)[] = [];
  await page.route('**/api/gastos-por-setor?*', async (route) => {
    const params = new URL(route.request().url()).searchParams;
    if (params.get('select')?.includes('count()') === true) {
      const groups = { all: [{ n: 12_345, valor: 9 }], some: [{ g0: null, g1: '2026-01', n: 12_345, valor: 9 }] };
      const all = params.get('select')?.startsWith('n:') === true;
      return route.fulfill({ json: all ? groups.all : groups.some, headers: { 'content-range': '0-0/1' } });
    }
    asked.push(params.get('cursor'));
    const first = (asked.length - 1) * 1000;
    const json = Array.from({ length: 1000 }, (_, at) => ({
      id: first + at,
      numero: `${first + at}`,
      dia: '2026-01-01',
    }));
    return route.fulfill({ json, headers: { 'fichario-next-cursor': `next${asked.length}` } });
  });
  await page.goto(`${product.url}/gastos-por-setor?${year}`);
  await page.getByText('Aqui estão as 2.000 primeiras de 12.345 linhas; o arquivo tem todas.').waitFor();
  expect(asked).toEqual([null, 'next1']);
  expect(await page.locator('[data-line=row]').count()).toBe(2000);
  expect((await lines(page)).slice(-5)).toEqual([
    ['1999', '01/01/2026', '', ''],
    ['Faltam aqui 10.345 linhas, que estão no arquivo. As somas abaixo as incluem.'],
    ['Total de 01/2026 · 12.345 linhas', 'R$ 9,00'],
    ['Total de Não informado · 12.345 linhas', 'R$ 9,00'],
    ['Total geral · 12.345 linhas', 'R$ 9,00'],
  ]);
  await close();
});

it('is taken as a file with what its rows are under', async () => {
  const { page, close } = await openSession(browser, product.url, { path: `/gastos-por-setor?${year}` });
  await page.getByRole('button', { name: 'Exportar…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar Gastos por setor' });
  await dialog.getByText('5 linhas: todas as que os filtros encontram.').waitFor();
  const sent = page.waitForRequest('**/api/exportacoes');
  await dialog.getByRole('button', { name: 'Baixar' }).click();
  const asked = (await sent).postDataJSON() as { readonly search: string };
  expect(asked).toMatchObject({ path: '/gastos-por-setor', columns: ['setor', 'numero', 'dia', 'situacao', 'valor'] });
  expect(Object.fromEntries(new URLSearchParams(asked.search))).toMatchObject({ dia: 'lte.2026-12-31' });
  await dialog.getByText(/foi gravado/).waitFor();
  await close();
});
