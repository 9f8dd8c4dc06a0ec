/** POST, PATCH and DELETE of a registry resource. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../core/errors.ts';
import type { WriteOptions, Written } from '../data/write-rows.ts';
import { deleteRows, insertRows, updateRows } from '../data/write-rows.ts';
import type { Call } from './call.ts';
import { writeRows } from './media.ts';
import type { PreferenceName } from './prefer.ts';
import { preferencesApplied } from './prefer.ts';
import type { Runtime } from './runtime.ts';

/** `"3"`, as our ETags are written. Raises REQUEST_QUERY_INVALID on anything else. */
const versionOf = (request: FastifyRequest): number | undefined => {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  throw new Refusal('REQUEST_QUERY_INVALID', {
    parameter: 'If-Match',
    problem: `'${header}' não é uma versão entre aspas, como em If-Match: "3"`,
  });
};

const optionsOf = (call: Call, request: FastifyRequest): WriteOptions => ({
  representation: call.prefer.representation === 'representation',
  version: versionOf(request),
  singular: call.media.form === 'object',
  maximum: call.prefer.maxAffected,
  resolution: request.method === 'POST' ? call.prefer.resolution : undefined,
  rollback: call.prefer.rollback,
  requestId: request.id,
});

const always = ['return', 'count', 'tx', 'handling', 'max-affected'] as const satisfies readonly PreferenceName[];
const honoured: Readonly<Record<string, readonly PreferenceName[]>> = {
  POST: ['resolution', 'missing', ...always],
  PATCH: always,
  DELETE: always,
};

/** 201 for what is new; 200 or 204 for what was there. An upsert that only leaves rows alone is a creation of none. */
const statusOf = (call: Call, method: string, written: Written): number => {
  const { representation, resolution } = call.prefer;
  if (method !== 'POST') return representation === 'representation' ? 200 : 204;
  return resolution === 'merge-duplicates' && written.inserted === 0 ? 200 : 201;
};

const answer = (call: Call, reply: FastifyReply, method: string, written: Written): FastifyReply => {
  if (written.version !== undefined && written.count === 1) reply.header('etag', `"${written.version}"`);
  reply.header('content-range', `*/${written.count}`);
  const applied = preferencesApplied(call.prefer, honoured[method] ?? []);
  if (applied !== undefined) reply.header('preference-applied', applied);
  if (method === 'POST' && written.id !== undefined && written.count === 1 && written.inserted === 1) {
    reply.header('location', `/api${call.context.screen.path}?id=eq.${written.id}`);
  }
  reply.status(statusOf(call, method, written));
  if (call.prefer.representation !== 'representation') return reply.send();
  const body = writeRows(call.media, written.body ?? '[]', written.count, written.keys);
  return reply.type(call.media.type).send(body);
};

export const write = async (
  runtime: Runtime,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const engine = { database: runtime.database, validators: runtime.current.validators };
  const options = optionsOf(call, request);
  const run = (): Promise<Written> => {
    switch (request.method) {
      case 'POST':
        return insertRows(engine, call.context, call.request, request.body, options);
      case 'PATCH':
        return updateRows(engine, call.context, call.request, request.body, options);
      default:
        return deleteRows(engine, call.context, call.request, options);
    }
  };
  return answer(call, reply, request.method, await run());
};
