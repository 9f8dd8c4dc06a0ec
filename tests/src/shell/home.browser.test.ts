/** The home with its notices, the pages beside it, the terminal of the phone service, and a right that is taken away. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openPage, openSession } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const urgent = 'Sistema indisponível no domingo, das 6h às 8h';
const forStaff = 'Novos prazos de atendimento valem a partir deste mês';

describe('the notices', () => {
  it('stand on the home until they are read, which the server keeps', async () => {
    const { page, auditThemes, close } = await openSession(browser, product.url, { login: 'consulta' });
    const notices = page.getByRole('region', { name: 'Avisos' });
    await notices.getByRole('link', { name: urgent }).waitFor();
    expect(await notices.getByRole('listitem').count()).toBe(2);
    await auditThemes('home with notices');
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/settings/notices') && answer.ok());
    await notices.getByRole('button', { name: `Marcar como lido: ${urgent}` }).click();
    await expect.poll(() => notices.getByRole('listitem').count()).toBe(1);
    await kept;
    await page.reload();
    await notices.getByRole('link', { name: forStaff }).waitFor();
    expect(await notices.getByRole('listitem').count()).toBe(1);
    await notices.getByRole('link', { name: forStaff }).click();
    await page.getByRole('article', { name: forStaff }).getByText('Consultas básicas').waitFor();
    await auditThemes('a notice');
    await page.getByRole('link', { name: 'Copass Saúde' }).click();
    await page.getByRole('heading', { name: 'Início' }).waitFor();
    await expect.poll(() => notices.count()).toBe(0);
    await close();
  });

  it('are all on their page, the ones not read marked; on a phone the list comes first', async () => {
    const { page, audit, close } = await openSession(browser, product.url, {
      login: 'operador',
      path: '/notices',
      width: 390,
      height: 844,
    });
    const list = page.getByRole('navigation', { name: 'Avisos', exact: true });
    await list.getByRole('link').first().waitFor();
    expect(await list.getByRole('link').count()).toBe(3);
    expect(await list.getByRole('img', { name: 'Não lido:' }).count()).toBe(3);
    expect(await page.getByRole('article').count()).toBe(0);
    await audit('notices on a phone');
    await list.getByRole('link', { name: 'Atalhos de teclado das listas' }).click();
    await page.getByRole('article').getByText('Ctrl+K abre qualquer tela pelo nome.').waitFor();
    await page.getByRole('link', { name: 'Todos os avisos' }).click();
    await expect.poll(() => list.getByRole('img', { name: 'Não lido:' }).count()).toBe(2);
    await product.database.execute('delete from aviso');
    await page.reload();
    await page.getByRole('heading', { name: 'Nenhum aviso' }).waitFor();
    await close();
  });
});

describe('pages that need no session', () => {
  it('say what was done, in words of their own whatever the address brings', async () => {
    const { page, go, auditThemes, close } = await openPage(browser, product.url);
    await go('/senha-atualizada');
    await page.getByRole('heading', { name: 'Senha atualizada' }).waitFor();
    await auditThemes('password updated');
    for (const search of ['', '?tipo=<b>Ligue 0800</b>', '?tipo=constructor', '?title=Pague&text=agora']) {
      await go(`/mensagem-sucesso${search}`);
      await page.getByRole('heading', { name: 'Envio concluído' }).waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/0800|Pague|agora/);
    }
    await go('/mensagem-sucesso?tipo=manifestacao');
    await page.getByRole('heading', { name: 'Manifestação registrada' }).waitFor();
    await page.getByRole('link', { name: 'Entrar' }).click();
    await page.waitForURL('**/auth');
    await close();
  });
});

describe('the phone service', () => {
  it('asks for the terminal, and leads on once it is in use', async () => {
    const { page, auditThemes, close } = await openSession(browser, product.url, {
      login: 'atendente',
      path: '/feriados',
    });
    await page.waitForURL('**/ura?redirect=%2Fferiados');
    await page.getByText('Informe o terminal em que você atende.').waitFor();
    await auditThemes('the terminal');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Informe o número do terminal.').waitFor();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Cidade', exact: true }).click();
    await page.waitForURL('**/ura?redirect=%2Fcidades');
    await page.getByLabel('Número do terminal').fill('ramal 4321');
    expect(await page.getByLabel('Número do terminal').inputValue()).toBe('4321');
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/settings/phone-service') && answer.ok());
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Você atende pelo terminal 4321.').waitFor();
    await page.waitForURL((address) => address.pathname === '/cidades');
    await kept;
    await page.reload();
    await page.getByRole('heading', { name: 'Cidade' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/cidades');
    await close();
  });
});

describe('a right that is taken away while somebody works', () => {
  it('is felt by the server at once and by the screens at the next navigation', async () => {
    const { page, messages, close } = await openSession(browser, product.url, { login: 'consulta', path: '/feriados' });
    await page.getByRole('heading', { name: 'Feriado e ponto facultativo' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Cidade', exact: true }).click();
    await page.waitForURL('**/cidades');
    await product.database.execute(`delete from regra where assunto = 'feriado'`);
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('fichario.session') ?? '{}') as { token: string }).token,
    );
    const refused = await product.app.inject({ url: '/api/feriados', headers: { authorization: `Bearer ${token}` } });
    expect(refused.statusCode).toBe(403);
    await menu.getByRole('link', { name: 'Feriado e ponto facultativo' }).click();
    await page.waitForURL('**/acesso-negado?tela=%2Fferiados');
    await page.getByRole('heading', { name: 'Acesso negado' }).waitFor();
    await expect.poll(() => menu.getByRole('link', { name: 'Feriado e ponto facultativo' }).count()).toBe(0);
    expect(messages.splice(0)).toEqual([]);
    await close();
  });
});

describe('what is only for development', () => {
  it('is not in what is built to be served', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/galeria' });
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
    expect(await page.getByText('Galeria de campos').count()).toBe(0);
    expect((await product.app.inject({ method: 'GET', url: '/galeria/modelo.json' })).body).not.toContain(
      'galeria_campo',
    );
    await close();
  });
});
