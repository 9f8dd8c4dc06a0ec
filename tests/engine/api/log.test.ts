/** What the log says, and what it must never say: read from a sink that takes every line at the lowest level. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { createApi } from '../../../engine/api/index.ts';
import { loggedFailure, logOptions } from '../../../engine/api/log-options.ts';
import type { TokenIssued } from '../../../engine/contract/session.ts';
import { DatabaseError } from '../../../engine/data/database.ts';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import type { TestProduct } from '../../support/product.ts';
import { createUser, startTestProduct } from '../../support/product.ts';

const lines: string[] = [];
let product: TestProduct;
let app: ReturnType<typeof createApi>;

const untold = { config: { undescribed: 'of this test alone' } };

beforeAll(async () => {
  product = await startTestProduct(
    await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product }),
  );
  app = createApi(product.runtime, {
    logLevel: 'trace',
    logStream: { write: (line) => void lines.push(line) },
    routes: [
      (api) => {
        // A programming error that quotes all it was given.
        api.post('/quoting', untold, async (request) => {
          throw Object.assign(
            new Error(`cannot take ${JSON.stringify(request.body)} with ${request.headers.authorization}`),
            { detail: request.body, request, headers: request.headers },
          );
        });
        api.post('/refusing', untold, async (request) => {
          const { senha_hash: hash } = request.body as { senha_hash: string };
          throw new DatabaseError('new row violates check constraint', {
            code: 'XX000',
            detail: `Failing row contains (1, ana, ${hash}).`,
          });
        });
      },
    ],
  });
  await app.ready();
  return async () => {
    await app.close();
    await product.close();
  };
});

test('tells of no failure where deleted records are listed and brought back', async () => {
  const { login, password } = await createUser(product.database, 'eva', ['banco:manage']);
  const open = await app.inject({ method: 'POST', url: '/api/auth/token/issue', payload: { userId: login, password } });
  const headers = { authorization: `Bearer ${(open.json() as TokenIssued).token}` };
  const payload = { codigo: '777', nome: 'Passageiro' };
  const stored = await app.inject({ method: 'POST', url: '/api/bancos', headers, payload });
  const id = /eq\.(\d+)/.exec(String(stored.headers.location))?.[1];
  await app.inject({ method: 'DELETE', url: `/api/bancos?id=eq.${id}`, headers });
  lines.length = 0;
  const listed = await app.inject({ url: '/api/bancos/historico/excluidos', headers });
  const restored = await app.inject({ method: 'POST', url: `/api/bancos/historico/excluidos/${id}`, headers });
  expect([listed.statusCode, restored.statusCode]).toEqual([200, 201]);
  await expect.poll(() => lines.filter((line) => line.includes('request completed')).length).toBe(2);
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level > 30)).toEqual([]);
});

test('no password, token, hash, header or query is in any line, whatever goes right or wrong', async () => {
  const { login, password } = await createUser(product.database, 'ana', ['banco:list']);
  const fresh = `Nova-${randomBytes(6).toString('hex')}`;
  const wrong = `errada-${randomBytes(6).toString('hex')}"`;
  const link = randomBytes(32).toString('base64url');
  const send = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, token?: string) =>
    app.inject({
      method,
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        cookie: 'sessao=um-segredo-de-biscoito',
        'content-type': 'application/json',
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
  await send('POST', '/api/auth/token/issue', { userId: login, password: wrong });
  const { token } = (await send('POST', '/api/auth/token/issue', { userId: login, password })).json() as TokenIssued;
  await send('PUT', '/api/usuarios/validar-senha', { login, senha: wrong }, token);
  await send('PUT', '/api/usuarios/validar-senha', { login, senha: password }, token);
  await send('PUT', '/api/usuarios/alterar-senha', { login, senha: fresh }, token);
  await send('POST', '/api/auth/password/reset', { token: link, senha: fresh });
  await send('GET', '/api/bancos?nome=eq.segredo-de-filtro&select=nome', undefined, token);
  await send('GET', `/api/auth/me?token=${token}`, undefined, token);
  for (const body of [
    { userId: login, password: wrong },
    { login, senha: fresh, senhaAtual: wrong },
    { token: link, senha: fresh },
  ])
    expect((await send('POST', '/api/quoting', body, token)).statusCode).toBe(500);
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsZ2Fkbw$YWxndW0gcmVzdW1v';
  expect((await send('POST', '/api/refusing', { senha_hash: hash }, token)).statusCode).toBe(500);
  await send('POST', '/api/auth/token/revoke', undefined, token);

  const log = lines.join('');
  const secrets = [
    password,
    fresh,
    wrong.slice(0, -1),
    link,
    token,
    'um-segredo',
    'segredo-de-filtro',
    'YWxndW0',
    'c2FsZ2Fkbw',
  ];
  for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false]);
  // Yet it says what was asked for and what failed.
  for (const known of ['/api/auth/token/issue', '/api/bancos', 'cannot take', '[removed]', 'XX000', '"level":50'])
    expect([known, log.includes(known)]).toEqual([known, true]);
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});

test('a refusal says nothing of what was sent as a password', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/token/issue',
    payload: { userId: 'ana', password: ['segredo-em-lista'] },
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.body).not.toContain('segredo-em-lista');
});

test('a failure is its kind, code, words and place', () => {
  const error = Object.assign(new Error('took «abc» for a token'), { code: 'E1', detail: 'x', cause: new Error('y') });
  const request = { headers: { authorization: 'Bearer tokentokentoken' }, body: { token: 'abc', senha: 'took' } };
  const { stack, ...rest } = loggedFailure(error, request as unknown as Parameters<typeof loggedFailure>[1]);
  // Three letters are no secret, and would be in every word.
  expect(rest).toEqual({ type: 'Error', code: 'E1', message: '[removed] «abc» for a token' });
  expect(stack).toContain('log.test.ts');
  expect(logOptions('warn').serializers.req({ method: 'GET', url: '/a?b=c', ip: '::1' })).toEqual({
    method: 'GET',
    path: '/a',
    address: '::1',
  });
});
