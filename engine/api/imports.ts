/**
 * Imports: `/importacoes`. A file is sent as the raw body, its columns are said, and jobs look at its rows and write them;
 * whoever sent it, and nobody else, sees it.
 */
import { PassThrough, Readable } from 'node:stream';
import { create as writeDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import type { Access } from '../access/access.ts';
import { reachKey } from '../access/access.ts';
import {
  applyImportCall,
  checkImportCall,
  dropImportCall,
  importProblemsCall,
  listImportsCall,
  readImportCall,
  sendImportCall,
} from '../contract/calls/import-calls.ts';
import type { Import, ImportDetail, ImportState } from '../contract/import.ts';
import { applyImportKind, checkImportKind, importLimits } from '../contract/import.ts';
import { importFields } from '../contract/import-fields.ts';
import type { Job } from '../contract/job.ts';
import { isOver } from '../contract/job.ts';
import type { ProposedImport } from '../contract/propose-import.ts';
import { proposeImport } from '../contract/propose-import.ts';
import { isStorable } from '../contract/user-setting.ts';
import { Refusal } from '../core/errors.ts';
import type { BatchCaller } from '../data/batch/plan-batch.ts';
import { findBatch, nameBatch } from '../data/batch/store.ts';
import { summaryOf } from '../data/batch/summary.ts';
import { lineProblems } from '../data/import/line-problems.ts';
import { readColumns } from '../data/import/read-columns.ts';
import type { StoredImport } from '../data/import/store.ts';
import {
  chooseImport,
  deleteImport,
  describeImport,
  lastChoices,
  listImports,
  ownImport,
  receiveImport,
  setImportJob,
  withFile,
} from '../data/import/store.ts';
import { takeTurn } from '../data/take-turn.ts';
import { writeSize } from '../fields/attachment.ts';
import { writeBack } from '../files/write-back.ts';
import { addCall } from './add-call.ts';
import { plainFileName, safeFileName } from './attachment-file.ts';
import { authenticate } from './authenticate.ts';
import { batchCaller } from './batch-caller.ts';
import { checkChoices, importKeys, importRights, importTarget, loadOf, statesOf } from './import-target.ts';
import { originOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';

/** Files of a person a minute, and imports that are told of. */
const [filesPerMinute, shown] = [30, 100];

const tooLarge = (name: string): Refusal =>
  new Refusal('IMPORT_TOO_LARGE', { name, limit: writeSize(importLimits.bytes) });

/** The parameters of a request, each a text. Raises REQUEST_PARAMETER_UNSUPPORTED, REQUEST_QUERY_INVALID. */
const parametersOf = <Name extends string>(
  { query }: FastifyRequest,
  expected: Readonly<Record<Name, string>>,
): Readonly<Partial<Record<Name, string>>> => {
  for (const [name, value] of Object.entries(query as Readonly<Record<string, unknown>>)) {
    if (!Object.hasOwn(expected, name)) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: name });
    if (typeof value !== 'string')
      throw new Refusal('REQUEST_QUERY_INVALID', { parameter: name, problem: expected[name as Name] });
  }
  return query as Readonly<Partial<Record<Name, string>>>;
};

const route = 'espera a rota de uma tela';

const stateOf = (job: Job | null, batch: { readonly state: string } | undefined): ImportState => {
  if (batch?.state === 'applied') return 'applied';
  if (job !== null && !isOver(job.state)) return job.kind === checkImportKind ? 'checking' : 'applying';
  if (batch !== undefined) return 'planned';
  return job?.state === 'failed' && job.kind === checkImportKind ? 'failed' : 'sent';
};

export const importRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const { database, jobs } = runtime;

  /** With the rights to write into the registry, one way or the other. Raises ROUTE_UNKNOWN, REQUEST_METHOD, ACCESS_DENIED. */
  const open = (access: Access, request: FastifyRequest, path: string): BatchCaller => {
    const caller = batchCaller(runtime, { access, path, origin: originOf(request) });
    const { insert, update } = importRights(caller.context);
    if (!insert && !update)
      throw new Refusal('ACCESS_DENIED', { action: 'insert', title: caller.context.screen.title });
    return caller;
  };

  /** Raises IMPORT_MISSING, also where the registry is closed to the caller by now. */
  const find = async (
    access: Access,
    request: FastifyRequest,
    id: string,
  ): Promise<{ readonly found: StoredImport; readonly caller: BatchCaller }> => {
    const found = await ownImport(database, id, access.userId);
    try {
      return { found, caller: open(access, request, found.path) };
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal('IMPORT_MISSING', {}, { cause: error });
      throw error;
    }
  };

  const told = async (found: StoredImport, { context }: BatchCaller): Promise<Import> => {
    const known = found.jobId === null ? undefined : await jobs.read(found.jobId);
    const { log: _log, ...job } = known?.job ?? { log: [] };
    const batch = found.batchId === null ? undefined : await findBatch(database, found.batchId);
    const last = known === undefined ? null : (job as Job);
    return {
      id: found.id,
      path: found.path,
      title: context.screen.title,
      state: stateOf(last, batch),
      createdAt: found.createdAt,
      file: { name: found.name, size: found.size },
      job: last,
      batch: batch === undefined ? null : summaryOf(batch, context.screen.title),
    };
  };

  /** What was chosen last for such a file, as far as it still may be. */
  const proposed = async (
    found: StoredImport,
    { context }: BatchCaller,
    columns: StoredImport['columns'],
  ): Promise<ProposedImport> => {
    const last = await lastChoices(database, { ...found, columns });
    if (last !== undefined) {
      // The sheet is one of the file that it was said of.
      const { sheet: _sheet, ...known } = last;
      try {
        checkChoices(context, columns, known);
        return { choices: known, doubts: [] };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
    const target = importTarget(context, {});
    return proposeImport(target, columns, importKeys(context, target), importRights(context));
  };

  const detailOf = async (
    found: StoredImport,
    caller: BatchCaller,
    sheet: string | undefined,
  ): Promise<ImportDetail> => {
    const { context } = caller;
    const target = importTarget(context, {});
    const other = sheet !== undefined && sheet !== found.sheet;
    const read = other ? await withFile(database, found.id, (file) => readColumns(file, sheet)) : found;
    const summary = await told(found, caller);
    const { batch } = summary;
    const said = other ? null : found.choices;
    const { choices, doubts } =
      said === null ? await proposed(found, caller, read.columns) : { choices: said, doubts: [] };
    const same = found.planKey === reachKey(context.access);
    return {
      ...summary,
      format: found.format,
      sheets: found.sheets,
      sheet: read.sheet,
      columns: read.columns,
      fields: importFields(target),
      keys: importKeys(context, target),
      choices,
      doubts,
      load: loadOf(context, read.columns),
      plan: batch === null || found.plan === null || !same ? null : { ...batch, ...planOf(found.plan) },
      fresh: same ? (found.plan?.fresh ?? 0) : 0,
      states: same ? statesOf(context, found.plan?.states ?? {}) : [],
    };
  };

  const planOf = ({ fields, lists = [], sample, refusals }: NonNullable<StoredImport['plan']>) => ({
    fields,
    lists,
    sample,
    refusals,
    owned: [],
    removed: 0,
  });

  /** Raises IMPORT_BUSY, IMPORT_APPLIED. */
  const refuseGoing = (found: StoredImport, { state }: Import): void => {
    if (state === 'checking' || state === 'applying') throw new Refusal('IMPORT_BUSY', { name: found.name });
    if (state === 'applied') throw new Refusal('IMPORT_APPLIED', { name: found.name });
  };

  const receive = async (request: FastifyRequest): Promise<ImportDetail> => {
    const { access } = await authenticate(runtime, request);
    const { path, name: given = '' } = parametersOf(request, { path: route, name: 'espera o nome do arquivo' });
    if (path === undefined) throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'path', problem: route });
    const caller = open(access, request, path);
    const name = safeFileName(given);
    if (Number(request.headers['content-length'] ?? 0) > importLimits.bytes) throw tooLarge(name);
    await takeTurn(database, `import:${access.userId}`, filesPerMinute);
    const { userId, login } = access;
    const receiving = await receiveImport(database, { userId, login, path, entity: caller.context.entity.name, name });
    try {
      let size = 0;
      const body =
        request.body instanceof Readable ? request.body.iterator({ destroyOnReturn: false }) : Readable.from([]);
      for await (const bytes of body as AsyncIterable<Uint8Array>) {
        size += bytes.length;
        if (size > importLimits.bytes) throw tooLarge(name);
        await receiving.write(bytes);
      }
      if (size === 0) throw new Refusal('IMPORT_EMPTY', { name });
      await receiving.end();
      const read = await withFile(database, receiving.id, (file) => readColumns(file, undefined));
      await describeImport(database, receiving.id, read);
    } catch (error) {
      // Where not even that goes, it is swept away within the hour.
      await deleteImport(database, receiving.id).catch(() => undefined);
      throw error;
    }
    return detailOf(await ownImport(database, receiving.id, userId), caller, undefined);
  };

  // Apart from the others: here a body of any type is a stream of bytes.
  app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    own.post(
      '/importacoes',
      {
        bodyLimit: importLimits.bytes + 1024,
        config: { file: true, call: sendImportCall },
      },
      async (request, reply) => {
        try {
          return await reply.status(201).send(await receive(request));
        } catch (error) {
          // Nobody reads what still comes.
          reply.header('connection', 'close');
          throw error;
        }
      },
    );
  });

  addCall(app, listImportsCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { path } = parametersOf(request, { path: route });
    const found = await listImports(database, { userId: access.userId, path, limit: shown });
    const all: Import[] = [];
    for (const one of found) {
      try {
        all.push(await told(one, open(access, request, one.path)));
      } catch (error) {
        // A registry that is closed to the caller by now.
        if (!(error instanceof Refusal)) throw error;
      }
    }
    return reply.header('cache-control', 'no-store').send(all);
  });

  addCall(app, readImportCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { sheet } = parametersOf(request, { sheet: 'espera o nome de uma planilha' });
    const { found, caller } = await find(access, request, request.params.importacao);
    return reply.header('cache-control', 'no-store').send(await detailOf(found, caller, sheet));
  });

  /** Asks for the job and tells of the import that it is of. */
  const start = async (kind: string, found: StoredImport, caller: BatchCaller, access: Access): Promise<Import> => {
    const provider = access.worksFor === undefined ? {} : { provider: access.worksFor };
    const job = await jobs.ask(kind, { import: found.id, ...provider }, { access, origin: caller.origin });
    await setImportJob(database, found.id, job.id);
    return told({ ...(await ownImport(database, found.id, access.userId)), jobId: job.id }, caller);
  };

  addCall(app, checkImportCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { body } = request;
    const { found, caller } = await find(access, request, request.params.importacao);
    if (!Check(checkImportCall.body.schema, body) || !isStorable(body))
      throw new Refusal('REQUEST_BODY_INVALID', { problem: "esperados 'columns', 'key', 'mode' e 'whole'" });
    refuseGoing(found, await told(found, caller));
    const { context } = caller;
    const sheet = body.sheet ?? found.sheet ?? undefined;
    const read =
      sheet === (found.sheet ?? undefined)
        ? found
        : await withFile(database, found.id, (file) => readColumns(file, sheet));
    checkChoices(context, read.columns, body);
    await database.transaction((transaction) => chooseImport(transaction, found, body, read));
    return reply.status(202).send(await start(checkImportKind, found, caller, access));
  });

  addCall(app, applyImportCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { body } = request;
    const { found, caller } = await find(access, request, request.params.importacao);
    if (!Check(applyImportCall.body.schema, body))
      throw new Refusal('REQUEST_BODY_INVALID', { problem: "esperado 'seal', o selo da prévia" });
    const { batch, ...now } = await told(found, caller);
    refuseGoing(found, { ...now, batch });
    if (batch === null) throw new Refusal('IMPORT_UNPLANNED', { name: found.name });
    if (batch.seal !== body.seal) throw new Refusal('BATCH_SEAL', { number: batch.number });
    if (found.choices?.whole === true && batch.refused > 0) throw new Refusal('IMPORT_WHOLE', { count: batch.refused });
    await nameBatch(database, batch.id, found.name);
    return reply.status(202).send(await start(applyImportKind, found, caller, access));
  });

  addCall(
    app,
    importProblemsCall,
    async (request, reply) => {
      const { access } = await authenticate(runtime, request);
      const { only } = parametersOf(request, { only: "espera 'refused'" });
      if (only !== undefined && only !== 'refused')
        throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'only', problem: "espera 'refused'" });
      const { found, caller } = await find(access, request, request.params.importacao);
      const { batch } = await told(found, caller);
      if (batch === null) throw new Refusal('IMPORT_UNPLANNED', { name: found.name });
      const problems = await lineProblems(database, batch.id);
      const file = new PassThrough();
      const options = { ...(found.sheet === null ? {} : { sheet: found.sheet }), only: only === 'refused' };
      withFile(database, found.id, (sent) => writeBack(sent, Readable.from(problems), file, options)).catch(
        (error: unknown) => file.destroy(error instanceof Error ? error : new Error(String(error))),
      );
      const name = found.name.replace(/(\.[^.]*)?$/, '-problemas$1');
      reply.type('application/octet-stream').headers({
        'cache-control': 'no-store',
        'content-disposition': writeDisposition(name, { fallback: plainFileName(name) }),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
      return reply.send(file);
    },
    { compress: false },
  );

  addCall(app, dropImportCall, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { found, caller } = await find(access, request, request.params.importacao);
    const { state } = await told(found, caller);
    if (state === 'checking' || state === 'applying') throw new Refusal('IMPORT_BUSY', { name: found.name });
    await database.transaction((transaction) => deleteImport(transaction, found.id));
    return reply.status(204).send();
  });
};
