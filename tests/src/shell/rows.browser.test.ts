/** The rows that a record owns, in a real browser: added, changed, moved, taken out, refused, merged; on a phone too. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import type { Session, SessionOptions } from './open-session.ts';
import { openSession } from './open-session.ts';

/** A registry of rows with every kind of control that matters here: text, check, number, relation. */
const files: Readonly<Record<string, object>> = {
  'schemas/base/viagens/schema.json': {
    title: 'Viagem',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: { title: 'Nome', type: 'string', maxLength: 40 },
      paradas: {
        title: 'Paradas',
        type: 'array',
        maxItems: 4,
        'x-help': 'Na ordem do percurso.',
        items: {
          title: 'Parada',
          type: 'object',
          required: ['local'],
          properties: {
            local: { title: 'Local', type: 'string', maxLength: 20 },
            noites: { title: 'Noites', type: 'integer', minimum: 0, default: 1 },
            banco: { title: 'Banco', 'x-relation': { entity: 'banco' } },
            paga: { title: 'Paga', type: 'boolean', default: false },
          },
        },
      },
    },
  },
  'schemas/base/viagens/columns.json': {
    entity: 'viagem',
    path: '/viagens',
    title: 'Viagem',
    parent: '/base',
    permission: { subject: 'viagem' },
    columns: ['nome'],
  },
};

let product: BrowserProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: ['bancos'] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const call: BrowserProduct['call'] = (...asked) => product.call(...asked);
const create = async (nome: string, paradas: readonly object[]): Promise<number> => {
  const [row] = (await call('POST', '/viagens', { nome, paradas })) as { id: number }[];
  return row?.id ?? 0;
};
const stored = async (id: number): Promise<unknown> => {
  const rows = await call('GET', `/viagens?id=eq.${id}&select=nome,paradas(local,noites,banco_id,paga)`);
  return (rows as unknown[])[0];
};

const start = (record: string, options: SessionOptions = {}): Promise<Session> =>
  openSession(browser, product.url, { path: '/viagens', ...options }).then(async (session) => {
    await session.go(`/viagens?_record=${record}`);
    await field(session.page, 'nome').waitFor();
    return session;
  });
const field = (page: Page, path: string) => page.locator(`#fi-form_${path.replaceAll('.', '_')}`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id.replace('fi-form_', ''));
const locals = (page: Page) =>
  page
    .locator('[id^="fi-form_paradas_"][id$="_local"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

describe('rows in the form', () => {
  it('are added, moved and saved by the keyboard alone', async () => {
    const { page, audit, close } = await start('new');
    await field(page, 'nome').fill('Serra');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('paradas');
    await audit('no rows');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('paradas_0_local');
    await page.keyboard.type('Tiradentes');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => focused(page)).toBe('paradas_1_local');
    await page.keyboard.type('Ouro Preto');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('3');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => focused(page)).toBe('paradas_0_noites');
    expect(await locals(page)).toEqual(['Ouro Preto', 'Tiradentes']);
    await page.keyboard.press('Alt+ArrowUp');
    expect(await locals(page)).toEqual(['Ouro Preto', 'Tiradentes']);
    await audit('rows');
    await page.keyboard.press('Control+s');
    await closed(page);
    expect(await stored(1)).toEqual({
      nome: 'Serra',
      paradas: [
        { local: 'Ouro Preto', noites: 3, banco_id: null, paga: false },
        { local: 'Tiradentes', noites: 1, banco_id: null, paga: false },
      ],
    });
    await close();
  });

  it('are moved and taken out by their buttons', async () => {
    const id = await create('Costa', [{ local: 'A' }, { local: 'B' }, { local: 'C' }]);
    const { page, close } = await start(`edit.${id}`);
    await page.getByRole('button', { name: 'Mover a linha 1 para baixo' }).click();
    await expect.poll(() => locals(page)).toEqual(['B', 'A', 'C']);
    await page.getByRole('button', { name: 'Incluir parada' }).click();
    await page.getByText('A lista chegou ao máximo de 4 linhas.').waitFor();
    expect(await page.getByRole('button', { name: 'Incluir parada' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Retirar a linha 4' }).click();
    await expect.poll(() => locals(page)).toEqual(['B', 'A', 'C']);
    await page.getByRole('button', { name: 'Retirar a linha 2' }).click();
    await expect.poll(() => locals(page)).toEqual(['B', 'C']);
    await expect.poll(() => focused(page)).toBe('paradas_1_local');
    await page.getByText('1 campo alterado e não salvo').waitFor();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await closed(page);
    expect(await stored(id)).toMatchObject({ paradas: [{ local: 'B' }, { local: 'C' }] });
    await close();
  });

  it('say nothing of one that was just added to what did not pass before, until it is left', async () => {
    const { page, close } = await start('new');
    const alert = page.getByRole('alert');
    await page.keyboard.press('Control+s');
    await alert.waitFor();
    const before = await alert.textContent();
    await page.getByRole('button', { name: 'Incluir parada' }).click();
    await expect.poll(() => focused(page)).toBe('paradas_0_local');
    expect(await alert.textContent()).toBe(before);
    await field(page, 'nome').fill('Norte');
    await expect.poll(() => alert.textContent()).toBe('Corrija um campo para salvar:Informe Local (Paradas, linha 1).');
    await page.getByRole('button', { name: 'Incluir parada' }).click();
    await expect.poll(() => focused(page)).toBe('paradas_1_local');
    // The one that stands there, and not the new one.
    expect(await alert.textContent()).toBe('Corrija um campo para salvar:Informe Local (Paradas, linha 1).');
    // Sent once more, it counts like any other.
    await page.keyboard.press('Control+s');
    await expect.poll(() => alert.getByRole('listitem').count()).toBe(2);
    await close();
  });

  it('say what is wrong in which of them, and lead to it', async () => {
    const { page, audit, close } = await start('new');
    await field(page, 'nome').fill('Sul');
    const add = page.getByRole('button', { name: 'Incluir parada' });
    await add.click();
    await expect.poll(() => focused(page)).toBe('paradas_0_local');
    await page.keyboard.type('Torres');
    await add.click();
    await expect.poll(() => focused(page)).toBe('paradas_1_local');
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe(
      'Corrija um campo para salvar:Informe Local (Paradas, linha 2).',
    );
    await expect.poll(() => focused(page)).toBe('paradas_1_local');
    expect(await page.locator('#fi-form_paradas_1_local__error').textContent()).toBe('Informe Local.');
    await audit('an error in a row');
    await field(page, 'nome').focus();
    await page.getByRole('link', { name: 'Informe Local (Paradas, linha 2).' }).click();
    await expect.poll(() => focused(page)).toBe('paradas_1_local');
    await page.keyboard.type('Gramado');
    await page.keyboard.press('Control+s');
    await closed(page);
    await close();
  });

  it('pick related records, and show them when the record is opened again', async () => {
    const id = await create('Norte', [{ local: 'Belém' }]);
    const { page, close } = await start(`edit.${id}`);
    await field(page, 'paradas.0.banco_id').click();
    await page.keyboard.type('001');
    await page.getByRole('option', { name: /^001 - / }).click();
    await page.keyboard.press('Control+s');
    await closed(page);
    await page.goto(`${product.url}/viagens?_record=edit.${id}`);
    await expect.poll(() => field(page, 'paradas.0.banco_id').inputValue(), { timeout: 15_000 }).toMatch(/^001 - /);
    await page.goto(`${product.url}/viagens?_record=view.${id}`);
    const table = page.getByRole('region', { name: 'Paradas' }).getByRole('table');
    await table.waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Local', 'Noites', 'Banco', 'Paga']);
    expect(await table.getByRole('row').nth(1).textContent()).toMatch(/^Belém1001 - /);
    await close();
  });

  it('are guarded while unsaved, and kept where somebody else changed another field', async () => {
    const id = await create('Oeste', [{ local: 'Bonito' }]);
    const { page, close } = await start(`edit.${id}`);
    await field(page, 'paradas.0.local').fill('Corumbá');
    await page.getByText('1 campo alterado e não salvo').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Descartar alterações?').waitFor();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await call('PATCH', `/viagens?id=eq.${id}`, { nome: 'Pantanal' });
    await page.getByRole('button', { name: 'Salvar' }).click();
    await closed(page);
    expect(await stored(id)).toMatchObject({ nome: 'Pantanal', paradas: [{ local: 'Corumbá' }] });
    await close();
  });

  it('are merged row by row where both changed them, and asked for where both changed the same', async () => {
    const id = await create('Leste', [{ local: 'Vitória' }, { local: 'Linhares' }, { local: 'Colatina' }]);
    const [row] = (await call('GET', `/viagens?id=eq.${id}&select=paradas(id)`)) as { paradas: { id: number }[] }[];
    const [first, second, third] = row?.paradas.map((one) => one.id) ?? [];
    const { page, audit, close } = await start(`edit.${id}`);
    await field(page, 'paradas.0.local').fill('Guarapari');
    await field(page, 'paradas.1.noites').fill('4');
    await field(page, 'paradas.2.noites').fill('7');
    const paradas = [{ local: 'Anchieta' }, { id: first, local: 'Serra' }, { id: second, paga: true }];
    await call('PATCH', `/viagens?id=eq.${id}`, { paradas });
    await page.keyboard.press('Control+s');
    await page.getByText('O registro foi alterado por outra pessoa').waitFor();
    await audit('the conflict');
    const groups = page.getByRole('radiogroup');
    expect(await groups.evaluateAll((all) => all.map((one) => one.previousElementSibling?.textContent))).toEqual([
      'Paradas, linha 1 (Serra): Local',
      'Paradas, linha 3 (Colatina)',
    ]);
    expect(await page.getByRole('radio').evaluateAll((all) => all.map((one) => one.textContent))).toEqual([
      'Minha versãoGuarapari',
      'Versão salvaSerra',
      'Minha versãoLinha alteradaNoites7',
      'Versão salvaLinha retirada',
    ]);
    await page.getByRole('radio', { name: /Serra/ }).click();
    expect(await page.getByRole('button', { name: 'Salvar com as escolhas' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: /Linha alterada/ }).click();
    await page.getByRole('button', { name: 'Salvar com as escolhas' }).click();
    await closed(page);
    expect(await stored(id)).toEqual({
      nome: 'Leste',
      paradas: [
        { local: 'Anchieta', noites: 1, banco_id: null, paga: false },
        { local: 'Serra', noites: 1, banco_id: null, paga: false },
        { local: 'Linhares', noites: 4, banco_id: null, paga: true },
        { local: 'Colatina', noites: 7, banco_id: null, paga: false },
      ],
    });
    const [after] = (await call('GET', `/viagens?id=eq.${id}&select=paradas(id)`)) as { paradas: { id: number }[] }[];
    expect(after?.paradas.slice(1, 3).map((one) => one.id)).toEqual([first, second]);
    expect(after?.paradas.map((one) => one.id)).not.toContain(third);
    await close();
  });
});

describe('rows in the history', () => {
  it('are told one by one: those that came, changed, moved and went', async () => {
    const id = await create('Rota', [{ local: 'A' }, { local: 'B' }, { local: 'C' }]);
    const rows = (await call('GET', `/viagens?id=eq.${id}&select=paradas(id,local)`)) as {
      paradas: { id: number; local: string }[];
    }[];
    const [a, b, c] = rows[0]?.paradas ?? [];
    const paradas = [c, { ...a, noites: 4, paga: true }, { local: 'D', banco_id: 1 }];
    await call('PATCH', `/viagens?id=eq.${id}`, { paradas });
    for (const options of [{}, { width: 390, height: 844, dark: true }]) {
      const { page, audit, close, go } = await openSession(browser, product.url, { path: '/viagens', ...options });
      await go(`/viagens?_record=history.${id}`);
      const entries = page.locator('li[data-operation]');
      await entries.nth(1).waitFor();
      const told = entries.nth(0).locator('ul ul').first().locator(':scope > li');
      expect(await told.evaluateAll((all) => all.map((one) => one.textContent))).toEqual([
        'Linha 3 movida para a posição 1: C',
        'Linha 2 alterada: ANoites: 14Paga: NãoSim',
        expect.stringMatching(/^Linha 3 incluída: DLocal: DNoites: 1Banco: 001 - .*Paga: Não$/),
        `Linha 2 apagada: ${b?.local}Local: BNoites: 1Paga: Não`,
      ]);
      expect(await entries.nth(1).getByText('Linha 1 incluída').count()).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(options.width ?? 1440);
      await audit('the history');
      await close();
    }
  });
});

describe('on a phone', () => {
  it('rows are cards that fit the screen, in the dark too', async () => {
    const id = await create('Vale', [{ local: 'Diamantina' }, { local: 'Serro' }]);
    const { page, audit, close } = await start(`edit.${id}`, { width: 390, height: 844, dark: true });
    const labels = page
      .locator('li')
      .filter({ has: field(page, 'paradas.1.local') })
      .locator('label');
    expect(await labels.allTextContents()).toEqual([
      'Local, linha 2*',
      'Noites, linha 2',
      'Banco, linha 2',
      'Paga, linha 2',
    ]);
    expect(await labels.first().isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await audit('cards');
    await page.getByRole('button', { name: 'Mover a linha 2 para cima' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await closed(page);
    expect(await stored(id)).toMatchObject({ paradas: [{ local: 'Serro' }, { local: 'Diamantina' }] });
    await close();
  });
});

describe('a list without rows', () => {
  it('says that those of a demonstration are coming, and shows them as they come', async () => {
    const { page, go, close } = await openSession(browser, product.url, { path: '/viagens' });
    for (const { id } of (await call('GET', '/viagens?select=id')) as { id: number }[])
      await call('DELETE', `/viagens?id=eq.${id}`);
    product.runtime.filling = true;
    await go('/viagens');
    await page.getByText('Dados de demonstração a caminho').waitFor();
    const id = await create('Trazida pela demonstração', []);
    await page.getByRole('gridcell', { name: 'Trazida pela demonstração' }).first().waitFor();
    await call('DELETE', `/viagens?id=eq.${id}`);
    product.runtime.filling = false;
    await go('/viagens');
    await page.getByText('Ainda não há registros').waitFor();
    await close();
  });
});
