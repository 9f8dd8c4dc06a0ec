/** An entry of the queue -> a run of its job, from the last checkpoint to an end that people can read. */
import { Check } from 'typebox/value';
import type { Access } from '../access/access.ts';
import { Refusal } from '../core/errors.ts';
import type { Database } from '../data/database.ts';
import type { AnyJobKind, JobContext } from './job-kind.ts';
import type { QueueEntry } from './job-queue.ts';
import type { BegunRun } from './job-run.ts';
import { beginRun, JobRun, LostRun } from './job-run.ts';

/** Milliseconds between two tellings of progress. */
const tellingPause = 1_000;

export interface RunnerParts {
  readonly database: Database;
  readonly kinds: ReadonlyMap<string, AnyJobKind>;
  /** What somebody may do now; undefined: nothing, not even come in. */
  readonly accessOf: (userId: number) => Promise<Access | undefined>;
  /** A refusal in words. */
  readonly tell: (refusal: Refusal) => string;
  /** Days that a file stays. */
  readonly fileDays: number;
  /** Puts a job whose process stops back into the queue. */
  readonly putBack: (begun: BegunRun) => Promise<void>;
  /** Told of what is no refusal. */
  readonly fail: (error: unknown) => void;
  /** Aborted where this process stops. */
  readonly closing: AbortSignal;
}

export interface Runner {
  readonly run: (entry: QueueEntry) => Promise<void>;
  /** What runs here is asked whether it still has its job; undefined: all of it. */
  readonly check: (id: string | undefined) => void;
}

/** A refusal that another try would meet again. */
const isFinal = (error: unknown): error is Refusal => error instanceof Refusal && error.status < 500;

export const createRunner = (parts: RunnerParts): Runner => {
  const { database, kinds, tell, closing } = parts;
  const running = new Map<string, () => void>();

  /** Raises the refusals of the kind, JOB_OWNER_CLOSED, JOB_KIND_UNKNOWN, REQUEST_BODY_INVALID. */
  const perform = async (begun: BegunRun, run: JobRun, signal: AbortSignal): Promise<void> => {
    const { id, userId, login, origin, attempts } = begun;
    const kind = kinds.get(begun.kind);
    if (kind === undefined) throw new Refusal('JOB_KIND_UNKNOWN', { kind: begun.kind });
    const input: unknown = JSON.parse(begun.input);
    if (!Check(kind.schema, input)) throw new Refusal('REQUEST_BODY_INVALID', { problem: 'a entrada não é a do tipo' });
    const rights = async (): Promise<Access> => {
      const access = await parts.accessOf(userId);
      if (access === undefined) throw new Refusal('JOB_OWNER_CLOSED', { login });
      return access;
    };
    await rights();
    const context: JobContext<unknown> = {
      id,
      owner: { userId, login },
      rights,
      origin,
      attempt: attempts,
      state: begun.checkpoint === null ? undefined : JSON.parse(begun.checkpoint),
      signal,
      progress: (done, total) => {
        run.progress = { done, total: total ?? run.progress.total };
      },
      log: (text) => run.note(text),
      save: async (state, bytes) => {
        signal.throwIfAborted();
        await run.save(state, bytes);
      },
      restart: () => run.restart(),
    };
    const file = await kind.run(input, context);
    signal.throwIfAborted();
    await run.end({ state: 'done', file, days: parts.fileDays });
  };

  const end = async (begun: BegunRun, run: JobRun, error: unknown, { last }: QueueEntry): Promise<void> => {
    if (isFinal(error)) return run.end({ state: 'failed', problem: tell(error) });
    parts.fail(error);
    const problem = tell(error instanceof Refusal ? error : new Refusal('JOB_CRASHED', {}));
    run.note(problem);
    if (last) return run.end({ state: 'failed', problem });
    await run.end({ state: 'retry', problem });
    // The queue tries again what rejects.
    throw new Error(`job ${begun.id} of kind ${begun.kind} failed in run ${begun.run}`, { cause: error });
  };

  return {
    run: async (entry) => {
      const begun = await beginRun(database, entry.jobId, entry.queueId);
      if (begun === undefined) return;
      const run = new JobRun(database, begun);
      const lost = new AbortController();
      const signal = AbortSignal.any([entry.signal, lost.signal, closing]);
      const check = (): void => {
        run.flush().catch((error: unknown) => {
          if (error instanceof LostRun) lost.abort(error);
        });
      };
      running.set(begun.id, check);
      const timer = setInterval(check, tellingPause);
      try {
        await perform(begun, run, signal);
      } catch (error) {
        // Whoever has it now, or cancelled it, has said so.
        if (error instanceof LostRun || lost.signal.aborted) return;
        if (closing.aborted) return await parts.putBack(begun);
        if (entry.signal.aborted) return;
        await end(begun, run, error, entry).catch((failure: unknown) => {
          if (!(failure instanceof LostRun)) throw failure;
        });
      } finally {
        clearInterval(timer);
        if (running.get(begun.id) === check) running.delete(begun.id);
      }
    },
    check: (id) => {
      if (id === undefined) for (const check of running.values()) check();
      else running.get(id)?.();
    },
  };
};
