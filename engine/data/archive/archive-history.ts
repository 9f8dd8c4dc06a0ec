/**
 * Takes the versions that a registry keeps no longer (`history` in columns.json) out of the database, into a file. In: the
 * model and a folder. First the file is whole and on the disk, then it is said from when on the history is kept, and only
 * then what the file holds is deleted, as the file has it. A process that falls is gone on with: what was not whole is
 * written anew, and what was is deleted to its end, so that no version is ever in two files or in none.
 */
import { join } from 'node:path';
import { hasTable } from '../../model/has-table.ts';
import type { Entity, Model } from '../../model/types.ts';
import type { Database } from '../database.ts';
import type { ArchivedVersion } from './archive-file.ts';
import { dropFiles, isWhole, makeFolder, versionsIn, writeArchive, writeManifest } from './archive-file.ts';
import type { ArchivedTable } from './archive-rows.ts';
import { deleteVersions, oldVersions } from './archive-rows.ts';
import type { Archive } from './archive-store.ts';
import {
  beginArchive,
  dropArchive,
  openArchives,
  tablesUntil,
  takeArchive,
  tellDone,
  tellWritten,
} from './archive-store.ts';

export interface ArchiveOptions {
  readonly database: Database;
  readonly model: Model;
  /** Where the files are; processes of one installation share it. Made where missing. */
  readonly folder: string;
  /** Asked before each portion. */
  readonly signal?: AbortSignal;
  /** Versions that one statement looks at. */
  readonly portion?: number;
}

const usualPortion = 1000;

/** The beginning of all names of an archive's files. */
const stemOf = ({ entity, until, id }: Archive): string => `${entity}-${until.slice(0, 10)}-${id}-`;

const write = async (options: ArchiveOptions, archive: Archive): Promise<Archive> => {
  const { database, folder, signal, portion = usualPortion } = options;
  await makeFolder(folder);
  await dropFiles(folder, stemOf(archive));
  const counts = new Map<string, number>();
  const lines = async function* (): AsyncGenerator<string> {
    for (const one of archive.tables)
      for await (const versions of oldVersions(database, one, portion)) {
        signal?.throwIfAborted();
        counts.set(one.table, (counts.get(one.table) ?? 0) + versions.length);
        yield versions.map((version) => `{"table":${JSON.stringify(one.table)},"version":${version}}\n`).join('');
      }
  };
  // Its own of each run: one that comes back late writes over nothing.
  const name = `${stemOf(archive)}${archive.run}.jsonl.gz`;
  const content = await writeArchive(join(folder, name), lines());
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const { entity, until, begunAt } = archive;
  const tables = Object.fromEntries(counts);
  await writeManifest(join(folder, name), { format: 1, entity, until, begunAt, file: name, rows, tables, ...content });
  const written = await tellWritten(database, archive, { name, rows, ...content });
  if (written !== undefined) return written;
  await dropFiles(folder, name);
  throw new Error(`archive ${archive.id} is another run's`);
};

async function* portionsOf(path: string, portion: number): AsyncGenerator<readonly ArchivedVersion[]> {
  let part: ArchivedVersion[] = [];
  for await (const one of versionsIn(path)) {
    if (part.length >= portion || (part[0] && part[0].table !== one.table)) {
      yield part;
      part = [];
    }
    part.push(one);
  }
  if (part.length > 0) yield part;
}

/** Throws where the file is not here as it was written: then what it should hold stays where it is. */
const empty = async (options: ArchiveOptions, { file, tables }: Archive): Promise<void> => {
  const { database, model, folder, signal, portion = usualPortion } = options;
  if (file === null) throw new Error('an archive that is written has a file');
  const path = join(folder, file.name);
  if (!(await isWhole(path, file))) throw new Error(`${path} is missing or not what was written`);
  for await (const versions of portionsOf(path, portion)) {
    signal?.throwIfAborted();
    const of = tables.find(({ table }) => table === versions[0]?.table);
    // A table may have left the files since, with its history.
    if (of && model.entities[of.table]) await deleteVersions(database, of, versions);
  }
};

const finish = async (options: ArchiveOptions, open: Archive): Promise<void> => {
  const { database, model, folder } = options;
  const tables = open.tables.every(({ table }) => model.entities[table] !== undefined);
  if (open.state === 'writing' && (!tables || model.entities[open.entity]?.history === undefined)) {
    await makeFolder(folder);
    await dropFiles(folder, stemOf(open));
    return dropArchive(database, open.id);
  }
  const taken = await takeArchive(database, open.id);
  if (taken === undefined) return;
  await empty(options, taken.state === 'written' ? taken : await write(options, taken));
  await tellDone(database, taken.id);
};

const hasOld = async ({ database, signal, portion = usualPortion }: ArchiveOptions, of: ArchivedTable) => {
  for await (const versions of oldVersions(database, of, portion)) {
    signal?.throwIfAborted();
    if (versions.length > 0) return true;
  }
  return false;
};

const beginEntity = async (options: ArchiveOptions, entity: Entity, years: number): Promise<void> => {
  const { database } = options;
  const owned = entity.children.map((child) => child.entity.name);
  const tables = await tablesUntil(database, years, entity.name, owned);
  for (const one of tables) if (await hasOld(options, one)) return beginArchive(database, entity.name, tables);
};

/**
 * All registries of the model, one after the other; what an earlier run has left is ended first. One that fails keeps none
 * of the others from their turn: then all that failed is thrown.
 */
export const archiveHistory = async (options: ArchiveOptions): Promise<void> => {
  const { database, model, signal } = options;
  const failures = new Map<string, unknown>();
  const finishAll = async (): Promise<void> => {
    for (const open of await openArchives(database)) {
      signal?.throwIfAborted();
      if (failures.has(open.entity)) continue;
      await finish(options, open).catch((error: unknown) => failures.set(open.entity, error));
    }
  };
  await finishAll();
  for (const entity of Object.values(model.entities)) {
    if (entity.history === undefined || !hasTable(entity) || failures.has(entity.name)) continue;
    signal?.throwIfAborted();
    await beginEntity(options, entity, entity.history.keepYears);
    await finishAll();
  }
  signal?.throwIfAborted();
  if (failures.size > 0) throw new AggregateError(failures.values(), 'histories that were not archived');
};
