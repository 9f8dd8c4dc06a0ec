/** One resource per registry, named as its route: list, read, count, insert, update, delete, history. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayAct } from '../access/may-act.ts';
import { openTransitions } from '../access/may-move.ts';
import { isReference } from '../access/visible-entity.ts';
import { offeredForParameter } from '../contract/offered-for.ts';
import { Refusal } from '../core/errors.ts';
import { countLinked } from '../data/count-linked.ts';
import { readHistory } from '../data/read-history.ts';
import { hasTable } from '../model/has-table.ts';
import { authenticate } from './authenticate.ts';
import type { Call } from './call.ts';
import { openCall } from './call.ts';
import { answerDeleted } from './deleted-records.ts';
import { formerNamesOf } from './former-names.ts';
import { loginsFor } from './read-logins.ts';
import { read } from './read-resource.ts';
import { refuseParameters } from './refuse-parameters.ts';
import type { Runtime } from './runtime.ts';
import { readsOf } from './sensitive-reads.ts';
import { answerShortCall } from './short-calls.ts';
import { write } from './write-resource.ts';

const historyPath = /^(.*)\/(\d{1,18})\/historico$/;
const linkedPath = /^(.*)\/(\d{1,18})\/ligados$/;

/** The methods open to the caller, as `Allow` lists them. */
const allowed = ({ context: { model, access, screen, entity } }: Call): string => {
  const can = (action: string): boolean => mayAct(access, entity, action);
  const isNamed = isReference(access, entity);
  const reads = access.can(screen.permission.action, screen.permission.subject) || isNamed || can('view');
  return [
    'OPTIONS',
    ...(reads ? ['GET', 'HEAD'] : []),
    ...(can('insert') ? ['POST'] : []),
    ...(can('update') || openTransitions(model, access, entity).length > 0 ? ['PATCH'] : []),
    ...(can('delete') ? ['DELETE'] : []),
  ].join(', ');
};

/** `PATCH /bancos/1`, as other APIs have it: here the id is a filter. Raises ROUTE_UNKNOWN, with the address meant. */
const refuseIdInPath = (runtime: Runtime, path: string): void => {
  const [, route = '', id] = /^(.*)\/(\d{1,18})$/.exec(path) ?? [];
  if (id !== undefined && runtime.current.screens.has(route))
    throw new Refusal('ROUTE_UNKNOWN', { path }, { suggestion: `${route}?id=eq.${id}` });
};

const readingMethods: ReadonlySet<string> = new Set(['OPTIONS', 'GET', 'HEAD']);

const refuseMethod = (call: Call, { method }: FastifyRequest, reply: FastifyReply): never => {
  reply.header('allow', allowed(call));
  throw new Refusal('REQUEST_METHOD', { method });
};

export const registryRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'],
    url: '/*',
    config: { undescribed: 'of each registry by itself' },
    handler: async (request, reply) => {
      const path = `/${(request.params as { '*': string })['*']}`;
      const history = historyPath.exec(path);
      if (history && request.method === 'GET') {
        const call = await openCall(runtime, request, history[1] ?? '');
        const { context } = call;
        if (call.request.asOf !== undefined) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'as_of' });
        if (call.request.offeredFor !== undefined)
          throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: offeredForParameter });
        const logins = loginsFor(runtime, context.access);
        const entries = await readHistory(runtime.database, context, history[2] ?? '', logins);
        return reply.send(entries);
      }
      const linked = linkedPath.exec(path);
      if (linked && request.method === 'GET') {
        refuseParameters(request.url);
        const { context } = await openCall(runtime, request, linked[1] ?? '');
        return reply.send(await countLinked(runtime.database, context, linked[2] ?? ''));
      }
      if (await answerDeleted(runtime, request, reply, path)) return reply;
      if (request.method === 'GET' && !runtime.current.screens.has(path)) {
        const { access } = await authenticate(runtime, request);
        const found = await answerShortCall(runtime, access, {
          url: request.url,
          reads: readsOf(request, access),
          names: formerNamesOf(request, runtime.current.model, access),
        });
        if (found) return reply.send(found);
      }
      refuseIdInPath(runtime, path);
      const call = await openCall(runtime, request, path);
      if (!hasTable(call.context.entity) && !readingMethods.has(request.method))
        return refuseMethod(call, request, reply);
      switch (request.method) {
        case 'OPTIONS':
          return reply.header('allow', allowed(call)).send();
        case 'GET':
        case 'HEAD':
          return read(runtime, call, reply, request.method === 'HEAD');
        case 'POST':
        case 'PATCH':
        case 'DELETE':
          return write(runtime, call, request, reply);
        default:
          return refuseMethod(call, request, reply);
      }
    },
  });
};
