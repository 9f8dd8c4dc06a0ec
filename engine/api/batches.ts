/** Batches: `/alteracoes-em-lote`. Whoever planned one applies it, by the same rights as each of its records alone. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import type { Access } from '../access/access.ts';
import { reachOf } from '../access/visible-entity.ts';
import type { BatchOutcomes, PlanNow, WantedBatch } from '../contract/batch.ts';
import {
  applyBatchCall,
  listBatchesCall,
  planBatchCall,
  readBatchCall,
  readBatchRowsCall,
  readPlanNowCall,
  undoBatchCall,
} from '../contract/calls/batch-calls.ts';
import { offeredForParameter } from '../contract/offered-for.ts';
import type { ReadRequest } from '../contract/request.ts';
import { parseRequest } from '../contract/request.ts';
import { isStorable } from '../contract/user-setting.ts';
import { Refusal } from '../core/errors.ts';
import { applyBatch, readOutcomes, readResult } from '../data/batch/apply-batch.ts';
import { pickRows } from '../data/batch/pick-rows.ts';
import type { BatchCaller, Unplanned } from '../data/batch/plan-batch.ts';
import { planBatch } from '../data/batch/plan-batch.ts';
import type { FollowedPlan } from '../data/batch/progress.ts';
import { readPlanning } from '../data/batch/progress.ts';
import { findBatch, listBatches } from '../data/batch/store.ts';
import { summaryOf } from '../data/batch/summary.ts';
import type { BatchItem, ItemRefusal, StoredBatch } from '../data/batch/types.ts';
import { planUndo, refuseExpired } from '../data/batch/undo-batch.ts';
import { ofIds } from '../data/of-ids.ts';
import { openWrite } from '../data/open-write.ts';
import { takeTurn } from '../data/take-turn.ts';
import { checkUpdate } from '../data/write-rows.ts';
import { screenEntity } from '../model/screen-entity.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import { addCall } from './add-call.ts';
import { answerBeside, longAbove } from './answer-beside.ts';
import { authenticate } from './authenticate.ts';
import { batchCaller } from './batch-caller.ts';
import { findScreen } from './find-screen.ts';
import { formerNamesOf, presentBody } from './former-names.ts';
import { originOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';
import { readsOf } from './sensitive-reads.ts';

/** Plans of a user a minute. */
const plansPerMinute = 600;

const uuidText = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Raises ROUTE_UNKNOWN, REQUEST_METHOD where the screen is of no table. */
const callerOf = (runtime: Runtime, access: Access, request: FastifyRequest, path: string): BatchCaller => ({
  ...batchCaller(runtime, { access, path, origin: originOf(request), reads: readsOf(request, access) }),
  isGivenUp: () => request.raw.socket.destroyed,
});

/** By what the caller follows the plan. Raises REQUEST_QUERY_INVALID. */
const followedOf = ({ userId }: Access, request: FastifyRequest): FollowedPlan | undefined => {
  const { previa } = request.query as Readonly<Record<string, unknown>>;
  if (previa === undefined) return undefined;
  if (typeof previa === 'string' && uuidText.test(previa)) return { key: previa, userId };
  throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'previa', problem: 'espera um UUID' });
};

const empty = (problem: string): Refusal => new Refusal('BATCH_EMPTY', { problem });

/** What is to be done, and to what. Raises BATCH_EMPTY, REQUEST_*, BATCH_TOO_MANY, ACCESS_DENIED. */
const wantedOf = async (
  runtime: Runtime,
  caller: BatchCaller,
  request: FastifyRequest,
  body: WantedBatch,
): Promise<Unplanned> => {
  const { context, engine } = caller;
  const names = formerNamesOf(request, runtime.current.model, context.access);
  const { operation, filter = '', ids, rows, values, transition } = body;
  const present = (given: unknown) =>
    presentBody(names, runtime.current.model, context.access, context.entity, given) as Readonly<
      Record<string, unknown>
    >;
  if (operation === 'insert') {
    if (rows === undefined || rows.length === 0) throw empty("uma inclusão traz os registros em 'rows'");
    const items = rows.map((row, index): BatchItem => ({ id: index + 1, version: 0, values: present(row) }));
    return { work: { operation }, items, filter: undefined };
  }
  if (rows !== undefined) throw empty("'rows' é só de uma inclusão");
  if (operation === 'delete' && (values !== undefined || transition !== undefined))
    throw empty("uma exclusão não tem 'values' nem 'transition'");
  if (operation === 'update' && Object.keys(values ?? {}).length === 0 && transition === undefined)
    throw empty("uma alteração traz os novos valores em 'values'");
  if (ids === undefined && filter === '') throw empty("diga quais registros, em 'filter' ou 'ids'");
  const said = parseRequest(filter);
  // What was is not changed.
  if (said.asOf !== undefined) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'as_of' });
  if (said.offeredFor !== undefined)
    throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: offeredForParameter });
  const parsed: ReadRequest = names.request(context.entity, context.screen, {
    ...said,
    order: [],
    limit: undefined,
    offset: undefined,
  });
  const asked = ids === undefined ? parsed : ofIds(parsed, ids);
  const change = present(values ?? {});
  if (operation === 'update') checkUpdate(engine, context, change, transition);
  const items = await pickRows(engine.database, context, asked);
  return {
    work: {
      operation,
      ...(operation === 'update' ? { values: change } : {}),
      ...(transition === undefined ? {} : { transition }),
    },
    items,
    filter: ids === undefined ? filter : undefined,
    ...(ids === undefined ? {} : { refusals: notPicked(caller, ids, items) }),
  };
};

/** Records that were named and are not among those picked: they went, or no longer meet the filter. */
const notPicked = (
  { context, tell }: BatchCaller,
  ids: readonly number[],
  items: readonly BatchItem[],
): readonly ItemRefusal[] => {
  const picked = new Set(items.map(({ id }) => id));
  const missing = [...new Set(ids)].filter((id) => !picked.has(id));
  const message = tell(new Refusal('RECORD_NOT_PICKED', { title: context.entity.title }));
  return missing.map((id) => ({ id, label: `#${id}`, message, gone: true }));
};

export const batchRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  /** The screen of a batch, where the caller reads anything of its records today. */
  const screenOf = (access: Access, { path }: StoredBatch): RegistryScreen | undefined => {
    const { model, screens } = runtime.current;
    if (!screens.has(path)) return undefined;
    const screen = findScreen(runtime.current, access, path);
    const entity = screenEntity(model, screen);
    return entity !== undefined && reachOf(model, access, entity, screen) !== 'none' ? screen : undefined;
  };

  /** Raises BATCH_MISSING where there is none, it is somebody else's, or its records are closed to the caller by now. */
  const find = async (access: Access, id: string): Promise<StoredBatch> => {
    const batch = uuidText.test(id) ? await findBatch(runtime.database, id) : undefined;
    if (batch === undefined || batch.userId !== access.userId || screenOf(access, batch) === undefined)
      throw new Refusal('BATCH_MISSING', {});
    return batch;
  };

  addCall(app, planBatchCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { body } = request;
    if (!Check(planBatchCall.body.schema, body) || !isStorable(body))
      throw new Refusal('REQUEST_BODY_INVALID', {
        problem: "esperados 'path', 'operation' e, conforme ela, 'filter', 'ids', 'values', 'transition' ou 'rows'",
      });
    const long = (body.ids ?? body.rows)?.length;
    // Of a filter nobody knows yet.
    if ((long === undefined || long > longAbove) && (await answerBeside(runtime, request, reply))) return reply;
    const caller = { ...callerOf(runtime, access, request, body.path), followed: followedOf(access, request) };
    await takeTurn(runtime.database, `batch:${access.userId}`, plansPerMinute);
    openWrite(caller.context, body.operation, body.transition);
    const plan = await planBatch(caller, await wantedOf(runtime, caller, request, body));
    return plan === undefined ? reply.hijack() : reply.status(201).send(plan);
  });

  addCall(app, listBatchesCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { before, limit = '50' } = request.query as Readonly<Record<string, unknown>>;
    const number = (name: string, value: unknown, most: number): number => {
      const whole = Number(value);
      if (typeof value === 'string' && Number.isInteger(whole) && whole >= 1 && whole <= most) return whole;
      throw new Refusal('REQUEST_QUERY_INVALID', { parameter: name, problem: `espera um número de 1 a ${most}` });
    };
    const found = await listBatches(runtime.database, {
      userId: access.userId,
      before: before === undefined ? undefined : number('before', before, Number.MAX_SAFE_INTEGER),
      limit: number('limit', limit, 200),
    });
    const told = found.flatMap((batch) => {
      const screen = screenOf(access, batch);
      return screen === undefined ? [] : [summaryOf(batch, screen.title)];
    });
    return reply.header('cache-control', 'no-store').send(told);
  });

  addCall(app, readPlanNowCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const key = request.params.previa;
    const progress = uuidText.test(key) ? await readPlanning(runtime.database, { key, userId: access.userId }) : null;
    return reply.header('cache-control', 'no-store').send({ progress } satisfies PlanNow);
  });

  addCall(app, readBatchCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const batch = await find(access, request.params.lote);
    const caller = callerOf(runtime, access, request, batch.path);
    return reply.header('cache-control', 'no-store').send(await readResult(caller, batch.id));
  });

  addCall(app, readBatchRowsCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const batch = await find(access, request.params.lote);
    const caller = callerOf(runtime, access, request, batch.path);
    refuseExpired(caller, batch);
    const { written, refusals } = await readOutcomes(caller, batch.id);
    const told = refusals.map(({ fresh: _fresh, line: _line, ...refusal }) => refusal);
    return reply.header('cache-control', 'no-store').send({ written, refusals: told } satisfies BatchOutcomes);
  });

  addCall(app, applyBatchCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { body } = request;
    if (!Check(applyBatchCall.body.schema, body))
      throw new Refusal('REQUEST_BODY_INVALID', { problem: "esperado 'seal', o selo da prévia" });
    const batch = await find(access, request.params.lote);
    if (batch.rows > longAbove && (await answerBeside(runtime, request, reply))) return reply;
    return reply.send(await applyBatch(callerOf(runtime, access, request, batch.path), batch, body.seal));
  });

  addCall(app, undoBatchCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const batch = await find(access, request.params.lote);
    if (batch.rows > longAbove && (await answerBeside(runtime, request, reply))) return reply;
    const caller = { ...callerOf(runtime, access, request, batch.path), followed: followedOf(access, request) };
    await takeTurn(runtime.database, `batch:${access.userId}`, plansPerMinute);
    const plan = await planUndo(caller, batch);
    return plan === undefined ? reply.hijack() : reply.status(201).send(plan);
  });
};
