/**
 * Every stop held against axe in both themes: with rows, with faults shown. Nothing reaches over the edge of the page, and
 * the console stays silent, so the content policy is never breached.
 */
import { afterAll, expect, it } from 'vitest';
import type { Session } from '../open-session.ts';
import { openSession } from '../open-session.ts';
import type { Furnished } from './furnished-product.ts';
import type { Stop } from './stop.ts';

export const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** What the browser itself says of a connection that the test took away. */
const ofTheNetwork = /^Failed to load resource: net::|ERR_INTERNET_DISCONNECTED/;

/** One test a stop, all of one login in one session. */
export const checkStops = (
  stops: readonly Stop[],
  size: (typeof sizes)[keyof typeof sizes],
  furnished: () => Furnished,
): void => {
  const sessions = new Map<string, Session>();
  const sessionOf = async (login: string): Promise<Session> => {
    const known = sessions.get(login);
    if (known !== undefined) return known;
    const { browser, product } = furnished();
    const made = await openSession(browser, product.url, { ...size, login });
    sessions.set(login, made);
    return made;
  };
  afterAll(async () => {
    for (const { page } of sessions.values()) await page.context().close();
  });

  it.each(stops)(
    '$what has no serious finding, and the console stays silent',
    async ({ what, path, login, open }) => {
      const { page, messages, go, auditThemes } = await sessionOf(login ?? 'admin');
      // Nothing of the stop before: no connection taken away, no question whether to leave, no draft.
      await page.unrouteAll();
      await page.context().setOffline(false);
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key.startsWith('fichario.draft')) localStorage.removeItem(key);
      });
      page.once('dialog', (asked) => void asked.accept());
      await go(path);
      page.removeAllListeners('dialog');
      messages.splice(0);
      await (await open?.(page, auditThemes, furnished().product.call))?.waitFor();
      await auditThemes(what);
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await sideways()).toBeLessThanOrEqual(0);
      expect(messages.filter((message) => !ofTheNetwork.test(message))).toEqual([]);
    },
    120_000,
  );
};
