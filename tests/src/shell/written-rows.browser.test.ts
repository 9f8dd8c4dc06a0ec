/** The row that a transition asks for, in its dialog, and in the record afterwards. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writtenRowFiles } from '../../engine/api/written-row-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: writtenRowFiles, rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('stands in the dialog as the fields of the record do, says what is missing, and comes to the list', async () => {
  await product.call('POST', '/feitios', { nome: 'Tetra' });
  const chaves = [{ via: 1, motivo: 'nova' }];
  await product.call('POST', '/armarios', { numero: '7', chaves });
  const { page, close } = await openSession(browser, product.url, { path: '/armarios' });
  await rows(page).getByText('Livre').waitFor();
  await page.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: 'Copiar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const row = dialog.getByRole('group', { name: 'Chaves' });
  const reason = row.getByLabel('Motivo');
  await reason.waitFor();
  expect(await dialog.getByText('Muda linhas de: Chaves.').count()).toBe(1);
  expect(await row.getByRole('textbox').count()).toBe(2);
  expect(await reason.evaluate((one) => one === document.activeElement)).toBe(true);
  await dialog.getByRole('button', { name: 'Copiar' }).click();
  await dialog
    .getByRole('link', { name: 'Informe Motivo.' })
    .or(dialog.getByRole('button', { name: 'Informe Motivo.' }))
    .waitFor();
  expect(await product.call('GET', '/armarios?select=situacao')).toEqual([{ situacao: 'LIVRE' }]);
  await reason.fill('proibido');
  await dialog.getByRole('button', { name: 'Copiar' }).click();
  // The rule of the row is the server's word, and stands at the field.
  await row.getByText('Este motivo não se aceita.').waitFor();
  await reason.fill('perda');
  await row.getByRole('combobox', { name: 'Feitio' }).fill('Tet');
  await page.getByRole('option', { name: 'Tetra' }).click();
  await dialog.getByRole('button', { name: 'Copiar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await rows(page).getByText('Usado').waitFor();
  expect(
    await product.call('GET', '/armarios?select=situacao,chaves(via,motivo,segredo,situacao,feitio(nome))'),
  ).toEqual([
    {
      situacao: 'USADO',
      chaves: [
        { via: 1, motivo: 'nova', segredo: null, situacao: 'NULA', feitio: null },
        { via: 2, motivo: 'perda', segredo: null, situacao: 'VALE', feitio: { nome: 'Tetra' } },
      ],
    },
  ]);
  // What is said to ears alone lies within what scrolls: else the whole page could be scrolled out of sight.
  await page.setViewportSize({ width: 1000, height: 320 });
  await page.goto(`${product.url}/armarios?_record=view.1`);
  await page.getByText('perda').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  await close();
});
