/** What follows from a transition for other records, in its dialog, and in the list of the others afterwards. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chosenEffectFiles } from '../../engine/api/chosen-effect-files.ts';
import { effectFiles } from '../../engine/api/effect-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({ files: { ...effectFiles, ...chosenEffectFiles }, rowsOf: [] }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('is told before it is done, and a list that was open before shows it', async () => {
  await product.call('POST', '/ordens', { numero: '1' });
  const [order] = (await product.call('GET', '/ordens?select=id')) as { id: number }[];
  await product.call('POST', '/pecas', { nome: 'Roda', ordem_id: order?.id });
  const { page, close } = await openSession(browser, product.url, { path: '/pecas' });
  await rows(page).getByText('Pendente').waitFor();
  const menu = page.getByRole('navigation');
  await menu.getByRole('link', { name: 'Ordens' }).click();
  // Until the other list is there, the one before it has menus as well.
  await rows(page).getByText('Aberta').waitFor();
  await page.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: 'Recusar', exact: true }).click();
  const dialog = page.getByRole('dialog');

  await dialog.getByText('Muda também: Peças, Etiquetas (Anular).').waitFor();
  await dialog.getByLabel('Motivo').fill('sem verba');
  await dialog.getByRole('button', { name: 'Recusar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'Recusar: 1 - sem verba. Situação: Recusada' }).waitFor();
  await menu.getByRole('link', { name: 'Peças' }).click();
  await rows(page).getByText('Recusada').waitFor();
  expect(await product.call('GET', '/pecas?select=situacao,motivo')).toEqual([
    { situacao: 'RECUSADA', motivo: 'Ordem 1: sem verba' },
  ]);
  await close();
});

it('is told once of each kind of record', async () => {
  await product.call('POST', '/ordens', { numero: '2' });
  const { page, close } = await openSession(browser, product.url, { path: '/ordens' });
  await rows(page).getByText('Aberta').first().waitFor();
  await page
    .getByRole('button', { name: /^Mais ações/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Avaliar', exact: true }).click();
  await page.getByRole('dialog').getByText('Conforme o caso, muda também: Contas (Pagar, Perder).').waitFor();
  await close();
});

it('is told apart where it rests on the others, and a transition that leads nowhere tells of no state', async () => {
  await product.call('POST', '/barcas', { nome: 'Aurora' });
  const [barge] = (await product.call('GET', '/barcas?select=id')) as { id: number }[];
  await product.call('POST', '/fardos', { marca: 'F1', carga: 'FRUTA', barca_id: barge?.id });
  const { page, close } = await openSession(browser, product.url, { path: '/barcas' });
  const menu = page.getByRole('navigation');
  const dialog = page.getByRole('dialog');
  const ask = async (transition: string) => {
    await page.getByRole('button', { name: /^Mais ações/ }).click();
    await page.getByRole('menuitem', { name: transition, exact: true }).click();
  };
  await rows(page).getByText('No mar').waitFor();
  await ask('Atracar');
  await dialog.getByText('Conforme o caso, muda também: Fardos (Descarregar).').waitFor();
  expect(await dialog.getByText('Situação').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await menu.getByRole('link', { name: 'Fardos' }).click();
  await rows(page).getByText('A bordo').waitFor();
  await ask('Inspecionar');
  await dialog.getByRole('button', { name: 'Inspecionar' }).waitFor();
  expect(await dialog.getByText('Situação').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Inspecionar' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Inspecionar: ' });
  await said.waitFor();
  expect(await said.innerText()).not.toContain('Situação');
  expect(await product.call('GET', '/fardos?select=situacao,paradas(motivo)')).toEqual([
    { situacao: 'A_BORDO', paradas: [{ motivo: 'Vistoria' }] },
  ]);
  await close();
});

it('keeps the record on the screen once a relation that was asked for stands in it', async () => {
  await product.call('POST', '/bancos', { codigo: '997', nome: 'Caixa Alta' });
  await product.call('POST', '/ordens', { numero: '3' });
  const [order] = (await product.call('GET', '/ordens?numero=eq.3&select=id')) as { id: number }[];
  const { page, close } = await openSession(browser, product.url, { path: `/ordens?_record=view.${order?.id}` });
  await page.getByRole('button', { name: 'Recusar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Recusar: / });
  await dialog.getByRole('combobox', { name: /Causa/ }).fill('Caixa Al');
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /Caixa Alta/ })
    .click();
  await dialog.getByLabel('Motivo').fill('sem verba');
  await dialog.getByRole('button', { name: 'Recusar', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Recusar: ' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Recusada').first().waitFor();
  expect(await page.getByText('Não foi possível abrir a tela').count()).toBe(0);
  await close();
});
