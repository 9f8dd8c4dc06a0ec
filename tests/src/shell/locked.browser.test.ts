/** A record that is closed: what its form shows, what stays open in it, what its lists leave undone; that one need not open it. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockedFiles } from '../../engine/api/locked-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { closedFiles } from '../../support/closed-files.ts';
import { openSession, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({ files: { ...lockedFiles, ...closedFiles }, rowsOf: [] }),
    launchBrowser(),
  ]);
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
    .getByText('Este registro está fechado porque o registro em Nota está fechado. Ainda se pode alterar: Lembrete.')
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

it('offers to take away only rows in which nothing is closed', async () => {
  await product.call('POST', '/agendas', { codigo: 'A1', vagas: [{ sala: '12' }, { livre: true }] });
  await product.call('PATCH', '/agendas?codigo=eq.A1', { fechada: true });
  const { page, close } = await openSession(browser, product.url, { path: '/agendas?_record=edit.1' });
  const form = page.getByRole('dialog');
  const slots = form.getByRole('group', { name: 'Vagas' });
  const offered = () =>
    slots.getByRole('button', { name: /^Retirar/ }).evaluateAll((all) => all.map((one) => one.ariaLabel));
  await slots.getByRole('button', { name: /^Incluir/ }).waitFor();
  expect(await offered()).toEqual(['Retirar a linha 2']);
  // One that is not stored yet may go again.
  await slots.getByRole('button', { name: /^Incluir/ }).click();
  expect(await offered()).toEqual(['Retirar a linha 2', 'Retirar a linha 3']);
  // Nor is anything closed that one is about to open.
  await form.getByLabel('Fechada').uncheck();
  await expect.poll(offered).toEqual(['Retirar a linha 1', 'Retirar a linha 2', 'Retirar a linha 3']);
  await close();
});

/** The texts of the labels and columns that bear a star, and what is said to be required. */
const asked = async (form: Locator) => ({
  stars: await form
    .locator('label, p, span')
    .filter({ has: form.page().locator(':scope > span', { hasText: /^\*$/ }) })
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.replace(/\s+/g, ' ').trim())),
  required: await form.locator('[aria-required="true"]').count(),
});

describe('a record in which nothing is open', () => {
  const reason = 'Este registro está fechado por causa do valor de Situação, e nada nele pode ser alterado aqui.';

  beforeAll(async () => {
    const itens = [{ nome: 'Pão' }];
    await product.call('POST', '/recibos', [
      { codigo: 'R1', tipo: 'COMUM', itens },
      { codigo: 'R2', tipo: 'EXTRA', motivo: 'Feriado', itens },
      { codigo: 'R3', tipo: 'COMUM', itens },
    ]);
    await product.call('PATCH', '/recibos?codigo=in.(R2,R3)&transition=pagar', {});
  });

  it('asks for nothing in its form: stars stand where somebody can fill in what is missing', async () => {
    const { page, go, close } = await openSession(browser, product.url, { path: '/recibos?_record=edit.1' });
    const form = page.getByRole('dialog');
    await form.getByLabel('Nome, linha 1').waitFor();
    expect(await asked(form)).toEqual({
      stars: ['Código*', 'Tipo*', 'Itens*', 'Nome*', 'Nome , linha 1 *'],
      required: 3,
    });
    await go('/recibos?_record=edit.2');
    await form.getByText('Ainda se pode alterar: Motivo.').waitFor();
    expect(await asked(form)).toEqual({ stars: ['Motivo*'], required: 1 });
    await go('/recibos?_record=edit.3');
    await form.getByText(reason).waitFor();
    expect(await asked(form)).toEqual({ stars: [], required: 0 });
    await close();
  });

  it('begins where something may be typed, and is saved only where anything may', async () => {
    const { page, go, close } = await openSession(browser, product.url, { path: '/recibos?_record=edit.2' });
    const form = page.getByRole('dialog');
    const save = form.getByRole('button', { name: 'Salvar', exact: true });
    await form.getByText('Ainda se pode alterar: Motivo.').waitFor();
    const focused = (label: RegExp) =>
      form.getByLabel(label).evaluateAll((all) => all.some((one) => one === document.activeElement));
    await expect.poll(() => focused(/^Motivo/)).toBe(true);
    expect(await save.isEnabled()).toBe(true);
    await go('/recibos?_record=edit.3');
    await form.getByText(reason).waitFor();
    expect(await save.isEnabled()).toBe(false);
    expect(
      await form.locator('input, textarea').evaluateAll((all) => all.some((one) => one === document.activeElement)),
    ).toBe(false);
    await close();
  });

  it('is not offered to be changed in the list, which says why, until it is opened again', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/recibos' });
    const edit = (row: number) => rows(page).nth(row).getByRole('button', { name: 'Editar', exact: true });
    await rows(page).nth(2).waitFor();
    const offered = async () =>
      Promise.all([0, 1, 2].map(async (row) => [await edit(row).isEnabled(), await edit(row).getAttribute('title')]));
    expect(await offered()).toEqual([
      [true, 'Editar'],
      [true, 'Editar'],
      [false, reason],
    ]);
    await rows(page).nth(2).hover();
    await audit('a row whose record is closed');
    // The keyboard reaches it, and is told.
    await rows(page).nth(2).getByText('R3').click();
    await page.keyboard.press('e');
    await page.getByRole('status').getByText(reason).waitFor();
    await edit(2).focus();
    expect(await edit(2).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await rows(page)
      .nth(2)
      .getByRole('button', { name: /^Mais ações/ })
      .click();
    await page.getByRole('menuitem', { name: 'Reabrir' }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Reabrir' }).click();
    await expect.poll(offered).toEqual([
      [true, 'Editar'],
      [true, 'Editar'],
      [true, 'Editar'],
    ]);
    await product.call('PATCH', '/recibos?codigo=eq.R3&transition=pagar', {});
    await close();
  });

  it('says so on its own page, at the pointer and at the keyboard’s focus', async () => {
    const { page, auditThemes, close } = await openSession(browser, product.url, { path: '/recibos?_record=view.3' });
    const view = page.locator('[data-record-panel]');
    const edit = view.getByRole('button', { name: 'Editar', exact: true });
    await edit.waitFor();
    expect([await edit.isEnabled(), await edit.getAttribute('title')]).toEqual([false, reason]);
    for (let step = 0; step < 20 && !(await edit.evaluate((one) => one === document.activeElement)); step += 1)
      await page.keyboard.press('Tab');
    await page.getByRole('tooltip').getByText(reason).waitFor();
    await auditThemes('the view of a closed record');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(reason).waitFor();
    await page.keyboard.press('e');
    expect(await page.locator('[data-record-editor]').count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('_record')).toBe('view.3');
    await close();
  });

  it('is printed with its state, and with nothing to press', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/recibos?_record=view.3' });
    const view = page.locator('[data-record-panel]');
    const pressed = () => view.getByRole('button', { name: 'Reabrir' }).filter({ visible: true }).count();
    await view.getByRole('button', { name: 'Reabrir' }).waitFor();
    expect(await pressed()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await pressed()).toBe(0);
    expect(await view.getByText('Pago').first().isVisible()).toBe(true);
    await close();
  });

  it('opens its form where anything is open', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/recibos?_record=view.2' });
    const edit = page.locator('[data-record-panel]').getByRole('button', { name: 'Editar', exact: true });
    await edit.click();
    await page
      .locator('[data-record-editor]')
      .getByLabel(/^Motivo/)
      .waitFor();
    await close();
  });

  it('says why in the menu of its card, where nothing points', async () => {
    const { page, auditThemes, close } = await openSession(browser, product.url, {
      path: '/recibos',
      width: 390,
      height: 844,
    });
    await page.getByRole('button', { name: 'Ações de R3' }).click();
    const entry = page.getByRole('menuitem', { name: 'Editar', exact: true });
    await entry.getByText(reason).waitFor();
    expect([await entry.isEnabled(), await entry.getAttribute('title')]).toEqual([false, reason]);
    // Arrows reach it like the others.
    const reached = () => entry.evaluate((one) => one === document.activeElement);
    for (let step = 0; step < 10 && !(await reached()); step += 1) await page.keyboard.press('ArrowDown');
    expect(await reached()).toBe(true);
    await auditThemes('the menu of a card whose record is closed');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(reason).waitFor();
    expect(await page.locator('[data-record-editor]').count()).toBe(0);
    await close();
  });
});
