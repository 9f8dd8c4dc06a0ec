/**
 * Long calls are answered by a process beside this one, so that nobody's list waits for them. In: a request as it came.
 * Out: the other's answer, sent as it comes; nothing where nobody is there, and this process answers itself.
 */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as ask } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../core/errors.ts';
import { bytesOf } from './body.ts';
import type { Runtime } from './runtime.ts';

/** Of more records a call is long. */
export const longAbove = 500;

/** Where a process of the same product answers all that this one does, and trusts what is said of the caller; undefined: not now. */
export type Beside = () => string | undefined;

/** What is said of a connection, or of a body as it was sent (RFC 9110, 7.6.1), and not of the request. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'content-encoding',
  'expect',
  'host',
]);

const forwarded = (request: FastifyRequest): Record<string, string | string[]> => {
  const given = Object.entries(request.headers).filter(
    (header): header is [string, string | string[]] => header[1] !== undefined && !ofConnection.has(header[0]),
  );
  return {
    ...Object.fromEntries(given),
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-request-id': request.id,
  };
};

const answered = ({ connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, ...headers }: IncomingHttpHeaders) =>
  headers;

/** Nothing was sent: nobody is there any more or not yet, or too many wait to be heard. */
const unheard = new Set(['ECONNREFUSED', 'ENOENT', 'EAGAIN']);

const isUnheard = ({ code }: NodeJS.ErrnoException): boolean => code !== undefined && unheard.has(code);

/** The answer with the first of its bytes: a head alone may be all that a process said before it ended. */
const begun = (sent: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer) => {
      answer.once('error', reject);
      answer.once('readable', () => resolve(answer));
      answer.once('end', () => resolve(answer));
    });
    sent.end(body);
  });

/** Whether the request is answered by that. Raises PROCESS_LOST where the other ended before its answer. */
export const answerBeside = async (
  { beside }: Runtime,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> => {
  const socketPath = beside?.();
  if (socketPath === undefined) return false;
  const { socket } = request.raw;
  // Nobody waits any more.
  if (socket.destroyed) {
    reply.hijack();
    return true;
  }
  const body = bytesOf(request);
  const headers = { ...forwarded(request), ...(body && { 'content-length': body.length }) };
  // Whoever hangs up here hangs up there.
  const hangUp = (): void => void sent.destroy();
  const sent = ask({ socketPath, method: request.method, path: request.raw.url, headers, agent: false });
  socket.once('close', hangUp);
  try {
    const answer = await begun(sent, body);
    answer.once('close', () => socket.off('close', hangUp));
    // It comes as it is to go.
    request.headers['x-no-compression'] = 'true';
    reply
      .status(answer.statusCode ?? 500)
      .headers(answered(answer.headers))
      .send(answer);
    return true;
  } catch (error) {
    socket.off('close', hangUp);
    if (socket.destroyed) {
      reply.hijack();
      return true;
    }
    if (isUnheard(error as NodeJS.ErrnoException)) return false;
    throw new Refusal('PROCESS_LOST', {}, { cause: error });
  }
};
