/** From a list into its records and out again, in a real browser: the history of the browser holds what one would expect. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: ['bancos', 'estados'] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const place = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${decodeURIComponent(search)}`;
};
const field = (page: Page, name: string) => page.locator(`#fi-form_${name}`);
/** Keys are heard once the list is there. */
const openList = async (path: string) => {
  const session = await openSession(browser, product.url, { path });
  await session.page.getByRole('row').nth(1).waitFor();
  return session;
};
const shut = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

describe('the way back', () => {
  it('leads from the list to the screen before it, whatever was opened and closed over the list', async () => {
    const { page, go, close } = await openSession(browser, product.url, { path: '/base' });
    await page.getByRole('link', { name: 'Banco', exact: true }).first().click();
    await expect.poll(() => place(page)).toBe('/bancos');
    await page.getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
    await page.keyboard.press('e');
    await field(page, 'nome').fill('Banco mudado pelo caminho');
    await page.keyboard.press('Control+s');
    await shut(page);
    await page
      .getByRole('status')
      .filter({ hasText: /^Registro salvo: \d{3} - Banco mudado pelo caminho$/ })
      .waitFor();
    expect(place(page)).toBe('/bancos');
    await page.keyboard.press('n');
    await field(page, 'nome').waitFor();
    await page.keyboard.press('Escape');
    await shut(page);
    await page.goBack();
    await expect.poll(() => place(page)).toBe('/base');

    // A link opens the record without the list before it: closing shows the list, and Back what was there before.
    await go('/estados');
    await go('/bancos?_record=view.1');
    await page.getByRole('dialog').getByRole('button', { name: 'Editar' }).click();
    await field(page, 'nome').waitFor();
    await page.keyboard.press('Escape');
    await shut(page);
    expect(place(page)).toBe('/bancos');
    await page.goBack();
    await expect.poll(() => place(page)).toBe('/estados');
    await close();
  });

  it('opens a record again by the way forward, and asks once before typed work is left by it', async () => {
    const { page, close } = await openList('/bancos');
    await page.keyboard.press('n');
    await field(page, 'nome').fill('Nunca salvo');
    await page.goBack();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    expect(place(page)).toBe('/bancos?_record=new');
    expect(await field(page, 'nome').inputValue()).toBe('Nunca salvo');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await shut(page);
    expect(place(page)).toBe('/bancos');
    await page.goForward();
    await field(page, 'nome').waitFor();
    expect(await field(page, 'nome').inputValue()).toBe('');
    await close();
  });
});

describe('a new record', () => {
  it('begins in its first field, which a drawer that still opens gives the focus to as well', async () => {
    const { page, close } = await openList('/bancos');
    await page.keyboard.press('n');
    await field(page, 'codigo').waitFor();
    expect(
      await page
        .getByRole('dialog')
        .locator('[data-autofocus]')
        .evaluateAll((all) => all.map(({ id }) => id)),
    ).toEqual(['fi-form_codigo']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fi-form_codigo');
    await close();
  });

  it('is one click away once it is saved, and is called by its label as it comes and goes', async () => {
    const { page, close } = await openList('/bancos?nome=has.itau');
    await page.keyboard.press('n');
    await field(page, 'codigo').fill('995');
    await field(page, 'nome').fill('Banco das Araucárias');
    await page.keyboard.press('Control+s');
    await page
      .getByRole('status')
      .filter({ hasText: 'Registro incluído: 995 - Banco das Araucárias' })
      .getByRole('button', { name: 'Visualizar' })
      .click();
    await page.getByRole('dialog').getByText('Banco das Araucárias').first().waitFor();
    const opened = new URL(page.url()).searchParams;
    expect(opened.get('nome')).toBe('has.itau');
    const [created] = (await product.call('GET', '/bancos?codigo=eq.995&select=id')) as { id: number }[];
    expect(opened.get('_record')).toBe(`view.${created?.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar', exact: true }).click();
    await page.getByRole('dialog', { name: 'Apagar banco?' }).getByRole('button', { name: 'Apagar' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Registro apagado: 995 - Banco das Araucárias$/ })
      .waitFor();
    await close();
  });
});

describe('a text near its limit', () => {
  it('says how much is there, and is neither cut nor hidden when it is too long', async () => {
    const { page, audit, close } = await openList('/bancos');
    await page.keyboard.press('n');
    const name = field(page, 'nome');
    // Of bancos: its schema says so.
    const limit = 150;
    await name.fill('a'.repeat(Math.ceil(limit * 0.8) - 1));
    expect(await page.getByText(`de ${limit}`).count()).toBe(0);
    await name.fill(`${'a'.repeat(limit - 1)}😀`);
    await page.getByText(`${limit} de ${limit}`, { exact: true }).waitFor();
    await name.fill('b'.repeat(limit + 3));
    await page.getByText(`${limit + 3} de ${limit}`, { exact: true }).waitFor();
    await page.getByText(`O texto passa do limite de ${limit} caracteres.`).waitFor();
    expect(await name.inputValue()).toBe('b'.repeat(limit + 3));
    await audit('too long');
    await close();
  });
});
