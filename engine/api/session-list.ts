/** Open sessions, one's own account, sessions of others for whoever administers, and the record of accesses. */
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/access.ts';
import { covers, keeps, readsLogins } from '../access/keeps.ts';
import {
  accessEvents,
  endOwnSession,
  endSessionOf,
  endSessionsOf,
  ownAccount,
  ownSessions,
  sessionsOf,
} from '../contract/calls/account-calls.ts';
import { accessEventKinds } from '../contract/session.ts';
import { Refusal } from '../core/errors.ts';
import type { Model } from '../model/types.ts';
import { addCall, denied, requireRight } from './add-call.ts';
import { authenticate, tokenOf } from './authenticate.ts';
import { personOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';
import { opened } from './session-passwords.ts';
import type { EventsWanted } from './session-store.ts';

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

/** Raises ACCESS_DENIED where one of its fields is kept or covered in the registry that shows the same rows: that one is read then. */
const requireOpenLog = (access: Access, model: Model): void => {
  const entities = Object.values(model.entities);
  const told = entities
    .filter(({ log }) => log === 'access')
    .every((log) => log.fields.every((field) => !keeps(access, log, field) && !covers(access, log, field)));
  const users = entities.some(({ login }) => login !== undefined);
  if (!told || (users && !readsLogins(model, access))) throw denied(accessEvents);
};

export const sessionListRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const { sessions } = runtime;

  addCall(app, ownSessions, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    return reply.header('cache-control', 'no-store').send(await sessions.list(access.userId, tokenOf(request)));
  });

  addCall(app, endOwnSession, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    await sessions.end(access.userId, request.params.sessao, personOf(request));
    return reply.status(204).send();
  });

  addCall(app, ownAccount, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    return reply.header('cache-control', 'no-store').send(await sessions.account(access.userId, tokenOf(request)));
  });

  addCall(app, sessionsOf, async (request, reply) => {
    const { userId } = await opened(runtime, request);
    return reply.header('cache-control', 'no-store').send(await sessions.list(userId, tokenOf(request)));
  });

  addCall(app, endSessionsOf, async (request, reply) => {
    const { access, userId } = await opened(runtime, request);
    await sessions.end(userId, undefined, { ...personOf(request), actor: access.login });
    return reply.status(204).send();
  });

  addCall(app, endSessionOf, async (request, reply) => {
    const { access, userId } = await opened(runtime, request);
    await sessions.end(userId, request.params.sessao, { ...personOf(request), actor: access.login });
    return reply.status(204).send();
  });

  addCall(app, accessEvents, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    requireRight(access, accessEvents);
    requireOpenLog(access, runtime.current.model);
    return reply.header('cache-control', 'no-store').send(await sessions.events(wantedOf(request.query)));
  });
};
