/** What a form says of what is wrong, and the distances that let it be read. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { codeList, registry, relation, text, transition } from '../../support/fixture-fields.ts';
import { openSession } from './open-session.ts';

const files = {
  'schemas/code-lists/obra.json': codeList('Obra', { PLANTA: 'Na planta', PRONTA: 'Pronta' }),
  'schemas/teste/casas/schema.json': {
    title: 'Casa',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { maxLength: 20, 'x-unique': true }),
      portas: {
        title: 'Portas',
        type: 'array',
        items: { title: 'Porta', type: 'object', properties: { cor: text('Cor', { maxLength: 20 }) } },
      },
      rua: text('Rua', { maxLength: 20 }),
      vizinha: relation('Vizinha', 'casa'),
      obra: text('Obra', { 'x-code-list': 'obra' }),
    },
  },
  'schemas/teste/casas/columns.json': registry('casas', 'casa', 'Casa', {
    label: '{nome}',
    sections: [{ title: 'Casa', fields: ['nome', 'portas', 'rua', 'vizinha', 'obra'] }],
    columns: ['nome'],
    states: {
      field: 'obra',
      initial: 'PLANTA',
      linked: { vizinhas: 'casa.vizinha' },
      transitions: [
        transition('concluir', ['PLANTA'], 'PRONTA', {
          fields: ['rua'],
          // Only the server knows the neighbours.
          rules: [
            { must: 'size(vizinhas) > 0', message: 'Falta uma vizinha.', fields: ['rua'] },
            { must: "vizinhas.exists(v, v.nome == 'Y')", message: 'Falta a vizinha Y.', fields: ['rua'] },
          ],
        }),
      ],
    },
  }),
};

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('counts the fields to put right, not what is wrong with them', async () => {
  const [made] = (await product.call('POST', '/casas?select=id', { nome: 'Azul' })) as { id: number }[];
  const { page, close } = await openSession(browser, product.url, { path: `/casas?_record=view.${made?.id}` });
  await page.locator('[data-record-panel]').getByRole('button', { name: 'Concluir' }).click();
  const dialog = page.getByRole('dialog', { name: 'Concluir: Azul?' });
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  const summary = dialog.getByRole('alert');
  await expect
    .poll(() => summary.getByRole('listitem').allInnerTexts())
    .toEqual(['Falta uma vizinha.', 'Falta a vizinha Y.']);
  expect(await summary.getByRole('paragraph').innerText()).toBe('Corrija um campo para continuar:');
  await close();
});

it('keeps a list of rows apart from what follows', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/casas?_record=new' });
  const add = await page.getByRole('button', { name: 'Incluir porta' }).boundingBox();
  const label = await page.locator('label').filter({ hasText: 'Rua' }).boundingBox();
  expect(Math.round((label?.y ?? 0) - (add?.y ?? 0) - (add?.height ?? 0))).toBe(16);
  await close();
});
