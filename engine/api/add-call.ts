/** The routes that are no registry, each made from what the document tells of it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import type { ApiCall, CallParams, CallRight } from '../contract/openapi/api-call.ts';
import { Refusal } from '../core/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the document tells of the route. */
    readonly call?: ApiCall;
    /** Why the document tells of it otherwise, or not at all. */
    readonly undescribed?: string;
  }
}

interface RouteOf<Path extends string> {
  readonly Params: CallParams<Path>;
}

/** More of Fastify's own for one route. */
interface RouteMore {
  readonly compress?: false;
}

export const addCall = <const Call extends ApiCall>(
  app: FastifyInstance,
  call: Call,
  handler: (request: FastifyRequest<RouteOf<Call['path']>>, reply: FastifyReply) => Promise<unknown>,
  more: RouteMore = {},
): void => {
  app.route<RouteOf<Call['path']>>({
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
    ...more,
    config: { call },
    handler: (request, reply) => handler(request as FastifyRequest<RouteOf<Call['path']>>, reply as FastifyReply),
  });
};

/**
 * The calls of the routes that come after it, as they come. A route that the document would not tell of is refused at
 * the start: by `addCall` it is told of, and by `undescribed` it says why not.
 */
export const collectCalls = (app: FastifyInstance): readonly ApiCall[] => {
  const calls: ApiCall[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.call) calls.push(config.call);
    else if (config?.undescribed === undefined)
      throw new Error(`${String(method)} ${url} is told of nowhere: install it by addCall`);
  });
  return calls;
};

export const denied = ({ right: { action, title } }: { readonly right: CallRight }): Refusal =>
  new Refusal('ACCESS_DENIED', { action, title });

/** Raises ACCESS_DENIED without the pair that the call asks for. */
export const requireRight = (access: Access, { right }: { readonly right: CallRight }): void => {
  if (!access.can(right.action, right.subject)) throw denied({ right });
};
