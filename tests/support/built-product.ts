/** The product as a person meets it: screens built now, embedded database, a real address. For benchmarks and pictures. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { installPages } from '../../engine/api/pages.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { openConfigured } from '../../src/open-configured.ts';
import { administrator, signIn } from '../../src/pictures/sign-in.ts';
import { startProduct } from '../../src/start-product.ts';

export const root = join(import.meta.dirname, '../..');

export { administrator, signIn };

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
      pages: (app, client) => installPages(app, pages, client),
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
