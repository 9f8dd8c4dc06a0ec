/** Where the focus goes when what had it is taken away or waits, for whoever works by keyboard. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const name = at?.getAttribute('aria-label') ?? (at?.id === 'fi-main' ? '' : at?.textContent);
    return `${at?.tagName} ${name ?? ''}`.trim();
  });

describe('the focus', () => {
  let product: BrowserProduct;
  let browser: Browser;
  beforeAll(async () => {
    [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: ['feriados'] }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  const addHoliday = async (descricao: string): Promise<number> => {
    const values = { data: '2031-05-09', descricao, abrangencia: 'NACIONAL', fixo: false, ativo: true };
    const [made] = (await product.call('POST', '/feriados', values)) as { readonly id: number }[];
    return made?.id ?? 0;
  };

  it('is in the cell again after the help of the keys', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/feriados' });
    const cell = page.getByRole('gridcell').filter({ hasText: /\S/ }).first();
    await cell.click();
    const before = await focused(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe(before);
    expect(before).toMatch(/^DIV \S/);
    await close();
  });

  it('is on the button again that waited for its answer', async () => {
    const [user] = (await product.call('POST', '/usuarios', { login: 'sem.email', nome: 'Sem E-mail' })) as {
      readonly id: number;
    }[];
    const path = `/usuarios?_record=view.${user?.id}`;
    const { page, close } = await openSession(browser, product.url, { path });
    await page.getByRole('button', { name: 'Enviar convite' }).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'não tem e-mail' }).waitFor();
    await expect.poll(() => focused(page)).toBe('BUTTON Enviar convite');
    await close();
  });

  it('goes on beside a field that was restored, then to what is nearest', async () => {
    const id = await addHoliday('Primeiro nome');
    await product.call('PATCH', `/feriados?id=eq.${id}`, { descricao: 'Segundo nome', data: '2031-05-10' });
    const path = `/feriados?_record=history.${id}`;
    const { page, close } = await openSession(browser, product.url, { path });
    await page.getByRole('button', { name: 'Comparar momentos' }).press('Enter');
    await page.getByRole('button', { name: 'Restaurar Data' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('BUTTON Restaurar Descrição');
    await page.keyboard.press('Enter');
    await page.getByText('Nada mudou entre esses momentos.').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('section')?.ariaLabel))
      .toBe('Comparar momentos');
    await close();
  });

  it('is in the screen where a search by keys has opened it', async () => {
    const { page, close } = await openSession(browser, product.url);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('feriado');
    await page.getByRole('option', { name: /^Feriado e ponto facultativo/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/feriados');
    await expect.poll(() => focused(page)).toBe('MAIN');
    await page.getByRole('gridcell').first().waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toMatch(/^DIV/);
    await close();
  });

  it('is in the list when a form closes that was opened by its address', async () => {
    const id = await addHoliday('Aberto pelo endereço');
    const { page, close } = await openSession(browser, product.url, { path: `/feriados?_record=edit.${id}` });
    const name = page.getByRole('textbox', { name: 'Descrição' });
    await name.focus();
    await page.keyboard.type(' x');
    await page.keyboard.press('Control+s');
    await name.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('MAIN');
    await close();
  });
});
