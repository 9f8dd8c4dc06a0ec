/** How people arrange a list, kept for them on the server: columns, widths, density, page size, saved views. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
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

/** Titles of the columns as they stand, left to right. */
const titles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.ag-header-cell')]
      .map((cell) => ({
        left: cell.getBoundingClientRect().left,
        text: cell.querySelector('.fi-header-title span')?.textContent,
      }))
      .filter(({ text }) => text)
      .toSorted((a, b) => a.left - b.left)
      .map(({ text }) => text ?? ''),
  );
/** The second that is usual is short where other work is done beside. */
const soon = <T>(get: () => T | Promise<T>) => expect.poll(get, { timeout: 45_000 });

/** The header cell of a column. */
const head = (page: Page, title: string) =>
  page
    .locator('.ag-header-cell')
    .filter({ has: page.locator('.fi-header-title span', { hasText: new RegExp(`^${title}$`) }) });
const widthOf = async (page: Page, title: string): Promise<number> =>
  Math.round((await head(page, title).boundingBox())?.width ?? 0);
const address = (page: Page): string => decodeURIComponent(page.url().replace(product.url, '')).replaceAll('+', ' ');
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Colunas' });
const openChooser = async (page: Page) => {
  await page.getByRole('button', { name: 'Colunas', exact: true }).click();
  await chooser(page).waitFor();
};
/** What the server keeps of this person, once nothing is on its way any more. */
const kept = async (login: string): Promise<Record<string, unknown>> => {
  const { rows: found } = await product.database.query<{ key: string; value: string }>({
    text: `select s.key, s.value::text as value from fichario.user_setting s
      join usuario u on u.id = s.usuario_id where u.login = $1::text and s.key <> 'recents'`,
    values: [login],
  });
  return Object.fromEntries(found.map(({ key, value }) => [key, JSON.parse(value)]));
};
const listRequests = (page: Page, path: string): string[] => {
  const seen: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.method() === 'GET' && url.pathname === `/api${path}`) seen.push(url.searchParams.get('select') ?? '');
  });
  return seen;
};

describe('the columns of a list', () => {
  it('are shown, hidden and moved in the chooser, asked for only where the page lacks them, and are back after a reload', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/bancos' });
    await rows(page).first().waitFor();
    const usual = await titles(page);
    const asked = listRequests(page, '/bancos');
    await openChooser(page);
    await audit('column chooser');

    const [first = '', second = ''] = usual;
    await chooser(page).getByRole('checkbox', { name: second, exact: true }).click();
    await soon(() => titles(page)).toEqual(usual.filter((title) => title !== second));
    await chooser(page).getByRole('checkbox', { name: second, exact: true }).click();
    await soon(async () => (await titles(page)).at(-1)).toBe(second);
    await chooser(page)
      .getByRole('button', { name: `Mover ${first} para depois` })
      .click();
    await chooser(page)
      .getByRole('button', { name: `Fixar ${second} à esquerda` })
      .click();
    await soon(async () => (await titles(page))[0]).toBe(second);
    // All of it was there already.
    expect(asked).toEqual([]);

    const more = chooser(page).getByRole('list', { name: 'Outros campos' }).getByRole('checkbox').first();
    const added = (await more.evaluate((box) => box.closest('li')?.textContent)) ?? '';
    await more.click();
    await soon(async () => (await titles(page)).at(-1)).toBe(added);
    await soon(() => asked.length).toBe(1);
    const arranged = await titles(page);
    await soon(() => kept('admin')).toHaveProperty(['list:/bancos', 'layout', 'shown']);

    await page.reload();
    await rows(page).first().waitFor();
    expect(await titles(page)).toEqual(arranged);
    await openChooser(page);
    await chooser(page).getByRole('button', { name: 'Restaurar padrão' }).click();
    await soon(() => titles(page)).toEqual(usual);
    await soon(async () => (await kept('admin'))['list:/bancos']).toEqual({ layout: {} });
    await close();
  });

  it('sort and filter by a field that was added', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/cidades' });
    await rows(page).first().waitFor();
    await openChooser(page);
    await chooser(page).getByRole('checkbox', { name: 'Capital', exact: true }).click();
    await page.keyboard.press('Escape');
    await head(page, 'Capital').hover();
    await page.getByRole('button', { name: 'Filtrar Capital' }).click();
    await page.getByRole('combobox', { name: 'Capital' }).click();
    await page.getByRole('option', { name: 'Sim' }).click();
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await soon(() => page.locator('footer').textContent()).toContain('de 27');
    await head(page, 'Capital').locator('.fi-header-title').click();
    await soon(() => address(page)).toBe('/cidades?capital=is.true&order=capital.asc');
    await soon(() => rows(page).count()).toBeGreaterThan(20);
    await close();
  });

  it('are arranged by keyboard alone', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/cbos', login: 'operador' });
    await rows(page).first().waitFor();
    const usual = await titles(page);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return element?.getAttribute('aria-label') ?? element?.closest('li')?.textContent ?? '';
      });
    await page.getByRole('button', { name: 'Colunas', exact: true }).focus();
    await page.keyboard.press('Enter');
    await chooser(page).locator(':focus').waitFor();
    for (let presses = 0; presses < 5 && (await focused()) !== usual[0]; presses += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe(usual[0]);
    await page.keyboard.press('Alt+ArrowDown');
    await soon(async () => (await titles(page))[1]).toBe(usual[0]);
    await soon(focused).toBe(usual[0]);
    await page.keyboard.press('ArrowUp');
    await soon(focused).toBe(usual[1]);
    await page.keyboard.press('Space');
    await soon(() => titles(page)).not.toContain(usual[1]);
    await page.keyboard.press('Escape');
    await soon(() => chooser(page).count()).toBe(0);
    await soon(focused).toBe('Colunas');

    // In the header: Alt with an arrow widens, Shift with an arrow moves.
    const before = await titles(page);
    const [title = ''] = before;
    await head(page, title).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await soon(() => titles(page)).toEqual([before[1], before[0], ...before.slice(2)]);
    const narrow = await widthOf(page, title);
    await head(page, title).focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await soon(() => widthOf(page, title)).toBeLessThan(narrow);
    await soon(async () => JSON.stringify((await kept('operador'))['list:/cbos'])).toContain('widths');
    await close();
  });

  it('are moved and widened in their header by mouse', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/feriados' });
    await rows(page).first().waitFor();
    const usual = await titles(page);
    const [first = '', second = ''] = usual;
    const edge = await head(page, first).boundingBox();
    if (!edge) throw new Error('no header');
    const width = await widthOf(page, first);
    await page.mouse.move(edge.x + edge.width - 1, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width + 60, edge.y + edge.height / 2, { steps: 6 });
    await page.mouse.up();
    await soon(() => widthOf(page, first)).toBeGreaterThan(width + 40);
    const wide = await widthOf(page, first);

    await head(page, second).locator('.fi-header-title').hover();
    await page.mouse.down();
    const target = await head(page, first).boundingBox();
    if (!target) throw new Error('no header');
    await page.mouse.move(target.x + 20, target.y + 10, { steps: 12 });
    await page.mouse.up();
    await soon(() => titles(page)).toEqual([second, first, ...usual.slice(2)]);
    await soon(async () => JSON.stringify((await kept('admin'))['list:/feriados'])).toContain('shown');
    await page.reload();
    await rows(page).first().waitFor();
    expect(await titles(page)).toEqual([second, first, ...usual.slice(2)]);
    expect(await widthOf(page, first)).toBe(wide);
    await close();
  });

  it('are those of the cards on a phone', async () => {
    const { page, audit, close } = await openSession(browser, product.url, {
      path: '/paises',
      width: 390,
      height: 844,
    });
    const card = page.getByRole('list', { name: 'País' }).getByRole('listitem').first();
    await card.waitFor();
    await openChooser(page);
    await audit('column chooser on a phone');
    const before = (await card.textContent()) ?? '';
    expect(before).toContain('Nacionalidade');
    await chooser(page).getByRole('checkbox', { name: 'Nacionalidade' }).click();
    await page.keyboard.press('Escape');
    await soon(() => card.textContent()).not.toContain('Nacionalidade');
    await close();
  });
});

describe('density and page size', () => {
  it('change the rows at once and are there on the next visit', async () => {
    const height = async (page: Page) => (await rows(page).first().boundingBox())?.height;
    const { page, audit, close } = await openSession(browser, product.url, {
      path: '/estados-civis',
      login: 'consulta',
    });
    await rows(page).first().waitFor();
    expect(await height(page)).toBe(30);
    for (const [name, pixels] of [
      ['Confortável', 38],
      ['Compacta', 26],
    ] as const) {
      await openChooser(page);
      await chooser(page).getByText(name).click();
      await soon(() => height(page)).toBe(pixels);
      await page.keyboard.press('Escape');
    }
    await audit('compact rows');
    await page.getByLabel('Linhas por página').selectOption('25');
    await expect
      .poll(() => kept('consulta'))
      .toMatchObject({ density: 'compact', 'list:/estados-civis': { pageSize: 25 } });
    await page.goto(`${product.url}/estados-civis`);
    await rows(page).first().waitFor();
    expect(await page.getByLabel('Linhas por página').inputValue()).toBe('25');
    expect(await height(page)).toBe(26);
    // A list of which nothing was chosen has the density chosen last.
    await page.goto(`${product.url}/bancos`);
    await rows(page).first().waitFor();
    expect(await height(page)).toBe(26);
    await close();
  });

  it('are sent where the page goes away before the person pauses, and after a time without connection', async () => {
    const { page, messages, close } = await openSession(browser, product.url, {
      path: '/especialidades',
      login: 'consulta',
    });
    await rows(page).first().waitFor();
    await page.getByLabel('Linhas por página').selectOption('25');
    await page.goto('about:blank');
    await soon(() => kept('consulta')).toHaveProperty(['list:/especialidades', 'pageSize'], 25);

    await page.goto(`${product.url}/especialidades`);
    await rows(page).first().waitFor();
    await page.context().route('**/api/settings/*', (route) => route.abort());
    await page.getByLabel('Linhas por página').selectOption('500');
    await page.waitForEvent('requestfailed', (request) => request.url().includes('/api/settings/'));
    // Another visit while nothing arrives: what was chosen is there nevertheless.
    const next = await page.context().newPage();
    await next.goto(`${product.url}/especialidades`);
    await rows(next).first().waitFor();
    expect(await next.getByLabel('Linhas por página').inputValue()).toBe('500');
    expect(await kept('consulta')).toHaveProperty(['list:/especialidades', 'pageSize'], 25);
    await page.context().unroute('**/api/settings/*');
    await next.evaluate(() => window.dispatchEvent(new Event('online')));
    await soon(() => kept('consulta')).toHaveProperty(['list:/especialidades', 'pageSize'], 500);
    await next.waitForFunction(
      () => !Object.keys(localStorage).some((key) => key.startsWith('fichario.setting.list:')),
    );
    // The calls that got no connection said so on the console.
    expect(messages.splice(0).every((message) => message.includes('ERR_FAILED'))).toBe(true);
    await close();
  });
});

describe('saved views', () => {
  it('are saved, changed, shared, made the beginning and deleted; another person sees a shared one without what is hidden', async () => {
    // The columns that other tests chose would be part of the view.
    await product.database.execute('delete from fichario.user_setting');
    await product.database.query({
      text: `insert into config_permissao (grupo_id, entidade, campo, visivel)
        select id, 'cidade', 'ibge', false from grupo where nome = 'Cadastro (demonstração)'`,
      values: [],
    });
    const { page, audit, close } = await openSession(browser, product.url, {
      path: '/cidades?uf=in.(MG)&order=ibge.desc',
    });
    await rows(page).first().waitFor();
    const views = (target: Page) => target.getByRole('button', { name: /^Vis(ões|ão:)/ });
    const item = (target: Page, name: string) => target.getByRole('menuitem', { name });
    const choice = (target: Page, name: string | RegExp) => target.getByRole('menuitemradio', { name });

    await views(page).click();
    await audit('menu of views');
    await item(page, 'Salvar como nova visão').click();
    const dialog = page.getByRole('dialog', { name: 'Salvar visão' });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Informe o nome da visão').waitFor();
    await dialog.getByLabel('Nome da visão').fill('Minas pelo código');
    await dialog.getByLabel('Compartilhar').check();
    await audit('dialog of a view');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await soon(() => views(page).getAttribute('aria-label')).toBe('Visão: Minas pelo código');
    const saved = address(page);
    expect(saved).toMatch(/^\/cidades\?uf=in\.\(MG\)&order=ibge\.desc&_view=\d+$/);

    // Changed, it says so; taken back, it does not; a reload keeps what was changed.
    await page.getByRole('button', { name: 'Remover o filtro Estado' }).click();
    await expect
      .poll(() => views(page).getAttribute('aria-label'))
      .toBe('Visão: Minas pelo código, com alterações não salvas');
    await openChooser(page);
    await chooser(page).getByRole('checkbox', { name: 'Ativa', exact: true }).click();
    await page.keyboard.press('Escape');
    await soon(() => titles(page)).not.toContain('Ativa');
    await soon(() => kept('admin')).toHaveProperty(['list:/cidades', 'view', 'layout', 'shown']);
    await page.reload();
    await rows(page).first().waitFor();
    expect(await titles(page)).not.toContain('Ativa');
    await views(page).click();
    await item(page, 'Desfazer as alterações').click();
    await soon(() => address(page)).toBe(saved);
    await soon(() => titles(page)).toContain('Ativa');

    await page.getByLabel('Busca rápida').fill('belo');
    await soon(() => address(page)).toContain('q=belo');
    await views(page).click();
    await item(page, 'Salvar as alterações').click();
    await page.getByText("Visão 'Minas pelo código' salva.").waitFor();
    await views(page).click();
    await item(page, 'Abrir a lista com esta visão').click();
    await soon(() => kept('admin')).toHaveProperty(['list:/cidades', 'start']);
    await page.goto(`${product.url}/cidades`);
    await soon(() => address(page)).toBe(saved.replace('?', '?q=belo&'));
    await rows(page).first().waitFor();

    const other = await openSession(browser, product.url, { path: '/cidades', login: 'operador' });
    await rows(other.page).first().waitFor();
    expect(await titles(other.page)).not.toContain('Código IBGE');
    await views(other.page).click();
    await choice(other.page, /Minas pelo código de admin/).click();
    await other.page
      .getByText('Uma parte desta visão não aparece, porque depende de um campo que você não pode ver.')
      .waitFor();
    await soon(() => address(other.page)).toMatch(/^\/cidades\?q=belo&uf=in\.\(MG\)&_view=\d+$/);
    await soon(() => other.page.locator('footer').textContent()).toContain('de 5');
    await views(other.page).click();
    expect(await item(other.page, 'Apagar a visão').count()).toBe(0);
    await other.audit('menu of views with a note');
    await other.close();

    await views(page).click();
    await item(page, 'Mudar o nome').click();
    const rename = page.getByRole('dialog', { name: "Mudar o nome de 'Minas pelo código'" });
    await rename.getByLabel('Nome da visão').fill('Belas');
    await rename.getByRole('button', { name: 'Salvar' }).click();
    await soon(() => views(page).getAttribute('aria-label')).toBe('Visão: Belas');
    await views(page).click();
    await item(page, 'Deixar de compartilhar').click();
    await page.getByText("A visão 'Belas' deixou de ser compartilhada.").waitFor();
    await views(page).click();
    await item(page, 'Apagar a visão').click();
    const confirm = page.getByRole('dialog', { name: "Apagar a visão 'Belas'?" });
    await audit('confirmation');
    await confirm.getByRole('button', { name: 'Apagar' }).click();
    await soon(() => address(page)).toBe('/cidades');
    await soon(async () => (await kept('admin'))['list:/cidades']).not.toHaveProperty('start');
    await close();
  });
});
