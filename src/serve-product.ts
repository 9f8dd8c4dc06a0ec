/** Starts the product for a person, with `--dev` reloading files and screens as they change. `server.ts` is its door. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPages } from '../engine/api/pages.ts';
import { Refusal } from '../engine/core/errors.ts';
import { createFileMemory } from '../engine/metadata/file-memory.ts';
import { cacheFolder } from './cache-folder.ts';
import { readConfiguration } from './configuration.ts';
import { fillBehind } from './demo/fill-behind.ts';
import { loadKept } from './kept-product.ts';
import { listen } from './listen.ts';
import { demonstrationUsers } from './session/first-users.ts';
import { openConfigured, startProduct } from './start-product.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Only here, so that a served product never loads the build tool. */
const startDevelopment = async () => (await import('./development.ts')).createDevelopment(root);

/** Read by who compiles them, at the start or when facts of them are asked for. */
const readSources = async () => (await import('../engine/metadata/load-files.ts')).readParsedFiles(root);

const explain = async (refusal: Refusal): Promise<string> =>
  (await import('./explain-refusal.ts')).explainRefusal(root, refusal);

const run = async (): Promise<void> => {
  const began = performance.now();
  const configuration = readConfiguration(process.env);
  const development = process.argv.includes('--dev') ? await startDevelopment() : undefined;
  const product = await startProduct({
    sources: development?.sources ?? readSources,
    keep: async (load) => (await loadKept({ root, client: configuration.CLIENT, folder: cacheFolder, load })).product,
    ...(development === undefined ? {} : { remember: createFileMemory(), routes: development.routes }),
    open: () => openConfigured(configuration),
    configuration,
    pages: development?.pages ?? ((app) => installPages(app, join(root, 'dist'))),
  });
  development?.watch(product);
  const address = await listen(product, configuration);
  const client = product.runtime.current.model.client;
  console.log(`Fichário de ${client?.title} em ${address} (pronto em ${Math.round(performance.now() - began)} ms)`);
  if (product.demonstration) {
    console.log('Logins de demonstração (só existem neste banco embutido, neste computador):');
    for (const user of demonstrationUsers)
      console.log(`  ${user.login.padEnd(12)} ${user.password.padEnd(17)} ${user.name}`);
  }
  const filling =
    product.demonstration && configuration.DEMO_DATA
      ? fillBehind(
          product,
          (count) => console.log(`Dados de demonstração prontos: ${count.toLocaleString('pt-BR')} registros`),
          (error) => product.app.log.error({ error }, 'demonstration data were not loaded'),
        )
      : undefined;
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      Promise.resolve(filling?.close())
        .then(development?.close)
        .then(product.close)
        .then(
          () => process.exit(0),
          () => process.exit(1),
        );
    });
  }
};

run().catch(async (error: unknown) => {
  console.error(error instanceof Refusal ? await explain(error) : error);
  process.exit(1);
});
