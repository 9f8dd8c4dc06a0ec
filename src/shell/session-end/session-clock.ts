/** When a session ends, by what the server said of it last. Pure; moments are epoch milliseconds. */
import { longestWait } from '../../../engine/contract/longest-wait.ts';
import type { SessionLeft } from '../../../engine/contract/session.ts';

/** How long before the end one is warned of it. */
export const warningLead = 120_000;
/** While the warning stands there: somebody may go on in another window. */
const shortWait = 2;

export interface SessionEnd {
  readonly at: number;
  /** Using the session does not put it off. */
  readonly final: boolean;
}

export const endOf = ({ unused, whole }: SessionLeft, now: number): SessionEnd => ({
  at: now + Math.min(unused, whole) * 1000,
  final: whole <= unused,
});

export const stageOf = ({ at }: SessionEnd, now: number): 'open' | 'near' | 'over' =>
  now >= at ? 'over' : now >= at - warningLead ? 'near' : 'open';

/** Seconds that the server may wait with its next answer: never past the moment of the warning. */
export const nextWait = (end: SessionEnd | undefined, now: number): number => {
  if (end === undefined) return 0;
  const untilWarning = Math.ceil((end.at - warningLead - now) / 1000);
  return untilWarning > 0 ? Math.min(longestWait, untilWarning) : shortWait;
};

/** `1:05`. */
export const timeLeft = ({ at }: SessionEnd, now: number): string => {
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
