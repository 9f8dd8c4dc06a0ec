/** 'Alterações em lote': what the person changed in bulk, and the way back. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BatchPlan } from '../../../engine/contract/batch.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from '../shell/open-session.ts';

let product: BrowserProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: ['bancos'] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const door = '/alteracoes-em-lote';
const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<unknown> =>
  product.call(method, path, body);

it('lists each of them, shows what taking it back does and what stays, and takes it back', async () => {
  const banks = (await call('GET', '/bancos?select=id,nome&order=codigo&limit=3')) as readonly {
    readonly id: number;
    readonly nome: string;
  }[];
  const wanted = { path: '/bancos', operation: 'update', ids: banks.map(({ id }) => id), values: { nome: 'Igual' } };
  const plan = (await call('POST', door, wanted)) as BatchPlan;
  await call('POST', `${door}/${plan.id}/aplicar`, { seal: plan.seal });
  await call('PATCH', `/bancos?id=eq.${banks[2]?.id}`, { nome: 'Outro nome' });

  const { page, auditThemes, close } = await openSession(browser, product.url);
  await page.getByRole('button', { name: /^Menu do usuário/ }).click();
  await page.getByRole('menuitem', { name: 'Alterações em lote' }).click();
  await page.getByRole('heading', { name: 'Alterações em lote', level: 1 }).waitFor();
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  const [first] = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  expect(first?.replace(/\s+/g, ' ')).toMatch(/^Alteração em Bancos? Lote 1 3 registros gravados .* Desfazer$/);
  await auditThemes('the list of batches');
  await page.getByRole('button', { name: 'Desfazer o lote 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desfazer o lote 1' });
  await dialog.getByText('2 serão gravados').waitFor();
  await dialog.getByText('Alterado depois do lote, fica como está: Nome.').waitFor();
  const pairs = dialog.getByRole('table', { name: 'Nome' });
  expect(
    (await pairs.getByRole('row').allInnerTexts())
      .slice(1)
      .map((text) => text.split(/\s*\t\s*/))
      .sort(),
  ).toEqual([banks[0], banks[1]].map((bank) => ['Igual', bank?.nome, '1']).sort());
  await auditThemes('what taking back does');
  await dialog.getByRole('button', { name: 'Desfazer em 2 registros' }).click();
  await page.getByText('2 registros voltaram ao que eram.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(async () =>
      (await page.getByRole('main').getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]),
    )
    .toEqual([expect.stringMatching(/^Alteração desfeita em Banco/), expect.stringMatching(/^Alteração em Banco/)]);
  await page.getByText('Desfeita', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Desfazer o lote 1' }).count()).toBe(0);
  expect(
    ((await call('GET', '/bancos?select=nome&order=codigo&limit=3')) as { nome: string }[]).map(({ nome }) => nome),
  ).toEqual([banks[0]?.nome, banks[1]?.nome, 'Outro nome']);
  await close();
});
