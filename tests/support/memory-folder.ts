/**
 * Where tests keep data that nobody needs after them: in memory where the system has such a folder with room in it,
 * for making and removing thousands of small files takes seconds on a disk. A process that is killed loses none of it.
 */
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** In containers this folder often has 64 MB. */
const roomNeeded = 3 * 2 ** 30;

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomNeeded;
  } catch {
    return false;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // of another user
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** What processes left that could not clear up: it would stay in memory. */
const removeLeft = (): void => {
  for (const name of readdirSync(memory)) {
    const pid = /^fichario-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true });
  }
};

/** A new folder, the caller's to remove. */
export const makeMemoryFolder = (): string => {
  if (!hasRoom()) return mkdtempSync(join(tmpdir(), 'fichario-'));
  removeLeft();
  return mkdtempSync(join(memory, `fichario-${process.pid}-`));
};
