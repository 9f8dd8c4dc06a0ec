import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openPage, openSession, rows, signIn } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const networkFailure = 'Falha na conexão com o servidor. Aguarde um instante e tente novamente.';
/** Whether a call of this page has been answered. */
const answered = (page: Page, path: string): Promise<boolean> =>
  page.evaluate((end) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(end)), path);
const storedSession = () => localStorage.getItem('fichario.session');

describe('the session', () => {
  it('begins at the sign-in page and leads to where one was going, filters included [guard-no-login-to-auth]', async () => {
    const { page, go, audit, close } = await openPage(browser, product.url);
    await go('/bancos?nome=has.brasil&limit=25');
    await page.waitForURL('**/auth?redirect=*');
    await audit('sign in');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect.poll(() => page.getByText('Informe o usuário.').isVisible()).toBe(true);
    await audit('sign in, with errors');
    await signIn(page);
    await rows(page).first().waitFor();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe('/bancos?nome=has.brasil&limit=25');
    await page.goto(`${product.url}/auth?redirect=/feriados`);
    await page.waitForURL('**/feriados');
    await close();
  });

  it('bears the name, the mark and the accent of the client before anybody has signed in', async () => {
    const { page, go, close } = await openPage(browser, product.url);
    for (const path of ['/auth', '/esqueci-a-senha']) {
      await go(path);
      await page.getByRole('main').getByText('Copass Saúde', { exact: true }).waitFor();
      expect(await page.getByRole('main').getByText('Fichário').count()).toBe(0);
      expect(await page.title()).toBe('Copass Saúde');
      const icon = decodeURIComponent((await page.locator('link[rel="icon"]').getAttribute('href')) ?? '');
      expect([icon.includes('fill="#0168bc"'), icon.includes('>C</text>')]).toEqual([true, true]);
      const mark = page.getByRole('main').locator('[aria-hidden]').first();
      expect(await mark.textContent()).toBe('C');
    }
    await close();
  });

  it('says why a sign-in was refused and stays', async () => {
    const { page, go, audit, close } = await openPage(browser, product.url);
    await go('/auth');
    await page.getByLabel('Usuário').fill('admin');
    await page.locator('input[name="password"]').fill('errada');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.locator('form').getByRole('alert').waitFor();
    // Said once, in its place.
    expect(await page.getByRole('alert').allInnerTexts()).toHaveLength(1);
    await audit('refused sign-in');
    expect(await page.evaluate(storedSession)).toBeNull();
    await close();
  });

  it('survives a reload, and ends where the server does not know its token [errors-load-failure-clears-token] [session-reload-on-revisit] [session-reload-failure-clears-token]', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/feriados' });
    await page.reload();
    await rows(page).first().waitFor();
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('fichario.session') ?? '{}') as { token: string };
      localStorage.setItem('fichario.session', JSON.stringify({ ...session, token: 'x'.repeat(43) }));
    });
    await page.reload();
    await page.waitForURL('**/auth?redirect=%2Fferiados');
    expect(await page.evaluate(storedSession)).toBeNull();
    await close();
  });

  it('asks the server beside each navigation, and ends there too [errors-401-redirect] [errors-token-check-failure] [session-401-to-login] [guard-token-failure-login-redirect]', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/' });
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/auth/me'));
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Banco', exact: true }).click();
    expect((await asked).headers()['if-none-match']).toMatch(/^"/);
    await rows(page).first().waitFor();
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ status: 401, json: { code: 'PGRST301', message: '' } }),
    );
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Cidade', exact: true }).click();
    await page.waitForURL('**/auth?redirect=*');
    await close();
  });

  it('that ends while one works says so once, keeps what was typed and leads back to it', async () => {
    const { page, audit, close } = await openSession(browser, product.url, { path: '/bancos?_record=edit.1' });
    await page.getByLabel('Site').fill('https://exemplo.com.br');
    // The refusal below comes from no server: what was asked for before it has come when it does.
    await expect.poll(() => answered(page, '/api/auth/draft-key')).toBe(true);
    await page.route('**/api/bancos?id=eq.1*', (route) =>
      route.fulfill({ status: 401, json: { code: 'PGRST301', message: 'A sua sessão não existe ou terminou.' } }),
    );
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('A sua sessão terminou. Entre novamente para continuar de onde parou.').waitFor();
    await audit('sign in after the session ended');
    expect(await page.locator('.fi-alert').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    await signIn(page);
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await expect.poll(() => page.getByLabel('Site').inputValue()).toBe('https://exemplo.com.br');
    await close();
  });

  it('ends on demand, after asking [frame-logout-asks-confirmation] [frame-logout-dialog-text] [frame-logout-dialog-title] [frame-logout-dialog-buttons] [session-logout-returns-to-login]', async () => {
    const { page, audit, close } = await openSession(browser, product.url);
    const leave = async () => {
      await page.getByRole('button', { name: 'Menu do usuário admin' }).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
    };
    await leave();
    const dialog = page.getByRole('dialog', { name: 'Confirmação' });
    await dialog.getByText('Deseja sair?').waitFor();
    await audit('sign-out dialog');
    await dialog.getByRole('button', { name: 'Não' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await leave();
    const revoked = page.waitForRequest('**/api/auth/token/revoke');
    await dialog.getByRole('button', { name: 'Sim' }).click();
    await revoked;
    await page.waitForURL('**/auth');
    expect(await page.evaluate(storedSession)).toBeNull();
    await close();
  });

  it('is one in all tabs: signed out in one, over in the others; signed in as somebody else, theirs in all, and typed work is kept for its owner', async () => {
    const { page, messages, close } = await openSession(browser, product.url, { path: '/bancos?_record=edit.1' });
    await page.getByLabel('Site').fill('https://exemplo.com.br');
    const other = await page.context().newPage();
    await other.goto(`${product.url}/feriados`);
    await rows(other).first().waitFor();
    await other.getByRole('button', { name: 'Menu do usuário admin' }).click();
    await other.getByRole('menuitem', { name: 'Sair' }).click();
    await other.getByRole('dialog', { name: 'Confirmação' }).getByRole('button', { name: 'Sim' }).click();
    await other.waitForURL('**/auth');
    await page.waitForURL('**/auth?redirect=*');
    await page
      .getByText('A sessão foi encerrada em outra aba. Entre novamente para continuar de onde parou.')
      .waitFor();
    expect(await page.evaluate(storedSession)).toBeNull();

    await signIn(other, 'consulta');
    await page.getByRole('button', { name: 'Menu do usuário consulta' }).waitFor();
    await page.getByText('Esta aba passou para o usuário consulta, que entrou em outra aba.').waitFor();
    expect(await page.getByText('https://exemplo.com.br').count()).toBe(0);

    // Back as the first person, whose draft waited.
    await other.evaluate(() => localStorage.removeItem('fichario.session'));
    await page.waitForURL('**/auth?redirect=*');
    await other.close();
    await page.goto(`${product.url}/auth?redirect=${encodeURIComponent('/bancos?_record=edit.1')}`);
    await signIn(page);
    await page.getByRole('button', { name: 'Restaurar' }).click();
    await expect.poll(() => page.getByLabel('Site').inputValue()).toBe('https://exemplo.com.br');
    expect(messages).toEqual([]);
    await close();
  });

  it('that nobody used for too long says so, and leads back', async () => {
    const { page, close } = await openSession(browser, product.url, { path: '/feriados' });
    await rows(page).first().waitFor();
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ status: 401, json: { code: 'ACCESS_SESSION_IDLE', message: 'A sua sessão terminou.' } }),
    );
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Banco', exact: true }).click();
    await page.waitForURL('**/auth?redirect=*');
    await page
      .getByText('A sua sessão terminou por falta de uso. Entre novamente para continuar de onde parou.')
      .waitFor();
    await close();
  });

  it('opens no screen without its right, and no screen that is not there [errors-failed-permission] [errors-unknown-path] [guard-failed-check-access-denied] [guard-catch-all-not-found]', async () => {
    const { page, go, audit, close } = await openSession(browser, product.url, { login: 'consulta', path: '/bancos' });
    await rows(page).first().waitFor();
    expect(await page.getByRole('button', { name: 'Novo' }).count()).toBe(0);
    await page.route('**/api/model/screen?*', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'Sem permissão.', details: null, hint: null } }),
    );
    await go('/feriados');
    await page.waitForURL('**/acesso-negado?tela=%2Fferiados');
    await page.getByRole('heading', { name: 'Acesso negado' }).waitFor();
    await page.getByText('Sem permissão.').waitFor();
    await audit('denied');
    await page.unroute('**/api/model/screen?*');
    await go('/nada');
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
    expect(await page.title()).toBe('Página não encontrada · Copass Saúde');
    await audit('not found');
    await close();
  });

  it('says that the connection is lost, and goes on when it is back [errors-network-error]', async () => {
    const { page, close, messages } = await openSession(browser, product.url, { path: '/bancos' });
    await rows(page).first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await page.getByText(networkFailure).waitFor();
    await expect.poll(() => page.locator('footer').textContent()).toContain('1–50');
    // The page that was asked for comes by itself.
    await page.context().setOffline(false);
    await expect.poll(() => page.locator('footer').textContent()).toContain('51–100');
    await expect.poll(() => page.getByText('Sem conexão com o servidor.').count()).toBe(0);
    // The browser's own line for the lost connection.
    expect(messages.splice(0).filter((message) => !message.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await close();
  });
});
