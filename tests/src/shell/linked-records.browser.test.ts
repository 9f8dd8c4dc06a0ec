/** Who points at a record, told over its fields: the way to each list, and what more there is. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { codeList, registry, relation, text, transition } from '../../support/fixture-fields.ts';
import { openSession, rows } from './open-session.ts';

const record = (title: string, properties: object = {}): object => ({
  title,
  type: 'object',
  required: ['nome'],
  properties: { ...properties, nome: text('Nome', { maxLength: 20, 'x-unique': true }) },
});

/** Lists of records of a house. */
const lists = ['quartos', 'portas', 'chaves', 'janelas', 'muros'] as const;
const titles = ['Quarto', 'Porta', 'Chave', 'Janela', 'Muro'];
const files = {
  'schemas/code-lists/obra.json': codeList('Obra', { PLANTA: 'Na planta', PRONTA: 'Pronta' }),
  'schemas/teste/casas/schema.json': record('Casa', { obra: text('Obra', { 'x-code-list': 'obra' }) }),
  'schemas/teste/casas/columns.json': registry('casas', 'casa', 'Casa', {
    linked: ['porta.casa'],
    states: {
      field: 'obra',
      initial: 'PLANTA',
      transitions: [
        transition('concluir', ['PLANTA'], 'PRONTA', {
          effects: [{ creates: 'quarto', fields: { nome: "'Sala da ' + nome", casa: 'id' } }],
        }),
      ],
    },
  }),
  ...Object.fromEntries(
    lists.flatMap((folder, index) => {
      const [title = ''] = titles.slice(index);
      const entity = folder.replace(/s$/, '');
      return [
        [`schemas/teste/${folder}/schema.json`, record(title, { casa: relation('Casa', 'casa') })],
        [`schemas/teste/${folder}/columns.json`, registry(folder, entity, title, { order: index })],
      ];
    }),
  ),
};

let product: BrowserProduct;
let browser: Browser;
const ids: number[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
  for (const nome of ['Cheia', 'Vazia']) {
    const [made] = (await product.call('POST', '/casas?select=id', { nome })) as { id: number }[];
    ids.push(made?.id ?? 0);
  }
  for (const [index, folder] of lists.entries())
    for (let n = 0; n <= index; n += 1)
      await product.call('POST', `/${folder}`, { nome: `${folder} ${n}`, casa_id: ids[0] });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('stands over the fields, leads to the list, from which a new one begins with the record, and is counted anew', async () => {
  const { page, audit, messages, close } = await openSession(browser, product.url, {
    path: `/casas?_record=view.${ids[0]}`,
  });
  const linked = page.getByRole('navigation', { name: 'Ligados a este registro' });
  const told = () => linked.getByRole('link').allInnerTexts();
  // In a drawer there is room for two in a line.
  await expect.poll(told).toEqual(['Porta\n2', 'Quarto\n1', 'Chave\n3']);
  await audit('a record with others that point at it');
  const more = linked.getByRole('button', { name: 'Mais 2' });
  expect(await more.getAttribute('aria-expanded')).toBe('false');
  await more.press('Enter');
  await expect.poll(told).toEqual(['Porta\n2', 'Quarto\n1', 'Chave\n3', 'Janela\n4', 'Muro\n5']);
  await linked.getByRole('button', { name: 'Mostrar menos' }).waitFor();
  // Its state is told at its name.
  await page.locator('[data-record-panel]').getByText('Cheia Na planta').waitFor();

  await linked.getByRole('link', { name: 'Chave 3' }).click();
  await page.waitForURL((url) => url.pathname === '/chaves');
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.getByRole('button', { name: 'Remover o filtro Casa' }).waitFor();
  await page.getByRole('button', { name: 'Novo' }).first().click();
  const form = page.locator('[data-record-panel]');
  await expect.poll(() => page.locator('#fi-form_casa_id').inputValue()).toBe('Cheia');
  // What is there already is passed, and opens no list over what is to be filled in.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fi-form_nome');
  await form.getByRole('textbox', { name: 'Nome' }).fill('mais uma');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => rows(page).count()).toBe(4);
  await page.goBack();
  await linked.getByRole('link', { name: 'Chave 4' }).waitFor();
  expect(messages).toEqual([]);
  await close();
});

it('says where nobody points, keeps quiet of the past, and fits on a phone', async () => {
  const { page, go, close } = await openSession(browser, product.url, {
    path: `/casas?_record=view.${ids[1]}`,
    width: 360,
    height: 700,
  });
  const linked = page.getByRole('navigation', { name: 'Ligados a este registro' });
  await linked.getByText('Nenhum registro aponta para este.').waitFor();
  await go(`/casas?_record=view.${ids[0]}`);
  await expect.poll(() => linked.getByRole('link').count()).toBe(2);
  await linked.getByRole('button', { name: 'Mais 3' }).waitFor();
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  await go(`/casas?_record=view.${ids[0]}&_as_of=${encodeURIComponent(new Date().toISOString())}`);
  await page.locator('[data-record-panel]').getByText('Cheia').first().waitFor();
  expect(await linked.count()).toBe(0);
  await close();
});

it('tells of what its own transition has made, without being opened again', async () => {
  const { page, close } = await openSession(browser, product.url, { path: `/casas?_record=view.${ids[1]}` });
  const linked = page.getByRole('navigation', { name: 'Ligados a este registro' });
  await linked.getByText('Nenhum registro aponta para este.').waitFor();
  await page.locator('[data-record-panel]').getByRole('button', { name: 'Concluir' }).click();
  await page
    .getByRole('dialog', { name: /^Concluir/ })
    .getByRole('button', { name: 'Concluir' })
    .click();
  await page.locator('[data-record-panel]').getByText('Vazia Pronta').waitFor();
  await linked.getByRole('link', { name: 'Quarto 1' }).waitFor({ timeout: 5_000 });
  await close();
});
