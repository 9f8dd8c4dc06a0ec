/** Transitions that say who asks: which are offered to whom, and a dialog that begins with the person, who reads no users. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerFiles } from '../../engine/api/caller-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { cheapHash } from '../../support/cheap-hash.ts';
import { createUser } from '../../support/product.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: callerFiles, rowsOf: [] }), launchBrowser()]);
  const pairs = ['list', 'view', 'insert', 'update'].map((action) => `ordem:${action}`);
  for (const login of ['rosa', 'joao']) {
    await createUser(product.database, login, [...pairs, 'tarefa:update', 'papel:insert']);
    await product.database.query({
      text: 'update usuario set senha_hash = $2::text, nome = $3::text where login = $1::text',
      values: [login, cheapHash(`${login}-demo`), `Nome de ${login}`],
    });
  }
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const asUser = async (login: string, path: string, method = 'GET'): Promise<unknown> => {
  const { token } = (await (
    await fetch(`${product.url}/api/auth/token/issue`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: login, password: `${login}-demo` }),
    })
  ).json()) as { readonly token: string };
  const answer = await fetch(`${product.url}/api${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.status === 204 ? undefined : answer.json();
};

const orderOf = async (login: string, nome: string): Promise<void> => {
  await product.call('POST', '/ordens', { nome });
  await asUser(login, `/ordens?nome=eq.${nome}&transition=pedir`, 'PATCH');
};

const stored = async (nome: string): Promise<unknown> =>
  ((await product.call('GET', `/ordens?nome=eq.${nome}&select=situacao,aprovador(login)`)) as readonly unknown[])[0];

const openMenu = async (page: Page, nome: string): Promise<void> => {
  await rows(page).getByText(nome, { exact: true }).waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: nome })
    .getByRole('button', { name: /^Mais ações/ })
    .click();
  await page.getByRole('menuitem').first().waitFor();
};

const offered = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('menuitem').allTextContents()).filter((one) =>
    ['Aprovar', 'Devolver', 'Fiscalizar', 'Anotar', 'Largar'].includes(one),
  );

it('is not offered to who asked, in the menu of a row and over the record, and is to others', async () => {
  await orderOf('rosa', 'Papel');
  await orderOf('joao', 'Lápis');
  const { page, go, close } = await openSession(browser, product.url, { login: 'rosa', path: '/ordens' });
  await openMenu(page, 'Papel');
  expect(await offered(page)).toEqual(['Devolver', 'Fiscalizar', 'Anotar', 'Largar']);
  await page.keyboard.press('Escape');
  await openMenu(page, 'Lápis');
  expect(await offered(page)).toEqual(['Aprovar', 'Devolver', 'Fiscalizar', 'Anotar', 'Largar']);
  const [own, other] = (await product.call('GET', '/ordens?select=id&order=id')) as readonly { readonly id: number }[];
  const bar = page.getByRole('group', { name: 'Situação' }).getByRole('button');
  await go(`/ordens?_record=view.${own?.id}`);
  await bar.filter({ hasText: 'Devolver' }).waitFor();
  expect(await bar.allTextContents()).not.toContain('Aprovar');
  await go(`/ordens?_record=view.${other?.id}`);
  await bar.filter({ hasText: 'Aprovar' }).waitFor();
  await close();
});

it('begins the dialog with the person by name, who may list no users, and is sent so', async () => {
  await orderOf('joao', 'Caneta');
  const { page, audit, close } = await openSession(browser, product.url, { login: 'rosa', path: '/ordens' });
  await openMenu(page, 'Caneta');
  await page.getByRole('menuitem', { name: 'Aprovar' }).click();
  const dialog = page.getByRole('dialog');
  const approver = dialog.getByRole('combobox', { name: 'Aprovador' });
  await expect.poll(() => approver.inputValue()).toBe('rosa - Nome de rosa');
  // A colleague may be named in its place.
  await dialog.getByText('Valor proposto, que pode ser alterado.').waitFor();
  await audit('a dialog that begins with who asks');
  await dialog.getByRole('button', { name: 'Aprovar' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored('Caneta')).toEqual({ situacao: 'APROVADA', aprovador: { login: 'rosa' } });
  await close();
});

it('is the same where some users alone are meant', async () => {
  await orderOf('joao', 'Borracha');
  const { page, close } = await openSession(browser, product.url, { login: 'rosa', path: '/ordens' });
  await openMenu(page, 'Borracha');
  await page.getByRole('menuitem', { name: 'Fiscalizar' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Fiscal' }).inputValue()).toBe('rosa - Nome de rosa');
  await dialog.getByRole('button', { name: 'Fiscalizar' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await product.call('GET', '/ordens?nome=eq.Borracha&select=fiscal(login)')).toEqual([
    { fiscal: { login: 'rosa' } },
  ]);
  await close();
});

it('is looked up as any other by who reads users', async () => {
  await orderOf('joao', 'Clipe');
  const { page, close } = await openSession(browser, product.url, { path: '/ordens' });
  await openMenu(page, 'Clipe');
  await page.getByRole('menuitem', { name: 'Aprovar' }).click();
  const dialog = page.getByRole('dialog');
  const approver = dialog.getByRole('combobox', { name: 'Aprovador' });
  await expect.poll(() => approver.inputValue()).toMatch(/^admin - /);
  await dialog.getByText('Valor proposto, que pode ser alterado.').waitFor();
  // The focus is there, and no list lies over what is left to do.
  await expect.poll(() => approver.evaluate((control) => control === document.activeElement)).toBe(true);
  expect(await approver.getAttribute('aria-expanded')).toBe('false');
  await close();
});
