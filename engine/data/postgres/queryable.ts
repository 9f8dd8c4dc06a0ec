/** A connection of the `pg` package as the engine asks it. In: the connection. Out: rows, or the failure as it is told. */
import pg from 'pg';
import type { Queryable, Result, Statement } from '../database.ts';
import { DatabaseError } from '../database.ts';
import { copyRows } from './copy-rows.ts';
import { toDatabaseFailure } from './failure.ts';
import { valueReader } from './read-value.ts';

/** Values come as in PGlite's session; pg's own readers would make dates of moments and objects of json. */
export const types = { getTypeParser: valueReader } as unknown as pg.CustomTypesConfig;

export const createQueryable = (client: () => Pick<pg.Pool, 'query'>): Required<Omit<Queryable, 'copy'>> => ({
  query: async <Row>({ text, values, name }: Statement): Promise<Result<Row>> => {
    try {
      const config = { text, values: values as (string | null)[] };
      const result = await client().query<pg.QueryResultRow>(name === undefined ? config : { ...config, name });
      return { rows: result.rows as Row[], affected: result.rowCount ?? 0 };
    } catch (error) {
      throw toDatabaseFailure(error);
    }
  },
  execute: async (sql) => {
    try {
      await client().query(sql);
    } catch (error) {
      throw toDatabaseFailure(error);
    }
  },
  queryAsPg: async (text, values) => {
    try {
      const config = { text, types: pg.types, ...(values && values.length > 0 && { values: [...values] }) };
      const result: pg.QueryResult | readonly pg.QueryResult[] = await client().query(config);
      const results = Array.isArray(result) ? (result as readonly pg.QueryResult[]) : [result as pg.QueryResult];
      return { rows: results.flatMap(({ rows }) => rows as Record<string, unknown>[]) };
    } catch (error) {
      throw toDatabaseFailure(error);
    }
  },
});

/** What the driver raises, told as a failure of the database; what `run` of a transaction raises is its own. */
export const spoken = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw toDatabaseFailure(error);
  });

/** `broken` is told of a connection that cannot be used any more. */
export const transactionOn = async <T>(
  client: pg.ClientBase,
  run: (queryable: Queryable) => Promise<T>,
  broken: () => void,
): Promise<T> => {
  let open: pg.ClientBase | undefined = client;
  try {
    await spoken(client.query('begin'));
    const connection = (): pg.ClientBase => {
      if (open === undefined) throw new DatabaseError('the transaction is over', { code: '25P03' });
      return open;
    };
    const result = await run({
      ...createQueryable(() => connection() as unknown as Pick<pg.Pool, 'query'>),
      copy: (statement, lines) => copyRows(connection(), statement, lines),
    });
    const committed = await spoken(client.query('commit'));
    // PostgreSQL answers a commit of a failed transaction with ROLLBACK and no error
    if (committed.command !== 'COMMIT')
      throw new DatabaseError('the transaction was rolled back: one of its statements had failed', { code: '25P02' });
    return result;
  } catch (error) {
    await client.query('rollback').catch(broken);
    throw error;
  } finally {
    open = undefined;
  }
};
