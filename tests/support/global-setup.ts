/**
 * Once a run of the tests: one PostgreSQL server with template databases, and templates of a PGlite data folder. The
 * tables of the product are in one of each, for a product that starts on them spares itself a second of work.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import type { TestProject } from 'vitest/node';
import { baseSchema } from '../../engine/data/ddl/base-schema.ts';
import { unpackBrowser } from './browser.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { postgresTemplate, productTemplate, runOn } from './run-on.ts';

const root = join(import.meta.dirname, '../..');

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
  await runOn(server.url, `create database ${productTemplate} template ${postgresTemplate}`);
  url.pathname = productTemplate;
  await makeTables({ DATABASE_URL: url.href });
  return server;
};

/** In a process of its own: the product's files are read as Node reads them. */
const makeTables = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'make-tables.ts'), root], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  });
};

/** Making them takes seconds, so they are kept between runs, under the digest of what they are made of. */
const makePgliteTemplates = async (): Promise<{ blank: string; base: string; product: string }> => {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = await readFile(join(dirname(pglite), '..', 'package.json'), 'utf8');
  const digest = createHash('sha256').update(manifest).update(baseSchema).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `fichario-tests-${process.getuid?.() ?? 'user'}`);
  const blank = join(folder, `pglite-${digest}-blank.tar`);
  const base = join(folder, `pglite-${digest}-base.tar`);
  const product = join(folder, `pglite-${digest}-${await productDigest()}.tar`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(base)) await makeEmptyTemplates(blank, base);
  if (existsSync(product)) return { blank, base, product };
  await removeOld(folder, [blank, base]);
  await makeProductTemplate(folder, base, product);
  return { blank, base, product };
};

const makeEmptyTemplates = async (blank: string, base: string): Promise<void> => {
  const database = await PGlite.create('memory://', { extensions: { unaccent, pg_trgm } });
  await keep(await database.dumpDataDir('none'), blank);
  await database.exec(baseSchema);
  await keep(await database.dumpDataDir('none'), base);
  await database.close();
};

/** Of every file that can have a say in the tables. */
const productDigest = async (): Promise<string> => {
  const files = ['engine', 'src', 'schemas', 'clients'].map((name) =>
    readdir(join(root, name), { recursive: true, withFileTypes: true }),
  );
  const paths = (await Promise.all(files))
    .flat()
    .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(relative(root, path)).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
};

const makeProductTemplate = async (folder: string, base: string, product: string): Promise<void> => {
  const work = await mkdtemp(join(folder, 'product-'));
  await makeTables({ DATA_FOLDER: work, TEMPLATE: base });
  const made = await PGlite.create(join(work, 'pglite'), { extensions: { unaccent, pg_trgm } });
  await keep(await made.dumpDataDir('none'), product);
  await made.close();
  await rm(work, { recursive: true });
};

const day = 24 * 60 * 60 * 1000;

/** Those of earlier code; what another run may be using is younger. */
const removeOld = async (folder: string, kept: readonly string[]): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (kept.includes(path) || Date.now() - (await stat(path)).mtimeMs < day) continue;
    await rm(path, { recursive: true, force: true });
  }
};

/** In one step, for another run may be looking for it. */
const keep = async (dump: Blob, file: string): Promise<void> => {
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
  await rename(unfinished, file);
};
