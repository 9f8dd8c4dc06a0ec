/** What the main thread and the PGlite worker say to each other. Plain data, copied by structured clone. */
import type { Failure } from '../postgres/failure.ts';

export interface WorkerOptions {
  /** PGlite's program, compiled by the thread that opens the database. */
  readonly program: WebAssembly.Module;
  /** Folder of the data files, or `memory://`. */
  readonly dataDir: string;
  /** A tar of a data folder (`dumpDataDir('none')`) to begin with; only where there is no data yet. */
  readonly template: string | undefined;
  readonly idleTransactionTimeoutMs: number;
}

/** `transaction` is a number of the main thread's choosing; a request without it stands in the common line. */
export type Request =
  | {
      readonly op: 'query';
      readonly id: number;
      readonly transaction: number | undefined;
      readonly text: string;
      readonly values: readonly (string | null)[];
      readonly name: string | undefined;
    }
  | { readonly op: 'execute'; readonly id: number; readonly transaction: number | undefined; readonly sql: string }
  | {
      readonly op: 'foreign';
      readonly id: number;
      readonly transaction: number | undefined;
      readonly text: string;
      /** Empty: `text` may be several statements. */
      readonly values: readonly (string | null)[];
    }
  | { readonly op: 'begin'; readonly id: number; readonly transaction: number }
  | { readonly op: 'end'; readonly id: number; readonly transaction: number; readonly commit: boolean }
  | { readonly op: 'close'; readonly id: number; readonly transaction: undefined };

/** Rows as arrays in the order of `columns`: cheaper to copy than objects. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly affected: number;
  /** Of 'foreign': OIDs of the columns' types; the values are texts, or null. */
  readonly types?: readonly number[];
  /** Of 'foreign' with several statements: those that gave rows before the last one. */
  readonly before?: readonly Rows[];
}

export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rows'; readonly id: number; readonly result: Rows }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string };
