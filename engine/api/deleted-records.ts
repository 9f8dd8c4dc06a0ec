/** What was deleted of a registry: `GET <route>/historico/excluidos`, and `POST .../{id}` brings one back. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listDeleted, restoreDeleted } from '../data/deleted-rows.ts';
import { openCall } from './call.ts';
import { loginsFor } from './read-logins.ts';
import { refuseParameters } from './refuse-parameters.ts';
import { originOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';
import { writeEngine } from './runtime.ts';

const address = /^(.*)\/historico\/excluidos(?:\/(\d{1,18}))?$/;

/** Parameters of the list. */
const taken: ReadonlySet<string> = new Set(['q', 'limit', 'cursor']);

/** Answers where the path is one of these, and says whether it did: a reply that is awaited would wait for itself. */
export const answerDeleted = async (
  runtime: Runtime,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<boolean> => {
  const [, route, id] = address.exec(path) ?? [];
  const method = id === undefined ? 'GET' : 'POST';
  if (route === undefined || request.method !== method) return false;
  const { context, request: asked } = await openCall(runtime, request, route);
  if (id === undefined) {
    refuseParameters(request.url, taken);
    const logins = loginsFor(runtime, context.access);
    const { rows, next } = await listDeleted(runtime.database, runtime.secrets.cursor, context, asked, logins);
    if (next !== undefined) reply.header('fichario-next-cursor', next);
    reply.send(rows);
    return true;
  }
  refuseParameters(request.url);
  const restored = await restoreDeleted(writeEngine(runtime), context, id, {
    representation: false,
    version: undefined,
    singular: false,
    maximum: undefined,
    resolution: undefined,
    rollback: false,
    requestId: request.id,
    origin: originOf(request),
  });
  reply.status(201).header('location', `/api${context.screen.path}?id=eq.${id}`).send(restored);
  return true;
};
