/**
 * The matrix of rights in a real browser on the embedded database, 1440x900, with 600 subjects and a group that holds four
 * rights on each: until it is painted, from a key of its search, from a turned mark, and until the save is shown beforehand.
 */
import type { Page } from 'playwright-core';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { launchBrowser, unpackBrowser } from '../support/browser.ts';
import type { BuiltProduct } from '../support/built-product.ts';
import { openBuiltProduct, root, signIn } from '../support/built-product.ts';
import { percentile } from './measure.ts';
import type { Report } from './report.ts';
import { find, ms, number } from './report.ts';

/** Beside those of the real files, so that there are at least as many as are spoken of. */
const registries = 350;
const subjects = 600;
const turns = 7;
const bars = { open: 400, key: 50, review: 400 } as const;

const registryOf = (at: number): readonly (readonly [string, string])[] => {
  const name = `medido_${String(at).padStart(3, '0')}`;
  const folder = `schemas/medida/${name.replace('_', '-')}`;
  const title = `Cadastro medido ${at}`;
  return [
    [
      `${folder}/schema.json`,
      JSON.stringify({
        title,
        type: 'object',
        required: ['codigo'],
        properties: {
          codigo: { title: 'Código', type: 'string', maxLength: 20, 'x-unique': true },
          nome: { title: 'Nome', type: 'string', maxLength: 60 },
          valor: { title: 'Valor', type: 'number', format: 'money' },
        },
      }),
    ],
    [
      `${folder}/columns.json`,
      JSON.stringify({
        entity: name,
        path: `/${name.replace('_', '-')}`,
        title,
        permission: { subject: name },
        parent: '/acesso',
        columns: ['codigo', 'nome'],
        sort: ['codigo'],
      }),
    ],
  ];
};

const sources = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ...[...(await readSourceFiles(root))].filter(([path]) => !path.endsWith('.csv')),
    ...Array.from({ length: registries }, (_, at) => registryOf(at + 1)).flat(),
  ]);

const call = async <Answer>({ product, token }: BuiltProduct, url: string, body?: object): Promise<Answer> => {
  const answer = await product.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}`, prefer: 'return=representation' },
    ...(body === undefined ? {} : { payload: body }),
  });
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json() as Answer;
};

/** A group without rights and one with four on every subject; how many those are. */
const fill = async (site: BuiltProduct): Promise<{ readonly empty: number; readonly rights: number }> => {
  const catalogue = await call<{ subjects: readonly { name: string }[] }>(site, '/acesso/permissoes');
  if (catalogue.subjects.length < subjects) throw new Error(`${catalogue.subjects.length} subjects`);
  const [full] = await call<readonly { id: number }[]>(site, '/grupos', { nome: 'Cheio' });
  const [empty] = await call<readonly { id: number }[]>(site, '/grupos', { nome: 'Vazio' });
  const names = catalogue.subjects.map(({ name }) => name).filter((name) => name !== 'all');
  const rules = names.flatMap((assunto) =>
    ['list', 'view', 'insert', 'update'].map((acao) => ({ grupo_id: full?.id, assunto, acao })),
  );
  for (let from = 0; from < rules.length; from += 1000)
    await call(site, '/regras?select=id', rules.slice(from, from + 1000));
  return { empty: empty?.id ?? 0, rights: rules.length };
};

/** From a click on what `selector` finds until `painted` is in the page and its frame is drawn; told by the page. */
const clickTo = (page: Page, selector: string, painted: string): Promise<number> =>
  page.evaluate(
    ([where, what]) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(where ?? '');
        if (target === null) return reject(new Error(`nothing to click: ${where}`));
        const began = performance.now();
        const look = () => {
          if (document.querySelector(what ?? '') === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        target.click();
        requestAnimationFrame(look);
      }),
    [selector, painted],
  );

/** Milliseconds from each key to the next painted frame, and to the end of all work that it set off. */
const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted: (readonly [number, number])[] = [];
    Object.assign(globalThis, { notedKeys: noted });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() =>
          setTimeout(() => {
            const painted = performance.now() - timeStamp;
            requestIdleCallback(() => noted.push([painted, performance.now() - timeStamp]));
          }),
        );
      },
      { capture: true },
    );
  });

const notedKeys = (page: Page): Promise<[number, number][]> =>
  page.evaluate(() => (globalThis as unknown as { notedKeys: [number, number][] }).notedKeys.splice(0));

const tell = (report: Report, what: string, times: readonly number[], bar: number, more = ''): void => {
  const half = percentile(times, 0.5);
  find(report, {
    what: `Matrix of rights, ${number(subjects)} subjects, ${what} (median of ${times.length})`,
    measured: `${ms(half)}; slowest ${ms(Math.max(...times))}${more}`,
    bar: `below ${bar} ms`,
    met: half < bar,
  });
};

const box = '[role="grid"] [aria-checked]';
const searchBox = 'input[type="search"]';

/** Keys into the search of the tab that is open, and back. */
const benchSearch = async (report: Report, page: Page, what: string, text: string): Promise<void> => {
  await page.locator(searchBox).last().focus();
  await notedKeys(page);
  for (let turn = 0; turn < 2; turn += 1) {
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(120);
    }
    for (const _ of text) {
      await page.keyboard.press('Backspace');
      await page.waitForTimeout(120);
    }
  }
  const keys = await notedKeys(page);
  const settled = keys.map(([, end]) => end);
  tell(
    report,
    `key of the search among ${what} to paint`,
    keys.map(([painted]) => painted),
    bars.key,
    `; until the rows are there ${ms(percentile(settled, 0.5))}, slowest ${ms(Math.max(...settled))}`,
  );
};

const benchMatrix = async (report: Report, page: Page, site: BuiltProduct): Promise<void> => {
  const { empty, rights } = await fill(site);
  const entry = 'nav a[href="/config-permissoes"]';
  const other = 'nav a[href="/regras"]';
  const first: number[] = [];
  const again: number[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    await page.goto(`${site.url}/regras`);
    await page.locator('.ag-row').first().waitFor();
    await page.waitForLoadState('networkidle');
    first.push(await clickTo(page, entry, box));
    await page.waitForLoadState('networkidle');
    await clickTo(page, other, '.ag-row');
    await page.waitForLoadState('networkidle');
    again.push(await clickTo(page, entry, box));
    await page.waitForLoadState('networkidle');
  }
  // The first turn finds nothing in the caches of server and browser.
  tell(
    report,
    'click on the menu to the marks, not read before',
    first.slice(1),
    bars.open,
    `; the very first ${ms(first[0] ?? 0)}`,
  );
  tell(report, 'click on the menu to the marks, read before', again.slice(1), bars.open);

  await page.goto(`${site.url}/config-permissoes?grupo=${empty}`);
  await page.locator(box).first().waitFor();
  await page.waitForLoadState('networkidle');
  await watchKeys(page);
  await benchSearch(report, page, 'subjects', 'cadastro medido 17');
  await page.locator('[role="grid"]').focus();
  for (const key of ['Control+Home', ...Array.from({ length: 15 }, () => ['Space', 'ArrowDown'])].flat()) {
    await page.keyboard.press(key);
    await page.waitForTimeout(60);
  }
  const marks = await notedKeys(page);
  tell(
    report,
    'key that moves or turns a mark to paint',
    marks.map(([painted]) => painted),
    bars.key,
  );

  const reviews: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await page.goto(`${site.url}/config-permissoes?grupo=${empty}`);
    await page.locator(box).first().waitFor();
    await page.getByRole('button', { name: 'Copiar de' }).click();
    await page.getByRole('menuitem', { name: 'Cheio' }).click();
    const review = page.getByRole('button', { name: /^Revisar e salvar \(/ });
    await review.waitFor();
    await page.waitForLoadState('networkidle');
    await review.evaluate((button) => button.setAttribute('data-measured', ''));
    reviews.push(await clickTo(page, '[data-measured]', '[role="dialog"] li'));
  }
  tell(report, `click to ${number(rights)} changes shown before they are saved`, reviews, bars.review);
  const began = performance.now();
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: 'Revisar e salvar', exact: true }).waitFor();
  find(report, {
    what: `Matrix of rights, ${number(rights)} rights saved at once, guard and history included`,
    measured: ms(performance.now() - began),
    bar: undefined,
    met: true,
  });

  await page.goto(`${site.url}/config-permissoes?grupo=${empty}`);
  await page.locator(box).first().waitFor();
  await page.waitForLoadState('networkidle');
  const fields = page.getByRole('tab', { name: 'Campos' });
  await fields.evaluate((tab) => tab.setAttribute('data-measured', ''));
  const opened = await clickTo(page, '[data-measured]', '[role="grid"] [role="radio"]');
  tell(report, 'click to the fields of all registries', [opened], bars.open);
  await watchKeys(page);
  await benchSearch(report, page, 'fields', 'cadastro medido 17');
};

export const benchPermissions = async (report: Report): Promise<void> => {
  await unpackBrowser();
  const [site, browser] = await Promise.all([openBuiltProduct(sources), launchBrowser({ asInstalled: true })]);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await signIn(page, site.url);
    await benchMatrix(report, page, site);
  } finally {
    await browser.close();
    await site.close();
  }
};
