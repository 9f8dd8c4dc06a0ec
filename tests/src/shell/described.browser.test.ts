/** The line under a control, in a real browser: whoever cannot see it is told of it with the control. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openBrowserProduct } from '../../support/browser-product.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import { openSession } from './open-session.ts';

const path = 'schemas/teste/modelos/schema.json';
const schema = everyTypeFiles[path] as { readonly properties: Readonly<Record<string, object>> };
const { ativo, ...others } = schema.properties;
/** Each field has a line of help, and but for the one of a box must be given. */
const files = {
  ...everyTypeFiles,
  [path]: {
    ...schema,
    required: Object.keys(others),
    properties: Object.fromEntries(
      Object.entries({ ...others, ativo, papeis: { title: 'Papéis', 'x-attachment': { types: ['pdf'] } } }).map(
        ([name, property]) => [name, { ...property, 'x-help': `Ajuda de ${name}.` }],
      ),
    ),
  },
};
/** Wire names. */
const keysOf = (fields: readonly string[]): readonly string[] =>
  fields.map((name) => (name === 'cidade' ? 'cidade_id' : name)).sort();

let product: Awaited<ReturnType<typeof openBrowserProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openBrowserProduct({ client: 'copass', files }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** The fields whose line is that of a control that can be focused, by the end of its id. */
const told = (page: Page, end: string): Promise<readonly string[]> =>
  page.evaluate((suffix) => {
    const focused = [...document.querySelectorAll('input, textarea, button, [tabindex]')];
    return [...document.querySelectorAll(`[id$="${suffix}"]`)]
      .filter(({ id }) => focused.some((one) => one.getAttribute('aria-describedby')?.split(' ').includes(id)))
      .map(({ id }) => id.slice('fi-form_'.length, -suffix.length))
      .sort();
  }, end);

it('of a form is told with the control of every type, what helps and then what is wrong', async () => {
  const { page, close } = await openSession(browser, product.url, { path: '/modelos?_record=new' });
  await page.locator('#fi-form_nome').waitFor();
  await expect.poll(() => told(page, '__help')).toEqual(keysOf([...Object.keys(others), 'ativo', 'papeis']));
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => told(page, '__error')).toEqual(keysOf(Object.keys(others)));
  // What is not wrong keeps its help.
  expect(await told(page, '__help')).toEqual(['ativo', 'papeis']);
  await close();
});
