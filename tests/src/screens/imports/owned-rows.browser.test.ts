/** Rows that records own, in a file, as people meet them: their columns, what is told of them, and what becomes of them. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../../support/browser.ts';
import type { BrowserProduct } from '../../../support/browser-product.ts';
import { openBrowserProduct } from '../../../support/browser-product.ts';
import { openSession } from '../../shell/open-session.ts';

let product: BrowserProduct;
let browser: Browser;

const question = (enunciado: string) => ({ enunciado, tipo: 'SIM_NAO', obrigatoria: true });
const perguntas = [question('Fuma?'), question('Bebe?'), question('Tem diabetes?')];

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: ['paises'] }), launchBrowser()]);
  await product.runtime.jobs.ready;
  for (const nome of ['Declaração', 'Pesquisa'])
    await product.call('POST', '/questionarios', {
      nome,
      finalidade: 'DECLARACAO_SAUDE',
      inicio: '2026-01-01',
      perguntas,
    });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const fieldOf = (page: Page, column: string) =>
  page.getByRole('combobox', { name: `Campo da coluna ${column}`, exact: true });
const send = async (page: Page, name: string, content: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher arquivo…' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await heading(page, 'O que cada coluna traz').waitFor();
};
const questions = async (nome: string): Promise<readonly string[]> =>
  (
    (await product.call('GET', `/questionarios?nome=eq.${nome}&select=perguntas(enunciado)`)) as {
      perguntas: { enunciado: string }[];
    }[]
  ).flatMap((one) => one.perguntas.map(({ enunciado }) => enunciado));
const before = ['Fuma?', 'Bebe?', 'Tem diabetes?'];
const same = { finalidade: 'DECLARACAO_SAUDE', inicio: '2026-01-01' };
const json = JSON.stringify([
  {
    nome: 'Declaração',
    ...same,
    perguntas: [question('Fuma?'), question('Tem diabetes?'), question('Tem alergia?'), question('A qual?')],
  },
  { nome: 'Pesquisa', ...same },
  { nome: 'Nova', finalidade: 'DECLARACAO_SAUDE', inicio: '01/02/2026', perguntas: [question('Já foi atendido?')] },
]);

it.each([
  ['wide', 1440, 900],
  ['a phone', 390, 844],
] as const)('lists of JSON are told row by row, written and taken back: %s', async (what, width, height) => {
  const { page, auditThemes, close } = await openSession(browser, product.url, {
    path: '/importacoes?rota=/questionarios',
    width,
    height,
  });
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await send(page, `${what}.json`, json);
  expect(await fieldOf(page, 'perguntas[].enunciado').inputValue()).toBe('Enunciado (Perguntas)');
  await page.getByText('Perguntas: o arquivo traz a lista inteira.', { exact: false }).waitFor();
  await auditThemes('the columns of a list');
  await fits();
  // Keys of a list bring rows, and nothing else.
  await fieldOf(page, 'perguntas[].tipo').click();
  await page.getByRole('option', { name: 'Não importar', exact: true }).waitFor();
  expect(await page.getByRole('option', { name: 'Nome', exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Conferir' }).click();

  await heading(page, 'O que vai mudar').waitFor();
  const told = page.getByRole('main');
  await told.getByText('Perguntas 3 linhas incluídas, 1 apagada').waitFor();
  const changed = told.getByRole('region', { name: 'Como ficam alguns dos que mudam' });
  const rows = (await changed.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  expect(rows).toEqual([
    'Linha 3, nova Enunciado Tem alergia? Tipo Sim ou não Obrigatória Sim',
    'Linha 4, nova Enunciado A qual? Tipo Sim ou não Obrigatória Sim',
    'Linha 2, apagada Enunciado Bebe? Tipo Sim ou não Obrigatória Sim',
  ]);
  await auditThemes('rows that come and go');
  await fits();
  await page.getByRole('button', { name: 'Gravar 2 registros' }).click();
  await heading(page, 'Gravado').waitFor();
  expect(await questions('Declaração')).toEqual(['Fuma?', 'Tem diabetes?', 'Tem alergia?', 'A qual?']);
  expect(await questions('Pesquisa')).toEqual(before);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Perguntas 1 linha incluída, 2 apagadas').waitFor();
  await auditThemes('taking it back');
  await page.getByRole('button', { name: 'Desfazer em 2 registros' }).click();
  await heading(page, 'Desfeita').waitFor();
  expect([await questions('Declaração'), await questions('Nova')]).toEqual([before, []]);
  await close();
});

it('columns of CSV say of which row they are, and no two of the same', async () => {
  const { page, auditThemes, close } = await openSession(browser, product.url, {
    path: '/importacoes?rota=/questionarios',
  });
  await send(page, 'perguntas.csv', 'Nome;Perguntas[1].Enunciado;Outra pergunta\r\nPesquisa;Fuma?;Bebe?\r\n');
  expect(await fieldOf(page, 'Perguntas[1].Enunciado').inputValue()).toBe('Enunciado (Perguntas)');
  await page.getByText('Nenhuma coluna traz', { exact: false }).waitFor();
  await fieldOf(page, 'Outra pergunta').click();
  await page.getByRole('option', { name: 'Enunciado (Perguntas)', exact: true }).click();
  const row = page.getByRole('textbox', { name: 'De que linha da lista é a coluna Outra pergunta' });
  expect(await row.inputValue()).toBe('2');
  await row.fill('1');
  await page.getByText('Esta linha já vem de Perguntas[1].Enunciado.').waitFor();
  await auditThemes('a row that two columns say');
  expect(await page.getByRole('button', { name: 'Conferir' }).isDisabled()).toBe(true);
  await row.fill('2');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByText('Perguntas 1 apagada').waitFor();
  await close();
});
