/**
 * How many passwords are hashed at once, and how often. Hashing is meant to be costly; without a bound whoever sends wrong
 * passwords would take the processors from everybody who works. In: the work. Out: its result, in turn, or ACCESS_LOGIN_BUSY.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../engine/core/errors.ts';

/** Milliseconds: on a machine that is busy with other things the line must go on all the same. */
const longestRest = 100;
const longestCrowdRest = 1_000;
/** Milliseconds in which strangers are counted. */
const crowdTime = 10_000;

export interface HashGate {
  /**
   * Raises ACCESS_LOGIN_BUSY where more wait than would be served in reasonable time. `known`: who has come in from there
   * before waits for no stranger. The work is told whether it is one of a crowd, for which nobody who works should wait.
   */
  readonly run: <T>(work: (crowd: boolean) => Promise<T>, known?: boolean) => Promise<T>;
  /**
   * Raises it too, before anything is done for an attempt that would not get its turn. Asked once of every attempt: whom
   * it turns away is one of the crowd as well.
   */
  readonly check: (known: boolean) => void;
}

export interface HashLimits {
  /** Of strangers, and as many of known people. */
  readonly running: number;
  readonly waiting: number;
  /** While others wait, a place rests this many times as long as its last work took. */
  readonly rest: number;
  /** More strangers than these within ten seconds are a crowd. */
  readonly crowd: number;
  /** `rest` after the work of one of a crowd: what is hashed for guesses is taken from those who work. */
  readonly crowdRest: number;
  /** `waiting` of a crowd, which is served slowly. */
  readonly crowdWaiting: number;
}

type Pause = (milliseconds: number) => Promise<unknown>;

/** One line before so many places. */
const createLine = (limits: HashLimits, pause: Pause, isCrowd: () => boolean) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const check = (): void => {
    const longest = isCrowd() ? limits.crowdWaiting : limits.waiting;
    if (running >= limits.running && waiting.length >= longest) throw new Refusal('ACCESS_LOGIN_BUSY', { seconds: 2 });
  };
  /** Who leaves hands the place on, so that nobody slips in between. */
  const leave = async (took: number, crowd: boolean): Promise<void> => {
    const wanted = crowd
      ? Math.min(longestCrowdRest, took * limits.crowdRest)
      : Math.min(longestRest, took * limits.rest);
    if (waiting.length > 0) await pause(wanted);
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    check,
    run: async <T>(work: (crowd: boolean) => Promise<T>): Promise<T> => {
      check();
      if (running >= limits.running) await new Promise<void>((resolve) => waiting.push(resolve));
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

/** More than `calm` who came within the time of a crowd. */
const createCrowd = (calm: number) => {
  const last: number[] = [];
  return {
    came: (): void => {
      last.push(performance.now());
      if (last.length > calm + 1) last.shift();
    },
    isOn: (): boolean => last.length > calm && performance.now() - (last[0] ?? 0) < crowdTime,
  };
};

export const createHashGate = (
  limits: HashLimits,
  pause: Pause = (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
): HashGate => {
  const crowd = createCrowd(limits.crowd);
  const people = createLine(limits, pause, () => false);
  const strangers = createLine(limits, pause, crowd.isOn);
  return {
    check: (known) => {
      if (known) return people.check();
      crowd.came();
      strangers.check();
    },
    run: (work, known = false) => (known ? people : strangers).run(work),
  };
};
