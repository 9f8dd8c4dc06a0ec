/** The built screens: hashed files for ever, and the one page for every other address, with a nonce of its own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../core/errors.ts';
import { contentPolicy, createNonce } from './security-headers.ts';

const placeholder = '__CSP_NONCE__';

/** Serves `folder`, the output of the build. Raises START_SCREENS_MISSING where nothing was built. */
export const installPages = async (app: FastifyInstance, folder: string): Promise<void> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new Refusal('START_SCREENS_MISSING', { folder }, { cause });
  });
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    wildcard: true,
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/') || request.method !== 'GET')
      throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
    const nonce = createNonce();
    return reply
      .header('content-security-policy', contentPolicy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(placeholder, nonce));
  });
};
