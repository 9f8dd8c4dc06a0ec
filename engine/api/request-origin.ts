import type { FastifyRequest } from 'fastify';
import type { WriteOrigin } from '../contract/write-origin.ts';
import { channelHeader, writeOrigin } from '../contract/write-origin.ts';
import type { Person } from './session-store.ts';

const placeOf = (request: FastifyRequest): WriteOrigin => ({
  channel: request.headers[channelHeader] === 'screen' ? 'screen' : 'api',
  address: request.ip,
});

/** Where a request comes from, for the history of what it changes. */
export const originOf = (request: FastifyRequest): string => writeOrigin(placeOf(request));

/** And for the record of accesses. What a browser says of itself is cut, and holds nothing that a database refuses. */
export const personOf = (request: FastifyRequest): Person => ({
  ...placeOf(request),
  agent: request.headers['user-agent']?.slice(0, 300),
});
