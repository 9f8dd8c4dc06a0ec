/**
 * Makes sure that one process at a time works on a data folder: two would lose each other's rows, and PGlite itself
 * does not notice. The lock is a file that only one process can create; it names its owner by process id and start time,
 * so that neither a killed owner nor a later process of the same number keeps the folder shut.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../core/errors.ts';

interface Owner {
  readonly pid: number;
  /** Clock ticks from system start to process start; undefined where there is no /proc. */
  readonly started: string | undefined;
}

/** Longest that a lock file may stay without its content: it is written right after it is created. */
const unwrittenMs = 2_000;

/** Locks `folder` (made where missing) for this process and gives the release. Refuses with START_DATABASE_LOCKED. */
export const lockFolder = async (folder: string): Promise<() => void> => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'lock');
  const content = JSON.stringify(ownerOf(process.pid));
  while (!created(file, content)) {
    const owner = readOwner(file);
    if (owner === 'unwritten') await wait(50);
    else if (owner !== undefined && isAlive(owner))
      throw new Refusal('START_DATABASE_LOCKED', { folder, pid: owner.pid });
    else removeStale(file, folder);
  }
  const release = (): void => {
    process.off('exit', release);
    if (readText(file) === content) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return release;
};

const created = (file: string, content: string): boolean => {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Takes a dead owner's file out of the way. Moved first and read again, because of two starters who both found it dead
 * the slower one would otherwise delete the lock that the faster has just made.
 */
const removeStale = (file: string, folder: string): void => {
  const moved = `${file}.${process.pid}`;
  try {
    renameSync(file, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const owner = readOwner(moved);
  try {
    if (owner === undefined || owner === 'unwritten' || !isAlive(owner)) return;
    linkSync(moved, file);
    throw new Refusal('START_DATABASE_LOCKED', { folder, pid: owner.pid });
  } finally {
    rmSync(moved, { force: true });
  }
};

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** undefined: no owner is known, so the lock is stale. */
const readOwner = (file: string): Owner | 'unwritten' | undefined => {
  const text = readText(file);
  if (text === '') {
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return age < unwrittenMs ? 'unwritten' : undefined;
  }
  try {
    const owner: unknown = JSON.parse(text ?? '');
    return typeof owner === 'object' && owner !== null && 'pid' in owner ? (owner as Owner) : undefined;
  } catch {
    return undefined;
  }
};

const ownerOf = (pid: number): Owner => ({ pid, started: startOf(pid) });

/** Field 22 of /proc/<pid>/stat (proc(5)); the second field, the name in brackets, may itself hold blanks. */
const startOf = (pid: number): string | undefined => {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
};

const isAlive = (owner: Owner): boolean => {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false; // EPERM: alive, of another user
  }
  const started = startOf(owner.pid);
  return started === undefined || owner.started === undefined || started === owner.started;
};
