/**
 * The process that runs jobs beside the one that serves, so that nobody's list waits for somebody's import. In: who hears
 * of its end. Out: it is there until `close`, begun anew where it ended.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** To Node: where nobody waits, memory is worth more than time. */
const sparing = ['--max-semi-space-size=8', '--heap-growing-percent=30'] as const;

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

/** It ends with the channel between the two, so also with this process, however that ends. */
export const openJobProcess = ({
  fail,
  script = join(import.meta.dirname, '../run-jobs.ts'),
  args = [],
  pauses = { first: 1000, longest: 60_000 },
  patience = 15_000,
}: JobProcessOptions): { readonly close: () => Promise<void> } => {
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
    let own: ChildProcess;
    try {
      own = fork(script, args, { execArgv: [...sparing], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    } catch (error) {
      again(error);
      return;
    }
    child = own;
    const ended = (why: unknown): void => {
      if (child !== own) return;
      child = undefined;
      if (closing) return;
      if (performance.now() - began >= pauses.longest) pause = pauses.first;
      again(why);
    };
    own.once('error', ended);
    own.once('exit', (code, signal) => ended(signal ?? code));
  };
  begin();
  return {
    close: async () => {
      closing = true;
      clearTimeout(timer);
      const last = child;
      if (last === undefined) return;
      const gone = once(last, 'exit');
      const kill = setTimeout(() => last.kill('SIGKILL'), patience);
      if (last.connected) last.disconnect();
      await gone;
      clearTimeout(kill);
    },
  };
};
