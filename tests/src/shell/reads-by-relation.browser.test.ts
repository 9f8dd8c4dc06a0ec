/** Actions of a row that hang on what it points at: in the menu of the list and over the record itself. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readsByRelationFiles, messages as told } from '../../engine/api/reads-by-relation-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;
const stays: number[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({ files: readsByRelationFiles, rowsOf: [] }),
    launchBrowser(),
  ]);
  const made = async (path: string, row: object): Promise<number> => {
    const [found] = (await product.call('POST', `${path}?select=id`, row)) as { id: number }[];
    return found?.id ?? 0;
  };
  const quarto_id = await made('/quartos', { nome: 'Enfermaria', andar: 2 });
  for (const numero of ['P1', 'P2']) {
    const pedido_id = await made('/pedidos', { numero, quarto_id, diarias: 3 });
    stays.push(await made('/estadias', { nome: `Estadia de ${numero}`, pedido_id }));
  }
  await product.call('PATCH', '/pedidos?numero=eq.P2&transition=aceitar', {});
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const inMenu = async (page: Page, row: number): Promise<boolean> => {
  await rows(page)
    .nth(row)
    .getByRole('button', { name: /^Mais ações/ })
    .click();
  await page.getByRole('menuitem').first().waitFor();
  const found = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  return found.includes('Ver quartos');
};

it('are offered in a row where they fit, and in no other', async () => {
  const { page, messages, close } = await openSession(browser, product.url, { path: '/estadias' });
  expect([await inMenu(page, 0), await inMenu(page, 1)]).toEqual([false, true]);
  expect(messages).toEqual([]);
  await close();
});

it('a transition shows what it took from what the record points at, and says what its rule found there', async () => {
  const { page, go, messages, close } = await openSession(browser, product.url, {
    path: `/estadias?_record=view.${stays[1]}`,
  });
  const panel = page.locator('[data-record-panel]');
  const bar = panel.getByRole('group', { name: 'Situação' });
  const authorise = async (name: string) => {
    await bar.getByRole('button', { name: 'Autorizar' }).click();
    const dialog = page.getByRole('dialog', { name: `Autorizar: ${name}?` });
    await dialog.getByRole('button', { name: 'Autorizar' }).click();
    return dialog;
  };
  await authorise('Estadia de P2');
  await bar.getByRole('button', { name: 'Cobrar' }).waitFor();
  await panel.getByText('Enfermaria').first().waitFor();
  await go(`/estadias?_record=view.${stays[0]}`);
  const refused = await authorise('Estadia de P1');
  await refused.getByText(told.accepted).first().waitFor();
  // The refusal is an answer of the server, which the console of the browser tells of.
  expect(messages.filter((message) => !message.includes('422'))).toEqual([]);
  await close();
});
