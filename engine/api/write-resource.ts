/** POST, PATCH and DELETE of a registry resource. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyHeader } from '../contract/idempotency-key.ts';
import type { RowOutcome } from '../contract/row-outcome.ts';
import { Refusal } from '../core/errors.ts';
import { CsvText } from '../data/csv-rows.ts';
import { deleteRows } from '../data/delete-rows.ts';
import { insertOnce } from '../data/insert-once.ts';
import { nameReferring } from '../data/name-referring.ts';
import type { Outcome } from '../data/write-each.ts';
import { deleteEach, insertEach, updateEach } from '../data/write-each.ts';
import type { WriteEngine, WriteOptions, Written } from '../data/write-rows.ts';
import { insertRows, updateRows } from '../data/write-rows.ts';
import { answerBeside, longAbove } from './answer-beside.ts';
import type { Call } from './call.ts';
import { errorBody } from './error-handler.ts';
import { requestKeyOf } from './idempotency-key.ts';
import { versionOf } from './if-match.ts';
import { writeRows } from './media.ts';
import type { PreferenceName } from './prefer.ts';
import { preferencesApplied } from './prefer.ts';
import { originOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';
import { writeEngine } from './runtime.ts';

const optionsOf = (call: Call, request: FastifyRequest): WriteOptions => ({
  representation: call.prefer.representation === 'representation',
  version: versionOf(request),
  singular: call.media.form === 'object',
  maximum: call.prefer.maxAffected,
  resolution: request.method === 'POST' ? call.prefer.resolution : undefined,
  rollback: call.prefer.rollback,
  requestId: request.id,
  origin: originOf(request),
});

const always = [
  'return',
  'count',
  'tx',
  'handling',
  'max-affected',
  'outcome',
] as const satisfies readonly PreferenceName[];
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

/** Every row with what became of it; the whole is answered with 200, whatever the rows were. */
const answerEach = async (
  runtime: Runtime,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  options: WriteOptions,
): Promise<FastifyReply> => {
  const engine = writeEngine(runtime);
  const { context, request: asked, body, prefer } = call;
  const run = (): Promise<readonly Outcome[]> => {
    switch (request.method) {
      case 'POST':
        return insertEach(engine, context, asked, body, options);
      case 'PATCH':
        return updateEach(engine, context, asked, body, options);
      default:
        return deleteEach(engine, context, asked, options);
    }
  };
  const inserts = request.method === 'POST';
  const outcomes = (await run()).map(({ id, refusal }, row): RowOutcome => {
    const place = { id: id ?? null, ...(inserts ? { row } : {}) };
    if (!refusal) return { ...place, status: inserts ? 201 : 204 };
    const { messages: _, ...error } = errorBody(refusal, runtime.current.messages);
    return { ...place, status: refusal.status, error };
  });
  const applied = preferencesApplied(prefer, ['tx', 'handling', 'max-affected', 'outcome']);
  if (applied !== undefined) reply.header('preference-applied', applied);
  return reply
    .header('content-range', `*/${outcomes.filter(({ error }) => !error).length}`)
    .type('application/json; charset=utf-8')
    .send(outcomes);
};

/** Whether it has more records than are written in passing: of a CSV its lines are counted, no further than need be. */
const isLong = (body: unknown): boolean => {
  if (body instanceof CsvText) return body.text.split('\n', longAbove + 2).length > longAbove + 1;
  return Array.isArray(body) && body.length > longAbove;
};

/** Raises as `deleteRows`; where records point at what is deleted it says which. */
const deleteNaming = async (
  engine: WriteEngine,
  { context, request }: Call,
  options: WriteOptions,
): Promise<Written> => {
  try {
    return await deleteRows(engine, context, request, options);
  } catch (error) {
    throw error instanceof Refusal ? await nameReferring(engine.database, context, error) : error;
  }
};

export const write = async (
  runtime: Runtime,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (isLong(request.body) && (await answerBeside(runtime, request, reply))) return reply;
  const engine = writeEngine(runtime);
  const options = optionsOf(call, request);
  const once = request.method === 'POST' ? requestKeyOf(request) : undefined;
  // What the rows that were refused said is kept nowhere.
  if (call.prefer.each && once) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: idempotencyHeader });
  if (call.prefer.each) return answerEach(runtime, call, request, reply, options);
  const run = (): Promise<Written> => {
    switch (request.method) {
      case 'POST':
        return once
          ? insertOnce(engine, call.context, call.request, call.body, options, once)
          : insertRows(engine, call.context, call.request, call.body, options);
      case 'PATCH':
        return updateRows(engine, call.context, call.request, call.body, options);
      default:
        return deleteNaming(engine, call, options);
    }
  };
  return answer(call, reply, request.method, await run());
};
