/** POST, PATCH and DELETE of a registry resource. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../core/errors.ts';
import type { WriteOptions, Written } from '../data/write-rows.ts';
import { deleteRows, insertRows, updateRows } from '../data/write-rows.ts';
import type { Call } from './call.ts';
import { jsonType, objectType, onlyRow } from './call.ts';
import type { Runtime } from './runtime.ts';

/** `"3"`, as our ETags are written. Raises REQUEST_QUERY_INVALID on anything else. */
const versionOf = (request: FastifyRequest): number | undefined => {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  throw new Refusal('REQUEST_QUERY_INVALID', {
    parameter: 'If-Match',
    problem: `'${header}' não é uma versão entre aspas`,
  });
};

const optionsOf = (call: Call, request: FastifyRequest): WriteOptions => ({
  representation: call.prefer.representation === 'representation',
  version: versionOf(request),
  singular: call.singular,
  maximum: call.prefer.maxAffected,
  requestId: request.id,
});

const answer = (call: Call, reply: FastifyReply, written: Written, created: boolean): FastifyReply => {
  const { representation } = call.prefer;
  if (written.version !== undefined && written.count === 1) reply.header('etag', `"${written.version}"`);
  reply.header('content-range', `*/${written.count}`);
  if (call.prefer.representation !== 'minimal') reply.header('preference-applied', `return=${representation}`);
  if (created && written.id !== undefined && written.count === 1) {
    reply.header('location', `/api${call.context.screen.path}?id=eq.${written.id}`);
  }
  if (representation !== 'representation') return reply.status(created ? 201 : 204).send();
  const body = written.body ?? '[]';
  reply.status(created ? 201 : 200);
  return call.singular
    ? reply.type(`${objectType}; charset=utf-8`).send(onlyRow(body, written.count))
    : reply.type(jsonType).send(body);
};

export const write = async (
  runtime: Runtime,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const engine = { database: runtime.database, validators: runtime.current.validators };
  const options = optionsOf(call, request);
  switch (request.method) {
    case 'POST':
      return answer(call, reply, await insertRows(engine, call.context, call.request, request.body, options), true);
    case 'PATCH':
      return answer(call, reply, await updateRows(engine, call.context, call.request, request.body, options), false);
    default:
      return answer(call, reply, await deleteRows(engine, call.context, call.request, options), false);
  }
};
