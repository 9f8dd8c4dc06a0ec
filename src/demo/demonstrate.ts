/** `fichario demo`: the database that the environment names, made where there is none, and filled. */
import { isAbsolute, join } from 'node:path';
import { applySchema } from '../../engine/data/ddl/apply-schema.ts';
import { fillComputed } from '../../engine/data/fill-computed.ts';
import { loadInitialRows } from '../../engine/data/initial-rows.ts';
import { loadSamples } from '../../engine/data/samples/load-samples.ts';
import type { SampleSize } from '../../engine/data/samples/recipe.ts';
import { readParsedFiles } from '../../engine/metadata/load-files.ts';
import { schemaOptions } from '../access/rename-field-rights.ts';
import { readConfiguration } from '../configuration.ts';
import { loadProduct } from '../load-product.ts';
import { openConfigured } from '../open-configured.ts';
import { sampleRecipes } from './index.ts';

/** Records of one transaction, where they are drawn one by one. */
const step = { small: 200, medium: 2000, large: 2000 } as const;

/** Raises what starting the product raises of files, configuration and database. */
export const demonstrate = async (
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  { size, seed }: { readonly size: SampleSize; readonly seed: number },
): Promise<Readonly<Record<string, number>>> => {
  const configuration = readConfiguration(environment);
  const { DATA_FOLDER: folder, TIME_ZONE: timeZone, CLIENT: client } = configuration;
  const { model, rows } = loadProduct(await readParsedFiles(root), client);
  const database = await openConfigured({
    ...configuration,
    DATA_FOLDER: isAbsolute(folder) ? folder : join(root, folder),
  });
  try {
    await applySchema(database, model, schemaOptions);
    await loadInitialRows(database, model, rows);
    await fillComputed(database, model, timeZone);
    // The large ones take long: who waits sees how far they are.
    let since = performance.now();
    const tell = (entity: string, count: number): void => {
      const now = performance.now();
      process.stderr.write(`${entity}: ${count} (${((now - since) / 1000).toFixed(1)} s)\n`);
      since = now;
    };
    const made = await loadSamples(database, model, sampleRecipes, { size, seed, timeZone, step: step[size], tell });
    // Lists over millions of rows that came at once are planned by what there is now.
    if (size !== 'small')
      await database.transaction((transaction) => transaction.execute('set local statement_timeout = 0; analyze'));
    return made;
  } finally {
    await database.close();
  }
};
