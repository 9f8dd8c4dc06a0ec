/** What a request to a registry resource says, whatever its method: who asks, of which screen, what and in which form. */
import type { FastifyRequest } from 'fastify';
import type { ReadRequest } from '../contract/request.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { PlanContext } from '../data/plan/plan-read.ts';
import { authenticate } from './authenticate.ts';
import { findScreen } from './find-screen.ts';
import type { Preferences } from './prefer.ts';
import { parsePrefer } from './prefer.ts';
import type { Runtime } from './runtime.ts';

export const objectType = 'application/vnd.pgrst.object+json';
export const jsonType = 'application/json; charset=utf-8';

export interface Call {
  readonly context: PlanContext;
  readonly request: ReadRequest;
  readonly prefer: Preferences;
  readonly singular: boolean;
}

export const openCall = async (runtime: Runtime, request: FastifyRequest, path: string): Promise<Call> => {
  const { access } = await authenticate(runtime, request);
  const { current } = runtime;
  const at = request.url.indexOf('?');
  return {
    context: { model: current.model, access, screen: findScreen(current, access, path) },
    request: parseRequest(at < 0 ? '' : request.url.slice(at + 1)),
    prefer: parsePrefer(request.headers.prefer),
    singular: (request.headers.accept ?? '').includes(objectType),
  };
};

/** The only row of a singular answer, without the brackets of its array. */
export const onlyRow = (body: string, rows: number): string => {
  if (rows !== 1) throw new Refusal('REQUEST_SINGULAR', { count: rows });
  return body.slice(1, -1);
};
