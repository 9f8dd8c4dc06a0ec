/** The frame, the pages beside the registries, and everything on a phone, held against axe. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markedOption, openPage, openSession } from '../open-session.ts';
import { checkStops, sizes } from './check-stops.ts';
import type { Furnished } from './furnished-product.ts';
import { openFurnished } from './furnished-product.ts';
import type { Stop } from './stop.ts';
import { button, card, dialog, faults, field, first, palette } from './stop.ts';

let furnished: Furnished;
beforeAll(async () => {
  furnished = await openFurnished();
});
afterAll(() => furnished?.close());

const stops: readonly Stop[] = [
  { what: 'home', path: '/', open: async (page) => page.getByRole('heading', { name: 'Início' }) },
  { what: 'account', path: '/minha-conta', open: async (page) => page.getByRole('heading', { level: 1 }) },
  { what: 'notices', path: '/notices', open: async (page) => page.getByRole('heading', { level: 1 }) },
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
      await page.route('**/api/cbos?*', (route) =>
        route.fulfill({
          status: 422,
          json: { code: 'X', message: 'Não deu.', details: null, hint: null, messages: { alerts } },
        }),
      );
      await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/cbos"]')?.click());
      return page.locator('.fi-alert').nth(3);
    },
  },
  {
    what: 'no connection',
    path: '/bancos?nome=has.bradesco',
    open: async (page) => {
      await first(page);
      await page.context().setOffline(true);
      return page.getByText('Sem conexão com o servidor.');
    },
  },
];

const phoneStops: readonly Stop[] = [
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
    path: '/bancos?nome=has.bradesco',
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
      await dialog(page).getByRole('combobox', { name: 'Campos a alterar' }).fill('Ativo');
      await markedOption(page, 'Ativo').waitFor();
      await page.keyboard.press('Enter');
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

describe('the frame', () => checkStops(stops, sizes.wide, () => furnished));
describe('on a phone', () => checkStops(phoneStops, sizes.phone, () => furnished));

it.each(Object.entries(sizes))(
  'the page of signing in has no serious finding, refused too: %s',
  async (_name, size) => {
    const { page, go, auditThemes, close } = await openPage(furnished.browser, furnished.product.url, size);
    await go('/auth');
    await button(page, 'Entrar').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await auditThemes('signing in, with faults');
    await page.getByLabel('Usuário').fill('ninguem');
    await page.locator('input[name="password"]').fill('senha-errada');
    await button(page, 'Entrar').click();
    await page.getByRole('alert').first().waitFor();
    await auditThemes('signing in, refused');
    await go('/senha-atualizada');
    await page.getByRole('heading', { name: 'Senha atualizada' }).waitFor();
    await auditThemes('a password set anew');
    await close();
  },
);

it('all would tell of a breach: a button without a name; a text too dark for the dark; a script, a style and an address of somebody else', async () => {
  const { page, messages, audit, auditThemes, close } = await openSession(furnished.browser, furnished.product.url);
  await page.getByRole('heading', { name: 'Início' }).waitFor();
  await audit('as it is');
  expect(messages).toEqual([]);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  await expect(audit('with a button without a name')).rejects.toThrow('button-name');
  await page.evaluate(() => document.querySelector('main > button:empty')?.remove());
  await page.evaluate(() => {
    const text = document.createElement('p');
    text.textContent = 'Texto escuro';
    text.style.color = '#222';
    document.querySelector('main')?.append(text);
  });
  await audit('with a text that only the light theme shows');
  await expect(auditThemes('with a text that only the light theme shows')).rejects.toThrow('dark: expected');
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
  messages.splice(0);
  await close();
});
