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
let stays: Readonly<Record<'one' | 'other', number>>;
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
  patients = {
    one: await create('/pacientes', { numero: 'Ana' }),
    other: await create('/pacientes', { numero: 'Bento' }),
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
  expect(await page.getByText('Vazio, vem de Estadia.').count()).toBe(5);
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
