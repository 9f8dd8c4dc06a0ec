import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Access, Grants } from '../access/access.ts';
import { createAccess } from '../access/access.ts';
import { Refusal } from '../core/errors.ts';
import { oncePer } from '../core/once-per.ts';
import { narrowToProvider } from './chosen-provider.ts';
import type { Runtime } from './runtime.ts';

/** An Access is as old as the grants it came from: the session store hands out the same grants until they change. */
export const accessOf = oncePer((grants: Grants): Access => {
  const { key, ...rest } = createAccess(grants);
  // Rights may be hundreds of pairs, and every request carries the key into plan and cursor.
  return { ...rest, key: createHash('sha256').update(key).digest('base64url') };
});

export interface Caller {
  readonly grants: Grants;
  readonly access: Access;
}

export const tokenOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];

/**
 * Who calls, narrowed to the provider that the call is for. Raises ACCESS_UNAUTHENTICATED, ACCESS_SESSION_IDLE,
 * REQUEST_PROVIDER_*, and ACCESS_PASSWORD_EXPIRED but for the few calls that are open to whoever must change the password
 * first: `expired`.
 */
export const authenticate = async (
  runtime: Runtime,
  request: FastifyRequest,
  { expired = false }: { readonly expired?: boolean } = {},
): Promise<Caller> => {
  const token = tokenOf(request);
  const grants = token === undefined ? undefined : await runtime.sessions.resolve(token);
  if (!grants) throw new Refusal('ACCESS_UNAUTHENTICATED', {});
  if (grants.user.senhaExpirada && !expired) throw new Refusal('ACCESS_PASSWORD_EXPIRED', {});
  return { grants, access: await narrowToProvider(runtime, request, accessOf(grants)) };
};
