/** What has become of the records of a batch. An item is an id. */
import type { BatchOutcomes } from '../../contract/batch.ts';

export interface BatchFailure {
  readonly item: number;
  readonly label: string;
  readonly message: string;
  /** It is no longer among the rows that were chosen: there is nothing left to choose. */
  readonly gone: boolean;
}

export interface BatchState {
  /** Ids of the records written. */
  readonly written: readonly number[];
  readonly failures: readonly BatchFailure[];
}

export const noOutcome: BatchState = { written: [], failures: [] };

export const stateOf = ({ written, refusals }: BatchOutcomes): BatchState => ({
  written,
  failures: refusals.map(({ id, label, message, gone = false }) => ({ item: id, label, message, gone })),
});

/** What stays chosen: all that was refused and is still there. */
export const remaining = ({ failures }: BatchState): readonly number[] =>
  failures.flatMap(({ item, gone }) => (gone ? [] : [item]));
