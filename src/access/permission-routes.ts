/**
 * GET /acesso/permissoes, /acesso/permissoes/campos, /acesso/permissoes/sem-efeito, GET and PUT /acesso/permissoes/{grupo}:
 * the rights of the groups as a whole, for the screen that shows them as a matrix. Reading asks for its pair, writing for
 * those of the registries.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { authenticate } from '../../engine/api/authenticate.ts';
import { originOf } from '../../engine/api/request-origin.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { writeEngine } from '../../engine/api/runtime.ts';
import { sendTagged } from '../../engine/api/send-tagged.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { PermissionCatalogue } from './permissions.ts';
import { fieldsOf, readGroups, readPermissions, readStale } from './read-permissions.ts';
import { catalogueOf } from './rights-catalogue.ts';
import { savePermissions } from './save-permissions.ts';

const pair = Type.String({ pattern: '^[^:]{1,60}:[^:]{1,40}$' });
const pairs = Type.Array(pair, { maxItems: 10_000 });
const Change = Type.Object(
  {
    base: Type.String({ maxLength: 40 }),
    grant: pairs,
    revoke: pairs,
    fields: Type.Record(
      Type.String({ pattern: '^[a-z0-9_]{1,60}\\.[a-z0-9_]{1,60}$' }),
      Type.Union([Type.Enum(['open', 'readOnly', 'masked', 'hidden']), Type.Null()]),
      { maxProperties: 10_000, additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

const title = 'Config Permissão';

/** The caller, who may open the screen. Raises ACCESS_DENIED. */
const openFor = async (runtime: Runtime, request: FastifyRequest) => {
  const { access } = await authenticate(runtime, request);
  if (!access.can('list', 'configpermissao')) throw new Refusal('ACCESS_DENIED', { action: 'list', title });
  return access;
};

const groupOf = (request: FastifyRequest): number => {
  const { group } = request.params as { readonly group: string };
  if (!/^\d{1,15}$/.test(group)) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
  return Number(group);
};

export const permissionRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  app.get('/acesso/permissoes', async (request, reply) => {
    await openFor(runtime, request);
    const answer: PermissionCatalogue = catalogueOf(runtime.current.model);
    return sendTagged(request, reply, answer);
  });

  app.get('/acesso/permissoes/grupos', async (request, reply) => {
    await openFor(runtime, request);
    return sendTagged(request, reply, await readGroups(runtime.database));
  });

  app.get('/acesso/permissoes/campos', async (request, reply) => {
    await openFor(runtime, request);
    return sendTagged(request, reply, fieldsOf(runtime.current.model));
  });

  app.get('/acesso/permissoes/sem-efeito', async (request, reply) => {
    await openFor(runtime, request);
    return sendTagged(request, reply, await readStale(runtime.database, runtime.current.model));
  });

  app.get('/acesso/permissoes/:group', async (request, reply) => {
    await openFor(runtime, request);
    return sendTagged(request, reply, await readPermissions(runtime.database, groupOf(request)));
  });

  app.put('/acesso/permissoes/:group', async (request, reply) => {
    const access = await openFor(runtime, request);
    if (!Check(Change, request.body))
      throw new Refusal('REQUEST_BODY_INVALID', { problem: "esperados 'base', 'grant', 'revoke' e 'fields'" });
    const write = {
      engine: writeEngine(runtime),
      model: runtime.current.model,
      access,
      options: { requestId: request.id, origin: originOf(request) },
    };
    return reply.send(await savePermissions(write, groupOf(request), request.body));
  });
};
