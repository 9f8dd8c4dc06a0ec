/** The workbench as an analyst uses it: a real browser, the development server, files on disk. */
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { DevelopmentProduct } from '../../support/development-product.ts';
import { openDevelopmentProduct } from '../../support/development-product.ts';
import { openSession } from '../shell/open-session.ts';

const schema = 'schemas/base/bancos/schema.json';
const columns = 'schemas/base/bancos/columns.json';

let development: DevelopmentProduct;
let browser: Browser;
const openEmpty = () => openPglite({ folder: 'memory://', template: inject('pgliteTemplates').users });

const openBench = async (address: string, more: { readonly login?: string } = {}) => {
  const session = await openSession(browser, development.url, { path: `/bancada${address}`, ...more });
  return { ...session, preview: session.page.frameLocator('iframe') };
};

/** Puts text before what stands in the line. */
const typeBefore = async (page: Page, line: string, before: string, typed: string): Promise<void> => {
  await page.locator('.cm-line', { hasText: line }).first().click();
  await page.keyboard.press('Home');
  const text = (await page.locator('.cm-activeLine').innerText()).trimStart();
  for (let at = 0; at < text.indexOf(before); at += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type(typed);
};

const header = (preview: FrameLocator, title: string) => preview.locator('.ag-header-cell', { hasText: title });
const problems = (page: Page) => page.getByRole('region', { name: 'Problemas' });

beforeAll(async () => {
  [development, browser] = await Promise.all([openDevelopmentProduct(openEmpty), launchBrowser()]);
  // Vite makes ready what a first visit asks for, and begins anew where it finds more.
  const { page, close } = await openBench(`?arquivo=${schema}`);
  await page.locator('.cm-content').waitFor({ timeout: 90_000 });
  await page.frameLocator('iframe').locator('.ag-row').first().waitFor({ timeout: 90_000 });
  await close();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await development?.close();
});

describe('a file that is typed', () => {
  it('is seen in the preview, told of where it is wrong, and saved', async () => {
    const { page, preview, auditThemes, close } = await openBench(`?arquivo=${schema}`);
    await header(preview, 'Código').waitFor({ timeout: 30_000 });
    await typeBefore(page, '"title": "Código"', 'Código', 'O ');
    await header(preview, 'O Código').waitFor({ timeout: 30_000 });
    // Nobody else sees it: nothing is saved.
    expect(await development.read(schema)).not.toContain('O Código');
    await expect.poll(() => problems(page).innerText()).toContain('Erros: 0');

    await typeBefore(page, '"title": "O Código"', '"title"', 'x');
    await expect.poll(() => problems(page).innerText(), { timeout: 20_000 }).toContain('Erros: 1');
    await page.getByText('Há erros nos arquivos').waitFor();
    expect(await header(preview, 'O Código').count()).toBe(1);
    await auditThemes('with a problem');
    await page.keyboard.press('Backspace');
    await expect.poll(() => problems(page).innerText(), { timeout: 20_000 }).toContain('Erros: 0');

    await page.keyboard.press('Control+s');
    await expect.poll(() => development.read(schema)).toContain('"title": "O Código"');
    await page.getByRole('button', { name: 'Salvar', disabled: true }).waitFor();
    // What is served is what is on disk.
    await expect
      .poll(() => development.product.runtime.current.model.entities['banco']?.fields[0]?.title)
      .toBe('O Código');
    await close();
  });

  it('is completed with keys and names, chosen by keyboard', async () => {
    const { page, close } = await openBench(`?arquivo=${columns}`);
    await page.locator('.cm-content').waitFor();
    await page.locator('.cm-line', { hasText: '"sort"' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('"tot');
    await page
      .locator('.cm-tooltip-autocomplete li[aria-selected]', { hasText: 'totals' })
      .waitFor({ timeout: 20_000 });
    // So that nobody takes it by accident, the editor hears no key in the first 75 ms of a list.
    const opened = performance.now();
    await expect.poll(() => performance.now() - opened).toBeGreaterThan(100);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.cm-activeLine').innerText()).toContain('"totals": [');
    await page.keyboard.type('"');
    const options = page.locator('.cm-tooltip-autocomplete li');
    await options.filter({ hasText: 'nome_reduzido' }).waitFor({ timeout: 20_000 });
    expect(await options.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining('ispb')]));
    await close();
  });

  it('that changed on disk meanwhile is not written over unasked', async () => {
    const { page, close } = await openBench(`?arquivo=${columns}`);
    await page.locator('.cm-content').waitFor();
    await typeBefore(page, '"title": "Banco"', 'Banco', 'Meu ');
    await development.save(columns, (await development.read(columns)).replace('"title": "Banco"', '"title": "Outro"'));
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'O arquivo mudou no disco' });
    await dialog.waitFor();
    expect(await development.read(columns)).toContain('"title": "Outro"');
    await dialog.getByRole('button', { name: 'Gravar o meu texto' }).click();
    await expect.poll(() => development.read(columns)).toContain('"title": "Meu Banco"');
    await close();
  });
});

it('a registry is begun from its title, seen, and saved as a whole', async () => {
  const { page, preview, audit, close } = await openBench('');
  await page.getByRole('button', { name: 'Novo cadastro' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo cadastro' });
  await dialog.getByLabel('Título de um registro').fill('Guichê');
  await dialog.getByRole('combobox', { name: 'Módulo' }).fill('base');
  await page.keyboard.press('Tab');
  await audit('the dialog');
  await dialog.getByRole('button', { name: 'Fazer rascunho' }).click();
  await dialog.getByText('entidade guiche, rota /guiches, módulo base').waitFor({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Ver o rascunho' }).click();
  await header(preview, 'Código').waitFor({ timeout: 60_000 });
  // Demonstration records, so that there is something to see.
  await preview.locator('.ag-row').first().waitFor({ timeout: 30_000 });
  await page.getByText('Formulário', { exact: true }).click();
  await preview.locator('#fi-form_nome').waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Salvar 3 arquivos' }).click();
  await expect.poll(() => development.read('schemas/base/guiches/schema.json').catch(() => '')).toContain('"Guichê"');
  await expect.poll(() => development.product.runtime.current.model.entities['guiche']?.title).toBe('Guichê');
  await page.getByRole('button', { name: 'Salvar', disabled: true }).waitFor();
  expect(await page.locator('[data-value="schemas/base/guiches/columns.json"]').count()).toBeGreaterThan(0);
  // Another editor saves the file that is open.
  const made = 'schemas/base/guiches/schema.json';
  await development.save(made, (await development.read(made)).replace('"Guichê"', '"Balcão"'));
  await page.locator('.cm-line', { hasText: '"title": "Balcão"' }).waitFor({ timeout: 20_000 });
  await close();
});

it('a client is looked at from its own file, another and other rights by choice', async () => {
  const { page, preview, close } = await openBench('?arquivo=clients/copass.json');
  await preview.getByText('Copass Saúde').first().waitFor({ timeout: 60_000 });
  expect(await page.getByLabel('Cliente', { exact: true }).first().isDisabled()).toBe(true);
  await page.getByPlaceholder('Filtrar arquivos').fill('nuclep.json');
  await page.locator('[data-value="clients/nuclep.json"]').first().click();
  // Its rules refuse records that were there, so the preview begins anew while its page is open.
  await preview.getByText('Nuclep').first().waitFor({ timeout: 60_000 });
  await page.getByPlaceholder('Meus direitos').click();
  await page.getByRole('option', { name: 'Digite ao menos 2 caracteres' }).waitFor();
  await page.getByPlaceholder('Meus direitos').fill('beneficiario');
  await page.getByRole('option', { name: /Beneficiário/ }).click();
  await preview.getByRole('button', { name: /beneficiario/ }).waitFor({ timeout: 60_000 });
  await close();
});

it('the language is looked up: found by a word, from the head, the help and a problem', async () => {
  const { page, auditThemes, go, close } = await openBench('/referencia');
  await page.getByRole('heading', { name: 'Referência da linguagem' }).waitFor({ timeout: 30_000 });
  await page.getByRole('navigation', { name: 'Assuntos' }).getByRole('textbox').fill('onDelete');
  await page.getByRole('link', { name: 'onDelete properties.*.x-relation', exact: true }).first().click();
  const row = page.getByRole('row').filter({ has: page.locator('[aria-current]') });
  await expect
    .poll(() => row.innerText())
    .toMatch(/onDelete[\s\S]*refuse, clear[\s\S]*Padrão: refuse[\s\S]*"onDelete": "clear"/);
  await auditThemes('the keys of a record');
  await go('/bancada/referencia?p=record&k=properties.*.x-scale');
  // What holds without it depends on the field.
  await expect.poll(() => row.innerText()).toMatch(/x-scale[\s\S]*Padrão: 2, of a percentage 4[\s\S]*"x-scale": 3/);
  await go('/ajuda');
  await page.locator('main').getByRole('link', { name: 'Referência da linguagem' }).click();
  await page.getByRole('heading', { name: 'Referência da linguagem' }).waitFor();
  const before = await development.read(schema);
  await development.save(schema, before.replace('"maxLength"', '"x-visible-when": "codigo ==", "maxLength"'));
  await go(`/bancada?arquivo=${schema}`);
  const head = page.getByRole('link', { name: 'Referência', exact: true });
  expect(await head.getAttribute('href')).toBe('/bancada/referencia');
  const see = problems(page).getByRole('link', { name: 'Ver na referência' }).first();
  const place = await see.getAttribute('href', { timeout: 30_000 });
  await development.save(schema, before);
  expect(place).toBe('/bancada/referencia?p=expressions');
  await close();
});

it('who may not model is told so', async () => {
  const { page, go, close } = await openBench('', { login: 'operador' });
  await page.getByRole('heading', { name: 'Bancada' }).waitFor();
  await expect.poll(() => page.locator('main').innerText()).toMatch(/permissão|direito/i);
  expect(await page.locator('.cm-content').count()).toBe(0);
  await go('/bancada/referencia');
  await page.getByRole('heading', { name: 'Referência da linguagem' }).waitFor();
  await expect.poll(() => page.locator('main').innerText()).toMatch(/permissão|direito/i);
  await go('/ajuda');
  await page.locator('main h1').first().waitFor();
  expect(await page.getByRole('link', { name: 'Referência da linguagem' }).count()).toBe(0);
  await close();
});
