/** A form in which fields begin by an expression: what appears, what follows, what a person wrote, emptied, and saved. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { begunFiles } from '../../engine/api/begun-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { closed, field } from './form-stage.ts';
import { openSession } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;
let tariff: number;

const create = async (path: string, values: object): Promise<number> => {
  await product.call('POST', path, values);
  const [row] = (await product.call('GET', `${path}?select=id&order=id.desc&limit=1`)) as { id: number }[];
  return row?.id ?? 0;
};
const wires = 'emissao,vencimento,fim,valor,limite,soma,itens(descricao,vence,valor)';
const stored = async (numero: string): Promise<unknown> =>
  product.call('GET', `/cobrancas?numero=eq.${numero}&select=${wires}`);

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: begunFiles, rowsOf: [] }), launchBrowser()]);
  tariff = await create('/tabelas-tarifas', { numero: 'T100', preco: 10.5 });
  await create('/tabelas-tarifas', { numero: 'T200', preco: 2 });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const opened = (path = '/cobrancas?_record=new') => openSession(browser, product.url, { path });
const choose = async (page: Page, name: string, control = 'tarifa_id'): Promise<void> => {
  await field(page, control).fill(name);
  await page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
};
const shown = (page: Page, ...names: readonly string[]): Promise<readonly string[]> =>
  Promise.all(names.map((name) => field(page, name).inputValue()));
const type = async (page: Page, name: string, text: string): Promise<void> => {
  await field(page, name).fill(text);
  await field(page, name).blur();
};
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await closed(page);
};

it('shows what fields begin with, lets them follow, and leaves what a person wrote or emptied; what was seen is saved', async () => {
  const { page, auditThemes, close } = await opened();
  const dates = ['vencimento', 'fim'];
  expect(await shown(page, ...dates, 'soma')).toEqual(['', '', '0,00']);
  await type(page, 'numero', 'C1');
  await type(page, 'emissao', '31/01/2026');
  expect(await shown(page, ...dates)).toEqual(['02/03/2026', '02/03/2027']);
  await page.getByText('Proposto a partir de Emissão e Prazo; pode ser alterado.').waitFor();
  await auditThemes('fields that began with a value');
  await type(page, 'prazo', '1');
  expect(await shown(page, ...dates)).toEqual(['01/02/2026', '01/02/2027']);
  await type(page, 'vencimento', '05/05/2026');
  expect(await shown(page, ...dates)).toEqual(['05/05/2026', '05/05/2027']);
  await type(page, 'emissao', '30/06/2026');
  expect(await shown(page, ...dates)).toEqual(['05/05/2026', '05/05/2027']);
  await type(page, 'fim', '');
  await type(page, 'vencimento', '06/06/2026');
  expect(await shown(page, ...dates)).toEqual(['06/06/2026', '']);
  await choose(page, 'T100');
  await type(page, 'quantidade', '3');
  await expect.poll(() => shown(page, 'valor', 'limite', 'multa')).toEqual(['31,50', '64,00', '3,15']);
  await choose(page, 'T200');
  await expect.poll(() => shown(page, 'valor', 'limite', 'multa')).toEqual(['6,00', '13,00', '0,60']);
  await save(page);
  expect(await stored('C1')).toEqual([
    {
      emissao: '2026-06-30',
      vencimento: '2026-06-06',
      fim: null,
      valor: 6,
      limite: 13,
      soma: 0,
      itens: [],
    },
  ]);
  await close();
});

it('opens with what begins without being work that closing would lose', async () => {
  const { page, close } = await opened();
  await expect.poll(() => shown(page, 'soma')).toEqual(['0,00']);
  await page.keyboard.press('Escape');
  await closed(page);
  await close();
});

it('takes what is typed at once in a field whose value follows what was left for it', async () => {
  const { page, close } = await opened();
  await type(page, 'emissao', '31/01/2026');
  expect(await shown(page, 'vencimento')).toEqual(['02/03/2026']);
  // The value that follows comes while the whole of the one before is marked, to be written over.
  await field(page, 'emissao').fill('30/06/2026');
  await field(page, 'vencimento').fill('05/05/2026');
  await field(page, 'numero').focus();
  await expect
    .poll(() => shown(page, 'emissao', 'vencimento', 'fim'))
    .toEqual(['30/06/2026', '05/05/2026', '05/05/2027']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await closed(page);
  await close();
});

it('lets rows of lists begin over their record, and what rests on them follow', async () => {
  const { page, close } = await opened();
  await type(page, 'numero', 'C2');
  await type(page, 'emissao', '31/01/2026');
  await choose(page, 'T100');
  await page.getByRole('button', { name: 'Incluir item' }).first().click();
  await expect
    .poll(() => shown(page, 'itens.0.vence', 'itens.0.valor', 'soma'))
    .toEqual(['02/03/2026', '10,50', '10,50']);
  await page.getByRole('button', { name: 'Incluir item' }).first().click();
  await type(page, 'itens.1.quantidade', '4');
  await expect.poll(() => shown(page, 'itens.1.valor', 'soma')).toEqual(['42,00', '52,50']);
  await type(page, 'itens.1.valor', '1,00');
  await type(page, 'itens.1.quantidade', '5');
  await type(page, 'itens.0.vence', '');
  await type(page, 'prazo', '1');
  await expect
    .poll(() => shown(page, 'itens.0.vence', 'itens.1.vence', 'itens.1.valor', 'soma'))
    .toEqual(['', '01/02/2026', '1,00', '11,50']);
  await save(page);
  expect(await stored('C2')).toMatchObject([
    {
      soma: 11.5,
      itens: [
        { vence: null, valor: 10.5 },
        { vence: '2026-02-01', valor: 1 },
      ],
    },
  ]);
  await close();
});

it('begins nothing of a record that is there but the rows that come to it', async () => {
  const id = await create('/cobrancas', { numero: 'C3', emissao: '2026-01-31', tarifa_id: tariff, fim: null });
  const { page, close } = await opened(`/cobrancas?_record=edit.${id}`);
  await expect.poll(() => shown(page, 'vencimento', 'fim')).toEqual(['02/03/2026', '']);
  await type(page, 'emissao', '30/06/2026');
  await page.getByRole('button', { name: 'Incluir item' }).first().click();
  await expect.poll(() => shown(page, 'itens.0.vence', 'itens.0.valor')).toEqual(['02/03/2026', '10,50']);
  await save(page);
  expect(await stored('C3')).toMatchObject([
    {
      emissao: '2026-06-30',
      vencimento: '2026-03-02',
      fim: null,
      soma: 0,
      itens: [{ vence: '2026-03-02', valor: 10.5 }],
    },
  ]);
  await close();
});

it('leaves a copy as what it was made from, also where that is empty', async () => {
  const id = await create('/cobrancas', { numero: 'C4', emissao: '2026-01-31', vencimento: '2026-02-02', fim: null });
  const { page, close } = await opened(`/cobrancas?_record=copy.${id}`);
  await expect.poll(() => shown(page, 'vencimento', 'fim')).toEqual(['02/02/2026', '']);
  await type(page, 'numero', 'C5');
  await type(page, 'emissao', '30/06/2026');
  await save(page);
  expect(await stored('C5')).toMatchObject([{ emissao: '2026-06-30', vencimento: '2026-02-02', fim: null, soma: 0 }]);
  await close();
});

it('goes on with work that was left, and with what was emptied in it', async () => {
  const { page, close } = await opened();
  await type(page, 'numero', 'C6');
  await type(page, 'emissao', '31/01/2026');
  await type(page, 'fim', '');
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('fichario.draft')).length))
    .toBe(1);
  await page.reload();
  await page.getByRole('button', { name: 'Restaurar', exact: true }).click();
  await expect.poll(() => shown(page, 'vencimento', 'fim')).toEqual(['02/03/2026', '']);
  await type(page, 'prazo', '1');
  expect(await shown(page, 'vencimento', 'fim')).toEqual(['01/02/2026', '']);
  await save(page);
  expect(await stored('C6')).toMatchObject([{ vencimento: '2026-02-01', fim: null }]);
  await close();
});
