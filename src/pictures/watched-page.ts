/** A page of the browser, signed in, that knows when nothing moves any more and notes what went wrong. */
import type { Browser, Page, Request } from 'playwright-core';
import { signIn } from './sign-in.ts';

export type Scheme = 'light' | 'dark';

export interface Format {
  readonly width: number;
  readonly height: number;
  readonly phone: boolean;
}

export interface WatchedPage {
  /** Opens the address and waits until `drawn`, a selector, is there and nothing moves any more. */
  readonly show: (path: string, drawn: string) => Promise<void>;
  /** A PNG of the window. */
  readonly picture: () => Promise<Uint8Array>;
  /** A PNG of what is worked in: the record, as tall as it is, else the part beside the menu. */
  readonly pictureWork: () => Promise<Uint8Array>;
  /** What console and network complained of since the last time. */
  readonly takeProblems: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** Of a picture, in pixels: what is longer nobody reads. */
const tallest = 2400;

/** Who wrote a record when: never the same in two products. */
const unlike = '[data-authors] { visibility: hidden; }';

/** A record that is open: over its list, or as a page. */
const record = ':is([role="dialog"], [data-record-page])';

/** Pixels that one would have to scroll within it. In the browser. */
const hiddenBelow = (within: string): number =>
  Math.max(
    0,
    ...[...document.querySelectorAll<HTMLElement>(`${within}, ${within} *, #fi-main:has(${within})`)]
      .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
      .map((one) => one.scrollHeight - one.clientHeight),
  );

const quietMs = 200;
const longestWaitMs = 15_000;

/** Requests under way, and those that failed. */
const watchRequests = (page: Page, note: (problem: string) => void): ReadonlySet<Request> => {
  const running = new Set<Request>();
  page.on('request', (request) => {
    // That one waits for the end of the session.
    if (!request.url().includes('/api/auth/session?')) running.add(request);
  });
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => {
    running.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // Given up by the page itself, as a query that nobody waits for any more.
    if (reason !== 'net::ERR_ABORTED') note(`${request.method()} ${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  return running;
};

/** What does not come is a problem to tell, and the picture shows what came instead. */
const waitFor = (page: Page, drawn: string, note: (problem: string) => void): Promise<void> =>
  page
    .locator(drawn)
    .first()
    .waitFor({ timeout: longestWaitMs })
    .catch(() => note(`not drawn after ${longestWaitMs / 1000} s: ${drawn}`));

/** Waits until no request has run for a moment and every animation that ends has ended. */
const settle = async (page: Page, running: ReadonlySet<Request>, note: (problem: string) => void): Promise<void> => {
  const began = performance.now();
  let quietSince = began;
  while (performance.now() - quietSince < quietMs) {
    await page.waitForTimeout(25);
    const waiting = running.size > 0 || (await page.locator('[aria-busy="true"]').count()) > 0;
    if (waiting) quietSince = performance.now();
    if (performance.now() - began > longestWaitMs) {
      note(`not at rest after ${longestWaitMs / 1000} s: ${[...running].map((one) => one.url()).join(', ')}`);
      return;
    }
  }
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const ending = document.getAnimations().filter(ends);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
};

export const openWatchedPage = async (
  browser: Browser,
  url: string,
  { width, height, phone }: Format,
  scheme: Scheme,
): Promise<WatchedPage> => {
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile: phone,
    hasTouch: phone,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const page = await context.newPage();
  let problems: string[] = [];
  const note = (problem: string): void => void problems.push(problem);
  const running = watchRequests(page, note);
  page.on('console', (message) => {
    // The network has its own line.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) note(message.text());
  });
  page.on('pageerror', (error) => note(String(error)));

  await signIn(page, url);
  return {
    show: async (path, drawn) => {
      await page.goto(`${url}${path}`);
      await waitFor(page, drawn, note);
      await settle(page, running, note);
    },
    picture: () => page.screenshot(),
    pictureWork: async () => {
      const dialog = page.locator('[role="dialog"]').first();
      const isRecord = (await page.locator(record).count()) > 0;
      const hidden = isRecord ? await page.evaluate(hiddenBelow, record) : 0;
      if (hidden > 0) await page.setViewportSize({ width, height: Math.min(height + hidden, tallest) });
      if (hidden > 0) await settle(page, running, note);
      const place = (await dialog.count()) > 0 ? dialog : page.locator('#fi-main');
      const clip = await place.boundingBox();
      const taken = await page.screenshot({ style: unlike, ...(clip === null ? {} : { clip }) });
      if (hidden > 0) await page.setViewportSize({ width, height });
      return taken;
    },
    takeProblems: () => {
      const taken = problems;
      problems = [];
      return taken;
    },
    close: () => context.close(),
  };
};
