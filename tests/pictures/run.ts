/**
 * `npm run pictures [-- --client <name>] [--modules <name>,<name>] [--dark]`: list and forms of every registry of those
 * modules, wide and on a phone, and one contact sheet a module. Says where the sheets are and what went wrong meanwhile.
 * With `--readme`: the pictures of the README, and nothing else.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { Refusal } from '../../engine/core/errors.ts';
import type { RegistryScreen } from '../../engine/model/screen-types.ts';
import { explainRefusal } from '../../src/explain-refusal.ts';
import type { Format, Scheme } from '../../src/pictures/watched-page.ts';
import { openWatchedPage } from '../../src/pictures/watched-page.ts';
import { launchBrowser, unpackBrowser } from '../support/browser.ts';
import { root } from '../support/built-product.ts';
import type { Picture, SheetRow } from './contact-sheet.ts';
import { writeSheet } from './contact-sheet.ts';
import type { PicturedProduct } from './open-product.ts';
import { openProduct } from './open-product.ts';
import { takeReadmePictures } from './readme-pictures.ts';

const formats: readonly Format[] = [
  { width: 1440, height: 900, phone: false },
  { width: 390, height: 844, phone: true },
];
/** More rows make a picture that no viewer shows in readable size. */
const screensPerSheet = 4;

interface Job {
  readonly browser: Browser;
  readonly product: PicturedProduct;
  readonly folder: string;
  readonly scheme: Scheme;
}

interface View {
  readonly what: string;
  readonly path: string;
  /** Selector of what it must show. */
  readonly drawn: string;
}

const listDrawn = '#fi-main [aria-busy="false"] :is(.ag-row, li, h2)';
const recordDrawn = ':is([role="dialog"], [data-record-page]) dl';
const formDrawn = ':is([role="dialog"], [data-record-page]) form';

/** What is pictured of a screen. */
const findViews = async (product: PicturedProduct, screen: RegistryScreen): Promise<readonly View[]> => {
  const { path } = screen;
  const id = await product.firstRecord(screen);
  const always = [
    { what: 'lista', path, drawn: listDrawn },
    { what: 'novo', path: `${path}?_record=new`, drawn: formDrawn },
  ];
  return id === undefined
    ? always
    : [
        ...always,
        { what: 'registro', path: `${path}?_record=view.${id}`, drawn: recordDrawn },
        { what: 'edicao', path: `${path}?_record=edit.${id}`, drawn: formDrawn },
      ];
};

const picture = async (job: Job, screens: readonly RegistryScreen[], format: Format): Promise<SheetRow[]> => {
  const page = await openWatchedPage(job.browser, job.product.url, format, job.scheme);
  const rows: SheetRow[] = [];
  for (const screen of screens) {
    const pictures: Picture[] = [];
    for (const { what, path, drawn } of await findViews(job.product, screen)) {
      const file = join(job.folder, `${screen.folder}-${what}-${format.width}-${job.scheme}.png`);
      await page.show(path, drawn);
      await writeFile(file, await page.picture());
      pictures.push({ what: `${what} ${format.width}x${format.height}`, file, ...format });
      for (const problem of page.takeProblems()) console.log(`${path} (${format.width}, ${job.scheme}): ${problem}`);
    }
    rows.push({ title: `${screen.title} ${screen.path}`, pictures });
  }
  await page.close();
  return rows;
};

const pictureModule = async (job: Job, module: string, screens: readonly RegistryScreen[]): Promise<void> => {
  const byFormat: SheetRow[][] = [];
  for (const format of formats) byFormat.push(await picture(job, screens, format));
  const rows = screens.map(
    (_, index): SheetRow => ({
      title: byFormat[0]?.[index]?.title ?? '',
      pictures: byFormat.flatMap((all) => all[index]?.pictures ?? []),
    }),
  );
  for (let start = 0; start < rows.length; start += screensPerSheet) {
    const part = rows.length > screensPerSheet ? `-${start / screensPerSheet + 1}` : '';
    const base = join(job.folder, `${module}-${job.scheme}${part}`);
    console.log(await writeSheet(job.browser, base, `${module}${part}`, rows.slice(start, start + screensPerSheet)));
  }
};

const { values } = parseArgs({
  options: {
    client: { type: 'string', default: 'copass' },
    modules: { type: 'string' },
    dark: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
});

const run = async (product: PicturedProduct, browser: Browser): Promise<void> => {
  if (values.readme) {
    for (const problem of await takeReadmePictures(browser, product, 'tests/pictures/readme')) console.log(problem);
    return;
  }
  const byModule = Map.groupBy(product.screens, (screen) => screen.module);
  const chosen = values.modules?.split(',') ?? [...byModule.keys()];
  const unknown = chosen.filter((module) => !byModule.has(module));
  if (unknown.length > 0)
    throw new Error(
      `no registry in ${unknown.join(', ')}; modules with registries: ${[...byModule.keys()].join(', ')}`,
    );
  for (const module of chosen) {
    const folder = join(root, '.pictures', values.client, module);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const scheme of values.dark ? (['light', 'dark'] as const) : (['light'] as const)) {
      await pictureModule({ browser, product, folder, scheme }, module, byModule.get(module) ?? []);
    }
  }
};

try {
  await unpackBrowser();
  const product = await openProduct(values.client);
  const browser = await launchBrowser();
  try {
    await run(product, browser);
  } finally {
    await browser.close();
    await product.close();
  }
} catch (error) {
  console.error(error instanceof Refusal ? await explainRefusal(root, error) : error);
  process.exitCode = 1;
}
