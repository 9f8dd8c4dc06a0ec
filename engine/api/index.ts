/** The HTTP door: everything below `/api`. In: a runtime. Out: a Fastify instance, ready to listen or be injected. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastify from 'fastify';
import { Refusal } from '../core/errors.ts';
import { errorBody, installErrorHandler } from './error-handler.ts';
import { modelRoutes } from './model.ts';
import { registryRoutes } from './registry.ts';
import type { Runtime } from './runtime.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { sessionRoutes } from './session.ts';

export interface ApiOptions {
  readonly logLevel?: string;
  /** Whether a proxy in front tells the caller's address. */
  readonly trustProxy?: boolean;
}

const resources = [sessionRoutes, modelRoutes, registryRoutes] as const;

export const createApi = (runtime: Runtime, options: ApiOptions = {}): FastifyInstance => {
  const app = fastify({
    logger: options.logLevel === undefined ? false : { level: options.logLevel, redact: ['req.headers.authorization'] },
    trustProxy: options.trustProxy ?? false,
    bodyLimit: 8 * 1024 * 1024,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 400, ignoreDuplicateSlashes: false },
    exposeHeadRoutes: false,
    // An address that cannot be decoded meets no route, and so none of the handlers below.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      const refusal = new Refusal('ROUTE_UNKNOWN', { path: request.url });
      reply.status(refusal.status).send(errorBody(refusal, runtime.current.messages));
    },
  });
  // Clients name the type of a body even where they send none.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  );
  installErrorHandler(app, () => runtime.current.messages);
  installSecurityHeaders(app);
  app.register(
    async (api) => {
      api.get('/health', async () => ({ status: 'ok' }));
      for (const install of resources) install(api, runtime);
      api.setNotFoundHandler((request) => {
        throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
      });
    },
    { prefix: '/api' },
  );
  return app;
};
