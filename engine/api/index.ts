/** The HTTP door: everything below `/api`. In: a runtime. Out: a Fastify instance, ready to listen or be injected. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastify from 'fastify';
import { Refusal } from '../core/errors.ts';
import { attachmentRoutes } from './attachments.ts';
import { installBodyParsers } from './body.ts';
import { answerClientError, errorBody, installErrorHandler } from './error-handler.ts';
import { modelRoutes } from './model.ts';
import { registryRoutes } from './registry.ts';
import type { Runtime } from './runtime.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { sessionRoutes } from './session.ts';
import { settingRoutes } from './settings.ts';
import { domainRoutes } from './short-calls.ts';
import { viewRoutes } from './views.ts';

export interface ApiOptions {
  readonly logLevel?: string;
  /** Whether a proxy in front tells the caller's address. */
  readonly trustProxy?: boolean;
}

const resources = [
  sessionRoutes,
  settingRoutes,
  viewRoutes,
  attachmentRoutes,
  modelRoutes,
  domainRoutes,
  registryRoutes,
] as const;

export const createApi = (runtime: Runtime, options: ApiOptions = {}): FastifyInstance => {
  const app = fastify({
    logger: options.logLevel === undefined ? false : { level: options.logLevel, redact: ['req.headers.authorization'] },
    trustProxy: options.trustProxy ?? false,
    bodyLimit: 8 * 1024 * 1024,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 400, ignoreDuplicateSlashes: false },
    exposeHeadRoutes: false,
    clientErrorHandler: answerClientError(() => runtime.current.messages),
    // An address that cannot be decoded meets no route, and so none of the handlers below.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      const refusal = new Refusal('ROUTE_UNKNOWN', { path: request.url });
      reply.status(refusal.status).send(errorBody(refusal, runtime.current.messages));
    },
  });
  installBodyParsers(app);
  installErrorHandler(app, () => runtime.current.messages);
  // Texts shrink to a quarter; below a few packets it is not worth the work. Streams of files included.
  app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 2048,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
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
