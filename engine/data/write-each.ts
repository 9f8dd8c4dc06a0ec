/**
 * Writes of many rows where the fault of one is no fault of the others. All of them are tried at once, as ever; only
 * where that is refused for a row, halves of them are tried, down to the rows at fault. Nothing is kept of those, and
 * everything of the others, in one transaction.
 */
import type { ReadRequest, SelectItem } from '../contract/request.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { Queryable } from './database.ts';
import { deleteRows } from './delete-rows.ts';
import { Followed } from './followed.ts';
import { inSavepoint } from './in-savepoint.ts';
import { nameReferring } from './name-referring.ts';
import type { PlanContext } from './plan/context.ts';
import type { WriteEngine, WriteOptions, Written } from './run-write.ts';
import { within } from './within.ts';
import type { IdentifiedRow } from './write-rows.ts';
import { changeRows, insertRows, updateRows } from './write-rows.ts';

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

type Explain = (queryable: Queryable, refusal: Refusal) => Promise<Refusal>;

/** How rows are tried. `missing`: why a row that was not met was not written; there is one where all rows get the same. */
interface Trying<Row> {
  readonly attempt: Attempt<Row>;
  readonly options: WriteOptions;
  readonly missing: Refusal | undefined;
  /** Says more of a refusal once its transaction or savepoint has ended; absent: there is no more to say. */
  readonly explain?: Explain | undefined;
}

const told = (ids: readonly (number | undefined)[], missing: Refusal | undefined): readonly Outcome[] =>
  ids.map((id): Outcome => ({ id, refusal: id === undefined ? missing : undefined }));

/** At most one row, which was refused. */
const barred = async <Row>(
  queryable: Queryable,
  rows: readonly Row[],
  error: Refusal,
  { explain }: Trying<Row>,
): Promise<readonly Outcome[]> => {
  const refusal = explain ? await explain(queryable, error) : error;
  return rows.map(() => ({ id: undefined, refusal }));
};

/** An attempt is the write as ever, but that it tells of the ids it met. */
const plainly = (options: WriteOptions): WriteOptions => ({ ...options, representation: true, maximum: undefined });

/** In a transaction that is open and stays so: all of the rows at once, or halves of them down to those at fault. */
const tryRows = async <Row>(
  engine: WriteEngine,
  transaction: Queryable,
  rows: readonly Row[],
  trying: Trying<Row>,
): Promise<readonly Outcome[]> => {
  const { attempt, options, missing } = trying;
  const followed = new Followed();
  const as: WriteOptions = { ...plainly(options), rollback: false, followed };
  try {
    const ids = await inSavepoint(transaction, () => attempt(within(engine, transaction), rows, as));
    options.followed?.addAll(followed);
    return told(ids, missing);
  } catch (error) {
    if (!blamesRow(error)) throw error;
    return rows.length <= 1 ? barred(transaction, rows, error, trying) : tryHalves(engine, transaction, rows, trying);
  }
};

const tryHalves = async <Row>(
  engine: WriteEngine,
  transaction: Queryable,
  rows: readonly Row[],
  trying: Trying<Row>,
): Promise<readonly Outcome[]> => {
  const middle = Math.ceil(rows.length / 2);
  const first = await tryRows(engine, transaction, rows.slice(0, middle), trying);
  return [...first, ...(await tryRows(engine, transaction, rows.slice(middle), trying))];
};

/**
 * What is refused without a look at the rows is refused for all of them, where all get the same, and is the fault of the
 * request.
 */
const writeEach = async <Row>(
  engine: WriteEngine,
  rows: readonly Row[],
  trying: Trying<Row>,
): Promise<readonly Outcome[]> => {
  const { attempt, options, missing } = trying;
  const whole = watched(engine);
  try {
    return told(await attempt(whole.engine, rows, plainly(options)), missing);
  } catch (error) {
    if (!blamesRow(error) || (missing !== undefined && !whole.asked())) throw error;
    if (rows.length <= 1) return await barred(engine.database, rows, error, trying);
  }
  try {
    return await engine.database.transaction(async (transaction) => {
      const outcomes = await tryHalves(engine, transaction, rows, trying);
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
  run: NamedWrite,
  explain?: Explain,
): Promise<readonly Outcome[]> => {
  const slot = slotOfIds(request);
  const ids = [...new Set([request.values[slot] ?? []].flat())];
  refuseUnfit(options, ids.length);
  const trying = { ...tryingNamed(context, request, slot, options, run), explain };
  const outcomes = await writeEach(engine, ids, trying);
  return outcomes.map(({ refusal }, index) => ({ id: Number(ids[index]), refusal }));
};

/** A write of the rows that a request names. */
export type NamedWrite = (engine: WriteEngine, request: ReadRequest, options: WriteOptions) => Promise<Written>;

const tryingNamed = (
  context: PlanContext,
  request: ReadRequest,
  slot: number,
  options: WriteOptions,
  run: NamedWrite,
): Trying<string> => ({
  attempt: async (inside, some, as) => {
    const values = request.values.map((value, index) => (index === slot ? some : value));
    const met = new Set(idsIn(await run(inside, { ...request, values, select: onlyId(request), order: [] }, as)));
    return some.map((id) => (met.has(Number(id)) ? Number(id) : undefined));
  },
  options,
  missing: new Refusal('RECORD_NOT_PICKED', { title: context.entity.title }),
});

/** The write of the rows `ids` in a transaction that is open: one outcome for each, whatever befalls the others. */
export const writeNamedIn = async (
  engine: WriteEngine,
  transaction: Queryable,
  context: PlanContext,
  ids: readonly number[],
  options: WriteOptions,
  run: NamedWrite,
): Promise<readonly Outcome[]> => {
  if (ids.length === 0) return [];
  const request = parseRequest('id=in.(0)');
  const outcomes = await tryRows(
    engine,
    transaction,
    ids.map(String),
    tryingNamed(context, request, slotOfIds(request), options, run),
  );
  return outcomes.map(({ refusal }, index) => ({ id: ids[index], refusal }));
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
  writeNamed(
    engine,
    context,
    request,
    options,
    (inside, some, as) => deleteRows(inside, context, some, as),
    (queryable, refusal) => nameReferring(queryable, context, refusal),
  );

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
  return writeEach(engine, body, tryingNew(context, request, options));
};

const tryingNew = (context: PlanContext, request: ReadRequest, options: WriteOptions): Trying<unknown> => {
  const asked: ReadRequest = { ...request, select: onlyId(request), order: [] };
  return {
    attempt: async (inside, some, as) => idsIn(await insertRows(inside, context, asked, some, as)),
    options,
    missing: undefined,
  };
};

/** New rows in a transaction that is open: one outcome for each, whatever befalls the others. */
export const insertRowsIn = async (
  engine: WriteEngine,
  transaction: Queryable,
  context: PlanContext,
  request: ReadRequest,
  rows: readonly unknown[],
  options: WriteOptions,
): Promise<readonly Outcome[]> =>
  rows.length === 0 ? [] : tryRows(engine, transaction, rows, tryingNew(context, request, options));

/** Changes of records, each with values of its own, in a transaction that is open: one outcome for each. */
export const changeRowsIn = async (
  engine: WriteEngine,
  transaction: Queryable,
  context: PlanContext,
  rows: readonly IdentifiedRow[],
  options: WriteOptions,
): Promise<readonly Outcome[]> => {
  if (rows.length === 0) return [];
  const request: ReadRequest = { ...parseRequest(''), select: onlyId(parseRequest('')) };
  const outcomes = await tryRows(engine, transaction, rows, {
    attempt: async (inside, some, as) => {
      const met = new Set(idsIn(await changeRows(inside, context, request, some, as)));
      return some.map(({ id }) => (met.has(id) ? id : undefined));
    },
    options,
    missing: new Refusal('RECORD_NOT_PICKED', { title: context.entity.title }),
  });
  return outcomes.map(({ refusal }, index) => ({ id: rows[index]?.id, refusal }));
};
