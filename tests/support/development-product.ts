/** The development server over a copy of the product's files, which are changed while screens are open. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database } from '../../engine/data/database.ts';
import { createFileMemory } from '../../engine/metadata/file-memory.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { createDevelopment } from '../../src/development.ts';
import type { StartedProduct } from '../../src/start-product.ts';
import { startProduct } from '../../src/start-product.ts';

const root = join(import.meta.dirname, '../..');

export interface DevelopmentProduct {
  readonly product: StartedProduct;
  readonly url: string;
  /** The text of a file, and its saving. */
  readonly read: (path: string) => Promise<string>;
  readonly save: (path: string, text: string) => Promise<void>;
  /** Saves a file of JSON as `change` leaves it. */
  // biome-ignore lint/suspicious/noExplicitAny: any file of the language
  readonly edit: (path: string, change: (document: any) => void) => Promise<void>;
  /** What a person at the terminal reads. */
  readonly said: readonly string[];
  readonly close: () => Promise<void>;
}

/** `files` lie beside the real ones, by path. `preview` opens the database of a preview. */
export const openDevelopmentProduct = async (
  open: () => Promise<Database>,
  files: Readonly<Record<string, object>> = {},
  preview: () => Promise<Database> = open,
): Promise<DevelopmentProduct> => {
  const folder = await mkdtemp(join(tmpdir(), 'fichario-development-'));
  for (const name of ['schemas', 'clients']) await cp(join(root, name), join(folder, name), { recursive: true });
  const save = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  for (const [path, value] of Object.entries(files)) await save(path, JSON.stringify(value, null, 2));
  const said: string[] = [];
  const development = await createDevelopment(root, {
    files: folder,
    preview,
    say: (text) => void said.push(text),
  });
  const product = await startProduct({
    sources: development.sources,
    remember: createFileMemory(),
    open,
    configuration: readConfiguration({ LOG_LEVEL: 'silent' }),
    pages: development.pages,
    routes: development.routes,
  });
  const url = await product.app.listen({ host: '127.0.0.1', port: 0 });
  development.watch(product);
  return {
    product,
    url,
    read,
    save,
    edit: async (path, change) => {
      const document: unknown = JSON.parse(await read(path));
      change(document);
      await save(path, JSON.stringify(document, null, 2));
    },
    said,
    close: async () => {
      await development.close();
      await product.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
