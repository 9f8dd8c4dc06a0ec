/**
 * GET /acesso/clonar-usuario/{id}, POST /acesso/clonar-usuario, GET and POST /acesso/migracoes-usuario: users made after
 * another one, and users who get another login.
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
import { cloneUser, previewClone } from './clone-user.ts';
import { migrateUser, readMigrations } from './migrate-user.ts';
import type { ProductWrite } from './product-write.ts';
import type { CloneAnswer } from './user-copies.ts';
import { migrationKinds } from './user-copies.ts';

const id = Type.Integer({ minimum: 1 });
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Clone = Type.Object(
  {
    origem: id,
    login: text(50),
    nome: text(70),
    email: Type.Optional(text(100)),
    grupos: Type.Boolean(),
    configuracoes: Type.Boolean(),
    visoes: Type.Boolean(),
  },
  { additionalProperties: false },
);
const Migrate = Type.Object(
  { usuario: id, login: text(50), tipo: Type.Enum([...migrationKinds]) },
  { additionalProperties: false },
);

const invalid = (names: string): Refusal => new Refusal('REQUEST_BODY_INVALID', { problem: `esperados ${names}` });

/** Who calls, holding the pair of the screen. Raises ACCESS_DENIED. */
const openFor = async (runtime: Runtime, request: FastifyRequest, action: string, subject: string, title: string) => {
  const { access } = await authenticate(runtime, request);
  if (!access.can(action, subject)) throw new Refusal('ACCESS_DENIED', { action, title });
  const write: ProductWrite = {
    engine: writeEngine(runtime),
    model: runtime.current.model,
    access,
    options: { requestId: request.id, origin: originOf(request) },
  };
  return write;
};

const cloning = (runtime: Runtime, request: FastifyRequest) =>
  openFor(runtime, request, 'manage', 'all', 'Clonar Usuário');
const migrating = (runtime: Runtime, request: FastifyRequest) =>
  openFor(runtime, request, 'list', 'migracaousuario', 'Migração Usuário');

export const userRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  app.get<{ Params: { user: string } }>('/acesso/clonar-usuario/:user', async (request, reply) => {
    await cloning(runtime, request);
    if (!/^\d{1,15}$/.test(request.params.user)) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
    return sendTagged(request, reply, await previewClone(runtime.database, Number(request.params.user)));
  });

  app.post('/acesso/clonar-usuario', async (request, reply) => {
    const write = await cloning(runtime, request);
    if (!Check(Clone, request.body)) throw invalid("'origem', 'login', 'nome', 'grupos', 'configuracoes' e 'visoes'");
    const answer: CloneAnswer = { id: await cloneUser(write, request.body) };
    return reply.status(201).send(answer);
  });

  app.get('/acesso/migracoes-usuario', async (request, reply) => {
    await migrating(runtime, request);
    return sendTagged(request, reply, await readMigrations(runtime.database));
  });

  app.post('/acesso/migracoes-usuario', async (request, reply) => {
    const write = await migrating(runtime, request);
    if (!Check(Migrate, request.body)) throw invalid("'usuario', 'login' e 'tipo'");
    await migrateUser(write, runtime.current.messages, request.body);
    return reply.status(204).send();
  });
};
