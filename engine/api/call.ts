/** What a request to a registry resource says, whatever its method: who asks, of which screen, what and in which form. */
import type { FastifyRequest } from 'fastify';
import { offeredForParameter } from '../contract/offered-for.ts';
import { applyRange } from '../contract/parse-range.ts';
import type { ReadRequest } from '../contract/request.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { ListContext } from '../data/plan/context.ts';
import { listContext } from '../data/plan/context.ts';
import { authenticate } from './authenticate.ts';
import { findScreen } from './find-screen.ts';
import { formerNamesOf, presentBody } from './former-names.ts';
import type { Media } from './media.ts';
import { negotiateMedia } from './media.ts';
import type { Preferences } from './prefer.ts';
import { parsePrefer } from './prefer.ts';
import type { Runtime } from './runtime.ts';
import { readsOf } from './sensitive-reads.ts';

export interface Call {
  readonly context: ListContext;
  readonly request: ReadRequest;
  /** The body, under the names that fields have today. */
  readonly body: unknown;
  readonly prefer: Preferences;
  /** The form of the answer. */
  readonly media: Media;
}

/** `Range` is for reading alone (RFC 9110); with a cursor it says no more than how many rows. */
const pageOf = (request: FastifyRequest, parsed: ReadRequest): ReadRequest => {
  if (request.method !== 'GET') return parsed;
  const page = applyRange(request.headers.range, parsed);
  if (parsed.cursor !== undefined && (page.offset ?? 0) > 0)
    throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'Range', problem: "não vai junto com 'cursor'" });
  return { ...parsed, ...page };
};

export const openCall = async (runtime: Runtime, request: FastifyRequest, path: string): Promise<Call> => {
  const { access } = await authenticate(runtime, request);
  const { current } = runtime;
  const at = request.url.indexOf('?');
  const parsed = parseRequest(at < 0 ? '' : request.url.slice(at + 1));
  if (parsed.transition !== undefined && request.method !== 'PATCH')
    throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'transition' });
  if (parsed.asOf !== undefined && request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'as_of' });
  if (parsed.offeredFor !== undefined && request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: offeredForParameter });
  const { model } = current;
  const context = listContext(
    model,
    access,
    findScreen(current, access, path),
    runtime.timeZone,
    readsOf(request, access),
  );
  const names = formerNamesOf(request, model, access);
  const page = pageOf(request, names.request(context.entity, context.screen, parsed));
  return {
    context,
    request: page,
    body: presentBody(names, model, access, context.entity, request.body),
    prefer: parsePrefer(request.headers.prefer),
    media: negotiateMedia(request.headers.accept),
  };
};
