/** The page of the API in a real browser. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

describe('the documentation of the API', () => {
  it('opens from the user menu, is filtered, and shows the resource chosen', async () => {
    const { page, audit, close } = await openSession(browser, product.url);
    await page.getByRole('button', { name: 'Menu do usuário admin' }).click();
    await page.getByRole('menuitem', { name: 'Documentação da API' }).click();
    await page.getByRole('heading', { level: 1, name: 'API do Fichário: Copass Saúde' }).waitFor();
    expect(await page.title()).toBe('Documentação da API · Copass Saúde');
    expect(await page.getByRole('navigation', { name: 'Caminho da tela' }).textContent()).toBe('Documentação da API');
    await audit('overview');
    const list = page.getByRole('navigation', { name: 'Recursos' });
    await list.getByLabel('Filtrar recursos').fill('distrito');
    await expect.poll(() => list.getByRole('link').count()).toBe(1);
    await list.getByRole('link', { name: '/distritos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Distrito' }).waitFor();
    expect(new URL(page.url()).search).toBe('?r=%2Fdistritos');
    const columns = page.getByRole('region', { name: 'Colunas da resposta' }).getByRole('row');
    expect(await columns.filter({ hasText: 'cidade_id' }).textContent()).toMatch(/número inteiro.*Ver \/cidades/);
    await audit('resource');
    await columns.getByRole('link', { name: 'Ver /cidades' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cidade' }).waitFor();
    await close();
  });

  it('runs a GET with the session and shows status, headers and body', async () => {
    const { page, audit, close } = await openSession(browser, product.url, {
      path: '/documentacao-api?r=/bancos',
      dark: true,
    });
    await page.getByLabel('Endereço e query').fill('/bancos?select=codigo,nome&codigo=eq.001');
    await page.keyboard.press('Enter');
    await page.getByText(/^Resposta 200 em [\d.]+ ms$/).waitFor();
    expect(await page.getByRole('region', { name: 'Cabeçalhos' }).textContent()).toContain('content-range: 0-0/*');
    expect(await page.getByRole('region', { name: 'Corpo' }).locator('pre').textContent()).toMatch(
      /^\[\n {2}\{\n {4}"codigo": "001",\n {4}"nome": ".+"\n {2}\}\n\]$/,
    );
    await audit('answer');
    await page.getByLabel('Endereço e query').fill('bancos?nada=eq.1');
    await page.getByRole('button', { name: 'Executar' }).click();
    await page.getByText(/^Resposta 400 em/).waitFor();
    expect(await page.getByRole('region', { name: 'Corpo' }).textContent()).toContain('O campo');
    await close();
  });

  it('unfolds operations by keyboard alone and gives examples to copy', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/documentacao-api?r=/bancos' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const post = page.getByRole('button', { name: /^POST .* Incluir em/ });
    await post.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => post.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('region', { name: 'Colunas do corpo' }).waitFor();
    await audit('two operations');
    await page.getByRole('button', { name: 'Copiar curl' }).last().focus();
    await page.keyboard.press('Enter');
    await page.getByText('Copiado').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^curl -X POST 'http.*\/api\/bancos' \\\n/,
    );
    await close();
  });

  it('gives the document as a file, as the caller may see it', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/documentacao-api' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar o documento JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('openapi.json');
    const document = JSON.parse(await readFile(await download.path(), 'utf8')) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/bancos');
    await close();
  });

  it('fits a phone: the list first, then the resource with a way back', async () => {
    const { page, audit, close } = await openSession(browser, product.url, {
      path: '/documentacao-api',
      width: 390,
      height: 844,
    });
    /** The right end of what reaches furthest. */
    const widest = () =>
      page.evaluate(() => {
        const parts = [...document.querySelectorAll('main :is(nav, article, nav a, nav input, pre, section, button)')];
        return Math.max(innerWidth, ...parts.map((one) => one.getBoundingClientRect().right));
      });
    await page.getByRole('link', { name: '/feriados' }).waitFor();
    expect(await widest()).toBe(390);
    await page.getByRole('link', { name: '/feriados' }).click();
    await page.getByRole('heading', { level: 1, name: /^Feriado/ }).waitFor();
    await audit('phone');
    expect(await widest()).toBe(390);
    await page.getByRole('link', { name: 'Documentação da API' }).click();
    await page.getByRole('navigation', { name: 'Recursos' }).waitFor();
    await close();
  });
});

describe('the help', () => {
  it('finds a registry by the title of a field, told below it, and those that are called so first', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/ajuda' });
    const subjects = page.getByRole('navigation', { name: 'Assuntos' });
    const filter = subjects.getByRole('textbox', { name: 'Filtrar assuntos' });
    const found = () => subjects.getByRole('listitem').allInnerTexts();
    await filter.fill('codigo siafi');
    await expect.poll(found).toEqual(['Cidade\nCódigo SIAFI']);
    await audit('found by a field');
    await filter.fill('cidade');
    await expect.poll(async () => (await found())[0]).toBe('Cidade');
    expect(await found()).toContain('Distrito\nCidade');
    await filter.fill('cidade siafi');
    await expect.poll(found).toEqual(['Cidade\nCódigo SIAFI']);
    // Words of two fields are not of one.
    await filter.fill('siafi ddd');
    await subjects.getByText('Nenhum assunto com essas palavras.').waitFor();
    await filter.fill('siafi');
    await subjects.getByRole('link', { name: /^Cidade/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Cidade' }).waitFor();
    await close();
  });

  it('leads from a module to a record by its diagram, and from there to others and to the screen', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/ajuda' });
    await page.getByRole('heading', { level: 1, name: 'Ajuda' }).waitFor();
    await audit('overview');
    await page
      .getByRole('link', { name: /^Localização/ })
      .last()
      .click();
    const diagram = page.getByRole('group', { name: 'Relações' });
    await diagram.getByRole('link', { name: 'Distrito' }).waitFor();
    await diagram.getByRole('link', { name: 'Distrito' }).focus();
    await page.getByText('Usa Cidade (Cidade).').waitFor();
    await audit('module');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Distrito' }).waitFor();
    expect(new URL(page.url()).search).toBe('?m=localizacao&e=distrito');
    const fields = page.getByRole('region', { name: 'Campos' }).getByRole('row');
    expect(await fields.filter({ hasText: 'Nome' }).first().textContent()).toContain('Texto de até 60 caracteres');
    await audit('record');
    await fields.getByRole('link', { name: 'Cidade' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cidade' }).waitFor();
    await page.getByRole('link', { name: 'Abrir Cidade' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/cidades');
    await close();
  });
});
