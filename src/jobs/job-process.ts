/**
 * The process that runs jobs and answers long calls beside the one that serves, so that nobody's list waits for somebody's
 * import. In: who hears of its end. Out: it is there until `close`, begun anew where it ended.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';

/** To Node: where nobody waits, memory is worth more than time, and one thread more collects garbage, not one a core. */
export const jobFlags = ['--max-semi-space-size=8', '--heap-growing-percent=30', '--v8-pool-size=0'] as const;

/**
 * What the machine has set goes before it. Node is told where its compiled code lies before it reads the first file: to
 * strip that one of its types it would load a compiler of 17 MB. The C library (glibc) takes blocks from 128 KB on from the
 * system and gives them back; it would raise that limit with the first large one, and keep 30 MB of holes after an import.
 */
const jobEnvironment = { NODE_COMPILE_CACHE: cacheFolder, MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

/** What it says where it answers. */
export const answers = 'answers';

export interface JobProcessOptions {
  /** Told of each end that nobody asked for. */
  readonly fail: (error: Error) => void;
  /** Default: that of this product. */
  readonly script?: string;
  /** Of the script. */
  readonly args?: readonly string[];
  /** Milliseconds before it is begun anew: twice as long each time, until one has run for `longest`. */
  readonly pauses?: { readonly first: number; readonly longest: number };
  /** Milliseconds in which it puts back what it has begun; then it is ended, and its jobs are found by who runs the next. */
  readonly patience?: number;
}

export interface JobProcess {
  /** Where it answers; undefined: not yet, or not any more. */
  readonly socket: () => string | undefined;
  readonly close: () => Promise<void>;
}

/** A place of this user alone: who comes in there is believed. undefined where the system gives none. */
const placeOf = (
  fail: JobProcessOptions['fail'],
): { readonly socket: string; readonly remove: () => void } | undefined => {
  if (process.platform === 'win32') return { socket: `\\\\.\\pipe\\fichario-${randomUUID()}`, remove: () => undefined };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'fichario-'));
    return { socket: join(folder, 's'), remove: () => rmSync(folder, { recursive: true, force: true }) };
  } catch (cause) {
    fail(new Error('long calls are answered by the process that serves: there is no place for a socket', { cause }));
    return undefined;
  }
};

/** It ends with the channel between the two, so also with this process, however that ends. */
export const openJobProcess = ({
  fail,
  script = join(import.meta.dirname, '../run-jobs.ts'),
  args = [],
  pauses = { first: 1000, longest: 60_000 },
  patience = 15_000,
}: JobProcessOptions): JobProcess => {
  let socket: string | undefined;
  let closing = false;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = pauses.first;
  const again = (why: unknown): void => {
    fail(new Error('the process of jobs ended', { cause: why }));
    timer = setTimeout(begin, pause);
    pause = Math.min(2 * pause, pauses.longest);
  };
  /** Of some errors `fork` tells by an event, others it throws. */
  const begin = (): void => {
    const began = performance.now();
    const place = placeOf(fail);
    let own: ChildProcess;
    try {
      own = fork(script, [...args, ...(place ? [place.socket] : [])], {
        execArgv: [...jobFlags],
        env: { ...jobEnvironment, ...process.env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
    } catch (error) {
      place?.remove();
      again(error);
      return;
    }
    child = own;
    const ended = (why: unknown): void => {
      if (child !== own) return;
      child = undefined;
      socket = undefined;
      place?.remove();
      if (closing) return;
      if (performance.now() - began >= pauses.longest) pause = pauses.first;
      again(why);
    };
    own.on('message', (said) => {
      if (said === answers && child === own) socket = place?.socket;
    });
    own.once('error', ended);
    own.once('exit', (code, signal) => ended(signal ?? code));
  };
  begin();
  const end = async (last: ChildProcess): Promise<void> => {
    const gone = once(last, 'exit');
    const kill = setTimeout(() => last.kill('SIGKILL'), patience);
    if (last.connected) last.disconnect();
    await gone;
    clearTimeout(kill);
  };
  return {
    socket: () => socket,
    close: async () => {
      closing = true;
      socket = undefined;
      clearTimeout(timer);
      if (child !== undefined) await end(child);
    },
  };
};
