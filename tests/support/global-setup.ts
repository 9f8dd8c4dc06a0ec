/**
 * Once a run of the tests: one PostgreSQL server with template databases, and templates of a PGlite data folder. The
 * tables of the product are in one of each, for a product that starts on them spares itself a second of work; of PGlite
 * there is one more for browser tests, with the demonstration logins as well.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { baseSchema } from '../../engine/data/ddl/base-schema.ts';
import { unpackBrowser } from './browser.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { keepTemplate, makeTables, makeTemplate, noteUse, openPlain, usedMark } from './make-template.ts';
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

/** Whether browser tests may be in this run: it has been told of files, and they are others. */
const mayOpenBrowser = (): boolean => {
  const told = process.argv.slice(2).filter((word) => word !== 'run' && !word.startsWith('-'));
  return told.length === 0 || told.some((word) => !/\.test\.tsx?$/.test(word) || word.includes('.browser.'));
};

/** Making them takes seconds, so they are kept between runs, under the digest of what they are made of. */
const makePgliteTemplates = async (): Promise<ProvidedContext['pgliteTemplates']> => {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = await readFile(join(dirname(pglite), '..', 'package.json'), 'utf8');
  const digest = createHash('sha256')
    .update(manifest)
    .update(baseSchema)
    .update(cheapSettings.join())
    .digest('hex')
    .slice(0, 16);
  const folder = join(tmpdir(), `fichario-tests-${process.getuid?.() ?? 'user'}`);
  const own = `pglite-${digest}-${await productDigest()}`;
  const templates = {
    blank: join(folder, `pglite-${digest}-blank.tar`),
    base: join(folder, `pglite-${digest}-base.tar`),
    product: join(folder, `${own}.tar`),
    users: join(folder, `${own}-users.tar`),
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder, Object.values(templates));
  if (existsSync(templates.base)) await Promise.all([noteUse(templates.blank), noteUse(templates.base)]);
  else await makeEmptyTemplates(templates.blank, templates.base);
  await makeTemplate(templates.base, templates.product);
  if (mayOpenBrowser()) await makeTemplate(templates.product, templates.users, { WITH_USERS: 'true' });
  return templates;
};

/** What a database asks for as it opens: 128 MB of zeros, and segments of the log kept for use anew. */
const cheapSettings = ["shared_buffers = '8MB'", 'wal_recycle = off', 'wal_init_zero = off'];

const makeEmptyTemplates = async (blank: string, base: string): Promise<void> => {
  const database = await openPlain('memory://');
  for (const setting of cheapSettings) await database.exec(`alter system set ${setting}`);
  await keepTemplate(database, blank);
  await database.exec(baseSchema);
  await keepTemplate(database, base);
  await database.close();
};

const makingThem = ['make-tables.ts', 'cheap-hash.ts'].map((name) => join(import.meta.dirname, name));

/** Of every file that can have a say in the tables and in what is in them. */
const productDigest = async (): Promise<string> => {
  const files = ['engine', 'src', 'schemas', 'clients'].map((name) =>
    readdir(join(root, name), { recursive: true, withFileTypes: true }),
  );
  const screens = /^(engine[\\/]ui|src[\\/]shell)[\\/]/;
  const paths = (await Promise.all(files))
    .flat()
    .filter((entry) => entry.isFile() && /\.(ts|json|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !screens.test(relative(root, path)))
    .concat(makingThem)
    .sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(relative(root, path)).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
};

/** A run takes less than an hour, and a template is 90 MB. */
const age = 2 * 60 * 60 * 1000;

/** Those of earlier code; what another run may be using is younger. */
const removeOld = async (folder: string, kept: readonly string[]): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const times = await Promise.all([path, usedMark(path)].map((one) => stat(one).catch(() => undefined)));
    const used = Math.max(...times.map((one) => one?.mtimeMs ?? Number.NEGATIVE_INFINITY));
    if (kept.includes(path) || Date.now() - used <= age) continue;
    await rm(path, { recursive: true, force: true });
  }
};
