/** `Idempotency-Key` of a request, with what tells its repetition from another request that has the same key. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { providerHeader } from '../contract/chosen-provider.ts';
import { idempotencyHeader, longestKey } from '../contract/idempotency-key.ts';
import { Refusal } from '../core/errors.ts';
import type { RequestKey } from '../data/idempotency-keys.ts';
import { bytesOf } from './body.ts';

/** The text of a string of structured fields, which escapes quotes and backslashes and nothing else. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])+)"$/;
/** Without quotes, as callers of older services write it. */
const bare = /^[\w.:~+/=-]+$/;

const keyIn = (header: string): string | undefined =>
  quoted.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? bare.exec(header)?.[0];

/** What the request says, whatever connection and session it comes by. */
const fingerprintOf = (request: FastifyRequest): string => {
  const { method, headers } = request;
  const said = [method, request.raw.url, headers.prefer, headers[providerHeader.toLowerCase()]];
  return createHash('sha256')
    .update(`${JSON.stringify(said)}\n`)
    .update(bytesOf(request) ?? '')
    .digest('base64url');
};

/** undefined: it has none. Raises REQUEST_IDEMPOTENCY_KEY. */
export const requestKeyOf = (request: FastifyRequest): RequestKey | undefined => {
  const header = request.headers[idempotencyHeader.toLowerCase()];
  if (header === undefined) return undefined;
  const key = keyIn([header].flat().join(', '));
  if (key === undefined || key.length > longestKey)
    throw new Refusal('REQUEST_IDEMPOTENCY_KEY', { maximum: longestKey });
  return { key, fingerprint: fingerprintOf(request) };
};
