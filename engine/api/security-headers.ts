import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Content security policy of the pages: scripts from here only, styles from here or with the page's nonce, no eval. */
export const contentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export const createNonce = (): string => randomBytes(18).toString('base64');

const headers: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** A year, of this host alone: what else the domain serves is not ours to promise. */
const transport = 'max-age=31536000';

/** Headers of every answer; answers of the API are never stored by what stands between. */
export const installSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    // Browsers heed it over https alone (RFC 6797, 7.2); the proxy's word counts where it is trusted.
    if (request.protocol === 'https') reply.header('strict-transport-security', transport);
    if (request.url.startsWith('/api/')) {
      reply
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
        .header('cache-control', 'no-store');
    }
  });
};
