import type { FastifyRequest } from 'fastify';
import { channelHeader, writeOrigin } from '../contract/write-origin.ts';

/** Where a request comes from, for the history of what it changes. */
export const originOf = (request: FastifyRequest): string =>
  writeOrigin({ channel: request.headers[channelHeader] === 'screen' ? 'screen' : 'api', address: request.ip });
