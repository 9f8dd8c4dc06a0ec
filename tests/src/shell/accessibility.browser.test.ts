/**
 * Every kind of screen, and every dialog, drawer, menu and popover that opens over one, held against axe in both themes,
 * wide and on a phone: with rows, with faults shown. The console stays silent, so the content policy is never breached.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expressionFiles } from '../../engine/api/expression-files.ts';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { declaredFiles } from '../../support/declared-files.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import { providerFiles } from '../../support/provider-files.ts';
import type { Session } from './open-session.ts';
import { openPage, openSession, rows } from './open-session.ts';

const text = (title: string) => ({ title, type: 'string', maxLength: 60 });
const parts = ['Pedido', 'Exame', 'Parecer', 'Encerramento'];

/** A record that takes the page: sections, two tabs, rows of its own, files. */
const pageFiles: Readonly<Record<string, object>> = {
  'schemas/base/processos/schema.json': {
    title: 'Processo',
    type: 'object',
    required: ['campo_1', 'campo_7'],
    properties: {
      ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`campo_${at + 1}`, text(`Campo ${at + 1}`)])),
      imagens: { title: 'Imagens', 'x-attachment': { types: ['pdf'], maxSize: 1, many: true } },
      etapas: {
        title: 'Etapas',
        type: 'array',
        items: {
          title: 'Etapa',
          type: 'object',
          required: ['local'],
          properties: { local: text('Local'), dia: { title: 'Dia', type: 'string', format: 'date' } },
        },
      },
    },
  },
  'schemas/base/processos/columns.json': {
    entity: 'processo',
    path: '/processos',
    title: 'Processo',
    parent: '/base',
    permission: { subject: 'processo' },
    columns: ['campo_1', 'imagens'],
    sections: [
      ...parts.map((title, at) => ({
        title,
        ...(at === 3 ? { tab: 'Fim' } : {}),
        fields: [`campo_${at * 2 + 1}`, `campo_${at * 2 + 2}`],
      })),
      { title: 'Anexos e etapas', fields: ['imagens', 'etapas'] },
    ],
  },
};
/** A list that works for a provider. */
const guides: Readonly<Record<string, object>> = {
  'schemas/pessoa/guias/schema.json': {
    title: 'Guia',
    type: 'object',
    required: ['numero', 'prestador'],
    properties: {
      numero: text('Número'),
      prestador: { title: 'Prestador', 'x-relation': { entity: 'prestador', label: '{codigo} - {nome}' } },
    },
  },
  'schemas/pessoa/guias/columns.json': {
    entity: 'guia',
    path: '/guias',
    title: 'Guia',
    parent: '/',
    permission: { subject: 'guia' },
    columns: ['numero', 'prestador'],
    provider: 'prestador',
  },
};

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
let token = '';

const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object): Promise<unknown> => {
  const answer = await product.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), prefer: 'return=representation' },
    ...(payload === undefined ? {} : { payload }),
  });
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.json();
};

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({
      files: { ...declaredFiles, ...everyTypeFiles, ...expressionFiles, ...providerFiles, ...pageFiles, ...guides },
      rowsOf: ['cidades', 'feriados', 'bancos'],
    }),
    launchBrowser(),
  ]);
  ({ token } = (await call('POST', '/auth/token/issue', { userId: 'admin', password: 'admin-demo' })) as {
    token: string;
  });
  const [city] = (await call('GET', '/cidades?ibge=eq.3106200')) as { id: number }[];
  await call('POST', '/contas', [
    {
      numero: '001',
      descricao: 'Aluguel',
      situacao: 'PAGA',
      vencimento: '2026-11-05',
      valor: 100.25,
      parcelas: 2,
      cidade_id: city?.id,
      conferida: true,
      observacao: 'Paga na portaria',
      itens: [
        { nome: 'Sala', preco: 70 },
        { nome: 'Garagem', preco: 30.25 },
        { nome: 'Depósito', preco: 0 },
      ],
    },
    { numero: '002', descricao: 'Energia', valor: 50.5, parcelas: 3, itens: [] },
    { numero: '003', descricao: 'Água', valor: 10, parcelas: 1, itens: [] },
  ]);
  await call(
    'POST',
    '/pagamentos',
    [1, 2, 3].map((day) => ({ conta_id: 1, valor: day * 10, dia: `2026-11-0${day}` })),
  );
  await call('PATCH', '/contas?numero=eq.001', { descricao: 'Aluguel da sede', valor: 120 });
  await call('POST', '/modelos', {
    nome: 'Completo',
    notas: 'Primeira linha\nSegunda linha',
    cor: 'AZUL',
    cpf: '52998224725',
    cnpj: '11222333000181',
    cep: '30130000',
    fone: '31999990000',
    email: 'ana@exemplo.com.br',
    sitio: 'https://exemplo.com.br',
    quantidade: 3,
    taxa: 1.125,
    preco: 9.9,
    desconto: 10,
    ativo: true,
    dia: '2026-02-03',
    mes: '2026-02',
    ano: 2026,
    hora: '10:20',
    momento: '2026-02-03T10:20:00Z',
    instante: '2026-02-03T10:20:30Z',
    cidade_id: city?.id,
  });
  await call('POST', '/prestadores', { codigo: '000777', nome: 'Hospital das Acácias' });
  await call('POST', '/distritos', { codigo: '310620099', nome: 'Barreiro', cidade_id: city?.id });
  await call('POST', '/processos', { campo_1: 'Um', campo_7: 'Sete', etapas: [{ local: 'Sala 1' }] });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** What is looked at, where it is, and what opens it; several looks where one stop shows several things in turn. */
interface Stop {
  readonly what: string;
  readonly path: string;
  readonly login?: string;
  /** Steps to what is to be seen; gives what must be there. The screen itself where there are none. */
  readonly open?: (page: Page, look: (what: string) => Promise<void>) => Promise<Locator>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });
const field = (page: Page, path: string) => page.locator(`#fi-form_${path.replaceAll('.', '_')}`);
const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar telas, registros e ações' });
const card = (page: Page) => page.getByRole('button', { name: /^Ações de/ }).first();
const gridCell = (page: Page, row: number, column: string) => rows(page).nth(row).locator(`[col-id="${column}"]`);
const faults = (page: Page) => page.getByRole('alert').first();
const first = async (page: Page): Promise<Locator> => {
  await rows(page).first().waitFor();
  return rows(page).first();
};
const openMore = async (page: Page, item: string): Promise<void> => {
  await first(page);
  await button(page, 'Mais').click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
};
const choose = async (page: Page, count: number): Promise<void> => {
  await first(page);
  for (let at = 0; at < count; at += 1) await rows(page).nth(at).getByRole('checkbox').first().click();
};
const edit = async (page: Page, column: string): Promise<void> => {
  await first(page);
  await gridCell(page, 0, column).evaluate((cell: HTMLElement) => cell.focus());
  await page.keyboard.press('F2');
};
const save = (page: Page) => page.keyboard.press('Control+s');

const wide: readonly Stop[] = [
  { what: 'home', path: '/', open: async (page) => page.getByRole('heading', { name: 'Início' }) },
  { what: 'account', path: '/minha-conta', open: async (page) => page.getByRole('heading', { level: 1 }) },
  { what: 'API page', path: '/documentacao-api', open: async (page) => page.getByRole('heading', { level: 1 }) },
  { what: 'unknown address', path: '/nao-existe', open: async (page) => page.getByRole('heading', { level: 1 }) },
  {
    what: 'screen without the right',
    path: '/usuarios',
    login: 'consulta',
    open: async (page) => page.getByRole('heading', { level: 1 }),
  },
  {
    what: 'user menu',
    path: '/',
    open: async (page) => {
      await button(page, /^Menu do usuário/).click();
      return page.getByRole('menuitem', { name: 'Sair' });
    },
  },
  {
    what: 'menu without a match',
    path: '/',
    open: async (page) => {
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('textbox').fill('xyzxyz');
      return page.getByRole('navigation', { name: 'Menu' }).getByText(/^Nenhuma/);
    },
  },
  {
    what: 'Ctrl+K',
    path: '/contas',
    open: async (page, look) => {
      await first(page);
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('option').first().waitFor();
      await look('Ctrl+K, open');
      await page.keyboard.type('aluguel');
      await palette(page)
        .getByRole('option', { name: /Aluguel|001/ })
        .first()
        .waitFor();
      await look('Ctrl+K, records');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('xyzxyz');
      return page.getByText('Nada encontrado com essas palavras.');
    },
  },
  {
    what: 'keys',
    path: '/',
    open: async (page) => {
      await page.getByRole('heading', { name: 'Início' }).waitFor();
      await page.keyboard.press('?');
      return dialog(page, 'Atalhos do teclado');
    },
  },
  {
    what: 'sign-out dialog',
    path: '/',
    open: async (page) => {
      await button(page, /^Menu do usuário/).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
      return dialog(page).getByText('Deseja sair?');
    },
  },
  {
    what: 'alerts of every kind over a list that failed',
    path: '/',
    open: async (page) => {
      await page.getByRole('heading', { name: 'Início' }).waitFor();
      const alerts = ['error', 'warning', 'info', 'success'].map((type) => ({
        type,
        value: `Um ${type}.`,
        title: 'Aviso',
      }));
      await page.route('**/api/paises?*', (route) =>
        route.fulfill({
          status: 422,
          json: { code: 'X', message: 'Não deu.', details: null, hint: null, messages: { alerts } },
        }),
      );
      await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/paises"]')?.click());
      return page.locator('.fi-alert').nth(3);
    },
  },
  {
    what: 'no connection',
    path: '/bancos',
    open: async (page) => {
      await first(page);
      await page.context().setOffline(true);
      return page.getByText('Sem conexão com o servidor.');
    },
  },

  { what: 'list with all that can be declared', path: '/contas', open: first },
  { what: 'list without rows', path: '/pedidos', open: async (page) => page.getByText('Ainda não há registros') },
  {
    what: 'list without a match',
    path: '/bancos?nome=has.xyzxyz',
    open: async (page) => button(page, 'Limpar filtros'),
  },
  {
    what: 'list with many chips',
    path: '/feriados?descricao=ilike.C*&uf=is.null&abrangencia=in.(NACIONAL,BANCARIO)&data=gte.2020-01-01&q=ca',
    open: async (page) => page.getByRole('list', { name: 'Filtros aplicados' }),
  },
  {
    what: 'selected rows, then all of them',
    path: '/cidades',
    open: async (page, look) => {
      await choose(page, 2);
      await look('selected rows');
      await page.keyboard.press('Control+a');
      await button(page, /^Selecionar todos os/).click();
      return page.getByText(/^Todos os .* estão selecionados/);
    },
  },
  {
    what: 'column chooser',
    path: '/bancos',
    open: async (page) => {
      await first(page);
      await button(page, 'Colunas').click();
      return dialog(page, 'Colunas');
    },
  },
  {
    what: 'menu of views, and its dialog with a fault',
    path: '/bancos',
    open: async (page, look) => {
      await first(page);
      await button(page, 'Visões').click();
      await look('menu of views');
      await page.getByRole('menuitem', { name: 'Salvar como nova visão' }).click();
      await dialog(page, 'Salvar visão').getByRole('button', { name: 'Salvar' }).click();
      return dialog(page).getByText('Informe o nome da visão');
    },
  },
  {
    what: 'menu of the list',
    path: '/bancos',
    open: async (page) => {
      await first(page);
      await button(page, 'Mais').click();
      return page.getByRole('menuitem', { name: 'Baixar CSV…' });
    },
  },
  {
    what: 'CSV dialog',
    path: '/bancos',
    open: async (page) => {
      await openMore(page, 'Baixar CSV…');
      return dialog(page).getByRole('button', { name: 'Baixar' });
    },
  },
  {
    what: 'plain table, its filter, its menu, its detail',
    path: '/contas',
    open: async (page, look) => {
      await openMore(page, 'Tabela simples');
      const table = page.getByRole('table', { name: /^Contas/ });
      await card(page).click();
      await page.getByRole('menuitem', { name: 'Ver detalhes' }).waitFor();
      await look('menu of a row of the plain table');
      await page.getByRole('menuitem', { name: 'Ver detalhes' }).click();
      await page.getByRole('region', { name: 'Detalhes de 001' }).getByText('Garagem').waitFor();
      await look('detail in the plain table');
      await button(page, 'Mais').click();
      await page.getByRole('menu').getByText('Tabela simples').click();
      await first(page);
      return table.or(page.locator('.ag-row')).first();
    },
  },
  {
    what: 'menu of a row',
    path: '/contas',
    open: async (page) => {
      await first(page);
      await button(page, 'Mais ações de 001').click();
      return page.getByRole('menuitem', { name: 'Copiar linha' });
    },
  },
  {
    what: 'dialog of a declared action',
    path: '/contas',
    open: async (page) => {
      await first(page);
      await button(page, 'Mais ações de 001').click();
      await page.getByRole('menuitem', { name: 'Marcar como paga' }).click();
      return dialog(page).locator('dl');
    },
  },
  {
    what: 'opened row with fields and rows',
    path: '/contas',
    open: async (page) => {
      await first(page);
      await button(page, 'Abrir os detalhes de 001').click();
      return page.getByRole('region', { name: 'Detalhes de 001' }).getByText('Garagem');
    },
  },
  {
    what: 'opened row with what points at it',
    path: '/contas-pagas',
    open: async (page) => {
      await first(page);
      await button(page, 'Abrir os detalhes de 001').click();
      return page.getByRole('region', { name: 'Detalhes de 001' }).getByText('Ver todos');
    },
  },
  {
    what: 'cells to write in',
    path: '/contas',
    open: async (page, look) => {
      for (const column of ['descricao', 'situacao', 'vencimento', 'valor', 'parcelas', 'cidade', 'conferida']) {
        await edit(page, column);
        await page.locator('.ag-row :is(input, [role=combobox], [role=checkbox]):focus').waitFor();
        await look(`cell to write in: ${column}`);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      }
      await edit(page, 'descricao');
      await page.locator('.ag-row input:focus').waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('ab');
      await page.keyboard.press('Enter');
      return page.getByRole('alert').getByText(/mínimo/);
    },
  },
  {
    what: 'filters of columns',
    path: '/contas',
    open: async (page, look) => {
      await first(page);
      for (const title of ['Número', 'Situação', 'Vencimento', 'Valor', 'Parcelas', 'Cidade']) {
        await page.getByRole('columnheader', { name: title }).focus();
        await page.keyboard.press('F2');
        await dialog(page).getByRole('button', { name: 'Aplicar' }).waitFor();
        await look(`filter of ${title}`);
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
      }
      return rows(page).first();
    },
  },
  {
    what: 'search panel with a fault',
    path: '/feriados',
    open: async (page, look) => {
      await first(page);
      const panel = page.getByRole('form', { name: 'Busca' });
      const toggle = button(page, 'Painel de busca');
      if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click();
      await panel.getByLabel('Período, de').fill('31/12/2026');
      await panel.getByLabel('Período, até').fill('01/01/2026');
      await panel.getByRole('button', { name: 'Buscar', exact: true }).click();
      await panel.getByText(/^O fim vem antes do início/).waitFor();
      await look('search panel with a fault');
      await toggle.click();
      return rows(page).first();
    },
  },
  {
    what: 'quick search that is too short',
    path: '/cidades',
    open: async (page) => {
      await first(page);
      await page.getByLabel('Busca rápida').fill('x');
      return page.getByRole('tooltip', { name: /^Digite ao menos/ });
    },
  },
  {
    what: 'list that asks for its provider',
    path: '/guias',
    open: async (page, look) => {
      const asked = page.getByRole('main').getByRole('heading', { name: 'Informe o Prestador' });
      await asked.waitFor();
      await look('provider to be named');
      await page.getByRole('banner').getByRole('combobox', { name: 'Prestador' }).focus();
      await page.keyboard.press('Tab');
      return page.getByRole('banner').getByRole('alert');
    },
  },

  {
    what: 'batch update',
    path: '/feriados?data=gte.2038-01-01',
    open: async (page, look) => {
      await choose(page, 2);
      await button(page, 'Alterar 2').click();
      await dialog(page).getByRole('checkbox', { name: 'Ativo' }).waitFor();
      await look('batch update without a field');
      await dialog(page).getByRole('checkbox', { name: 'Ativo' }).click();
      return dialog(page).getByRole('table');
    },
  },
  {
    what: 'batch delete, and what was refused',
    path: '/cidades?ibge=eq.3106200',
    open: async (page, look) => {
      await choose(page, 1);
      await button(page, 'Apagar 1').click();
      await dialog(page).getByRole('button', { name: 'Apagar', exact: true }).waitFor();
      await look('batch delete');
      await dialog(page).getByRole('button', { name: 'Apagar', exact: true }).click();
      return page.getByText(/está em uso/).first();
    },
  },
  {
    what: 'batch add with faults',
    path: '/bancos',
    open: async (page) => {
      await choose(page, 2);
      await button(page, 'Duplicar 2').click();
      await dialog(page).getByRole('button', { name: 'Incluir', exact: true }).click();
      return dialog(page).getByRole('alert').getByRole('link').first();
    },
  },

  {
    what: 'record with rows of its own',
    path: '/contas?_record=view.1',
    open: async (page) => dialog(page).getByText('Garagem'),
  },
  {
    what: 'record with a field of every type',
    path: '/modelos?_record=view.1',
    open: async (page) => page.getByText('529.982.247-25').last(),
  },
  {
    what: 'record that is not there',
    path: '/contas?_record=view.99999',
    open: async (page) => dialog(page).getByRole('heading').first(),
  },
  {
    what: 'history',
    path: '/contas?_record=history.1',
    open: async (page) => dialog(page).getByText('alterou').first(),
  },
  {
    what: 'related record beside the list',
    path: '/distritos',
    open: async (page) => {
      await first(page);
      await rows(page)
        .first()
        .getByRole('button', { name: /^Belo Horizonte/ })
        .click();
      return dialog(page).getByText('3106200');
    },
  },
  {
    what: 'delete dialog of a record',
    path: '/contas',
    open: async (page) => {
      await first(page);
      await gridCell(page, 0, '_actions').getByRole('button', { name: 'Apagar' }).click();
      return dialog(page).getByRole('button', { name: 'Apagar' });
    },
  },
  {
    what: 'form with a field of every type, its faults, its calendar and its choices',
    path: '/modelos?_record=new',
    open: async (page, look) => {
      await field(page, 'nome').waitFor();
      for (const [name, wrong] of Object.entries({ cpf: '11111111112', email: 'x', dia: '31/02/2026' }))
        await field(page, name).fill(wrong);
      await save(page);
      await faults(page).waitFor();
      await look('form with faults');
      await field(page, 'dia').locator('xpath=..').getByRole('button', { name: 'Abrir o calendário' }).click();
      await page.getByRole('dialog').getByRole('table').first().waitFor();
      await look('calendar');
      await page.keyboard.press('Escape');
      await field(page, 'cor').click();
      await page.getByRole('option', { name: 'Azul' }).waitFor();
      await look('choices');
      await page.keyboard.press('Escape');
      await field(page, 'cidade_id').fill('belo hor');
      return page.getByRole('option', { name: 'Belo Horizonte - MG' });
    },
  },
  {
    what: 'form with conditions and a rule that is broken',
    path: '/pedidos?_record=new',
    open: async (page) => {
      await field(page, 'codigo').fill('X1');
      await field(page, 'inicio').fill('01/03/2026');
      await field(page, 'fim').fill('01/02/2026');
      await save(page);
      return page.getByRole('link', { name: 'O fim deve ser depois do início.' });
    },
  },
  {
    what: 'dialog of unsaved changes',
    path: '/bancos?_record=new',
    open: async (page) => {
      await field(page, 'codigo').fill('123');
      await page.keyboard.press('Escape');
      return dialog(page, 'Descartar alterações?');
    },
  },
  {
    what: 'conflict with another person',
    path: '/contas?_record=edit.3',
    open: async (page) => {
      await field(page, 'descricao').waitFor();
      await field(page, 'descricao').fill(`Minha ${Date.now()}`);
      await call('PATCH', '/contas?numero=eq.003', { descricao: `Deles ${Date.now()}` });
      await save(page);
      return dialog(page, 'O registro foi alterado por outra pessoa').getByRole('radio').first();
    },
  },
  {
    what: 'form over a form',
    path: '/atendimentos?_record=new',
    open: async (page) => {
      await field(page, 'banco_id').fill('banco inexistente');
      await page.getByRole('option', { name: 'Incluir banco…' }).click();
      return field(page, 'codigo');
    },
  },
  {
    what: 'offer of a draft',
    path: '/bancos?_record=new',
    open: async (page) => {
      page.on('dialog', (asked) => void asked.accept());
      await field(page, 'nome').fill('Rascunho');
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('fichario.draft'))), {
          timeout: 15_000,
        })
        .toBe(true);
      await page.reload();
      return button(page, 'Restaurar');
    },
  },
  {
    what: 'record that takes the page: sections, tabs, files, rows, faults',
    path: '/processos?_record=new',
    open: async (page, look) => {
      await field(page, 'campo_1').waitFor();
      await look('sections and tabs');
      await button(page, 'Incluir etapa').click();
      await field(page, 'etapas.0.local').waitFor();
      const chooser = page.waitForEvent('filechooser');
      await button(page, 'Anexar arquivos: Imagens').click();
      await (await chooser).setFiles([
        { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nx\n') },
        { name: 'falso.pdf', mimeType: 'application/pdf', buffer: Buffer.from('nada') },
      ]);
      await page.getByText(/^falso\.pdf não foi anexado/).waitFor();
      await save(page);
      return page.getByRole('link', { name: 'Informe Campo 7.' });
    },
  },
  {
    what: 'reading a record that takes the page',
    path: '/processos?_record=view.1',
    open: async (page) => page.getByText('Sala 1'),
  },
];

const phone: readonly Stop[] = [
  { what: 'home', path: '/', open: async (page) => page.getByRole('heading', { name: 'Início' }) },
  {
    what: 'menu',
    path: '/',
    open: async (page) => {
      await button(page, 'Abrir o menu').click();
      return dialog(page, 'Menu').getByRole('link').first();
    },
  },
  {
    what: 'Ctrl+K',
    path: '/contas',
    open: async (page) => {
      await card(page).waitFor();
      await button(page, 'Buscar telas, registros e ações').click();
      return palette(page).getByRole('option').first();
    },
  },
  {
    what: 'cards, one opened, one selected',
    path: '/contas',
    open: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await card(page).click();
      await page.getByRole('menuitem', { name: 'Ver detalhes' }).click();
      return page.getByRole('region', { name: 'Detalhes de 001' }).getByText('Garagem');
    },
  },
  {
    what: 'menu of a card',
    path: '/contas',
    open: async (page) => {
      await card(page).click();
      return page.getByRole('menuitem', { name: 'Ver detalhes' });
    },
  },
  {
    what: 'search panel',
    path: '/feriados',
    open: async (page) => {
      await card(page).waitFor();
      await button(page, 'Painel de busca').click();
      return dialog(page, 'Busca').getByRole('button', { name: 'Buscar', exact: true });
    },
  },
  {
    what: 'column chooser',
    path: '/bancos',
    open: async (page) => {
      await card(page).waitFor();
      await button(page, 'Colunas').click();
      return dialog(page, 'Colunas');
    },
  },
  {
    what: 'batch update',
    path: '/feriados',
    open: async (page) => {
      await page.getByRole('checkbox').first().click();
      await button(page, 'Alterar 1').click();
      await dialog(page).getByRole('checkbox', { name: 'Ativo' }).click();
      return dialog(page).getByRole('table');
    },
  },
  { what: 'record', path: '/contas?_record=view.1', open: async (page) => dialog(page).getByText('Garagem') },
  {
    what: 'history',
    path: '/contas?_record=history.1',
    open: async (page) => dialog(page).getByText('alterou').first(),
  },
  {
    what: 'form with faults',
    path: '/contas?_record=new',
    open: async (page) => {
      await field(page, 'numero').waitFor();
      await button(page, 'Incluir item').click();
      await button(page, 'Salvar').click();
      return faults(page);
    },
  },
  {
    what: 'record that takes the page, with faults',
    path: '/processos?_record=new',
    open: async (page) => {
      await field(page, 'campo_1').waitFor();
      await button(page, 'Salvar').click();
      return faults(page);
    },
  },
];

const looks = [
  { name: 'light', dark: false, stops: wide, width: 1440, height: 900 },
  { name: 'dark', dark: true, stops: wide, width: 1440, height: 900 },
  { name: 'light, on a phone', dark: false, stops: phone, width: 390, height: 844 },
  { name: 'dark, on a phone', dark: true, stops: phone, width: 390, height: 844 },
];

/** What the browser itself says of a connection that the test took away. */
const ofTheNetwork = /^Failed to load resource: net::|ERR_INTERNET_DISCONNECTED/;

describe.each(looks)('$name', ({ stops, ...look }) => {
  const sessions = new Map<string, Session>();
  const sessionOf = async (login: string): Promise<Session> => {
    const known = sessions.get(login);
    if (known !== undefined) return known;
    const made = await openSession(browser, product.url, { ...look, login });
    sessions.set(login, made);
    return made;
  };
  afterAll(async () => {
    for (const { page } of sessions.values()) await page.context().close();
  });

  it.each(stops)('$what has no serious finding, and the console stays silent', async ({ what, path, login, open }) => {
    const { page, messages, go, audit } = await sessionOf(login ?? 'admin');
    // Nothing of the stop before: no question whether to leave, no draft.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('fichario.draft')) localStorage.removeItem(key);
    });
    page.once('dialog', (asked) => void asked.accept());
    await go(path);
    page.removeAllListeners('dialog');
    messages.splice(0);
    await (await open?.(page, audit))?.waitFor();
    await audit(what);
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    await page.unrouteAll();
    await page.context().setOffline(false);
    expect(messages.filter((message) => !ofTheNetwork.test(message))).toEqual([]);
  });

  it('the page of signing in has no serious finding, refused too', async () => {
    const { page, go, audit, close } = await openPage(browser, product.url, look);
    await go('/auth');
    await button(page, 'Entrar').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await audit('signing in, with faults');
    await page.getByLabel('Usuário').fill('ninguem');
    await page.locator('input[name="password"]').fill('senha-errada');
    await button(page, 'Entrar').click();
    await page.getByRole('alert').first().waitFor();
    await audit('signing in, refused');
    await close();
  });
});

it('both would tell of a breach: a button without a name; a script, a style and an address of somebody else', async () => {
  const { page, messages, audit } = await openSession(browser, product.url);
  await page.getByRole('heading', { name: 'Início' }).waitFor();
  await audit('as it is');
  expect(messages).toEqual([]);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  await expect(audit('with a button without a name')).rejects.toThrow('button-name');
  const breaches = [
    () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
    },
    () => {
      const style = document.createElement('style');
      style.textContent = 'body { opacity: 0.5 }';
      document.body.append(style);
    },
    () => document.querySelector('main')?.setAttribute('style', 'opacity: 0.5'),
    () => fetch('https://exemplo.com.br/').catch(() => undefined),
  ];
  for (const breach of breaches) {
    messages.splice(0);
    await page.evaluate(breach);
    await expect.poll(() => messages.join()).toMatch(/Content Security Policy/);
  }
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
  await page.context().close();
});
