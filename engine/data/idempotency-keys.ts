/**
 * What requests with a key wrote (`fichario.idempotency_key`): which records, and never their values. In: the caller and
 * the request. Out: what the request of the same key wrote before. A key is kept in the transaction of its write, so of a
 * write that is refused none is.
 */
import type { Database, Queryable } from './database.ts';

/** A request as its caller can send it again. */
export interface RequestKey {
  readonly key: string;
  /** Digest of all that the request says. */
  readonly fingerprint: string;
}

/** What the first request of a key wrote. */
export interface KeptWrite {
  readonly fingerprint: string;
  /** Name of the entity. */
  readonly entity: string;
  /** In the order of the answer. */
  readonly ids: readonly number[];
  /** Of the ids, how many were new. */
  readonly inserted: number;
}

interface KeptRow {
  readonly fingerprint: string;
  readonly entity: string;
  readonly ids: string;
  readonly inserted: number;
}

const findKey = async (transaction: Queryable, user: string, key: string): Promise<KeptWrite | undefined> => {
  const { rows } = await transaction.query<KeptRow>({
    text: `select fingerprint, entity, array_to_json(record_ids)::text as ids, inserted
      from fichario.idempotency_key where usuario_id = $1::text::bigint and key = $2::text`,
    values: [user, key],
  });
  return rows[0] && { ...rows[0], ids: JSON.parse(rows[0].ids) as readonly number[] };
};

/**
 * Makes the key that of this request, or gives what the one before wrote. Of two at once the second waits here until the
 * transaction of the first has ended.
 */
export const claimKey = async (
  transaction: Queryable,
  user: string,
  { key, fingerprint }: RequestKey,
  entity: string,
): Promise<KeptWrite | undefined> => {
  for (;;) {
    const { affected } = await transaction.query({
      text: `insert into fichario.idempotency_key (usuario_id, key, fingerprint, entity)
        values ($1::text::bigint, $2::text, $3::text, $4::text) on conflict do nothing`,
      values: [user, key, fingerprint, entity],
      name: 'idempotency-claim',
    });
    if (affected > 0) return undefined;
    const kept = await findKey(transaction, user, key);
    // It may have been swept between the two.
    if (kept !== undefined) return kept;
  }
};

/** Notes what the request of a claimed key wrote. */
export const keepWritten = async (
  transaction: Queryable,
  user: string,
  key: string,
  ids: readonly number[],
  inserted: number,
): Promise<void> => {
  await transaction.query({
    text: `update fichario.idempotency_key set inserted = $4::text::integer,
      record_ids = array(select i::bigint from json_array_elements_text($3::text::json) with ordinality as given (i, n) order by n)
      where usuario_id = $1::text::bigint and key = $2::text`,
    values: [user, key, JSON.stringify(ids), String(inserted)],
    name: 'idempotency-keep',
  });
};

/** Keys of one statement. */
const portion = 1000;

/** Takes away keys of a day ago, some at a time; gives how many. `stops`: asked before each portion. */
export const sweepKeys = async (database: Database, stops: () => boolean = () => false): Promise<number> => {
  let gone = 0;
  for (let last = portion; last === portion && !stops(); gone += last)
    last = (
      await database.query({
        text: `delete from fichario.idempotency_key where (usuario_id, key) in (select usuario_id, key
          from fichario.idempotency_key where at < now() - interval '24 hours' order by at limit ${portion})`,
        values: [],
      })
    ).affected;
  return gone;
};
