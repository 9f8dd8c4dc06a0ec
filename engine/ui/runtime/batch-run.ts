/** What has become of the records of a batch. An item is an id. */
import type { BatchOutcomes } from '../../contract/batch.ts';

export interface BatchFailure {
  readonly item: number;
  readonly label: string;
  readonly message: string;
}

export interface BatchState {
  /** Ids of the records written. */
  readonly written: readonly number[];
  readonly failures: readonly BatchFailure[];
}

export const noOutcome: BatchState = { written: [], failures: [] };

export const stateOf = ({ written, refusals }: BatchOutcomes): BatchState => ({
  written,
  failures: refusals.map(({ id, label, message }) => ({ item: id, label, message })),
});

/** What stays chosen: all that was refused. */
export const remaining = ({ failures }: BatchState): readonly number[] => failures.map(({ item }) => item);
