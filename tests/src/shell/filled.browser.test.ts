/** A form that fills in what the chosen relation knows: what comes, what follows, and what a person typed. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filledFiles } from '../../engine/api/filled-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { closed, field } from './form-stage.ts';
import { openSession } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;
let bank: number;
let stays: Readonly<Record<'one' | 'other' | 'third', number>>;
let patients: Readonly<Record<'one' | 'other', number>>;

const create = async (path: string, values: object): Promise<number> => {
  await product.call('POST', path, values);
  const [row] = (await product.call('GET', `${path}?select=id&order=id.desc&limit=1`)) as { id: number }[];
  return row?.id ?? 0;
};
const wires = 'paciente_id,estadia_id,regime,inicio,diaria,urgente';
const stored = async (numero: string): Promise<unknown> =>
  product.call('GET', `/prolongamentos?numero=eq.${numero}&select=${wires}`);

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: filledFiles, rowsOf: [] }), launchBrowser()]);
  bank = await create('/bancos', { codigo: '001', nome: 'Banco' });
  patients = {
    one: await create('/pacientes', { numero: 'Ana' }),
    other: await create('/pacientes', { numero: 'Bento', dono_id: bank }),
  };
  stays = {
    one: await create('/estadias', {
      numero: 'E100',
      paciente_id: patients.one,
      regime: 'CLINICO',
      inicio: '2026-02-03',
      diaria: 120.5,
      urgente: false,
    }),
    // Of the same patient as the first.
    third: await create('/estadias', {
      numero: 'E300',
      paciente_id: patients.one,
      regime: 'CLINICO',
      inicio: '2026-06-05',
    }),
    other: await create('/estadias', { numero: 'E200', paciente_id: patients.other, regime: 'CIRURGICO', diaria: 9 }),
  };
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const choose = async (page: Page, name: string): Promise<void> => {
  await field(page, 'estadia_id').fill(name);
  await page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
};
const shown = (page: Page): Promise<readonly string[]> =>
  Promise.all(['paciente_id', 'regime', 'inicio', 'diaria'].map((name) => field(page, name).inputValue()));
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await closed(page);
};

it('brings in what the relation knows, lets it follow another one, and leaves what a person typed', async () => {
  const { page, auditThemes, close } = await openSession(browser, product.url, { path: '/prolongamentos?_record=new' });
  await field(page, 'numero').fill('P1');
  await choose(page, 'E100');
  await expect.poll(() => shown(page)).toEqual(['Ana', 'Clínico', '03/02/2026', '120,50']);
  expect(await page.getByText('Vazio, vem de “Estadia”.').count()).toBe(5);
  await expect
    .poll(() => page.getByRole('status').allTextContents())
    .toContain('Preenchido a partir de Estadia: Paciente, Regime, Início, Diária e Urgente.');
  await auditThemes('fields that were filled in');
  await field(page, 'inicio').fill('01/01/2026');
  // The patient came by the stay, and keeps no other stay from being chosen.
  await choose(page, 'E200');
  await expect.poll(() => shown(page)).toEqual(['Bento', 'Cirúrgico', '01/01/2026', '9,00']);
  expect(await page.getByText('não combina mais').count()).toBe(0);
  await field(page, 'diaria').fill('');
  await save(page);
  expect(await stored('P1')).toEqual([
    {
      paciente_id: patients.other,
      estadia_id: stays.other,
      regime: 'CIRURGICO',
      inicio: '2026-01-01',
      diaria: null,
      urgente: null,
    },
  ]);
  await close();
});

it('opens filled in without being work that closing would lose, until somebody types', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/estadias' });
  await page.getByText('E100').first().waitFor();
  const prolong = async (): Promise<void> => {
    await page
      .getByRole('button', { name: /^Mais ações/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Prolongar', exact: true }).click();
    await expect.poll(() => shown(page)).toEqual(['Ana', 'Clínico', '03/02/2026', '120,50']);
  };
  await prolong();
  await page.keyboard.press('Escape');
  await closed(page);
  await prolong();
  await field(page, 'diaria').fill('7,00');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor();
  await close();
});

it('fills in what the form opens with, on a phone as well, and saves only when all of it is there', async () => {
  const { page, audit, close } = await openSession(browser, product.url, {
    path: '/estadias',
  });
  await page.getByText('E100').first().waitFor();
  await page
    .getByRole('button', { name: /^Mais ações/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Prolongar', exact: true }).click();
  await expect.poll(() => shown(page)).toEqual(['Ana', 'Clínico', '03/02/2026', '120,50']);
  await page.setViewportSize({ width: 390, height: 844 });
  await audit('fields that were filled in, on a phone');
  await field(page, 'numero').fill('P2');
  const released = Promise.withResolvers<void>();
  await page.route('**/api/estadias?id=eq.*', async (route) => {
    await released.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/estadias?id=eq.*');
  await choose(page, 'E200');
  await asked;
  await page.keyboard.press('Control+s');
  released.resolve();
  await closed(page);
  expect(await stored('P2')).toEqual([
    {
      paciente_id: patients.other,
      estadia_id: stays.other,
      regime: 'CIRURGICO',
      inicio: null,
      diaria: 9,
      urgente: null,
    },
  ]);
  await close();
});

const cell = (page: Page, row: number, name: string) => field(page, `itens.${row}.${name}`);
const chooseIn = async (page: Page, row: number, name: string): Promise<void> => {
  await cell(page, row, 'estadia_id').fill(name);
  await page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
};
const rowShown = (page: Page, row: number): Promise<readonly string[]> =>
  Promise.all(['paciente_id', 'regime', 'inicio', 'diaria'].map((name) => cell(page, row, name).inputValue()));
const storedRows = async (numero: string): Promise<unknown> =>
  product.call('GET', `/notas-diarias?numero=eq.${numero}&select=itens(${wires})`);

it('saves only when what is filled by what was filled is there as well', async () => {
  await create('/prolongamentos', { numero: 'P9', estadia_id: stays.other });
  const { page, close } = await openSession(browser, product.url, { path: '/recursos?_record=new' });
  await field(page, 'numero').fill('R1');
  const released = Promise.withResolvers<void>();
  await page.route('**/api/prolongamentos?id=eq.*', async (route) => {
    await released.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/prolongamentos?id=eq.*');
  await field(page, 'prolongamento_id').fill('P9');
  await page.getByRole('listbox').getByRole('option', { name: 'P9', exact: true }).click();
  await asked;
  await page.keyboard.press('Control+s');
  released.resolve();
  await closed(page);
  expect(await product.call('GET', '/recursos?numero=eq.R1&select=estadia_id,paciente_id')).toEqual([
    { estadia_id: stays.other, paciente_id: patients.other },
  ]);
  await close();
});

it('fills in rows by what each of them points at, lets them follow, and leaves what a person typed', async () => {
  const { page, auditThemes, close } = await openSession(browser, product.url, { path: '/notas-diarias?_record=new' });
  await field(page, 'numero').fill('N1');
  await page.getByRole('button', { name: 'Incluir item' }).click();
  await page.getByRole('button', { name: 'Incluir item' }).click();
  await chooseIn(page, 1, 'E100');
  await expect.poll(() => rowShown(page, 1)).toEqual(['Ana', 'Clínico', '03/02/2026', '120,50']);
  expect(await rowShown(page, 0)).toEqual(['', '', '', '']);
  await expect
    .poll(() => page.getByRole('status').allTextContents())
    .toContain('Itens, linha 2: preenchido a partir de Estadia: Paciente, Regime, Início, Diária e Urgente.');
  expect(await cell(page, 1, 'diaria').getAttribute('aria-describedby')).not.toBeNull();
  expect(await page.getByText('Vazio, vem de “Estadia”.').count()).toBe(10);
  await auditThemes('rows that were filled in');
  await cell(page, 1, 'inicio').fill('01/01/2026');
  // The patient came by the stay, and keeps no other stay from being chosen.
  await chooseIn(page, 1, 'E200');
  await expect.poll(() => rowShown(page, 1)).toEqual(['Bento', 'Cirúrgico', '01/01/2026', '9,00']);
  expect(await page.getByText('não combina mais').count()).toBe(0);
  await cell(page, 1, 'diaria').fill('');
  await page.getByRole('button', { name: 'Mover a linha 2 para cima' }).click();
  await chooseIn(page, 1, 'E100');
  await expect.poll(() => rowShown(page, 1)).toEqual(['Ana', 'Clínico', '03/02/2026', '120,50']);
  expect(await rowShown(page, 0)).toEqual(['Bento', 'Cirúrgico', '01/01/2026', '']);
  await save(page);
  const [one, other] = [
    { paciente_id: patients.one, estadia_id: stays.one, regime: 'CLINICO', inicio: '2026-02-03', diaria: 120.5 },
    { paciente_id: patients.other, estadia_id: stays.other, regime: 'CIRURGICO', inicio: '2026-01-01', diaria: null },
  ];
  expect(await storedRows('N1')).toEqual([
    {
      itens: [
        { ...other, urgente: null },
        { ...one, urgente: false },
      ],
    },
  ]);
  await close();
});

it('leaves a row that comes back as it was, and saves rows only when all of it is there', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/notas-diarias?_record=new' });
  await field(page, 'numero').fill('N2');
  await page.getByRole('button', { name: 'Incluir item' }).click();
  await chooseIn(page, 0, 'E100');
  await expect.poll(() => rowShown(page, 0)).toEqual(['Ana', 'Clínico', '03/02/2026', '120,50']);
  await page.getByRole('button', { name: 'Retirar a linha 1' }).click();
  const calls: string[] = [];
  const released = Promise.withResolvers<void>();
  await page.route('**/api/estadias?id=in.*', async (route) => {
    if (route.request().url().includes('regime')) calls.push(route.request().url());
    await released.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Desfazer a retirada' }).click();
  expect(await rowShown(page, 0)).toEqual(['Ana', 'Clínico', '03/02/2026', '120,50']);
  await page.getByRole('button', { name: 'Incluir item' }).click();
  const asked = page.waitForRequest(/estadias\?id=in.*regime/);
  await chooseIn(page, 1, 'E200');
  await asked;
  await page.keyboard.press('Control+s');
  released.resolve();
  await closed(page);
  expect(calls).toHaveLength(1);
  expect(await product.call('GET', '/notas-diarias?numero=eq.N2&select=itens(paciente_id,dono_id,diaria)')).toEqual([
    {
      itens: [
        { paciente_id: patients.one, dono_id: null, diaria: 120.5 },
        { paciente_id: patients.other, dono_id: bank, diaria: 9 },
      ],
    },
  ]);
  await close();
});

it('fills in new records in the grid that makes several, each by its own relation', async () => {
  await create('/prolongamentos', { numero: 'P7', estadia_id: stays.other });
  const { page, auditThemes, close } = await openSession(browser, product.url, {
    path: '/prolongamentos?numero=eq.P7',
  });
  await page.locator('.ag-row .ag-checkbox-input').first().click();
  await page.getByRole('button', { name: 'Duplicar 1' }).click();
  const at = (row: number, name: string) => field(page, `_rows.${row}.${name}`);
  const rowOf = (row: number) =>
    Promise.all(['paciente_id', 'regime', 'inicio', 'diaria'].map((name) => at(row, name).inputValue()));
  await expect.poll(() => rowOf(0)).toEqual(['Bento', 'Cirúrgico', '', '9,00']);
  await page.getByRole('dialog').getByRole('button', { name: 'Incluir prolongamento' }).click();
  await at(1, 'numero').fill('P71');
  await at(1, 'estadia_id').fill('E100');
  await page.getByRole('listbox').getByRole('option', { name: 'E100', exact: true }).click();
  await expect.poll(() => rowOf(1)).toEqual(['Ana', 'Clínico', '03/02/2026', '120,50']);
  await auditThemes('new records that were filled in');
  await at(0, 'numero').fill('P70');
  await page.getByRole('dialog').getByRole('button', { name: 'Incluir', exact: true }).click();
  await closed(page);
  expect(await product.call('GET', '/prolongamentos?numero=in.(P70,P71)&order=numero&select=inicio,diaria')).toEqual([
    { inicio: null, diaria: 9 },
    { inicio: '2026-02-03', diaria: 120.5 },
  ]);
  await close();
});

it('fills in nothing of rows that are there until their relation changes, and then what is empty alone', async () => {
  await create('/notas-diarias', {
    numero: 'N3',
    itens: [{ estadia_id: stays.one, regime: null, inicio: null, diaria: 1, urgente: null }],
  });
  const [{ id } = { id: 0 }] = (await product.call('GET', '/notas-diarias?numero=eq.N3&select=id')) as { id: number }[];
  const { page, close } = await openSession(browser, product.url, { path: `/notas-diarias?_record=edit.${id}` });
  await cell(page, 0, 'diaria').waitFor();
  await cell(page, 0, 'diaria').fill('2,00');
  expect(await rowShown(page, 0)).toEqual(['Ana', '', '', '2,00']);
  await chooseIn(page, 0, 'E300');
  await expect.poll(() => rowShown(page, 0)).toEqual(['Ana', 'Clínico', '05/06/2026', '2,00']);
  await save(page);
  expect(await storedRows('N3')).toMatchObject([{ itens: [{ inicio: '2026-06-05', diaria: 2, urgente: null }] }]);
  await close();
});

it('fills in nothing of a record that is opened, until its relation changes, and then what is empty alone', async () => {
  const id = await create('/prolongamentos', { numero: 'P3', paciente_id: patients.one, diaria: 1 });
  const { page, close } = await openSession(browser, product.url, { path: `/prolongamentos?_record=edit.${id}` });
  await field(page, 'numero').waitFor();
  expect(await shown(page)).toEqual(['Ana', '', '', '1,00']);
  await choose(page, 'E100');
  await expect.poll(() => shown(page)).toEqual(['Ana', 'Clínico', '03/02/2026', '1,00']);
  await field(page, 'inicio').fill('');
  await save(page);
  expect(await stored('P3')).toEqual([
    {
      paciente_id: patients.one,
      estadia_id: stays.one,
      regime: 'CLINICO',
      inicio: null,
      diaria: 1,
      urgente: false,
    },
  ]);
  await close();
});
