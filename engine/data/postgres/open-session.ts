import pg from 'pg';
import type { Session } from '../database.ts';
import { createQueryable, spoken, transactionOn, types } from './queryable.ts';
import { sessionSettings } from './session-settings.ts';

const connectionTimeoutMs = 10_000;

/**
 * Without limits of time: what runs here reads whole tables, and waits for older transactions to end while it keeps nobody
 * waiting. Where the process is killed, the server looks every two seconds whether it is still there, and ends its
 * statement.
 */
const settings = [sessionSettings, 'set statement_timeout = 0', 'set lock_timeout = 0'].join('; ');
const watched = "set client_connection_check_interval = '2s'";

/** Runs on a connection that is made for it, and closed after it. */
export const runSession = async <T>(url: string, run: (session: Session) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    types,
  });
  // it may break between two statements; the next one will say so
  client.on('error', () => {});
  try {
    await spoken(client.connect());
    const { query, execute } = createQueryable(() => client as unknown as Pick<pg.Pool, 'query'>);
    await execute(settings);
    // not every system that a server runs on can look
    await execute(watched).catch(() => undefined);
    return await run({ query, execute, transaction: (within) => transactionOn(client, within, () => undefined) });
  } finally {
    await client.end().catch(() => undefined);
  }
};
