/** The one place where a refusal becomes text: status, the four parts of the body, and nothing of what went on inside. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../contract/error-body.ts';
import { errors, Refusal } from '../core/errors.ts';
import type { Messages } from '../core/messages.ts';
import { fillText } from '../core/messages.ts';
import { translateFailure } from '../data/translate-error.ts';

/** Body of a refusal. */
export const errorBody = (refusal: Refusal, messages: Messages): ErrorBody => {
  const text = messages.errors[refusal.code];
  const message = fillText(text.message, refusal.params);
  const fields = refusal.failures.map((failure) => ({
    field: failure.at.field ?? '',
    message: fillText(messages.errors[failure.code].message, failure.params),
    ...(failure.at.row === undefined ? {} : { row: failure.at.row }),
  }));
  const hints = [
    ...(refusal.suggestion === undefined ? [] : [fillText(messages.suggestion, { name: refusal.suggestion })]),
    ...(text.hint === undefined ? [] : [fillText(text.hint, refusal.params)]),
  ];
  return {
    code: errors[refusal.code].wire ?? refusal.code,
    message,
    details: fields.length > 0 ? fields.map((field) => field.message).join(' ') : null,
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
    return new Refusal('REQUEST_MEDIA_TYPE', { type: String(request.headers['content-type'] ?? '') });
  }
  if (error.statusCode === 400) return new Refusal('REQUEST_BODY_INVALID', { problem: 'não é JSON' });
  request.log.error(error);
  return new Refusal('SERVER_FAULT', { request: request.id });
};

export const installErrorHandler = (app: FastifyInstance, messages: () => Messages): void => {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asRefusal(error, request);
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
    const seconds = (refusal.params as { seconds?: number }).seconds;
    if (seconds !== undefined) reply.header('retry-after', String(seconds));
    return reply.status(refusal.status).send(errorBody(refusal, messages()));
  });
};
