/** What a transition creates, in its dialog and in the preview of a batch, and the record that leads to it afterwards. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFiles } from '../../engine/api/create-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: createFiles, rowsOf: [] }), launchBrowser()]);
  await product.call('POST', '/lojas', { nome: 'Centro' });
  await product.call('POST', '/formas', { nome: 'Pix' });
  const [shop] = (await product.call('GET', '/lojas?select=id')) as { id: number }[];
  for (const numero of ['1', '2', '3']) await product.call('POST', '/compras', { numero, valor: 5, loja_id: shop?.id });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('is told before it is done, alone and of many, and the record points at it', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/compras' });
  await rows(page).getByText('Pedida').first().waitFor();
  await page
    .getByRole('button', { name: /^Mais ações/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Aprovar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Muda também: Títulos (Liberar).').waitFor();
  await dialog.getByText('Cria também: Títulos.').waitFor();
  await dialog.getByRole('button', { name: 'Aprovar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await rows(page).getByText('Compra 1').waitFor();

  // The one that is approved is not moved again.
  await page
    .getByRole('checkbox', { name: /todas|todos/i })
    .first()
    .click();
  const button = page.getByRole('button', { name: /^Mudar situação/ });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
  await page.getByRole('menuitem', { name: 'Aprovar', exact: true }).click();
  await dialog.getByLabel('Motivo').press('Control+Enter');
  await dialog.getByText('Cria também: Título (2).').waitFor();
  const titles = () => product.call('GET', '/titulos?select=descricao&order=descricao');
  expect(await titles()).toEqual([{ descricao: 'Compra 1' }]);
  await dialog.getByRole('button', { name: /2 registros/ }).click();
  await expect.poll(titles).toEqual(['1', '2', '3'].map((numero) => ({ descricao: `Compra ${numero}` })));

  await page.goto(`${product.url}/alteracoes-em-lote`);
  await page
    .getByRole('button', { name: /^Desfazer/ })
    .first()
    .click();
  await dialog.getByText('Apaga também: Título (2).').waitFor();
  await dialog.getByRole('button', { name: /2 registros/ }).click();
  await expect.poll(titles).toEqual([{ descricao: 'Compra 1' }]);
  await close();
});
