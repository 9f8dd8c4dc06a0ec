/**
 * Pictures of screens before and after a change of the files: the product is started on each, in memory, with its initial
 * rows and those of the demonstration, and a real browser opens them as its administrator. One after the other: two
 * embedded databases at once are more than many machines have room for.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { isOffered } from '../../engine/access/may-act.ts';
import { installPages } from '../../engine/api/pages.ts';
import type { PictureRequest, Pictures, ScreenPictures } from '../../engine/commands/contract.ts';
import type { Database } from '../../engine/data/database.ts';
import { openPglite } from '../../engine/data/pglite/open-pglite.ts';
import { loadSamples } from '../../engine/data/samples/load-samples.ts';
import type { SourceFiles } from '../../engine/metadata/documents.ts';
import { hasTable } from '../../engine/model/has-table.ts';
import type { RegistryScreen, Screen } from '../../engine/model/screen-types.ts';
import { readConfiguration } from '../configuration.ts';
import { sampleRecipes } from '../demo/index.ts';
import type { StartedProduct } from '../start-product.ts';
import { startProduct } from '../start-product.ts';
import { launchBrowser, unpackBrowser } from './browser.ts';
import { administrator } from './sign-in.ts';
import type { WatchedPage } from './watched-page.ts';
import { openWatchedPage } from './watched-page.ts';

export interface TakingOptions {
  readonly root: string;
  /** The screens as they were built; absent: they are built now. */
  readonly pages?: string;
  /** Default: empty, in memory. */
  readonly open?: () => Promise<Database>;
  /** Whether records are made up where the files bring none. Default true. */
  readonly samples?: boolean;
  /** Raises where there is none. */
  readonly launch?: () => Promise<Browser>;
}

const format = { width: 1280, height: 800, phone: false } as const;
const listDrawn = '#fi-main [aria-busy="false"] :is(.ag-row, li, h2)';
const recordDrawn = ':is([role="dialog"], [data-record-page]) :is(form, dl)';

interface Taken {
  readonly title: string;
  readonly list: Uint8Array;
  readonly record?: Uint8Array;
}

/** The address of a record as it is changed, where it can be, else as it is read; of a new one where there is none. */
const recordAddress = (
  { entities }: StartedProduct['runtime']['current']['model'],
  screen: RegistryScreen,
  id?: number,
) => {
  const entity = entities[screen.entity];
  const changes = entity !== undefined && hasTable(entity) && isOffered(entity, 'update');
  if (id !== undefined) return `${screen.path}?_record=${changes ? 'edit' : 'view'}.${id}`;
  return changes && isOffered(entity, 'insert') ? `${screen.path}?_record=new` : undefined;
};

const firstRecord = async ({ app }: StartedProduct, path: string, token: string): Promise<number | undefined> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.inject({ url: `/api${path}?select=id&limit=1`, headers });
  return answer.statusCode === 200 ? (answer.json() as { id: number }[])[0]?.id : undefined;
};

const tokenOf = async ({ app }: StartedProduct): Promise<string> => {
  const { login: userId, password } = administrator;
  const answer = await app.inject({ method: 'POST', url: '/api/auth/token/issue', payload: { userId, password } });
  return (answer.json() as { token: string }).token;
};

const pictureScreen = async (
  page: WatchedPage,
  product: StartedProduct,
  screen: Exclude<Screen, { kind: 'group' }>,
  token: string,
): Promise<Taken> => {
  const isRegistry = screen.kind === 'registry' && screen.report === undefined;
  await page.show(screen.path, isRegistry ? listDrawn : '#fi-main');
  const list = await page.pictureWork();
  const id = isRegistry ? await firstRecord(product, screen.path, token) : undefined;
  const address = isRegistry ? recordAddress(product.runtime.current.model, screen, id) : undefined;
  if (address === undefined) return { title: screen.title, list };
  await page.show(address, recordDrawn);
  return { title: screen.title, list, record: await page.pictureWork() };
};

/** The screens that this side has, by route. */
const takeSide = async (
  browser: Browser,
  sources: SourceFiles,
  { client, screens }: PictureRequest,
  { pages = '', open = () => openPglite({ folder: 'memory://' }), samples = true }: TakingOptions,
): Promise<ReadonlyMap<string, Taken>> => {
  const configuration = readConfiguration({ CLIENT: client, LOG_LEVEL: 'silent', DATA_FOLDER: pages });
  const product = await startProduct({
    sources: async () => sources,
    open,
    configuration,
    pages: (app, client) => installPages(app, pages, client),
    // Nobody gets letters of a picture.
    transport: { send: async () => undefined, close: () => undefined },
  });
  try {
    const { model } = product.runtime.current;
    const timeZone = configuration.TIME_ZONE;
    if (samples)
      await loadSamples(product.database, model, sampleRecipes, { size: 'small', seed: 1, timeZone, step: 200 });
    const url = await product.app.listen({ host: configuration.HOST, port: 0 });
    const token = await tokenOf(product);
    const page = await openWatchedPage(browser, url, format, 'light');
    const taken = new Map<string, Taken>();
    for (const path of screens) {
      const screen = model.screens.find((one) => one.path === path && one.kind !== 'group');
      if (screen !== undefined && screen.kind !== 'group')
        taken.set(path, await pictureScreen(page, product, screen, token));
    }
    await page.close();
    return taken;
  } finally {
    await product.close();
  }
};

const pairOf = (path: string, before: Taken | undefined, after: Taken | undefined): readonly ScreenPictures[] => {
  const title = after?.title ?? before?.title;
  if (title === undefined) return [];
  const pair = (what: 'list' | 'record') => ({ what, before: before?.[what], after: after?.[what] });
  return [{ path, title, pairs: [pair('list'), pair('record')].filter((one) => one.before || one.after) }];
};

const openBrowser = async (launch: TakingOptions['launch']): Promise<Browser | undefined> => {
  try {
    if (launch) return await launch();
    await unpackBrowser();
    return await launchBrowser();
  } catch {
    return undefined;
  }
};

/** Of screens that neither side has nothing is taken; without a browser nothing at all. */
export const takePictures = async (asked: PictureRequest, options: TakingOptions): Promise<Pictures> => {
  const browser = await openBrowser(options.launch);
  if (browser === undefined) return { kind: 'no-browser' };
  const folder = await mkdtemp(join(tmpdir(), 'fichario-pictures-'));
  try {
    const pages = options.pages ?? join(folder, 'dist');
    if (options.pages === undefined)
      await build({ root: options.root, logLevel: 'error', build: { outDir: pages, emptyOutDir: true } });
    const [before, after] = [
      await takeSide(browser, asked.before, asked, { ...options, pages }),
      await takeSide(browser, asked.after, asked, { ...options, pages }),
    ];
    return {
      kind: 'taken',
      screens: asked.screens.flatMap((path) => pairOf(path, before.get(path), after.get(path))),
    };
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
};
