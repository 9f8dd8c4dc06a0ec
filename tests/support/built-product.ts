/** The product as a person meets it: screens built now, embedded database, a real address. For benchmarks and pictures. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { installPages } from '../../engine/api/pages.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { demonstrationUsers } from '../../src/session/first-users.ts';
import { openConfigured, startProduct } from '../../src/start-product.ts';

export const root = join(import.meta.dirname, '../..');

const findAdministrator = () => {
  const user = demonstrationUsers.find(({ admin }) => admin);
  if (!user) throw new Error('no demonstration user administers');
  return user;
};
export const administrator = findAdministrator();

type Product = Awaited<ReturnType<typeof startProduct>>;

export interface BuiltProduct {
  readonly product: Product;
  readonly url: string;
  /** Of the administrator. */
  readonly token: string;
  /** Data and built screens go with it. */
  readonly close: () => Promise<void>;
}

export const openBuiltProduct = async (
  sources: () => Promise<ReadonlyMap<string, string>>,
  client?: string,
): Promise<BuiltProduct> => {
  const folder = await mkdtemp(join(tmpdir(), 'fichario-built-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const pages = join(folder, 'dist');
    await build({ root, logLevel: 'error', build: { outDir: pages, emptyOutDir: true } });
    const configuration = readConfiguration({
      ...(client === undefined ? {} : { CLIENT: client }),
      DATA_FOLDER: join(folder, 'data'),
      LOG_LEVEL: 'silent',
    });
    const product = await startProduct({
      sources,
      open: () => openConfigured(configuration),
      configuration,
      pages: (app) => installPages(app, pages),
    });
    const issued = await product.app.inject({
      method: 'POST',
      url: '/api/auth/token/issue',
      payload: { userId: administrator.login, password: administrator.password },
    });
    return {
      product,
      url: await product.app.listen({ host: configuration.HOST, port: 0 }),
      token: (issued.json() as { token: string }).token,
      close: async () => {
        await product.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** Signs the page in as the administrator; it stands on the home afterwards. */
export const signIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.locator('input[name="userId"]').fill(administrator.login);
  await page.locator('input[name="password"]').fill(administrator.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((address) => address.pathname !== '/auth');
};
