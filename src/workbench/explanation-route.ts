import type { FastifyInstance } from 'fastify';
import { addCall, requireRight } from '../../engine/api/add-call.ts';
import { authenticate } from '../../engine/api/authenticate.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { ServedFiles } from '../start-product.ts';
import { explainLabel } from './explain-label.ts';
import { explanationCall } from './explanation-call.ts';

/** Tells of the files that are served, whatever the folder holds meanwhile. */
export const explanationRoute =
  (served: ServedFiles) =>
  (app: FastifyInstance, runtime: Runtime): void => {
    addCall(app, explanationCall, async (request, reply) => {
      const { access } = await authenticate(runtime, request);
      requireRight(access, explanationCall);
      const { alvo } = request.query as { readonly alvo?: unknown };
      if (typeof alvo !== 'string' || alvo === '')
        throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'alvo', problem: 'aparece uma vez, e não vazio' });
      return reply.header('cache-control', 'no-store').send(explainLabel(served(), alvo));
    });
  };
