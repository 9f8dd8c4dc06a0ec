import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import type { Session } from './open-session.ts';
import { markedOption, openSession, rows } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const start = (path: string): Promise<Session> => openSession(browser, product.url, { path });
const address = (page: Page): string => decodeURIComponent(page.url().replace(product.url, '')).replaceAll('+', ' ');
const field = (page: Page, column: string) => page.locator(`#fi-form_${column}`);
const drawer = (page: Page) => page.getByRole('dialog');
const closed = (page: Page) => drawer(page).waitFor({ state: 'detached' });

describe('the list', () => {
  it('shows at least 22 rows at 1440x900, and how many there are in all', async () => {
    const { page, audit, close } = await start('/cidades');
    await rows(page).first().waitFor();
    await expect.poll(() => page.getByRole('toolbar').textContent()).toContain('5.571');
    const shown = await page.evaluate(() => {
      const foot = document.querySelector('footer')?.getBoundingClientRect().top ?? 0;
      return [...document.querySelectorAll('.ag-row')].filter((row) => row.getBoundingClientRect().bottom <= foot)
        .length;
    });
    expect(shown).toBeGreaterThanOrEqual(22);
    await audit('list');
    await close();
  });

  it('sorts by its headers, up and then down, by several with Shift', async () => {
    const { page, close } = await start('/cidades');
    const header = (title: string) => page.getByRole('columnheader', { name: title }).locator('.fi-header-title');
    await rows(page).first().waitFor();
    await header('Estado').click();
    await expect.poll(() => address(page)).toBe('/cidades?order=uf.asc');
    await header('Estado').click();
    await expect.poll(() => address(page)).toBe('/cidades?order=uf.desc');
    await header('Nome').click({ modifiers: ['Shift'] });
    await expect.poll(() => address(page)).toBe('/cidades?order=uf.desc,nome.asc');
    await expect.poll(() => rows(page).first().textContent()).toContain('Abreulândia');
    expect(await page.getByRole('columnheader', { name: 'Estado' }).getAttribute('aria-sort')).toBe('descending');
    await close();
  });

  it('goes through pages by cursor and back, and keeps its page size in the address', async () => {
    const { page, close } = await start('/cidades');
    const foot = () => page.locator('footer').textContent();
    await rows(page).first().waitFor();
    await page.getByLabel('Linhas por página').selectOption('25');
    await expect.poll(foot).toContain('1–25 de 5.571');
    expect(address(page)).toBe('/cidades?limit=25');
    const first = await rows(page).first().textContent();
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect.poll(foot).toContain('26–50 de 5.571');
    await page.getByRole('button', { name: 'Página anterior' }).click();
    await expect.poll(foot).toContain('1–25 de 5.571');
    await expect.poll(() => rows(page).first().textContent()).toBe(first);
    await close();
  });

  it('narrows by panel, header and quick search alike, each filter a chip that takes it away', async () => {
    const { page, audit, close } = await start('/feriados');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Painel de busca' }).click();
    const panel = page.getByRole('form', { name: 'Busca' });
    await panel.getByLabel('Período, de').fill('01/01/2026');
    await panel.getByLabel('Período, até').fill('31/12/2026');
    await panel.getByRole('button', { name: 'Buscar', exact: true }).click();
    await expect.poll(() => address(page)).toBe('/feriados?data=gte.2026-01-01&data=lte.2026-12-31');
    await audit('list with panel');

    await page.getByRole('button', { name: 'Filtrar Abrangência' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Bancário' }).click();
    await audit('column filter');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect.poll(() => address(page)).toContain('abrangencia=in.(BANCARIO)');
    await page.getByLabel('Busca rápida').fill('carnaval');
    await expect.poll(() => address(page)).toContain('q=carnaval');
    await expect.poll(() => page.getByRole('toolbar').textContent()).toMatch(/facultativo\s*\d+/);

    await page.getByRole('button', { name: 'Remover o filtro Período' }).click();
    await expect.poll(() => address(page)).toBe('/feriados?q=carnaval&abrangencia=in.(BANCARIO)');
    await page.goto(page.url());
    await rows(page).first().waitFor();
    expect(await page.getByRole('list', { name: 'Filtros aplicados' }).textContent()).toContain('Bancário');
    await panel.getByRole('button', { name: 'Limpar', exact: true }).click();
    await expect.poll(() => address(page)).toBe('/feriados');
    await close();
  });

  it('works by keyboard alone', async () => {
    const { page, audit, close } = await start('/bancos');
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await page.getByText('1 selecionado').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toContain('_record=view.');
    await drawer(page).getByText('Nome reduzido').waitFor();
    await drawer(page)
      .getByText(/^Criado em /)
      .waitFor();
    await audit('view');
    await page.keyboard.press('Escape');
    await closed(page);
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Busca rápida');
    await page.keyboard.press('Tab');
    await page.locator('body').press('?');
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
    await audit('keys');
    await page.keyboard.press('Escape');
    await closed(page);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Buscar telas').fill('feri');
    await audit('search of screens');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/feriados');
    await close();
  });

  it('keeps the last button of a row clear of the scroll bar', async () => {
    const { page, close } = await start('/cidades');
    await rows(page).first().hover();
    const button = rows(page).first().getByRole('button', { name: 'Histórico' });
    const uncovered = await button.evaluate((element) => {
      const { right, top, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(right - 1, top + height / 2));
    });
    expect(uncovered).toBe(true);
    await button.click();
    await expect.poll(() => address(page)).toContain('_record=history.');
    await close();
  });

  it('shows its screen in the tree, however far down', async () => {
    const { page, close } = await start('/paises');
    await rows(page).first().waitFor();
    const whole = () =>
      page
        .getByRole('navigation', { name: 'Menu' })
        .getByRole('link', { name: 'País' })
        .evaluate((link) => {
          const { left, top, bottom } = link.getBoundingClientRect();
          return [top + 1, bottom - 1].every((y) => link.contains(document.elementFromPoint(left + 10, y)));
        });
    await expect.poll(whole).toBe(true);
    await close();
  });

  it('says why it is empty, and the one next step', async () => {
    const { page, audit, close } = await start('/bancos?nome=has.xyzxyz');
    await page.getByRole('heading', { name: 'Nenhum registro encontrado' }).waitFor();
    await audit('no match');
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await rows(page).first().waitFor();
    await close();
  });
});

describe('a record', () => {
  it('is not left by Escape while its last keystrokes are on their way to the form', async () => {
    const { page, close } = await start('/cids?_record=new');
    await field(page, 'descricao').waitFor();
    expect(await drawer(page).getByRole('heading', { level: 2 }).textContent()).toBe('Incluir CID');
    await field(page, 'descricao').focus();
    // Both in one turn of the browser: no clock can pass between them.
    await page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Febre');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor({ state: 'detached' });
    expect(await field(page, 'descricao').inputValue()).toBe('Febre');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await closed(page);
    await close();
  });

  it('begins at its first control, a select too', async () => {
    const { page, close } = await start('/campos-criticados?_record=new');
    await field(page, 'processo').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fi-form_processo');
    await close();
  });

  it('of a long name leaves its buttons on a phone', async () => {
    const { page, close } = await openSession(browser, product.url, {
      path: '/cids?codigo=eq.G05',
      width: 390,
      height: 844,
    });
    await page.getByRole('button', { name: /^Ações de / }).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    await field(page, 'codigo').waitFor();
    const right = async (name: string) => {
      const box = await drawer(page).getByRole('button', { name, exact: true }).boundingBox();
      return box === null ? Number.POSITIVE_INFINITY : box.x + box.width;
    };
    expect(await right('Salvar')).toBeLessThanOrEqual(390);
    expect(await right('Fechar')).toBeLessThanOrEqual(390);
    await close();
  });

  it('is refused with every fault named, then created, changed, followed and deleted', async () => {
    const { page, audit, close } = await start('/bancos');
    await rows(page).first().waitFor();
    await page.keyboard.press('n');
    await field(page, 'codigo').waitFor();
    await page.keyboard.press('Control+s');
    await drawer(page).getByRole('alert').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fi-form_codigo');
    await audit('form with errors');
    await drawer(page).getByRole('link', { name: 'Informe Nome.' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fi-form_nome');

    await field(page, 'codigo').fill('001');
    await field(page, 'nome').fill('Banco de teste');
    await page.keyboard.press('Control+s');
    await expect.poll(() => drawer(page).getByRole('alert').textContent()).toMatch(/código|Código/);
    // Said once, in its place.
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor();
    await audit('unsaved changes');
    await page.getByRole('button', { name: 'Continuar editando' }).click();

    await field(page, 'codigo').fill('990');
    await field(page, 'nome').press('Enter');
    await closed(page);
    await page.goto(`${product.url}/bancos?codigo=eq.990`);
    await rows(page).first().waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await field(page, 'nome').fill('Banco de teste alterado');
    await drawer(page).getByText('1 campo alterado e não salvo').waitFor();
    await page.keyboard.press('Control+s');
    await closed(page);
    await expect.poll(() => rows(page).first().textContent()).toContain('Banco de teste alterado');

    await page.keyboard.press('j');
    await page.keyboard.press('h');
    await drawer(page).getByText('alterou').waitFor();
    expect(await drawer(page).textContent()).toMatch(/Banco de teste\s*\n?.*Banco de teste alterado/s);
    await audit('history');
    await page.keyboard.press('Escape');
    await closed(page);

    await rows(page).first().getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Apagar 1', exact: true }).click();
    const confirm = page.getByRole('dialog', { name: 'Apagar banco?' });
    await confirm.waitFor();
    await audit('delete dialog');
    await confirm.getByRole('button', { name: 'Apagar' }).click();
    await page.getByRole('heading', { name: 'Nenhum registro encontrado' }).waitFor();
    await close();
  });

  it('changed by somebody else is merged field by field', async () => {
    const { page, audit, close } = await start('/bancos?codigo=eq.003');
    await rows(page).first().waitFor();
    const change = (body: object) =>
      page.evaluate(async (values) => {
        const { token } = JSON.parse(localStorage.getItem('fichario.session') ?? '{}') as { token: string };
        const { status } = await fetch('/api/bancos?codigo=eq.003', {
          method: 'PATCH',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(values),
        });
        return status;
      }, body);
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await field(page, 'nome').fill('Meu nome');
    expect(await change({ nome: 'Outro nome', nome_reduzido: 'OUTRO' })).toBe(204);
    await page.keyboard.press('Control+s');
    const merge = page.getByRole('dialog', { name: 'O registro foi alterado por outra pessoa' });
    await merge.getByText(/^A versão salva é de admin, de \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/).waitFor();
    await merge.getByRole('radio', { name: /Meu nome/ }).click();
    await audit('merge');
    await merge.getByRole('button', { name: 'Salvar com as escolhas' }).click();
    await closed(page);
    await expect.poll(() => rows(page).first().textContent()).toMatch(/Meu nome[\s\S]*OUTRO/);

    // Different fields: nothing to ask.
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await field(page, 'nome').fill('Meu nome outra vez');
    await change({ nome_reduzido: 'DE NOVO' });
    await page.keyboard.press('Control+s');
    await closed(page);
    await expect.poll(() => rows(page).first().textContent()).toMatch(/Meu nome outra vez[\s\S]*DE NOVO/);
    await close();
  });

  it('finds its relation by typing, and shows the related record beside it', async () => {
    const { page, audit, close } = await start('/distritos');
    await page.getByRole('button', { name: 'Novo' }).first().click();
    await field(page, 'nome').fill('Distrito de teste');
    await field(page, 'cidade_id').fill('belo hor');
    await page.getByRole('option', { name: 'Belo Horizonte - MG' }).waitFor();
    await audit('relation');
    await page.getByRole('option', { name: 'Belo Horizonte - MG' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await closed(page);
    await page.locator('.ag-row button', { hasText: 'Belo Horizonte' }).click();
    await drawer(page).getByText('3106200').waitFor();
    await audit('peek');
    await page.goBack();
    await closed(page);
    await close();
  });

  it('changes with others in one go, and says how many', async () => {
    const { page, audit, close } = await start('/feriados?data=gte.2039-01-01');
    await rows(page).first().waitFor();
    await rows(page).nth(0).getByRole('checkbox').click();
    await rows(page)
      .nth(2)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Alterar 3', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar 3 feriados' });
    await dialog.getByRole('combobox', { name: 'Campos a alterar' }).fill('Ativo');
    await markedOption(page, 'Ativo').waitFor();
    await page.keyboard.press('Enter');
    await audit('batch update');
    await dialog.getByRole('button', { name: 'Alterar 3 feriados' }).click();
    await page.getByText('3 registros alterados.').waitFor();
    // And leads to them, from wherever one has gone meanwhile.
    await page.getByRole('button', { name: 'Ver os registros' }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toMatch(/\/feriados\?id=in\.\(\d+,\d+,\d+\)$/);
    await expect.poll(() => rows(page).count()).toBe(3);
    await close();
  });
});

describe('in both themes and on a phone', () => {
  const looks = [
    { dark: true, width: 1440, height: 900 },
    { dark: true, width: 390, height: 844 },
  ];
  it.each(looks)('%j everything can be read and reached', { timeout: 120_000 }, async (look) => {
    const {
      page,
      go,
      auditThemes: audit,
      close,
    } = await openSession(browser, product.url, { ...look, path: '/bancos' });
    const phone = look.width < 768;
    const first = phone ? page.getByRole('button', { name: /^Ações de/ }).first() : rows(page).first();
    await first.waitFor();
    await audit('list');
    if (phone) {
      await first.click();
      await page.getByRole('menuitem', { name: 'Editar' }).click();
      await field(page, 'codigo').waitFor();
      await audit('form');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBe(0);
      await page.getByRole('button', { name: 'Cancelar' }).click();
      await closed(page);
      await page.getByRole('button', { name: 'Abrir o menu' }).click();
      await audit('sheet');
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu.getByRole('link', { name: 'Cidade', exact: true }).click();
      await page.waitForURL('**/cidades');
    }
    if (!phone) {
      await rows(page).first().getByRole('checkbox').click();
      await page
        .getByRole('button', { name: /^Apagar/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).waitFor();
      await audit('delete dialog');
      await page.getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Menu do usuário admin' }).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
      const leaving = page.getByRole('dialog', { name: 'Confirmação' });
      await leaving.getByText('Deseja sair?').waitFor();
      await audit('sign-out dialog');
      await leaving.getByRole('button', { name: 'Não' }).click();
      await go('/bancos?_record=history.1');
      await drawer(page).getByRole('listitem').first().waitFor();
      await audit('history');
    }
    await go('/feriados?_record=new');
    await field(page, 'data').waitFor();
    await field(page, 'data').fill('31/02/2026');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await drawer(page).getByRole('alert').waitFor();
    await audit('form with errors');
    await go('/');
    await page.getByRole('heading', { name: 'Início' }).waitFor();
    await audit('home');
    await close();
  });
});
