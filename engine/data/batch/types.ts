/** A batch as the engine works on it. */
import type { BatchFault, BatchOperation, BatchRefusal, BatchSummary } from '../../contract/batch.ts';
import type { Row } from '../given-rows.ts';

/** Of batches whose parts differ in what they do. */
export type MixedOperation = 'import' | 'withdraw' | 'reinstate';

/** What is done to the records of a part; `change` gives each of them values of its own. */
export type PartOperation = Exclude<BatchOperation, MixedOperation> | 'change';

/** What a batch does, whatever its records. */
export interface BatchWork {
  readonly operation: BatchOperation;
  /** Of an update: the new values. */
  readonly values?: Row;
  /** Of an update, and of what takes it back. */
  readonly transition?: string;
  /** Of what takes another batch back: that batch, whose deletions come back. */
  readonly source?: string;
  /** Of an import: the name of its file, which is told when the import is gone. */
  readonly file?: string;
  /** Of an import, and of what takes one back: its records come in the states that they were in elsewhere. */
  readonly loads?: true;
  /** Every record is written, or none. */
  readonly whole?: boolean;
}

/** What is done to the records of one part. */
export interface PartWork extends Omit<BatchWork, 'operation'> {
  readonly operation: PartOperation;
}

const mixed: ReadonlySet<string> = new Set<MixedOperation>(['import', 'withdraw', 'reinstate']);

const isMixed = (operation: BatchOperation): operation is MixedOperation => mixed.has(operation);

/** Throws where a part of a mixed batch does not say what it does. */
export const workOf = (work: BatchWork, { operation = undefined }: Pick<BatchPart, 'operation'>): PartWork => {
  if (operation !== undefined) return { ...work, operation };
  if (isMixed(work.operation)) throw new Error(`a part of '${work.operation}' says what it does`);
  return { ...work, operation: work.operation };
};

/** Its records are not there before: they go by their places. */
export const inserts = ({ operation }: Pick<PartWork, 'operation'>): boolean =>
  operation === 'insert' || operation === 'revive';
export const removes = ({ operation }: Pick<PartWork, 'operation'>): boolean =>
  operation === 'delete' || operation === 'remove';

/** A record of a batch, as it was met when the batch was planned. */
export interface BatchItem {
  /** Of a new record its place, from 1 on. */
  readonly id: number;
  /** 0 of one that was not there. */
  readonly version: number;
  /** Of an insert the record; of a change the new values, of what takes one back those of before. */
  readonly values?: Row;
  /** Of an import: the line of the file. */
  readonly line?: number;
}

/** Why a record is not written, or not whole, in the words that are shown. */
export interface ItemRefusal {
  readonly id: number;
  readonly label: string;
  readonly message: string;
  /** It was named, and is not among the records any more. */
  readonly gone?: true;
  /** Of an import: the line of the file. */
  readonly line?: number;
  /** Of a new record: the same field by field, where fields are to blame. */
  readonly fields?: readonly BatchFault[];
}

/** Some of the records, written or refused together. */
export interface BatchPart {
  /** undefined: that of the batch. */
  readonly operation?: PartOperation | undefined;
  readonly items: readonly BatchItem[];
  /** Ids of those that are not written: they are as they would be, or were refused when the batch was planned. */
  readonly skipped: readonly number[];
  readonly refusals: readonly ItemRefusal[];
  /** Ids of the records written; undefined: not yet its turn. */
  readonly written?: readonly number[];
}

/** A batch as it is kept. */
export interface StoredBatch extends Omit<BatchSummary, 'operation' | 'title' | 'loads'> {
  readonly work: BatchWork;
  readonly entity: string;
  /** What picked the records; undefined: they were named. */
  readonly filter: string | undefined;
  readonly userId: number;
}

/** Why a record of a part is not written. A record that is there is told of by its id: its name is for who may read it. */
export const refusalOf = (
  work: PartWork,
  { id, line }: BatchItem,
  message: string,
  fields: readonly BatchFault[] = [],
): ItemRefusal => {
  const place = line ?? (work.operation === 'insert' ? id : undefined);
  return {
    id,
    label: place === undefined ? `#${id}` : `Linha ${place}`,
    message,
    ...(line === undefined ? {} : { line }),
    ...(work.operation === 'insert' && fields.length > 0 ? { fields } : {}),
  };
};

/** A refusal, and whether its record was there before. */
export interface PlacedRefusal extends ItemRefusal {
  readonly fresh: boolean;
}

export const placedIn = (work: PartWork, refusals: readonly ItemRefusal[]): readonly PlacedRefusal[] =>
  refusals.map((refusal) => ({ ...refusal, fresh: inserts(work) }));

/** An import looks at the new records of a stretch of the file before those that it changes. */
const inFileOrder = (refusals: readonly PlacedRefusal[]): readonly PlacedRefusal[] =>
  refusals.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));

/** Refusals by what they say, the commonest first, each with some of its records, those of a file as they stand in it. */
export const groupRefusals = (refusals: readonly PlacedRefusal[]): readonly BatchRefusal[] =>
  [...Map.groupBy(inFileOrder(refusals), ({ message }) => message)]
    .map(([message, some]) => ({
      message,
      rows: some.length,
      records: some.slice(0, 5).map(({ id, label, fresh }) => ({ id: fresh ? null : id, label })),
    }))
    .sort((a, b) => b.rows - a.rows);
