/**
 * Lists in a real browser on the embedded database: from the click on an entry of the menu to its rows on the screen, the
 * code of lists being there. Once with rows that this visit has not read, once on the way back to them.
 */
import type { Page } from 'playwright-core';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { launchBrowser, unpackBrowser } from '../support/browser.ts';
import type { BuiltProduct } from '../support/built-product.ts';
import { openBuiltProduct, root, signIn } from '../support/built-product.ts';
import { percentile } from './measure.ts';
import { fillRows, registryFiles, registryFolder } from './registry-files.ts';
import type { Report } from './report.ts';
import { find, ms, number } from './report.ts';

const rows = 200_000;
const step = 50_000;
const turns = 9;
const bar = 250;

const sources = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ...(await readSourceFiles(root)),
    ...Object.entries(registryFiles).map(([name, value]): [string, string] => [
      `${registryFolder}/${name}`,
      JSON.stringify(value),
    ]),
  ]);

const fill = async ({ product: { database } }: BuiltProduct): Promise<void> => {
  await database.execute('alter table amostra disable trigger all');
  for (let start = 1; start <= rows; start += step) await database.execute(fillRows(start, start + step - 1, rows / 2));
  await database.execute('alter table amostra enable trigger all');
  await database.execute('vacuum analyze amostra');
};

/** From the click on the entry that leads to `path` until rows of its list are painted, milliseconds; told by the page. */
const clickToRows = (page: Page, path: string, title: string): Promise<number> =>
  page.evaluate(
    ([href, name]) =>
      new Promise<number>((resolve, reject) => {
        const entry = document.querySelector<HTMLElement>(`nav a[href="${href}"]`);
        if (entry === null) return reject(new Error(`no entry of the menu leads to ${href}`));
        const began = performance.now();
        const look = () => {
          const shown =
            document.querySelector('h1')?.textContent === name && document.querySelector('.ag-row [col-id]');
          // After the frame in which they are there, the next turn of the loop comes when that frame is painted.
          if (!shown) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        entry.click();
        requestAnimationFrame(look);
      }),
    [path, title],
  );

const tell = (report: Report, what: string, times: readonly number[]): void => {
  const half = percentile(times, 0.5);
  find(report, {
    what: `Click on a menu entry to rows, ${what}, PGlite, ${number(rows)} rows (median of ${times.length})`,
    measured: `${ms(half)}; slowest ${ms(Math.max(...times))}`,
    bar: `below ${bar} ms`,
    met: half < bar,
  });
};

export const benchScreens = async (report: Report): Promise<void> => {
  await unpackBrowser();
  const [site, browser] = await Promise.all([openBuiltProduct(sources), launchBrowser({ asInstalled: true })]);
  try {
    await fill(site);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await signIn(page, site.url);
    const first: number[] = [];
    const again: number[] = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      await page.goto(`${site.url}/cidades`);
      await page.locator('.ag-row').first().waitFor();
      await page.waitForLoadState('networkidle');
      first.push(await clickToRows(page, '/amostras', 'Amostra'));
      await page.waitForLoadState('networkidle');
      await clickToRows(page, '/cidades', 'Cidade');
      await page.waitForLoadState('networkidle');
      again.push(await clickToRows(page, '/amostras', 'Amostra'));
      await page.waitForLoadState('networkidle');
    }
    // The first turn finds nothing in the caches of server and browser.
    tell(report, 'rows not read before', first.slice(1));
    tell(report, 'rows read before', again.slice(1));
  } finally {
    await browser.close();
    await site.close();
  }
};
