/** A browser page of the built product, signed in, that fails its test on any message in the console. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFailed, TestRunner } from 'vitest';
import type { Me, TokenIssued } from '../../../engine/contract/session.ts';
import { sessionKey } from '../../../engine/ui/store/persistence.ts';
import type { RowsInPage } from './known-rows.ts';
import { installRows, knownRows } from './known-rows.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Any short answer. */
const restingPath = '/api/health';

export interface SessionOptions {
  readonly login?: string;
  readonly path?: string;
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** In a context of its own, thrown away after it: a clock that was installed stays in its context. */
  readonly apart?: boolean;
  /** A session that no other page has, begun at the page of signing in. */
  readonly ownSession?: boolean;
}

export interface Session {
  readonly page: Page;
  /** What the console said, less the browser's own line for an expected 4xx. */
  readonly messages: string[];
  readonly go: (path: string) => Promise<void>;
  /** Asserts that axe finds nothing serious or critical in what is shown. */
  readonly audit: (what: string) => Promise<void>;
  /** The same, and of colours once more in the other theme, which changes nothing else; the page keeps that on. */
  readonly auditThemes: (what: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Pages whose session is over, resting on an answer of the product that is no screen. The next session in one of them
 * finds the screens in the memory of the page's own process, and opens at half the cost.
 */
const restingPages = new WeakMap<Browser, Page[]>();

const openFirst = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  return context.newPage();
};

/** Lets go of a page: what its test put on it goes, and no question whether to leave keeps it. */
const giveBack = async (browser: Browser, page: Page, url: string): Promise<void> => {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  if (page.isClosed()) return;
  page.removeAllListeners();
  page.on('dialog', (asked) => void asked.accept());
  await Promise.all([page.unrouteAll(), context.unrouteAll(), context.setOffline(false), context.clearPermissions()]);
  await page.goto(`${url}${restingPath}`);
  await page.evaluate(() => sessionStorage.clear());
  await page.mouse.move(0, 0);
  page.removeAllListeners();
  restingPages.set(browser, [...(restingPages.get(browser) ?? []), page]);
};

/** A page that knows nothing of those before it. */
const openFresh = async (browser: Browser, url: string): Promise<Page> => {
  const page = restingPages.get(browser)?.pop() ?? (await openFirst(browser));
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'local_storage,cookies' });
  await protocol.detach();
  return page;
};

/** What is still fading in has no contrast yet. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(
      document
        .getAnimations()
        .filter(ends)
        .map((one) => one.finished.catch(() => undefined)),
    );
  });

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of these standards that find nothing worse than what is moderate: their findings would be thrown away. */
const neverSerious = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
];
/** All rules of these standards that look at a colour. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** The rules by their names, or all of the standards. */
const findViolations = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(`${axeSource};undefined`);
    await installRows(page);
  }
  const { known, keep } = knownRows(page, rules === undefined ? 'all' : 'colours');
  const { asks, digests, violations } = await page.evaluate(
    async ({ only, never, known }) => {
      const { axe, ficharioRows } = globalThis as unknown as {
        axe: typeof import('axe-core');
        ficharioRows: RowsInPage;
      };
      // Under a dialog nothing can be reached: what floats above the page is looked at, dialogs and their lists.
      const floating = [...document.querySelectorAll<HTMLElement>('[data-portal]')];
      const asks = floating.some((one) => one.querySelector('[role="dialog"][aria-modal="true"]') !== null);
      const { done, digests } = await ficharioRows.without(known, () =>
        axe.run(asks ? { include: floating } : document, {
          runOnly: only,
          rules: Object.fromEntries(never.map((id) => [id, { enabled: false }])),
          resultTypes: ['violations'],
        }),
      );
      const violations = done.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
      return { asks, digests, violations };
    },
    rules === undefined
      ? { only: { type: 'tag' as const, values: standards }, never: neverSerious, known }
      : { only: { type: 'rule' as const, values: [...rules] }, never: [], known },
  );
  if (!asks && violations.length === 0) keep(digests);
  return violations;
};

const wear = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
};

/** Runs in the page: what has the focus, and what is read, dialogs before the rest and the menu not at all. */
const tellPage = (): readonly string[] => {
  const text = (selector: string): string =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((one) => one.innerText).join('\n');
  const focus = document.activeElement?.cloneNode(false) as Element | undefined;
  return [
    `focus: ${focus?.outerHTML.slice(0, 400)}`,
    text('[role="dialog"]').slice(0, 1500),
    text('[role="alert"], [role="status"]').slice(0, 500),
    (text('main') || document.body.innerText).slice(0, 1500),
  ];
};

/** A test that fails tells what its page showed and was answered last: what fails one run in many is found by that alone. */
const tellOnFailure = (page: Page, messages: readonly string[]): void => {
  const answers: string[] = [];
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname.startsWith('/api/'))
      answers.push(`${response.request().method()} ${pathname}${search} ${response.status()}`);
  });
  page.on('requestfailed', (request) => answers.push(`${request.method()} ${request.url()} without an answer`));
  // Some pages are opened once for all tests of a file.
  if (TestRunner.getCurrentTest() === undefined) return;
  onTestFailed(async ({ task }) => {
    const shown = page.isClosed() ? ['closed'] : await page.evaluate(tellPage);
    const said = [page.url(), ...shown, ...answers.slice(-15), ...messages].join('\n');
    for (const error of task.result?.errors?.slice(0, 1) ?? []) error.message += `\n\nThe page:\n${said}`;
  });
};

/** Answers that a test asks for, the development server's own words, and axe's, which looks for itself in a frame of another product. */
const expected = /Failed to load resource.*status of 4\d\d|^\[vite\] |React DevTools|Failed to execute 'postMessage'/;

/** The page, not signed in. */
export const openPage = async (
  browser: Browser,
  url: string,
  { dark = false, width = 1440, height = 900, apart = false }: SessionOptions = {},
): Promise<Session> => {
  const page = apart ? await openFirst(browser) : await openFresh(browser, url);
  await page.setViewportSize({ width, height });
  let worn: 'light' | 'dark' = dark ? 'dark' : 'light';
  await page.emulateMedia({ media: 'screen', colorScheme: worn });
  // For what never comes: a machine that has other work takes its time.
  page.setDefaultTimeout(45_000);
  const messages: string[] = [];
  page.on('console', (message) => {
    if (!expected.test(message.text())) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
  tellOnFailure(page, messages);
  const audit = async (what: string): Promise<void> => expect(await findViolations(page), what).toEqual([]);
  return {
    page,
    messages,
    go: async (path) => {
      await page.goto(`${url}${path}`);
    },
    audit,
    auditThemes: async (what) => {
      await audit(what);
      worn = worn === 'dark' ? 'light' : 'dark';
      await wear(page, worn);
      expect(await findViolations(page, ofColours), `${what}, ${worn}`).toEqual([]);
    },
    close: async () => {
      if (apart) await page.context().close();
      else await giveBack(browser, page, url);
      expect(messages).toEqual([]);
    },
  };
};

export const signIn = async (page: Page, login = 'admin'): Promise<void> => {
  await page.getByLabel('Usuário').fill(login);
  await page.locator('input[name="password"]').fill(`${login}-demo`);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((address) => address.pathname !== '/auth');
};

/** Asks for the session of the login, by address of the product and login: most tests do not care whose it was before. */
const tokens = new Map<string, string>();
const haveSession = async (url: string, login: string): Promise<TokenIssued> => {
  const key = `${url} ${login}`;
  const token = tokens.get(key);
  if (token !== undefined) {
    const answer = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    if (answer.ok) return { token, ...((await answer.json()) as Me) };
  }
  const answer = await fetch(`${url}/api/auth/token/issue`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId: login, password: `${login}-demo` }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const issued = (await answer.json()) as TokenIssued;
  tokens.set(key, issued.token);
  return issued;
};

/** The screen, as somebody finds it who signed in before and comes back. */
export const openSession = async (browser: Browser, url: string, options: SessionOptions = {}): Promise<Session> => {
  const { login = 'admin', path = '/', ownSession = false } = options;
  const session = await openPage(browser, url, options);
  if (ownSession) {
    await session.go(path);
    await signIn(session.page, login);
    return session;
  }
  const { page, go } = session;
  const stored = JSON.stringify(await haveSession(url, login));
  if (!page.url().startsWith(`${url}/`)) await go(restingPath);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [sessionKey, stored] as const);
  await go(path);
  await page.locator('header').first().waitFor();
  return session;
};

/** Lets a page whose clock stands still draw what it has at hand: what begins a timer then has begun it. */
export const letDraw = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 10; turn += 1)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
  });

/** Keys, each after what the one before it put off: an open list moves its mark in a turn of its own. */
export const pressKeys = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }
};

/** The option of an open list that Enter would take: the mark comes a moment after what was typed. */
export const markedOption = (page: Page, name: string) =>
  page.getByRole('option', { name, exact: true }).and(page.locator('[data-combobox-selected]'));

/** The rows of the grid that are drawn, as texts of their cells. */
export const rows = (page: Page) => page.locator('.ag-row');
