import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of what is sent, and so of nothing that the caller does not read. */
export const tagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** Sends JSON with an ETag; a caller that has it already gets 304 and no body. */
export const sendTagged = (request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply => {
  const text = JSON.stringify(value);
  const tag = tagOf(text);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
};
