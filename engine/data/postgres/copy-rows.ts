import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { toDatabaseFailure } from './failure.ts';

/** Runs `copy ... from stdin` on a connection that is in a transaction; gives the number of rows. */
export const copyRows = async (client: pg.PoolClient, statement: string, lines: Iterable<string>): Promise<number> => {
  try {
    const stream = client.query(from(statement));
    await pipeline(Readable.from(lines, { objectMode: true }), stream);
    return stream.rowCount;
  } catch (error) {
    throw toDatabaseFailure(error);
  }
};
