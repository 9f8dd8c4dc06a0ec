import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldTypes } from '../../../engine/fields/index.ts';
import type { Field } from '../../../engine/model/types.ts';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import type { Session, SessionOptions } from './open-session.ts';
import { openSession, rows } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: ['cidades', 'feriados'] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const start = async (path: string, options: SessionOptions = {}): Promise<Session> => {
  const session = await openSession(browser, product.url, { path, ...options });
  await session.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return session;
};
const address = (page: Page): string => decodeURIComponent(page.url().replace(product.url, '')).replaceAll('+', ' ');
/** Which rows are shown, as the foot of the list says it. */
const shows = (page: Page, range: string) => page.locator('footer').filter({ hasText: range }).waitFor();
const scrolled = (page: Page) => () => page.evaluate(() => document.querySelector('.ag-grid-viewport')?.scrollTop);
/** For what comes after a page is drawn anew. */
const patient = { timeout: 45_000 };
const focused = (page: Page) => () => page.evaluate(() => document.activeElement?.textContent);
const entry = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first();
const more = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
};

describe('a list that one comes back to', () => {
  it('is on its page, at its row and in its cell again, by the way back and by a reload', async () => {
    const { page, close } = await start('/cidades?limit=100');
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await shows(page, '101–200 de 5.571');
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 900);
    await expect.poll(scrolled(page), patient).toBe(900);
    await page.locator('.ag-row .ag-cell[col-id=nome]').filter({ visible: true }).nth(12).click();
    const name = await page.locator('.ag-cell[col-id=nome]:focus').textContent();
    await entry(page, '/feriados').click();
    await page.waitForURL('**/feriados');
    await rows(page).first().waitFor();
    await page.goBack();
    await shows(page, '101–200 de 5.571');
    await expect.poll(scrolled(page), patient).toBe(900);
    await expect.poll(focused(page), patient).toBe(name);
    await page.reload();
    await shows(page, '101–200 de 5.571');
    await expect.poll(scrolled(page), patient).toBe(900);
    await close();
  });

  it('has its filters when it is opened by the menu, and none of them when that is asked for', async () => {
    const { page, close } = await start('/cidades?uf=in.(MG)&order=ibge.asc');
    await shows(page, 'de 853');
    await entry(page, '/feriados').click();
    await page.waitForURL('**/feriados');
    await entry(page, '/cidades').click();
    await expect.poll(() => address(page)).toBe('/cidades?uf=in.(MG)&order=ibge.asc');
    await shows(page, 'de 853');
    await entry(page, '/cidades').click();
    await expect.poll(() => address(page)).toBe('/cidades');
    await shows(page, 'de 5.571');
    await close();
  });

  it('begins at its first page with another filter', async () => {
    const { page, close } = await start('/cidades');
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await shows(page, '101–200 de 5.571');
    await page.getByLabel('Busca rápida').fill('belo');
    await page
      .locator('footer')
      .filter({ hasText: /1–\d\d de \d\d$/ })
      .waitFor();
    await page.getByLabel('Busca rápida').fill('');
    await shows(page, '1–100 de 5.571');
    await close();
  });
});

describe('the pages of a list', () => {
  it('are gone to by number, to the last and to the first [list-pagination]', async () => {
    const { page, audit, close } = await start('/cidades');
    const number = page.getByRole('textbox', { name: 'Página, de 56' });
    await number.fill('20');
    await number.press('Enter');
    await shows(page, '1.901–2.000 de 5.571');
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await shows(page, '2.001–2.100 de 5.571');
    await page.getByRole('button', { name: 'Última página' }).click();
    await shows(page, '5.501–5.571 de 5.571');
    expect(await page.getByRole('button', { name: 'Última página' }).isDisabled()).toBe(true);
    await number.fill('999');
    await number.press('Enter');
    expect(await number.inputValue()).toBe('56');
    await number.fill('x');
    await number.press('Enter');
    expect(await number.inputValue()).toBe('56');
    await page.getByRole('button', { name: 'Primeira página' }).click();
    await shows(page, '1–100 de 5.571');
    await audit('pager');
    await close();
  });

  it('hold as many rows as one chooses [list-page-size-choices]', async () => {
    const { page, close } = await start('/cidades');
    const size = page.getByLabel('Linhas por página');
    await rows(page).first().waitFor();
    expect(await size.locator('option').allTextContents()).toEqual(['25', '50', '100', '200', '500']);
    await size.selectOption('25');
    await shows(page, '1–25 de 5.571');
    await size.selectOption('500');
    await shows(page, '1–500 de 5.571');
    await close();
  });
});

describe('the order of a list', () => {
  it('is by the column that is asked for, said aloud [list-sorting]', async () => {
    const { page, close } = await start('/cidades');
    await rows(page).first().waitFor();
    await page.getByRole('columnheader', { name: 'Código IBGE' }).locator('.fi-header-title').click();
    await expect.poll(() => rows(page).first().textContent()).toContain("Alta Floresta D'Oeste");
    await page.getByRole('status').filter({ hasText: 'Ordenado por Código IBGE crescente' }).waitFor();
    await close();
  });

  it('that no list has is told of, and leads back to the order of the screen', async () => {
    const { page, audit, close } = await start('/feriados?order=nada.asc');
    await page.getByRole('heading', { name: 'Não foi possível carregar a lista' }).waitFor();
    expect(await page.getByRole('button', { name: 'Tentar novamente' }).count()).toBe(0);
    await audit('an order that is not there');
    await page.getByRole('button', { name: 'Usar a ordem padrão' }).click();
    await rows(page).first().waitFor();
    expect(address(page)).toBe('/feriados');
    await close();
  });

  it('is ascending first, then descending, by keyboard as well [list-sort-toggle-order]', async () => {
    const { page, close } = await start('/cidades');
    await rows(page).first().waitFor();
    const header = page.getByRole('columnheader', { name: 'Estado' });
    await header.focus();
    for (const [order, said] of [
      ['uf.asc', 'ascending'],
      ['uf.desc', 'descending'],
      ['uf.asc', 'ascending'],
    ] as const) {
      await page.keyboard.press('Enter');
      await expect.poll(() => header.getAttribute('aria-sort')).toBe(said);
      expect(address(page)).toBe(`/cidades?order=${order}`);
    }
    await close();
  });
});

describe('the filter of a column', () => {
  it('is by how a text begins, by its absence, and of each type in its way [list-column-filters]', async () => {
    const { page, audit, close } = await start('/feriados');
    await rows(page).first().waitFor();
    await page.getByRole('columnheader', { name: 'Descrição' }).focus();
    await page.keyboard.press('F2');
    const filter = page.getByRole('dialog');
    await filter.getByLabel('Como filtrar Descrição').selectOption('começa com');
    await filter.getByLabel('Descrição', { exact: true }).fill('Tira');
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toBe('/feriados?descricao=ilike.Tira*');
    const chips = page.getByRole('list', { name: 'Filtros aplicados' });
    await expect.poll(() => chips.textContent()).toContain("começa com 'Tira'");

    await page.getByRole('button', { name: 'Filtrar Estado' }).click();
    await filter.getByLabel('Como filtrar Estado').selectOption('está vazio');
    await audit('empty filter');
    await filter.getByRole('button', { name: 'Aplicar' }).click();
    await expect.poll(() => address(page)).toBe('/feriados?descricao=ilike.Tira*&uf=is.null');

    await page.getByRole('button', { name: 'Filtrar Data', exact: true }).click();
    await filter.getByLabel('Período: período').selectOption('Este ano');
    await filter.getByRole('button', { name: 'Aplicar' }).click();
    await expect.poll(() => address(page)).toContain('data=gte.@year&data=lte.@year.end');
    await chips.getByText('Este ano').waitFor();
    await audit('chips');
    await page.getByRole('button', { name: 'Limpar tudo' }).click();
    await expect.poll(() => address(page)).toBe('/feriados');
    await close();
  });

  it('that the address asks for in a way that no list reads is told of, and can be taken out of it', async () => {
    const { page, auditThemes, close } = await start('/feriados?uf=not.is.null&descricao=has.carnaval');
    const chips = page.getByRole('list', { name: 'Filtros aplicados' });
    await chips.getByText('Não filtra por uf: a lista não lê este trecho do endereço.').waitFor();
    await chips.getByText("contém 'carnaval'").waitFor();
    await auditThemes('a filter that is not read');
    await chips.getByRole('button', { name: 'Tirar uf do endereço' }).click();
    await expect.poll(() => address(page)).toBe('/feriados?descricao=has.carnaval');
    await expect.poll(() => chips.getByRole('listitem').count()).toBe(1);
    await close();
  });

  it('is not applied with a value that means nothing', async () => {
    const { page, close } = await start('/feriados');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Filtrar Data', exact: true }).click();
    const filter = page.getByRole('dialog');
    await filter.getByLabel('Período, de').fill('31/02/2026');
    await filter.getByRole('button', { name: 'Aplicar' }).click();
    await filter.getByText('Informe uma data que exista, como 31/12/2026.').waitFor();
    expect(address(page)).toBe('/feriados');
    await close();
  });
});

describe('the search panel', () => {
  it('searches by Buscar, at the side of the list, and by nothing that is wrong [list-default-search-label] [list-main-view-plus-side-search]', async () => {
    const { page, audit, close } = await start('/feriados');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Painel de busca', exact: true }).click();
    const panel = page.getByRole('form', { name: 'Busca' });
    const [list, side] = [await page.locator('section').first().boundingBox(), await panel.boundingBox()];
    expect(side?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0));
    await panel.getByLabel('Período, de').fill('31/12/2026');
    await panel.getByLabel('Período, até').fill('01/01/2026');
    await panel.getByRole('button', { name: 'Buscar', exact: true }).click();
    await panel.getByText('O fim vem antes do início: troque um dos dois.').waitFor();
    expect(address(page)).toBe('/feriados');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Período, de');
    await audit('refused search');
    await panel.getByLabel('Período, até').fill('01/01/2027');
    await panel.getByLabel('Período, até').press('Enter');
    await expect.poll(() => address(page)).toBe('/feriados?data=gte.2026-12-31&data=lte.2027-01-01');
    await page.getByRole('button', { name: 'Painel de busca', exact: true }).click();
    await panel.waitFor({ state: 'detached' });
    await close();
  });

  it('keeps what was typed and not yet searched while other screens are visited', async () => {
    const { page, close } = await start('/feriados');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Painel de busca', exact: true }).click();
    const panel = page.getByRole('form', { name: 'Busca' });
    await panel.getByLabel('Descrição').fill('natal');
    await entry(page, '/cidades').click();
    await page.waitForURL('**/cidades');
    await panel.getByLabel('Código IBGE').waitFor();
    await page.goBack();
    await expect.poll(() => panel.getByLabel('Descrição').inputValue()).toBe('natal');
    expect(address(page)).toBe('/feriados');
    await close();
  });

  it('is searched quickly from two characters on, with one when Enter says so, and by several words', async () => {
    const { page, close } = await start('/cidades');
    const search = page.getByLabel('Busca rápida');
    await search.fill('x');
    await page.getByRole('tooltip', { name: 'Digite ao menos 2 caracteres, ou tecle Enter' }).waitFor();
    expect(address(page)).toBe('/cidades');
    await search.press('Enter');
    await expect.poll(() => address(page)).toBe('/cidades?q=x');
    await search.fill('');
    await search.pressSequentially('belo ');
    await expect.poll(() => address(page)).toBe('/cidades?q=belo');
    await search.pressSequentially('hor');
    await expect.poll(() => address(page)).toBe('/cidades?q=belo hor');
    expect(await search.inputValue()).toBe('belo hor');
    await close();
  });
});

describe('the column of a code', () => {
  it('cuts no label of a list of codes but the longest', async () => {
    const { page, close } = await start('/cidades');
    await rows(page).first().waitFor();
    const lists = Object.entries(product.runtime.current.model.codeLists);
    const drawn = await page.evaluate(
      (all) => {
        const cell = document.querySelector('.ag-row .ag-cell[col-id=uf]');
        const word = document.createElement('span');
        word.style.cssText = 'position: absolute; white-space: pre';
        cell?.append(word);
        return all.map((labels) =>
          Math.max(
            ...labels.map((label) => {
              word.textContent = label;
              return word.getBoundingClientRect().width;
            }),
          ),
        );
      },
      lists.map(([, { options }]) => options.map(({ label }) => label)),
    );
    const widths = lists.map(([, { options }]) => fieldTypes.code.width({} as Field, options));
    // Padding, borders, the dot and its gap are 33 pixels.
    const cut = lists.filter((_list, index) => (widths[index] ?? 0) < Math.min(280, (drawn[index] ?? 0) + 33));
    const loose = lists.filter((_list, index) => (widths[index] ?? 0) > Math.max(96, (drawn[index] ?? 0) * 1.1 + 40));
    expect([cut, loose].map((some) => some.map(([name]) => name))).toEqual([[], []]);
    await close();
  });
});

describe('the columns of texts', () => {
  it('have the room that their rows need, the longest less where it is too little, and all of it on a wider screen', async () => {
    const [city] = (await product.call('GET', '/cidades?order=nome.desc&nome=like.*%20*%20*%20*&limit=1')) as {
      readonly id: number;
    }[];
    await product.call('POST', '/distritos', { codigo: '310620098', nome: 'Sé', cidade_id: city?.id });
    const { page, close } = await start('/distritos', { width: 1040, height: 700 });
    await rows(page).first().waitFor();
    /** Width of the column, and whether its text is cut. */
    const cell = (column: string) =>
      page
        .locator(`.ag-row .ag-cell[col-id="${column}"]`)
        .first()
        .evaluate((one) => ({
          width: one.clientWidth,
          cut: [one, ...one.querySelectorAll('*')].some(
            (part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth,
          ),
        }));
    // By the file nome would be the wider one: it is narrow, and the name of the city just fits.
    await expect.poll(async () => (await cell('cidade.nome')).cut, patient).toBe(false);
    const tight = await Promise.all([cell('nome'), cell('cidade.nome')]);
    expect(tight).toEqual([
      { width: expect.any(Number), cut: false },
      { width: expect.any(Number), cut: false },
    ]);
    expect(tight[0].width).toBeLessThan(tight[1].width / 2);
    await page.setViewportSize({ width: 1000, height: 700 });
    await expect.poll(async () => (await cell('cidade.nome')).cut, patient).toBe(true);
    expect((await cell('nome')).cut).toBe(false);
    await page.setViewportSize({ width: 1440, height: 700 });
    await expect.poll(async () => (await cell('cidade.nome')).width, patient).toBeGreaterThan(tight[1].width);
    await close();
  });
});

describe('the label of a related record', () => {
  it('leaves its code out where there is no room for it, unless the rows are in the order of the codes', async () => {
    const text = 'Procedimentos cirúrgicos e invasivos do aparelho digestivo';
    await product.call('POST', '/grupos-procedimentos', { codigo: '901', descricao: text });
    const [above] = (await product.call('GET', '/grupos-procedimentos?codigo=eq.901')) as { readonly id: number }[];
    await product.call('POST', '/grupos-procedimentos', { codigo: '902', descricao: text, superior_id: above?.id });
    const { page, close } = await start('/grupos-procedimentos?codigo=eq.902', { width: 1240, height: 700 });
    const cell = page.locator('.ag-row .ag-cell[col-id=superior]');
    await cell.getByText(text, { exact: true }).waitFor();
    expect(await cell.innerText()).toBe(text);
    // All of it is there for who points at it.
    expect(await cell.getByTitle(`901 - ${text}`, { exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Grupo superior', exact: true }).click();
    await cell.getByText(`901 - ${text}`, { exact: true }).waitFor();
    await page.goto(`${product.url}/grupos-procedimentos?codigo=eq.902`);
    await cell.getByText(text, { exact: true }).waitFor();
    await page.setViewportSize({ width: 1900, height: 700 });
    await cell.getByText(`901 - ${text}`, { exact: true }).waitFor();
    await close();
  });
});

describe('a list taken elsewhere', () => {
  it('is copied by its chosen rows, or by the cell with the focus', async () => {
    const { page, close } = await start('/cidades?uf=in.(AC)');
    await rows(page).first().waitFor();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    const cell = await focused(page)();
    await page.keyboard.press('Control+c');
    await page.getByText('Célula copiada').waitFor();
    expect(await copied()).toBe(cell);
    await page.keyboard.press(' ');
    await page.keyboard.press('Control+c');
    await page.getByText('1 linha copiada.').waitFor();
    expect(await copied()).toBe('Nome\tEstado\tCódigo IBGE\tAtiva\r\nAcrelândia\tAcre\t1200013\tSim');
    const html = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType('text/html'))?.text();
    });
    expect(html).toContain('<td>Acrelândia</td><td>Acre</td>');
    await close();
  });

  it('is a file of all rows that the filters find, as they are shown', async () => {
    const { page, audit, close } = await start('/cidades?uf=in.(MG,SP)&order=ibge.asc');
    await rows(page).first().waitFor();
    await shows(page, 'de 1.498');
    await more(page, 'Exportar…');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1.498 linhas: todas as que os filtros encontram.').waitFor();
    await audit('csv');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^cidades-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines.slice(0, 2)).toEqual([
      '\uFEFFNome;Estado;Código IBGE;Ativa',
      'Abadia dos Dourados;Minas Gerais;3100104;Sim',
    ]);
    expect(lines.length).toBe(1498 + 2);
    await dialog.getByText(/^cidades-.*\.csv foi gravado/).waitFor();
    await close();
  });

  it('is printed as its rows, its filters and its title, without the screen around', async () => {
    const { page, close } = await start('/feriados?data=gte.2026-01-01&data=lte.2026-12-31');
    await shows(page, 'de 13');
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.fi-print h1').textContent()).toBe('Feriado e ponto facultativo');
    expect(await page.locator('.fi-print li').textContent()).toBe('Período: 01/01/2026 a 31/12/2026');
    expect(await page.locator('.fi-print thead th').allTextContents()).toContain('Descrição');
    expect(await page.locator('.fi-print tbody tr').count()).toBe(13);
    expect(await page.locator('nav').first().isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.locator('.fi-print').waitFor({ state: 'detached' });
    await close();
  });

  it('breaks no word on paper, and gives way to the record that is open over it', async () => {
    const { page, close } = await start('/cidades');
    await rows(page).first().waitFor();
    await page.setViewportSize({ width: 400, height: 900 });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const lines = (of: string) =>
      page.locator(`.fi-print ${of}`).evaluateAll((cells) => {
        const heights = cells.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getClientRects().length;
        });
        return Math.max(...heights);
      });
    expect(await lines('td[data-cell="mono"]')).toBe(1);
    expect(await lines('td[data-cell="check"]')).toBe(1);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.goto(`${product.url}/cidades?_record=view.1`);
    const panel = page.locator('[data-record-panel]');
    await panel.locator('dl').first().waitFor();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.fi-print').count()).toBe(0);
    expect(await page.locator('#root').isVisible()).toBe(false);
    expect(await panel.getByRole('heading', { name: 'Cidade' }).isVisible()).toBe(true);
    expect(await panel.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(
      await panel
        .locator('dd')
        .first()
        .evaluate((value) => getComputedStyle(value).color),
    ).toBe('rgb(0, 0, 0)');
    await close();
  });
});

describe('a list with little room', () => {
  const top = async (page: Page, name: string) => (await page.getByRole('button', { name }).boundingBox())?.y;

  it('shows its whole title beside its buttons', async () => {
    const { page, close } = await start('/feriados');
    await rows(page).first().waitFor();
    const title = page.getByRole('heading', { name: 'Feriado e ponto facultativo' });
    expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const natural = await title.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().width - one.getBoundingClientRect().width;
    });
    expect(natural).toBeLessThanOrEqual(0);
    await close();
  });

  it('keeps its buttons in one line on a phone, whatever is selected, and offers there what a phone can do', async () => {
    const { page, close } = await start('/cidades', { width: 390, height: 844 });
    const checks = page.locator('#fi-main li').getByRole('checkbox');
    await checks.first().waitFor();
    for (const at of [0, 1, 2]) await checks.nth(at).click();
    await page.getByText('3 selecionados').first().waitFor();
    expect(await top(page, 'Mais')).toBeCloseTo((await top(page, 'Colunas')) ?? 0, 0);
    expect(await page.getByRole('button', { name: /^Apagar/ }).textContent()).toBe('Apagar 3');
    await page.getByRole('button', { name: 'Buscar telas' }).click();
    await page.getByRole('option', { name: 'Imprimir esta tela' }).waitFor();
    expect(await page.getByRole('option', { name: 'Recolher o menu' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto(`${product.url}/cidades?_record=view.1`);
    const name = page.getByRole('dialog').getByText('Alta Floresta', { exact: false }).first();
    await name.waitFor();
    expect(await name.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
    await close();
  });
});

describe('a list as a plain table', () => {
  it('sorts, filters, selects and opens its records by Tab alone, and is remembered', async () => {
    const { page, audit, close } = await start('/cidades?uf=in.(AC)');
    await rows(page).first().waitFor();
    await more(page, 'Tabela simples');
    const table = page.getByRole('table', { name: /^Cidade/ });
    await table.waitFor();
    await audit('plain table');
    expect(await table.getByRole('rowheader').first().textContent()).toBe('Acrelândia');
    await table.getByRole('button', { name: 'Nome', exact: true }).press('Enter');
    await expect.poll(() => address(page)).toContain('order=nome.desc');
    await expect
      .poll(() => table.getByRole('columnheader', { name: 'Nome' }).getAttribute('aria-sort'))
      .toBe('descending');
    await expect.poll(() => table.getByRole('rowheader').first().textContent()).toBe('Xapuri');
    await table.getByRole('checkbox', { name: 'Selecionar Xapuri - AC' }).press(' ');
    await page.getByText('1 selecionado').first().waitFor();
    await table
      .getByRole('button', { name: /Xapuri/ })
      .last()
      .press('Enter');
    await page.getByRole('menuitem', { name: 'Visualizar' }).press('Enter');
    await expect.poll(() => address(page)).toContain('_record=view.');
    await page.getByRole('dialog').getByRole('heading', { name: 'Cidade' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const named = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(named).toMatch(/Xapuri/);
    await page.waitForLoadState('networkidle');
    await page.goto(`${product.url}/feriados`);
    await page.getByRole('table', { name: /^Feriado/ }).waitFor();
    await more(page, 'Tabela simples');
    await rows(page).first().waitFor();
    await close();
  });
});
