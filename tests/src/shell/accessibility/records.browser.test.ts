/** Records read and written, held against axe: every control, faults, conflicts, drafts, rows, files. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { rows } from '../open-session.ts';
import { checkStops, sizes } from './check-stops.ts';
import type { Furnished } from './furnished-product.ts';
import { openFurnished } from './furnished-product.ts';
import type { Stop } from './stop.ts';
import { button, dialog, faults, field, first, gridCell, save } from './stop.ts';

let furnished: Furnished;
beforeAll(async () => {
  furnished = await openFurnished();
});
afterAll(() => furnished?.close());

const stops: readonly Stop[] = [
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
    path: '/bancos?nome=has.bradesco&_record=new',
    open: async (page) => {
      await field(page, 'codigo').fill('123');
      await page.keyboard.press('Escape');
      return dialog(page, 'Descartar alterações?');
    },
  },
  {
    what: 'conflict with another person',
    path: '/contas?_record=edit.3',
    open: async (page, _look, call) => {
      await field(page, 'descricao').waitFor();
      await field(page, 'descricao').fill(`Minha ${Date.now()}`);
      await call('PATCH', '/contas?numero=eq.003', { descricao: `Deles ${Date.now()}` });
      await save(page);
      return dialog(page, 'O registro foi alterado por outra pessoa').getByRole('radio').first();
    },
  },
  {
    what: 'form over a form',
    path: '/exames?_record=new',
    open: async (page) => {
      await field(page, 'banco_id').fill('banco inexistente');
      await page.getByRole('option', { name: 'Incluir banco…' }).click();
      return field(page, 'codigo');
    },
  },
  {
    what: 'offer of a draft',
    path: '/bancos?nome=has.bradesco&_record=new',
    open: async (page) => {
      page.on('dialog', (asked) => void asked.accept());
      await field(page, 'nome').fill('Rascunho');
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('fichario.draft'))), {
          timeout: 45_000,
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

describe('a record', () => checkStops(stops, sizes.wide, () => furnished));
