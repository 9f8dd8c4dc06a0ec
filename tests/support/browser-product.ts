/** The built product on an embedded database of its own, answering on a free port, with the demonstration logins. */
import { join } from 'node:path';
import { inject } from 'vitest';
import { installPages } from '../../engine/api/pages.ts';
import { openPglite } from '../../engine/data/pglite/open-pglite.ts';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { readConfiguration } from '../../src/configuration.ts';
import type { StartedProduct } from '../../src/start-product.ts';
import { startProduct } from '../../src/start-product.ts';

const root = join(import.meta.dirname, '../..');

/** `npm test` builds the screens first; alone, run `npx vite build` before. */
export const openBrowserProduct = async (): Promise<StartedProduct & { readonly url: string }> => {
  const product = await startProduct({
    sources: () => readSourceFiles(root),
    open: () => openPglite({ folder: 'memory://', template: inject('pgliteTemplates').base }),
    configuration: readConfiguration({ LOG_LEVEL: 'silent' }),
    pages: (app) => installPages(app, join(root, 'dist')),
  });
  return { ...product, url: await product.app.listen({ host: '127.0.0.1', port: 0 }) };
};
