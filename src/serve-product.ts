/**
 * Starts the product for a person, with `--dev` reloading files and screens as they change. `server.ts` is its door, which
 * has begun to open the database.
 */
import { join } from 'node:path';
import { installPages } from '../engine/api/pages.ts';
import { Refusal } from '../engine/core/errors.ts';
import { createFileMemory } from '../engine/metadata/file-memory.ts';
import type { Configuration } from './configuration.ts';
import { beginFilling, fillBehind } from './demo/fill-behind.ts';
import { explainStart, installedFiles, root } from './installed.ts';
import type { JobProcess } from './jobs/job-process.ts';
import { openJobProcess } from './jobs/job-process.ts';
import { listen } from './listen.ts';
import type { BegunStart } from './open-configured.ts';
import { demonstrationUsers } from './session/first-users.ts';
import { startProduct } from './start-product.ts';

/** Only here, so that a served product never loads the build tool. */
const startDevelopment = async () => (await import('./development.ts')).createDevelopment(root);

/** Whether jobs have a process of their own: the embedded database is one process's. */
const runsJobsApart = ({ JOBS, DATABASE_URL }: Configuration): boolean => JOBS && DATABASE_URL !== undefined;

const run = async (begun: Promise<BegunStart>, shell: number): Promise<void> => {
  const { configuration, opened } = await begun;
  // The first start makes the tables of the product, which takes its time.
  console.log('Preparando o banco de dados…');
  const development = process.argv.includes('--dev') ? await startDevelopment() : undefined;
  // A file that is saved in development reaches one process.
  const apart = development === undefined && runsJobsApart(configuration);
  let jobs: JobProcess | undefined;
  const product = await startProduct({
    ...(development === undefined
      ? installedFiles(configuration.CLIENT)
      : { sources: development.sources, remember: createFileMemory(), routes: development.routes }),
    open: () => opened,
    configuration: apart ? { ...configuration, JOBS: false } : configuration,
    beside: () => jobs?.socket(),
    pages: development?.pages ?? ((app, client) => installPages(app, join(root, 'dist'), client)),
  });
  development?.watch(product);
  const filled = product.demonstration && configuration.DEMO_DATA;
  const typed = filled ? await beginFilling(product) : undefined;
  const address = await listen(product, configuration);
  const client = product.runtime.current.model.client;
  console.log(`Fichário de ${client?.title} em ${address} (pronto em ${Math.round(performance.now())} ms)`);
  if (product.demonstration) {
    console.log('Logins de demonstração (só existem neste banco embutido, neste computador):');
    for (const user of demonstrationUsers)
      console.log(`  ${user.login.padEnd(12)} ${user.password.padEnd(17)} ${user.name}`);
  }
  if (typed !== undefined)
    console.log(`Sem dados de demonstração: já há registros digitados em '${typed}'. Eles vêm em outra DATA_FOLDER.`);
  const filling =
    filled && typed === undefined
      ? fillBehind(
          product,
          (count) => console.log(`Dados de demonstração prontos: ${count.toLocaleString('pt-BR')} registros`),
          (error) => product.app.log.error({ error }, 'demonstration data were not loaded'),
        )
      : undefined;
  jobs = apart
    ? openJobProcess({
        args: [root, product.fingerprint()],
        fail: (error) => product.app.log.error({ error }, 'jobs wait until their process is there again'),
      })
    : undefined;
  let closing = false;
  const end = (): void => {
    if (closing) return;
    closing = true;
    // Calls that are under way come to their end, those that are answered beside among them.
    Promise.all([filling?.close(), product.app.close()])
      .then(jobs?.close)
      .then(development?.close)
      .then(product.close)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  endWithShell(shell, end);
};

/** Begun by npm, the product is the child of a shell, which keeps a signal to itself: whoever stops npm ends that alone. */
const endWithShell = (shell: number, end: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  setInterval(() => {
    if (process.ppid !== shell) end();
  }, 500).unref();
};

/** `shell`: the process that began this one. */
export const serve = (begun: Promise<BegunStart>, shell: number): Promise<void> =>
  run(begun, shell).catch(async (error: unknown) => {
    console.error(error instanceof Refusal ? await explainStart(error) : error);
    process.exit(1);
  });
