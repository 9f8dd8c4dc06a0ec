import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPages } from '../../../engine/api/pages.ts';
import { installSecurityHeaders } from '../../../engine/api/security-headers.ts';
import type { PageClient } from '../../../engine/contract/session.ts';
import { errors, Refusal } from '../../../engine/core/errors.ts';

const part = "export const part = 'parte';\n".repeat(100);

const root = join(import.meta.dirname, '../../..');
let folder: string;
let app: FastifyInstance;
let page: string;
let client: PageClient | undefined;

beforeAll(async () => {
  page = await readFile(join(root, 'index.html'), 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'fichario-pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'export {};\n');
  await writeFile(join(folder, 'assets', 'part-3c4d.js'), part);
  await writeFile(join(folder, 'assets', 'part-3c4d.js.br'), brotliCompressSync(part));
  await mkdir(join(folder, 'assets', 'icones'));
  await writeFile(join(folder, 'assets', 'icones', 'a.svg'), '<svg/>');
  // As the product's own.
  app = fastify({ exposeHeadRoutes: false });
  app.setErrorHandler((error: unknown, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    const { code } = error as Refusal;
    return reply.code(errors[code].status).send({ code });
  });
  installSecurityHeaders(app);
  await installPages(app, folder, () => client);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Directive to its sources, the nonce written as such. */
const policyOf = (header: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    String(header)
      .split('; ')
      .map((directive) => {
        const at = directive.indexOf(' ');
        return [directive.slice(0, at), directive.slice(at + 1).replace(/nonce-[\w+/]{24}/, 'nonce')];
      }),
  );
const nonceOf = (header: unknown): string => /'nonce-([^']+)'/.exec(String(header))?.[1] ?? '';

describe('the page of the screens', () => {
  it('takes everything from its own origin: no script but from there, no eval, no style without its nonce', async () => {
    const { headers, statusCode } = await app.inject('/bancos?_record=new');
    expect(statusCode).toBe(200);
    expect(policyOf(headers['content-security-policy'])).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'nonce'",
      // The icons of the grid are in its styles.
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    });
  });

  it('holds the nonce of its own answer, another each time', async () => {
    const answers = await Promise.all([app.inject('/'), app.inject('/'), app.inject('/qualquer/tela')]);
    const nonces = answers.map(({ headers }) => nonceOf(headers['content-security-policy']));
    expect(new Set(nonces).size).toBe(3);
    expect(answers.map(({ body }) => body)).toEqual(
      nonces.map((nonce) => page.replace('__CSP_NONCE__', nonce).replace('__CLIENT__', '')),
    );
  });

  it('tells whose staff it is served to, as the client is called by now, and nothing else of the client', async () => {
    const told = { title: 'Saúde & "Cia" <b>', accent: 'blue', logo: '$&' };
    client = { ...told, name: 'copass', flags: {} } as PageClient;
    const { body } = await app.inject('/');
    client = undefined;
    expect(/<title>(.*)<\/title>/.exec(body)?.[1]).toBe('Saúde &amp; &quot;Cia&quot; &lt;b&gt;');
    const content = /<meta name="client" content="([^"]*)"/.exec(body)?.[1] ?? '';
    const plain = content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(JSON.parse(plain.replaceAll('&amp;', '&'))).toEqual(told);
    const none = (await app.inject('/')).body;
    expect([none.includes('<title>Fichário</title>'), none.includes('name="client" content=""')]).toEqual([true, true]);
  });

  it('has no script and no style in its text, for the colour scheme neither', async () => {
    const { body } = await app.inject('/');
    expect([...body.matchAll(/<script\b[^>]*>([^<]*)/g)].map(([tag]) => tag)).toEqual([
      '<script type="module" src="/src/main.tsx">',
    ]);
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it('answers GET alone, and no address of the API', async () => {
    const calls = [
      { method: 'POST', url: '/' },
      { method: 'GET', url: '/api/nada' },
    ] as const;
    const answers = await Promise.all(calls.map((call) => app.inject(call)));
    for (const { headers, body } of answers) {
      expect(headers['content-type']).not.toContain('text/html');
      expect(body).not.toContain('<html');
    }
  });
});

it('the files of the build are kept for ever, under the name of their content, and read as what they are', async () => {
  const { headers, body, statusCode } = await app.inject('/assets/main-1a2b.js');
  expect([statusCode, body]).toEqual([200, 'export {};\n']);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
});

it('what the build has compressed is sent as it is to who takes that, and as it was to others', async () => {
  const address = '/assets/part-3c4d.js';
  const ask = (encodings: string | undefined) =>
    app.inject({ url: address, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });
  const shown = ({ statusCode, headers, rawPayload }: Awaited<ReturnType<typeof ask>>) => [
    statusCode,
    headers['content-encoding'],
    headers['content-type'],
    headers['vary'],
    headers['content-length'],
    (headers['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload) : rawPayload).toString(),
  ];
  const type = 'application/javascript; charset=utf-8';
  const own = String(brotliCompressSync(part).length);
  for (const encodings of ['gzip, deflate, br, zstd', 'br;q=1', '*'])
    expect(shown(await ask(encodings))).toEqual([200, 'br', type, 'accept-encoding', own, part]);
  for (const encodings of [undefined, '', 'gzip', 'br;q=0'])
    expect(shown(await ask(encodings))).toEqual([200, undefined, type, 'accept-encoding', String(part.length), part]);
});

it('only what the build wrote is looked for, and nothing stands in for what it did not', async () => {
  const addresses = [
    '/assets/',
    '/assets/nada.js',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/icones',
  ];
  const answers = await Promise.all(addresses.map((url) => app.inject(url)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200, 200, 404]);
  // What leads out of the folder is an address like any other: the page.
  expect(answers[2]?.headers['content-type']).toBe('text/html; charset=utf-8');
  const icon = await app.inject('/assets/icones/a.svg');
  expect([icon.statusCode, icon.headers['content-type'], icon.body]).toEqual([200, 'image/svg+xml', '<svg/>']);
  expect((await app.inject({ method: 'HEAD', url: '/assets/icones/a.svg' })).statusCode).toBe(200);
});

it('nothing is served where nothing was built', async () => {
  await expect(installPages(fastify(), join(folder, 'assets'))).rejects.toMatchObject({
    code: 'START_SCREENS_MISSING',
  });
});
