/** Who has one own record opens it, and no list of one row. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from '../shell/open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: [] }), launchBrowser()]);
  await product.database.execute(`
    insert into beneficiario (id, codigo, nome, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib)
      overriding system value
      values (1, '1', 'Ana', '1980-01-01', '3', 'Rita', '2021-01-01', false),
        (2, '2', 'Bia', '1981-01-01', '3', 'Rita', '2021-01-01', false);
    update usuario set beneficiario_registro_id = 1, versao = versao + 1 where login = 'beneficiario';`);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('is read at once under the name of the screen, and closed to its list', async () => {
  const { page, audit, close } = await openSession(browser, product.url, { login: 'beneficiario', path: '/' });
  const entry = page.locator('nav a[href="/beneficiarios"]').first();
  await entry.click();
  await page.waitForURL('**/beneficiarios?_record=view.1');
  await page.getByRole('heading', { name: 'Meu cadastro', level: 2 }).waitFor();
  await page.getByText('1 - Ana').first().waitFor();
  await audit('the own record');
  // The way back leads to where one came from: the list was never there.
  await page.goBack();
  await page.waitForURL(`${product.url}/`);
  await page.goForward();
  await page.waitForURL('**/beneficiarios?_record=view.1');
  await page.getByRole('button', { name: 'Voltar à lista' }).click();
  await page.waitForURL('**/beneficiarios');
  await rows(page).first().waitFor();
  expect(await rows(page).count()).toBe(1);
  expect(new URL(page.url()).search).toBe('');
  await close();
});

it('is not opened for staff, to whom it is one of many', async () => {
  const { page, close } = await openSession(browser, product.url, {
    login: 'operador',
    path: '/beneficiarios?codigo=eq.1',
  });
  await rows(page).getByText('Ana').waitFor();
  await page.locator('footer').filter({ hasText: '1–1 de 1' }).waitFor();
  expect(new URL(page.url()).search).toBe('?codigo=eq.1');
  await close();
});
