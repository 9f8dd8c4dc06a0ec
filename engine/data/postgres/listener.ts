import pg from 'pg';
import type { Database } from '../database.ts';
import { quoteIdentifier } from '../ddl/quote.ts';
import { toDatabaseFailure } from './failure.ts';

export interface Listener {
  readonly listen: Database['listen'];
  readonly close: () => Promise<void>;
}

interface Subscription {
  readonly channel: string;
  readonly handler: (payload: string) => void;
  readonly lost: () => void;
}

const firstRetryMs = 100;
const longestRetryMs = 5_000;

/**
 * LISTEN on one connection of its own, made at the first `listen` and made again for ever when it breaks. `lost` runs
 * both when it breaks and when it listens again: what was read before the second call may already be out of date.
 */
export const createListener = (url: string): Listener => {
  const subscriptions: Subscription[] = [];
  let client: Promise<pg.Client> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async (): Promise<pg.Client> => {
    const connection = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'fichario listen',
      connectionTimeoutMillis: 10_000,
    });
    // both events may come for one broken connection, and `error` also for one that never came to be
    let broken = false;
    const onBroken = (): void => {
      if (broken || closed) return;
      broken = true;
      if (client === undefined) return;
      reconnect(firstRetryMs);
    };
    connection.on('notification', ({ channel, payload }) => {
      for (const subscription of subscriptions)
        if (subscription.channel === channel) subscription.handler(payload ?? '');
    });
    connection.on('error', onBroken);
    await connection.connect();
    connection.on('end', onBroken);
    return connection;
  };

  const announceLoss = (): void => {
    for (const { lost } of subscriptions) lost();
  };

  const reconnect = (delay: number): void => {
    announceLoss();
    const attempt = async (): Promise<void> => {
      try {
        const connection = await connect();
        for (const channel of new Set(subscriptions.map((subscription) => subscription.channel)))
          await connection.query(`listen ${quoteIdentifier(channel)}`);
        client = Promise.resolve(connection);
        announceLoss();
      } catch {
        schedule(Math.min(delay * 2, longestRetryMs));
      }
    };
    const schedule = (next: number): void => {
      delay = next;
      if (!closed) retry = setTimeout(() => void attempt(), next);
    };
    client = undefined;
    schedule(delay);
  };

  return {
    listen: async (channel, handler, lost) => {
      try {
        client ??= connect();
        const connection = await client;
        await connection.query(`listen ${quoteIdentifier(channel)}`);
        subscriptions.push({ channel, handler, lost });
      } catch (error) {
        throw toDatabaseFailure(error);
      }
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await (await client?.catch(() => undefined))?.end();
    },
  };
};
