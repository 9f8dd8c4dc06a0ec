/**
 * How far a batch is while it is planned or applied, kept beside it: a plan is not there before it is made, and of what is
 * one transaction nobody sees anything before it ends. In: records that had their turn. Out: a row of
 * `fichario.batch_progress`, which goes at the end.
 */
import type { BatchProgress } from '../../contract/batch.ts';
import { progressAbove } from '../../contract/batch-progress.ts';
import type { Database, Queryable } from '../database.ts';
import { isGoing, progressOf, rateOf } from './told-columns.ts';
import type { StoredBatch } from './types.ts';

/** Milliseconds between two writes. */
const pause = 500;

export interface ProgressTeller {
  readonly tell: (records: number) => void;
  readonly end: () => Promise<void>;
}

const silent: ProgressTeller = { tell: () => undefined, end: async () => undefined };

/** A plan that somebody follows while it is made. */
export interface FollowedPlan {
  /** A UUID of the person's own choice. */
  readonly key: string;
  readonly userId: number;
}

interface Going {
  readonly id: string;
  readonly first: number;
  readonly rows: number;
  /** Of a plan: whose it is. */
  readonly userId: number | null;
}

/** Of those told of under the id, the one of this kind: what is planned and what is applied leave each other alone. */
const own = (parameter: string): string =>
  `batch_id = $1::text::uuid and usuario_id is not distinct from ${parameter}::text::bigint`;

const teller = async (database: Database, { id, first, rows, userId }: Going): Promise<ProgressTeller> => {
  let done = first;
  let last = performance.now();
  let writing: Promise<unknown> | undefined;
  const whose = userId === null ? null : String(userId);
  const run = (text: string, values: readonly (string | null)[]): Promise<unknown> =>
    // What is told by the way does not stop what it tells of.
    database.query({ text, values: [id, ...values] }).catch(() => undefined);
  await run(
    `insert into fichario.batch_progress as p (batch_id, first, done, total, usuario_id)
      values ($1::text::uuid, $2::text::integer, $2::text::integer, $3::text::integer, $4::text::bigint)
      on conflict (batch_id) do update set first = excluded.first, done = excluded.done, total = excluded.total, began = excluded.began, at = excluded.at
      where p.usuario_id is not distinct from excluded.usuario_id`,
    [String(done), String(rows), whose],
  );
  return {
    tell: (records) => {
      done += records;
      const now = performance.now();
      // Never waited for: all connections may be taken by batches that would wait for another.
      if (writing !== undefined || now - last < pause) return;
      last = now;
      writing = run(
        `update fichario.batch_progress set done = $2::text::integer, at = clock_timestamp() where ${own('$3')}`,
        [String(Math.min(done, rows)), whose],
      ).finally(() => {
        writing = undefined;
      });
    },
    end: async () => {
      await writing;
      await run(`delete from fichario.batch_progress where ${own('$2')}`, [whose]);
    },
  };
};

/** `whole`: it is one transaction, in which an embedded database takes no other statement. */
export const tellProgress = async (
  database: Database,
  { id, rows, written }: StoredBatch,
  whole: boolean,
): Promise<ProgressTeller> => {
  if (rows <= progressAbove || (whole && database.kind === 'pglite')) return silent;
  return teller(database, { id, first: written, rows, userId: null });
};

/** Of a plan that nobody follows, or that is made before anybody looks, nothing is told. */
export const tellPlanning = async (
  database: Database,
  followed: FollowedPlan | undefined,
  rows: number,
): Promise<ProgressTeller> => {
  if (followed === undefined || rows <= progressAbove) return silent;
  return teller(database, { id: followed.key, first: 0, rows, userId: followed.userId });
};

/** How far the person's plan is; null where none is being made under the key. */
export const readPlanning = async (
  queryable: Queryable,
  { key, userId }: FollowedPlan,
): Promise<BatchProgress | null> => {
  const { rows } = await queryable.query<{ progress: string }>({
    text: `select json_build_object('done', p.done, 'total', p.total, 'rate', ${rateOf})::text as progress
      from fichario.batch_progress p where p.batch_id = $1::text::uuid and p.usuario_id = $2::text::bigint and ${isGoing}`,
    values: [key, String(userId)],
  });
  return progressOf(rows[0]?.progress ?? null);
};
