/** A load of what was under way elsewhere, as people meet it: asked for, looked at by states, written, told and taken back. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../../support/browser.ts';
import type { BrowserProduct } from '../../../support/browser-product.ts';
import { openBrowserProduct } from '../../../support/browser-product.ts';
import { loadFiles } from '../../imports/load-files.ts';
import { openSession } from '../../shell/open-session.ts';

let product: BrowserProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: loadFiles, rowsOf: [] }), launchBrowser()]);
  await product.runtime.jobs.ready;
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const lines = [
  'Número;Situação;Titular;Início;Data do cancelamento;Motivo',
  '2019/0007;Cancelado;Ana;10/01/2019;31/03/2020;Mudou de cidade',
  '2020/0001;Ativo;Bia;01/02/2020;;',
  '2020/0002;Ativo;Davi;01/02/2020;;',
  '2020/0003;Cancelado;Eva;01/02/2020;;',
];

const contracts = async (): Promise<readonly string[]> =>
  (
    (await product.call('GET', '/contratos?select=numero,situacao&order=numero')) as {
      numero: string;
      situacao: string;
    }[]
  ).map(({ numero, situacao }) => `${numero} ${situacao}`);

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const fieldOf = (page: Page, column: string) =>
  page.getByRole('combobox', { name: `Campo da coluna ${column}`, exact: true });
const load = (page: Page) => page.getByRole('checkbox', { name: 'Carga de dados existentes' });

const sendFrom = async (page: Page): Promise<void> => {
  await page.getByText('Ainda não há registros').waitFor();
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Importar…' }).click();
  await heading(page, 'Importações').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher arquivo…' }).click();
  await (await chooser).setFiles({
    name: 'contratos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
  });
  await heading(page, 'Importação de contratos.csv').waitFor();
};

it('is chosen beside the columns, and the records come in the states that the file says', async () => {
  const { page, auditThemes, messages, close } = await openSession(browser, product.url, { path: '/contratos' });
  await sendFrom(page);
  const first = await Promise.all(
    ['Número', 'Situação', 'Titular', 'Motivo'].map((one) => fieldOf(page, one).inputValue()),
  );
  expect(first).toEqual(['Não importar', 'Não importar', 'Titular', 'Não importar']);

  await load(page).check();
  for (const title of ['Número', 'Situação', 'Titular', 'Início', 'Data do cancelamento', 'Motivo'])
    expect(await fieldOf(page, title).inputValue()).toBe(title);
  expect(await page.getByRole('combobox', { name: 'Reconhecer registros que já existem por' }).inputValue()).toBe(
    'Número',
  );
  await page.getByText('linhas de registros que já existem são recusadas', { exact: false }).waitFor();
  await auditThemes('the columns of a load');
  // And back, and again: what it opened goes with it.
  await load(page).uncheck();
  expect(await fieldOf(page, 'Situação').inputValue()).toBe('Não importar');
  await load(page).check();
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();

  await heading(page, 'O que vai mudar').waitFor();
  await page.getByText('Carga de dados existentes:', { exact: false }).waitFor();
  const states = page.getByRole('table', { name: 'Situação em que entram' });
  expect(
    (await states.getByRole('row').allInnerTexts()).map((text) => text.split(/\s*\t\s*/).map((one) => one.trim())),
  ).toEqual([
    ['Situação', 'Registros'],
    ['Ativo', '2'],
    ['Cancelado', '1'],
  ]);
  await page.getByText('Informe Data do cancelamento.').waitFor();
  await auditThemes('the plan of a load');
  await page.getByRole('button', { name: 'Gravar 3 registros' }).click();
  await heading(page, 'Gravado').waitFor();
  expect(await contracts()).toEqual(['2019/0007 CANCELADO', '2020/0001 ATIVO', '2020/0002 ATIVO']);

  await page.goto(`${product.url}/alteracoes-em-lote`);
  await page.getByText('Carga de dados existentes de', { exact: false }).first().waitFor();
  await page.getByRole('link', { name: 'contratos.csv' }).first().click();
  await heading(page, 'Gravado').waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer em 3 registros' }).click();
  await heading(page, 'Desfeita').waitFor();
  expect(await contracts()).toEqual([]);
  expect(messages).toEqual([]);
  await close();
});

it('is not offered to who has not the right to it', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/contratos', login: 'operador' });
  await sendFrom(page);
  expect(await fieldOf(page, 'Titular').inputValue()).toBe('Titular');
  expect(await load(page).count()).toBe(0);
  expect(await fieldOf(page, 'Situação').inputValue()).toBe('Não importar');
  await close();
});
