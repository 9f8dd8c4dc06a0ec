/** A new record whose answer is lost: it is stored, and sending it again stores no second one. In a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

const text = (title: string) => ({ title, type: 'string', maxLength: 40 });

/** No value of it is unique: nothing else keeps a second one out. */
const files = {
  'schemas/base/bilhetes/schema.json': {
    title: 'Bilhete',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome'),
      setor: text('Setor'),
      itens: {
        title: 'Itens',
        type: 'array',
        items: { title: 'Item', type: 'object', properties: { peca: text('Peça') } },
      },
    },
  },
  'schemas/base/bilhetes/columns.json': {
    entity: 'bilhete',
    path: '/bilhetes',
    title: 'Bilhete',
    parent: '/base',
    permission: { subject: 'bilhete' },
    columns: ['nome', 'setor'],
  },
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
beforeEach(() => product.database.execute('delete from bilhete'));

interface Stored {
  readonly id: number;
  readonly versao: number;
  readonly nome: string;
  readonly setor: string | null;
}

const stored = async (): Promise<readonly Stored[]> =>
  (await product.call('GET', '/bilhetes?select=id,versao,nome,setor&order=id')) as readonly Stored[];
const values = async () => (await stored()).map(({ nome, setor }) => [nome, setor]);
const field = (page: Page, name: string) => page.locator(`#fi-form_${name}`);
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true }).click();
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
const told = (page: Page, said: string) => page.locator('.fi-alert', { hasText: said });

/** The form of a new one, filled and sent; the server has stored it, and its answer came nowhere. */
const lose = async () => {
  const session = await openSession(browser, product.url, { path: '/bilhetes?_record=new' });
  const { page, messages, close } = session;
  page.on('dialog', (dialog) => void dialog.accept());
  await field(page, 'nome').fill('Primeiro');
  await page.route('**/api/bilhetes?*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await save(page);
  await told(page, 'Falha na conexão').waitFor();
  await page.unroute('**/api/bilhetes?*');
  expect(await values()).toEqual([['Primeiro', null]]);
  return {
    page,
    end: async () => {
      // The call without an answer said so on the console.
      expect(messages.splice(0).filter((message) => !message.includes('ERR_FAILED'))).toEqual([]);
      await close();
    },
  };
};

it('is saved again as it is, and is there once', async () => {
  const { page, end } = await lose();
  await save(page);
  await closed(page);
  await told(page, 'Registro incluído: Primeiro').waitFor();
  expect(await stored()).toEqual([expect.objectContaining({ nome: 'Primeiro', versao: 1 })]);
  await end();
});

it('with more typed since goes on as a change of the one that is there', async () => {
  const { page, end } = await lose();
  await field(page, 'nome').fill('Segundo');
  await field(page, 'setor').fill('Norte');
  await page.getByRole('button', { name: 'Incluir item' }).click();
  await field(page, 'itens_0_peca').fill('Roda');
  await save(page);
  const alert = told(page, 'já tinha sido gravado');
  await alert.getByRole('button', { name: 'Visualizar' }).waitFor();
  expect(await page.locator('.fi-alert').filter({ hasText: 'outro conteúdo' }).count()).toBe(0);
  expect(await field(page, 'setor').inputValue()).toBe('Norte');
  await page.getByText('3 campos alterados e não salvos').waitFor();
  await save(page);
  await closed(page);
  const [only, ...others] = await stored();
  expect([only?.nome, only?.setor, others]).toEqual(['Segundo', 'Norte', []]);
  expect(await product.call('GET', '/bilhetes?select=itens(peca)')).toEqual([{ itens: [{ peca: 'Roda' }] }]);
  await end();
});

/** The page dies with the form, and the draft comes back in another. */
const revive = async (page: Page): Promise<void> => {
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('fichario.draft')));
  await expect.poll(kept, { timeout: 45_000 }).toHaveLength(1);
  await page.reload();
  await page.getByRole('button', { name: 'Restaurar' }).click();
  await expect.poll(() => field(page, 'nome').inputValue()).toBe('Primeiro');
};

it('is the same one after the page died', async () => {
  const { page, end } = await lose();
  await revive(page);
  await save(page);
  await closed(page);
  expect(await values()).toEqual([['Primeiro', null]]);
  await end();
});

it('is chosen field by field where nobody knows any more what was sent', async () => {
  const { page, end } = await lose();
  await revive(page);
  await field(page, 'nome').fill('Segundo');
  await save(page);
  await page.getByRole('radio', { name: /Segundo/ }).click();
  await page.getByRole('button', { name: 'Usar as escolhas' }).click();
  await expect.poll(() => field(page, 'nome').inputValue()).toBe('Segundo');
  await save(page);
  await closed(page);
  expect(await values()).toEqual([['Segundo', null]]);
  await end();
});

it('that somebody has deleted meanwhile is told of, and comes with the next click', async () => {
  const { page, end } = await lose();
  await product.call('DELETE', `/bilhetes?id=eq.${(await stored())[0]?.id}`);
  await save(page);
  await told(page, 'depois foi apagado').waitFor();
  expect(await values()).toEqual([]);
  await save(page);
  await closed(page);
  expect(await values()).toEqual([['Primeiro', null]]);
  await end();
});

it('is another record where it is another form, whatever it says', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/bilhetes' });
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Novo', exact: true }).first().click();
    await field(page, 'nome').fill('Igual');
    await save(page);
    await closed(page);
  }
  expect(await values()).toEqual([
    ['Igual', null],
    ['Igual', null],
  ]);
  await close();
});
