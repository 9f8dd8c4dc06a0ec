/** A form with every kind of expression, filled in by mouse and keyboard. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expressionFiles } from '../../engine/api/expression-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: expressionFiles, rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const dialog = (page: Page) => page.getByRole('dialog');
/** A label ends in a star where the field is required. */
const field = (page: Page, label: string) =>
  dialog(page)
    .getByLabel(new RegExp(`^${label}\\s*\\*?$`))
    .first();
const fill = async (page: Page, label: string, text: string) => {
  await field(page, label).fill(text);
  await field(page, label).press('Tab');
};
const choose = async (page: Page, label: string, option: string) => {
  await field(page, label).click();
  await page.getByRole('option', { name: option }).click();
};
const newOrder = async (page: Page, codigo: string) => {
  await page.getByRole('button', { name: 'Novo' }).first().click();
  await field(page, 'Código').waitFor();
  await fill(page, 'Código', codigo);
};
const save = async (page: Page) => {
  await page.keyboard.press('Control+s');
  await dialog(page).waitFor({ state: 'detached' });
};
const faults = (page: Page) => dialog(page).getByRole('alert').getByRole('link').allTextContents();

describe('a form with conditions', () => {
  it('works out its computed fields while one types, in rows too, and stores the same', async () => {
    const { page, close, audit } = await openSession(browser, product.url, { path: '/pedidos' });
    await newOrder(page, 'ABCDE');
    await fill(page, 'Quantidade', '3');
    await fill(page, 'Valor', '10,50');
    await dialog(page).getByRole('button', { name: 'Incluir item' }).click();
    await fill(page, 'Nome, linha 1', 'a');
    await fill(page, 'Preço, linha 1', '4');
    await fill(page, 'Unidades, linha 1', '2');
    const shown = () =>
      Promise.all(
        ['Prefixo', 'Total', 'Dobro', 'Subtotal, linha 1', 'Soma dos itens'].map((label) =>
          field(page, label).inputValue(),
        ),
      );
    await expect.poll(shown).toEqual(['ABC', '31,50', '63,00', '8,00', '8,00']);
    expect(await field(page, 'Total').isEditable()).toBe(false);
    await audit('a form with computed fields');
    await save(page);
    await rows(page).getByText('31,50').waitFor();
    await close();
  });

  it('shows a field only while its condition holds, asks for it then, and keeps what was typed', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/pedidos' });
    await newOrder(page, 'X1');
    expect(await field(page, 'Opções').isVisible()).toBe(false);
    await choose(page, 'Tipo', 'Escolha');
    await field(page, 'Opções').waitFor();
    await page.keyboard.press('Control+s');
    await expect.poll(() => dialog(page).getByText('Informe Opções.').count()).toBeGreaterThan(0);
    await fill(page, 'Opções', 'sim');
    await choose(page, 'Tipo', 'Número');
    await field(page, 'Opções').waitFor({ state: 'detached' });
    await choose(page, 'Tipo', 'Escolha');
    await expect.poll(() => field(page, 'Opções').inputValue()).toBe('sim');
    await save(page);
    await close();
  });

  it('shows in the reading view what the conditions show', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/pedidos' });
    await newOrder(page, 'X9');
    await save(page);
    await rows(page).filter({ hasText: 'X9' }).first().click();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Prefixo', { exact: true }).waitFor();
    expect(await dialog(page).getByText('Opções', { exact: true }).count()).toBe(0);
    await close();
  });

  it('leaves a hidden field out of what is to be corrected', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/pedidos' });
    await newOrder(page, 'X2');
    await choose(page, 'Tipo', 'Escolha');
    await page.keyboard.press('Control+s');
    await expect.poll(() => dialog(page).getByText('Informe Opções.').count()).toBeGreaterThan(0);
    await choose(page, 'Tipo', 'Número');
    await expect.poll(() => dialog(page).getByText('Informe Opções.').count()).toBe(0);
    await save(page);
    await close();
  });

  it('tells of a rule at its field before anything is sent', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/pedidos' });
    await newOrder(page, 'X3');
    await fill(page, 'Início', '01/03/2026');
    await fill(page, 'Fim', '01/02/2026');
    await page.keyboard.press('Control+s');
    await expect.poll(() => faults(page)).toEqual(['O fim deve ser depois do início.']);
    expect(await field(page, 'Fim').getAttribute('aria-invalid')).toBe('true');
    await fill(page, 'Fim', '01/04/2026');
    await expect.poll(() => field(page, 'Dias').inputValue()).toBe('31');
    await save(page);
    await close();
  });

  it('closes a field while its condition holds', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/pedidos' });
    await newOrder(page, 'X4');
    expect(await field(page, 'Valor').isEditable()).toBe(true);
    await choose(page, 'Situação', 'Fechado');
    await expect.poll(() => field(page, 'Valor').isEditable()).toBe(false);
    await choose(page, 'Situação', 'Aberto');
    await expect.poll(() => field(page, 'Valor').isEditable()).toBe(true);
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await close();
  });
});
