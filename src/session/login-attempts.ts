/**
 * Attempts to give a password, counted in the database for all processes together. In: whose password, and from where.
 * Out: leave to look at it, or the refusal, before anything costly is done.
 */
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../engine/core/errors.ts';
import { networkOf } from '../../engine/core/network-of.ts';
import type { Database, Queryable } from '../../engine/data/database.ts';
import { textArray } from '../../engine/data/sql/text-array.ts';
import { attemptMemory, waitAfter, waitings } from './attempt-wait.ts';
import { createKnownPlaces } from './known-places.ts';

/** Who tries, as attempts are counted. */
export interface Attempter {
  readonly keys: readonly [address: string, login: string];
  /** Has come in from this address before. */
  readonly known: boolean;
}

/** One attempt that was let through. */
export interface Attempt extends Attempter {
  /** Its moment, by which success takes it back from the address. */
  readonly at: string;
}

export interface LoginAttempts {
  /** Raises ACCESS_LOGIN_LIMITED where it was raised a moment ago, without asking the database. */
  readonly recognise: (login: string, address: string) => Promise<Attempter>;
  /** Raises ACCESS_LOGIN_LIMITED. */
  readonly begin: (attempter: Attempter) => Promise<Attempt>;
  /** The password was right: the account starts anew, and the address is as before the attempt. */
  readonly succeed: (queryable: Queryable, attempt: Attempt) => Promise<void>;
  /** Of the account itself, wherever it was tried: it has got a new password, which nobody has guessed at. */
  readonly forgive: (queryable: Queryable, login: string) => Promise<void>;
  /** Something has changed in accounts: the database is asked again. */
  readonly forget: () => void;
}

interface Failures {
  readonly key: string;
  readonly count: number;
  /** Seconds since the last one. */
  readonly since: number;
}

/** Milliseconds for which a refusal is repeated unasked: a flood costs nothing, and a new password is felt soon. */
const longestEcho = 5_000;

const failuresQuery = `select key, count(*)::integer as count, extract(epoch from clock_timestamp() - max(at))::float8 as since
  from fichario.login_attempt where key = any($1::text::text[]) and at > now() - make_interval(secs => ${attemptMemory}) group by key`;

export const createLoginAttempts = (database: Database): LoginAttempts => {
  /** Until when each key waits, as far as this process has heard. */
  const echoes = new LRUCache<string, number>({ max: 10_000 });
  const knowsPlace = createKnownPlaces(database);

  const refuse = (seconds: number): never => {
    throw new Refusal('ACCESS_LOGIN_LIMITED', { seconds: Math.ceil(seconds) });
  };
  const check = async (queryable: Queryable, keys: Attempter['keys']): Promise<void> => {
    const { rows } = await queryable.query<Failures>({
      text: failuresQuery,
      values: [textArray(keys)],
      name: 'login-failures',
    });
    const waits = rows.map(({ key, count, since }) => {
      const wait = waitAfter(count, key.startsWith('login:') ? waitings.login : waitings.address) - since;
      if (wait > 0) echoes.set(key, performance.now() + wait * 1_000, { ttl: longestEcho });
      return wait;
    });
    const wait = Math.max(0, ...waits);
    if (wait > 0) refuse(wait);
  };
  const listen = (key: string): void => {
    const left = (echoes.get(key) ?? 0) - performance.now();
    if (left > 0) refuse(left / 1_000);
  };

  return {
    forget: () => echoes.clear(),
    recognise: async (login, address) => {
      const network = networkOf(address);
      const [here, stranger, person] = [`address:${network}`, `login:${login}`, `login:${login} ${network}`];
      listen(here);
      listen(person);
      // They are counted apart, so that nobody elsewhere can lock them out.
      const known = await knowsPlace(login, address);
      if (!known) listen(stranger);
      return { keys: [here, known ? person : stranger], known };
    },
    begin: async ({ keys, known }) => {
      // Most of a flood that is new ends here, at the cost of two reads.
      await check(database, keys);
      // Noted before the password is looked at, one caller at a time, so that attempts sent together are counted too.
      return database.transaction(async (transaction) => {
        await transaction.query({
          text: 'select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text::text[]) key',
          values: [textArray(keys)],
        });
        await check(transaction, keys);
        const { rows } = await transaction.query<{ at: string }>({
          text: 'insert into fichario.login_attempt (key, at) select unnest($1::text::text[]), clock_timestamp() returning at::text as at',
          values: [textArray(keys)],
        });
        return { keys, known, at: rows[0]?.at ?? '' };
      });
    },
    succeed: async (queryable, { keys: [address, login], at }) => {
      await queryable.query({
        text: `delete from fichario.login_attempt where key = $2::text or (key = $1::text and at = $3::text::timestamptz)
          or at < now() - make_interval(secs => ${attemptMemory})`,
        values: [address, login, at],
      });
    },
    forgive: async (queryable, login) => {
      await queryable.query({
        text: `delete from fichario.login_attempt where key = 'login:' || $1::text or starts_with(key, 'login:' || $1::text || ' ')`,
        values: [login],
      });
    },
  };
};
