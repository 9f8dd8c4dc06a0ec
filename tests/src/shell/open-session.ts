/** A browser page of the built product, signed in, that fails its test on any message in the console. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface SessionOptions {
  readonly login?: string;
  readonly path?: string;
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
}

export interface Session {
  readonly page: Page;
  /** What the console said, less the browser's own line for an expected 4xx. */
  readonly messages: string[];
  readonly go: (path: string) => Promise<void>;
  /** Asserts that axe finds nothing serious or critical in what is shown. */
  readonly audit: (what: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The page, not signed in. */
export const openPage = async (
  browser: Browser,
  url: string,
  { dark = false, width = 1440, height = 900 }: SessionOptions = {},
): Promise<Session> => {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const messages: string[] = [];
  page.on('console', (message) => {
    if (!/Failed to load resource.*status of 4\d\d/.test(message.text())) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
  return {
    page,
    messages,
    go: async (path) => {
      await page.goto(`${url}${path}`);
    },
    audit: async (what) => {
      // What is still fading in has no contrast yet.
      await page.evaluate(async () => {
        const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await Promise.all(
          document
            .getAnimations()
            .filter(ends)
            .map((one) => one.finished.catch(() => undefined)),
        );
      });
      await page.evaluate(`${axeSource};undefined`);
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
        const { violations } = await axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        });
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
      });
      expect(found, what).toEqual([]);
    },
    close: async () => {
      await context.close();
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
