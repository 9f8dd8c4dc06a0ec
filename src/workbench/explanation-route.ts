import type { FastifyInstance } from 'fastify';
import { addCall, requireRight } from '../../engine/api/add-call.ts';
import { answerBeside } from '../../engine/api/answer-beside.ts';
import { authenticate } from '../../engine/api/authenticate.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { explanationCall } from './explanation-call.ts';
import type { ServedFiles } from './served-files.ts';

/** Tells of the files that are served, whatever the folder holds meanwhile. Reading them takes a second of work. */
export const explanationRoute =
  (served: ServedFiles) =>
  (app: FastifyInstance, runtime: Runtime): void => {
    addCall(app, explanationCall, async (request, reply) => {
      const { access } = await authenticate(runtime, request);
      requireRight(access, explanationCall);
      const { alvo } = request.query as { readonly alvo?: unknown };
      if (typeof alvo !== 'string' || alvo === '')
        throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'alvo', problem: 'aparece uma vez, e não vazio' });
      if (await answerBeside(runtime, request, reply)) return reply;
      // The compiler comes with it: nothing at the start waits for that.
      const [files, { explainLabel }] = await Promise.all([served(), import('./explain-label.ts')]);
      return reply.header('cache-control', 'no-store').send(explainLabel(files, alvo));
    });
  };
