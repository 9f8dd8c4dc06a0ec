import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of what is sent, and so of nothing that the caller does not read. */
export const tagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** JSON with its ETag: worth keeping of what is large and asked for often. */
export interface Tagged {
  readonly text: string;
  readonly tag: string;
}

export const tagged = (value: unknown): Tagged => {
  const text = JSON.stringify(value);
  return { text, tag: tagOf(text) };
};

/** A caller that has it already gets 304 and no body. */
export const sendKept = (request: FastifyRequest, reply: FastifyReply, { text, tag }: Tagged): FastifyReply => {
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
};

/** Sends JSON with an ETag, as `sendKept`. */
export const sendTagged = (request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply =>
  sendKept(request, reply, tagged(value));
