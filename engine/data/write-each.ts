/**
 * Writes of many rows where the fault of one is no fault of the others. All of them are tried at once, as ever; only
 * where that is refused for a row, halves of them are tried, down to the rows at fault. Nothing is kept of those, and
 * everything of the others, in one transaction.
 */
import type { ReadRequest, SelectItem } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { Queryable } from './database.ts';
import type { PlanContext } from './plan/context.ts';
import type { WriteEngine, WriteOptions, Written } from './run-write.ts';
import { deleteRows, insertRows, updateRows } from './write-rows.ts';

/** What became of a row: it has an id, or a reason why it was not written. */
export interface Outcome {
  readonly id: number | undefined;
  readonly refusal: Refusal | undefined;
}

/** Writes all of the rows or refuses; gives the id of each row that it met, undefined for one that it did not. */
type Attempt<Row> = (
  engine: WriteEngine,
  rows: readonly Row[],
  options: WriteOptions,
) => Promise<readonly (number | undefined)[]>;

/** Carries what a dry run came to out of its transaction. */
class Dropped extends Error {
  readonly outcomes: readonly Outcome[];
  constructor(outcomes: readonly Outcome[]) {
    super('dry run');
    this.outcomes = outcomes;
  }
}

/** Refusals of the request itself would be those of every row: they are not told row by row. */
const blamesRow = (error: unknown): error is Refusal => error instanceof Refusal && error.code.startsWith('RECORD_');

/** Runs a part of a transaction that may fail without ending it. */
const inSavepoint = async <T>(transaction: Queryable, run: () => Promise<T>): Promise<T> => {
  await transaction.execute('savepoint part');
  try {
    const result = await run();
    await transaction.execute('release savepoint part');
    return result;
  } catch (error) {
    await transaction.execute('rollback to savepoint part; release savepoint part');
    throw error;
  }
};

/** The engine whose writes go into a transaction that is open. */
export const within = (engine: WriteEngine, transaction: Queryable): WriteEngine => ({
  ...engine,
  database: {
    ...engine.database,
    query: (statement) => transaction.query(statement),
    execute: (sql) => transaction.execute(sql),
    transaction: (run) => run(transaction),
  },
});

/** The engine, and whether a write has come as far as its database. */
const watched = (engine: WriteEngine): { readonly engine: WriteEngine; readonly asked: () => boolean } => {
  const { database } = engine;
  let asked = false;
  const note = <T>(run: () => Promise<T>): Promise<T> => {
    asked = true;
    return run();
  };
  return {
    engine: {
      ...engine,
      database: {
        ...database,
        query: (statement) => note(() => database.query(statement)),
        transaction: (run) => note(() => database.transaction(run)),
      },
    },
    asked: () => asked,
  };
};

/**
 * `missing`: why a row that was not met was not written; there is one where all rows get the same. What is refused then
 * without a look at the rows is refused for all of them, and is the fault of the request.
 */
const writeEach = async <Row>(
  engine: WriteEngine,
  rows: readonly Row[],
  attempt: Attempt<Row>,
  options: WriteOptions,
  missing: Refusal | undefined,
): Promise<readonly Outcome[]> => {
  // An attempt is the write as ever, but that it tells of the ids it met.
  const plain: WriteOptions = { ...options, representation: true, maximum: undefined };
  const part: WriteOptions = { ...plain, rollback: false };
  const told = (ids: readonly (number | undefined)[]) =>
    ids.map((id): Outcome => ({ id, refusal: id === undefined ? missing : undefined }));

  const tryHalves = async (transaction: Queryable, some: readonly Row[]): Promise<readonly Outcome[]> => {
    const middle = Math.ceil(some.length / 2);
    const first = await tryPart(transaction, some.slice(0, middle));
    return [...first, ...(await tryPart(transaction, some.slice(middle)))];
  };
  const tryPart = async (transaction: Queryable, some: readonly Row[]): Promise<readonly Outcome[]> => {
    try {
      return told(await inSavepoint(transaction, () => attempt(within(engine, transaction), some, part)));
    } catch (error) {
      if (!blamesRow(error)) throw error;
      return some.length <= 1 ? [{ id: undefined, refusal: error }] : tryHalves(transaction, some);
    }
  };

  const whole = watched(engine);
  try {
    return told(await attempt(whole.engine, rows, plain));
  } catch (error) {
    if (!blamesRow(error) || (missing !== undefined && !whole.asked())) throw error;
    if (rows.length <= 1) return rows.map(() => ({ id: undefined, refusal: error }));
  }
  try {
    return await engine.database.transaction(async (transaction) => {
      const outcomes = await tryHalves(transaction, rows);
      if (options.rollback) throw new Dropped(outcomes);
      return outcomes;
    });
  } catch (error) {
    if (error instanceof Dropped) return error.outcomes;
    throw error;
  }
};

/** Of the request's own `select` only what chooses rows. */
const onlyId = ({ select }: ReadRequest): readonly SelectItem[] => [
  { kind: 'column', name: 'id', alias: undefined, cast: undefined },
  ...select.filter(({ kind }) => kind === 'embed'),
];

const idsIn = ({ body = '[]' }: Written): readonly number[] =>
  (JSON.parse(body) as readonly { readonly id: number }[]).map(({ id }) => id);

/** Rows of one write: halving goes on while the one connection of PGlite is taken, and takes longest where all are at fault. */
const maximumEach = 500;

/** Raises what no row is to blame for. */
const refuseUnfit = ({ version, resolution, maximum = Infinity }: WriteOptions, count: number): void => {
  if (version !== undefined) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'If-Match' });
  if (resolution !== undefined) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'Prefer: resolution' });
  if (count > maximumEach) throw new Refusal('REQUEST_ROWS_TOO_MANY', { count, maximum: maximumEach });
  if (count > maximum) throw new Refusal('REQUEST_MAX_AFFECTED', { count, maximum });
};

/** Where the request names its rows: the place of the ids among its values. Raises REQUEST_QUERY_INVALID. */
const slotOfIds = (request: ReadRequest): number => {
  for (const node of request.filters)
    if (
      node.kind === 'compare' &&
      node.path.join('.') === 'id' &&
      node.operator === 'in' &&
      !node.negated &&
      node.quantifier === undefined
    )
      return node.slot;
  throw new Refusal('REQUEST_QUERY_INVALID', {
    parameter: 'id',
    problem: 'com outcome=each, os registros são dados por seus ids, como em id=in.(1,2,3)',
  });
};

/** The write of the rows that `id=in.(...)` names, as far as the rest of the filter picks them, in their order. */
const writeNamed = async (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  options: WriteOptions,
  run: (engine: WriteEngine, request: ReadRequest, options: WriteOptions) => Promise<Written>,
): Promise<readonly Outcome[]> => {
  const slot = slotOfIds(request);
  const ids = [...new Set([request.values[slot] ?? []].flat())];
  refuseUnfit(options, ids.length);
  const attempt: Attempt<string> = async (inside, some, as) => {
    const values = request.values.map((value, index) => (index === slot ? some : value));
    const met = new Set(idsIn(await run(inside, { ...request, values, select: onlyId(request), order: [] }, as)));
    return some.map((id) => (met.has(Number(id)) ? Number(id) : undefined));
  };
  const { title } = context.entity;
  const outcomes = await writeEach(engine, ids, attempt, options, new Refusal('RECORD_NOT_PICKED', { title }));
  return outcomes.map(({ refusal }, index) => ({ id: Number(ids[index]), refusal }));
};

/** One outcome for each id. Raises as `updateRows` does what is the fault of the request: REQUEST_*, ACCESS_DENIED. */
export const updateEach = (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  body: unknown,
  options: WriteOptions,
): Promise<readonly Outcome[]> =>
  writeNamed(engine, context, request, options, (inside, some, as) => updateRows(inside, context, some, body, as));

/** One outcome for each id. Raises as `deleteRows` does what is the fault of the request. */
export const deleteEach = (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  options: WriteOptions,
): Promise<readonly Outcome[]> =>
  writeNamed(engine, context, request, options, (inside, some, as) => deleteRows(inside, context, some, as));

/** One outcome for each row of the body. Raises as `insertRows` does what is the fault of the request. */
export const insertEach = async (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  body: unknown,
  options: WriteOptions,
): Promise<readonly Outcome[]> => {
  if (!Array.isArray(body)) throw new Refusal('REQUEST_BODY_INVALID', { problem: 'esperada uma lista de objetos' });
  refuseUnfit(options, body.length);
  const asked: ReadRequest = { ...request, select: onlyId(request), order: [] };
  const attempt: Attempt<unknown> = async (inside, some, as) =>
    idsIn(await insertRows(inside, context, asked, some, as));
  return writeEach(engine, body, attempt, options, undefined);
};
