/**
 * Every registry and list in a real browser, once, as a person works in it. A registry is opened, searched, filled in
 * wrong and told why, filled in right, changed, followed, its row's menu tried, deleted; a list is opened, searched,
 * filtered, written into a file, and its rows lead where they say. All of it is made from the model, so that what is
 * dropped in is looked at too. `npm test` takes a sample that has every kind of control, `npm run test:all` all of them,
 * and `SCREEN=/bancos npx vitest run --mode all` with this file one. A list that the records made here do not get into is opened and its panel looked at, no more.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { RegistryScreen } from '../../../engine/model/screen-types.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { BrowserProduct } from '../../support/browser-product.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { drawSample } from '../../support/drawn-sample.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';
import type { Ask } from '../../support/records/record-maker.ts';
import { RecordMaker } from '../../support/records/record-maker.ts';
import { shapeOf } from '../../support/records/record-shape.ts';
import type { FormAtHand } from './fill-form.ts';
import type { ScreenPage } from './screen-page.ts';
import { openLanes } from './screen-page.ts';
import { screenTraits } from './screen-traits.ts';
import { visitList } from './visit-list.ts';
import { visitRegistry } from './visit-registry.ts';
import { visitReport } from './visit-report.ts';

const lanesAtOnce = 3;
/** With the time that others have the page. */
const timeout = 240_000;

/** The registries that others have too: no client has all of them. */
const withoutLimits = (sources: ReadonlyMap<string, string>): Readonly<Record<string, object>> =>
  Object.fromEntries(
    [...sources].flatMap(([path, text]) => {
      if (!path.endsWith('/columns.json')) return [];
      const { clients, flag, ...rest } = JSON.parse(text) as { clients?: unknown; flag?: unknown };
      return clients === undefined && flag === undefined ? [] : [[path, rest]];
    }),
  );

const sources = await readRealFiles();
const files = withoutLimits(sources);
const { model, messages } = loadProduct(
  new Map([
    ...sources,
    ...Object.entries(files).map(([path, value]): [string, string] => [path, JSON.stringify(value)]),
  ]),
  'copass',
  fileMemory,
);
/** Once each: several entries of the menu may lead to one. */
const all = model.screens.flatMap((screen, index) => {
  const entity = screen.kind === 'registry' ? model.entities[screen.entity] : undefined;
  const first = model.screens.findIndex(({ path }) => path === screen.path) === index;
  return screen.kind === 'registry' && first && entity ? [{ path: screen.path, screen, entity }] : [];
});
/** In sight of one alone: `SCREEN=/bancos npx vitest run --mode all <this file>`. */
const asked = process.env['SCREEN']?.split(' ');
const isAsked = ({ path }: { readonly path: string }): boolean => asked?.includes(path) ?? true;
const isTold = ({ screen }: { readonly screen: RegistryScreen }): boolean => screen.report !== undefined;
const screens = drawSample(
  all.filter((one) => !isTold(one)),
  ({ screen, entity }) => screenTraits(screen, entity),
).filter(isAsked);
const reports = all.filter(isTold).filter(isAsked);
const isWritten = ({ entity }: { readonly entity: Entity }): boolean => !entity.view && !entity.log;
const registries = screens.filter(isWritten);
const lists = screens.filter((screen) => !isWritten(screen));

let product: BrowserProduct;
let browser: Browser;
let lanes: Awaited<ReturnType<typeof openLanes>>;
let ask: Ask;
let maker: RecordMaker;

beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ files, rowsOf: [] }), launchBrowser()]);
  const issued = await product.app.inject({
    method: 'POST',
    url: '/api/auth/token/issue',
    payload: { userId: 'admin', password: 'admin-demo' },
  });
  const { token } = issued.json() as { token: string };
  ask = async (method, path, body, headers = {}) => {
    const answer = await product.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };
  maker = RecordMaker.of(model, { ask });
  lanes = await openLanes(browser, product.url, lanesAtOnce);
});
afterAll(async () => {
  await lanes?.close();
  await browser?.close();
  await product?.close();
});

/** A page for as long as the block needs it; where it fails, the page begins anew. */
const onLane = async <T>(path: string, block: (lane: ScreenPage, hand: FormAtHand) => Promise<T>): Promise<T> => {
  const lane = await lanes.take();
  try {
    const { body } = await ask('GET', `/model/screen?path=${encodeURIComponent(path)}`);
    const hand = { page: lane.page, texts: messages.texts, model: body as ScreenModel, entities: model.entities, ask };
    return await block(lane, hand);
  } catch (error) {
    await lane.restart();
    lane.takeProblems();
    throw error;
  } finally {
    lanes.give(lane);
  }
};

describe('a person at a registry', { concurrent: true, timeout }, () => {
  it.each(registries)('$path', ({ path, entity: { noOverlap } }) =>
    onLane(path, async (lane, hand) => {
      const { provider } = hand.model;
      // What may not overlap a screen need not know.
      const entity = { ...hand.model.entity, ...(noOverlap === undefined ? {} : { noOverlap }) };
      const shape = shapeOf(model, entity);
      const place = { path, shape };
      const { id, row } = await maker.insert(place);
      const given = provider === undefined ? {} : { [provider]: row[provider] };
      const found = await maker.find(place, { rows: ({ key }) => key === entity.children[0]?.name, given });
      const next = await maker.asTyped(place, found, given);
      await visitRegistry(lane, hand, maker, { path, model: hand.model, shape, id, row, next });
    }),
  );
});

describe('a person at a list', { concurrent: true, timeout }, () => {
  it.each(lists)('$path', ({ path, entity }) =>
    onLane(path, async (lane, hand) => {
      const names = [...Object.values(entity.view?.sources ?? {}).flat(), ...(entity.view?.rows ?? [])];
      const sources = new Set(names.map((source) => model.entities[source.entity]?.owner?.entity ?? source.entity));
      for (const name of sources) if (model.entities[name]?.path !== undefined) await maker.target(name);
      await visitList(lane, hand);
    }),
  );
});

describe('a person at a report', { concurrent: true, timeout }, () => {
  it.each(reports)('$path', ({ path, screen, entity }) =>
    onLane(path, async (lane, hand) => {
      if (entity.view === undefined && screen.filter === undefined && entity.path !== undefined)
        await maker.target(entity.name);
      await visitReport(lane, hand);
    }),
  );
});
