/** GET /auth/session: what is left of a session, for a screen that nobody touches; its answer may wait for the end. */
import type { FastifyInstance } from 'fastify';
import { sessionLeft } from '../contract/calls/session-calls.ts';
import { longestWait } from '../contract/longest-wait.ts';
import { Refusal } from '../core/errors.ts';
import { addCall } from './add-call.ts';
import { tokenOf } from './authenticate.ts';
import type { Runtime } from './runtime.ts';

/** Raises REQUEST_PARAMETER_UNSUPPORTED, REQUEST_QUERY_INVALID. */
const waitOf = (query: unknown): number => {
  const { wait = '0', ...more } = query as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: unknown });
  if (typeof wait !== 'string' || !/^\d{1,2}$/.test(wait) || Number(wait) > longestWait)
    throw new Refusal('REQUEST_QUERY_INVALID', {
      parameter: 'wait',
      problem: `espera um número de 0 a ${longestWait}`,
    });
  return Number(wait);
};

export const sessionLeftRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const waiting = new Set<AbortController>();
  // A server that stops does not wait for them.
  app.addHook('preClose', async () => {
    for (const one of waiting) one.abort();
  });

  // No `authenticate`: that would be a use of the session.
  addCall(app, sessionLeft, async (request, reply) => {
    const wait = waitOf(request.query);
    const token = tokenOf(request);
    const givenUp = new AbortController();
    const giveUp = () => givenUp.abort();
    waiting.add(givenUp);
    reply.raw.once('close', giveUp);
    try {
      const left = token === undefined ? undefined : await runtime.sessions.left(token, wait, givenUp.signal);
      if (left === undefined) throw new Refusal('ACCESS_UNAUTHENTICATED', {});
      return reply.header('cache-control', 'no-store').send(left);
    } finally {
      waiting.delete(givenUp);
      reply.raw.off('close', giveUp);
    }
  });
};
