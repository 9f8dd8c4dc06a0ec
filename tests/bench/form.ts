/**
 * Forms in a real browser whose CPU is slowed four times: from the click to the painted form, and from each key to the
 * next painted frame, typed at uneven intervals so that work done between keys is met as well.
 */
import type { Page } from 'playwright-core';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { launchBrowser, unpackBrowser } from '../support/browser.ts';
import type { BuiltProduct } from '../support/built-product.ts';
import { openBuiltProduct, root, signIn } from '../support/built-product.ts';
import { fieldName, formFiles, tableRecord } from './form-files.ts';
import { percentile } from './measure.ts';
import type { Report } from './report.ts';
import { find, ms } from './report.ts';

const slowness = 4;
const openings = 5;
/** Milliseconds from one key to the next, in turn: both sides of every pause that the form knows. */
const rhythm = [70, 110, 160, 230, 90, 180, 320] as const;

/** Files of the forms beside the real ones, without initial rows but those of the relation. */
const sources = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ...[...(await readSourceFiles(root))].filter(([path]) => !path.endsWith('.csv') || path.includes('/cidades/')),
    ...Object.entries(formFiles).map(([path, value]): [string, string] => [path, JSON.stringify(value)]),
  ]);

const insertTable = async ({ product, token }: BuiltProduct): Promise<number> => {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/tabelas',
    headers: { authorization: `Bearer ${token}`, prefer: 'return=representation' },
    payload: tableRecord,
  });
  return (answer.json() as { id: number }[])[0]?.id ?? 0;
};

/** From the click on `button` until the field is on the screen, milliseconds; told by the page itself. */
const clickToPaint = (page: Page, button: string, field: string): Promise<number> =>
  page.evaluate(
    ([name, id]) =>
      new Promise<number>((resolve, reject) => {
        const target = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name);
        if (!target) return reject(new Error(`no button ${name}`));
        const began = performance.now();
        const look = () => {
          // After the frame in which it is there, the next turn of the loop comes when that frame is painted.
          if (document.getElementById(id ?? '') === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        target.click();
        requestAnimationFrame(look);
      }),
    [button, field],
  );

/** Has the page note each key's time to the next painted frame, waiting in the queue included. */
const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted: number[] = [];
    Object.assign(globalThis, { notedKeys: noted });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => noted.push(performance.now() - timeStamp)));
      },
      { capture: true },
    );
  });

const notedKeys = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { notedKeys: number[] }).notedKeys.splice(0));

const typeInto = async (page: Page, id: string, text: string): Promise<void> => {
  await page.locator(`#${id}`).click();
  for (const [at, character] of [...text].entries()) {
    await page.keyboard.press(character === ' ' ? 'Space' : character);
    await page.waitForTimeout(rhythm[at % rhythm.length] ?? 0);
  }
};

const words = 'rua das flores numero vinte e dois';

/** What is typed into one section: every kind that takes keys, the relation with its calls among them. */
const typed = (section: number): readonly (readonly [field: string, text: string])[] => [
  [fieldName('texto', section, 0), words],
  [fieldName('mascara', section, 1), '123456ab'],
  [fieldName('documento', section, 2), '52998224725'],
  [fieldName('valor', section, 3), '1234567,89'],
  [fieldName('data', section, 4), '15012026'],
  [`${fieldName('cidade', section, 5)}_id`, 'belo horiz'],
  [fieldName('observacao', section, 7), words],
  [fieldName('quantidade', section, 8), '123456'],
];

/** The same keys in an input of an empty page: what browser and machine take by themselves. */
const bareKeys = async (page: Page): Promise<string> => {
  await page.goto('about:blank');
  await page.setContent('<!doctype html><input id="bare">');
  await watchKeys(page);
  await typeInto(page, 'bare', words);
  const keys = await notedKeys(page);
  return `an input of an empty page: p95 ${ms(percentile(keys, 0.95))}, p50 ${ms(percentile(keys, 0.5))}`;
};

const benchSections = async (report: Report, page: Page, url: string, bare: string): Promise<void> => {
  const paints: number[] = [];
  for (let turn = 0; turn <= openings; turn += 1) {
    await page.goto(`${url}/formularios`);
    await page.getByRole('button', { name: 'Novo' }).first().waitFor();
    // The code of the form is read ahead once the list is there.
    await page.waitForLoadState('networkidle');
    paints.push(await clickToPaint(page, 'Novo', `fi-form_${fieldName('texto', 1, 0)}`));
  }
  // The first one finds nothing in the browser's caches.
  const paint = percentile(paints.slice(1), 0.5);
  find(report, {
    what: `Form of 300 fields in 12 sections, click to paint (median of ${openings})`,
    measured: ms(paint),
    bar: 'below 400 ms',
    met: paint < 400,
  });
  await watchKeys(page);
  for (const [field, text] of typed(1)) await typeInto(page, `fi-form_${field}`, text);
  const keys = await notedKeys(page);
  const p95 = percentile(keys, 0.95);
  find(report, {
    what: `Form of 300 fields in 12 sections, key to paint, p95 of ${keys.length}`,
    measured: `${ms(p95)}; p50 ${ms(percentile(keys, 0.5))}; ${bare}`,
    bar: 'below 50 ms',
    met: p95 < 50,
  });
};

const benchRows = async (report: Report, page: Page, url: string, id: number): Promise<void> => {
  await page.goto(`${url}/tabelas?_record=edit.${id}`);
  await page.locator('#fi-form_linhas_0_descricao').waitFor();
  await watchKeys(page);
  for (const [field, text] of [
    ['linhas_0_descricao', words],
    ['linhas_1_codigo', '1234'],
    ['linhas_2_valor', '1234567,89'],
    ['linhas_3_descricao', words],
    ['linhas_4_inicio', '20022026'],
  ] as const)
    await typeInto(page, `fi-form_${field}`, text);
  const keys = await notedKeys(page);
  const p95 = percentile(keys, 0.95);
  find(report, {
    what: `Table of 1,000 rows in a form, key to paint, p95 of ${keys.length}`,
    measured: `${ms(p95)}; p50 ${ms(percentile(keys, 0.5))}`,
    bar: 'below 60 ms',
    met: p95 < 60,
  });
};

export const benchForm = async (report: Report): Promise<void> => {
  await unpackBrowser();
  const [site, browser] = await Promise.all([openBuiltProduct(sources), launchBrowser({ asInstalled: true })]);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const id = await insertTable(site);
    await signIn(page, site.url);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    const bare = await bareKeys(page);
    await benchSections(report, page, site.url, bare);
    await benchRows(report, page, site.url, id);
  } finally {
    await browser.close();
    await site.close();
  }
};
