/** Columns of related records and of the system, and counts of long lists, in a real browser. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { providerFiles } from '../../support/provider-files.ts';
import { openSession, rows } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
const many = 60_000;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files: providerFiles, rowsOf: [] }), launchBrowser()]);
  await product.database.execute(`insert into credenciado (codigo, nome, inicio)
      select lpad(i::text, 6, '0'), 'Prestador ' || i, date '2026-03-01' + i from generate_series(1, 3) i;
    insert into exame (descricao, credenciado_id) select 'Consulta ' || i, 4 - i from generate_series(1, 3) i;
    insert into exame (descricao) values ('Sem prestador');
    alter table feriado disable trigger user;
    insert into feriado (data, descricao, abrangencia, fixo, ativo)
      select date '2020-01-01' + i % 7000, 'Dia ' || i, 'NACIONAL', false, true from generate_series(1, ${many}) i;
    alter table feriado enable trigger user; analyze feriado`);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const soon = <T>(get: () => T | Promise<T>) => expect.poll(get, { timeout: 15_000 });
const titles = (page: Page): Promise<string[]> =>
  page.locator('.ag-header-cell').evaluateAll((all) =>
    all
      .toSorted((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
      .map((cell) => cell.querySelector('.fi-header-title span')?.textContent ?? '')
      .filter((title) => title !== ''),
  );
/** Top to bottom. */
const cells = (page: Page, column: string): Promise<string[]> =>
  rows(page)
    .locator(`[col-id="${column}"]`)
    .evaluateAll((all) =>
      all
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map(({ textContent }) => textContent ?? ''),
    );
const head = (page: Page, title: string) => page.locator('.fi-header-title').filter({ hasText: title });

it('a list shows fields of related records and when it was written, sorts and filters by them, and writes them into its file', async () => {
  const { page, audit, close } = await openSession(browser, product.url, { path: '/exames' });
  await rows(page).first().waitFor();
  const usual = await titles(page);
  await page.getByRole('button', { name: 'Colunas', exact: true }).click();
  const chooser = page.getByRole('dialog', { name: 'Colunas' });
  await audit('chooser with groups');
  const group = chooser.getByRole('list', { name: 'Credenciado' });
  expect(await group.getByRole('listitem').allTextContents()).toEqual(['Código', 'Nome', 'Início', 'Fim']);
  expect(await chooser.getByRole('list', { name: 'Do sistema' }).getByRole('listitem').allTextContents()).toEqual([
    'Criado em',
    'Criado por',
    'Alterado em',
    'Alterado por',
    'Versão',
  ]);
  for (const name of ['Credenciado: Nome', 'Credenciado: Início', 'Criado em', 'Versão'])
    await chooser.getByRole('checkbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  const added = ['Credenciado: Nome', 'Credenciado: Início', 'Criado em', 'Versão'];
  await soon(() => titles(page)).toEqual([...usual, ...added]);
  await soon(() => cells(page, 'credenciado.nome')).toEqual(['Prestador 3', 'Prestador 2', 'Prestador 1', '']);
  expect(await cells(page, 'credenciado.inicio')).toEqual(['04/03/2026', '03/03/2026', '02/03/2026', '']);
  expect(await cells(page, 'versao')).toEqual(['1', '1', '1', '1']);
  expect((await cells(page, 'criado_em'))[0]).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);

  await head(page, 'Credenciado: Nome').click();
  await soon(() => decodeURIComponent(page.url())).toContain('order=credenciado(nome).asc');
  await soon(() => cells(page, 'credenciado.nome')).toEqual(['Prestador 1', 'Prestador 2', 'Prestador 3', '']);
  await page.goto(`${product.url}/exames?credenciado.nome=has.3`);
  await soon(() => cells(page, 'credenciado.nome')).toEqual(['Prestador 3']);
  expect(await titles(page)).toEqual([...usual, ...added]);

  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Exportar…' }).click();
  const download = page.waitForEvent('download');
  await page
    .getByRole('dialog', { name: /^Exportar/ })
    .getByRole('button', { name: 'Baixar' })
    .click();
  const [titleLine = '', line = ''] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(titleLine.replace('\ufeff', '').split(';').slice(usual.length)).toEqual(added);
  expect(line.split(';').slice(usual.length, -2)).toEqual(['Prestador 3', '04/03/2026']);
  await close();
});

it('a list that is only estimated is counted on demand, until it is given up, and says where that would take too long', async () => {
  for (const options of [{}, { width: 390, height: 844, dark: true }]) {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/feriados', ...options });
    const count = page.getByRole('button', { name: 'Contar todas' });
    await count.waitFor();
    const heading = page.getByText(/^cerca de [\d.]+$/);
    await heading.waitFor();
    await audit('estimated');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    // Given up: the call is cut off, and the list is as before.
    const isWaiting = (request: { headers: () => Record<string, string> }): boolean =>
      request.headers()['prefer']?.includes('wait=') === true;
    await page.route('**/api/feriados?*', (route) => (isWaiting(route.request()) ? undefined : route.fallback()));
    await count.click();
    await page.getByText('Contando…').waitFor();
    await audit('counting');
    const cut = page.waitForEvent('requestfailed', { predicate: isWaiting });
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await cut;
    await count.waitFor();
    await heading.waitFor();
    await page.unroute('**/api/feriados?*');

    await page.route('**/api/feriados?*', async (route) => {
      if (!isWaiting(route.request())) return route.fallback();
      const response = await route.fetch();
      const headers = { ...response.headers(), 'preference-applied': 'count=estimated, wait=10' };
      return route.fulfill({ response, headers });
    });
    await count.click();
    await page.getByText('A contagem exata levaria mais de 10 segundos.').waitFor();
    expect(await count.count()).toBe(0);
    await page.unroute('**/api/feriados?*');
    // Other rows, another count.
    await page.reload();
    await count.click();
    await page.getByText('60.000', { exact: true }).waitFor();
    expect(await heading.count()).toBe(0);
    expect(await page.getByText('Contando…').count()).toBe(0);
    expect(await count.count()).toBe(0);
    await close();
  }
});
