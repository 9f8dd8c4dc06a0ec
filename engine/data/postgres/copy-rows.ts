import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { toDatabaseFailure } from './failure.ts';

/**
 * Runs `copy ... from stdin` on a connection that is in a transaction; gives the number of rows. The lines are asked for
 * as the server takes them; what asking for them throws is thrown as it is.
 */
export const copyRows = async (client: pg.ClientBase, statement: string, lines: Iterable<string>): Promise<number> => {
  let made: { readonly error: unknown } | undefined;
  // Not `yield*`: the stream throws into it what the server has said.
  const watched = function* () {
    const all = lines[Symbol.iterator]();
    for (;;) {
      let next: IteratorResult<string>;
      try {
        next = all.next();
      } catch (error) {
        made = { error };
        throw error;
      }
      if (next.done) return;
      yield next.value;
    }
  };
  try {
    const stream = client.query(from(statement));
    await pipeline(Readable.from(watched(), { objectMode: true }), stream);
    return stream.rowCount;
  } catch (error) {
    throw made === undefined ? toDatabaseFailure(error) : made.error;
  }
};
