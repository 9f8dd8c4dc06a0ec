import { setTimeout as wait } from 'node:timers/promises';
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
  const subscriptions = new Set<Subscription>();
  const closing = new AbortController();
  let current: Promise<pg.Client> | undefined;
  let reconnecting = false;

  const connect = async (): Promise<pg.Client> => {
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'fichario listen',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    });
    connection.on('error', () => {}); // `end` follows, and says all there is to know
    await connection.connect();
    connection.on('end', onBroken);
    connection.on('notification', ({ channel, payload }) => {
      for (const subscription of subscriptions)
        if (subscription.channel === channel) subscription.handler(payload ?? '');
    });
    return connection;
  };

  const connected = (): Promise<pg.Client> => {
    current ??= connect().catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  };

  const announceLoss = (): void => {
    for (const { lost } of subscriptions) lost();
  };

  const onBroken = (): void => {
    current = undefined;
    if (closing.signal.aborted || reconnecting) return;
    announceLoss();
    reconnecting = true;
    void reconnect().finally(() => {
      reconnecting = false;
    });
  };

  const reconnect = async (): Promise<void> => {
    for (let delay = firstRetryMs; !closing.signal.aborted; delay = Math.min(delay * 2, longestRetryMs)) {
      try {
        await wait(delay, undefined, { signal: closing.signal });
        const connection = await connected();
        for (const { channel } of subscriptions) await connection.query(`listen ${quoteIdentifier(channel)}`);
        return announceLoss();
      } catch {
        // still away, or closing: the loop knows
      }
    }
  };

  return {
    listen: async (channel, handler, lost) => {
      const subscription = { channel, handler, lost };
      subscriptions.add(subscription);
      try {
        await (await connected()).query(`listen ${quoteIdentifier(channel)}`);
      } catch (error) {
        subscriptions.delete(subscription);
        throw toDatabaseFailure(error);
      }
    },
    close: async () => {
      closing.abort();
      const connection = await current?.catch(() => undefined);
      await connection?.end();
    },
  };
};
