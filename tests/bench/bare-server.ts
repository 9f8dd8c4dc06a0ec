/**
 * The measure: `node:http` and one statement whose JSON text PostgreSQL builds, sent through unchanged. On PostgreSQL
 * asked through `pg`, on PGlite through the engine's worker, over the same rows and indexes. Arguments: `postgres` and a
 * URL, or `pglite` and a data folder. `GET /<statement>?v=<first>&v=<second>`; the body of a write comes last.
 */
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import pg from 'pg';
import { openDatabase } from '../../engine/data/open-database.ts';
import { statementTimeoutMs } from '../../engine/data/postgres/session-settings.ts';
import type { BareStatement } from './bare-statements.ts';
import { bareStatements } from './bare-statements.ts';

interface Row {
  /** Answered as it is. */
  readonly body?: string;
  readonly total?: string;
}
type Run = (name: string, statement: BareStatement, values: readonly string[]) => Promise<Row | undefined>;

const throughPg = (connectionString: string): Run => {
  const pool = new pg.Pool({ connectionString, max: 10, statement_timeout: statementTimeoutMs });
  return async (name, { text, prepared }, values) => {
    const config = { text, values: [...values] };
    const { rows } = await pool.query<Row>(prepared ? { ...config, name } : config);
    return rows[0];
  };
};

const throughPglite = async (folder: string): Promise<Run> => {
  const database = await openDatabase({ folder });
  return async (name, { text, prepared }, values) => {
    const statement = { text, values };
    const { rows } = await database.query<Row>(prepared ? { ...statement, name } : statement);
    return rows[0];
  };
};

const readBody = async (request: IncomingMessage): Promise<string[]> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? [] : [Buffer.concat(chunks).toString('utf8')];
};

const [kind, place = ''] = process.argv.slice(2);
const run = kind === 'postgres' ? throughPg(place) : await throughPglite(place);

const server = createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
    const name = pathname.slice(1);
    const statement = bareStatements[name];
    if (!statement) return response.writeHead(404, { 'content-length': 0 }).end();
    const body = request.method === 'GET' || request.method === 'HEAD' ? [] : await readBody(request);
    const row = await run(name, statement, [...searchParams.getAll('v'), ...body]);
    if (row?.total !== undefined) response.setHeader('content-range', `*/${row.total}`);
    if (row?.body === undefined) return response.writeHead(204).end();
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(row.body),
    });
    return response.end(row.body);
  } catch (error) {
    const reason = String(error);
    return response.writeHead(500, { 'content-length': Buffer.byteLength(reason) }).end(reason);
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`ready ${typeof address === 'object' ? address?.port : address}`);
});
