/** A code that takes capital letters only, typed as it comes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

const files: Readonly<Record<string, object>> = {
  'schemas/teste/letreiros/schema.json': {
    title: 'Sigla',
    type: 'object',
    required: ['sigla'],
    properties: {
      sigla: { title: 'Sigla', type: 'string', maxLength: 10, pattern: '^[A-Z0-9]+$', 'x-unique': true },
      nome: { title: 'Nome', type: 'string', maxLength: 40 },
    },
  },
  'schemas/teste/letreiros/columns.json': {
    entity: 'letreiro',
    path: '/letreiros',
    title: 'Siglas',
    icon: 'table',
    permission: { subject: 'letreiro' },
    parent: '/',
    columns: ['sigla', 'nome'],
    label: '{sigla}',
  },
};

let product: BrowserProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('becomes capitals while it is typed, with the caret where it was, and leaves other texts alone', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/letreiros?_record=new' });
  const code = page.locator('#fi-form_sigla');
  await code.pressSequentially('ab9d');
  expect(await code.inputValue()).toBe('AB9D');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await code.pressSequentially('xy');
  expect(await code.inputValue()).toBe('ABXY9D');
  await page.locator('#fi-form_nome').pressSequentially('ab9d');
  await page.keyboard.press('Control+s');
  await page.getByText('Registro incluído: ABXY9D').waitFor();
  expect(await product.call('GET', '/letreiros?select=sigla,nome')).toEqual([{ sigla: 'ABXY9D', nome: 'ab9d' }]);
  await close();
});
