/**
 * The daily tasks from the first key to the last, by the keyboard alone: nothing here clicks, fills or focuses. A step is
 * one key with those held beside it, or one text typed; the number of steps is what the task costs, and may not grow.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { declaredFiles } from '../../support/declared-files.ts';
import { providerFiles } from '../../support/provider-files.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

const call: BrowserProduct['call'] = (...asked) => product.call(...asked);

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({ files: { ...declaredFiles, ...providerFiles }, rowsOf: ['bancos'] }),
    launchBrowser(),
  ]);
  const account = (at: number) => ({
    numero: String(at).padStart(3, '0'),
    descricao: `${at <= 30 ? 'Energia' : 'Aluguel'} ${at}`,
    parcelas: 1,
    itens: [],
  });
  await call(
    'POST',
    '/contas',
    Array.from({ length: 40 }, (_, at) => account(at + 1)),
  );
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** The page with its hands on the keyboard, counting. */
const sitDown = async (path: string) => {
  const { page, close } = await openSession(browser, product.url, { path });
  let steps = 0;
  return {
    page,
    close,
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        steps += 1;
        await page.keyboard.press(key);
      }
    },
    type: async (text: string) => {
      steps += 1;
      await page.keyboard.type(text);
    },
    /** Presses the key until what has the focus is called so; every press counts. */
    reach: async (key: string, name: RegExp, atMost = 20) => {
      for (let turn = 0; turn < atMost && !name.test(await focused(page)); turn += 1) {
        steps += 1;
        await page.keyboard.press(key);
      }
      expect(await focused(page)).toMatch(name);
    },
    steps: () => steps,
  };
};
/** What a screen reader would call the element with the focus, near enough: its label, its text or its id. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null) return '';
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return element.getAttribute('aria-label') ?? label ?? element.textContent ?? element.id;
  });
const dialog = (page: Page) => page.getByRole('dialog');
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });

it('a record is found from any screen and corrected', async () => {
  const { page, press, type, reach, steps, close } = await sitDown('/');
  await page.getByRole('heading', { name: 'Início' }).waitFor();
  await press('Control+k');
  await type('banco do brasil');
  await page.getByRole('option', { name: /001 - Banco do Brasil/ }).waitFor();
  // Not by way of its view.
  await press('Control+Enter');
  await page.locator('#fi-form_codigo:focus').waitFor();
  await reach('Tab', /^Nome reduzido/);
  // What is there is selected by the Tab: typing takes its place.
  await type('BB');
  await press('Control+s');
  await closed(page);
  expect(await call('GET', '/bancos?codigo=eq.001&select=nome_reduzido')).toEqual([{ nome_reduzido: 'BB' }]);
  expect(steps()).toBe(8);
  await close();
});

it('a field of 30 rows is changed', async () => {
  const { page, press, type, steps, close } = await sitDown('/contas');
  await rows(page).first().waitFor();
  await press('/');
  await type('energia');
  await expect.poll(() => page.locator('footer').textContent()).toContain('de 30');
  await press('ArrowDown');
  await page.locator('.ag-row .ag-cell:focus').waitFor();
  await press('Control+a');
  await page.getByText('30 selecionados').first().waitFor();
  await press('b');
  await dialog(page).getByText('Escolha um campo').waitFor();
  await type('sit');
  await press('Enter');
  await page.locator('#fi-form_situacao:focus').waitFor();
  // The list opens with nothing marked, and marks in a turn of its own.
  await press('ArrowDown');
  await page.locator('#fi-form_situacao[aria-expanded="true"]').waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await press('ArrowDown');
  await page.getByRole('option', { name: 'Paga' }).and(page.locator('[data-combobox-selected]')).waitFor();
  await press('Enter');
  await expect.poll(() => page.locator('#fi-form_situacao').inputValue()).toBe('Paga');
  await press('Control+Enter');
  await page.getByText('30 registros alterados.').waitFor();
  expect(await call('GET', '/contas?situacao=eq.PAGA&select=numero')).toHaveLength(30);
  expect(steps()).toBe(11);
  await close();
});

it('a record is added with a related one that is made on the way', async () => {
  const { page, press, type, reach, steps, close } = await sitDown('/exames');
  await page.getByText('Ainda não há registros').waitFor();
  await press('n');
  await page.locator('#fi-form_descricao:focus').waitFor();
  await type('Consulta');
  await reach('Tab', /^Banco/);
  await type('Banco inexistente');
  await page.getByRole('option', { name: 'Incluir banco…' }).waitFor();
  await press('Enter');
  await page.locator('#fi-form_codigo:focus').waitFor();
  // The name is there already: it is what was looked for.
  await type('987');
  await press('Control+s');
  await expect.poll(() => page.locator('#fi-form_banco_id').inputValue()).toContain('Banco inexistente');
  await press('Control+s');
  await closed(page);
  expect(await call('GET', '/exames?select=descricao,banco(codigo,nome)')).toEqual([
    { descricao: 'Consulta', banco: { codigo: '987', nome: 'Banco inexistente' } },
  ]);
  expect(steps()).toBe(12);
  await close();
});

it('who changed what is seen', async () => {
  await call('PATCH', '/contas?numero=eq.001', { parcelas: 2 });
  const { page, press, steps, close } = await sitDown('/contas');
  await rows(page).first().waitFor();
  await press('j', 'h');
  const told = dialog(page).getByRole('listitem').filter({ hasText: 'alterou' }).first();
  await expect.poll(() => told.innerText()).toMatch(/admin alterou[\s\S]*Parcelas[\s\S]*1[\s\S]*2/);
  expect(steps()).toBe(2);
  await close();
});

it('a list is worked down in its form, record by record', async () => {
  const { page, press, type, reach, steps, close } = await sitDown('/contas');
  await rows(page).first().waitFor();
  for (const description of ['Primeira', 'Segunda', 'Terceira']) {
    await press('j', 'e');
    await page.locator('#fi-form_numero:focus').waitFor();
    await reach('Tab', /^Descrição/);
    await type(description);
    await press('Control+s');
    await closed(page);
    await page.locator('.ag-row .ag-cell:focus').waitFor();
  }
  expect(await call('GET', '/contas?select=descricao&order=numero&limit=3')).toEqual([
    { descricao: 'Primeira' },
    { descricao: 'Segunda' },
    { descricao: 'Terceira' },
  ]);
  expect(steps()).toBe(15);
  await close();
});

it('a list is worked down in its cells', async () => {
  const { page, press, type, reach, steps, close } = await sitDown('/contas');
  await rows(page).first().waitFor();
  await press('j');
  await reach('ArrowRight', /^(1|2)$/);
  const before = steps();
  for (const value of ['7', '8', '9']) {
    await press('F2');
    await page.locator('.ag-row input:focus').waitFor();
    // What is there is selected: typing takes its place.
    await type(value);
    await press('Enter');
    await page.locator('.ag-row [col-id=parcelas]', { hasText: new RegExp(`^${value}$`) }).waitFor();
    // Stored, and one row further down.
    await page.locator('.ag-row .ag-cell:focus', { hasText: /^[12]$/ }).waitFor();
  }
  await expect
    .poll(() => call('GET', '/contas?select=parcelas&order=numero&limit=4'))
    .toEqual([{ parcelas: 7 }, { parcelas: 8 }, { parcelas: 9 }, { parcelas: 1 }]);
  expect([before, steps() - before]).toEqual([6, 9]);
  await press('F2');
  await page.locator('.ag-row input:focus').waitFor();
  await press('Shift+Enter');
  await page.locator('.ag-row .ag-cell:focus', { hasText: /^9$/ }).waitFor();
  await close();
});

it('Enter in a relation never sends the form off without what was typed there', async () => {
  const { page, press, type, reach, close } = await sitDown('/exames?_record=new');
  await page.locator('#fi-form_descricao:focus').waitFor();
  await type('Escolha');
  await reach('Tab', /^Banco/);
  await type('banco do');
  await page
    .getByRole('option', { name: /Brasil/ })
    .first()
    .waitFor();
  await press('Enter');
  expect(await page.locator('#fi-form_banco_id').inputValue()).toBe('banco do');
  expect(await dialog(page).count()).toBe(1);
  await press('ArrowDown', 'Enter');
  await expect.poll(() => page.locator('#fi-form_banco_id').inputValue()).toMatch(/^\d{3} - /);
  await press('Control+s');
  await closed(page);
  await close();
});

it('a relation is emptied by a key: with its list closed by Delete, with it open by taking the text away', async () => {
  const [row] = (await call('POST', '/exames', { descricao: 'Esvaziar', banco_id: 1 })) as [{ id: number }];
  const { page, press, reach, close } = await sitDown(`/exames?_record=edit.${row.id}`);
  const field = page.locator('#fi-form_banco_id');
  const named = () => field.inputValue();
  await page.locator('#fi-form_descricao:focus').waitFor();
  await expect.poll(named).toMatch(/^\d{3} - /);
  await reach('Tab', /^Banco/);
  await press('Escape', 'Delete');
  await expect.poll(named).toBe('');
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  await press('Control+s');
  await closed(page);
  expect(await call('GET', `/exames?id=eq.${row.id}&select=banco_id`)).toEqual([{ banco_id: null }]);

  await call('PATCH', `/exames?id=eq.${row.id}`, { banco_id: 1 });
  await page.goto(`${product.url}/exames?_record=edit.${row.id}`);
  await expect.poll(named).toMatch(/^\d{3} - /);
  await reach('Tab', /^Banco/);
  await press('Control+a', 'Backspace', 'Control+s');
  await closed(page);
  expect(await call('GET', `/exames?id=eq.${row.id}&select=banco_id`)).toEqual([{ banco_id: null }]);
  await close();
});

it('what is typed while the search of Ctrl+K is on its way is looked for, and commands nothing behind it', async () => {
  const { page, press, type, close } = await sitDown('/contas');
  await rows(page).first().waitFor();
  let send = (): void => {};
  const asked = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/command-search-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await press('j', 'Control+k');
  // Commands of a list, every one of them: new, edit, history, change, open, delete.
  await type('nehb ');
  await press('Enter', 'Delete');
  send();
  const field = page.getByRole('combobox', { name: 'Buscar telas, registros e ações' });
  await field.waitFor();
  await type('anco');
  expect(await field.inputValue()).toBe('nehb anco');
  expect(new URL(page.url()).search).toBe('');
  await press('Escape');
  await closed(page);
  await press('Control+k');
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
  // There, and the focus elsewhere: the same as before it was there.
  await field.evaluate((input) => input.blur());
  await type('nehb');
  await expect.poll(() => field.inputValue()).toBe('nehb');
  expect(new URL(page.url()).search).toBe('');
  await close();
});

it('Tab inside a drawer selects what a field holds, as it does on a page', async () => {
  const { page, press, reach, close } = await sitDown('/bancos?_record=edit.1');
  await page.locator('#fi-form_codigo:focus').waitFor();
  const selected = () => page.evaluate(() => getSelection()?.toString());
  await reach('Tab', /^Nome\b/);
  expect(await selected()).toBe('Banco do Brasil S.A.');
  await press('Shift+Tab');
  expect(await selected()).toBe('00000000');
  await press('Escape');
  await closed(page);
  await close();
});

it('who may not change a record sees it where Ctrl+Enter would edit it', async () => {
  const { page, close } = await openSession(browser, product.url, { login: 'consulta' });
  await page.getByRole('heading', { name: 'Início' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('banco do brasil');
  await page.getByRole('option', { name: /001 - Banco do Brasil/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog(page).getByText('Nome reduzido').waitFor();
  await dialog(page).getByRole('heading', { name: 'Banco' }).waitFor();
  expect(await dialog(page).getByRole('textbox').count()).toBe(0);
  await close();
});
