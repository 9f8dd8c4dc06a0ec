/** Who is waited for: a sender that is silent is given up, and one that waits for this side is not. */
import { request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { watchBodies } from '../../../engine/api/slow-bodies.ts';

const silence = 300;
const refusal = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

interface Busy {
  /** Milliseconds before anything of a body is read, as while its sender is looked up. */
  readonly before?: number;
  /** The same behind its first piece, as while that is written. */
  readonly within?: number;
}

let app: FastifyInstance | undefined;
afterEach(async () => {
  app?.server.closeAllConnections();
  await app?.close();
});

const listen = async ({ before = 0, within = 0 }: Busy): Promise<number> => {
  app = Fastify();
  watchBodies(app, { headers: 20_000, silence, body: 10_000, file: 30_000 }, (socket) => socket.write(refusal));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('preParsing', async () => {
    await sleep(before);
  });
  app.post('/arquivo', { bodyLimit: 100 * 1024 * 1024, config: { file: true } }, async (asked) => {
    let size = 0;
    for await (const bytes of asked.body as AsyncIterable<Buffer>) {
      if (size === 0) await sleep(within);
      size += bytes.length;
    }
    return { size };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
};

const headers = (length: number) => ({ 'content-type': 'application/octet-stream', 'content-length': length });

const send = (port: number, body: Buffer): Promise<number | string> =>
  new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', method: 'POST', path: '/arquivo', headers: headers(body.length) };
    request(options, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end(body);
  });

/** Begins to send; `answer` is the first line of what comes back. */
const begin = (port: number, length: number, first: Buffer): { socket: Socket; answer: Promise<string> } => {
  const socket = connect(port, '127.0.0.1');
  const head = Object.entries(headers(length)).map(([name, value]) => `${name}: ${value}`);
  socket.write(['POST /arquivo HTTP/1.1', 'Host: x', ...head, '', ''].join('\r\n'));
  socket.write(first);
  const answer = new Promise<string>((resolve) => {
    socket.on('error', () => undefined).once('data', (bytes) => resolve(bytes.toString().split('\r\n', 1)[0] ?? ''));
  });
  return { socket, answer };
};

const large = Buffer.alloc(20 * 1024 * 1024, 0x61);

test.each([
  ['before it is read', { before: 5 * silence }],
  ['within it', { within: 5 * silence }],
  ['for about as long as a sender may be silent', { before: silence - 20, within: silence + 20 }],
])('a body that waits for the server is not given up: busy %s', async (_, busy) => {
  expect(await send(await listen(busy), large)).toBe(200);
});

test.each([
  ['from the first', {}, 0],
  ['after its beginning', {}, 10],
  ['while the server was busy', { within: 3 * silence }, 10],
  ['behind more than is read at once', { within: 3 * silence }, 1024 * 1024],
])('a sender that falls silent %s is given up', async (_, busy, sent) => {
  const { answer } = begin(await listen(busy), large.length, large.subarray(0, sent));
  expect(await answer).toBe('HTTP/1.1 408 Request Timeout');
});

test('what came while the whole process stood still was said in time', async () => {
  const { socket, answer } = begin(await listen({}), 30, large.subarray(0, 10));
  for (let pieces = 0; pieces < 2; pieces += 1) {
    await sleep(silence * 0.7);
    socket.write(large.subarray(0, 10));
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * silence);
  expect(await answer).toBe('HTTP/1.1 200 OK');
});
