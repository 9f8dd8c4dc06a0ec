/** From saving a file of schemas or clients to seeing it in a browser, on the development server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openPglite } from '../../engine/data/pglite/open-pglite.ts';
import { launchBrowser, unpackBrowser } from '../support/browser.ts';
import { signIn } from '../support/built-product.ts';
import type { DevelopmentProduct } from '../support/development-product.ts';
import { openDevelopmentProduct } from '../support/development-product.ts';
import { percentile } from './measure.ts';
import type { Report } from './report.ts';
import { find, ms } from './report.ts';

const edits = 15;
const bar = 500;

/** The moment, by the clock of all processes, at which the page has painted a text of `selector` that is `text`. */
const paintedAt = (page: Page, selector: string, text: string): Promise<number> =>
  page.evaluate(
    ([where, wanted]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const there = [...document.querySelectorAll(where ?? '')].some((one) =>
            one.textContent?.startsWith(wanted ?? ''),
          );
          // After the frame in which it is there, the next turn of the loop comes when that frame is painted.
          if (there) requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [selector, text],
  );

interface Subject {
  readonly what: string;
  readonly address: string;
  /** Where it is seen. */
  readonly selector: string;
  readonly file: string;
  // biome-ignore lint/suspicious/noExplicitAny: a file of the language
  readonly change: (document: any, text: string) => void;
}

const subjects: readonly Subject[] = [
  {
    what: 'a label of schema.json, in a form',
    address: '/bancos?_record=new',
    selector: 'label[for="fi-form_nome"]',
    file: 'schemas/base/bancos/schema.json',
    change: (document, text) => {
      document.properties.nome.title = text;
    },
  },
  {
    what: 'a label of schema.json, in a list of 50 rows',
    address: '/bancos',
    selector: '.fi-header-title span',
    file: 'schemas/base/bancos/schema.json',
    change: (document, text) => {
      document.properties.nome.title = text;
    },
  },
  {
    what: 'a new field of schema.json with its column in the database, in a form',
    address: '/bancos?_record=new',
    selector: 'label',
    file: 'schemas/base/bancos/schema.json',
    change: (document, text) => {
      document.properties[`campo_${text.replaceAll(/\D/g, '')}`] = { title: text, type: 'string' };
    },
  },
  {
    what: "a label of the client's file, in a form",
    address: '/bancos?_record=new',
    selector: 'label[for="fi-form_site"]',
    file: 'clients/copass.json',
    change: (document, text) => {
      document.fields.banco.site.label = text;
    },
  },
];

const measure = async (development: DevelopmentProduct, page: Page, subject: Subject): Promise<readonly number[]> => {
  await page.goto(`${development.url}${subject.address}`);
  await page.locator(subject.selector).first().waitFor();
  await page.waitForTimeout(1000);
  const times: number[] = [];
  for (let turn = 0; turn <= edits; turn += 1) {
    const text = `Nome ${turn}`;
    const painted = paintedAt(page, subject.selector, text);
    const saved = performance.timeOrigin + performance.now();
    await development.edit(subject.file, (document) => subject.change(document, text));
    times.push((await painted) - saved);
    // A person who saves again has looked at it.
    await page.waitForTimeout(400);
  }
  // The first one finds nothing in any memory.
  return times.slice(1);
};

export const benchEdit = async (report: Report): Promise<void> => {
  await unpackBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'fichario-edit-'));
  const [development, browser] = await Promise.all([
    openDevelopmentProduct(() => openPglite({ folder: join(folder, 'data') })),
    launchBrowser({ asInstalled: true }),
  ]);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await signIn(page, development.url);
    for (const subject of subjects) {
      const times = await measure(development, page, subject);
      const [median, slowest] = [percentile(times, 0.5), Math.max(...times)];
      find(report, {
        what: `Saved to seen: ${subject.what} (median of ${times.length})`,
        measured: `${ms(median)}; slowest ${ms(slowest)}`,
        bar: `below ${bar} ms`,
        met: median < bar,
      });
    }
  } finally {
    await browser.close();
    await development.close();
    await rm(folder, { recursive: true, force: true });
  }
};
