/** Templates of a PGlite data folder, as tars; each is made once and kept between runs. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { makeMemoryFolder } from './memory-folder.ts';

const root = join(import.meta.dirname, '../..');

export const openPlain = (folder: string): Promise<PGlite> =>
  PGlite.create(folder, { extensions: { unaccent, pg_trgm, btree_gist } });

/** In one step, for another run may be looking for it. */
export const keepTemplate = async (made: PGlite, file: string): Promise<void> => {
  const dump = await made.dumpDataDir('none');
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
  await rename(unfinished, file);
};

/** In a process of its own: the product's files are read as Node reads them. */
export const makeTables = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'make-tables.ts'), root], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  });
};

/** Beside the template, for one whose own time changes cannot be read by who has just opened it. */
export const usedMark = (file: string): string => `${file}.used`;

/** Those that are used stay; see `removeOld`. */
export const noteUse = (file: string): Promise<void> => writeFile(usedMark(file), '');

/** From another template, by what `make-tables.ts` does. */
export const makeTemplate = async (
  from: string,
  to: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> => {
  if (existsSync(to)) return noteUse(to);
  const work = makeMemoryFolder();
  try {
    await makeTables({ DATA_FOLDER: work, TEMPLATE: from, ...more });
    const made = await openPlain(join(work, 'pglite'));
    await keepTemplate(made, to);
    await made.close();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
