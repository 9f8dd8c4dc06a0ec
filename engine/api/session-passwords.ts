/**
 * PUT /usuarios/validar-senha and /usuarios/alterar-senha (document 1 section 7); the forgotten password; and what whoever
 * administers does with somebody else's password.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { createAccess } from '../access/access.ts';
import { ForgottenPassword, OwnPassword, PasswordReset, ResetToken } from '../contract/session.ts';
import { Refusal } from '../core/errors.ts';
import type { Caller } from './authenticate.ts';
import { authenticate, tokenOf } from './authenticate.ts';
import { personOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';
import type { PasswordOwner } from './session-store.ts';

/** Raises REQUEST_BODY_INVALID, naming what belongs in the body and nothing of what was in it. */
const bodyOf = <Schema extends TSchema & { readonly properties: object }>(schema: Schema, request: FastifyRequest) => {
  const { body } = request;
  if (Check(schema, body)) return body;
  const names = Object.keys(schema.properties).map((name) => `'${name}'`);
  throw new Refusal('REQUEST_BODY_INVALID', { problem: `esperado ${names.join(' e ')}` });
};

/** Raises ACCESS_PASSWORD_OTHER where the body names somebody else. */
const ownerOf = ({ access }: Caller, login: string, token: string): PasswordOwner => {
  if (login.trim().toLowerCase() !== access.login) throw new Refusal('ACCESS_PASSWORD_OTHER', {});
  return { userId: access.userId, login: access.login, token };
};

interface WithUser {
  readonly Params: { readonly user: string };
}

/**
 * The caller and the user of the address. Raises ACCESS_DENIED without `update` on users, and where that user may do what
 * the caller may not: whoever has a password has its rights.
 */
export const administered = async (runtime: Runtime, request: FastifyRequest<WithUser>) => {
  const caller = await authenticate(runtime, request);
  const { access } = caller;
  const denied = (): Refusal => new Refusal('ACCESS_DENIED', { action: 'update', title: 'Usuário' });
  if (!access.can('update', 'usuario')) throw denied();
  const { user } = request.params;
  const login = /^\d{1,15}$/.test(user) ? (await runtime.sessions.logins([user])).get(user) : undefined;
  if (login === undefined) throw new Refusal('RECORD_MISSING', { title: 'Usuário' });
  return { access, login, userId: Number(user), denied };
};

export const passwordRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const { passwords } = runtime;

  app.put('/usuarios/validar-senha', async (request, reply) => {
    const caller = await authenticate(runtime, request, { expired: true });
    const { login, senha } = bodyOf(OwnPassword, request);
    await passwords.confirm(ownerOf(caller, login, tokenOf(request) ?? ''), senha, personOf(request));
    return reply.status(204).send();
  });

  app.put('/usuarios/alterar-senha', async (request, reply) => {
    const caller = await authenticate(runtime, request, { expired: true });
    const { login, senha } = bodyOf(OwnPassword, request);
    await passwords.change(ownerOf(caller, login, tokenOf(request) ?? ''), senha, personOf(request));
    return reply.status(204).send();
  });

  app.post('/auth/password/forgotten', async (request, reply) => {
    await passwords.forgotten(bodyOf(ForgottenPassword, request).userId, personOf(request));
    return reply.status(202).send();
  });

  app.post('/auth/password/reset/check', async (request, reply) => {
    const grupoValidaSenha = await passwords.strictFor(bodyOf(ResetToken, request).token);
    return reply.header('cache-control', 'no-store').send({ grupoValidaSenha });
  });

  app.post('/auth/password/reset', async (request, reply) => {
    const { token, senha } = bodyOf(PasswordReset, request);
    await passwords.reset(token, senha, personOf(request));
    return reply.status(204).send();
  });

  app.post<WithUser>('/usuarios/:user/senha-temporaria', async (request, reply) => {
    const { access, userId, login, denied } = await administered(runtime, request);
    const target = await runtime.sessions.grantsOf(login);
    if (!target || !holdsAll(access, createAccess(target), target.user.permissions)) throw denied();
    const senha = await passwords.issueTemporary(userId, { ...personOf(request), actor: access.login });
    return reply.header('cache-control', 'no-store').send({ senha });
  });

  app.post<WithUser>('/usuarios/:user/convite', async (request, reply) => {
    const { access, userId } = await administered(runtime, request);
    await passwords.invite(userId, { ...personOf(request), actor: access.login });
    return reply.status(202).send();
  });
};

/** Whether the caller may do all that the other may. */
const holdsAll = (access: Caller['access'], other: Caller['access'], pairs: readonly string[]): boolean =>
  access.can('manage', 'all') ||
  (!other.can('manage', 'all') &&
    pairs.every((pair) => {
      const [subject = '', action = ''] = pair.split(':');
      return access.can(action, subject);
    }));
