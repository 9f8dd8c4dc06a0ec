/** What a person leaves in the browser by signing out, in a real one: nothing, whatever was open or under way. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { openPage, openSession } from './open-session.ts';

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: ['bancos'] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** Every place that a page may write to. */
const readStorages = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: 'caches' in globalThis ? await caches.keys() : [],
    cookies: document.cookie,
  }));
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Menu do usuário/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByRole('dialog', { name: 'Confirmação' }).getByRole('button', { name: 'Sim' }).click();
  await page.waitForURL('**/auth');
};
const signIn = async (page: Page, login: string) => {
  await page.getByLabel('Usuário').fill(login);
  await page.getByLabel('Senha', { exact: true }).fill(`${login}-demo`);
  await page.getByRole('button', { name: 'Entrar' }).click();
};
const patient = { timeout: 45_000 };

it('leaves nothing of the person behind, neither typed work nor settings that were not sent [session-logout-clears]', async () => {
  const { page, go, messages, close } = await openSession(browser, product.url, { path: '/bancos' });
  // Whatever is set stays unsent.
  await page.route('**/api/settings/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Próxima página' }).click();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Favorita: / })
    .click();
  const keys = () => page.evaluate(() => Object.keys(localStorage));
  await expect.poll(keys, patient).toContain('fichario.setting.favorites');
  // A crashed page leaves a draft, for its owner to find.
  page.on('dialog', (asked) => void asked.accept());
  await go('/bancos?_record=new');
  await page.locator('#fi-form_nome').fill('Banco secreto');
  await expect
    .poll(async () => (await keys()).filter((key) => key.startsWith('fichario.draft:')), patient)
    .toHaveLength(1);
  await go('/bancos');
  await page.getByRole('gridcell').first().waitFor();
  const before = await readStorages(page);
  expect(Object.keys(before.local).map((key) => key.split(':')[0])).toEqual(
    expect.arrayContaining(['fichario.draft', 'fichario.session', 'fichario.setting.favorites']),
  );
  const { token } = JSON.parse(before.local['fichario.session'] ?? '{}') as { token: string };
  const me = (): Promise<number> =>
    product.app
      .inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
      .then(({ statusCode }) => statusCode);
  expect(await me()).toBe(200);

  await signOut(page);
  const after = await readStorages(page);
  const { 'fichario.frame': frame = '{}', 'mantine-color-scheme-value': _scheme, ...local } = after.local;
  expect({ ...after, local }).toEqual({ local: {}, session: {}, databases: [], caches: [], cookies: '' });
  expect(JSON.parse(frame)).toMatchObject({ closedGroups: ['recents'] });
  await expect.poll(me, patient).toBe(401);
  await expect.poll(() => readStorages(page)).toEqual(after);

  await page.unroute('**/api/settings/*');
  await signIn(page, 'operador');
  await page.waitForURL((url) => url.pathname !== '/auth');
  await go('/bancos?_record=new');
  await page.locator('#fi-form_nome').waitFor();
  expect(await page.locator('#fi-form_nome').inputValue()).toBe('');
  expect(await page.getByText('Há um rascunho').count()).toBe(0);
  const settings = await page.evaluate(async () => {
    const session = JSON.parse(localStorage.getItem('fichario.session') ?? '{}') as { token: string };
    const answer = await fetch('/api/settings', { headers: { authorization: `Bearer ${session.token}` } });
    return Object.keys((await answer.json()) as object);
  });
  expect(settings).not.toContain('favorites');
  // The browser's own lines for the calls that were cut off.
  expect(messages.splice(0).filter((message) => !message.includes('ERR_FAILED'))).toEqual([]);
  await close();
});

it('sends what was set a moment before, and gives the token back after it', async () => {
  const { page, close } = await openSession(browser, product.url, { login: 'consulta', path: '/bancos' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(settings\/favorites|auth\/token\/revoke)$/.test(pathname))
      asked.push(`${request.method()} ${pathname}`);
  });
  await page.getByRole('button', { name: 'Menu do usuário consulta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  const yes = page.getByRole('dialog', { name: 'Confirmação' }).getByRole('button', { name: 'Sim' });
  await yes.waitFor();
  // Both in one turn of the page, so that nothing is sent between.
  await page.evaluate(() => {
    document.querySelector<HTMLButtonElement>('header button[aria-label^="Favorita: "]')?.click();
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Sim')?.click();
  });
  await page.waitForURL('**/auth');
  await expect.poll(() => asked, patient).toEqual(['PUT /api/settings/favorites', 'POST /api/auth/token/revoke']);
  const again = await openPage(browser, product.url);
  await again.go('/auth');
  await signIn(again.page, 'consulta');
  await again.page.waitForURL((url) => url.pathname !== '/auth');
  await again.go('/bancos');
  await again.page
    .getByRole('banner')
    .getByRole('button', { name: /^Favorita: /, pressed: true })
    .waitFor();
  await again.close();
  await close();
});
