/** A batch as the engine works on it. */
import type { BatchOperation, BatchRefusal, BatchState } from '../../contract/batch.ts';
import type { Row } from '../given-rows.ts';

/** What a batch does, whatever its records. */
export interface BatchWork {
  readonly operation: BatchOperation;
  /** Of an update: the new values. */
  readonly values?: Row;
  /** Of an update, and of what takes it back. */
  readonly transition?: string;
  /** Of what takes a delete back: the batch that deleted. */
  readonly source?: string;
}

/** A record of a batch, as it was met when the batch was planned. */
export interface BatchItem {
  /** Of a new record its place, from 1 on. */
  readonly id: number;
  /** 0 of one that was not there. */
  readonly version: number;
  /** Of an insert the record; of what takes an update back the values of before. */
  readonly values?: Row;
}

/** Why a record is not written, or not whole, in the words that are shown. */
export interface ItemRefusal {
  readonly id: number;
  readonly label: string;
  readonly message: string;
  /** It was named, and is not among the records any more. */
  readonly gone?: true;
}

/** Some of the records, written or refused together. */
export interface BatchPart {
  readonly items: readonly BatchItem[];
  /** Ids of those that are not written: they are as they would be, or were refused when the batch was planned. */
  readonly skipped: readonly number[];
  readonly refusals: readonly ItemRefusal[];
  /** Ids of the records written; undefined: not yet its turn. */
  readonly written?: readonly number[];
}

/** A batch as it is kept. */
export interface StoredBatch {
  readonly id: string;
  readonly number: number;
  readonly work: BatchWork;
  readonly path: string;
  readonly entity: string;
  /** What picked the records; undefined: they were named. */
  readonly filter: string | undefined;
  readonly userId: number;
  readonly login: string;
  readonly seal: string;
  readonly state: BatchState;
  readonly plannedAt: string;
  readonly appliedAt: string | null;
  readonly rows: number;
  readonly changes: number;
  readonly same: number;
  readonly refused: number;
  readonly written: number;
  readonly undoes: string | null;
  readonly undoneBy: string | null;
}

/** Refusals by what they say, the commonest first, each with some of its records. */
export const groupRefusals = (refusals: readonly ItemRefusal[], inserts: boolean): readonly BatchRefusal[] =>
  [...Map.groupBy(refusals, ({ message }) => message)]
    .map(([message, some]) => ({
      message,
      rows: some.length,
      records: some.slice(0, 5).map(({ id, label }) => ({ id: inserts ? null : id, label })),
    }))
    .sort((a, b) => b.rows - a.rows);
