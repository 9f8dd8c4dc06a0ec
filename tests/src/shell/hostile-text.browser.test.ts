/** Hostile texts as values, labels and titles, in a real browser: shown as the text they are, wherever they are shown. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';
import type { Session } from './open-session.ts';
import { openSession } from './open-session.ts';

const label = `${hostileTexts['markup']} ${hostileTexts['right to left']}`;
const client = {
  name: 'estranha',
  title: 'Estranha',
  fields: { modelo: { nome: { label, help: hostileTexts['script'] }, notas: { label: hostileTexts['template'] } } },
  screens: { modelos: { title: label, columns: ['nome', 'notas', 'fone'] } },
};

const soon = { timeout: 45_000 };
const texts = Object.entries(hostileTexts);
const ids = new Map<string, number>();
let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openBrowserProduct({ client: 'estranha', files: { ...everyTypeFiles, 'clients/estranha.json': client } }),
    launchBrowser(),
  ]);
  const call = (url: string, payload: object, headers = {}) =>
    product.app.inject({ method: 'POST', url: `/api${url}`, payload, headers });
  const { token } = (await call('/auth/token/issue', { userId: 'admin', password: 'admin-demo' })).json() as {
    token: string;
  };
  for (const [name, text] of texts) {
    const answer = await call(
      '/modelos',
      { nome: text, notas: text },
      { authorization: `Bearer ${token}`, prefer: 'return=representation' },
    );
    expect(answer.statusCode, answer.body).toBe(201);
    ids.set(name, (answer.json() as { id: number }[])[0]?.id ?? 0);
  }
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** A page that fails its test where anything of a text is run: by a dialog, by the console, by a request elsewhere. */
const open = async (path: string, more: { width?: number; height?: number } = {}): Promise<Session> => {
  const session = await openSession(browser, product.url, { path, ...more });
  session.page.on('dialog', (dialog) => session.messages.push(dialog.message()));
  session.page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) session.messages.push(request.url());
  });
  return session;
};
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const row = (page: Page, name: string) => page.locator(`.ag-row[row-id="${ids.get(name)}"]`);

it('in the list: every cell holds the text, every row its height, and nothing runs over', async () => {
  const { page, audit, close } = await open('/modelos');
  await expect.poll(() => row(page, 'markup').count(), soon).toBeGreaterThan(0);
  for (const [name, text] of texts) {
    const drawn = row(page, name);
    await drawn.first().scrollIntoViewIfNeeded();
    expect([name, await drawn.locator('[col-id="nome"]').textContent()]).toEqual([name, text]);
    expect([name, Math.round((await drawn.first().boundingBox())?.height ?? 0)]).toEqual([name, 30]);
  }
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(label);
  expect(await page.locator('.ag-header-cell[col-id="nome"]').textContent()).toContain(label);
  expect(await page.title()).toContain(label.replace(/\s+/g, ' '));
  expect(await overflow(page)).toBe(0);
  await audit('hostile list');
  await close();
});

it('on a phone: the cards hold them and nothing runs over', async () => {
  const { page, close } = await open('/modelos', { width: 390, height: 844 });
  const cards = page.getByRole('list', { name: label });
  await expect.poll(() => cards.getByRole('listitem').count(), soon).toBe(texts.length);
  const names = await cards.getByRole('listitem').evaluateAll((items) => items.map((item) => item.textContent ?? ''));
  for (const [name, text] of texts) expect([name, names.some((one) => one.includes(text))]).toEqual([name, true]);
  expect(await overflow(page)).toBe(0);
  await close();
});

describe.each(['markup', 'right to left', 'control characters', 'long word'])('%s', (name) => {
  const text = hostileTexts[name] ?? '';
  it('in the record, its form, its history, its name and the chip of its filter', async () => {
    const id = ids.get(name);
    const { page, close, go } = await open(`/modelos?_record=view.${id}`);
    await expect.poll(() => page.locator('dd').first().textContent(), soon).toBe(text);
    expect(await page.locator('dd[data-kind="long-text"]').textContent()).toBe(text);
    expect(await overflow(page)).toBe(0);

    await go(`/modelos?_record=edit.${id}`);
    await expect.poll(() => page.locator('#fi-form_nome').inputValue(), soon).toBe(text);
    expect(await page.locator('#fi-form_notas').inputValue()).toBe(text);
    expect(await page.locator('label[for="fi-form_nome"]').textContent()).toContain(label);

    await go(`/modelos?_record=history.${id}`);
    await expect.poll(() => page.locator('li[data-operation="insert"]').textContent(), soon).toContain(text);
    expect(await overflow(page)).toBe(0);

    if (text.length < 1000) {
      await go(`/modelos?nome=${encodeURIComponent(`has.${text}`)}`);
      await expect
        .poll(
          async () => (await page.getByRole('listitem').allTextContents()).some((chip) => chip.includes(text)),
          soon,
        )
        .toBe(true);
      await expect.poll(() => row(page, name).count(), soon).toBeGreaterThan(0);
    }
    await close();
  });
});

it('what is typed is sent as it is, and a refusal names it as text', async () => {
  const { page, close } = await open('/modelos?_record=new');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => page.locator('#fi-form_nome__error').textContent(), soon).toContain(label);
  const typed = `${hostileTexts['markup']} ${hostileTexts['emoji']}`;
  await page.locator('#fi-form_nome').fill(typed);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect
    .poll(() => page.locator('.ag-cell[col-id="nome"]').filter({ hasText: typed }).count(), soon)
    .toBeGreaterThan(0);
  await close();
});
