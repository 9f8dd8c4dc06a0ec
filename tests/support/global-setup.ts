/** Once a run of the tests: one PostgreSQL server with a template database, and one template of a PGlite data folder. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import type { TestProject } from 'vitest/node';
import { baseSchema } from '../../engine/data/ddl/base-schema.ts';
import { unpackBrowser } from './browser.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { postgresTemplate, runOn } from './run-on.ts';

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const [server, templates] = await Promise.all([startServer(), makePgliteTemplates(), unpackBrowser()]);
  provide('postgresUrl', server.url);
  provide('pgliteTemplates', templates);
  return server.stop;
};

const startServer = async () => {
  const server = await startEmbeddedPostgres();
  await runOn(server.url, `create database ${postgresTemplate} template template0`);
  const url = new URL(server.url);
  url.pathname = postgresTemplate;
  await runOn(url.href, baseSchema);
  return server;
};

/** Making them takes seconds, so they are kept between runs, under the digest of what they are made of. */
const makePgliteTemplates = async (): Promise<{ blank: string; base: string }> => {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = await readFile(join(dirname(pglite), '..', 'package.json'), 'utf8');
  const digest = createHash('sha256').update(manifest).update(baseSchema).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `fichario-tests-${process.getuid?.() ?? 'user'}`);
  const blank = join(folder, `pglite-${digest}-blank.tar`);
  const base = join(folder, `pglite-${digest}-base.tar`);
  if (existsSync(base)) return { blank, base };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const database = await PGlite.create('memory://', { extensions: { unaccent, pg_trgm } });
  await keep(await database.dumpDataDir('none'), blank);
  await database.exec(baseSchema);
  await keep(await database.dumpDataDir('none'), base);
  await database.close();
  return { blank, base };
};

/** In one step, for another run may be looking for it. */
const keep = async (dump: Blob, file: string): Promise<void> => {
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
  await rename(unfinished, file);
};
