/** The dialog of a transition whose fields begin with a value: what stands in them, what is sent, and what is said of it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { begunMoveFiles } from '../../engine/api/begun-move-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: begunMoveFiles, rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const idOf = async (path: string): Promise<number> => {
  const [row] = (await product.call('GET', `${path}&select=id`)) as readonly { readonly id: number }[];
  if (row === undefined) throw new Error(`nothing at ${path}`);
  return row.id;
};

const insert = async (path: string, row: { readonly nome: string; readonly [column: string]: unknown }) => {
  await product.call('POST', path, row);
  return idOf(`${path}?nome=eq.${row.nome}`);
};

const paid = async (nome: string): Promise<unknown> => {
  const select = 'select=situacao,valor_pago,forma,codigo,favorecido(nome)';
  return ((await product.call('GET', `/carnes?nome=eq.${nome}&${select}`)) as readonly unknown[])[0];
};

const openMove = async (page: Page, nome: string, transition: string) => {
  await rows(page).getByText(nome, { exact: true }).waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: nome })
    .getByRole('button', { name: /^Mais ações/ })
    .click();
  await page.getByRole('menuitem', { name: transition, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).first().waitFor();
  return dialog;
};

it('stands in the fields to be changed or emptied, and is sent as it was seen', async () => {
  const favorecido_id = await insert('/pessoas', { nome: 'Ana' });
  const contrato_id = await insert('/contratos', { nome: 'Casa', desconto: 12.5, favorecido_id });
  for (const nome of ['Luz', 'Gua']) await insert('/carnes', { nome, valor: 100, contrato_id });
  const { page, audit, close } = await openSession(browser, product.url, { path: '/carnes' });
  const dialog = await openMove(page, 'Luz', 'Pagar');
  const amount = dialog.getByRole('textbox', { name: 'Valor pago' });
  const kind = dialog.getByRole('combobox', { name: 'Forma' });
  const person = dialog.getByRole('combobox', { name: 'Favorecido' });
  expect(await amount.inputValue()).toBe('87,50');
  expect(await kind.inputValue()).toBe('Pix');
  await expect.poll(() => person.inputValue()).toBe('Ana');
  const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' });
  const days = [day.format(new Date())];
  expect(days).toContain(await dialog.getByRole('textbox', { name: 'Dia do pagamento' }).inputValue());
  const told = await amount.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${told?.split(' ')[0]}"]`).textContent()).toContain(
    'Valor proposto, que pode ser alterado.',
  );
  await audit('a transition whose fields begin with values');
  // What the record says in the meantime does not change what was seen.
  await product.call('PATCH', '/contratos?nome=eq.Casa', { desconto: 50 });
  await person.click();
  await person.fill('');
  await dialog.getByRole('button', { name: 'Pagar' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await paid('Luz')).toMatchObject({ situacao: 'PAGA', valor_pago: 87.5, forma: 'PIX', favorecido: null });

  // Dismissed at once: nobody has typed anything.
  const other = await openMove(page, 'Gua', 'Pagar');
  expect(await other.getByRole('textbox', { name: 'Valor pago' }).inputValue()).toBe('50,00');
  await page.keyboard.press('Escape');
  await other.waitFor({ state: 'detached' });
  await close();
});

it('is worked out of linked records that are read with the record; of others the server works it out, and the dialog says so', async () => {
  const carne_id = await insert('/carnes', { nome: 'Rateio', valor: 10 });
  for (const valor of [1, 2.5]) {
    await insert('/quotas', { nome: `q${valor}`, carne_id, valor });
    await insert('/outras/tarifas', { nome: `t${valor}`, carne_id, valor: valor + 1 });
  }
  const { page, close } = await openSession(browser, product.url, { path: '/carnes' });
  const shared = await openMove(page, 'Rateio', 'Ratear');
  expect(await shared.getByRole('textbox', { name: 'Valor pago' }).inputValue()).toBe('3,50');
  await page.keyboard.press('Escape');
  await shared.waitFor({ state: 'detached' });
  const dialog = await openMove(page, 'Rateio', 'Taxar');
  expect(await dialog.getByRole('textbox', { name: 'Valor pago' }).inputValue()).toBe('');
  await dialog.getByText('Em branco, o valor é calculado ao gravar.').waitFor();
  await dialog.getByRole('button', { name: 'Taxar' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await paid('Rateio')).toMatchObject({ situacao: 'PAGA', valor_pago: 5.5 });
  await close();
});

it('begins the row that is asked for, and empties what is emptied of it', async () => {
  await insert('/carnes', { nome: 'Parcelada', valor: 40 });
  const { page, close } = await openSession(browser, product.url, { path: '/carnes' });
  const dialog = await openMove(page, 'Parcelada', 'Anotar');
  const amount = dialog.getByRole('textbox', { name: 'Valor da parte' });
  expect(await amount.inputValue()).toBe('40,00');
  await amount.fill('');
  await dialog.getByRole('button', { name: 'Anotar' }).click();
  await dialog.getByText('Informe Valor da parte.').first().waitFor();
  await amount.fill('15');
  await dialog.getByRole('button', { name: 'Anotar' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await product.call('GET', '/carnes?nome=eq.Parcelada&select=pagamentos(valor)')).toEqual([
    { pagamentos: [{ valor: 15 }] },
  ]);
  await close();
});

it('over several records each gets its own where the field is left empty', async () => {
  for (const [nome, valor] of [
    ['Um', 11],
    ['Dois', 22],
  ] as const)
    await insert('/carnes', { nome, valor });
  const { page, close } = await openSession(browser, product.url, {
    path: '/carnes?situacao=eq.ABERTA&nome=in.(Um,Dois)',
  });
  await rows(page).getByText('Um', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: /todas/i }).first().check();
  await page.getByRole('button', { name: /^Mudar situação/ }).click();
  await page.getByRole('menuitem', { name: 'Pagar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: 'Valor pago' });
  await amount.waitFor();
  expect(await amount.inputValue()).toBe('');
  await dialog.getByText('Em branco, cada registro recebe o valor proposto para ele.').first().waitFor();
  await dialog.getByRole('button', { name: /^Pagar/ }).click();
  await expect
    .poll(async () => [await paid('Um'), await paid('Dois')])
    .toMatchObject([
      { situacao: 'PAGA', valor_pago: 11, forma: 'PIX' },
      { situacao: 'PAGA', valor_pago: 22, forma: 'PIX' },
    ]);
  await close();
});
