/**
 * Who runs next on the one session of PGlite: requests outside a transaction stand in one line; while a transaction is
 * open only its own requests run and the line waits. In: requests in the order they arrive. Out: each one answered.
 */
import type { Request, Rows } from './messages.ts';
import type { Session } from './session.ts';
import { SessionFailure } from './session.ts';

export interface Queue {
  /** Answers through `answer` given to `createQueue`, in the order the requests ran. */
  add(request: Request): void;
}

export type Answer = (request: Request, result: Rows | Error) => void;

const nothing: Rows = { columns: [], rows: [], affected: 0 };

export const createQueue = (
  session: Session,
  options: { readonly idleTransactionTimeoutMs: number; readonly close: () => Promise<void> },
  answer: Answer,
): Queue => {
  const line: Request[] = [];
  /** Requests of each transaction that has begun or stands in the line. */
  const transactions = new Map<number, Request[]>();
  let open: number | undefined;
  let idle: NodeJS.Timeout | undefined;
  let running = false;

  const leave = (transaction: number): void => {
    open = undefined;
    for (const late of transactions.get(transaction) ?? []) answer(late, transactionOver());
    transactions.delete(transaction);
  };

  const end = async (transaction: number, commit: boolean): Promise<Rows> => {
    try {
      const tag = await session.execute(commit ? 'commit' : 'rollback');
      // PostgreSQL answers a commit of a failed transaction with ROLLBACK and no error
      if (commit && tag !== 'COMMIT') throw transactionAborted();
      return nothing;
    } finally {
      leave(transaction);
    }
  };

  const perform = async (request: Request): Promise<Rows> => {
    switch (request.op) {
      case 'query':
        return session.query(request.text, request.values, request.name);
      case 'execute':
        await session.execute(request.sql);
        return nothing;
      case 'foreign':
        return session.foreign(request.text, request.values);
      case 'begin':
        await session.execute('begin');
        open = request.transaction;
        return nothing;
      case 'end':
        return end(request.transaction, request.commit);
      case 'close':
        await options.close();
        return nothing;
    }
  };

  const next = (): Request | undefined => (open === undefined ? line : transactions.get(open))?.shift();

  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    clearTimeout(idle);
    for (let request = next(); request !== undefined; request = next()) {
      try {
        answer(request, await perform(request));
      } catch (error) {
        answer(request, error as Error);
      }
    }
    running = false;
    if (open !== undefined) idle = setTimeout(abandon, options.idleTransactionTimeoutMs, open);
  };

  /** As idle_in_transaction_session_timeout does on a server: nobody waits for ever behind a forgotten transaction. */
  const abandon = (transaction: number): void => {
    transactions.get(transaction)?.unshift({ op: 'end', id: 0, transaction, commit: false });
    void run();
  };

  return {
    add: (request) => {
      if (request.op === 'begin') transactions.set(request.transaction, []);
      if (request.op === 'begin' || request.transaction === undefined) line.push(request);
      else {
        const own = transactions.get(request.transaction);
        if (own === undefined) return answer(request, transactionOver());
        own.push(request);
      }
      void run();
    },
  };
};

const transactionOver = (): SessionFailure =>
  new SessionFailure({ code: '25P03', message: 'the transaction is over: ended, or idle for too long' });

const transactionAborted = (): SessionFailure =>
  new SessionFailure({ code: '25P02', message: 'the transaction was rolled back: one of its statements had failed' });
