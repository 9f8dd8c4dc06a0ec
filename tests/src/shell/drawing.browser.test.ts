/** What an act draws: React gives an element of the page new props each time that it is drawn, whether or not they differ. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldName, formFiles, rowCount, tableRecord } from '../../bench/form-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: formFiles, rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** Which of the elements the act has drawn anew, by id or text; those that went away aside. */
const drawnBy = async (page: Page, selector: string, act: () => Promise<void>): Promise<readonly string[]> => {
  const before = await page.evaluateHandle((wanted) => {
    const propsOf = (one: Element): unknown =>
      Object.entries(one).find(([key]) => key.startsWith('__reactProps$'))?.[1] as unknown;
    const found = [...document.querySelectorAll(wanted)];
    if (found.length === 0 || found.some((one) => propsOf(one) === undefined)) throw new Error(`no ${wanted} of React`);
    return { propsOf, found: found.map((one) => [one, propsOf(one)] as const) };
  }, selector);
  await act();
  const drawn = await before.evaluate(({ propsOf, found }) =>
    found
      .filter(([one, props]) => one.isConnected && propsOf(one) !== props)
      .map(([one]) => one.id || (one.textContent ?? '')),
  );
  await before.dispose();
  return drawn;
};

const inputs = 'form :is(input:not([type="hidden"]), textarea)';
const id = (kind: string, place: number): string => `fi-form_${fieldName(kind, 1, place)}`;

it('a value that comes to rest draws its own field and what is worked out from it, of 300', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/formularios?_record=new' });
  await page.locator(`#${id('total', 24)}`).waitFor();
  await page.locator(`#${id('quantidade', 8)}`).fill('2');
  await page.getByText('1 campo alterado e não salvo').waitFor();
  await page.locator(`#${id('valor', 3)}`).focus();
  const drawn = await drawnBy(page, inputs, async () => {
    await page.keyboard.type('5');
    await expect.poll(() => page.locator(`#${id('total', 24)}`).inputValue()).toBe('10,00');
  });
  expect(drawn).toEqual([id('valor', 3), id('total', 24)]);
  await close();
});

it('a cell of a thousand rows draws no other', async () => {
  const made = (await product.call('POST', '/tabelas', tableRecord)) as readonly { readonly id: number }[];
  expect(tableRecord.linhas.length).toBe(rowCount);
  const { page, close } = await openSession(browser, product.url, { path: `/tabelas?_record=edit.${made[0]?.id}` });
  const cell = page.locator('#fi-form_linhas_1_descricao');
  await cell.focus();
  const drawn = await drawnBy(page, `${inputs}, form [data-index] button`, async () => {
    await page.keyboard.type('x');
    await page.getByText('1 campo alterado e não salvo').waitFor();
  });
  expect(drawn).toEqual(['fi-form_linhas_1_descricao']);
  await close();
});

it('a form that opens draws no link of the menu, and no option before its control has the focus', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/formularios' });
  await page.getByRole('button', { name: 'Novo' }).first().waitFor();
  const drawn = await drawnBy(page, 'nav [role="treeitem"] a', async () => {
    await page.getByRole('button', { name: 'Novo' }).first().click();
    await page.locator(`#${id('total', 24)}`).waitFor();
  });
  expect(drawn).toEqual([]);
  const options = page.locator('[role="option"]');
  expect(await options.count()).toBe(0);
  await page.locator(`#${id('uf', 6)}`).focus();
  await expect.poll(() => options.count()).toBe(27);
  await close();
});
