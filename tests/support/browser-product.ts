/** The built product on an embedded database of its own, answering on a free port, with the demonstration logins. */
import { join } from 'node:path';
import { inject } from 'vitest';
import { installPages } from '../../engine/api/pages.ts';
import { openPglite } from '../../engine/data/pglite/open-pglite.ts';
import { readConfiguration } from '../../src/configuration.ts';
import type { Transport } from '../../src/mail/transport.ts';
import type { StartedProduct } from '../../src/start-product.ts';
import { startProduct } from '../../src/start-product.ts';
import { fileMemory, readRealFiles } from './real-files.ts';

const root = join(import.meta.dirname, '../..');

interface BrowserProductOptions {
  readonly client?: string;
  /** Files beside the real ones, by path below the root. */
  readonly files?: Readonly<Record<string, string | object>>;
  /** Folders whose initial rows are wanted; default all, which takes a while. */
  readonly rowsOf?: readonly string[];
  /** Takes the letters; default the outbox of the configuration. */
  readonly transport?: Transport;
}

const isWanted = (path: string, rowsOf: readonly string[] | undefined): boolean =>
  !path.endsWith('/data.csv') || rowsOf === undefined || rowsOf.some((folder) => path.endsWith(`/${folder}/data.csv`));

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface BrowserProduct extends StartedProduct {
  readonly url: string;
  /** Asks below `/api` as the administrator and gives the body of the answer; raises what a refusal says. */
  readonly call: (method: Method, path: string, payload?: object) => Promise<unknown>;
}

const callerOf = ({ app }: StartedProduct): BrowserProduct['call'] => {
  const ask = async (method: Method, path: string, payload?: object, bearer?: string): Promise<unknown> => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        prefer: 'return=representation',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
    return answer.json();
  };
  let token: Promise<string> | undefined;
  const issue = async (): Promise<string> => {
    const answer = await ask('POST', '/auth/token/issue', { userId: 'admin', password: 'admin-demo' });
    return (answer as { token: string }).token;
  };
  return async (method, path, payload) => {
    token ??= issue();
    return ask(method, path, payload, await token);
  };
};

/** `npm test` builds the screens first; alone, run `npx vite build` before. */
export const openBrowserProduct = async ({
  client = 'copass',
  files = {},
  rowsOf,
  transport,
}: BrowserProductOptions = {}): Promise<BrowserProduct> => {
  const product = await startProduct({
    sources: async () =>
      new Map([
        ...[...(await readRealFiles())].filter(([path]) => isWanted(path, rowsOf)),
        ...Object.entries(files).map(([path, value]): [string, string] => [
          path,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ]),
    remember: fileMemory,
    open: () => openPglite({ folder: 'memory://', template: inject('pgliteTemplates').users }),
    configuration: readConfiguration({ CLIENT: client, LOG_LEVEL: 'silent' }),
    pages: (app, client) => installPages(app, join(root, 'dist'), client),
    ...(transport === undefined ? {} : { transport }),
  });
  return { ...product, call: callerOf(product), url: await product.app.listen({ host: '127.0.0.1', port: 0 }) };
};
