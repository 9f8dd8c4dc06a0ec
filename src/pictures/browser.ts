/**
 * A real browser: on Linux the Chromium of an npm package, elsewhere the installed Chrome or Edge. The packages are of
 * development: an installation without them has no pictures, so nothing here loads them before it is asked.
 */
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';

const quiet = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--font-render-hinting=none',
  '--hide-scrollbars',
];

/** Where a page lives for seconds, what is spent on making its code faster never comes back. */
const shortLived = '--js-flags=--no-maglev --no-turbofan';

const launchInstalled = async (): Promise<Browser> => {
  const { chromium: playwright } = await import('playwright-core');
  for (const channel of ['chrome', 'msedge']) {
    try {
      return await playwright.launch({ channel });
    } catch {
      // the next channel may be there
    }
  }
  throw new Error('Google Chrome or Microsoft Edge is needed on this system; neither was found.');
};

/**
 * Unpacks the Chromium of the package, with the libraries and fonts it needs where a system has none, into the system's
 * temporary folder. Once, before any is launched: two processes that unpack at once would run half a file.
 */
export const unpackBrowser = async (): Promise<void> => {
  if (process.platform !== 'linux') return;
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  await chromium.executablePath();
  await inflate(join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin/al2023.tar.br'));
};

/** `asInstalled`: with the compilers that a person's browser has; pages that live for seconds are quicker without them. */
export const launchBrowser = async ({ asInstalled = false } = {}): Promise<Browser> => {
  if (process.platform !== 'linux') return launchInstalled();
  const [{ default: chromium }, { chromium: playwright }] = await Promise.all([
    import('@sparticuz/chromium'),
    import('playwright-core'),
  ]);
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: asInstalled ? quiet : [...quiet, shortLived],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [process.env['LD_LIBRARY_PATH'], join(tmpdir(), 'al2023', 'lib')].filter(Boolean).join(':'),
      FONTCONFIG_PATH: process.env['FONTCONFIG_PATH'] ?? join(tmpdir(), 'fonts'),
    },
  });
};
