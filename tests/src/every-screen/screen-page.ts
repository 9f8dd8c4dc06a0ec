/** A page that goes from screen to screen without ever being loaded anew, and keeps what went wrong on each. */
import type { Browser, Page } from 'playwright-core';
import type { Session } from '../shell/open-session.ts';
import { openSession } from '../shell/open-session.ts';

export interface ScreenPage {
  readonly page: Page;
  /** As a link within the product leads there. */
  readonly go: (path: string) => Promise<void>;
  /** What console and network complained of since the last time. */
  readonly takeProblems: () => readonly string[];
  /** Loads the page anew: after a failure nobody knows what it shows. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const openScreenPage = async (browser: Browser, url: string): Promise<ScreenPage> => {
  const session: Session = await openSession(browser, url, { apart: true });
  const { page, messages } = session;
  page.setDefaultTimeout(45_000);
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400)
      failed.push(`${response.request().method()} ${response.url().replace(url, '')}: ${response.status()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Given up by the page itself, as a query that nobody waits for any more.
    if (reason !== 'net::ERR_ABORTED') failed.push(`${request.method()} ${request.url()}: ${reason}`);
  });
  page.on('dialog', (asked) => void asked.accept());
  return {
    page,
    go: (path) =>
      page.evaluate((to) => {
        const { idx = 0 } = (history.state ?? {}) as { idx?: number };
        history.pushState({ usr: null, key: `${idx + 1}`, idx: idx + 1 }, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      }, path),
    takeProblems: () => [...messages.splice(0), ...failed.splice(0)],
    restart: async () => {
      await session.go('/');
      await page.getByRole('heading', { name: 'Início' }).waitFor();
    },
    close: async () => {
      messages.splice(0);
      await session.close();
    },
  };
};

/** Pages for several tests at once: while one waits for a pause to pass, another works. */
export const openLanes = async (browser: Browser, url: string, count: number) => {
  const free = await Promise.all(Array.from({ length: count }, () => openScreenPage(browser, url)));
  const all = [...free];
  const waiting: ((lane: ScreenPage) => void)[] = [];
  return {
    take: (): Promise<ScreenPage> => {
      const lane = free.pop();
      return lane === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(lane);
    },
    give: (lane: ScreenPage): void => {
      const next = waiting.shift();
      if (next === undefined) free.push(lane);
      else next(lane);
    },
    close: async (): Promise<void> => {
      for (const lane of all) await lane.close();
    },
  };
};
