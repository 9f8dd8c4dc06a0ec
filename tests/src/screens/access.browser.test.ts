import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openSession } from '../shell/open-session.ts';

describe('the screens of users and rights', () => {
  let product: BrowserProduct;
  let browser: Browser;
  beforeAll(async () => {
    [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: [] }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await product.close();
  });

  it('give rights in the matrix by keyboard alone, after showing what changes', async () => {
    const [group] = (await product.call('POST', '/grupos', { nome: 'Novatos' })) as { readonly id: number }[];
    const path = `/config-permissoes?grupo=${group?.id}`;
    const { page, auditThemes, close } = await openSession(browser, product.url, { path });
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await page.getByRole('searchbox', { name: 'Assunto, tela ou rota' }).fill('/bancos');
    await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual(['Bancobanco']);
    const grid = page.getByRole('grid', { name: 'Ações' });
    await grid.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect.poll(() => box('Listar: Banco').getAttribute('aria-checked')).toBe('true');
    await expect.poll(() => box('Ver: Banco').getAttribute('aria-checked')).toBe('true');
    expect(await grid.getAttribute('aria-activedescendant')).toBe(await box('Ver: Banco').getAttribute('id'));
    // What has been changed is of this group, and keeps from another.
    expect(await page.getByRole('combobox', { name: 'Grupo' }).getAttribute('title')).toBe(
      'Salve ou descarte as alterações para trocar de grupo.',
    );
    await auditThemes('the matrix');
    await page.getByRole('button', { name: 'Revisar e salvar (2)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Salvar as permissões de Novatos?' });
    await dialog.getByRole('heading', { name: '2 concedidas' }).waitFor();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      '+ Banco: Listar banco:list',
      '+ Banco: Ver banco:view',
    ]);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('button', { name: 'Revisar e salvar', exact: true }).waitFor();
    expect(await product.call('GET', `/acesso/permissoes/${group?.id}`)).toMatchObject({
      pairs: ['banco:list', 'banco:view'],
    });
    await page.getByRole('tab', { name: 'Campos' }).click();
    await page.getByRole('searchbox', { name: 'Cadastro ou campo' }).fill('banco codigo');
    await page.getByRole('radio', { name: 'Oculto: Código', exact: true }).click();
    await page.getByRole('button', { name: 'Revisar e salvar (1)' }).waitFor();
    await auditThemes('the levels of fields');
    await close();
  });

  it('copy the rights of another group, seen before they are saved, and thrown away unsaved', async () => {
    const [from] = (await product.call('POST', '/grupos', { nome: 'Modelo' })) as { readonly id: number }[];
    await product.call(
      'POST',
      '/regras',
      ['list', 'view'].map((acao) => ({ grupo_id: from?.id, assunto: 'feriado', acao })),
    );
    const [to] = (await product.call('POST', '/grupos', { nome: 'Cópia' })) as { readonly id: number }[];
    await product.call('POST', '/regras', { grupo_id: to?.id, assunto: 'banco', acao: 'list' });
    const path = `/config-permissoes?grupo=${to?.id}`;
    const { page, close } = await openSession(browser, product.url, { path });
    const copy = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Copiar de outro grupo' }).click();
      await page.getByRole('menuitem', { name: 'Modelo', exact: true }).click();
      await page.getByRole('button', { name: 'Revisar e salvar (3)' }).waitFor();
    };
    await copy();
    await page.getByRole('button', { name: 'Descartar alterações' }).click();
    await page.getByRole('button', { name: 'Revisar e salvar', exact: true }).waitFor();
    await copy();
    await page.getByRole('button', { name: 'Revisar e salvar (3)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Salvar as permissões de Cópia?' });
    expect((await dialog.getByRole('listitem').allTextContents()).toSorted()).toEqual([
      '+ Feriado e ponto facultativo: Listar feriado:list',
      '+ Feriado e ponto facultativo: Ver feriado:view',
      '− Banco: Listar banco:list',
    ]);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('button', { name: 'Revisar e salvar', exact: true }).waitFor();
    expect(await product.call('GET', `/acesso/permissoes/${to?.id}`)).toMatchObject({
      pairs: ['feriado:list', 'feriado:view'],
    });
    await close();
  });

  it('mark each rule on what no longer exists, in the list and in its record', async () => {
    const [group] = (await product.call('POST', '/grupos', { nome: 'Antigos' })) as { readonly id: number }[];
    const rule = { grupo_id: group?.id, assunto: 'bancos', acao: 'list', ativo: false };
    await product.call('POST', '/regras', [rule, { ...rule, assunto: 'banco' }]);
    // Of today's rules the guard refuses it; this one is from when there was such a thing.
    await product.database.execute(`update regra set ativo = true, versao = versao + 1 where assunto = 'bancos'`);
    const path = `/regras?grupo_id=eq.${group?.id}`;
    const { page, auditThemes, close } = await openSession(browser, product.url, { path });
    const mark = page.getByRole('img', { name: 'Não existe mais. Seria banco:list?' });
    await mark.waitFor();
    expect(await page.getByRole('gridcell').filter({ has: mark }).textContent()).toBe('bancos');
    expect(await page.getByRole('img', { name: /^Não existe mais/ }).count()).toBe(1);
    await page.getByRole('gridcell', { name: 'Banco banco', exact: true }).waitFor();
    expect(await page.getByRole('gridcell', { name: 'Listar list', exact: true }).count()).toBe(2);
    await auditThemes('a rule on nothing');
    await mark.dblclick();
    await page
      .getByRole('dialog')
      .getByText('Este assunto não existe mais, e a regra não dá acesso a nada. Seria banco:list?')
      .waitFor();
    await close();
  });

  it('clone a user, who then gets a password that is shown once', async () => {
    const { page, auditThemes, close } = await openSession(browser, product.url, { path: '/clonar-usuario' });
    await page.getByLabel('Usuário a clonar').first().fill('consulta');
    await page.getByRole('option', { name: /^consulta/ }).click();
    await page
      .getByRole('region', { name: 'O que o novo usuário terá' })
      .getByText('Consulta (demonstração)')
      .waitFor();
    await page.getByLabel('Novo login').fill('maria');
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Maria da Silva');
    await auditThemes('the form of a copy');
    await page.getByRole('button', { name: 'Criar usuário' }).click();
    await page.getByRole('button', { name: 'Gerar senha temporária' }).click();
    const password = await page.locator('code').textContent();
    expect(password).toMatch(/^\S{10,25}$/);
    await page.getByRole('link', { name: 'Abrir usuário' }).click();
    await page.getByRole('button', { name: 'Enviar convite' }).waitFor();
    await close();
  });

  it('include a user, and are shown at once where the first password comes from', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/usuarios?_record=new' });
    await page.locator('#fi-form_login').fill('joana');
    await page.locator('#fi-form_nome').fill('Joana Lima');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/usuarios\?_record=view\.\d+$/);
    const way = page.getByRole('button', { name: 'Gerar senha temporária' });
    await expect.poll(() => way.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(450);
    await way.click();
    await page.locator('code').waitFor();
    expect(
      await page.locator('code').evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return document.elementFromPoint(one.getBoundingClientRect().left + 4, (top + bottom) / 2) === one;
      }),
    ).toBe(true);
    await audit('a new user with the first password');
    await close();
  });

  it('give a user another login and tell of it', async () => {
    const { page, auditThemes, close } = await openSession(browser, product.url, { path: '/migracao-usuario' });
    await page.locator('form').getByLabel('Usuário').first().fill('operador');
    await page.getByRole('option', { name: /^operador/ }).click();
    await page.getByLabel('Novo login').fill('operadora');
    await page
      .getByRole('combobox', { name: 'Tipo' })
      .or(page.getByRole('textbox', { name: 'Tipo' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Login da operadora' }).click();
    await page.getByRole('button', { name: 'Migrar login' }).click();
    await page.getByRole('dialog', { name: 'Migrar o login?' }).getByRole('button', { name: 'Migrar login' }).click();
    await page.getByRole('cell', { name: 'Migrado' }).waitFor();
    await auditThemes('the migrations');
    await close();
  });

  it('ask before a password that somebody uses is taken away', async () => {
    const [user] = (await product.call('POST', '/usuarios', { login: 'rita', nome: 'Rita' })) as {
      readonly id: number;
    }[];
    await product.call('POST', `/usuarios/${user?.id}/senha-temporaria`);
    const path = `/usuarios?_record=view.${user?.id}`;
    const { page, audit, close } = await openSession(browser, product.url, { path });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/senha-temporaria')) sent.push(request.url());
    });
    const give = page.getByRole('button', { name: 'Gerar senha temporária' });
    const dialog = page.getByRole('dialog', { name: 'Trocar a senha de rita?' });
    await give.click();
    await audit('the question before a password is taken away');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    await give.click();
    await dialog.getByRole('button', { name: 'Gerar senha temporária' }).click();
    await page.locator('code').waitFor();
    expect(sent).toHaveLength(1);
    await close();
  });

  it('lead to the first field that a copy or a new login lacks', async () => {
    const { page, go, close } = await openSession(browser, product.url, { path: '/clonar-usuario' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'));
    await page.getByRole('button', { name: 'Criar usuário' }).click();
    expect(await focused()).toBe('true');
    await page.keyboard.type('consulta');
    await page.getByRole('option', { name: /^consulta/ }).click();
    await page.getByRole('button', { name: 'Criar usuário' }).click();
    await page.keyboard.type('nova');
    expect(await page.getByLabel('Novo login').inputValue()).toBe('nova');
    await go('/migracao-usuario');
    await page.getByRole('button', { name: 'Migrar login' }).click();
    expect(await focused()).toBe('true');
    await close();
  });

  it('take down what was refused once the record is saved after all', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/usuarios?_record=new' });
    // Of no field: what is of one the form tells itself.
    const message = 'O cadastro de usuários está fechado.';
    const json = { code: 'X', message, details: null, hint: null, messages: { alerts: [{ value: message }] } };
    await page.route('**/api/usuarios?*', (route) => route.fulfill({ status: 422, json }), { times: 1 });
    await page.locator('#fi-form_login').fill('admin');
    await page.locator('#fi-form_nome').fill('Outra Pessoa');
    await page.keyboard.press('Control+s');
    const refusal = page.locator('.fi-alert').filter({ hasText: message });
    // Under the pointer no alert closes by itself.
    await refusal.hover();
    await page.locator('#fi-form_login').fill('outra');
    await page.keyboard.press('Control+s');
    await page.locator('.fi-alert').filter({ hasText: 'Registro incluído' }).waitFor();
    await expect.poll(() => refusal.count()).toBe(0);
    await close();
  });

  it('say in words which right a history asks for, and offer no other try', async () => {
    const path = '/especialidades?_record=history.1';
    const { page, audit, close } = await openSession(browser, product.url, { login: 'consulta', path });
    const dialog = page.getByRole('dialog', { name: 'Histórico' });
    await dialog.getByRole('heading', { name: 'Acesso negado' }).waitFor();
    await dialog.getByText("Você não tem acesso a Especialidade: falta a permissão 'Ver histórico'.").waitFor();
    expect(await dialog.getByRole('button', { name: 'Tentar novamente' }).count()).toBe(0);
    await audit('a history that is withheld');
    await close();
  });

  it('tell by its title which registry was changed, and which screen gave sensitive values', async () => {
    const [group] = (await product.call('POST', '/grupos', { nome: 'Lidos' })) as { readonly id: number }[];
    await product.call('POST', '/regras', { grupo_id: group?.id, assunto: 'banco', acao: 'list' });
    const { page, go, close } = await openSession(browser, product.url, { path: '/eventos-acesso' });
    await page.getByRole('gridcell', { name: 'Regra de grupo regra', exact: true }).first().waitFor();
    const read = { id: 1, versao: 1, momento: '2026-01-05T12:00:00Z', login: 'admin', rota: '/beneficiarios' };
    await page.route('**/api/leituras-sensiveis?*', (route) => route.fulfill({ json: [read] }));
    await go('/leituras-sensiveis');
    await page.getByRole('gridcell', { name: 'Beneficiário /beneficiarios', exact: true }).first().waitFor();
    await close();
  });
});
