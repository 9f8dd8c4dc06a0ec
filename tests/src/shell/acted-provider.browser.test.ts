/** Whoever acts for several providers chooses one of them, or all, in the header: for every screen, and until another day. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { cheapHash } from '../../support/cheap-hash.ts';
import { registry, relation, text } from '../../support/fixture-fields.ts';
import { actFor, createUser } from '../../support/product.ts';
import { field } from './form-stage.ts';
import { openSession, rows } from './open-session.ts';

const provider = relation('Credenciado', 'credenciado', { 'x-relation': { entity: 'credenciado', label: '{nome}' } });
const scope = [{ role: 'prestador', field: 'credenciado' }];
const files: Readonly<Record<string, object | string>> = {
  'schemas/teste/credenciados/schema.json': {
    title: 'Credenciado',
    type: 'object',
    required: ['nome'],
    properties: { nome: text('Nome', { maxLength: 40, 'x-unique': true }) },
  },
  'schemas/teste/credenciados/columns.json': registry('credenciados', 'credenciado', 'Credenciados', {
    search: ['nome'],
    label: '{nome}',
  }),
  'schemas/teste/credenciados/data.csv': 'nome\nClínica Aurora\nHospital Central\nOutra Clínica\n',
  'schemas/teste/fichas/schema.json': {
    title: 'Ficha',
    type: 'object',
    required: ['numero', 'credenciado'],
    properties: { numero: text('Número', { maxLength: 10, 'x-unique': true }), credenciado: provider },
  },
  'schemas/teste/fichas/columns.json': registry('fichas', 'ficha', 'Fichas', {
    columns: ['numero', 'credenciado'],
    sort: ['numero'],
    scope,
  }),
  'schemas/teste/fichas/data.csv':
    'numero,credenciado\nA1,Clínica Aurora\nA2,Clínica Aurora\nB1,Hospital Central\nC1,Outra Clínica\n',
  // Asks for the provider itself.
  'schemas/teste/lotes/schema.json': {
    title: 'Lote',
    type: 'object',
    required: ['codigo', 'credenciado'],
    properties: { codigo: text('Código', { maxLength: 10, 'x-unique': true }), credenciado: provider },
  },
  'schemas/teste/lotes/columns.json': registry('lotes', 'lote', 'Lotes', {
    columns: ['codigo'],
    sort: ['codigo'],
    provider: 'credenciado',
    scope,
  }),
  'schemas/teste/lotes/data.csv': 'codigo,credenciado\nLA,Clínica Aurora\nLB,Hospital Central\nLC,Outra Clínica\n',
};
const rights = [
  ...['ficha', 'lote'].flatMap((entity) => ['list', 'view', 'insert', 'update'].map((action) => `${entity}:${action}`)),
  'credenciado:list',
  // Opens the own account.
  'usuario:list',
];

let product: BrowserProduct;
let browser: Browser;

const selector = (page: Page) => page.getByRole('combobox', { name: 'Prestador', exact: true });
const shown = (page: Page, name = 'numero') => page.locator(`.ag-row [col-id="${name}"]`).allTextContents();
const names = (page: Page) => selector(page).locator('option').allTextContents();
const chosenName = (page: Page) =>
  selector(page).evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text);
const choose = async (page: Page, label: string): Promise<void> => {
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/settings/provider') && answer.ok()),
    selector(page).selectOption({ label }),
  ]);
};

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({ files, rowsOf: ['credenciados', 'fichas', 'lotes'] }),
    launchBrowser(),
  ]);
  for (const [login, ids] of [
    ['escritorio', [2, 1]],
    ['clinica', [1]],
  ] as const) {
    await createUser(product.database, login, rights, { roles: { operadora: false, prestador: true } });
    await actFor(product.database, login, ids);
    await product.database.query({
      text: 'update usuario set senha_hash = $2::text where login = $1::text',
      values: [login, cheapHash(`${login}-demo`)],
    });
  }
});
afterAll(async () => {
  await browser.close();
  await product.close();
});
beforeEach(async () => {
  await actFor(product.database, 'escritorio', [2, 1]);
  await product.database.query({ text: "delete from fichario.user_setting where key = 'provider'", values: [] });
});

describe('whoever acts for several providers', () => {
  it('sees the rows of all, then of the one chosen, on every screen and after coming back', async () => {
    const { page, go, auditThemes, close } = await openSession(browser, product.url, {
      login: 'escritorio',
      path: '/fichas',
    });
    await expect.poll(() => shown(page)).toEqual(['A1', 'A2', 'B1']);
    expect([await names(page), await chosenName(page)]).toEqual([
      ['Todos', 'Clínica Aurora', 'Hospital Central'],
      'Todos',
    ]);
    await auditThemes('all providers');
    await choose(page, 'Clínica Aurora');
    await expect.poll(() => shown(page)).toEqual(['A1', 'A2']);
    await auditThemes('one provider');
    await go('/fichas');
    await expect.poll(() => shown(page)).toEqual(['A1', 'A2']);
    expect(await chosenName(page)).toBe('Clínica Aurora');
    await choose(page, 'Todos');
    await expect.poll(() => shown(page)).toEqual(['A1', 'A2', 'B1']);
    await close();
  });

  it('begins a record as the chosen one, and is asked whose it is where none is chosen', async () => {
    const { page, go, close } = await openSession(browser, product.url, {
      login: 'escritorio',
      path: '/fichas?_record=new',
    });
    const whose = field(page, 'credenciado_id');
    await expect.poll(() => whose.inputValue()).toBe('');
    await whose.click();
    // Of all providers, those that one may act for.
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option').allTextContents())
      .toEqual(['Clínica Aurora', 'Hospital Central']);
    await page.keyboard.press('Escape');
    await go('/fichas');
    await choose(page, 'Hospital Central');
    await go('/fichas?_record=new');
    await expect.poll(() => whose.inputValue()).toBe('Hospital Central');
    await close();
  });

  it('finds one selector alone where the screen asks for a provider, and there the one that was chosen', async () => {
    const { page, go, close } = await openSession(browser, product.url, { login: 'escritorio', path: '/lotes' });
    await page.getByRole('main').getByRole('heading', { name: 'Informe o Prestador' }).waitFor();
    expect([await selector(page).count(), await selector(page).getAttribute('aria-required')]).toEqual([1, 'true']);
    await go('/fichas');
    await choose(page, 'Hospital Central');
    await go('/lotes');
    await expect.poll(() => shown(page, 'codigo')).toEqual(['LB']);
    expect(await selector(page).count()).toBe(1);
    await close();
  });

  it('is served without one that it acts for no more', async () => {
    const { page, close } = await openSession(browser, product.url, { login: 'escritorio', path: '/fichas' });
    await choose(page, 'Clínica Aurora');
    await expect.poll(() => shown(page)).toEqual(['A1', 'A2']);
    await actFor(product.database, 'escritorio', [2, 3]);
    await page.getByRole('columnheader', { name: 'Número' }).locator('.fi-header-title').click();
    await expect.poll(() => shown(page)).toEqual(['C1', 'B1']);
    expect([await names(page), await chosenName(page)]).toEqual([
      ['Todos', 'Hospital Central', 'Outra Clínica'],
      'Todos',
    ]);
    await close();
  });

  it('chooses by keyboard, also on a narrow phone, where nothing is wider than the page', async () => {
    const { page, audit, close } = await openSession(browser, product.url, {
      login: 'escritorio',
      path: '/fichas',
      width: 360,
      height: 740,
    });
    await page.getByText('B1', { exact: true }).waitFor();
    await audit('phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const box = await selector(page).boundingBox();
    expect([(box?.x ?? 0) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 360]).toEqual([true, true]);
    await selector(page).focus();
    await page.keyboard.press('h');
    await expect.poll(() => chosenName(page)).toBe('Hospital Central');
    await expect.poll(() => page.getByText('A1', { exact: true }).count()).toBe(0);
    await page.getByText('B1', { exact: true }).waitFor();
    await close();
  });

  it('is told by name on its account', async () => {
    const { page, close } = await openSession(browser, product.url, { login: 'escritorio', path: '/minha-conta' });
    await page.getByText('Clínica Aurora, Hospital Central', { exact: true }).waitFor();
    await close();
  });
});

it('whoever acts for one, and staff, find no selector', async () => {
  for (const [login, expected] of [
    ['clinica', ['A1', 'A2']],
    ['admin', ['A1', 'A2', 'B1', 'C1']],
  ] as const) {
    const { page, close } = await openSession(browser, product.url, { login, path: '/fichas' });
    await expect.poll(() => shown(page)).toEqual(expected);
    expect(await selector(page).count()).toBe(0);
    await rows(page).first().waitFor();
    await close();
  }
});
