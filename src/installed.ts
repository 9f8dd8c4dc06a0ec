/** This product where it is installed: its files, kept from one start to the next. For each process of an installation. */
import { join } from 'node:path';
import type { Refusal } from '../engine/core/errors.ts';
import { schemaDigestOf } from '../engine/data/ddl/situation.ts';
import { cacheFolder } from './cache-folder.ts';
import { loadKept } from './kept-product.ts';
import type { StartOptions } from './start-product.ts';

export const root = join(import.meta.dirname, '..');

/**
 * Files are read by who compiles them, at the start or when facts of them are asked for. What those of another folder come
 * to is kept beside them.
 */
export const installedFiles = (client: string, files = root): Required<Pick<StartOptions, 'sources' | 'keep'>> => ({
  sources: async () => (await import('../engine/metadata/load-files.ts')).readParsedFiles(files),
  keep: async (load) => {
    const folder = files === root ? cacheFolder : join(files, '.cache');
    const loadWhole = async () => {
      const product = await load();
      return { ...product, schemaDigest: schemaDigestOf(product.model) };
    };
    return (await loadKept({ files, code: root, client, folder, load: loadWhole })).product;
  },
});

/** Why the process did not start, in words for the person who started it. */
export const explainStart = async (refusal: Refusal): Promise<string> =>
  (await import('./explain-refusal.ts')).explainRefusal(root, refusal);
