/** The product of one client as its people get it: screens built now, embedded database with the real initial rows. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { installPages } from '../../engine/api/pages.ts';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import type { RegistryScreen } from '../../engine/model/types.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { demonstrationUsers } from '../../src/session/first-users.ts';
import { openConfigured, startProduct } from '../../src/start-product.ts';

export const root = join(import.meta.dirname, '../..');

export interface PicturedProduct {
  readonly url: string;
  /** Every registry, in the order of the menu. */
  readonly screens: readonly RegistryScreen[];
  readonly administrator: { readonly login: string; readonly password: string };
  /** The record that the list begins with; undefined where there is none. */
  readonly firstRecord: (screen: RegistryScreen) => Promise<number | undefined>;
  readonly close: () => Promise<void>;
}

const findAdministrator = (): PicturedProduct['administrator'] => {
  const user = demonstrationUsers.find(({ admin }) => admin);
  if (!user) throw new Error('no demonstration user administers');
  return user;
};

/** Data and built screens go with `close`. */
export const openProduct = async (client: string): Promise<PicturedProduct> => {
  const folder = await mkdtemp(join(tmpdir(), 'fichario-pictures-'));
  try {
    const pages = join(folder, 'dist');
    await build({ root, logLevel: 'error', build: { outDir: pages, emptyOutDir: true } });
    const configuration = readConfiguration({
      CLIENT: client,
      DATA_FOLDER: join(folder, 'data'),
      LOG_LEVEL: 'silent',
    });
    const product = await startProduct({
      sources: () => readSourceFiles(root),
      open: () => openConfigured(configuration),
      configuration,
      pages: (app) => installPages(app, pages),
    });
    const administrator = findAdministrator();
    const { token } = (
      await product.app.inject({
        method: 'POST',
        url: '/api/auth/token/issue',
        payload: { userId: administrator.login, password: administrator.password },
      })
    ).json() as { token: string };
    return {
      url: await product.app.listen({ host: configuration.HOST, port: 0 }),
      screens: product.runtime.current.model.screens.filter((screen) => screen.kind === 'registry'),
      administrator,
      firstRecord: async (screen) => {
        const answer = await product.app.inject({
          url: `/api${screen.path}?select=id&limit=1`,
          headers: { authorization: `Bearer ${token}` },
        });
        return (answer.json() as { id: number }[])[0]?.id;
      },
      close: async () => {
        await product.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};
