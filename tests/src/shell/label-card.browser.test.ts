/** Who set what a label says, asked for on the screen itself: Alt held over it, Alt+click, Alt+O; on the development server. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { DevelopmentProduct } from '../../support/development-product.ts';
import { openDevelopmentProduct } from '../../support/development-product.ts';
import type { Session, SessionOptions } from './open-session.ts';
import { openSession } from './open-session.ts';

const text = (title: string) => ({ title, type: 'string', maxLength: 40 });
const schemaFile = 'schemas/base/frotas/schema.json';
const columnsFile = 'schemas/base/frotas/columns.json';

const files = {
  [schemaFile]: {
    title: 'Frota',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: { ...text('Nome'), 'x-help': 'Como todos a chamam.' },
      sigla: text('Sigla'),
      cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade' } },
      carros: {
        title: 'Carros',
        type: 'array',
        items: { title: 'Carro', type: 'object', required: ['placa'], properties: { placa: text('Placa') } },
      },
    },
  },
  [columnsFile]: {
    entity: 'frota',
    path: '/frotas',
    title: 'Frotas',
    parent: '/base',
    permission: { subject: 'frota' },
    columns: ['nome', { field: 'cidade.uf', title: 'Estado' }],
    search: ['nome'],
    sections: [
      { title: 'Dados', fields: ['nome', 'sigla', 'cidade'] },
      { title: 'Garagem', fields: ['carros'] },
    ],
    buttons: [{ name: 'cidades', title: 'Ver as cidades', icon: 'map', open: { screen: 'cidades' } }],
  },
};

let development: DevelopmentProduct;
let browser: Browser;
let stored: number;
beforeAll(async () => {
  [development, browser] = await Promise.all([
    openDevelopmentProduct(() => openPglite({ folder: 'memory://', template: inject('pgliteTemplates').users }), files),
    launchBrowser(),
  ]);
  await development.edit('clients/copass.json', (client) => {
    client.fields.frota = { nome: { label: 'Nome da frota', because: 'É como se diz na garagem.' } };
  });
  await development.product.reload();
  const { app } = development.product;
  const issued = await app.inject({
    method: 'POST',
    url: '/api/auth/token/issue',
    payload: { userId: 'admin', password: 'admin-demo' },
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/frotas?select=id',
    headers: {
      authorization: `Bearer ${(issued.json() as { token: string }).token}`,
      prefer: 'return=representation',
    },
    payload: { nome: 'Leste', carros: [{ placa: 'ABC1234' }] },
  });
  stored = (answer.json() as { id: number }[])[0]?.id ?? 0;
  // Vite makes ready what a first visit asks for, and begins anew where it finds more.
  const { page, close } = await start('/frotas?_record=new');
  await page.locator('#fi-form_nome').waitFor({ timeout: 90_000 });
  await close();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await development?.close();
});

const start = (path: string, options: SessionOptions = {}): Promise<Session> =>
  openSession(browser, development.url, { path, ...options });

const card = (page: Page): Locator => page.locator('[data-explanation]');
const label = (page: Page, target: string): Locator => page.locator(`[data-explain="${target}"]`).first();
const lineOf = async (file: string, piece: string): Promise<number> => {
  const lines = (await development.read(file)).split('\n');
  return lines.findIndex((line) => line.includes(piece)) + 1;
};

/** A picture for a person to look at, where one is wanted. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['LOOK_AT'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
};

/** What the card says of the label under the pointer, while Alt is held. */
const told = async (page: Page, target: string): Promise<string> => {
  await label(page, target).hover({ timeout: 20_000 });
  await page.keyboard.down('Alt');
  await card(page).waitFor();
  const said = (await card(page).innerText()).replaceAll(/\s+/g, ' ');
  await page.keyboard.up('Alt');
  await card(page).waitFor({ state: 'detached' });
  return said;
};

it.each([
  ['light', false],
  ['dark', true],
])('holding Alt shows who set the label of a field, and what lost; %s', async (name, dark) => {
  const { page, audit, close } = await start(`/frotas?_record=edit.${stored}`, { dark });
  await page.locator('#fi-form_nome').waitFor({ timeout: 60_000 });
  await label(page, 'frota.nome').hover();
  expect(await card(page).count()).toBe(0);
  await page.keyboard.down('Alt');
  await card(page).waitFor();
  const line = await lineOf('clients/copass.json', '"Nome da frota"');
  const base = await lineOf(schemaFile, '"Nome"');
  expect((await card(page).innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(
      `^frota.nome Alt\\+clique fixa, Esc fecha. label Nome da frota clients/copass.json:${line}:\\d+ porque: É como se diz na garagem. perdeu: Nome ${schemaFile}:${base}:\\d+ required true `,
    ),
  );
  await picture(page, `held-${name}`);
  await audit('the card');
  await page.keyboard.up('Alt');
  await card(page).waitFor({ state: 'detached' });
  // Held, it also follows the pointer from label to label.
  await page.keyboard.down('Alt');
  await label(page, 'frota.sigla').hover();
  await card(page).getByText('frota.sigla', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await card(page).waitFor({ state: 'detached' });
  await page.keyboard.up('Alt');
  await close();
});

it('tells of every label of form, record, list and search panel', async () => {
  const { page, go, close } = await start(`/frotas?_record=edit.${stored}`);
  await page.locator('#fi-form_nome').waitFor({ timeout: 60_000 });
  expect(await told(page, 'frota.cidade_id')).toContain(
    `frota.cidade Alt+clique fixa, Esc fecha. label Cidade ${schemaFile}`,
  );
  expect(await told(page, 'frotas#sections.Dados')).toContain(
    `title Dados ${columnsFile}:${await lineOf(columnsFile, '"Dados"')}:`,
  );
  expect(await told(page, 'frota')).toContain(`title Frota ${schemaFile}:${await lineOf(schemaFile, '"Frota"')}:`);
  expect(await told(page, 'frota.carros.placa')).toContain(
    `frota_carros.placa Alt+clique fixa, Esc fecha. label Placa ${schemaFile}:${await lineOf(schemaFile, '"Placa"')}:`,
  );
  await go(`/frotas?_record=view.${stored}`);
  expect(await told(page, 'frota.nome')).toContain('label Nome da frota clients/copass.json');
  expect(await told(page, 'frota_carros.placa')).toContain(`label Placa ${schemaFile}`);
  await go('/frotas');
  expect(await told(page, 'frotas#columns.nome')).toContain('label Nome da frota clients/copass.json');
  expect(await told(page, 'frotas#columns.cidade.uf')).toContain(
    `title Estado ${columnsFile}:${await lineOf(columnsFile, '"Estado"')}:`,
  );
  expect(await told(page, 'frotas#title')).toContain(`title Frotas ${columnsFile}`);
  expect(await told(page, 'frotas#buttons.cidades')).toContain(`title Ver as cidades ${columnsFile}`);
  if ((await label(page, 'frotas#search.nome').count()) === 0)
    await page.getByRole('button', { name: 'Painel de busca' }).click();
  expect(await told(page, 'frotas#search.nome')).toContain('label Nome da frota clients/copass.json');
  await close();
});

it('stays where Alt+click holds it, and does not do what the label does; Escape closes it alone', async () => {
  const { page, close } = await start(`/frotas?_record=edit.${stored}`);
  await page.locator('#fi-form_nome').waitFor({ timeout: 60_000 });
  await page.locator('#fi-form_sigla').click();
  await page.keyboard.down('Alt');
  await label(page, 'frota.nome').click();
  await page.keyboard.up('Alt');
  await card(page).getByRole('button', { name: 'Fechar' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('fi-form_nome');
  await picture(page, 'pinned');
  await page.keyboard.press('Escape');
  await card(page).waitFor({ state: 'detached' });
  expect(await page.locator('#fi-form_nome').count()).toBe(1);
  await close();
});

it('is asked for by the keyboard, follows a saved file, and leads to the place', async () => {
  const { page, close } = await start('/frotas?_record=new');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#fi-form_sigla').click({ timeout: 60_000 });
  await page.keyboard.press('Alt+o');
  await card(page).getByText('Sigla', { exact: true }).waitFor();
  await development.edit(schemaFile, (document) => {
    document.properties.sigla.title = 'Abreviatura';
  });
  await card(page).getByText('Abreviatura', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await card(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fi-form_sigla');
  await page.keyboard.press('Alt+o');
  const line = await lineOf(schemaFile, '"Abreviatura"');
  await card(page)
    .getByRole('button', { name: `Abrir ${schemaFile}:${line} na bancada` })
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === '/bancada');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ arquivo: schemaFile, linha: String(line) });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${schemaFile}:${line}`);
  await close();
});

it('is nothing to who does not model', async () => {
  const { page, close } = await start(`/bancos`, { login: 'operador' });
  await label(page, 'bancos#title').hover({ timeout: 60_000 });
  await page.keyboard.down('Alt');
  await label(page, 'bancos#columns.nome').hover();
  // What would be asked for is asked for before this answers.
  await page.evaluate(() => fetch('/api/health'));
  expect(await card(page).count()).toBe(0);
  expect(
    await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('explicacao')),
    ),
  ).toEqual([]);
  await page.keyboard.up('Alt');
  await close();
});
