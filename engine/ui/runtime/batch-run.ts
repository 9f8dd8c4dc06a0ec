/** What has become of a batch so far, item by item, as its chunks are answered. An item is an id, or the place of a new row. */
import type { RowOutcome } from '../../contract/row-outcome.ts';

export interface BatchFailure {
  readonly item: number;
  readonly message: string;
  /** It is no longer among the rows that were chosen: there is nothing left to choose. */
  readonly gone: boolean;
}

export interface BatchState {
  readonly total: number;
  /** Ids of the rows written. */
  readonly written: readonly number[];
  readonly failures: readonly BatchFailure[];
  /** Items that were not sent, or whose chunk was refused as a whole. */
  readonly left: readonly number[];
  /** Why it ended before its end. */
  readonly refused: string | undefined;
}

/** Rows of one request: the first, and how few and how many it may come to; the server takes no more at once. */
export const chunkSizes = { first: 200, least: 25, most: 500 } as const;

/** Rows of the next request, by how long the last took: few enough to be stopped between, many enough to be quick. */
export const nextSize = (size: number, milliseconds: number): number => {
  if (milliseconds < 500) return Math.min(chunkSizes.most, size * 2);
  return milliseconds > 2000 ? Math.max(chunkSizes.least, Math.floor(size / 2)) : size;
};

export const beginBatch = (items: readonly number[]): BatchState => ({
  total: items.length,
  written: [],
  failures: [],
  left: items,
  refused: undefined,
});

/** The next items to send. */
export const nextChunk = ({ left }: BatchState, size: number): readonly number[] => left.slice(0, size);

/** Of a row with faults in its fields what is wrong there; that it was not saved is said already. */
const reasonOf = ({ error }: RowOutcome): string =>
  (error?.fields?.map(({ message }) => message) ?? [error?.message, error?.hint]).filter(Boolean).join(' ');

const failureOf = (item: number, outcome: RowOutcome): BatchFailure => ({
  item,
  message: reasonOf(outcome),
  gone: outcome.status === 404,
});

/** After a chunk was answered: one outcome an item, in their order. */
export const afterChunk = (
  state: BatchState,
  chunk: readonly number[],
  outcomes: readonly RowOutcome[],
): BatchState => ({
  ...state,
  written: [...state.written, ...outcomes.flatMap(({ id, error }) => (error === undefined && id !== null ? [id] : []))],
  failures: [
    ...state.failures,
    ...outcomes.flatMap((outcome, index) =>
      outcome.error === undefined ? [] : [failureOf(chunk[index] ?? 0, outcome)],
    ),
  ],
  left: state.left.slice(chunk.length),
});

/** How many items have an outcome. */
export const doneOf = ({ total, left }: BatchState): number => total - left.length;

/** What stays chosen: all that was not written and is still there. */
export const remaining = ({ failures, left }: BatchState): readonly number[] => [
  ...failures.flatMap(({ item, gone }) => (gone ? [] : [item])),
  ...left,
];
