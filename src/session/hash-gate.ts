/**
 * How many passwords are hashed at once, and how often. Hashing is meant to be costly; without a bound whoever sends wrong
 * passwords would take the processors from everybody who works. In: the work. Out: its result, in turn, or ACCESS_LOGIN_BUSY.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../engine/core/errors.ts';

/** Milliseconds: on a machine that is busy with other things the line must go on all the same. */
const longestRest = 100;

export interface HashGate {
  /**
   * Raises ACCESS_LOGIN_BUSY where more wait than would be served in reasonable time. `known`: who has come in from there
   * before goes ahead of strangers, and waits for no crowd of them.
   */
  readonly run: <T>(work: () => Promise<T>, known?: boolean) => Promise<T>;
  /** Raises it too, before anything is done for an attempt that would not get its turn. */
  readonly check: (known: boolean) => void;
}

export interface HashLimits {
  readonly running: number;
  /** Of strangers, and as many of known people. */
  readonly waiting: number;
  /** While others wait, a place rests this many times as long as its last work took. */
  readonly rest: number;
}

export const createHashGate = (
  { running: most, waiting: longest, rest }: HashLimits,
  pause: (milliseconds: number) => Promise<unknown> = (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
): HashGate => {
  const strangers: (() => void)[] = [];
  const people: (() => void)[] = [];
  let running = 0;
  const lineOf = (known: boolean): (() => void)[] => (known ? people : strangers);
  const check = (known: boolean): void => {
    if (running >= most && lineOf(known).length >= longest) throw new Refusal('ACCESS_LOGIN_BUSY', { seconds: 2 });
  };
  /** Who leaves hands the place on, so that nobody slips in between. */
  const leave = async (took: number): Promise<void> => {
    if (people.length + strangers.length > 0) await pause(Math.min(longestRest, took * rest));
    const next = people.shift() ?? strangers.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    check,
    run: async (work, known = false) => {
      check(known);
      if (running >= most) await new Promise<void>((resolve) => lineOf(known).push(resolve));
      else running += 1;
      const began = performance.now();
      try {
        return await work();
      } finally {
        leave(performance.now() - began).catch(() => undefined);
      }
    },
  };
};
