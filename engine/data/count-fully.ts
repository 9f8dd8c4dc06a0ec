/**
 * request -> number of rows, of tables of any size, for a caller who is ready to wait. Counted in portions by id, so that
 * on the embedded database the statements of others come between, and so that it ends when time is up or nobody waits any
 * more. A server counts one state of the table; the embedded database counts each portion as it stands by then.
 */
import type { ReadRequest } from '../contract/request.ts';
import { bind, prepare } from './bind.ts';
import type { Database, Queryable } from './database.ts';
import { DatabaseError } from './database.ts';
import type { ListContext } from './plan/context.ts';
import { planRead } from './plan/plan-read.ts';
import { valuesOf } from './read-rows.ts';
import { printCountBetween, printLastId } from './sql/read.ts';

export interface Patience {
  readonly milliseconds: number;
  /** Whether nobody waits for the answer any more. */
  readonly isGivenUp: () => boolean;
  /** Ids in a portion. */
  readonly portion?: number;
}

const usualPortion = 100_000;

/** One count at a time on a database: each may keep a processor and a connection busy. */
const turns = new WeakMap<Database, Promise<unknown>>();

/** undefined where the time was not enough, or nobody waits any more. */
export const countFully = async (
  database: Database,
  context: ListContext,
  request: ReadRequest,
  patience: Patience,
): Promise<number | undefined> => {
  const until = Date.now() + patience.milliseconds;
  const isOver = (): boolean => patience.isGivenUp() || Date.now() >= until;
  const turn = (turns.get(database) ?? Promise.resolve()).then(() =>
    isOver() ? undefined : countWithin(database, context, request, { ...patience, isGivenUp: isOver }, until),
  );
  turns.set(
    database,
    turn.catch(() => undefined),
  );
  return turn;
};

const countWithin = async (
  database: Database,
  context: ListContext,
  request: ReadRequest,
  patience: Patience,
  until: number,
): Promise<number | undefined> => {
  if (database.kind === 'pglite') return countPortions(database, context, request, patience);
  try {
    return await database.transaction(async (transaction) => {
      await transaction.execute(
        `set transaction isolation level repeatable read, read only;
        set local statement_timeout = ${Math.max(1, until - Date.now())}; set local max_parallel_workers_per_gather = 0`,
      );
      return countPortions(transaction, context, request, patience);
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '57014') return undefined;
    throw error;
  }
};

const countPortions = async (
  queryable: Queryable,
  context: ListContext,
  request: ReadRequest,
  { isGivenUp, portion = usualPortion }: Patience,
): Promise<number | undefined> => {
  const plan = planRead(context, { ...request, order: [], limit: 0, offset: undefined }, undefined);
  const values = valuesOf(context, request, []);
  const { rows } = await queryable.query<{ last: string }>(bind(prepare(printLastId(plan), false), values));
  const last = Number(rows[0]?.last ?? 0);
  const counting = prepare(printCountBetween(plan), false);
  let total = 0;
  for (let after = 0; after < last; after += portion) {
    if (isGivenUp()) return undefined;
    const inputs = { ...values.inputs, after: String(after), until: String(after + portion) };
    const answer = await queryable.query<{ n: number }>(bind(counting, { ...values, inputs }));
    total += answer.rows[0]?.n ?? 0;
  }
  return total;
};
