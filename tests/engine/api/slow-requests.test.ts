/** Connections that send slowly, or nothing at all: they are answered and closed, and leave nothing behind. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createApi } from '../../../engine/api/index.ts';
import type { RequestTimes } from '../../../engine/api/slow-bodies.ts';
import { requestTimes } from '../../../engine/api/slow-bodies.ts';
import type { Database } from '../../../engine/data/database.ts';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { attachmentFiles } from './attachment-files.ts';

let database: Database;
let product: TestProduct;
let admin: Caller;
/** Bears no silence; and one that bears it, but no body that takes long. */
let [hasty, patient] = [0, 0];
const open: FastifyInstance[] = [];

const listen = async (times: RequestTimes): Promise<number> => {
  const app = createApi(product.runtime, { times });
  open.push(app);
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
};

beforeAll(async () => {
  database = await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product });
  product = await startTestProduct(database, { files: attachmentFiles });
  admin = await product.as(administrator.login, administrator.password);
  hasty = await listen({ headers: 20_000, silence: 60, body: 60_000, file: 60_000 });
  patient = await listen({ headers: 20_000, silence: 60_000, body: 150, file: 60_000 });
});
afterAll(async () => {
  for (const app of open) await app.close();
  await database?.close();
});

/** Sends the head and the beginning of a body; `answer` is all that comes until the other side closes. */
const speak = (port: number, head: readonly string[], body: string) => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  // What is written after the other side closed goes nowhere.
  socket.on('error', () => undefined);
  socket.write([...head, 'Host: x', '', body].join('\r\n'));
  return { socket, answer: once(socket, 'close').then(() => text) };
};
/** Writes again and again until it is told to stop, or has nothing more to say. */
const drip = (socket: Socket, parts: Iterator<string>): (() => void) => {
  const timer = setInterval(() => {
    const { done, value } = parts.next();
    if (done === true) clearInterval(timer);
    else socket.write(value);
  }, 10);
  return () => clearInterval(timer);
};
const issue = ['POST /api/auth/token/issue HTTP/1.1', 'Content-Type: application/json'];
const upload = (length: number) => [
  'POST /api/anexos/laudos/imagens?name=a.pdf HTTP/1.1',
  `Authorization: Bearer ${admin.token}`,
  'Content-Type: application/pdf',
  'Connection: close',
  `Content-Length: ${length}`,
];
const status = (answer: string): string => answer.split('\r\n', 1)[0] ?? '';
const contents = async (): Promise<number> =>
  (
    await database.query<{ n: number }>({
      text: 'select count(*)::integer as n from fichario.attachment_content',
      values: [],
    })
  ).rows[0]?.n ?? 0;

test('a body that falls silent is answered 408 and closed', async () => {
  const answer = await speak(hasty, [...issue, 'Content-Length: 100'], '{"userId": ').answer;
  expect(status(answer)).toBe('HTTP/1.1 408 Request Timeout');
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'REQUEST_TIMEOUT' });
});

test('so is one that comes byte by byte for ever', async () => {
  const { socket, answer } = speak(patient, [...issue, 'Transfer-Encoding: chunked'], '');
  const stop = drip(
    socket,
    (function* () {
      for (;;) yield '1\r\n \r\n';
    })(),
  );
  expect(status(await answer)).toBe('HTTP/1.1 408 Request Timeout');
  stop();
});

test('a file whose sending stalls leaves nothing behind', async () => {
  expect(status(await speak(hasty, upload(50_000), '%PDF-1.4\n').answer)).toBe('HTTP/1.1 408 Request Timeout');
  await expect.poll(contents).toBe(0);
});

test('a file may take longer than other bodies', async () => {
  const begin = '%PDF-1.4\n';
  const rest = 'x'.repeat(30);
  const { socket, answer } = speak(patient, upload(begin.length + rest.length), begin);
  drip(socket, rest[Symbol.iterator]());
  expect(status(await answer)).toBe('HTTP/1.1 201 Created');
  expect(await contents()).toBe(1);
});

test('headers and whole requests are bounded too, and an honest sender has the time that a slow network takes', () => {
  expect(open.map(({ server }) => [server.headersTimeout, server.requestTimeout])).toEqual([
    [20_000, 60_000],
    [20_000, 60_000],
  ]);
  // 8 MB at a megabit a second; 100 MB at half of one.
  expect(requestTimes.body).toBeGreaterThanOrEqual(8 * 8 * 1000);
  expect(requestTimes.file).toBeGreaterThanOrEqual(100 * 8 * 2 * 1000);
});
