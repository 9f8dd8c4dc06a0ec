/**
 * Letters wait in `fichario.mail` from the transaction that wants them until they are sent: no request waits for a mail
 * server, none is lost with a process, and one that is refused is tried again. A row says which letter and to whom; the
 * letter itself, with its one-time link, is written only when it is sent. In: rows. Out: letters.
 */
import { networkOf } from '../../engine/core/network-of.ts';
import type { Database, Queryable } from '../../engine/data/database.ts';
import type { Letter, Transport } from './transport.ts';

export type MailKind = 'reset' | 'invite' | 'changed';

export interface WantedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly login: string;
  /** Tries, this one included. */
  readonly attempts: number;
}

export const mailChannel = 'fichario_mail';

/** Seconds that one process has to send a letter, before another takes it for lost. */
const lease = 5 * 60;
/** Tries before a letter is given up, about a day. */
const mostAttempts = 12;
const longestPause = 4 * 60 * 60;

/** Seconds to the next try after `attempts` that failed. */
export const pauseAfter = (attempts: number): number => Math.min(longestPause, 30 * 2 ** (attempts - 1));

/** In the transaction of what the letter is about; it goes out after its commit. */
export const wantMail = async (
  queryable: Queryable,
  { kind, login, address }: { readonly kind: MailKind; readonly login: string; readonly address: string },
): Promise<void> => {
  await queryable.query({
    text: `with wanted as (insert into fichario.mail (kind, login, address, network)
        values ($1::text, $2::text, $3::text, $4::text) returning 1)
      select pg_notify('${mailChannel}', '') from wanted`,
    values: [kind, login, address, networkOf(address)],
  });
};

export interface Outbox {
  /** Sends all that is due; one run at a time. */
  readonly deliver: () => Promise<void>;
  /** Ends after the letter that is going out. */
  readonly close: () => Promise<void>;
}

export interface OutboxParts {
  readonly database: Database;
  readonly transport: Transport;
  /** undefined: nobody is to get it, see `writeLetter`. */
  readonly write: (mail: WantedMail) => Promise<Letter | undefined>;
  /** Told of a letter that is given up. */
  readonly giveUp: (mail: WantedMail, problem: string) => void;
}

/** What went wrong, without words of the letter or of its address. */
const problemOf = (error: unknown): string => {
  const { code, responseCode, message } = error as { code?: unknown; responseCode?: unknown; message?: unknown };
  const known = [code, responseCode].filter((part) => part !== undefined).map(String);
  return known.length > 0 ? known.join(' ') : String(message).split('\n')[0] || 'unknown';
};

const claim = async (database: Database): Promise<WantedMail | undefined> => {
  const { rows } = await database.query<WantedMail>({
    text: `update fichario.mail set attempts = attempts + 1, due_at = now() + interval '${lease} seconds'
      where id = (select id from fichario.mail where done_at is null and due_at <= now()
        order by due_at, id limit 1 for update skip locked)
      returning id::text as id, kind, login, attempts`,
    values: [],
    name: 'mail-claim',
  });
  return rows[0];
};

const finish = async (database: Database, { id }: WantedMail, problem: string | null): Promise<void> => {
  await database.query({
    text: 'update fichario.mail set done_at = now(), problem = $2::text where id = $1::text::bigint',
    values: [id, problem],
  });
};

const postpone = async (database: Database, { id, attempts }: WantedMail, problem: string): Promise<void> => {
  await database.query({
    text: `update fichario.mail set due_at = now() + make_interval(secs => $2::text::integer), problem = $3::text
      where id = $1::text::bigint`,
    values: [id, String(pauseAfter(attempts)), problem],
  });
};

/** Milliseconds to the next letter; undefined: none waits. Takes away what was done with long ago. */
const nextDue = async (database: Database): Promise<number | undefined> => {
  const { rows } = await database.query<{ wait: number | null }>({
    text: `with gone as (delete from fichario.mail where done_at < now() - interval '2 days')
      select extract(epoch from min(due_at) - now())::float8 * 1000 as wait from fichario.mail where done_at is null`,
    values: [],
    name: 'mail-next',
  });
  return rows[0]?.wait ?? undefined;
};

/** Sends what waits already, and from then on what comes. */
export const startOutbox = async ({ database, transport, write, giveUp }: OutboxParts): Promise<Outbox> => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;

  const sendOne = async (mail: WantedMail): Promise<void> => {
    try {
      const letter = await write(mail);
      if (letter !== undefined) await transport.send(letter);
      await finish(database, mail, letter === undefined ? 'nobody' : null);
    } catch (error) {
      const problem = problemOf(error);
      if (mail.attempts < mostAttempts) return postpone(database, mail, problem);
      await finish(database, mail, problem);
      giveUp(mail, problem);
    }
  };
  const sendAll = async (): Promise<void> => {
    let wait: number | undefined;
    // Whoever asks while this looks for the next one asked too late for the look before it: once more.
    do {
      again = false;
      for (let mail = await claim(database); mail !== undefined; mail = closed ? undefined : await claim(database))
        await sendOne(mail);
      wait = closed ? undefined : await nextDue(database);
    } while (again && !closed);
    // The longest that a timer takes is far more than any pause.
    if (wait !== undefined && !closed) timer = setTimeout(wake, Math.max(1_000, wait)).unref();
  };
  const deliver = (): Promise<void> => {
    again = true;
    clearTimeout(timer);
    running ??= sendAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  // A database that is away now is asked again: by the timer of the next letter, or by its own word that it is back.
  const wake = (): void => {
    if (!closed)
      deliver().catch(() => {
        if (!closed) timer = setTimeout(wake, longestPause).unref();
      });
  };
  await database.listen(mailChannel, wake, wake);
  wake();
  return {
    deliver,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running?.catch(() => undefined);
      transport.close();
    },
  };
};
