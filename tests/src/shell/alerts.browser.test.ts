import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { letDraw, openPage, openSession, rows, signIn } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const shown = (page: Page, text: string) => page.locator('.fi-alert').filter({ hasText: text });
/** Signs in, with this beside what the server answers. */
const signInAnswered = async (page: Page, more: object) => {
  await page.route('**/api/auth/token/issue', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...more } });
  });
  await page.goto(`${product.url}/auth`);
  await signIn(page);
};
/** Reads a list that the server refuses with this body. */
const refused = async (page: Page, body: object) => {
  await page.route('**/api/bancos?*', (route) => route.fulfill({ status: 422, json: body }));
  await page.goto(`${product.url}/bancos`);
};
const refusal = { code: 'X', message: 'Não deu.', details: null, hint: null };

describe('the alerts of an answer', () => {
  it('that succeeds are shown from messages.alerts [alerts-success-messages-alerts]', async () => {
    const { page, close } = await openPage(browser, product.url);
    await signInAnswered(page, { messages: { alerts: [{ type: 'info', value: 'Manutenção no sábado.' }] } });
    await shown(page, 'Manutenção no sábado.').waitFor();
    await close();
  });

  it('that succeeds are shown from result.messages.alerts [alerts-success-result-messages-alerts]', async () => {
    const { page, close } = await openPage(browser, product.url);
    await signInAnswered(page, { result: { messages: { alerts: [{ type: 'success', value: 'Bem-vindo.' }] } } });
    await shown(page, 'Bem-vindo.').waitFor();
    await close();
  });

  it('that fails are those of its messages object [errors-messages-object]', async () => {
    const { page, close } = await openSession(browser, product.url);
    const alerts = ['Saldo insuficiente.', 'Conta fechada.'].map((value) => ({ type: 'warning', value }));
    await refused(page, { ...refusal, messages: { alerts } });
    await shown(page, 'Saldo insuficiente.').waitFor();
    await shown(page, 'Conta fechada.').waitFor();
    expect(await page.locator('.fi-alert').count()).toBe(2);
    await close();
  });

  it('that fails with a plain list are its entries, each an error [errors-messages-plain-list]', async () => {
    const { page, close } = await openSession(browser, product.url);
    await refused(page, { ...refusal, messages: ['Primeiro erro.', 'Segundo erro.'] });
    await shown(page, 'Primeiro erro.').waitFor();
    await shown(page, 'Segundo erro.').waitFor();
    expect(await page.locator('.fi-alert.fi-alert-error').count()).toBe(2);
    await close();
  });

  it('have a type, a value and, where there is one, a title [alerts-alert-fields]', async () => {
    const { page, audit, close } = await openPage(browser, product.url);
    const alerts = [
      { type: 'error', value: 'O arquivo não foi lido.', title: 'Importação' },
      { type: 'warning', value: 'Faltam 3 dias.' },
      { type: 'info', value: 'Há um aviso novo.' },
      { type: 'success', value: 'Tudo certo.' },
    ];
    await signInAnswered(page, { messages: { alerts } });
    for (const { type, value, title } of alerts) {
      const alert = shown(page, value);
      await alert.waitFor();
      expect(await alert.getAttribute('class')).toContain(`fi-alert-${type}`);
      expect(await alert.getAttribute('role')).toBe(['error', 'warning'].includes(type) ? 'alert' : 'status');
      expect(await alert.locator('.mantine-Notification-title').allTextContents()).toEqual(title ? [title] : []);
    }
    await audit('alerts');
    await close();
  });

  it('close after 6 seconds without a title, and with one stay until they are closed [alerts-untitled-auto-close] [alerts-titled-stay] [constants-alert-duration]', async () => {
    const { page, close } = await openPage(browser, product.url, { apart: true });
    // The page's clock stands still until the test moves it.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    const alerts = [
      { type: 'error', value: 'Fica aqui.', title: 'Importação' },
      { type: 'info', value: 'Passa logo.' },
    ];
    await signInAnswered(page, { messages: { alerts } });
    await shown(page, 'Passa logo.').waitFor();
    await letDraw(page);
    await page.clock.runFor(5999);
    expect(await shown(page, 'Passa logo.').isVisible()).toBe(true);
    // The moment itself, and the time to fade.
    await page.clock.runFor(1);
    await page.clock.runFor(500);
    await expect.poll(() => shown(page, 'Passa logo.').count()).toBe(0);
    await page.clock.runFor(3_600_000);
    expect(await shown(page, 'Fica aqui.').isVisible()).toBe(true);
    await shown(page, 'Fica aqui.').getByRole('button', { name: 'Fechar' }).click();
    await page.clock.runFor(1000);
    await expect.poll(() => shown(page, 'Fica aqui.').count()).toBe(0);
    await close();
  });
});

describe('the connection', () => {
  it('is looked for while it is lost, and the screen is read anew when it is back', async () => {
    const { page, close, messages } = await openSession(browser, product.url, { path: '/bancos' });
    await rows(page).first().waitFor();
    const banner = page.getByText('Sem conexão com o servidor.');
    await page.context().setOffline(true);
    await banner.waitFor();
    const again = page.waitForRequest((request) => request.url().includes('/api/bancos?'));
    await page.context().setOffline(false);
    await again;
    await banner.waitFor({ state: 'hidden' });
    messages.splice(0);
    await close();
  });
});
