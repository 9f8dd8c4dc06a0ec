/** Answers that may wait for something to happen: how long, and until who asked is gone. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { longestWait } from '../contract/longest-wait.ts';
import { Refusal } from '../core/errors.ts';

/** Seconds. Raises REQUEST_PARAMETER_UNSUPPORTED, REQUEST_QUERY_INVALID. */
export const waitOf = (query: unknown): number => {
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

export type Patiently = <T>(reply: FastifyReply, answer: (givenUp: AbortSignal) => Promise<T>) => Promise<T>;

/** Runs what may wait; a server that stops does not wait for it. */
export const patientAnswers = (app: FastifyInstance): Patiently => {
  const waiting = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const one of waiting) one.abort();
  });
  return async (reply, answer) => {
    const givenUp = new AbortController();
    const giveUp = () => givenUp.abort();
    waiting.add(givenUp);
    reply.raw.once('close', giveUp);
    try {
      return await answer(givenUp.signal);
    } finally {
      waiting.delete(givenUp);
      reply.raw.off('close', giveUp);
    }
  };
};
