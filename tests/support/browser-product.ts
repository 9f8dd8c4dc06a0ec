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

interface BrowserProductOptions {
  readonly client?: string;
  /** Files beside the real ones, by path below the root. */
  readonly files?: Readonly<Record<string, string | object>>;
  /** Folders whose initial rows are wanted; default all, which takes a while. */
  readonly rowsOf?: readonly string[];
}

const isWanted = (path: string, rowsOf: readonly string[] | undefined): boolean =>
  !path.endsWith('/data.csv') || rowsOf === undefined || rowsOf.some((folder) => path.endsWith(`/${folder}/data.csv`));

/** `npm test` builds the screens first; alone, run `npx vite build` before. */
export const openBrowserProduct = async ({
  client = 'copass',
  files = {},
  rowsOf,
}: BrowserProductOptions = {}): Promise<StartedProduct & { readonly url: string }> => {
  const product = await startProduct({
    sources: async () =>
      new Map([
        ...[...(await readSourceFiles(root))].filter(([path]) => isWanted(path, rowsOf)),
        ...Object.entries(files).map(([path, value]): [string, string] => [
          path,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ]),
    open: () => openPglite({ folder: 'memory://', template: inject('pgliteTemplates').base }),
    configuration: readConfiguration({ CLIENT: client, LOG_LEVEL: 'silent' }),
    pages: (app) => installPages(app, join(root, 'dist')),
  });
  return { ...product, url: await product.app.listen({ host: '127.0.0.1', port: 0 }) };
};
