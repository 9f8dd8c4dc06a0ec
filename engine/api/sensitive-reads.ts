/** The record of who read sensitive values: one row a request that gave one out, written before its answer goes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import { SensitiveReads, writeSensitiveReads } from '../data/sensitive-reads.ts';
import { originOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';

const known = new WeakMap<FastifyRequest, { readonly reads: SensitiveReads; readonly access: Access }>();

/** Where everything that answers the request notes what it gives out, and to whom. */
export const readsOf = (request: FastifyRequest, access: Access): SensitiveReads => {
  const found = known.get(request) ?? { reads: new SensitiveReads(), access };
  known.set(request, found);
  return found.reads;
};

/** An answer that cannot be recorded is not given. */
export const recordSensitiveReads = (app: FastifyInstance, runtime: Runtime): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const found = known.get(request);
    if (found === undefined || found.reads.notes.length === 0) return payload;
    // Nothing of what was read goes out.
    if (request.method === 'HEAD' || reply.statusCode >= 300) return payload;
    known.delete(request);
    await writeSensitiveReads(runtime.database, found.reads, {
      userId: found.access.userId,
      login: found.access.login,
      requestId: request.id,
      origin: originOf(request),
    });
    return payload;
  });
};
