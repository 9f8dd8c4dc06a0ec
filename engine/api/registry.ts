/** One resource per registry, named as its route: list, read, count, insert, update, delete, history. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../core/errors.ts';
import { readHistory } from '../data/read-history.ts';
import { openCall } from './call.ts';
import { read } from './read-resource.ts';
import type { Runtime } from './runtime.ts';
import { write } from './write-resource.ts';

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const;
const historyPath = /^(.*)\/(\d{1,18})\/historico$/;

export const registryRoutes = (app: FastifyInstance, runtime: Runtime): void => {
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
        case 'PATCH':
        case 'DELETE':
          return write(runtime, call, request, reply);
        default:
          reply.header('allow', methods.join(', '));
          throw new Refusal('REQUEST_METHOD', { method: request.method });
      }
    },
  });
};
