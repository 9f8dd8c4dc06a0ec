/**
 * Passwords looked at in a process of low priority. In: a password and the hash of one. Out: whether it is that. The
 * process starts with the first question and ends when there was none for a while. One that dies, hangs or never starts
 * locks nobody out: this process then does the work, and asks a new one later.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { verifyPassword } from './password.ts';
import type { Answer, Question } from './patient-process.ts';

export interface PatientVerifier {
  readonly verify: (password: string, stored: string | null) => Promise<boolean>;
  readonly close: () => void;
}

export interface Patience {
  /** The process: a file that Node runs. */
  readonly entry: string;
  /** Milliseconds for an answer; on a busy machine it is long in coming. */
  readonly answer: number;
  /** Milliseconds without a question after which the process ends. */
  readonly idle: number;
  /** Milliseconds after a failure in which no other process is started. */
  readonly pause: number;
}

const usual: Patience = {
  entry: fileURLToPath(new URL('./patient-process.ts', import.meta.url)),
  answer: 5_000,
  idle: 60_000,
  pause: 60_000,
};

/** Calls back once, when nobody has asked again for so long. */
const createTimer = (milliseconds: number, over: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    stop,
    restart: (): void => {
      stop();
      timer = setTimeout(over, milliseconds).unref();
    },
  };
};

export const createPatientVerifier = ({ entry, answer, idle, pause }: Patience = usual): PatientVerifier => {
  const asked = new Map<number, PromiseWithResolvers<boolean>>();
  let child: ChildProcess | undefined;
  let turn = 0;
  let failed = Number.NEGATIVE_INFINITY;

  /** Whoever waits for it is told; what it might still do is not waited for. */
  const end = (): void => {
    child?.kill('SIGKILL');
    child = undefined;
    late.stop();
    unused.stop();
    for (const { reject } of asked.values()) reject(new Error('the process that looks at passwords has ended'));
    asked.clear();
  };
  const late = createTimer(answer, end);
  const unused = createTimer(idle, end);

  const start = (): ChildProcess => {
    const started = fork(entry, {
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const gone = (): void => {
      if (child === started) end();
    };
    started.on('error', gone);
    started.on('exit', gone);
    started.on('message', ({ id, right }: Answer) => {
      asked.get(id)?.resolve(right);
      asked.delete(id);
      if (asked.size > 0) return late.restart();
      late.stop();
      unused.restart();
    });
    // Neither it nor what it is told keeps the product from ending.
    started.unref();
    started.channel?.unref();
    return started;
  };

  const ask = (password: string, stored: string | null): Promise<boolean> => {
    child ??= start();
    turn += 1;
    const question: Question = { id: turn, password, stored };
    const waiting = Promise.withResolvers<boolean>();
    asked.set(turn, waiting);
    if (asked.size === 1) late.restart();
    unused.stop();
    // A failure to send arrives as the process's `error`.
    child.send(question);
    return waiting.promise;
  };

  return {
    verify: async (password, stored) => {
      if (performance.now() - failed < pause) return verifyPassword(password, stored);
      try {
        return await ask(password, stored);
      } catch {
        failed = performance.now();
        return verifyPassword(password, stored);
      }
    },
    close: end,
  };
};
