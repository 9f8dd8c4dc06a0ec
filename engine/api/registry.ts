/** One resource per registry, named as its route: list, read, count, insert, update, delete, history. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadRequest, SelectItem } from '../contract/request.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { PlanContext } from '../data/plan/plan-read.ts';
import { checkReach } from '../data/plan/plan-read.ts';
import { readHistory } from '../data/read-history.ts';
import { countRows, readRows } from '../data/read-rows.ts';
import type { WriteOptions, Written } from '../data/write-rows.ts';
import { deleteRows, insertRows, updateRows } from '../data/write-rows.ts';
import { authenticate } from './authenticate.ts';
import { findScreen } from './find-screen.ts';
import type { Preferences } from './prefer.ts';
import { parsePrefer } from './prefer.ts';
import type { Runtime } from './runtime.ts';

const objectType = 'application/vnd.pgrst.object+json';
const jsonType = 'application/json; charset=utf-8';

interface Call {
  readonly context: PlanContext;
  readonly request: ReadRequest;
  readonly prefer: Preferences;
  readonly singular: boolean;
}

const openCall = async (runtime: Runtime, request: FastifyRequest, path: string): Promise<Call> => {
  const { access } = await authenticate(runtime, request);
  const { current } = runtime;
  const at = request.url.indexOf('?');
  return {
    context: { model: current.model, access, screen: findScreen(current, access, path) },
    request: parseRequest(at < 0 ? '' : request.url.slice(at + 1)),
    prefer: parsePrefer(request.headers.prefer),
    singular: (request.headers.accept ?? '').includes(objectType),
  };
};

/** `"3"`, as our ETags are written. Raises REQUEST_QUERY_INVALID on anything else. */
const versionOf = (request: FastifyRequest): number | undefined => {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  throw new Refusal('REQUEST_QUERY_INVALID', {
    parameter: 'If-Match',
    problem: `'${header}' não é uma versão entre aspas`,
  });
};

const contentRange = (offset: number, rows: number, total: string): string =>
  `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total}`;

/** Whether the answer holds the record's own version, under its own name. */
const showsVersion = (item: SelectItem): boolean =>
  item.kind === 'all' || (item.kind === 'column' && item.name === 'versao' && (item.alias ?? 'versao') === 'versao');

/** The only row of a singular answer, without the brackets of its array. */
const onlyRow = (body: string, rows: number): string => {
  if (rows !== 1) throw new Refusal('REQUEST_SINGULAR', { count: rows });
  return body.slice(1, -1);
};

const read = async (runtime: Runtime, call: Call, reply: FastifyReply, head: boolean): Promise<unknown> => {
  const { context, request, prefer, singular } = call;
  checkReach(context, request);
  const offset = request.offset ?? 0;
  const count = prefer.count && (await countRows(runtime.database, context, request, prefer.count === 'exact'));
  if (count) reply.header('preference-applied', `count=${count.exact ? 'exact' : 'estimated'}`);
  if (count?.exact && offset > 0 && offset >= count.total)
    throw new Refusal('REQUEST_RANGE_INVALID', { total: count.total });
  if (head && count) {
    const limit = request.limit ?? context.screen.pageSize;
    const rows = Math.max(0, Math.min(limit, count.total - offset));
    return reply
      .header('content-range', contentRange(offset, rows, String(count.total)))
      .type(jsonType)
      .send();
  }
  const page = await readRows(runtime.database, runtime.current.plans, runtime.secrets.cursor, context, request);
  if (page.next !== undefined) reply.header('fichario-next-cursor', page.next);
  reply.header('content-range', contentRange(offset, page.rows, count ? String(count.total) : '*'));
  if (!singular) {
    const partial = count !== undefined && page.rows < count.total;
    return reply
      .status(partial ? 206 : 200)
      .type(jsonType)
      .send(head ? undefined : page.body);
  }
  const body = onlyRow(page.body, page.rows);
  if (request.select.some(showsVersion)) reply.header('etag', `"${(JSON.parse(body) as { versao: number }).versao}"`);
  return reply.type(`${objectType}; charset=utf-8`).send(head ? undefined : body);
};

const optionsOf = (call: Call, request: FastifyRequest): WriteOptions => ({
  representation: call.prefer.representation === 'representation',
  version: versionOf(request),
  singular: call.singular,
  maximum: call.prefer.maxAffected,
  requestId: request.id,
});

const answer = (call: Call, reply: FastifyReply, written: Written, created: boolean): FastifyReply => {
  const { representation } = call.prefer;
  if (written.version !== undefined && written.count === 1) reply.header('etag', `"${written.version}"`);
  reply.header('content-range', `*/${written.count}`);
  if (call.prefer.representation !== 'minimal') reply.header('preference-applied', `return=${representation}`);
  if (created && written.id !== undefined && written.count === 1) {
    reply.header('location', `/api${call.context.screen.path}?id=eq.${written.id}`);
  }
  if (representation !== 'representation') return reply.status(created ? 201 : 204).send();
  const body = written.body ?? '[]';
  reply.status(created ? 201 : 200);
  return call.singular
    ? reply.type(`${objectType}; charset=utf-8`).send(onlyRow(body, written.count))
    : reply.type(jsonType).send(body);
};

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const;
const historyPath = /^(.*)\/(\d{1,18})\/historico$/;

export const registryRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const engine = () => ({ database: runtime.database, validators: runtime.current.validators });

  app.route({
    method: [...methods, 'PUT', 'OPTIONS'],
    url: '/*',
    handler: async (request, reply) => {
      const path = `/${(request.params as { '*': string })['*']}`;
      const history = historyPath.exec(path);
      if (history && request.method === 'GET') {
        const call = await openCall(runtime, request, history[1] ?? '');
        const entries = await readHistory(runtime.database, call.context, history[2] ?? '', (ids) =>
          runtime.sessions.logins(ids),
        );
        return reply.send(entries);
      }
      const call = await openCall(runtime, request, path);
      switch (request.method) {
        case 'GET':
        case 'HEAD':
          return read(runtime, call, reply, request.method === 'HEAD');
        case 'POST':
          return answer(
            call,
            reply,
            await insertRows(engine(), call.context, call.request, request.body, optionsOf(call, request)),
            true,
          );
        case 'PATCH':
          return answer(
            call,
            reply,
            await updateRows(engine(), call.context, call.request, request.body, optionsOf(call, request)),
            false,
          );
        case 'DELETE':
          return answer(
            call,
            reply,
            await deleteRows(engine(), call.context, call.request, optionsOf(call, request)),
            false,
          );
        default:
          reply.header('allow', methods.join(', '));
          throw new Refusal('REQUEST_METHOD', { method: request.method });
      }
    },
  });
};
