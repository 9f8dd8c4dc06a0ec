import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { letDraw, openPage, openSession, rows, signIn } from './open-session.ts';

/** A module of its own: a title with the client's name, in a group that is below another. */
const files = {
  'schemas/vitrine/menu.json': {
    groups: [
      { path: '/vitrine', title: 'Vitrine', icon: 'store', parent: '/', order: 5 },
      { path: '/vitrine/rede', title: 'Rede {cliente}', icon: 'network', parent: '/vitrine' },
    ],
  },
  'schemas/vitrine/amostras/schema.json': {
    title: 'Amostra de {cliente}',
    type: 'object',
    required: ['nome'],
    properties: { nome: { title: 'Nome', type: 'string', maxLength: 40, 'x-unique': true } },
  },
  'schemas/vitrine/amostras/columns.json': {
    entity: 'amostra',
    path: '/amostras',
    title: 'Amostra de {cliente}',
    parent: '/vitrine/rede',
    permission: { subject: 'amostra' },
  },
};

/** Guides of a provider, whom the screen asks for. */
const providerFiles = {
  'schemas/vitrine/credenciados/schema.json': {
    title: 'Credenciado',
    type: 'object',
    required: ['codigo', 'nome'],
    properties: {
      codigo: { title: 'Código', type: 'string', 'x-mask': '#####', 'x-unique': true },
      nome: { title: 'Nome', type: 'string', maxLength: 40 },
    },
  },
  'schemas/vitrine/credenciados/columns.json': {
    entity: 'credenciado',
    path: '/credenciados',
    parent: '/localizacao',
    permission: { subject: 'credenciado' },
    label: '{codigo} - {nome}',
    search: ['nome'],
    autocomplete: { minimum: 5 },
  },
  'schemas/vitrine/credenciados/data.csv': 'codigo,nome\n00001,Clínica Aurora\n00002,Hospital Central\n',
  'schemas/vitrine/fichas/schema.json': {
    title: 'Ficha',
    type: 'object',
    required: ['numero', 'credenciado'],
    properties: {
      numero: { title: 'Número', type: 'string', maxLength: 10, 'x-unique': true },
      credenciado: { title: 'Credenciado', 'x-relation': { entity: 'credenciado', label: '{codigo} - {nome}' } },
    },
  },
  'schemas/vitrine/fichas/columns.json': {
    entity: 'ficha',
    path: '/fichas',
    parent: '/localizacao',
    permission: { subject: 'ficha' },
    provider: 'credenciado',
    scope: [{ role: 'prestador', field: 'credenciado' }],
  },
  'schemas/vitrine/fichas/data.csv': 'numero,credenciado\nA1,00001\nB1,00002\nB2,00002\n',
};

const manyEntries = {
  'schemas/muitas/menu.json': {
    groups: [
      { path: '/muitas', title: 'Muitas', parent: '/', permission: { subject: 'muitas' }, order: 1 },
      ...Array.from({ length: 600 }, (_, index) => ({
        path: `/muitas/${index}`,
        title: `Operação número ${index}`,
        parent: '/muitas',
        permission: { subject: 'muitas' },
      })),
    ],
  },
};

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let nuclep: typeof product;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  product = await openBrowserProduct({ files: { ...files, ...providerFiles }, rowsOf: ['bancos'] });
  nuclep = await openBrowserProduct({ client: 'nuclep', files: { ...files, ...manyEntries }, rowsOf: [] });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
  await nuclep?.close();
});

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar telas, registros e ações' });
const userMenu = async (page: Page, login: string) => {
  await page.getByRole('button', { name: `Menu do usuário ${login}` }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
};
/** Letters make one word however long the machine takes for each. */
const typeAtOnce = async (page: Page, word: string): Promise<void> => {
  await page.clock.setFixedTime(Date.now());
  await page.keyboard.type(word);
};
/** Holds the answers to `address` back until they are let go. */
const holdBack = async (page: Page, address: string): Promise<() => void> => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
};

describe('the frame', () => {
  it('speaks Brazilian Portuguese [frame-interface-language]', async () => {
    const { page, go, close } = await openPage(browser, product.url);
    await go('/auth');
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    await page.getByRole('button', { name: 'Recolher o menu' }).waitFor();
    await close();
  });

  it("has a header with the client's logo, its title and a user menu, and marks the tab with them [frame-header-contents]", async () => {
    for (const [{ url }, logo, title, accent] of [
      [product, 'C', 'Copass Saúde', '#0168bc'],
      [nuclep, 'N', 'Nuclep', '#177b41'],
    ] as const) {
      const { page, close } = await openSession(browser, url);
      const header = page.getByRole('banner');
      expect(await header.getByRole('link', { name: title }).locator('[aria-hidden]').textContent()).toBe(logo);
      await header.getByRole('button', { name: 'Menu do usuário admin' }).waitFor();
      expect(await page.title()).toBe(title);
      const icon = (await page.locator('link[rel="icon"]').getAttribute('href')) ?? '';
      expect(decodeURIComponent(icon)).toContain(`fill="${accent}"`);
      expect(decodeURIComponent(icon)).toContain(`>${logo}</text>`);
      await close();
    }
  });

  it('shows the login name in the user menu [frame-user-menu-login-name]', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { login: 'operador' });
    await userMenu(page, 'operador');
    expect(await page.getByRole('menu').getByText('operador', { exact: true }).isVisible()).toBe(true);
    await audit('user menu');
    await close();
  });

  it('offers the account settings only to who can list usuario [frame-user-menu-account-settings]', async () => {
    const entry = (page: Page) => page.getByRole('menuitem', { name: 'Minha conta' });
    const admin = await openSession(browser, product.url);
    await userMenu(admin.page, 'admin');
    await entry(admin.page).click();
    await admin.page.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
    const facts = async (role: 'term' | 'definition') => admin.page.getByRole(role).allTextContents();
    expect(await facts('term')).toEqual(expect.arrayContaining(['Login', 'Cliente', 'Perfis']));
    expect(await facts('definition')).toEqual(
      expect.arrayContaining(['admin', 'Copass Saúde', 'Operadora, Administrador']),
    );
    await admin.audit('account');
    await admin.close();

    const other = await openSession(browser, product.url, { login: 'consulta' });
    await userMenu(other.page, 'consulta');
    expect(await entry(other.page).count()).toBe(0);
    await other.go('/minha-conta');
    await other.page.waitForURL('**/acesso-negado');
    await other.close();
  });

  it('shows the titles of the matched routes in a breadcrumb bar [frame-breadcrumb-matched-titles]', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/bancos' });
    const crumbs = page.getByRole('navigation', { name: 'Caminho da tela' });
    await crumbs.waitFor();
    expect(await crumbs.getByRole('listitem').allTextContents()).toEqual(['Cadastro', 'Base', 'Banco']);
    expect(await crumbs.locator('[aria-current="page"]').textContent()).toBe('Banco');
    expect(await page.title()).toBe('Banco · Copass Saúde');
    await crumbs.getByRole('link', { name: 'Base' }).click();
    await page.waitForURL('**/base');
    await close();
  });

  it('writes the current client for the client placeholder in the breadcrumb [frame-breadcrumb-client-placeholder]', async () => {
    for (const [{ url }, client] of [
      [product, 'Copass Saúde'],
      [nuclep, 'Nuclep'],
    ] as const) {
      const { page, close } = await openSession(browser, url, { path: '/amostras' });
      const crumbs = page.getByRole('navigation', { name: 'Caminho da tela' });
      await crumbs.waitFor();
      expect(await crumbs.getByRole('listitem').allTextContents()).toEqual([
        'Vitrine',
        `Rede ${client}`,
        `Amostra de ${client}`,
      ]);
      await close();
    }
  });

  it('has a home with one tile for each child route, the parent of all modules [frame-home-grid] [frame-home-parent-of-modules]', async () => {
    const { page, audit, close } = await openSession(browser, product.url);
    const tiles = page.getByRole('list', { name: 'Início' }).getByRole('link');
    await expect.poll(() => tiles.count()).toBeGreaterThan(0);
    const children = product.runtime.current.model.screens.filter(({ parent, hidden }) => parent === '/' && !hidden);
    expect(await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      children.map(({ path }) => path),
    );
    await audit('home');
    await close();
  });

  it('shows the titles of the menu whole, however deep they stand', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/' });
    const titles = menuOf(page).getByRole('treeitem').locator('a span[title]');
    await titles.first().waitFor();
    const cut = await titles.evaluateAll((all) =>
      all
        .filter((title) => title.scrollHeight > title.clientHeight + 1 || title.scrollWidth > title.clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
    expect([(await titles.count()) > 150, cut]).toEqual([true, []]);
    await close();
  });

  it('groups children below their parent, in the tree and on the tiles of the parent [frame-parents-group-children]', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/vitrine' });
    const tiles = page.getByRole('list', { name: 'Vitrine' }).getByRole('link');
    await tiles.first().waitFor();
    expect(await tiles.allTextContents()).toEqual(['Rede Copass SaúdeAmostra de Copass Saúde']);
    const levels = menuOf(page).getByRole('treeitem', { name: /Vitrine|Rede Copass|Amostra/ });
    expect(await levels.evaluateAll((items) => items.map((item) => item.getAttribute('aria-level')))).toEqual([
      '1',
      '2',
      '3',
    ]);
    await close();
  });

  it('reads a screen when it is opened and not before [frame-screens-load-on-demand]', async () => {
    const { page, go, close } = await openPage(browser, product.url);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const seen = (name: RegExp) => scripts.some((script) => name.test(script));
    await go('/auth');
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    expect([/registry\.view/, /record-grid/, /home\.view/, /frame-/].map(seen)).toEqual([false, false, false, false]);
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    expect([/registry\.view/, /record-grid/, /home\.view/, /frame-/].map(seen)).toEqual([false, false, true, true]);
    await menuOf(page).getByRole('link', { name: 'Banco', exact: true }).click();
    await rows(page).first().waitFor();
    expect([/registry\.view/, /record-grid/].map(seen)).toEqual([true, true]);
    await close();
  });

  it('leaves a link of the menu that is clicked with Ctrl to the browser, which opens it beside the screen', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/bancos' });
    const addresses = () => page.evaluate(() => [history.length, location.pathname]);
    /** What is left to the browser once the page has seen the click; the browser is kept from it then. */
    const isLeft = async (name: string, modifiers: readonly 'Control'[]) => {
      const seen = page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const look = (event: MouseEvent) => {
              resolve(!event.defaultPrevented);
              event.preventDefault();
            };
            addEventListener('click', look, { once: true });
          }),
      );
      await menuOf(page)
        .getByRole('link', { name, exact: true })
        .first()
        .click({ modifiers: [...modifiers] });
      return seen;
    };
    const before = await addresses();
    expect(await isLeft('CBO', ['Control'])).toBe(true);
    expect(await addresses()).toEqual(before);
    expect(await isLeft('Banco', [])).toBe(false);
    expect(await addresses()).toEqual(before);
    await close();
  });

  it('moves no row of the menu away from under the mouse: what came meanwhile shows when it has left', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/bancos', apart: true });
    const link = menuOf(page).getByRole('link', { name: 'Grau de Parentesco' });
    const shown = async () => (await menuOf(page).getByRole('treeitem').allTextContents()).slice(0, 3);
    await menuOf(page).getByText('Recentes').click();
    await expect.poll(async () => (await shown()).slice(0, 2)).toEqual(['Recentes', 'Banco']);
    await link.hover();
    const before = { box: await link.boundingBox(), shown: await shown() };
    // A slow answer brings the loading indicator between, which leaves the mouse where it is.
    const letGo = await holdBack(page, '**/api/model/screen?*');
    const indicator = page.getByRole('status').filter({ hasText: 'Carregando…' });
    // That of the screen before may come late.
    const kept = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/api/settings/recents') &&
        (answer.request().postData() ?? '').includes('/grau-parentescos') &&
        answer.ok(),
    );
    await link.click();
    await indicator.waitFor();
    letGo();
    await Promise.all([kept, page.getByRole('heading', { level: 1, name: 'Grau de Parentesco' }).waitFor()]);
    await expect.poll(() => indicator.count()).toBe(0);
    await letDraw(page);
    expect({ box: await link.boundingBox(), shown: await shown() }).toEqual(before);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(shown).toEqual(['Recentes', 'Grau de Parentesco', 'Banco']);
    await close();
  });

  it('shows in the menu what came meanwhile where the mouse goes while something lies over it', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/bancos', apart: true });
    const shown = async () => (await menuOf(page).getByRole('treeitem').allTextContents()).slice(0, 3);
    await menuOf(page).getByText('Recentes').click();
    const letGo = await holdBack(page, '**/api/model/screen?*');
    // Of the menu, not of what was visited before.
    await menuOf(page).getByRole('link', { name: 'Grau de Parentesco' }).last().click();
    await page.getByRole('status').filter({ hasText: 'Carregando…' }).waitFor();
    await page.mouse.move(900, 450);
    letGo();
    await page.getByRole('heading', { level: 1, name: 'Grau de Parentesco' }).waitFor();
    await expect.poll(shown).toEqual(['Recentes', 'Grau de Parentesco', 'Banco']);
    await close();
  });

  it('covers itself with a loading indicator while the person waits, after 400 ms, said and without the focus [frame-loading-indicator]', async () => {
    const { page, close } = await openSession(browser, product.url, { apart: true });
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    const letGo = await holdBack(page, '**/api/model/screen?*');
    const asked = page.waitForRequest('**/api/model/screen?*');
    const link = menuOf(page).getByRole('link', { name: 'Banco', exact: true });
    await link.click();
    await asked;
    await letDraw(page);
    const indicator = page.getByRole('status').filter({ hasText: 'Carregando…' });
    await page.clock.runFor(399);
    expect(await indicator.count()).toBe(0);
    await page.clock.runFor(1);
    await expect.poll(() => indicator.count()).toBe(1);
    expect(await indicator.getAttribute('aria-live')).toBe('polite');
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    const box = await indicator.boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    letGo();
    await page.clock.resume();
    await rows(page).first().waitFor();
    await expect.poll(() => indicator.count()).toBe(0);
    await close();
  });

  it("leaves for the regulator's site by /link/ans, under /links [frame-link-ans-external]", async () => {
    const { page, go, audit, close } = await openSession(browser, product.url, { path: '/links' });
    await page
      .context()
      .route('https://www.gov.br/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>ANS</title>' }),
      );
    const tile = page.getByRole('main').getByRole('link', { name: /^ANS/ });
    await tile.waitFor();
    expect((await tile.textContent())?.endsWith('(abre em outra aba)')).toBe(true);
    await audit('links');
    const opened = page.context().waitForEvent('page');
    await tile.click();
    const outside = await opened;
    await outside.waitForURL('https://www.gov.br/ans/pt-br');
    expect(await outside.evaluate(() => window.opener)).toBeNull();
    await outside.close();
    await go('/link/ans');
    await page.waitForURL('https://www.gov.br/ans/pt-br');
    await close();
  });

  it('says which right is missing, and whom to ask, also for a group [errors-failed-permission]', async () => {
    await product.database.query({
      text: "update regra set ativo = false, versao = versao + 1 where assunto = 'link'",
      values: [],
    });
    const { page, audit, close } = await openSession(browser, product.url, { login: 'consulta', path: '/links' });
    await page.waitForURL('**/acesso-negado?tela=%2Flinks');
    await page
      .getByText(
        'Você não tem acesso a Links: falta a permissão Listar. Se precisa dela, peça a quem administra o sistema.',
        { exact: true },
      )
      .waitFor();
    await audit('denied group');
    await close();
  });
});

describe('the provider selector', () => {
  it('stands in the header of a screen that works for a provider, is required and numeric, and says so [frame-provider-selector-in-header] [validation-provider-selector-required]', async () => {
    const { page, go, audit, close } = await openSession(browser, product.url, { path: '/fichas' });
    const header = page.getByRole('banner');
    const selector = header.getByRole('combobox', { name: 'Prestador' });
    await selector.waitFor();
    expect(await selector.getAttribute('aria-required')).toBe('true');
    await page.getByRole('main').getByRole('heading', { name: 'Informe o Prestador' }).waitFor();
    expect(await rows(page).count()).toBe(0);
    await audit('no provider');

    // Left empty.
    await selector.focus();
    await page.keyboard.press('Tab');
    await header.getByRole('alert').getByText('Informe o Prestador', { exact: true }).waitFor();
    expect(await selector.getAttribute('aria-invalid')).toBe('true');
    await audit('provider missing');

    // Five characters before it searches.
    await selector.fill('hosp');
    await page.getByText('Digite ao menos 5 caracteres').waitFor();
    await selector.fill('hospi');
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/settings/provider'));
    const asked = page.waitForRequest((request) => request.url().includes('/api/fichas?'));
    await page.getByRole('option', { name: '00002 - Hospital Central' }).click();
    await page.waitForURL(/credenciado_id/);
    // The server is told whom the work is for.
    const [, chosen] = /credenciado_id=eq\.(\d+)/.exec(page.url()) ?? [];
    expect((await asked).headers()['fichario-provider']).toBe(chosen);
    expect(new URL(page.url()).search).toMatch(/^\?credenciado_id=eq\.\d+$/);
    await rows(page).nth(1).waitFor();
    expect(await header.getByRole('alert').count()).toBe(0);
    await audit('provider chosen');
    await kept;

    // An address that names no number chooses nobody; another screen asks nobody.
    await page.route('**/api/settings', (route) => route.fulfill({ json: {} }));
    await go('/fichas?credenciado_id=eq.hospital');
    await page.getByRole('main').getByRole('heading', { name: 'Informe o Prestador' }).waitFor();
    await go('/fichas?credenciado_id=eq.1');
    await page.getByRole('heading', { name: 'Ficha', level: 1 }).waitFor();
    const free = page.waitForRequest((request) => request.url().includes('/api/bancos?'));
    await menuOf(page).getByRole('link', { name: 'Banco', exact: true }).click();
    await rows(page).first().waitFor();
    expect((await free).headers()['fichario-provider']).toBeUndefined();
    expect(await header.getByRole('combobox', { name: 'Prestador' }).count()).toBe(0);
    await close();
  });

  it('proposes the provider that was chosen last', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/fichas?credenciado_id=eq.2' });
    const selector = page.getByRole('banner').getByRole('combobox', { name: 'Prestador' });
    await rows(page).first().waitFor();
    await selector.fill('aurora');
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/api/settings/provider') && answer.ok()),
      page.getByRole('option', { name: '00001 - Clínica Aurora' }).click(),
    ]);
    await page.goto(`${product.url}/fichas`);
    await rows(page).getByText('A1').waitFor();
    await expect.poll(() => selector.inputValue(), { timeout: 45_000 }).toBe('00001 - Clínica Aurora');
    expect(await rows(page).count()).toBe(1);
    await close();
  });
});

describe('the menu tree', () => {
  it('is walked by the keys of a tree, and opens what Enter is pressed on', async () => {
    const { page, close } = await openSession(browser, product.url, { login: 'operador' });
    const tree = menuOf(page).getByRole('tree');
    const active = () =>
      tree.evaluate(
        (element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent,
      );
    await tree.focus();
    await page.keyboard.press('Home');
    await expect.poll(active).toBe('Vitrine');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await expect.poll(active).toBe('Cadastro');
    await typeAtOnce(page, 'fund');
    await expect.poll(active).toBe('Fundamento');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(active).toBe('Cadastro');
    await page.keyboard.press('End');
    // Out of sight until now, it is drawn after the key.
    await expect.poll(active).toContain('ANS');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(active).toBe('Rede Copass Saúde');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/vitrine/rede');
    await close();
  });

  it('is filtered whatever the accents, marks what it found, and leads there by Enter', async () => {
    const { page, audit, close } = await openSession(browser, product.url);
    await menuOf(page).getByRole('textbox', { name: 'Filtrar o menu' }).fill('situacao de fat');
    await expect.poll(() => menuOf(page).locator('mark').allTextContents()).toEqual(['Situação', 'de', 'Fat']);
    expect(await menuOf(page).getByRole('treeitem').count()).toBe(3);
    await audit('filtered tree');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/situacoes-faturamento');
    await close();
  });

  it('has all of hundreds of entries in the page, and goes to any of them', async () => {
    const { page, close } = await openSession(browser, nuclep.url);
    const items = menuOf(page).getByRole('treeitem');
    await items.first().waitFor();
    expect(await items.count()).toBeGreaterThan(600);
    expect(await items.getByRole('link', { name: 'Operação número 599' }).count()).toBe(1);
    const tree = menuOf(page).getByRole('tree');
    await tree.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await typeAtOnce(page, 'operacao numero 599');
    const last = menuOf(page).getByRole('treeitem', { name: 'Operação número 599' });
    const id = await last.getAttribute('id');
    await expect.poll(() => tree.getAttribute('aria-activedescendant')).toBe(id);
    expect(await last.getAttribute('aria-posinset')).toBe('600');
    expect(await last.getAttribute('aria-setsize')).toBe('600');
    await menuOf(page).getByRole('textbox', { name: 'Filtrar o menu' }).fill('operacao 42');
    await expect.poll(() => items.count()).toBe(1 + 16);
    await close();
  });

  it('folds to icons and remembers it', async () => {
    const { page, audit, close } = await openSession(browser, product.url);
    await page.getByRole('button', { name: 'Recolher o menu' }).click();
    await menuOf(page).getByRole('link', { name: 'Cadastro' }).waitFor();
    expect(await menuOf(page).getByRole('tree').count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'Expandir o menu' }).waitFor();
    await audit('rail');
    await page.getByRole('button', { name: 'Expandir o menu' }).click();
    await menuOf(page).getByRole('tree').waitFor();
    await close();
  });

  it('holds favourites and screens of late on the server, on top and on the home', async () => {
    const { page, go, audit, close } = await openSession(browser, product.url, { path: '/feriados' });
    const star = page.getByRole('banner').getByRole('button', { name: /^Favorita: Feriado/ });
    await star.click();
    expect(await star.getAttribute('aria-pressed')).toBe('true');
    await menuOf(page).getByRole('treeitem', { name: 'Favoritas' }).waitFor();
    await Promise.all([
      page.waitForResponse(
        (answer) =>
          answer.url().includes('/api/settings/recents') &&
          (answer.request().postData() ?? '').includes('/cbos') &&
          answer.ok(),
      ),
      menuOf(page).getByRole('link', { name: 'CBO' }).click(),
    ]);
    await page.evaluate(() => localStorage.clear());
    await go('/auth');
    await signIn(page);
    const home = page.getByRole('main');
    await home
      .getByRole('region', { name: 'Favoritas' })
      .getByRole('link', { name: /^Feriado/ })
      .waitFor();
    await home.getByRole('region', { name: 'Recentes' }).getByRole('link', { name: 'CBO' }).waitFor();
    await audit('home with lists');
    await close();
  });
});

describe('Ctrl+K', () => {
  it('finds screens, records and actions in groups, by keyboard alone', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/bancos' });
    await rows(page).first().waitFor();
    const open = async () => {
      await page.keyboard.press('Control+k');
      await palette(page).locator('input:focus').waitFor();
    };
    const groups = () =>
      palette(page)
        .getByRole('group')
        .evaluateAll((all) => all.map((one) => one.ariaLabel));
    await open();
    await palette(page).getByRole('option', { name: 'Novo em Banco' }).waitFor();
    await audit('palette');
    await page.keyboard.type('banco do brasil');
    await palette(page)
      .getByRole('option', { name: /001 - Banco do Brasil/ })
      .waitFor();
    expect(await groups()).toEqual(['Registros']);
    await audit('palette with records');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bancos?_record=view.*');
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await open();
    await page.keyboard.type('cidade');
    await expect.poll(groups, { timeout: 45_000 }).toEqual(['Telas']);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cidades');

    await open();
    await page.keyboard.type('nova cid');
    await palette(page).getByRole('option', { name: 'Novo em Cidade' }).waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'hidden' });

    await open();
    await page.keyboard.type('atalhos');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
    await close();
  });

  it('offers no new record to who may not make one, and says when there is nothing', async () => {
    const { page, close } = await openSession(browser, product.url, { login: 'consulta', path: '/bancos' });
    await rows(page).first().waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('option', { name: 'Sair' }).waitFor();
    expect(await palette(page).getByRole('option', { name: 'Novo em Banco' }).count()).toBe(0);
    expect(await palette(page).getByRole('option', { name: 'Minha conta' }).count()).toBe(0);
    await page.keyboard.type('xyzxyz');
    await palette(page).getByText('Nada encontrado com essas palavras.').waitFor();
    await close();
  });
});

describe('the sheet of keys', () => {
  it('opens on every screen', async () => {
    const { page, audit, close } = await openSession(browser, product.url);
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    await page.locator('body').press('?');
    const sheet = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await sheet.waitFor();
    expect(await sheet.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Em todas as telas',
      'Na lista',
      'Na célula editável',
      'No registro aberto',
      'No formulário',
      'No menu',
    ]);
    await audit('keys');
    await close();
  });
});
