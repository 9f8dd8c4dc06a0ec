/** How long whoever tries passwords waits. In: failures of late. Out: seconds since the last one. Each further failure doubles them. */

interface Waiting {
  /** Failures that cost no wait. */
  readonly free: number;
  /** Seconds after the first that does. */
  readonly first: number;
  readonly longest: number;
}

/** Of one account, and of one address, behind which many people may sit. */
export const waitings = {
  login: { free: 5, first: 5, longest: 15 * 60 },
  address: { free: 60, first: 2, longest: 5 * 60 },
} as const satisfies Readonly<Record<string, Waiting>>;

/** Failures are forgotten after this many seconds. */
export const attemptMemory = 60 * 60;

/** Seconds that must lie between the last of `failures` and the next attempt. */
export const waitAfter = (failures: number, { free, first, longest }: Waiting): number =>
  failures < free ? 0 : Math.min(longest, first * 2 ** (failures - free));
