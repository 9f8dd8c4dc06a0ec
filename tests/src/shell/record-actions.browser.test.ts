/** The declared actions of a row, in the menu of its record. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { codeList, registry, relation, text, transition } from '../../support/fixture-fields.ts';
import { openSession, rows } from './open-session.ts';

const record = (title: string, properties: object): object => ({
  title,
  type: 'object',
  required: ['nome'],
  properties: { nome: text('Nome', { maxLength: 20, 'x-unique': true }), ...properties },
});
const action = (name: string, title: string, effect: object, more: object = {}): object => ({
  name,
  title,
  icon: 'link',
  ...effect,
  ...more,
});
const open = (part: object): object => ({ open: { screen: 'portas', ...part } });

const files = {
  'schemas/code-lists/obra.json': codeList('Obra', { PLANTA: 'Na planta', PRONTA: 'Pronta' }),
  'schemas/teste/casas/schema.json': record('Casa', {
    obra: text('Obra', { 'x-code-list': 'obra' }),
    rua: text('Rua', { maxLength: 20 }),
  }),
  'schemas/teste/casas/columns.json': registry('casas', 'casa', 'Casa', {
    label: '{nome}',
    columns: ['nome'],
    states: { field: 'obra', initial: 'PLANTA', transitions: [transition('concluir', ['PLANTA'], 'PRONTA')] },
    actions: [
      action('portas', 'Ver portas', open({ filter: { casa: '{id}' } })),
      action('nova', 'Incluir porta', open({ values: { casa: '{id}', rua: '{rua}' } }), { when: "obra == 'PRONTA'" }),
      action('mapa', 'Abrir o mapa', { link: 'https://mapa.exemplo.com.br/?q={rua}' }),
    ],
  }),
  'schemas/teste/portas/schema.json': record('Porta', {
    casa: relation('Casa', 'casa'),
    rua: text('Rua', { maxLength: 20 }),
  }),
  'schemas/teste/portas/columns.json': registry('portas', 'porta', 'Porta', {
    columns: ['nome', 'casa'],
  }),
};

let product: BrowserProduct;
let browser: Browser;
let house: number;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
  const [made] = (await product.call('POST', '/casas?select=id', { nome: 'Azul', rua: 'Rua A' })) as { id: number }[];
  house = made?.id ?? 0;
  await product.call('POST', '/portas', { nome: 'Frente', casa_id: house });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('stand over the record in the state that they fit, by keyboard too, and lead on and back', async () => {
  const { page, audit, messages, close } = await openSession(browser, product.url, {
    path: `/casas?_record=view.${house}`,
  });
  const panel = page.locator('[data-record-panel]');
  const more = panel.getByRole('button', { name: 'Mais ações de Azul' });
  const offered = () => page.getByRole('menuitem').allInnerTexts();
  await more.press('Enter');
  await expect.poll(offered).toEqual(['Ver portas', 'Abrir o mapa']);
  expect(await page.getByRole('menuitem', { name: 'Abrir o mapa' }).getAttribute('href')).toBe(
    'https://mapa.exemplo.com.br/?q=Rua%20A',
  );
  await audit('the menu of a record');
  // Escape is the menu's: the record stays.
  await page.keyboard.press('Escape');
  await expect.poll(offered).toEqual([]);
  await more.waitFor();

  await panel.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('dialog', { name: 'Concluir: Azul?' }).getByRole('button', { name: 'Concluir' }).click();
  await panel.getByText('Azul Pronta').waitFor();
  await more.click();
  await expect.poll(offered).toEqual(['Ver portas', 'Incluir porta', 'Abrir o mapa']);
  await page.getByRole('menuitem', { name: 'Incluir porta' }).click();
  await expect.poll(() => page.locator('#fi-form_casa_id').inputValue()).toBe('Azul');
  expect(await page.locator('#fi-form_rua').inputValue()).toBe('Rua A');
  await page.locator('#fi-form_nome').fill('Fundos');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await more.click();
  await page.getByRole('menuitem', { name: 'Ver portas' }).click();
  await page.waitForURL((url) => url.pathname === '/portas');
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(messages).toEqual([]);
  await close();
});

it('are not there of the past, nor of a record without any', async () => {
  const { page, go, close } = await openSession(browser, product.url, {
    path: `/casas?_record=view.${house}&_as_of=${encodeURIComponent(new Date().toISOString())}`,
  });
  const panel = page.locator('[data-record-panel]');
  const more = panel.getByRole('button', { name: /^Mais ações/ });
  await panel.getByText('Azul').first().waitFor();
  expect(await more.count()).toBe(0);
  await go('/portas?_record=view.1');
  await panel.getByText('Frente').first().waitFor();
  expect(await more.count()).toBe(0);
  await close();
});

it('leave a record that is deleted from its own page, and stay where it is refused', async () => {
  const [made] = (await product.call('POST', '/casas?select=id', { nome: 'Verde' })) as { id: number }[];
  const { page, close } = await openSession(browser, product.url, { path: `/casas?_record=view.${made?.id}` });
  const panel = page.locator('[data-record-panel]');
  const ask = page.getByRole('dialog', { name: 'Apagar casa?' });
  await panel.getByRole('button', { name: 'Apagar' }).click();
  await ask.getByRole('button', { name: 'Apagar' }).click();
  await page.getByText('Registro apagado: Verde').waitFor();
  await panel.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await rows(page).getByText('Azul').dblclick();
  await panel.getByRole('button', { name: 'Apagar' }).click();
  await ask.getByRole('button', { name: 'Apagar' }).click();
  await page.getByText(/em uso/).waitFor();
  expect(new URL(page.url()).search).toBe(`?_record=view.${house}`);
  await close();
});
