import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { declaredFiles } from '../../support/declared-files.ts';
import { registry } from '../../support/fixture-registry.ts';
import { openSession, rows } from './open-session.ts';

/** Deliveries that are deleted only while they are open, and a list of those; what names one may be missing. */
const keptFiles = {
  'schemas/code-lists/situacao-entrega.json': {
    title: 'Situação',
    options: [
      { value: 'ABERTA', label: 'Aberta', tone: 'info' },
      { value: 'FEITA', label: 'Feita', tone: 'success' },
    ],
  },
  'schemas/teste/entregas/schema.json': {
    title: 'Entrega',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: { title: 'Número', type: 'integer' },
      rua: { title: 'Rua', type: 'string' },
      bairro: { title: 'Bairro', type: 'string' },
      cidade: { title: 'Cidade', type: 'string' },
      estado: { title: 'Estado', type: 'string' },
      pais: { title: 'País', type: 'string' },
      volume: { title: 'Volumes', type: 'integer' },
      situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao-entrega' },
    },
  },
  'schemas/teste/entregas/columns.json': registry('entrega', '/entregas', 'Entregas', {
    label: 'Entrega {numero}',
    columns: ['rua', 'bairro', 'cidade', 'estado', 'pais', 'volume', 'numero', 'situacao'],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      removable: ['ABERTA'],
      transitions: [{ name: 'fazer', title: 'Fazer', icon: 'check', from: ['ABERTA'], to: 'FEITA' }],
    },
  }),
  'schemas/teste/entregas-abertas/schema.json': {
    title: 'Entrega aberta',
    type: 'object',
    properties: {
      numero: { title: 'Número', type: 'integer' },
      entrega: { title: 'Entrega', 'x-relation': { entity: 'entrega' } },
    },
  },
  'schemas/teste/entregas-abertas/columns.json': registry('entrega_aberta', '/entregas-abertas', 'Entregas abertas', {
    columns: ['numero'],
    record: 'entrega',
  }),
  'schemas/teste/entregas-abertas/query.sql':
    "select e.id, e.numero, e.id as entrega_id from entrega e where e.situacao = 'ABERTA'",
};

let product: BrowserProduct;
let browser: Browser;

const api: BrowserProduct['call'] = (...asked) => product.call(...asked);
const account = async (numero: string): Promise<Readonly<Record<string, unknown>>> =>
  ((await api('GET', `/contas?numero=eq.${numero}`)) as Readonly<Record<string, unknown>>[])[0] ?? {};

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({ files: { ...declaredFiles, ...keptFiles } }),
    launchBrowser(),
  ]);
  const [city] = (await api('GET', '/cidades?ibge=eq.3106200')) as { id: number }[];
  await api('POST', '/contas', [
    {
      numero: '001',
      descricao: 'Aluguel',
      valor: 100.25,
      parcelas: 2,
      cidade_id: city?.id,
      observacao: 'Paga na portaria',
    },
    { numero: '002', descricao: 'Energia', valor: 50.5, parcelas: 3 },
    { numero: '003', descricao: 'Água & gás', valor: 10, parcelas: 1 },
  ]);
  const first = (await account('001'))['id'];
  await api('PATCH', `/contas?id=eq.${first}`, {
    itens: [
      { nome: 'Sala', preco: 70 },
      { nome: 'Garagem', preco: 30.25 },
      { nome: 'Depósito', preco: 0 },
    ],
  });
  await api(
    'POST',
    '/pagamentos',
    [1, 2, 3].map((day) => ({ conta_id: first, valor: day * 10, dia: `2026-11-0${day}` })),
  );
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const open = async (path: string, more: { readonly width?: number; readonly height?: number } = {}) => {
  const session = await openSession(browser, product.url, { path, ...more });
  if (more.width === undefined) await rows(session.page).first().waitFor();
  return session;
};
const cell = (page: Page, numero: string, column: string) =>
  page
    .locator('.ag-row')
    .filter({ has: page.locator('[col-id="numero"]', { hasText: new RegExp(`^${numero}$`) }) })
    .locator(`[col-id="${column}"]`)
    .first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
/** Money is written with a space that does not break. */
const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ');
const address = (page: Page): string => decodeURIComponent(page.url().replace(product.url, '')).replaceAll('+', ' ');
/** The cell gets the focus as by the arrows, without a click that would do something. */
const focusCell = async (page: Page, numero: string, column: string): Promise<void> => {
  await cell(page, numero, column).evaluate((element: HTMLElement) => element.focus());
};

describe('what columns.json declares for a list', () => {
  it('has rows that expand: fields and a list of their own, read when they are opened [list-expandable-rows]', async () => {
    const { page, audit, close } = await open('/contas');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('_rows')) asked.push(request.url());
    });
    await button(page, 'Abrir os detalhes de 001').click();
    const detail = page.getByRole('region', { name: 'Detalhes de 001' });
    await expect.poll(() => detail.textContent()).toContain('Garagem');
    expect(await detail.locator('dd').allTextContents()).toEqual(['Paga na portaria', 'Minas Gerais']);
    expect(plain((await detail.locator('tbody tr').allInnerTexts()).join(' | '))).toBe(
      'Sala R$ 70,00 | Garagem R$ 30,25',
    );
    expect(await detail.textContent()).toContain('São mostrados os 2 primeiros.');
    await button(page, 'Abrir os detalhes de 002').click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Detalhes de 002' }).textContent())
      .toContain('Nenhum registro.');
    expect(asked).toHaveLength(2);
    await audit('opened rows');
    await button(page, 'Fechar os detalhes de 001').click();
    await detail.waitFor({ state: 'detached' });
    await close();
  });

  it('opens a row by the keyboard alone, goes into it and leads to all of its list', async () => {
    const { page, close } = await open('/contas-pagas');
    await focusCell(page, '001', '_expand');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('region', { name: 'Detalhes de 001' });
    await expect.poll(() => detail.locator('tbody tr').count()).toBe(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Ver todos');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('ag-full-width-row');
    await page.keyboard.press('F2');
    await page.keyboard.press('Enter');
    const { id } = (await account('001')) as { id: number };
    await expect.poll(() => address(page)).toBe(`/pagamentos?conta_id=eq.${id}`);
    await expect.poll(() => rows(page).count()).toBe(3);
    await close();
  });

  it('has on each row the actions select/view [list-row-action-select-view]', async () => {
    const { page, close } = await open('/contas');
    await cell(page, '002', '_actions').getByRole('button', { name: 'Visualizar' }).click();
    await expect.poll(() => address(page)).toMatch(/_record=view\.\d+$/);
    await close();
  });

  it('has on each row the action edit [list-row-action-edit]', async () => {
    const { page, close } = await open('/contas');
    await cell(page, '002', '_actions').getByRole('button', { name: 'Editar' }).click();
    await expect.poll(() => address(page)).toMatch(/_record=edit\.\d+$/);
    await close();
  });

  it('has on each row the action delete, which asks first [list-row-action-delete]', async () => {
    const { page, close } = await open('/contas');
    await cell(page, '002', '_actions').getByRole('button', { name: 'Apagar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).waitFor();
    await page.keyboard.press('Escape');
    await close();
  });

  it('has on each row the action audit [list-row-action-audit]', async () => {
    const { page, close } = await open('/contas');
    await cell(page, '002', '_actions').getByRole('button', { name: 'Histórico' }).click();
    await expect.poll(() => address(page)).toMatch(/_record=history\.\d+$/);
    await close();
  });

  it('gives the column of options 160 pixels, room for all of its buttons [list-options-column-width]', async () => {
    const { page, close } = await open('/contas');
    const box = await cell(page, '001', '_actions').evaluate((element) => ({
      width: element.getBoundingClientRect().width,
      inside: element.scrollWidth <= element.clientWidth,
    }));
    expect(box).toEqual({ width: 160, inside: true });
    await close();
  });

  it('has on each row a dropdown with the actions that the screen declares [list-row-action-dropdown]', async () => {
    const { page, audit, close } = await open('/contas');
    await cell(page, '003', '_actions').getByRole('button', { name: 'Mais ações de 003' }).click();
    const items = page.getByRole('menuitem');
    expect(await items.allTextContents()).toEqual([
      'Ver pagamentos',
      'Incluir pagamento',
      'Marcar como paga',
      'Abrir no mapa',
      'Só de quem gere',
      'Duplicar',
      'Copiar linha',
    ]);
    const map = page.getByRole('menuitem', { name: 'Abrir no mapa' });
    expect([await map.getAttribute('href'), await map.getAttribute('target'), await map.getAttribute('rel')]).toEqual([
      'https://exemplo.com.br/contas/003?d=%C3%81gua%20%26%20g%C3%A1s',
      '_blank',
      'noopener noreferrer',
    ]);
    await audit('row menu');
    await close();
  });

  it.each([
    ['of a row', 1440, 'Mais ações de 003'],
    ['of a card', 390, 'Ações de 003'],
  ])('closes the menu %s by an Escape that comes before the focus is in it', async (_what, width, name) => {
    const { page, close } = await openSession(browser, product.url, { path: '/contas', width, height: 844 });
    const button = page.getByRole('button', { name, exact: true });
    await button.evaluate((element: HTMLElement) => {
      const drawn = new MutationObserver(() => {
        if (document.querySelector('[role=menuitem]') === null) return;
        drawn.disconnect();
        const key = { key: 'Escape', bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
      });
      drawn.observe(document.body, { subtree: true, childList: true });
      element.focus();
      element.click();
    });
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await expect.poll(() => focused(page)).toBe(name);
    await button.click();
    await page.getByRole('menuitem', { name: 'Copiar linha' }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await close();
  });

  it('carries out a declared action by the keyboard alone: asks, changes the row, says so', async () => {
    const { page, close } = await open('/contas');
    await focusCell(page, '003', '_actions');
    await page.keyboard.press('F2');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('Mais ações de 003');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    // Where the arrows begin is settled only when the menu has taken the focus: on to the entry, and round if need be.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        return page.evaluate(() => document.activeElement?.textContent);
      })
      .toBe('Marcar como paga');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Marcar como paga: Conta 003?' });
    expect(await dialog.locator('dl').textContent()).toBe('SituaçãoPagaConferidaSim');
    await dialog.getByRole('button', { name: 'Marcar como paga' }).press('Enter');
    await page.getByText('Marcar como paga: Conta 003.').waitFor();
    expect(await account('003')).toMatchObject({ situacao: 'PAGA', conferida: true });
    // It is paid now, and what fits unpaid ones alone is no longer offered.
    await cell(page, '003', '_actions').getByRole('button', { name: 'Mais ações de 003' }).click();
    await page.getByRole('menuitem', { name: 'Abrir no mapa' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Marcar como paga' }).count()).toBe(0);
    await close();
  });

  it('opens a new record elsewhere with values of the row as it is by then, none of which is in the address', async () => {
    const { page, close } = await open('/contas');
    const { id } = await account('002');
    await api('PATCH', `/contas?id=eq.${id}`, { valor: 51.75 });
    await cell(page, '002', '_actions').getByRole('button', { name: 'Mais ações de 002' }).click();
    await page.getByRole('menuitem', { name: 'Incluir pagamento' }).click();
    await expect.poll(() => address(page)).toBe(`/pagamentos?_record=new&_from=/contas.${id}.pagar`);
    await page.locator('#fi-form_valor').waitFor();
    await expect.poll(() => page.locator('#fi-form_valor').inputValue()).toBe('51,75');
    await expect.poll(() => page.locator('#fi-form_conta_id').inputValue()).toBe('002');
    // What is being filled in goes on when the other record changes.
    await page.locator('#fi-form_valor').fill('40');
    await api('PATCH', `/contas?id=eq.${id}`, { valor: 50.5 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect.poll(() => address(page)).toBe('/contas');
    await close();
  });

  it('leads back from a new record elsewhere to the row that it was made for, saved', async () => {
    const { page, close } = await open('/contas');
    await cell(page, '002', '_actions').getByRole('button', { name: 'Mais ações de 002' }).click();
    await page.getByRole('menuitem', { name: 'Incluir pagamento' }).click();
    await page.locator('#fi-form_valor').waitFor();
    await page.keyboard.press('Control+s');
    await expect.poll(() => address(page)).toBe('/contas');
    await page.getByText('Registro incluído').waitFor();
    await cell(page, '002', '_actions').waitFor();
    await close();
  });

  it.each([
    ['an action that there is not', 'nada', 'A ação que preencheria este formulário não existe mais, ou você não tem'],
    ['a record that there is not', 'pagar', 'Este registro não foi encontrado.'],
  ])('begins a new record without values, and says so, by an address that names %s', async (_what, action, said) => {
    const { page, close } = await open(`/pagamentos?_record=new&_from=/contas.987654.${action}`, { width: 1440 });
    await page.getByText(said).waitFor();
    await page.locator('#fi-form_valor').waitFor();
    expect(await page.locator('#fi-form_valor').inputValue()).toBe('');
    await close();
  });

  it('has custom buttons in its header [list-header-custom-buttons]', async () => {
    const { page, close } = await open('/contas');
    const bar = page.getByRole('toolbar');
    expect(await bar.getByRole('button', { name: 'Conferir' }).isDisabled()).toBe(true);
    await page.locator('.ag-row').filter({ hasText: 'Energia' }).locator('input[type=checkbox]').first().click();
    await bar.getByRole('button', { name: 'Conferir' }).click();
    const dialog = page.getByRole('dialog', { name: 'Conferir: 1 conta?' });
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await account('002'))['conferida']).toBe(true);
    await bar.getByRole('button', { name: 'Pagamentos' }).click();
    await expect.poll(() => address(page)).toBe('/pagamentos');
    await close();
  });

  it('sums its numeric columns over all that the filter finds, after the rows', async () => {
    const { page, close } = await open('/contas');
    const total = async () => plain(await page.locator('.ag-row-pinned').first().textContent());
    await expect.poll(total).toContain('R$ 160,75');
    expect(await total()).toContain('Total');
    await page.locator('input[data-quick-search]').fill('Energia');
    await expect.poll(total).toContain('R$ 50,50');
    await close();
  });

  it('lets a person write in the cells by the keyboard alone: on by Tab, out by Escape, refused in words', async () => {
    const { page, audit, close } = await open('/contas');
    await focusCell(page, '002', 'descricao');
    await page.keyboard.press('F2');
    await expect.poll(() => focused(page)).toBe('Descrição de 002');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('ab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('mínimo de caracteres');
    await audit('a cell refused');
    await page.keyboard.type('rigo');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Situação de 002');
    await expect.poll(() => account('002')).toMatchObject({ descricao: 'abrigo', versao: expect.any(Number) });
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Vencimento de 002');
    await page.keyboard.type('24122026');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Valor de 002');
    await page.keyboard.type('75,5');
    await page.keyboard.press('Escape');
    await expect.poll(() => account('002')).toMatchObject({ vencimento: '2026-12-24', valor: 50.5 });
    await expect.poll(async () => plain(await cell(page, '002', 'valor').textContent())).toBe('R$ 50,50');
    await page.keyboard.press('F2');
    await expect.poll(() => focused(page)).toBe('Valor de 002');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('75,5');
    await page.keyboard.press('Enter');
    await expect.poll(async () => plain(await cell(page, '002', 'valor').textContent())).toBe('R$ 75,50');
    // What is summed follows, when nobody writes any more.
    await expect
      .poll(async () => plain(await page.locator('.ag-row-pinned').first().textContent()))
      .toContain('R$ 185,75');
    await close();
  });

  it('opens a record by a double click on its row, and leaves what a cell says to be marked', async () => {
    const { page, close } = await open('/contas-pagas');
    const number = cell(page, '002', 'numero');
    await number.waitFor();
    const text = await number.locator('span').first().boundingBox();
    if (text === null) throw new Error('the number is not drawn');
    await page.mouse.move(text.x + 1, text.y + text.height / 2);
    await page.mouse.down();
    await page.mouse.move(text.x + text.width - 1, text.y + text.height / 2, { steps: 3 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^00?2?$/);
    expect(address(page)).toBe('/contas-pagas');
    await cell(page, '002', '_actions').dblclick({ position: { x: 1, y: 1 } });
    expect(address(page)).toBe('/contas-pagas');
    await number.dblclick();
    await expect.poll(() => address(page)).toMatch(/_record=view\.\d+$/);
    expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
    await close();
  });

  it('says in the cell who was quicker, and reads the row again', async () => {
    const { page, messages, close } = await open('/contas');
    await cell(page, '001', 'descricao').dblclick();
    await expect.poll(() => focused(page)).toBe('Descrição de 001');
    await api('PATCH', '/contas?numero=eq.001', { descricao: 'De outra pessoa' });
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Minha');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('admin alterou este registro depois que a lista foi lida. Valor atual: De outra pessoa.');
    await button(page, 'Recarregar a linha').click();
    await expect.poll(() => cell(page, '001', 'descricao').textContent()).toBe('De outra pessoa');
    expect((await account('001'))['descricao']).toBe('De outra pessoa');
    expect(messages).toEqual([]);
    await close();
  });

  it('has the same on a phone: the detail in its card, the sums under the cards', async () => {
    const { page, audit, close } = await open('/contas', { width: 390, height: 844 });
    await button(page, /^Ações de/)
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Ver detalhes' }).click();
    await expect.poll(() => page.getByRole('region', { name: 'Detalhes de 001' }).textContent()).toContain('Garagem');
    await page.getByText('Total de Valor').waitFor();
    await audit('cards');
    await close();
  });

  it.each([
    ['under the cards of a phone', { width: 390, height: 844 }, 'dt:has-text("Total de Valor")'],
    ['in the last row of the grid', {}, '.ag-row-pinned'],
  ])('adds nothing up where nothing is found, %s', async (_, size, sums) => {
    const { page, close } = await open('/contas', size);
    await page.locator(sums).first().waitFor();
    const summed = page.waitForResponse((answer) => answer.url().includes('sum') && answer.url().includes('nada'));
    await page.getByPlaceholder('Busca rápida').fill('nada disso');
    await summed;
    await page.getByText('Nenhum registro encontrado').waitFor();
    await expect.poll(() => page.locator(sums).count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toContain('R$');
    await close();
  });
});

describe('a record that its state keeps', () => {
  const kept = 'Neste estado o registro não se apaga';

  beforeAll(async () => {
    const place = { rua: 'Rua das Flores', bairro: 'Centro', cidade: 'Contagem', estado: 'Minas', pais: 'Brasil' };
    await api('POST', '/entregas', [
      { numero: 1, ...place, volume: 2 },
      { numero: 2, volume: 3 },
    ]);
    await api('PATCH', '/entregas?numero=eq.2&transition=fazer', {});
  });

  it('has no trash in the list, on its own page and on a phone, and says why; its card says which state that is', async () => {
    const { page, audit, close } = await open('/entregas');
    const trash = (row: number) => rows(page).nth(row).getByRole('button', { name: 'Apagar', exact: true });
    await rows(page).nth(0).hover();
    expect([await trash(0).isEnabled(), await trash(0).getAttribute('title')]).toEqual([true, 'Apagar']);
    await rows(page).nth(1).hover();
    expect([await trash(1).isEnabled(), await trash(1).getAttribute('title')]).toEqual([false, kept]);
    await rows(page).nth(1).getByRole('button', { name: 'Visualizar', exact: true }).click();
    const opened = page.locator('[data-record-panel]');
    const button = opened.getByRole('button', { name: 'Apagar', exact: true });
    await button.waitFor();
    expect([await button.isEnabled(), await button.getAttribute('title')]).toEqual([false, kept]);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 390, height: 844 });
    const cards = page.getByRole('list', { name: 'Entregas' }).getByRole('listitem');
    await cards.first().waitFor();
    const said = (await cards.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    // Of the state though it is the last column, and named by the label where the text of the name is missing.
    expect(said).toEqual([
      'Rua das Flores Bairro Centro Cidade Contagem Estado Minas País Brasil Situação Aberta Mais 2 campos',
      'Entrega 2 Volumes 3 Número 2 Situação Feita',
    ]);
    await cards.nth(1).getByRole('button', { name: 'Ações de Entrega 2' }).click();
    const entry = page.getByRole('menuitem', { name: 'Apagar', exact: true });
    expect([await entry.isEnabled(), await entry.getAttribute('title')]).toEqual([false, kept]);
    await audit('a card whose record is kept');
    await page.setViewportSize({ width: 1440, height: 900 });
    await close();
  });

  it('is not made on a list that makes none: an address that asks for it says so and leads to where it is', async () => {
    const { page, audit, close } = await open('/entregas-abertas?_record=new');
    const panel = page.locator('[data-record-panel]');
    await panel.getByRole('heading', { name: 'Aqui não se inclui registro' }).waitFor();
    expect(await page.locator('form[id], [data-record-editor]').count()).toBe(0);
    await audit('no form for a new record');
    await panel.getByRole('button', { name: 'Novo', exact: true }).click();
    await expect.poll(() => address(page)).toBe('/entregas?_record=new');
    await page.locator('#fi-form_numero').waitFor();
    await close();
  });
});
