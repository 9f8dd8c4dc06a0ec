/** Choosing rows and changing many of them, by mouse and by keyboard alone. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import type { Session } from './open-session.ts';
import { openSession, rows } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const start = async (path: string, login = 'admin'): Promise<Session> => {
  const session = await openSession(browser, product.url, { path, login });
  await rows(session.page).first().waitFor();
  return session;
};
const check = (page: Page, row: number) => rows(page).nth(row).getByRole('checkbox');
const bar = (page: Page) => page.getByRole('region', { name: /^Linhas selecionadas de / });
const button = (page: Page, name: string | RegExp) => page.getByRole('toolbar').getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
/** In the dialog of a change, where there is more than one field to choose. */
const chooseField = async (page: Page, name: string): Promise<void> => {
  await dialog(page).getByRole('combobox', { name: 'Campos a alterar' }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
};
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const chosenRows = (page: Page): Promise<number> => page.locator('.ag-row-selected').count();

/** A call as the signed-in person; gives status and body. */
const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([verb, address, values]) => {
      const { token } = JSON.parse(localStorage.getItem('fichario.session') ?? '{}') as { token: string };
      const answer = await fetch(`/api${address}`, {
        method: verb,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          prefer: 'return=representation',
        },
        ...(values === undefined ? {} : { body: JSON.stringify(values) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown>[] };
    },
    [method, path, body] as const,
  );

describe('the header of a list', () => {
  it("has an Add button labelled 'Novo' [list-header-add]", async () => {
    const { page, close } = await start('/bancos');
    await button(page, 'Novo').click();
    await dialog(page).getByRole('heading', { name: 'Incluir banco' }).waitFor();
    await close();
  });

  it.each([
    ['a batch delete button [list-header-batch-delete]', 'Apagar'],
    ['a batch add button [list-header-batch-add]', 'Duplicar'],
    ['a batch update button [list-header-batch-update]', 'Alterar'],
  ])('has %s', async (_name, label) => {
    const { page, close } = await start('/bancos');
    await button(page, label).waitFor();
    await close();
  });

  it('has a toggle for the search panel [list-header-search-toggle]', async () => {
    const { page, close } = await start('/bancos');
    const panel = page.getByRole('form', { name: 'Busca' });
    const toggle = button(page, 'Painel de busca');
    const before = await toggle.getAttribute('aria-pressed');
    for (const shown of before === 'true' ? ['false', 'true'] : ['true', 'false']) {
      await toggle.click();
      await panel.waitFor({ state: shown === 'true' ? 'visible' : 'detached' });
      expect(await toggle.getAttribute('aria-pressed')).toBe(shown);
    }
    await close();
  });

  it('disables its batch buttons until at least one row is selected, then tells how many [list-batch-disabled-until-selection]', async () => {
    const { page, audit, close } = await start('/bancos');
    const kinds = ['Duplicar', 'Alterar', 'Apagar'];
    for (const kind of kinds) expect(await button(page, new RegExp(`^${kind}`)).isDisabled()).toBe(true);
    await check(page, 0).click();
    for (const kind of kinds) expect(await button(page, `${kind} 1`).isEnabled()).toBe(true);
    await check(page, 1).click();
    for (const kind of kinds) expect(await button(page, `${kind} 2`).isEnabled()).toBe(true);
    await audit('selected rows');
    await bar(page).getByRole('button', { name: 'Limpar seleção' }).click();
    for (const kind of kinds) expect(await button(page, new RegExp(`^${kind}`)).isDisabled()).toBe(true);
    await close();
  });

  it('offers of the batches what the person may do', async () => {
    const { page, close } = await start('/bancos', 'consulta');
    await button(page, 'Painel de busca').waitFor();
    expect(await button(page, /^(Novo|Duplicar|Alterar|Apagar)/).count()).toBe(0);
    await close();
  });
});

describe('rows', () => {
  it('are selected one by one, and with Shift up to another [list-row-selection]', async () => {
    const { page, close } = await start('/bancos');
    await check(page, 1).click();
    await expect.poll(() => chosenRows(page)).toBe(1);
    await check(page, 4).click({ modifiers: ['Shift'] });
    await bar(page).getByText('4 selecionados').waitFor();
    expect(await chosenRows(page)).toBe(4);
    await rows(page)
      .nth(2)
      .locator('.ag-cell')
      .nth(3)
      .click({ modifiers: ['Control'] });
    await bar(page).getByText('3 selecionados').waitFor();
    await rows(page)
      .nth(6)
      .locator('.ag-cell')
      .nth(3)
      .click({ modifiers: ['Shift'] });
    await bar(page).getByText('8 selecionados').waitFor({ state: 'detached' });
    await bar(page).getByText('7 selecionados').waitFor({ state: 'detached' });
    await bar(page).getByText('6 selecionados').waitFor();
    await close();
  });

  it('stay selected over pages, order, page size and other screens, and not over another filter', async () => {
    const { page, close } = await start('/cidades?limit=25');
    await check(page, 0).click();
    await check(page, 1).click();
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await bar(page).getByText('2 selecionados em outras páginas').waitFor();
    await check(page, 3).click();
    await bar(page).getByText('3 selecionados nesta e em outras páginas').waitFor();
    await page.getByRole('columnheader', { name: 'Nome' }).locator('.fi-header-title').click();
    await bar(page)
      .getByText(/^3 selecionados/)
      .waitFor();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Banco', exact: true }).click();
    await page.waitForURL('**/bancos');
    await bar(page).waitFor({ state: 'detached' });
    await rows(page).first().waitFor();
    await page.goBack();
    await bar(page)
      .getByText(/^3 selecionados/)
      .waitFor();
    await page.getByLabel('Busca rápida').fill('belo');
    await page.getByText('A seleção foi desfeita, porque o filtro mudou.').waitFor();
    await bar(page).waitFor({ state: 'detached' });
    await close();
  });

  it('are all selected that the filter finds, but those left out', async () => {
    const { page, audit, close } = await start('/cidades?uf=eq.AC&limit=10');
    await page.getByRole('columnheader').getByRole('checkbox').click();
    await bar(page).getByText('10 selecionados').waitFor();
    await bar(page).getByRole('button', { name: 'Selecionar todos os 22 que o filtro encontra' }).click();
    await bar(page).getByText('Todos os 22 registros que o filtro encontra estão selecionados').waitFor();
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await page.locator('footer').filter({ hasText: '11–20 de 22' }).waitFor();
    await expect.poll(() => chosenRows(page)).toBe(10);
    await check(page, 2).click();
    await bar(page).getByText('21 selecionados: todos os que o filtro encontra menos 1').waitFor();
    await button(page, 'Apagar 21').click();
    await dialog(page).getByRole('heading', { name: 'Apagar 21 cidades?' }).waitFor();
    await dialog(page).getByText('e mais 16').waitFor();
    await audit('delete dialog');
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await closed(page);
    await close();
  });

  it('are selected by keyboard alone: space, Shift with arrows and space, the page', async () => {
    const { page, close } = await start('/cidades?limit=25');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('4 selecionados').waitFor();
    await page.keyboard.press('Shift+ArrowUp');
    await bar(page).getByText('3 selecionados').waitFor();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await bar(page).getByText('4 selecionados').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+ ');
    await bar(page).getByText('6 selecionados').waitFor();
    await page.keyboard.press('Control+a');
    await bar(page).getByText('25 selecionados').waitFor();
    // Tab leaves the table; what follows is the offer.
    const offer = bar(page).getByRole('button', { name: 'Selecionar todos os 5.571 registros' });
    await offer.waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => offer.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await bar(page).getByText('Todos os 5.571 registros estão selecionados').waitFor();
    await close();
  });
});

describe('a batch update', () => {
  it('shows before what becomes of some rows, and how many are so already', async () => {
    const { page, audit, close } = await start('/feriados?data=gte.2038-01-01&order=data');
    await check(page, 0).click();
    await check(page, 2).click({ modifiers: ['Shift'] });
    await button(page, 'Alterar 3').click();
    await chooseField(page, 'Ativo');
    const table = dialog(page).getByRole('table', { name: 'Como ficam os 3 registros' });
    await expect.poll(() => table.getByRole('row').nth(1).textContent()).toMatch(/Sim.*Não/);
    await dialog(page).locator('#fi-form_ativo').click();
    await expect.poll(() => table.getByRole('row').nth(1).textContent()).toContain('já está assim');
    await dialog(page).getByText('3 dos registros já estão assim.').waitFor();
    await audit('batch update');
    await dialog(page).locator('#fi-form_ativo').click();
    await dialog(page).getByRole('button', { name: 'Alterar 3 feriados' }).click();
    await page.getByText('3 registros alterados.').waitFor();
    await closed(page);
    await bar(page).waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await call(page, 'GET', '/feriados?data=gte.2038-01-01&ativo=is.false')).body.length)
      .toBe(3);
    await close();
  });

  it('of all that the filter finds leaves alone what no longer is among them, and says so', async () => {
    const { page, audit, close } = await start('/feriados?data=lt.2020-05-02&order=data&limit=2');
    const before = (await call(page, 'GET', '/feriados?data=lt.2020-05-02&select=id&order=id')).body;
    await page.getByRole('columnheader').getByRole('checkbox').click();
    await bar(page)
      .getByRole('button', { name: /^Selecionar todos/ })
      .click();
    await button(page, `Alterar ${before.length}`).click();
    await chooseField(page, 'Ativo');
    await dialog(page)
      .getByRole('button', { name: `Alterar ${before.length} feriados` })
      .waitFor();
    // Somebody else moves one of them out of the filter while this one still looks at the dialog.
    await call(page, 'PATCH', `/feriados?id=eq.${before[0]?.['id']}`, { data: '2030-12-30' });
    await dialog(page)
      .getByRole('button', { name: `Alterar ${before.length} feriados` })
      .click();
    await dialog(page).getByText('1 será recusado').waitFor();
    expect(await dialog(page).getByRole('table', { name: 'Ficam como estão' }).textContent()).toContain(
      'já não está entre os escolhidos',
    );
    await audit('batch plan');
    await dialog(page)
      .getByRole('button', { name: `Alterar ${before.length - 1} registros` })
      .click();
    await dialog(page).getByText('1 recusado').waitFor();
    expect(await dialog(page).getByRole('table', { name: 'Registros recusados' }).textContent()).toContain(
      'já não está entre os escolhidos',
    );
    await dialog(page)
      .getByText(`${before.length - 1} concluídos`, { exact: true })
      .waitFor();
    await audit('batch results');
    await dialog(page)
      .getByRole('checkbox', { name: `Mostrar também os ${before.length - 1} concluídos` })
      .click();
    await expect
      .poll(() => dialog(page).getByRole('list', { name: 'Registros concluídos' }).getByRole('link').count())
      .toBe(before.length - 1);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog(page).getByRole('button', { name: 'Copiar resultado' }).click();
    await page.getByText(`${before.length} linhas copiadas.`).waitFor();
    const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\r\n');
    expect(copied).toHaveLength(before.length + 1);
    expect(copied[1]).toMatch(/\tRecusado\t.*já não está entre os escolhidos/);
    expect(copied.slice(2).every((line) => line.endsWith('\tConcluído\t'))).toBe(true);
    await dialog(page).getByRole('button', { name: 'Fechar' }).last().click();
    await closed(page);
    expect((await call(page, 'GET', '/feriados?data=eq.2030-12-30&select=ativo')).body).toEqual([{ ativo: true }]);
    await close();
  });

  it('of many rows says what it will do before it does it, refuses where one moved, and is taken back', async () => {
    const { page, audit, close } = await start('/cbos');
    await page.keyboard.press('Control+a');
    await bar(page)
      .getByRole('button', { name: /^Selecionar todos/ })
      .click();
    const all = (await button(page, /^Alterar/).textContent())?.replace('Alterar', '').trim();
    await button(page, /^Alterar/).click();
    await chooseField(page, 'Ativo');
    const planIt = () =>
      dialog(page)
        .getByRole('button', { name: `Alterar ${all} ocupações` })
        .click();
    const confirm = dialog(page).getByRole('button', { name: `Alterar ${all} registros` });
    await planIt();
    await dialog(page).getByText(`${all} serão gravados`).waitFor();
    const pairs = dialog(page).getByRole('table', { name: 'Ativo' });
    expect(await pairs.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual(['Sim', ' Não', all]);
    await audit('plan of many rows');
    // Somebody else changes one of them meanwhile: nothing is written, and it is asked again.
    const [some] = (await call(page, 'GET', '/cbos?select=id,descricao&limit=1')).body;
    await call(page, 'PATCH', `/cbos?id=eq.${some?.['id']}`, { descricao: `${some?.['descricao']} (nova)` });
    await call(page, 'PATCH', `/cbos?id=eq.${some?.['id']}`, { descricao: some?.['descricao'] });
    await confirm.click();
    await dialog(page).getByText('mudou depois da prévia').waitFor();
    expect((await call(page, 'GET', '/cbos?ativo=is.false&select=id')).body).toEqual([]);
    await planIt();
    await confirm.click();
    await page.getByText(`${all} registros alterados.`).waitFor({ timeout: 60_000 });
    expect((await call(page, 'GET', '/cbos?ativo=is.true&select=id')).body).toEqual([]);
    // So many are taken back where it is seen how far that is.
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await dialog(page)
      .getByRole('button', { name: `Desfazer em ${all} registros` })
      .click({ timeout: 60_000 });
    await page.getByText(`${all} registros voltaram ao que eram.`).waitFor({ timeout: 60_000 });
    expect((await call(page, 'GET', '/cbos?ativo=is.false&select=id')).body).toEqual([]);
    await close();
  });
});

describe('a batch delete', () => {
  it("says 'Apagar', names thing and number, and keeps selected what is in use, with the reason [list-default-delete-label]", async () => {
    const { page, audit, close } = await start('/cidades');
    const cities = ['9900001', '9900002', '9900003'].map((ibge) => ({ ibge, nome: `Nova ${ibge}`, uf: 'AP' }));
    const made = (await call(page, 'POST', '/cidades?select=id', cities)).body;
    await call(page, 'POST', '/distritos', { codigo: '990000205', nome: 'Sede', cidade_id: made[1]?.['id'] });
    await page.goto(`${product.url}/cidades?ibge=like.99*&order=ibge`);
    await rows(page).nth(2).waitFor();
    await page.keyboard.press('Control+a');
    await button(page, 'Apagar 3').click();
    const ask = page.getByRole('dialog', { name: 'Apagar 3 cidades?' });
    await ask.getByText('Nova 9900003 - AP').waitFor();
    await audit('batch delete');
    await ask.getByRole('button', { name: 'Apagar', exact: true }).click();
    await ask.getByText('1 será recusado').waitFor();
    await ask.getByRole('button', { name: 'Apagar 2 registros' }).click();
    await ask.getByText('2 concluídos', { exact: true }).waitFor();
    await ask.getByText('1 recusado').waitFor();
    const told = ask.getByRole('table', { name: 'Registros recusados' });
    await expect
      .poll(() => told.getByRole('row').nth(1).textContent())
      .toMatch(/^Nova 9900002 - AP.*está em uso em Distrito/);
    expect(await told.getByRole('link', { name: 'Nova 9900002 - AP' }).getAttribute('href')).toBe(
      `/cidades?_record=view.${made[1]?.['id']}`,
    );
    await audit('batch results');
    // Those that are gone keep the names they had.
    await ask.getByRole('checkbox', { name: 'Mostrar também os 2 concluídos' }).click();
    const written = ask.getByRole('list', { name: 'Registros concluídos' });
    await expect
      .poll(() => written.getByRole('listitem').allTextContents())
      .toEqual(['Nova 9900001 - AP', 'Nova 9900003 - AP']);
    expect(await written.getByRole('link').count()).toBe(0);
    await audit('batch results with those that are done');
    const download = page.waitForEvent('download');
    await ask.getByRole('button', { name: 'Baixar CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^cidades-resultado-\d{4}-\d\d-\d\d\.csv$/);
    const [titles, refused, ...done] = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(titles).toBe('\uFEFFRegistro;Resultado;Motivo');
    expect(refused).toMatch(/^Nova 9900002 - AP;Recusado;.*está em uso em Distrito/);
    expect(done).toEqual(['Nova 9900001 - AP;Concluído;', 'Nova 9900003 - AP;Concluído;', '']);
    await ask.getByText('Fechar').click();
    await closed(page);
    await bar(page).getByText('1 selecionado', { exact: true }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await close();
  });

  it('is done by keyboard alone', async () => {
    const { page, close } = await start('/cidades');
    await call(page, 'POST', '/cidades', [{ ibge: '9800001', nome: 'De passagem', uf: 'AP' }]);
    await page.goto(`${product.url}/cidades?ibge=like.98*`);
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await bar(page).getByText('1 selecionado').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let press = 0; press < 12 && !/^Apagar/.test(await focused()); press += 1)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Apagar cidade?' }).locator(':focus').waitFor();
    for (let press = 0; press < 6 && (await focused()) !== 'Apagar'; press += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Registro apagado.').waitFor();
    await closed(page);
    await close();
  });
});

describe('a batch add', () => {
  const cell = (page: Page, row: number, name: string) => page.locator(`#fi-form__rows_${row}_${name}`);

  it('makes new records from the selected ones, and keeps those that are refused with the reason', async () => {
    const { page, audit, close } = await start('/bancos');
    await check(page, 0).click();
    await check(page, 1).click();
    await button(page, 'Duplicar 2').click();
    await cell(page, 0, 'codigo').waitFor();
    expect(await cell(page, 0, 'codigo').inputValue()).toBe('');
    const name = await cell(page, 0, 'nome').inputValue();
    expect(name).toBe('Banco do Brasil S.A.');
    await dialog(page).getByRole('button', { name: 'Incluir', exact: true }).click();
    await dialog(page).getByRole('link', { name: 'Informe Código (Novos registros, linha 2).' }).waitFor();
    await audit('batch add with faults');
    await cell(page, 0, 'codigo').fill('981');
    await cell(page, 0, 'ispb').fill('');
    await cell(page, 1, 'codigo').fill('001');
    await cell(page, 1, 'ispb').fill('');
    await dialog(page).getByRole('button', { name: 'Incluir', exact: true }).click();
    await page.getByText('Registro incluído.').waitFor();
    await expect.poll(() => cell(page, 0, 'codigo').inputValue()).toBe('001');
    expect(await cell(page, 1, 'codigo').count()).toBe(0);
    await dialog(page)
      .getByRole('link', { name: /^Já existe um registro de Banco com o mesmo valor em Código/ })
      .waitFor();
    await cell(page, 0, 'codigo').focus();
    await page.keyboard.press('Control+Enter');
    await cell(page, 1, 'codigo').fill('985');
    await cell(page, 1, 'nome').fill('Banco ao lado');
    await page.keyboard.press('Control+s');
    // As many are refused as before, and what was written is there no more to be written again.
    await expect.poll(() => cell(page, 1, 'codigo').count()).toBe(0);
    await cell(page, 0, 'codigo').fill('982');
    await dialog(page).getByRole('button', { name: 'Incluir', exact: true }).click();
    await closed(page);
    const { body } = await call(page, 'GET', '/bancos?codigo=in.(981,982,985)&select=codigo,nome&order=codigo');
    expect(body).toEqual([
      { codigo: '981', nome: 'Banco do Brasil S.A.' },
      { codigo: '982', nome: 'BANCO DA AMAZONIA S.A.' },
      { codigo: '985', nome: 'Banco ao lado' },
    ]);
    // Each time it was one batch, taken back like any other.
    const batches = await call(page, 'GET', '/alteracoes-em-lote?limit=3');
    expect(batches.body.map(({ operation, path, written, refused }) => [operation, path, written, refused])).toEqual([
      ['insert', '/bancos', 1, 0],
      ['insert', '/bancos', 1, 1],
      ['insert', '/bancos', 1, 1],
    ]);
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await page.getByText('O registro voltou ao que era.').waitFor();
    expect((await call(page, 'GET', '/bancos?codigo=in.(981,982)&select=codigo')).body).toEqual([{ codigo: '981' }]);
    await close();
  });

  it('takes rows from a spreadsheet, and asks before they are thrown away', async () => {
    const { page, close } = await start('/bancos');
    await check(page, 0).click();
    await button(page, 'Duplicar 1').click();
    await cell(page, 0, 'codigo').focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '983\t\tBanco colado\r\n984\t\tOutro colado\r\n');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect.poll(() => cell(page, 1, 'nome').inputValue()).toBe('Outro colado');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await dialog(page).getByRole('button', { name: 'Incluir', exact: true }).click();
    await page.getByText('2 registros incluídos.').waitFor();
    await closed(page);
    expect((await call(page, 'GET', '/bancos?codigo=in.(983,984)&select=nome&order=codigo')).body).toEqual([
      { nome: 'Banco colado' },
      { nome: 'Outro colado' },
    ]);
    await close();
  });
});
