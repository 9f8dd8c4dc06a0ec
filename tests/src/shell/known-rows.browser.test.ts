/** What is passed over because it was looked at is looked at again as soon as it is another. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import type { Session } from './open-session.ts';
import { openSession } from './open-session.ts';

let product: BrowserProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ rowsOf: [] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** The second of the third branch, the first that holds more than its own heading. */
const row = '[role="tree"] > :nth-child(3) > [role="treeitem"]:nth-child(2)';

/** A page whose rows are all known, in both themes; the fault is put into it. */
const openWith = async (style: string, change: (row: HTMLElement) => void = () => undefined): Promise<Session> => {
  const session = await openSession(browser, product.url, { path: '/bancos' });
  await session.page.locator(row).waitFor();
  // In light and dark, then back again.
  await session.auditThemes('before');
  await session.auditThemes('before');
  await session.page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, style);
  await session.page.locator(row).evaluate(change);
  return session;
};

/** The link alone has a background: a line is lower than its letters, and axe judges none that stand out of their own. */
const faded = `${row} :is(a, span) { color: #777 !important } ${row} a { background: #888 !important }`;

it.each([
  ['a colour', faded, undefined],
  ['a name that is none', '', (one: HTMLElement) => one.querySelector('button')?.removeAttribute('aria-label')],
  ['a role that is none', '', (one: HTMLElement) => one.removeAttribute('role')],
])('in a known row is found: %s', async (_what, style, change) => {
  const session = await openWith(style, change);
  await expect(session.audit('faulty')).rejects.toThrow('faulty');
  await session.close();
});

it('in the other theme alone, the fault of a known row is found there', async () => {
  const session = await openWith(`[data-mantine-color-scheme="dark"] { ${faded} }`);
  await session.audit('light');
  await expect(session.auditThemes('faulty')).rejects.toThrow('faulty, dark');
  await session.close();
});

it('beside known rows the faults of the page are found', async () => {
  const session = await openWith('main :is(a, button, span) { color: #777 !important; background: #888 !important }');
  await expect(session.audit('faulty')).rejects.toThrow('faulty');
  await session.close();
});

it('rows that were seen are passed over, and the page is as it was', async () => {
  const session = await openWith('');
  const { page } = session;
  const look = () =>
    page.locator('[role="tree"]').evaluate((tree) => {
      const branches = [...tree.children];
      return {
        rows: branches.flatMap((branch) => [...branch.children]).length,
        nodes: branches.flatMap((branch) => [...branch.childNodes]).length,
        own: [...branches, document]
          .flatMap((one) => Object.getOwnPropertyNames(one))
          .filter((name) => ['children', 'childNodes', 'createTreeWalker'].includes(name)),
      };
    });
  const before = await look();
  await page.evaluate(() => {
    const seen: number[] = [];
    const { axe } = globalThis as unknown as { axe: { run: (...given: unknown[]) => Promise<unknown> } };
    const run = axe.run;
    axe.run = (...given) => {
      const branches = [...(document.querySelector('[role="tree"]')?.children ?? [])];
      seen.push(branches.flatMap((branch) => [...branch.children]).length);
      return run(...given);
    };
    Object.assign(globalThis, { seen });
  });
  await session.audit('again');
  expect(await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen)).toEqual([0]);
  expect(await look()).toEqual(before);
  expect(before.own).toEqual([]);
  expect(before.rows).toBeGreaterThan(100);
  await session.close();
});
