/**
 * GET /acesso/permissoes, /acesso/permissoes/campos, /acesso/permissoes/sem-efeito, GET and PUT /acesso/permissoes/{grupo}:
 * the rights of the groups as a whole, for the screen that shows them as a matrix. Reading asks for its pair, writing for
 * those of the registries.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import { addCall, requireRight } from '../../engine/api/add-call.ts';
import { authenticate } from '../../engine/api/authenticate.ts';
import { originOf } from '../../engine/api/request-origin.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { writeEngine } from '../../engine/api/runtime.ts';
import { sendTagged } from '../../engine/api/send-tagged.ts';
import type { CallParams } from '../../engine/contract/openapi/api-call.ts';
import { Refusal } from '../../engine/core/errors.ts';
import {
  changeRights,
  fieldsThereAre,
  groupsThereAre,
  rightsOfGroup,
  rightsThereAre,
  rightsWithoutEffect,
} from './access-calls.ts';
import type { PermissionCatalogue } from './permissions.ts';
import { fieldsOf, readGroups, readPermissions, readStale } from './read-permissions.ts';
import { catalogueOf } from './rights-catalogue.ts';
import { savePermissions } from './save-permissions.ts';
import { readsField } from './shown-text.ts';

/** What the matrix is made of: whom one of them is kept from, or who reads it covered, has no matrix. */
const madeOf: readonly string[] = [
  ...['nome', 'ativo', 'dados_pessoais', 'dados_sensiveis'].map((field) => `grupo.${field}`),
  ...['grupo', 'assunto', 'acao', 'ativo'].map((field) => `regra.${field}`),
  ...['grupo', 'entidade', 'campo', 'visivel', 'mascarado', 'somente_leitura'].map(
    (field) => `config_permissao.${field}`,
  ),
];

/** The caller, who may open the screen. Raises ACCESS_DENIED. */
const openFor = async (runtime: Runtime, request: FastifyRequest) => {
  const { access } = await authenticate(runtime, request);
  requireRight(access, rightsThereAre);
  const { action, title } = rightsThereAre.right;
  if (!madeOf.every((path) => readsField(access, runtime.current.model, path)))
    throw new Refusal('ACCESS_DENIED', { action, title });
  return access;
};

const groupOf = (request: FastifyRequest): number => {
  const { grupo } = request.params as CallParams<typeof rightsOfGroup.path>;
  if (!/^\d{1,15}$/.test(grupo)) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
  return Number(grupo);
};

export const permissionRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  addCall(app, rightsThereAre, async (request, reply) => {
    await openFor(runtime, request);
    const answer: PermissionCatalogue = catalogueOf(runtime.current.model);
    return sendTagged(request, reply, answer);
  });

  addCall(app, groupsThereAre, async (request, reply) => {
    await openFor(runtime, request);
    return sendTagged(request, reply, await readGroups(runtime.database));
  });

  addCall(app, fieldsThereAre, async (request, reply) => {
    await openFor(runtime, request);
    return sendTagged(request, reply, fieldsOf(runtime.current.model));
  });

  addCall(app, rightsWithoutEffect, async (request, reply) => {
    await openFor(runtime, request);
    return sendTagged(request, reply, await readStale(runtime.database, runtime.current.model));
  });

  addCall(app, rightsOfGroup, async (request, reply) => {
    await openFor(runtime, request);
    return sendTagged(request, reply, await readPermissions(runtime.database, groupOf(request)));
  });

  addCall(app, changeRights, async (request, reply) => {
    const access = await openFor(runtime, request);
    if (!Check(changeRights.body.schema, request.body))
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
