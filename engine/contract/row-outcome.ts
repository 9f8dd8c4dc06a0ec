import type { ErrorBody } from './error-body.ts';

/**
 * What became of one row of a write that was sent with `Prefer: outcome=each`: its answer is an array of these, in the
 * order of the rows asked for.
 */
export interface RowOutcome {
  /** Of a new row that was refused there is none. */
  readonly id: number | null;
  /** Of new rows: the place in the body, from 0 on. */
  readonly row?: number;
  /** What the row alone would have been answered with. */
  readonly status: number;
  /** Why it was not written. */
  readonly error?: Omit<ErrorBody, 'messages'>;
}
