/** /trabalhos/historico-arquivado: the files of versions that left the database, for who may do everything. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { create as writeDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { isSensitive } from '../access/field-right.ts';
import { historyArchiveFile, historyArchives } from '../contract/calls/archive-calls.ts';
import type { HistoryArchive } from '../contract/history-archive.ts';
import { Refusal } from '../core/errors.ts';
import type { Archive } from '../data/archive/archive-store.ts';
import { findArchive, listArchives } from '../data/archive/archive-store.ts';
import { SensitiveReads, writeSensitiveReads } from '../data/sensitive-reads.ts';
import type { Model } from '../model/types.ts';
import { addCall, requireRight } from './add-call.ts';
import { authenticate } from './authenticate.ts';
import { originOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';

const told = (model: Model, { id, entity, until, file }: Archive): readonly HistoryArchive[] =>
  file === null
    ? []
    : [
        {
          id: Number(id),
          entity,
          title: model.entities[entity]?.title ?? entity,
          until,
          rows: file.rows,
          file: file.name,
          size: file.bytes,
          sha256: file.sha256,
        },
      ];

/** The sensitive fields whose values a file may hold. */
const sensitiveIn = (model: Model, { tables }: Archive): readonly string[] =>
  tables.flatMap(({ table }) => {
    const entity = model.entities[table];
    if (entity === undefined) return [];
    const fields = entity.fields.filter((field) => !field.writeOnly && isSensitive(entity, field));
    return fields.map(({ name }) => `${table}.${name}`);
  });

export const historyArchiveRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const { database } = runtime;

  addCall(app, historyArchives, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    requireRight(access, historyArchives);
    const { model } = runtime.current;
    const archives = await listArchives(database);
    return reply.header('cache-control', 'no-store').send(archives.flatMap((archive) => told(model, archive)));
  });

  addCall(
    app,
    historyArchiveFile,
    async (request, reply) => {
      const { access } = await authenticate(runtime, request);
      requireRight(access, historyArchiveFile);
      const { id } = request.params;
      const archive = /^\d{1,18}$/.test(id) ? await findArchive(database, id) : undefined;
      const { file } = archive ?? {};
      if (!archive || !file) throw new Refusal('HISTORY_ARCHIVE_MISSING', {});
      const path = join(runtime.archives, file.name);
      const found = await stat(path).catch(() => undefined);
      if (found?.size !== file.bytes) throw new Refusal('HISTORY_ARCHIVE_MISSING', {});
      const { model } = runtime.current;
      const reads = new SensitiveReads();
      reads.add({
        door: 'history',
        path: model.entities[archive.entity]?.path ?? historyArchives.path,
        record: undefined,
        filter: [],
        fields: sensitiveIn(model, archive),
        rows: file.rows,
      });
      const { userId, login } = access;
      await writeSensitiveReads(database, reads, { userId, login, requestId: request.id, origin: originOf(request) });
      reply.type('application/gzip').headers({
        'cache-control': 'no-store',
        'content-length': file.bytes,
        'content-disposition': writeDisposition(file.name),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
      return reply.send(createReadStream(path));
    },
    { compress: false },
  );
};
