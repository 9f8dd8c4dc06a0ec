/** When a browser is told to come by https alone: where it has, directly or by a proxy that is trusted. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { installSecurityHeaders } from '../../../engine/api/security-headers.ts';

const serving = (trustProxy: boolean): FastifyInstance => {
  const app = fastify({ trustProxy });
  installSecurityHeaders(app);
  app.get('/', async () => 'a page');
  return app;
};
const year = 'max-age=31536000';

test.each([
  ['http', true, {}, undefined],
  ['http that a trusted proxy names', true, { 'x-forwarded-proto': 'http' }, undefined],
  ['https that a trusted proxy names', true, { 'x-forwarded-proto': 'https' }, year],
  ['https by the last of several proxies', true, { 'x-forwarded-proto': 'http, https' }, year],
  ['https that anybody names', false, { 'x-forwarded-proto': 'https' }, undefined],
])('of %s, trusting: %s', async (_name, trusts, headers, expected) => {
  const app = serving(trusts);
  const answer = await app.inject({ url: '/', headers });
  expect(answer.headers['strict-transport-security']).toBe(expected);
  const missing = await app.inject({ url: '/nada', headers });
  expect([missing.statusCode, missing.headers['strict-transport-security']]).toEqual([404, expected]);
  await app.close();
});

test.each([
  [true, year],
  [false, null],
])('of a connection that is encrypted itself: %s', async (encrypted, expected) => {
  const app = serving(false);
  await app.listen({ port: 0, host: '127.0.0.1' });
  // as Node marks those of its server of https
  app.server.prependListener('connection', (socket) => Object.assign(socket, { encrypted }));
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([await answer.text(), answer.headers.get('strict-transport-security')]).toEqual(['a page', expected]);
  await app.close();
});
