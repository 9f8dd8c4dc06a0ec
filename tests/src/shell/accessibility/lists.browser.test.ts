/** Lists, held against axe: with all that can be declared, what opens over them, and batches. */
import { afterAll, beforeAll, describe } from 'vitest';
import { markedOption, rows } from '../open-session.ts';
import { checkStops, sizes } from './check-stops.ts';
import type { Furnished } from './furnished-product.ts';
import { openFurnished } from './furnished-product.ts';
import type { Stop } from './stop.ts';
import { button, card, choose, dialog, edit, first, openMore } from './stop.ts';

let furnished: Furnished;
beforeAll(async () => {
  furnished = await openFurnished();
});
afterAll(() => furnished?.close());

const stops: readonly Stop[] = [
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
    path: '/bancos?nome=has.bradesco',
    open: async (page) => {
      await first(page);
      await button(page, 'Colunas').click();
      return dialog(page, 'Colunas');
    },
  },
  {
    what: 'menu of views, and its dialog with a fault',
    path: '/bancos?nome=has.bradesco',
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
    path: '/bancos?nome=has.bradesco',
    open: async (page) => {
      await first(page);
      await button(page, 'Mais').click();
      return page.getByRole('menuitem', { name: 'Exportar…' });
    },
  },
  {
    what: 'export dialog',
    path: '/bancos?nome=has.bradesco',
    open: async (page) => {
      await openMore(page, 'Exportar…');
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
      await button(page, 'Mais ações de 003').click();
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
    path: '/fichas',
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
      await dialog(page).getByRole('combobox', { name: 'Campos a alterar' }).waitFor();
      await look('batch update without a field');
      await dialog(page).getByRole('combobox', { name: 'Campos a alterar' }).fill('Ativo');
      await markedOption(page, 'Ativo').waitFor();
      await page.keyboard.press('Enter');
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
    path: '/bancos?nome=has.bradesco',
    open: async (page) => {
      await choose(page, 2);
      await button(page, 'Duplicar 2').click();
      await dialog(page).getByRole('button', { name: 'Incluir', exact: true }).click();
      return dialog(page).getByRole('alert').getByRole('link').first();
    },
  },
];

describe('a list', () => checkStops(stops, sizes.wide, () => furnished));
