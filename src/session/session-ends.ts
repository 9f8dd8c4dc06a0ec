/**
 * When sessions end: asked by screens that stand untouched, told at once when the end comes. In: tokens as SHA-256. To
 * ask is no use of a session, so nobody stays signed in by it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionLeft } from '../../engine/contract/session.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Queryable } from '../../engine/data/database.ts';

/** Milliseconds in which further changes of the tables are answered by one look at them. */
const gathering = 50;
/** Screens of one session that may wait at a time; one more is answered at once. */
const mostWaiting = 6;

const openSessions = `from fichario.session s join usuario u on u.id = s.usuario_id
  where s.expires_at > now() and not u.bloqueado and u.ativo`;

export interface SessionEnds {
  /**
   * What is left after `seconds`, or as soon as the session ends or `given up`. undefined: it is over. Raises
   * ACCESS_SESSION_IDLE.
   */
  readonly left: (hash: string, seconds: number, givenUp: AbortSignal) => Promise<SessionLeft | undefined>;
  /** Whose session it is; undefined: it is over. */
  readonly userOf: (hash: string) => Promise<number | undefined>;
  /** Something was written to the tables of users and sessions. */
  readonly changed: () => void;
}

export const createSessionEnds = (database: Queryable, idleMinutes: number): SessionEnds => {
  const waiting = new Map<string, Set<AbortController>>();
  let looking = false;

  const read = async (hash: string): Promise<SessionLeft | undefined> => {
    const { rows } = await database.query<{ unused: number; lasts: number }>({
      text: `select extract(epoch from now() - s.seen_at)::float8 as unused, extract(epoch from s.expires_at - now())::float8 as lasts
        ${openSessions} and s.token_hash = decode($1::text, 'hex')`,
      values: [hash],
      name: 'session-left',
    });
    const [row] = rows;
    if (!row) return undefined;
    const unused = idleMinutes * 60 - row.unused;
    if (unused <= 0) throw new Refusal('ACCESS_SESSION_IDLE', {});
    return { unused, whole: row.lasts };
  };

  /** One question for all who wait, however many. */
  const tellEnded = async (): Promise<void> => {
    const { rows } = await database.query<{ hash: string }>({
      text: `select encode(s.token_hash, 'hex') as hash ${openSessions}
        and s.token_hash in (select decode(hash, 'hex') from unnest($1::text[]) hash)`,
      values: [`{${[...waiting.keys()].join(',')}}`],
    });
    const open = new Set(rows.map(({ hash }) => hash));
    for (const [hash, screens] of waiting) if (!open.has(hash)) for (const ended of screens) ended.abort();
  };

  const look = async (): Promise<void> => {
    await sleep(gathering);
    looking = false;
    await tellEnded();
  };

  return {
    left: async (hash, seconds, givenUp) => {
      const screens = waiting.get(hash) ?? new Set();
      if (seconds === 0 || screens.size >= mostWaiting) return read(hash);
      const ended = new AbortController();
      // Before the first look: an end between it and the wait would be told to nobody.
      waiting.set(hash, screens.add(ended));
      try {
        const left = await read(hash);
        if (left === undefined) return undefined;
        const signal = AbortSignal.any([givenUp, ended.signal]);
        const wait = Math.min(seconds, left.unused, left.whole);
        await sleep(Math.ceil(wait * 1000), undefined, { signal }).catch(() => undefined);
        return givenUp.aborted ? left : await read(hash);
      } finally {
        screens.delete(ended);
        if (screens.size === 0 && waiting.get(hash) === screens) waiting.delete(hash);
      }
    },
    userOf: async (hash) => {
      const { rows } = await database.query<{ id: number }>({
        text: `select u.id ${openSessions} and s.token_hash = decode($1::text, 'hex')
          and s.seen_at > now() - make_interval(mins => ${idleMinutes})`,
        values: [hash],
        name: 'session-user-of',
      });
      return rows[0]?.id;
    },
    changed: () => {
      if (waiting.size === 0 || looking) return;
      looking = true;
      // Without an answer everybody still learns of it when the wait is over.
      look().catch(() => undefined);
    },
  };
};
