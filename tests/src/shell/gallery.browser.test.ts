/** The gallery of the development server: every field type in every state, held against axe, in both themes. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { fieldTypes } from '../../../engine/fields/index.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { readConfiguration } from '../../../src/configuration.ts';
import { createDevelopment } from '../../../src/development.ts';
import { buildGallery } from '../../../src/gallery/build-gallery.ts';
import { galleryStates } from '../../../src/gallery/gallery-files.ts';
import type { StartedProduct } from '../../../src/start-product.ts';
import { startProduct } from '../../../src/start-product.ts';
import { launchBrowser } from '../../support/browser.ts';
import { openPage, signIn } from './open-session.ts';

const root = join(import.meta.dirname, '../../..');
let product: StartedProduct;
let url: string;
let browser: Browser;

beforeAll(async () => {
  const development = await createDevelopment(root);
  browser = await launchBrowser();
  product = await startProduct({
    sources: development.sources,
    open: () => openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product }),
    configuration: readConfiguration({ LOG_LEVEL: 'silent' }),
    pages: development.pages,
  });
  url = await product.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('shows a field of every type', async () => {
  const { model } = buildGallery(await readSourceFiles(root), 'copass');
  expect(new Set(model.entity.fields.map(({ type }) => type))).toEqual(new Set(Object.keys(fieldTypes)));
});

it('has no serious finding in any state, in either theme', async () => {
  const { page, auditThemes, go, close } = await openPage(browser, url);
  await go('/galeria');
  await signIn(page);
  for (const { key, title, failing } of galleryStates) {
    await page.locator('label').filter({ hasText: title }).first().click({ timeout: 60_000 });
    await expect.poll(() => new URL(page.url()).searchParams.get('estado') ?? 'vazio', { timeout: 15_000 }).toBe(key);
    await expect.poll(() => page.locator('#fi-form_nome').count(), { timeout: 15_000 }).toBe(1);
    if (failing)
      await expect
        .poll(() => page.locator('[id$="__error"]').count(), { timeout: 15_000 })
        .toBeGreaterThanOrEqual(Object.keys(fieldTypes).length);
    await auditThemes(key);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
  }
  await close();
});
