/**
 * What a job does, said once a kind. The queue gives at least one run: a handler must bear to be run again from its last
 * checkpoint, in another process, while nothing is known of how the run before it ended.
 */
import type { TSchema } from 'typebox';
import type { Access } from '../access/access.ts';

/** Whose job it is. */
export interface JobOwner {
  readonly userId: number;
  readonly login: string;
}

/** The file that a job makes. */
export interface JobFileName {
  readonly name: string;
  /** Media type. */
  readonly type: string;
}

export interface JobContext<State> {
  readonly id: string;
  readonly owner: JobOwner;
  /** What the owner may do at this moment, as the database has it. Raises JOB_OWNER_CLOSED. */
  readonly rights: () => Promise<Access>;
  /** Where it was asked for, as `writeOrigin` has it. */
  readonly origin: string;
  /** 1 for the first run. */
  readonly attempt: number;
  /** What `save` kept last, in this run or one before; undefined: nothing yet. */
  readonly state: State | undefined;
  /** Aborted where the job was cancelled, another process has it now, or this one stops. */
  readonly signal: AbortSignal;
  /** Told to people now and then, not at once. */
  readonly progress: (done: number, total?: number) => void;
  /** A line for people to read; nothing confidential. The last 200 are kept. */
  readonly log: (text: string) => void;
  /**
   * Keeps where it is, and with it the next bytes of its file: both or neither, so that a run that begins there writes
   * nothing twice. Rejects where the run has lost its job.
   */
  readonly save: (state: State, bytes?: Uint8Array) => Promise<void>;
  /** Takes back the bytes and the state that were saved, to begin anew. */
  readonly restart: () => Promise<void>;
}

/** What is kept of a job from turn to turn, which fits its schema too. */
export interface Repeats<Input> {
  /** What is asked for in the turn of a day (YYYY-MM-DD): periods that move with the calendar are its days. Raises what `title` raises. */
  readonly turn: (kept: Input, access: Access, day: string) => Promise<Input>;
  /** Where the product shows what will be in it: `/bancos?nome=has.sul`. */
  readonly place: (kept: Input) => string;
}

export interface JobKind<Input = unknown, State = unknown> {
  /** `exportar-csv`. */
  readonly name: string;
  /** What people call it: `Exportação em CSV`. */
  readonly label: string;
  /** It may be asked for by the clock, and how. */
  readonly repeats?: Repeats<Input>;
  /** Of `Input`; what does not fit is refused. */
  readonly schema: TSchema;
  /** Of one job: `Cidades em CSV`. Raises a refusal where the caller may not have it. */
  readonly title: (input: Input, access: Access) => string | Promise<string>;
  /**
   * Gives the name of its file, where it made one. A refusal is final; any other error is tried again, later each time.
   */
  readonly run: (input: Input, context: JobContext<State>) => Promise<JobFileName | undefined>;
}

/** For lists of kinds that differ in what they take. */
// biome-ignore lint/suspicious/noExplicitAny: the input of a kind is checked by its schema before it is handed over
export type AnyJobKind = JobKind<any, any>;
