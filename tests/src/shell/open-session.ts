/** A browser page of the built product, signed in, that fails its test on any message in the console. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

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
/** All rules of these standards that look at a colour. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** The rules by their names, or all of the standards. */
const findViolations = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${axeSource};undefined`);
  return page.evaluate(
    async (only) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    },
    rules === undefined ? { type: 'tag' as const, values: standards } : { type: 'rule' as const, values: [...rules] },
  );
};

const wear = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
};

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
  page.setDefaultTimeout(15_000);
  const messages: string[] = [];
  page.on('console', (message) => {
    if (!/Failed to load resource.*status of 4\d\d/.test(message.text())) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
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

export const openSession = async (browser: Browser, url: string, options: SessionOptions = {}): Promise<Session> => {
  const session = await openPage(browser, url, options);
  await session.go(options.path ?? '/');
  await signIn(session.page, options.login);
  return session;
};

/** The rows of the grid that are drawn, as texts of their cells. */
export const rows = (page: Page) => page.locator('.ag-row');
