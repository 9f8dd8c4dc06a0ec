/** One process at a time changes the structure: the lock of the installation. */
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../core/errors.ts';
import type { Queryable, Session } from '../database.ts';

/** The letters «fich» as a number. */
const schemaLock = 0x66696368;

const longestMs = 10_000;
const pauseMs = 100;

/** Asks until it is given. Refuses with SCHEMA_CHANGE_RUNNING. */
const untilGiven = async <T>(ask: () => Promise<{ readonly given: T } | undefined>, patienceMs: number): Promise<T> => {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer.given;
    if (performance.now() - began > patienceMs) throw new Refusal('SCHEMA_CHANGE_RUNNING', {});
    await wait(pauseMs);
  }
};

const take = async (database: Queryable, until: 'transaction' | 'session'): Promise<boolean> => {
  const { rows } = await database.query<{ taken: boolean }>({
    text: `select ${until === 'session' ? 'pg_try_advisory_lock' : 'pg_try_advisory_xact_lock'}($1::text::bigint) as taken`,
    values: [String(schemaLock)],
  });
  return rows[0]?.taken === true;
};

/** Takes it until the session ends. Waits and refuses as `inChange`. */
export const takeChangeLock = (session: Session): Promise<void> =>
  untilGiven(async () => ((await take(session, 'session')) ? { given: undefined } : undefined), longestMs);

/**
 * Runs in a transaction that has the lock. Waits for who has it, ten seconds if not told otherwise, in no transaction and no
 * statement: an index that is built while others write waits for all that began before it, and what waits for the lock
 * would wait for that index. Refuses with SCHEMA_CHANGE_RUNNING.
 */
export const inChange = <T>(
  database: Pick<Session, 'transaction'>,
  run: (transaction: Queryable) => Promise<T>,
  patienceMs = longestMs,
): Promise<T> =>
  untilGiven(
    () =>
      database.transaction(async (transaction) =>
        (await take(transaction, 'transaction')) ? { given: await run(transaction) } : undefined,
      ),
    patienceMs,
  );

/** Whether somebody has it now. */
export const isChanging = async (database: Queryable): Promise<boolean> => {
  const { rows } = await database.query<{ taken: boolean }>({
    text: `select exists (select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.granted
      and l.classid = 0 and l.objid = $1::text::oid and l.objsubid = 1) as taken`,
    values: [String(schemaLock)],
  });
  return rows[0]?.taken === true;
};
