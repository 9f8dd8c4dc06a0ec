/** The HTTP door: everything below `/api`. In: a runtime. Out: a Fastify instance, ready to listen or be injected. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastify from 'fastify';
import { readHealth } from '../contract/calls/model-calls.ts';
import { Refusal } from '../core/errors.ts';
import { addCall, collectCalls } from './add-call.ts';
import { attachmentRoutes } from './attachments.ts';
import { batchRoutes } from './batches.ts';
import { installBodyParsers } from './body.ts';
import { documentRoute } from './document.ts';
import { answerClientError, errorBody, installErrorHandler } from './error-handler.ts';
import { tellFormerNames } from './former-names.ts';
import { helpRoutes } from './help.ts';
import { historyArchiveRoutes } from './history-archives.ts';
import { importRoutes } from './imports.ts';
import { jobRoutes } from './jobs.ts';
import { jobsNowRoutes } from './jobs-now.ts';
import { logOptions } from './log-options.ts';
import { modelRoutes } from './model.ts';
import { registryRoutes } from './registry.ts';
import type { Runtime } from './runtime.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { recordSensitiveReads } from './sensitive-reads.ts';
import { sessionRoutes } from './session.ts';
import { sessionLeftRoutes } from './session-left.ts';
import { sessionListRoutes } from './session-list.ts';
import { passwordRoutes } from './session-passwords.ts';
import { settingRoutes } from './settings.ts';
import { domainRoutes } from './short-calls.ts';
import type { RequestTimes } from './slow-bodies.ts';
import { requestTimes, watchBodies } from './slow-bodies.ts';
import { viewRoutes } from './views.ts';

export interface ApiOptions {
  readonly logLevel?: string;
  /** Takes the lines in place of standard output. */
  readonly logStream?: { readonly write: (line: string) => void };
  /** What requests may take to arrive. */
  readonly times?: RequestTimes;
  /** Who may tell the caller's address: the one proxy in front, or those of these addresses and networks, with commas between. */
  readonly trustProxy?: boolean | string;
  /** Whether every request comes from another process of this product, which tells the caller's address and the request's id. */
  readonly beside?: boolean;
  /** The calls of the product, beside those of every product. */
  readonly routes?: readonly ((app: FastifyInstance, runtime: Runtime) => void)[];
}

/** Whoever stands next to this process, and nobody beyond: what it was told by a caller, who may write anything, is not believed. */
const nextPeer = (_address: string, hop: number): boolean => hop === 0;

const resources = [
  sessionRoutes,
  passwordRoutes,
  sessionListRoutes,
  sessionLeftRoutes,
  settingRoutes,
  viewRoutes,
  attachmentRoutes,
  batchRoutes,
  importRoutes,
  jobRoutes,
  historyArchiveRoutes,
  jobsNowRoutes,
  modelRoutes,
  helpRoutes,
  domainRoutes,
  registryRoutes,
] as const;

export const createApi = (runtime: Runtime, options: ApiOptions = {}): FastifyInstance => {
  const times = options.times ?? requestTimes;
  const app = fastify({
    // Slow requests are Node's as far as their headers; of their bodies see slow-bodies.ts.
    requestTimeout: times.file,
    http: { headersTimeout: times.headers, connectionsCheckingInterval: 5_000 },
    logger: options.logLevel === undefined ? false : logOptions(options.logLevel, options.logStream),
    trustProxy: options.beside || options.trustProxy === true ? nextPeer : (options.trustProxy ?? false),
    requestIdHeader: options.beside ? 'x-request-id' : false,
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
  const answerTooSlow = answerClientError(() => runtime.current.messages);
  watchBodies(app, times, (socket) =>
    answerTooSlow(Object.assign(new Error('the body does not come'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
  );
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
      const calls = collectCalls(api);
      recordSensitiveReads(api, runtime);
      tellFormerNames(api);
      for (const install of [...resources, ...(options.routes ?? [])]) install(api, runtime);
      documentRoute(api, runtime, calls);
      addCall(api, readHealth, async () => ({ status: 'ok' }));
      api.setNotFoundHandler((request) => {
        throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
      });
    },
    { prefix: '/api' },
  );
  return app;
};
