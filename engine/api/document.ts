/** GET /openapi.json: the API as the caller may see it. */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Access } from '../access/access.ts';
import { buildOpenApi } from '../contract/build-openapi.ts';
import { readDocument } from '../contract/calls/model-calls.ts';
import type { ApiCall } from '../contract/openapi/api-call.ts';
import { addCall } from './add-call.ts';
import { authenticate } from './authenticate.ts';
import type { Compiled, Runtime } from './runtime.ts';
import type { Tagged } from './send-tagged.ts';
import { sendKept, tagged } from './send-tagged.ts';

const documents = new WeakMap<Compiled, LRUCache<string, Tagged>>();

/** Made once for all who have the same rights: of hundreds of registries it takes a while. */
const documentOf = (current: Compiled, access: Access, calls: readonly ApiCall[]): Tagged => {
  const known = documents.get(current) ?? new LRUCache<string, Tagged>({ max: 16 });
  documents.set(current, known);
  const document = known.get(access.key) ?? tagged(buildOpenApi(current.model, access, calls, current.messages));
  known.set(access.key, document);
  return document;
};

/** `calls`: those of the routes there are. */
export const documentRoute = (app: FastifyInstance, runtime: Runtime, calls: readonly ApiCall[]): void => {
  addCall(app, readDocument, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    return sendKept(request, reply, documentOf(runtime.current, access, calls));
  });
};
