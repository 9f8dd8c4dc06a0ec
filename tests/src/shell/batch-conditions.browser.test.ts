/** Many rows changed in few keys, and conditions and rules of the entity told before anything is sent: in batches and in cells. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stateFiles } from '../../engine/api/state-files.ts';
import { batchFiles } from '../../support/batch-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { markedOption, openSession, pressKeys, rows } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;

const call: BrowserProduct['call'] = (...asked) => product.call(...asked);
const work = (codigo: string, more: object = {}) => ({ codigo, nome: `Obra ${codigo}`, orcamento: 100, ...more });

/** A work-list over the complaints: those that are not answered. */
const openComplaints = {
  'schemas/teste/queixas-abertas/schema.json': {
    title: 'Queixa aberta',
    type: 'object',
    properties: {
      numero: { title: 'Número', type: 'string', maxLength: 10 },
      queixa: { title: 'Queixa', 'x-relation': { entity: 'queixa' } },
    },
  },
  'schemas/teste/queixas-abertas/columns.json': {
    entity: 'queixa_aberta',
    path: '/queixas-abertas',
    title: 'Queixas abertas',
    icon: 'table',
    permission: { subject: 'queixa' },
    parent: '/',
    columns: ['numero'],
    sort: ['numero'],
    record: 'queixa',
  },
  'schemas/teste/queixas-abertas/query.sql':
    "select q.id, q.numero, q.id as queixa_id from queixa q where q.situacao = 'ABERTA'",
};

beforeAll(async () => {
  const files = { ...batchFiles, ...stateFiles, ...openComplaints };
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
});
beforeEach(async () => {
  await call('DELETE', '/obras?id=gt.0');
  await call('POST', '/obras', [
    work('A1', { gasto: 10, limite: 50, entrega: '2026-12-01' }),
    work('A2', { gasto: 20, limite: 500 }),
    work('A3', { gasto: 30 }),
  ]);
  await call('PATCH', '/obras?codigo=eq.A3', { situacao: 'ENCERRADA', motivo: 'Concluída' });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const stored = (select: string) => call('GET', `/obras?select=${select}&order=codigo`);
const start = async (path = '/obras') => {
  const session = await openSession(browser, product.url, { path });
  await rows(session.page).first().waitFor();
  return session;
};
const dialog = (page: Page) => page.getByRole('dialog');
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const cell = (page: Page, codigo: string, column: string) =>
  page
    .locator('.ag-row')
    .filter({ has: page.locator('[col-id="codigo"]', { hasText: new RegExp(`^${codigo}$`) }) })
    .locator(`[col-id="${column}"]`)
    .first();
const focusCell = (page: Page, codigo: string, column: string) => cell(page, codigo, column).click();
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return (
      element?.getAttribute('aria-label') ??
      (element as HTMLInputElement | null)?.labels?.[0]?.textContent ??
      element?.textContent
    );
  });
const press = pressKeys;
/** What the page sends to change anything. */
const writesOf = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!['GET', 'HEAD'].includes(request.method()) && /\/api\/(obras|alteracoes-em-lote)/.test(request.url()))
      sent.push(request.method());
  });
  return sent;
};

describe('a change of many rows by keys', () => {
  it('begins with the field whose cell has the focus, and is applied by Ctrl+Enter', async () => {
    const { page, close } = await start();
    await focusCell(page, 'A1', 'entrega');
    await press(page, 'Control+a', 'b');
    await expect.poll(() => focusedId(page)).toBe('fi-form_entrega');
    await page.keyboard.type('24122026');
    const sample = dialog(page).getByRole('table', { name: 'Como ficam os 3 registros' });
    await expect.poll(() => sample.getByRole('row').nth(1).innerText()).toMatch(/01\/12\/2026[\s\S]*24\/12\/2026/);
    await press(page, 'Control+Enter');
    await page.getByText('3 registros alterados.').waitFor();
    await closed(page);
    expect(await stored('entrega')).toEqual(Array.from({ length: 3 }, () => ({ entrega: '2026-12-24' })));
    await close();
  });

  it('finds its field by typing: Enter chooses and the value has the focus; a second one is added beside it', async () => {
    const { page, close, audit } = await start('/obras?codigo=in.(A1,A2)');
    const sent = writesOf(page);
    await focusCell(page, 'A1', 'nome');
    await press(page, 'Control+a', 'b');
    await expect.poll(() => focusedName(page)).toBe('Campos a alterar');
    await dialog(page).getByText('Escolha um campo para ver como os registros ficam.').waitFor();
    await page.keyboard.type('fas');
    await press(page, 'Enter');
    await expect.poll(() => focusedId(page)).toBe('fi-form_fase');
    // Eight phases: typing narrows them, and Enter takes the first that fits.
    await page.keyboard.type('acab');
    await press(page, 'Enter');
    await expect.poll(() => page.locator('#fi-form_fase').inputValue()).toBe('Acabamento');
    await press(page, 'Shift+Tab');
    await page.keyboard.type('gas');
    await press(page, 'Enter');
    await expect.poll(() => focusedId(page)).toBe('fi-form_gasto');
    await page.keyboard.type('5');
    await audit('two fields of many rows');
    expect(sent).toEqual([]);
    await press(page, 'Control+Enter');
    await page.getByText('2 registros alterados.').waitFor();
    await closed(page);
    expect(await call('GET', '/obras?codigo=in.(A1,A2)&select=fase,gasto')).toEqual([
      { fase: 'ACABAMENTO', gasto: 5 },
      { fase: 'ACABAMENTO', gasto: 5 },
    ]);
    await close();
  });

  it('is not applied by Enter after a value: the button gets the focus, and Enter there does it', async () => {
    const { page, close } = await start('/obras?codigo=in.(A1,A2)');
    const sent = writesOf(page);
    await focusCell(page, 'A1', 'gasto');
    await press(page, 'Control+a', 'b');
    await expect.poll(() => focusedId(page)).toBe('fi-form_gasto');
    await page.keyboard.type('7');
    await press(page, 'Enter');
    await expect.poll(() => focusedName(page)).toBe('Alterar 2 obras');
    expect(sent).toEqual([]);
    await press(page, 'Enter');
    await page.getByText('2 registros alterados.').waitFor();
    await closed(page);
    expect(await call('GET', '/obras?codigo=in.(A1,A2)&select=gasto')).toEqual([{ gasto: 7 }, { gasto: 7 }]);
    await close();
  });

  it('asks again before it empties a field', async () => {
    const { page, close, audit } = await start();
    await call('PATCH', '/obras?codigo=in.(A1,A2,A3)', { entrega: '2031-03-01' });
    const sent = writesOf(page);
    await focusCell(page, 'A1', 'entrega');
    await press(page, 'Control+a', 'b');
    await expect.poll(() => focusedId(page)).toBe('fi-form_entrega');
    await press(page, 'Control+Enter');
    await dialog(page)
      .getByText('Ficará vazio em 3 registros: Entrega. Para confirmar, use Alterar outra vez.')
      .waitFor();
    await audit('a field that will be emptied');
    expect(sent).toEqual([]);
    await press(page, 'Control+Enter');
    await page.getByText('3 registros alterados.').waitFor();
    await closed(page);
    expect(await stored('entrega')).toEqual(Array.from({ length: 3 }, () => ({ entrega: null })));
    await close();
  });

  it('does nothing while no row is chosen, and Delete then means the row alone', async () => {
    const { page, close } = await start();
    await focusCell(page, 'A2', 'nome');
    await press(page, 'b');
    expect(await dialog(page).count()).toBe(0);
    await press(page, 'Delete');
    await page.getByRole('dialog', { name: 'Apagar obra?' }).getByText("'A2' será apagado.").waitFor();
    await close();
  });

  it('deletes the chosen rows by Delete, once it is confirmed', async () => {
    const { page, close } = await start('/obras?codigo=in.(A1,A2)');
    await focusCell(page, 'A1', 'nome');
    await press(page, 'Control+a', 'Delete');
    await page.getByRole('dialog', { name: 'Apagar 2 obras?' }).getByText('A2').waitFor();
    expect(await stored('codigo')).toHaveLength(3);
    await press(page, 'Control+Enter');
    await page.getByText('2 registros apagados.').waitFor();
    expect(await stored('codigo')).toEqual([{ codigo: 'A3' }]);
    await close();
  });

  it('is told in the sheet of keys and at its buttons', async () => {
    const { page, close } = await start();
    await focusCell(page, 'A1', 'nome');
    await press(page, 'Control+a');
    const toolbar = page.getByRole('toolbar');
    await expect.poll(() => toolbar.getByTitle('Alterar 3 selecionados (b)').count()).toBe(1);
    expect(await toolbar.getByTitle('Apagar 3 selecionados (Delete)').count()).toBe(1);
    await press(page, '?');
    const sheet = dialog(page).getByRole('region', { name: 'Na lista' });
    expect(
      await sheet.locator('div').filter({ hasText: 'Alterar as linhas selecionadas' }).locator('kbd').innerText(),
    ).toBe('b');
    await close();
  });
});

describe('conditions and rules', () => {
  it('are told of the rows that a batch will be refused for, beside what it makes of them', async () => {
    const { page, close, audit } = await start();
    await focusCell(page, 'A1', 'gasto');
    await press(page, 'Control+a', 'b');
    await expect.poll(() => focusedId(page)).toBe('fi-form_gasto');
    await page.keyboard.type('60');
    const sample = dialog(page).getByRole('table', { name: 'Como ficam os 3 registros' });
    await sample.getByText('Será recusado: O gasto passa do limite da obra.').waitFor();
    expect(await sample.getByText('Será recusado').count()).toBe(1);
    await audit('rows that will be refused');
    await press(page, 'Control+Enter');
    // What will be refused is told before anything is written; the confirmation has the focus.
    await dialog(page).getByText('1 será recusado').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Alterar 2 registros');
    await audit('what a batch will do');
    await press(page, 'Enter');
    await dialog(page).getByText('2 concluídos', { exact: true }).waitFor();
    const told = dialog(page).getByRole('table', { name: 'Registros recusados' });
    await expect
      .poll(() => told.getByRole('row').nth(1).innerText())
      .toMatch(/^A1\s+O gasto passa do limite da obra\./);
    await close();
  });

  it('are told of fields that the conditions of a row have closed', async () => {
    const { page, close } = await start();
    await focusCell(page, 'A1', 'orcamento');
    await press(page, 'Control+a', 'b');
    await expect.poll(() => focusedId(page)).toBe('fi-form_orcamento');
    await page.keyboard.type('80');
    await dialog(page).getByText('Será recusado: Orçamento não pode ser alterado neste registro.').waitFor();
    await close();
  });

  it('keep a cell from being written in, and say why', async () => {
    const { page, close, audit } = await start();
    const sent = writesOf(page);
    await focusCell(page, 'A3', 'orcamento');
    await press(page, 'F2');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('Orçamento não pode ser alterado neste registro, por causa do valor de Situação.');
    await audit('a closed cell');
    await page.keyboard.type('1');
    await press(page, 'Enter');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await focusCell(page, 'A1', 'motivo');
    await press(page, 'F2');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('Motivo não se aplica a este registro, por causa do valor de Situação.');
    await press(page, 'Escape');
    expect(sent).toEqual([]);
    expect(await stored('orcamento')).toEqual(Array.from({ length: 3 }, () => ({ orcamento: 100 })));
    await close();
  });

  it('are told at the cell before anything is sent, by fields that the list does not show', async () => {
    const { page, close } = await start();
    const sent = writesOf(page);
    await focusCell(page, 'A1', 'gasto');
    await press(page, 'F2');
    await expect.poll(() => focusedName(page)).toBe('Gasto de A1');
    await press(page, 'Control+a');
    await page.keyboard.type('60');
    await press(page, 'Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('O gasto passa do limite da obra.');
    expect(sent).toEqual([]);
    await press(page, 'Control+a');
    await page.keyboard.type('40');
    await press(page, 'Enter');
    await expect.poll(() => cell(page, 'A1', 'saldo').innerText()).toMatch(/60,00/);
    expect(sent).toEqual(['PATCH']);
    await close();
  });

  it('ask at the cell for what another field then requires', async () => {
    const { page, close } = await start();
    const sent = writesOf(page);
    await focusCell(page, 'A2', 'situacao');
    await press(page, 'F2');
    await expect.poll(() => focusedName(page)).toBe('Situação de A2');
    await press(page, 'ArrowDown', 'ArrowDown', 'Enter');
    await press(page, 'Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('Informe Motivo.');
    expect(sent).toEqual([]);
    await close();
  });

  it('hold in the rows of a batch add: shown, required, worked out and refused as in a form', async () => {
    const { page, close } = await start('/obras?codigo=eq.A1');
    const sent = writesOf(page);
    const control = (name: string) => page.locator(`#fi-form__rows_0_${name}`);
    await focusCell(page, 'A1', 'nome');
    await press(page, ' ');
    await page.getByRole('toolbar').getByRole('button', { name: 'Duplicar 1' }).click();
    await control('codigo').fill('B1');
    expect(await control('motivo').count()).toBe(0);
    await control('situacao').focus();
    await press(page, 'ArrowDown', 'ArrowDown', 'Enter');
    await control('motivo').waitFor();
    await control('gasto').fill('60');
    await control('gasto').press('Tab');
    await press(page, 'Control+s');
    const faults = () => dialog(page).getByRole('alert').getByRole('link').allTextContents();
    await expect.poll(faults).toEqual([
      // A new record begins without a value there, and nobody could give it one.
      'Orçamento não pode ser alterado neste registro (Novos registros, linha 1).',
      'O gasto passa do limite da obra (Novos registros, linha 1).',
      'Informe Motivo (Novos registros, linha 1).',
    ]);
    expect(sent).toEqual([]);
    await control('situacao').focus();
    await press(page, 'ArrowDown', 'ArrowUp', 'Enter');
    await control('motivo').waitFor({ state: 'detached' });
    await control('gasto').fill('45');
    await press(page, 'Control+s');
    await closed(page);
    expect(await call('GET', '/obras?codigo=eq.B1&select=situacao,motivo,gasto,saldo')).toEqual([
      { situacao: 'ABERTA', motivo: null, gasto: 45, saldo: 55 },
    ]);
    await close();
  });
});

describe('an open list of options', () => {
  it('chooses by Enter what typing marked, and never sends the form around', async () => {
    const { page, close } = await start('/obras?_record=new');
    const sent = writesOf(page);
    const phase = page.locator('#fi-form_fase');
    await page.locator('#fi-form_codigo').fill('C1');
    await page.locator('#fi-form_nome').fill('Nova');
    await phase.focus();
    await press(page, 'Control+a');
    await page.keyboard.type('xyz');
    await page.getByText('Nada encontrado').waitFor();
    await press(page, 'Enter');
    expect(await phase.inputValue()).toBe('xyz');
    await press(page, 'Control+a');
    await page.keyboard.type('alve');
    await press(page, 'Enter');
    await expect.poll(() => phase.inputValue()).toBe('Alvenaria');
    // One key opens the list and narrows it: what it marks is taken, not the value there, unless it is the value.
    for (let turn = 0; turn < 2; turn += 1) {
      await press(page, 'Control+a', 'a');
      await markedOption(page, 'Fundação').waitFor();
      await press(page, 'Enter');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      expect(await phase.inputValue()).toBe('Fundação');
    }
    await press(page, 'Control+a');
    await page.keyboard.type('insta');
    await press(page, 'Enter');
    await expect.poll(() => phase.inputValue()).toBe('Instalações');
    expect(sent).toEqual([]);
    // The list is closed now: Enter is the form's again.
    await press(page, 'Enter');
    await closed(page);
    expect(await call('GET', '/obras?codigo=eq.C1&select=fase')).toEqual([{ fase: 'INSTALACOES' }]);
    await close();
  });

  it('takes by Tab what typing marked, keeps its value when one only passes, and gives up on Escape', async () => {
    const { page, close } = await start('/obras?_record=new');
    const phase = page.locator('#fi-form_fase');
    await phase.focus();
    await press(page, 'Tab');
    await expect.poll(() => phase.inputValue()).toBe('Projeto');
    await phase.focus();
    await press(page, 'Enter');
    await expect.poll(() => phase.inputValue()).toBe('Projeto');
    await press(page, 'Control+a');
    await page.keyboard.type('cob');
    await press(page, 'Tab');
    await expect.poll(() => phase.inputValue()).toBe('Cobertura');
    await phase.focus();
    await press(page, 'Control+a');
    await page.keyboard.type('alv');
    await press(page, 'Escape', 'Tab');
    await expect.poll(() => phase.inputValue()).toBe('Cobertura');
    await close();
  });

  it('is emptied by the keyboard: a long one by deleting its text, a short one by Delete', async () => {
    const { page, close } = await start('/obras?_record=new');
    const [long, short] = [page.locator('#fi-form_seguinte'), page.locator('#fi-form_anterior')];
    await long.focus();
    // As people type, without the accents.
    await page.keyboard.type('fundacao');
    await press(page, 'Enter');
    await short.focus();
    await press(page, 'ArrowDown', 'ArrowDown', 'Enter');
    await expect.poll(() => short.inputValue()).toBe('Encerrada');
    expect(await long.inputValue()).toBe('Fundação');
    await press(page, 'Delete');
    await expect.poll(() => short.inputValue()).toBe('');
    await long.focus();
    await press(page, 'Control+a', 'Backspace', 'Tab');
    await expect.poll(() => long.inputValue()).toBe('');
    await close();
  });

  it('chooses by Enter in the search panel too', async () => {
    const { page, close } = await start();
    const toggle = page.getByRole('toolbar').getByRole('button', { name: 'Painel de busca' });
    if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click();
    const phase = page.getByRole('form', { name: 'Busca' }).getByLabel('Fase');
    await phase.focus();
    await page.keyboard.type('proj');
    await press(page, 'Enter');
    await page.getByRole('form', { name: 'Busca' }).getByText('Projeto').first().waitFor();
    expect(decodeURIComponent(page.url())).not.toContain('fase');
    await press(page, 'Escape', 'Enter');
    await expect.poll(() => decodeURIComponent(page.url())).toContain('fase=');
    await close();
  });
});

describe('a transition', () => {
  it('is made of many rows at once, those refused stay chosen, and of the record that is open', async () => {
    const complaints = ['Q1', 'Q2', 'Q3'].map((numero) => ({ numero, assunto: 'Demora' }));
    await call('POST', '/queixas', complaints);
    await call('PATCH', '/queixas?numero=eq.Q3&transition=responder', { resposta: 'Sim' });
    const states = () => call('GET', '/queixas?select=situacao,resposta&order=numero');
    const { page, close, audit } = await start('/queixas');
    const button = page.getByRole('button', { name: /^Mudar situação/ });
    expect(await button.isDisabled()).toBe(true);
    await page
      .getByRole('checkbox', { name: /todas|todos/i })
      .first()
      .click();
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    await page.getByRole('menuitem', { name: 'Responder' }).click();
    await expect.poll(() => focusedId(page)).toBe('fi-form_resposta');
    await press(page, 'Control+Enter');
    await dialog(page).getByRole('link', { name: 'Informe Resposta.' }).waitFor();
    await page.locator('#fi-form_resposta').fill('Visto');
    await dialog(page).getByRole('link', { name: 'Informe Resposta.' }).waitFor({ state: 'detached' });
    await audit('what a transition asks for');
    expect(await focusedId(page)).toBe('fi-form_resposta');
    await press(page, 'Control+Enter');
    await dialog(page).getByText('1 será recusado').waitFor();
    await press(page, 'Enter');
    await expect.poll(() => dialog(page).innerText()).toContain('2 concluídos');
    await dialog(page)
      .getByText("'Responder' parte de 'Aberta' ou 'Em tratamento', e o registro está em 'Respondida'.")
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Fechar' }).last().click();
    await closed(page);
    await expect.poll(() => button.innerText()).toMatch(/1$/);
    expect(await states()).toEqual([
      { situacao: 'RESPONDIDA', resposta: 'Visto' },
      { situacao: 'RESPONDIDA', resposta: 'Visto' },
      { situacao: 'RESPONDIDA', resposta: 'Sim' },
    ]);

    const [first] = (await call('GET', '/queixas?numero=eq.Q1&select=id')) as readonly { id: number }[];
    await page.goto(`${product.url}/queixas?_record=view.${first?.id}`);
    await page.getByRole('group', { name: 'Situação' }).getByRole('button', { name: 'Reabrir' }).click();
    // The button that opened the dialog has the same name.
    const sure = dialog(page).getByTitle('Reabrir (Ctrl+Enter)');
    await sure.waitFor();
    await expect.poll(() => sure.evaluate((element) => element === document.activeElement)).toBe(true);
    await press(page, 'Enter');
    // What leads on from the new state takes the place of what led here.
    await page.getByRole('group', { name: 'Situação' }).getByRole('button', { name: 'Tratar' }).waitFor();
    expect(await call('GET', '/queixas?numero=eq.Q1&select=situacao')).toEqual([{ situacao: 'ABERTA' }]);
    await close();
  });

  it('is made of the record behind a row of a work-list, which then leaves the list', async () => {
    await call('POST', '/queixas', [
      { numero: 'W1', assunto: 'Demora' },
      { numero: 'W2', assunto: 'Demora', sigilo: 'TOTAL' },
      { numero: 'W3', assunto: 'Demora' },
    ]);
    const { page, close, audit } = await start('/queixas-abertas?numero=like.W*');
    const menu = (numero: string) =>
      page.locator('.ag-row').filter({ hasText: numero }).first().getByRole('button', { name: /^Mais/ });
    await menu('W2').click();
    await page.getByRole('menuitem', { name: 'Tratar' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Responder' }).count()).toBe(0);
    await audit('the moves of a record in the menu of a row that stands for it');
    await press(page, 'Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await menu('W1').click();
    await page.getByRole('menuitem', { name: 'Responder' }).click();
    await expect.poll(() => focusedId(page)).toBe('fi-form_resposta');
    await page.locator('#fi-form_resposta').fill('Feito');
    await press(page, 'Control+Enter');
    await closed(page);
    await expect.poll(() => rows(page).count()).toBe(2);

    // Many at once: what is refused stays in the list, and chosen.
    await page
      .getByRole('checkbox', { name: /todas|todos/i })
      .first()
      .click();
    const button = page.getByRole('button', { name: /^Mudar situação/ });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    await page.getByRole('menuitem', { name: 'Responder' }).click();
    await expect.poll(() => focusedId(page)).toBe('fi-form_resposta');
    await page.locator('#fi-form_resposta').fill('Visto');
    await press(page, 'Control+Enter');
    await dialog(page).getByText('1 será recusado').waitFor();
    await press(page, 'Enter');
    await expect.poll(() => dialog(page).innerText()).toContain('1 concluído');
    await dialog(page).getByRole('button', { name: 'Fechar' }).last().click();
    await closed(page);
    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(() => button.innerText()).toMatch(/1$/);
    expect(await call('GET', '/queixas?numero=like.W*&select=numero,situacao,resposta&order=numero')).toEqual([
      { numero: 'W1', situacao: 'RESPONDIDA', resposta: 'Feito' },
      { numero: 'W2', situacao: 'ABERTA', resposta: null },
      { numero: 'W3', situacao: 'RESPONDIDA', resposta: 'Visto' },
    ]);
    await close();
  });
});
