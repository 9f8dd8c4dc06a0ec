/** The card of a label where the product is served as built: the place that set it is told, and copied. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('tells who models where a label is set, and copies the place', async () => {
  const { page, audit, messages, close } = await openSession(browser, product.url, { path: '/bancos' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const card = page.locator('[data-explanation]');
  await page.locator('[data-explain="bancos#columns.ispb"]').click({ modifiers: ['Alt'] });
  await card.getByText('bancos#columns.ispb').waitFor();
  const place = card.locator('code', { hasText: /^schemas\/base\/bancos\/schema\.json:\d+:\d+$/ }).first();
  const [line] = (await place.innerText()).match(/^.*:\d+(?=:)/) ?? [];
  await audit('the card');
  expect(await card.getByRole('button', { name: /na bancada$/ }).count()).toBe(0);
  await card
    .getByRole('button', { name: `Copiar ${line}` })
    .first()
    .click();
  await page.getByText(`${line} copiado`).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByText(/^Quem definiu o rótulo/).waitFor();
  expect(messages).toEqual([]);
  await close();
});

it('tells nobody else, nor of the key', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/bancos', login: 'operador' });
  await page.locator('[data-explain="bancos#columns.ispb"]').click({ modifiers: ['Alt'] });
  await page.keyboard.press('?');
  await page.getByText('Todas as teclas').or(page.getByRole('dialog')).first().waitFor();
  expect(await page.getByText(/^Quem definiu o rótulo/).count()).toBe(0);
  expect(await page.locator('[data-explanation]').count()).toBe(0);
  await close();
});
