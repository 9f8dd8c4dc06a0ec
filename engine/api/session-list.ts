/** Open sessions, one's own account, sessions of others for whoever administers, and the record of accesses. */
import type { FastifyInstance } from 'fastify';
import { accessEventKinds } from '../contract/session.ts';
import { Refusal } from '../core/errors.ts';
import { authenticate, tokenOf } from './authenticate.ts';
import { personOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';
import { administered } from './session-passwords.ts';
import type { EventsWanted } from './session-store.ts';

interface WithSession {
  readonly Params: { readonly session: string };
}
interface WithUser {
  readonly Params: { readonly user: string };
}
interface WithBoth {
  readonly Params: { readonly user: string; readonly session: string };
}

/** Events of one answer. */
const pageOfEvents = { usual: 50, most: 500 } as const;

const invalid = (parameter: string, problem: string): Refusal =>
  new Refusal('REQUEST_QUERY_INVALID', { parameter, problem });

/** Raises REQUEST_QUERY_INVALID, REQUEST_PARAMETER_UNSUPPORTED. */
const wantedOf = (query: unknown): EventsWanted => {
  const { login, kind, before, limit = String(pageOfEvents.usual), ...more } = query as Record<string, unknown>;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: unknown });
  for (const [name, value] of Object.entries({ login, kind, before, limit }))
    if (value !== undefined && typeof value !== 'string') throw invalid(name, 'aparece mais de uma vez');
  const given = { login, kind, before, limit } as { login?: string; kind?: string; before?: string; limit: string };
  if (given.login?.includes('\u0000')) throw invalid('login', 'não é um login');
  if (given.kind !== undefined && !accessEventKinds.some((known) => known === given.kind))
    throw invalid('kind', `espera ${accessEventKinds.join(', ')}`);
  if (given.before !== undefined && !/^\d{1,18}$/.test(given.before)) throw invalid('before', 'espera um número');
  if (!/^\d{1,3}$/.test(given.limit) || Number(given.limit) < 1 || Number(given.limit) > pageOfEvents.most)
    throw invalid('limit', `espera um número de 1 a ${pageOfEvents.most}`);
  return { login: given.login, kind: given.kind, before: given.before, limit: Number(given.limit) };
};

export const sessionListRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const { sessions } = runtime;

  app.get('/auth/sessions', async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    return reply.header('cache-control', 'no-store').send(await sessions.list(access.userId, tokenOf(request)));
  });

  app.delete<WithSession>('/auth/sessions/:session', async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    await sessions.end(access.userId, request.params.session, personOf(request));
    return reply.status(204).send();
  });

  app.get('/auth/account', async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    return reply.header('cache-control', 'no-store').send(await sessions.account(access.userId, tokenOf(request)));
  });

  app.get<WithUser>('/usuarios/:user/sessoes', async (request, reply) => {
    const { userId } = await administered(runtime, request);
    return reply.header('cache-control', 'no-store').send(await sessions.list(userId, tokenOf(request)));
  });

  app.delete<WithUser>('/usuarios/:user/sessoes', async (request, reply) => {
    const { access, userId } = await administered(runtime, request);
    await sessions.end(userId, undefined, { ...personOf(request), actor: access.login });
    return reply.status(204).send();
  });

  app.delete<WithBoth>('/usuarios/:user/sessoes/:session', async (request, reply) => {
    const { access, userId } = await administered(runtime, request);
    await sessions.end(userId, request.params.session, { ...personOf(request), actor: access.login });
    return reply.status(204).send();
  });

  app.get('/acesso/eventos', async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    if (!access.can('manage', 'all'))
      throw new Refusal('ACCESS_DENIED', { action: 'manage', title: 'Registro de acessos' });
    return reply.header('cache-control', 'no-store').send(await sessions.events(wantedOf(request.query)));
  });
};
