/** Moves of a record that hang on what it points at: in the menu of its row, on its card and over the record itself. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { movesByRelationFiles } from '../../engine/api/moves-by-relation-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;
const drums: number[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({ files: movesByRelationFiles, rowsOf: [] }),
    launchBrowser(),
  ]);
  const made = async (path: string, row: object): Promise<number> => {
    const [found] = (await product.call('POST', `${path}?select=id`, row)) as { id: number }[];
    return found?.id ?? 0;
  };
  for (const numero of ['L1', 'L2']) {
    const lote_id = await made('/lotes', { numero });
    drums.push(await made('/tambores', { nome: `Tambor de ${numero}`, lote_id }));
  }
  await product.call('PATCH', '/lotes?numero=eq.L2&transition=conferir', {});
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('are offered in a row where they fit, and in no other', async () => {
  const { page, messages, close } = await openSession(browser, product.url, { path: '/tambores' });
  const moves = async (row: number): Promise<readonly string[]> => {
    await rows(page)
      .nth(row)
      .getByRole('button', { name: /^Mais ações/ })
      .click();
    await page.getByRole('menuitem').first().waitFor();
    const found = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    return found.filter((name) => ['Liberar', 'Avaliar'].includes(name));
  };
  expect([await moves(0), await moves(1)]).toEqual([['Avaliar'], ['Liberar']]);
  expect(messages).toEqual([]);
  await close();
});

it('stand over the record as what it points at lets them, and are made', async () => {
  const { page, go, messages, close } = await openSession(browser, product.url, {
    path: `/tambores?_record=view.${drums[0]}`,
  });
  const bar = page.locator('[data-record-panel]').getByRole('group', { name: 'Situação' });
  await bar.getByRole('button', { name: 'Avaliar' }).waitFor();
  expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Avaliar']);
  await go(`/tambores?_record=view.${drums[1]}`);
  await bar.getByRole('button', { name: 'Liberar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Liberar: Tambor de L2?' });
  await dialog.getByRole('button', { name: 'Liberar' }).click();
  await bar.getByRole('button', { name: 'Guardar' }).waitFor();
  // Its lot stands in no store.
  expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Guardar']);
  expect(messages).toEqual([]);
  await close();
});
