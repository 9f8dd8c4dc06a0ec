/** The form of a record that is closed: what it shows, what stays open in it, what its lists leave undone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockedFiles } from '../../engine/api/locked-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: lockedFiles, rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('says why, keeps its fields and rows closed, and saves what is open', async () => {
  await product.call('POST', '/notas', { codigo: 'N1', valor: 5, linhas: [{ nome: 'a' }, { nome: 'b' }] });
  await product.call('PATCH', '/notas?codigo=eq.N1&transition=pagar', { linhas: [{ nome: 'tarifa' }] });
  const { page, close, audit } = await openSession(browser, product.url, { path: '/notas?_record=edit.1' });
  const form = page.getByRole('dialog');
  await form
    .getByText(
      'Este registro está fechado por causa do valor de Situação. Ainda se pode alterar: Observação e Anotações.',
    )
    .waitFor();
  const lines = form.getByRole('group', { name: 'Linhas' });
  const notes = form.getByRole('group', { name: 'Anotações' });
  expect(await lines.getByText('Esta lista não pode ser alterada neste registro.').count()).toBe(1);
  expect(await lines.getByRole('button', { name: /Incluir|Retirar|Mover/ }).count()).toBe(0);
  expect(await lines.getByRole('textbox').evaluateAll((all) => all.every((one) => one.hasAttribute('readonly')))).toBe(
    true,
  );
  const name = lines.getByLabel('Nome, linha 1');
  await name.focus();
  // What the keys of a list do: add below, move.
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Alt+ArrowDown');
  expect(await lines.getByRole('listitem').count()).toBe(3);
  expect(await name.inputValue()).toBe('a');
  expect(
    await form
      .getByLabel(/^Valor/)
      .first()
      .getAttribute('readonly'),
  ).not.toBeNull();
  await audit('the form of a closed record');
  await form.getByLabel('Observação').fill('conferida');
  await notes.getByRole('button', { name: /^Incluir/ }).click();
  await notes.getByLabel('Texto, linha 1').fill('nota');
  await page.keyboard.press('Control+s');
  await form.waitFor({ state: 'detached' });
  expect(await product.call('GET', '/notas?select=valor,observacao,linhas(nome),anotacoes(texto)')).toEqual([
    {
      valor: 5,
      observacao: 'conferida',
      linhas: [{ nome: 'a' }, { nome: 'b' }, { nome: 'tarifa' }],
      anotacoes: [{ texto: 'nota' }],
    },
  ]);
  await close();
});

it('says of a record that is closed with another which relation closes it, and saves what is open', async () => {
  await product.call('POST', '/notas', { codigo: 'N2', linhas: [] });
  const [{ id: nota }] = (await product.call('GET', '/notas?codigo=eq.N2&select=id')) as [{ id: number }];
  await product.call('POST', '/entregas', { codigo: 'E1', nota_id: nota, peso: 1, volumes: [{ nome: 'a' }] });
  await product.call('PATCH', '/notas?codigo=eq.N2&transition=pagar', { linhas: [{ nome: 'tarifa' }] });
  const { page, close } = await openSession(browser, product.url, { path: '/entregas?_record=edit.1' });
  const form = page.getByRole('dialog');
  await form
    .getByText('Este registro está fechado por causa do valor de Nota. Ainda se pode alterar: Lembrete.')
    .waitFor();
  expect(await form.getByLabel('Peso').getAttribute('readonly')).not.toBeNull();
  expect(
    await form
      .getByRole('group', { name: 'Volumes' })
      .getByRole('button', { name: /Incluir/ })
      .count(),
  ).toBe(0);
  await form.getByLabel('Lembrete').fill('ligar');
  await page.keyboard.press('Control+s');
  await form.waitFor({ state: 'detached' });
  expect(await product.call('GET', '/entregas?select=peso,lembrete,volumes(nome)')).toEqual([
    { peso: 1, lembrete: 'ligar', volumes: [{ nome: 'a' }] },
  ]);
  await close();
});
