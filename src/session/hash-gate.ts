/**
 * How many passwords are hashed at once, and how often. Hashing is meant to be costly; without a bound whoever sends wrong
 * passwords would take the processors from everybody who works. In: the work. Out: its result, in turn, or ACCESS_LOGIN_BUSY.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../engine/core/errors.ts';

/** Milliseconds: on a machine that is busy with other things the line must go on all the same. */
const longestRest = 100;
const longestCrowdRest = 300;
/** Milliseconds in which strangers are counted. */
const crowdTime = 10_000;

export interface HashGate {
  /**
   * Raises ACCESS_LOGIN_BUSY where more wait than would be served in reasonable time. `known`: who has come in from there
   * before waits for no stranger. The work is told whether it is one of a crowd, for which nobody who works should wait.
   */
  readonly run: <T>(work: (crowd: boolean) => Promise<T>, known?: boolean) => Promise<T>;
  /** Raises it too, before anything is done for an attempt that would not get its turn. */
  readonly check: (known: boolean) => void;
}

export interface HashLimits {
  /** Of strangers, and as many of known people. */
  readonly running: number;
  readonly waiting: number;
  /** While others wait, a place rests this many times as long as its last work took. */
  readonly rest: number;
  /** The same after the work of one of a crowd: what is hashed for guesses is taken from those who work. */
  readonly crowdRest: number;
  /** More strangers than these within ten seconds are a crowd. */
  readonly crowd: number;
}

type Pause = (milliseconds: number) => Promise<unknown>;

/** One line before so many places. */
const createLine = ({ running: most, waiting: longest, rest, crowdRest }: HashLimits, pause: Pause) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const check = (): void => {
    if (running >= most && waiting.length >= longest) throw new Refusal('ACCESS_LOGIN_BUSY', { seconds: 2 });
  };
  /** Who leaves hands the place on, so that nobody slips in between. */
  const leave = async (took: number, crowd: boolean): Promise<void> => {
    const wanted = crowd ? Math.min(longestCrowdRest, took * crowdRest) : Math.min(longestRest, took * rest);
    if (waiting.length > 0) await pause(wanted);
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    check,
    run: async <T>(work: (crowd: boolean) => Promise<T>, isCrowd: () => boolean): Promise<T> => {
      check();
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      const crowd = isCrowd();
      const began = performance.now();
      try {
        return await work(crowd);
      } finally {
        leave(performance.now() - began, crowd).catch(() => undefined);
      }
    },
  };
};

/** Whether whoever comes now is one of more than `calm` within the time of a crowd. */
const createCrowd = (calm: number): (() => boolean) => {
  const came: number[] = [];
  return () => {
    came.push(performance.now());
    if (came.length <= calm) return false;
    return performance.now() - (came.shift() ?? 0) < crowdTime;
  };
};

export const createHashGate = (
  limits: HashLimits,
  pause: Pause = (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
): HashGate => {
  const people = createLine(limits, pause);
  const strangers = createLine(limits, pause);
  const isCrowd = createCrowd(limits.crowd);
  return {
    check: (known) => (known ? people : strangers).check(),
    run: (work, known = false) => (known ? people.run(work, () => false) : strangers.run(work, isCrowd)),
  };
};
