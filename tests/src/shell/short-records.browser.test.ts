/** A record where there is little room: among what Ctrl+K finds, and as a card of the list on a phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 60, ...more });
const screen = (entity: string, path: string, title: string, more: object) => ({
  entity,
  path,
  title,
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  ...more,
});
const further = ['um', 'dois', 'tres', 'quatro', 'cinco', 'seis'];

const files: Readonly<Record<string, object>> = {
  'schemas/teste/clientes/schema.json': { title: 'Cliente', type: 'object', properties: { nome: text('Nome') } },
  'schemas/teste/clientes/columns.json': screen('cliente', '/clientes', 'Clientes', {
    columns: ['nome'],
    label: '{nome}',
    search: ['nome'],
  }),
  'schemas/teste/pedidos/schema.json': {
    title: 'Pedido',
    type: 'object',
    properties: {
      numero: text('Número'),
      cliente: { title: 'Cliente', 'x-relation': { entity: 'cliente' } },
      ...Object.fromEntries(further.map((name) => [name, text(`Campo ${name}`)])),
      vazio: text('Vazio'),
    },
  },
  'schemas/teste/pedidos/columns.json': screen('pedido', '/pedidos', 'Pedidos', {
    columns: ['numero', 'cliente', ...further, 'vazio'],
    label: '{numero}',
    search: ['numero', 'cliente'],
  }),
};

let product: BrowserProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
  await product.call('POST', '/clientes', [{ nome: 'Joana Araújo' }, { nome: 'Caio Lima' }]);
  const people = (await product.call('GET', '/clientes?select=id&order=id')) as { id: number }[];
  const values = Object.fromEntries(further.map((name) => [name, `valor ${name}`]));
  await product.call('POST', '/pedidos', [
    { numero: '2024-17', cliente_id: people[0]?.id, ...values },
    { numero: '2024-18', cliente_id: people[1]?.id, ...values, seis: undefined },
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('is found by its number with whom it concerns beside it', async () => {
  const { page, audit, close } = await openSession(browser, product.url, { path: '/pedidos' });
  await page.getByRole('row').nth(2).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('2024-1');
  const options = page.getByRole('option').filter({ hasText: '2024-' });
  await expect.poll(() => options.count()).toBe(2);
  await page.getByRole('option', { name: '2024-17 Joana Araújo Pedidos' }).waitFor();
  await page.getByRole('option', { name: '2024-18 Caio Lima Pedidos' }).waitFor();
  await audit('palette with what tells records apart');
  await close();
});

it('shows on a phone every value of the list when asked for the rest', async () => {
  const { page, audit, close } = await openSession(browser, product.url, { path: '/pedidos', width: 390, height: 844 });
  const card = page.getByRole('listitem').filter({ hasText: '2024-17' });
  await card.getByText('valor quatro').waitFor();
  expect(await card.getByText('valor cinco').count()).toBe(0);
  const more = card.getByRole('button', { name: 'Mais 2 campos de 2024-17' });
  expect(await more.getAttribute('aria-expanded')).toBe('false');
  await more.click();
  await card.getByText('valor cinco').waitFor();
  for (const name of further) expect(await card.getByText(`valor ${name}`).count()).toBe(1);
  await audit('a card with all its values');
  await card.getByRole('button', { name: 'Menos campos de 2024-17' }).click();
  await card.getByText('valor cinco').waitFor({ state: 'detached' });
  // Of the other one alone would be folded away: it stands there as well.
  await page.getByRole('listitem').filter({ hasText: '2024-18' }).getByText('valor cinco').waitFor();
  expect(await page.getByRole('button', { name: /^Mais \d+ campos? de 2024-18/ }).count()).toBe(0);
  await close();
});
