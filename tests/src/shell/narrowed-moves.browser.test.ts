/** The dialog of a transition that takes the records of one kind alone: what it offers, and what it begins with. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { narrowedMoveFiles } from '../../engine/api/narrowed-move-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({ files: narrowedMoveFiles, rowsOf: [] }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('offers those alone, of a row too, and begins with what stands there where it is one of them', async () => {
  for (const [nome, tipo] of [
    ['Causa da perda', 'PERDA'],
    ['Causa do dano', 'DANO'],
    ['Causa da volta', 'VOLTA'],
  ])
    await product.call('POST', '/causas', { nome, tipo });
  const causes = (await product.call('GET', '/causas?select=id,nome')) as { id: number; nome: string }[];
  const idOf = (name: string): number | undefined => causes.find(({ nome }) => nome === name)?.id;
  await product.call('POST', '/canoas', { nome: 'Gaivota', causa_id: idOf('Causa da volta') });
  const { page, audit, close } = await openSession(browser, product.url, { path: '/canoas' });
  const dialog = page.getByRole('dialog');
  const cause = dialog.getByRole('combobox', { name: 'Causa' });
  const open = async (state: string, transition: string): Promise<void> => {
    await rows(page).getByText(state).waitFor();
    await page.getByRole('button', { name: /^Mais ações/ }).click();
    await page.getByRole('menuitem', { name: transition, exact: true }).click();
    await cause.waitFor();
  };
  const offers = async (names: readonly string[]): Promise<void> => {
    await cause.fill('Causa');
    const options = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => options.allTextContents()).toEqual(names);
  };
  const choose = async (name: string, transition: string): Promise<void> => {
    await page.getByRole('option', { name, exact: true }).click();
    await dialog.getByRole('button', { name: transition }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const dismiss = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  await open('No cais', 'Parar');
  // The cause of before is one of coming back.
  expect(await cause.inputValue()).toBe('');
  await offers(['Causa da perda', 'Causa do dano']);
  await audit('the causes of one transition');
  await choose('Causa do dano', 'Parar');
  expect(await product.call('GET', '/canoas?select=situacao,causa(nome)')).toEqual([
    { situacao: 'PARADA', causa: { nome: 'Causa do dano' } },
  ]);

  await open('Parada', 'Vender');
  // No kind is meant there: what stands is what it begins with.
  expect(await cause.inputValue()).toBe('Causa do dano');
  await dismiss();

  await open('Parada', 'Anotar');
  await offers(['Causa do dano']);
  await choose('Causa do dano', 'Anotar');

  await open('Parada', 'Soltar');
  expect(await cause.inputValue()).toBe('');
  await offers(['Causa da volta']);
  await choose('Causa da volta', 'Soltar');

  await product.call('PATCH', '/canoas?nome=eq.Gaivota', { causa_id: idOf('Causa da perda') });
  await page.reload();
  await open('No cais', 'Parar');
  expect(await cause.inputValue()).toBe('Causa da perda');
  await dismiss();
  expect(await product.call('GET', '/canoas?select=situacao,diario(causa(nome))')).toEqual([
    { situacao: 'NO_CAIS', diario: [{ causa: { nome: 'Causa do dano' } }] },
  ]);
  await close();
});
