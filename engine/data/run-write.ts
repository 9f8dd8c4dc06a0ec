/** Runs a write: its statement, what must hold afterwards, and what follows it in the same transaction. */
import type { ReadRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { bindOnce } from './bind.ts';
import type { Database, Queryable, Statement } from './database.ts';
import type { Followed } from './followed.ts';
import type { Row } from './given-rows.ts';
import type { PlanContext } from './plan/context.ts';
import type { ReadPlan } from './plan/types.ts';
import { noteRows, sensitivePlaces } from './sensitive-reads.ts';
import type { InputName, PrintedSql } from './sql/sql.ts';
import { translateError } from './translate-error.ts';
import type { Validators } from './validators.ts';

interface Revived {
  readonly id: string;
  /** The next one after the last that it had. */
  readonly version: number;
  /** ISO moment of its deletion, after which the history goes on. */
  readonly after: string;
}

interface Restores {
  /** The transition that is taken back. */
  readonly transition: string | undefined;
  /** The batch that made it: what followed for other records is taken back with it. */
  readonly source?: string | undefined;
}

export interface WriteOptions {
  /** The rows written come back as JSON. */
  readonly representation: boolean;
  /** `If-Match`: the version that the caller saw. */
  readonly version: number | undefined;
  /** The answer is one row: with more or fewer nothing is written. */
  readonly singular: boolean;
  /** More rows than this and nothing is written. */
  readonly maximum: number | undefined;
  /** What becomes of rows that are there already; undefined: they are duplicates. */
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined;
  /** Everything is checked and answered as if it were done, and nothing is kept. */
  readonly rollback: boolean;
  /** Names the request in the history. */
  readonly requestId: string;
  /** Of an insert of one record: the deleted one that it is, which gets its id back and goes on in its history. */
  readonly revived?: Revived;
  /** Where the request comes from, for the history: `screen 10.0.0.7`, `api 10.0.0.7`. */
  readonly origin: string;
  /**
   * Of an insert: the records were under way elsewhere, and come in the states that they are in. Of a delete: they had come
   * so, and go whatever their states are. By the right of a load.
   */
  readonly loads?: true | undefined;
  /** What is written stood there before: a state may come back without a transition, by the right of the one taken back. */
  readonly restores?: Restores | undefined;
  /** The engine found the records: they are written as if each were named by its id, whoever may list them. */
  readonly chosen?: true;
  /** What is written follows from a transition of another record. */
  readonly inside?: true;
  /** Is told of the records that are moved because of transitions of others. */
  readonly followed?: Followed | undefined;
  /** The batch whose deletions of owned rows come back where their ids are named. */
  readonly revives?: string | undefined;
  /** The ids of all rows written come back. */
  readonly ids?: true;
}

export interface Written {
  /** Keys of each row of `body`, in order. */
  readonly keys: readonly string[];
  readonly count: number;
  /** Of `count`, those that are new. */
  readonly inserted: number;
  readonly body: string | undefined;
  /** Of the first row. */
  readonly id: string | undefined;
  readonly version: number | undefined;
  /** Of all rows, where they were asked for: in the order of `body`, unless the request asks for another. */
  readonly ids: readonly number[] | undefined;
}

/** What must hold of a write besides its own rows, whichever door it comes by. */
export interface WriteGuard {
  /** Names of the entities whose writes it looks at; those of owned rows go by their owner. */
  readonly entities: ReadonlySet<string>;
  /** Before anything is written. */
  readonly begin: (transaction: Queryable) => Promise<void>;
  /** Looks at what was written, before anything is kept. Refuses by raising. */
  readonly check: (transaction: Queryable, write: Pick<Write, 'context' | 'action'>) => Promise<void>;
}

export interface WriteEngine {
  readonly database: Database;
  readonly validators: Validators;
  /** IANA zone of the installation: it says which day is today. */
  readonly timeZone: string;
  readonly guard?: WriteGuard | undefined;
}

export type Action = 'insert' | 'update' | 'delete';

/** What a write's statement says: one row. */
export interface Outcome {
  readonly n: number;
  readonly outside: number;
  readonly id: string | null;
  readonly version: number | null;
  readonly body: string | null;
  readonly inserted?: number;
  readonly missing?: number | null;
  readonly ids?: string | null;
}

/** One write of one caller. */
export interface Write {
  readonly engine: WriteEngine;
  readonly context: PlanContext;
  readonly action: Action;
  readonly request: ReadRequest;
  readonly options: WriteOptions;
}

/** Ends the transaction of a dry run, and carries what it came to. */
class DryRun extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('dry run');
    this.outcome = outcome;
  }
}

/** A statement of the write, with who writes. */
export const bindWrite = (
  { context, request, options }: Write,
  printed: PrintedSql,
  inputs: Partial<Record<InputName, string>>,
): Statement =>
  bindOnce(context, printed, {
    request: request.values,
    words: request.words,
    inputs: {
      user: String(context.access.userId),
      request: options.requestId,
      origin: options.origin,
      version: options.version === undefined ? null : String(options.version),
      ...(options.revived && {
        id: options.revived.id,
        version: String(options.revived.version),
        moment: options.revived.after,
      }),
      ...inputs,
    },
  });

/** What holds whatever is written. No row at a version is for the caller to explain. */
export const checkOutcome = ({ context, options }: Write, { n, outside }: Outcome): void => {
  const stale = n === 0 && options.version !== undefined;
  if ((options.singular && n !== 1 && !stale) || (options.version !== undefined && n > 1))
    throw new Refusal('REQUEST_SINGULAR', { count: n });
  if (options.maximum !== undefined && n > options.maximum)
    throw new Refusal('REQUEST_MAX_AFFECTED', { count: n, maximum: options.maximum });
  if (outside > 0)
    throw new Refusal(context.access.worksFor !== undefined ? 'RECORD_OTHER_PROVIDER' : 'RECORD_OUT_OF_SCOPE', {
      title: context.entity.title,
    });
};

export interface RunOptions {
  readonly plan: ReadPlan;
  /** The outcome may be refused for the rows it met. */
  readonly guarded: boolean;
  /** The rows sent, as the caller counts them: a refusal names the one at fault. */
  readonly rows: readonly Row[];
  /** Rows that the statement can meet; undefined: any number. */
  readonly atMost?: number | undefined;
  /** Checks the outcome before all else; only with `guarded`. */
  readonly check?: ((outcome: Outcome) => void) | undefined;
  /** Writes more and may give another body, before anything is kept. */
  readonly after?: ((transaction: Queryable, outcome: Outcome) => Promise<string | undefined>) | undefined;
}

/** Whether nothing that is written could be refused afterwards, so that the statement needs no transaction around it. */
const standsAlone = (
  { engine, context, options }: Write,
  { guarded, atMost = Infinity, after }: RunOptions,
  prepares: boolean,
): boolean =>
  !guarded &&
  !engine.guard?.entities.has(context.entity.name) &&
  !after &&
  !prepares &&
  !options.rollback &&
  (atMost <= 1 || (!options.singular && options.version === undefined)) &&
  atMost <= (options.maximum ?? Infinity);

/** Writes by what is read before it, in the same transaction. */
export type Writing = (transaction: Queryable) => Promise<Outcome>;

export const send = async (queryable: Queryable, statement: Statement): Promise<Outcome> => {
  const outcome = (await queryable.query<Outcome>(statement)).rows[0];
  if (!outcome) throw new Error('a write gives one row');
  return outcome;
};

/** A statement that rests on what is read before it. */
export const prepared =
  (prepare: (transaction: Queryable) => Promise<Statement>): Writing =>
  async (transaction) =>
    send(transaction, await prepare(transaction));

/** Notes the sensitive values that the caller is given of what was written. */
export const noteWritten = ({ context, request }: Write, plan: ReadPlan, { body }: Written): void =>
  noteRows(context, 'write', sensitivePlaces(plan.output), request, body);

/** Raises REQUEST_SINGULAR, REQUEST_MAX_AFFECTED, RECORD_*, ACCESS_DENIED. */
export const runWrite = async (write: Write, writing: Statement | Writing, how: RunOptions): Promise<Written> => {
  const { engine, context, options } = write;
  const run = async (queryable: Queryable): Promise<Outcome> => {
    const guard = engine.guard?.entities.has(context.entity.name) ? engine.guard : undefined;
    await guard?.begin(queryable);
    const outcome = await (typeof writing === 'function' ? writing(queryable) : send(queryable, writing));
    how.check?.(outcome);
    checkOutcome(write, outcome);
    const body = await how.after?.(queryable, outcome);
    await guard?.check(queryable, write);
    const whole = body === undefined ? outcome : { ...outcome, body };
    if (options.rollback) throw new DryRun(whole);
    return whole;
  };
  const told = (outcome: Outcome): Written => {
    const written = asWritten(how.plan, outcome);
    noteWritten(write, how.plan, written);
    return written;
  };
  try {
    return told(
      await (standsAlone(write, how, typeof writing === 'function')
        ? run(engine.database)
        : engine.database.transaction(run)),
    );
  } catch (error) {
    if (error instanceof DryRun) return told(error.outcome);
    throw translateError(error, context, context.entity, write.action, how.rows);
  }
};

const keysOf = (plan: ReadPlan): readonly string[] => plan.output.map(({ key }) => key);

export const asWritten = (plan: ReadPlan, outcome: Outcome): Written => ({
  keys: keysOf(plan),
  count: outcome.n,
  inserted: outcome.inserted ?? outcome.n,
  body: outcome.body ?? undefined,
  id: outcome.id ?? undefined,
  version: outcome.version ?? undefined,
  ids: outcome.ids ? (JSON.parse(outcome.ids) as readonly number[]) : undefined,
});

/** What a body without rows comes to. */
export const nothingWritten = (plan: ReadPlan): Written => ({
  keys: keysOf(plan),
  count: 0,
  inserted: 0,
  body: '[]',
  id: undefined,
  version: undefined,
  ids: [],
});
