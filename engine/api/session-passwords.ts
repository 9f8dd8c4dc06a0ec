/**
 * PUT /usuarios/validar-senha and /usuarios/alterar-senha (document 1 section 7); the forgotten password; and what whoever
 * administers does with somebody else's password.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { createAccess } from '../access/access.ts';
import { rightBeyond } from '../access/right-beyond.ts';
import {
  changePassword,
  checkLink,
  confirmPassword,
  forgottenPassword,
  inviteUser,
  issuePassword,
  resetPassword,
} from '../contract/calls/account-calls.ts';
import { Refusal } from '../core/errors.ts';
import { addCall } from './add-call.ts';
import type { Caller } from './authenticate.ts';
import { authenticate, tokenOf } from './authenticate.ts';
import { personOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';
import type { PasswordOwner } from './session-store.ts';

/** Raises REQUEST_BODY_INVALID, naming what belongs in the body and nothing of what was in it. */
const bodyOf = <Schema extends TSchema & { readonly properties: object }>(
  { body: { schema } }: { readonly body: { readonly schema: Schema } },
  request: Pick<FastifyRequest, 'body'>,
) => {
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
  readonly Params: { readonly id: string };
}

/** The caller and the user of the address. Raises ACCESS_DENIED without `update` on users. */
const administered = async (runtime: Runtime, request: FastifyRequest<WithUser>) => {
  const caller = await authenticate(runtime, request);
  const { access } = caller;
  const denied = (): Refusal => new Refusal('ACCESS_DENIED', { action: 'update', title: 'Usuário' });
  if (!access.can('update', 'usuario')) throw denied();
  const { id } = request.params;
  const login = /^\d{1,15}$/.test(id) ? (await runtime.sessions.logins([id])).get(id) : undefined;
  if (login === undefined) throw new Refusal('RECORD_MISSING', { title: 'Usuário' });
  return { access, login, userId: Number(id), denied };
};

/**
 * The same, and ACCESS_DENIED where that user may do or see what the caller may not: whoever opens an account has its rights,
 * and whoever ends its sessions keeps its owner from working.
 */
export const opened = async (runtime: Runtime, request: FastifyRequest<WithUser>) => {
  const found = await administered(runtime, request);
  const { sessions, current } = runtime;
  const target = await sessions.grantsOf(found.login);
  if (target === undefined) throw found.denied();
  const entities = Object.values(current.model.entities);
  if (rightBeyond(found.access, createAccess(target), target.user.permissions, entities)) throw found.denied();
  return found;
};

export const passwordRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const { passwords } = runtime;

  addCall(app, confirmPassword, async (request, reply) => {
    const caller = await authenticate(runtime, request, { expired: true });
    const { login, senha } = bodyOf(confirmPassword, request);
    await passwords.confirm(ownerOf(caller, login, tokenOf(request) ?? ''), senha, personOf(request));
    return reply.status(204).send();
  });

  addCall(app, changePassword, async (request, reply) => {
    const caller = await authenticate(runtime, request, { expired: true });
    const { login, senha } = bodyOf(changePassword, request);
    await passwords.change(ownerOf(caller, login, tokenOf(request) ?? ''), senha, personOf(request));
    return reply.status(204).send();
  });

  addCall(app, forgottenPassword, async (request, reply) => {
    await passwords.forgotten(bodyOf(forgottenPassword, request).userId, personOf(request));
    return reply.status(202).send();
  });

  addCall(app, checkLink, async (request, reply) => {
    const grupoValidaSenha = await passwords.strictFor(bodyOf(checkLink, request).token);
    return reply.header('cache-control', 'no-store').send({ grupoValidaSenha });
  });

  addCall(app, resetPassword, async (request, reply) => {
    const { token, senha } = bodyOf(resetPassword, request);
    await passwords.reset(token, senha, personOf(request));
    return reply.status(204).send();
  });

  addCall(app, issuePassword, async (request, reply) => {
    const { access, userId } = await opened(runtime, request);
    const senha = await passwords.issueTemporary(userId, { ...personOf(request), actor: access.login });
    return reply.header('cache-control', 'no-store').send({ senha });
  });

  addCall(app, inviteUser, async (request, reply) => {
    const { access, userId } = await opened(runtime, request);
    await passwords.invite(userId, { ...personOf(request), actor: access.login });
    return reply.status(202).send();
  });
};
