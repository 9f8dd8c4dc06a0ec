/** The one place where a refusal becomes text: status, the four parts of the body, and nothing of what went on inside. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../contract/error-body.ts';
import type { FieldFailure } from '../core/errors.ts';
import { errors, Refusal } from '../core/errors.ts';
import type { Messages } from '../core/messages.ts';
import { fillText, inWords } from '../core/messages.ts';
import { phrases } from '../core/words.ts';
import { translateFailure } from '../data/translate-error.ts';
import { loggedFailure } from './log-options.ts';

const detailsOf = (
  fields: readonly { readonly message: string }[],
  details: string | undefined,
  params: Readonly<Record<string, unknown>>,
): string | null => {
  // Of many records the same may be said many times.
  if (fields.length > 0) return [...new Set(fields.map((field) => field.message))].join(' ');
  return details === undefined ? null : fillText(details, params);
};

/** What is wrong with other records, those that have a name by themselves, each thing once. */
const reasonsOf = ({ reasons, named }: Refusal, say: (failure: FieldFailure) => string): string => {
  const groups = Map.groupBy(reasons, ({ at: { record } }) => record);
  const told = [...groups].flatMap(([record, some]) => {
    const name = record === undefined ? undefined : named.get(record);
    if (named.size > 0 && record !== undefined && name === undefined) return [];
    const said = [...new Set(some.map(say))].join(' ');
    return [name === undefined ? said : `${name}: ${said}`];
  });
  const left = groups.size - told.length;
  return [...new Set(told), ...(left > 0 ? [`E ${phrases.moreRecords(left)}.`] : [])].join(' ');
};

/** Body of a refusal. */
export const errorBody = (refusal: Refusal, messages: Messages): ErrorBody => {
  const text = messages.errors[refusal.code];
  const say = ({ code, params }: FieldFailure): string => fillText(messages.errors[code].message, params);
  const reasons = reasonsOf(refusal, say);
  const params = inWords(refusal.params, messages.texts);
  const message = fillText(text.message, reasons === '' ? params : { ...params, reasons });
  const fields = refusal.failures.map((failure) => ({
    field: failure.at.field ?? '',
    message: say(failure),
    ...(failure.at.row === undefined ? {} : { row: failure.at.row }),
    // Where the refusal names no record, it is of several.
    ...(failure.at.record === undefined || refusal.at?.record !== undefined ? {} : { record: failure.at.record }),
  }));
  const hints = [
    ...(refusal.suggestion === undefined ? [] : [fillText(messages.suggestion, { name: refusal.suggestion })]),
    ...(text.hint === undefined ? [] : [fillText(text.hint, params)]),
  ];
  return {
    code: errors[refusal.code].wire ?? refusal.code,
    message,
    details: detailsOf(fields, text.details, params),
    hint: hints.length > 0 ? hints.join(' ') : null,
    ...(refusal.at ? { at: refusal.at } : {}),
    ...(fields.length > 0 ? { fields } : {}),
    messages: { alerts: [{ type: 'error', value: message }] },
  };
};

/** What Fastify itself refuses, in our words. */
const asRefusal = (error: FastifyError, request: FastifyRequest): Refusal => {
  const known = translateFailure(error);
  if (known instanceof Refusal) return known;
  if (error.statusCode === 413) return new Refusal('REQUEST_TOO_LARGE', {});
  if (error.statusCode === 415) {
    return new Refusal('REQUEST_CONTENT_TYPE', { type: String(request.headers['content-type'] ?? '') });
  }
  if (error.statusCode === 400) return new Refusal('REQUEST_BODY_INVALID', { problem: 'não é JSON' });
  request.log.error({ failure: loggedFailure(error, request) });
  return new Refusal('SERVER_FAULT', { request: request.id });
};

export const installErrorHandler = (app: FastifyInstance, messages: () => Messages): void => {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    // Whoever gave up the call is told nothing, and no fault is ours.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) return reply.hijack();
    const refusal = asRefusal(error, request);
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
    const seconds = (refusal.params as { seconds?: number }).seconds;
    if (seconds !== undefined) reply.header('retry-after', String(seconds));
    return reply.status(refusal.status).send(errorBody(refusal, messages()));
  });
};

/**
 * Answers what is not HTTP, or too much of it, with the same body as any refusal: no request comes of it, so the bytes go
 * straight to the socket.
 */
export const answerClientError =
  (messages: () => Messages) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = new Refusal(clientErrors[error.code ?? ''] ?? 'REQUEST_MALFORMED', {});
    const body = JSON.stringify(errorBody(refusal, messages()));
    socket.end(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };

const clientErrors: Readonly<Record<string, 'REQUEST_HEADERS_TOO_LARGE' | 'REQUEST_TIMEOUT'>> = {
  HPE_HEADER_OVERFLOW: 'REQUEST_HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
