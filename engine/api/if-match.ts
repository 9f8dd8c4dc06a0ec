import type { FastifyRequest } from 'fastify';
import { Refusal } from '../core/errors.ts';

/** The version that `If-Match` names: `"3"`, as our ETags are written. Raises REQUEST_QUERY_INVALID on anything else. */
export const versionOf = (request: FastifyRequest): number | undefined => {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  throw new Refusal('REQUEST_QUERY_INVALID', {
    parameter: 'If-Match',
    problem: `'${header}' não é uma versão entre aspas, como em If-Match: "3"`,
  });
};
