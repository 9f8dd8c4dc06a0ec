/**
 * GET /acesso/clonar-usuario/{id}, POST /acesso/clonar-usuario, GET and POST /acesso/migracoes-usuario: users made after
 * another one, and users who get another login.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import { addCall, requireRight } from '../../engine/api/add-call.ts';
import { authenticate } from '../../engine/api/authenticate.ts';
import { originOf } from '../../engine/api/request-origin.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { writeEngine } from '../../engine/api/runtime.ts';
import { sendTagged } from '../../engine/api/send-tagged.ts';
import type { CallRight } from '../../engine/contract/openapi/api-call.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { cloneShown, cloneUserCall, migrateUserCall, migrationsMade } from './access-calls.ts';
import { cloneUser, previewClone } from './clone-user.ts';
import { migrateUser, readMigrations } from './migrate-user.ts';
import type { ProductWrite } from './product-write.ts';
import type { CloneAnswer } from './user-copies.ts';

const invalid = (names: string): Refusal => new Refusal('REQUEST_BODY_INVALID', { problem: `esperados ${names}` });

/** Who calls, holding the pair of the screen. Raises ACCESS_DENIED. */
const openFor = async (runtime: Runtime, request: FastifyRequest, call: { readonly right: CallRight }) => {
  const { access } = await authenticate(runtime, request);
  requireRight(access, call);
  const write: ProductWrite = {
    engine: writeEngine(runtime),
    model: runtime.current.model,
    access,
    options: { requestId: request.id, origin: originOf(request) },
  };
  return write;
};

export const userRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  addCall(app, cloneShown, async (request, reply) => {
    const caller = await openFor(runtime, request, cloneShown);
    const { id } = request.params;
    if (!/^\d{1,15}$/.test(id)) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
    return sendTagged(request, reply, await previewClone(caller, Number(id)));
  });

  addCall(app, cloneUserCall, async (request, reply) => {
    const write = await openFor(runtime, request, cloneUserCall);
    if (!Check(cloneUserCall.body.schema, request.body))
      throw invalid("'origem', 'login', 'nome', 'grupos', 'configuracoes' e 'visoes'");
    const answer: CloneAnswer = { id: await cloneUser(write, request.body) };
    return reply.status(201).send(answer);
  });

  addCall(app, migrationsMade, async (request, reply) => {
    const caller = await openFor(runtime, request, migrationsMade);
    return sendTagged(request, reply, await readMigrations(caller));
  });

  addCall(app, migrateUserCall, async (request, reply) => {
    const write = await openFor(runtime, request, migrateUserCall);
    if (!Check(migrateUserCall.body.schema, request.body)) throw invalid("'usuario', 'login' e 'tipo'");
    await migrateUser(write, runtime.current.messages, request.body);
    return reply.status(204).send();
  });
};
