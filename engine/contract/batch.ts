/**
 * A batch: one change of many records that is planned, looked at, applied as it was planned, and can be taken back. What
 * is asked for, and what is answered.
 */

import type { Static } from 'typebox';
import Type from 'typebox';

/** Days that a batch can be taken back, where nobody says otherwise. */
export const usualUndoDays = 90;

/** Records of one batch. */
export const batchLimit = 100_000;

/**
 * What people ask of a batch, and what takes back each of them: `revive` a delete, `remove` an insert, `withdraw` an import,
 * `reinstate` what withdrew one, `restore` the rest.
 */
export const batchOperations = [
  'update',
  'delete',
  'insert',
  'import',
  'restore',
  'revive',
  'remove',
  'withdraw',
  'reinstate',
] as const;
export type BatchOperation = (typeof batchOperations)[number];

export const batchStates = ['planned', 'applying', 'applied'] as const;
export type BatchState = (typeof batchStates)[number];

const column = Type.String({ minLength: 1, maxLength: 63 });

/** The records are those that `filter` picks, of them those of `ids` where it is given. */
export const WantedBatch = Type.Object(
  {
    path: Type.String({ minLength: 2, maxLength: 200, description: 'Rota da tela.' }),
    operation: Type.Enum(['update', 'delete', 'insert']),
    filter: Type.Optional(
      Type.String({ maxLength: 30_000, description: 'O que vem depois da interrogação na lista: filtros e `q`.' }),
    ),
    ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: batchLimit })),
    values: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: 'object',
        additionalProperties: true,
        description: 'De uma alteração: os campos e seus novos valores.',
      }),
    ),
    transition: Type.Optional(column),
    rows: Type.Optional(
      Type.Unsafe<readonly Readonly<Record<string, unknown>>[]>({
        type: 'array',
        items: { type: 'object', additionalProperties: true },
        maxItems: 10_000,
        description: 'De uma inclusão: os registros.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type WantedBatch = Static<typeof WantedBatch>;

export const SealedBatch = Type.Object(
  { seal: Type.String({ minLength: 1, maxLength: 100, description: 'O selo da prévia.' }) },
  { additionalProperties: false },
);

/** How many records go from one value to another; relations by the labels of their records. */
export interface BatchPair {
  readonly before: unknown;
  readonly after: unknown;
  readonly rows: number;
}

export interface BatchField {
  /** Wire name. */
  readonly field: string;
  readonly title: string;
  /** The commonest first. */
  readonly pairs: readonly BatchPair[];
  /** Records of pairs that are not listed. */
  readonly others: number;
}

/** Why records are not written, with some of them. */
export interface BatchRefusal {
  readonly message: string;
  readonly rows: number;
  readonly records: readonly BatchRecord[];
}

export interface BatchRecord {
  /** null: a new record that has none yet. */
  readonly id: number | null;
  readonly label: string;
}

/** A row that a record owns: it comes, it changes (without `changes` it moves, and says whence), or it goes. */
export interface BatchOwnedRow {
  readonly kind: 'come' | 'change' | 'go';
  /** Among the rows of the record, from 1 on: as they will be, of one that goes as they were. */
  readonly place: number;
  readonly from?: number;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

/** Rows of one list of a record. */
export interface BatchSampleList {
  /** Name of the list. */
  readonly field: string;
  readonly rows: readonly BatchOwnedRow[];
  /** Rows that are not told one by one. */
  readonly others: number;
}

/** How many rows of a list come, change and go, in all records. */
export interface BatchList {
  readonly field: string;
  readonly title: string;
  readonly come: number;
  readonly change: number;
  readonly go: number;
}

/** One record before and after, of each field that changes; of a new one, of each that has a value. */
export interface BatchSampleRow extends BatchRecord {
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  /** Of rows that it owns. */
  readonly lists?: readonly BatchSampleList[];
  /** It goes. */
  readonly gone?: true;
}

/** Owned rows that go or come with their records. */
export interface BatchOwned {
  readonly title: string;
  readonly rows: number;
}

/** Records of others that a transition moves, or that go back with it, and those that point at what is deleted. */
export interface BatchFollowed {
  readonly title: string;
  /** `cleared`: a relation of theirs to what is deleted; `pointed`: it is there again. */
  readonly what: 'moved' | 'created' | 'removed' | 'cleared' | 'pointed';
  /** Of those moved: title of the transition that is made of them, or taken back. */
  readonly transition?: string;
  readonly rows: number;
}

/** Where a batch stands among those that take back one another. */
export interface BatchChain {
  /** Number of the first of them, and what it did: that is undone and done again. */
  readonly first: number;
  readonly operation: BatchOperation;
  /** From 0: an odd one takes back what the first did, a later even one does it again. */
  readonly step: number;
  /** Number of the batch since which this one is without effect. */
  readonly undoneBy: number | null;
  /** Of the first: number of the batch that did again what had been taken back. */
  readonly redoneBy: number | null;
}

/** The file of an import. */
export interface BatchFile {
  readonly name: string;
  /** Id of the import, as long as that is there. */
  readonly import: string | null;
}

/** How far a batch is that is being planned or applied. */
export interface BatchProgress {
  /** Records that had their turn. */
  readonly done: number;
  readonly total: number;
  /** Records a second; null: it is too young. */
  readonly rate: number | null;
  /** Seconds, at that rate. */
  readonly remaining: number | null;
}

/** How far a plan is that is being made. */
export interface PlanNow {
  /** null: none is being made under this key, or it is made before anybody looks. */
  readonly progress: BatchProgress | null;
}

/** A batch as it is told of in a list. */
export interface BatchSummary {
  readonly id: string;
  /** People call it by this. */
  readonly number: number;
  /** With it the plan is applied, or what was cut off goes on. */
  readonly seal: string;
  readonly operation: BatchOperation;
  readonly path: string;
  readonly title: string;
  readonly state: BatchState;
  readonly login: string;
  readonly plannedAt: string;
  readonly appliedAt: string | null;
  /** Records picked. */
  readonly rows: number;
  /** Of them, those that it is to write; those that are as they would be; those that are refused. */
  readonly changes: number;
  readonly same: number;
  readonly refused: number;
  /** Records written so far. */
  readonly written: number;
  /** Id of the batch that this one takes back. */
  readonly undoes: string | null;
  /** Id of the batch that took this one back. */
  readonly undoneBy: string | null;
  /** null: it takes back none, and was taken back by none. */
  readonly chain: BatchChain | null;
  /** Of an import, and of what takes one back. */
  readonly file: BatchFile | null;
  /** Of an import, and of what takes one back: its records came in the states that they were in elsewhere. */
  readonly loads?: true;
  /** null: nobody is at it. */
  readonly progress: BatchProgress | null;
  /** Moment until which it can be taken back; null: it was not applied. */
  readonly undoUntil: string | null;
  /** That moment is over. */
  readonly expired: boolean;
}

/** What a batch will do, sealed. */
export interface BatchPlan extends BatchSummary {
  readonly fields: readonly BatchField[];
  readonly refusals: readonly BatchRefusal[];
  readonly sample: readonly BatchSampleRow[];
  readonly owned: readonly BatchOwned[];
  /** Absent: the transition moves no others. */
  readonly followed?: readonly BatchFollowed[];
  /** Rows that records own and that are written with them. */
  readonly lists: readonly BatchList[];
  /** Of `changes`, the records that go. */
  readonly removed: number;
}

/** What a batch has done. */
export interface BatchResult extends BatchSummary {
  readonly refusals: readonly BatchRefusal[];
}

/** What is wrong with one field of a new record; of a row that it owns the way to it. */
export interface BatchFault {
  readonly field: string;
  readonly message: string;
}

/** What became of every record of a batch. */
export interface BatchOutcomes {
  readonly written: readonly number[];
  /** Why records were not written, or not whole; `id` of a new one is its place, from 1 on. */
  readonly refusals: readonly {
    readonly id: number;
    readonly label: string;
    readonly message: string;
    /** It was named, and is not among the records any more. */
    readonly gone?: true;
    /** Of a new record: the same field by field, where fields are to blame. */
    readonly fields?: readonly BatchFault[];
  }[];
}
