/** A real browser: on Linux the Chromium of an npm package, elsewhere the installed Chrome or Edge. */
import type { Browser } from 'playwright-core';
import { chromium as playwright } from 'playwright-core';

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

const launchInstalled = async (): Promise<Browser> => {
  for (const channel of ['chrome', 'msedge']) {
    try {
      return await playwright.launch({ channel });
    } catch {
      // the next channel may be there
    }
  }
  throw new Error('The browser tests need Google Chrome or Microsoft Edge on this system; neither was found.');
};

export const launchBrowser = async (): Promise<Browser> => {
  if (process.platform !== 'linux') return launchInstalled();
  const { default: chromium } = await import('@sparticuz/chromium');
  return playwright.launch({ executablePath: await chromium.executablePath(), args: quiet });
};
