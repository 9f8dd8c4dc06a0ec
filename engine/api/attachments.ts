/**
 * POST /anexos/{rota}/{campo}: a file, as the raw body, for a record that is being filled in; it belongs to the record that
 * is saved with its id. GET, HEAD /anexos/{rota}/{id}/{campo}/{anexo}: its content, for who may view the record and the
 * field.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readableFields, writableEntity } from '../access/visible-entity.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { Upload } from '../data/attachments.ts';
import { openUpload } from '../data/attachments.ts';
import type { PlanContext } from '../data/plan/plan-read.ts';
import { checkReach } from '../data/plan/plan-read.ts';
import { readRows } from '../data/read-rows.ts';
import { takeTurn } from '../data/take-turn.ts';
import type { Attachment } from '../fields/attachment.ts';
import { attachmentsIn, attachmentTypes, sizeLimit, typeLabels, writeSize } from '../fields/attachment.ts';
import { writableFields } from '../fields/record-schema.ts';
import type { Entity, Field } from '../model/types.ts';
import { nameFor, safeFileName, sampleSize, typeOfFile } from './attachment-file.ts';
import { authenticate } from './authenticate.ts';
import { findScreen } from './find-screen.ts';
import type { Runtime } from './runtime.ts';
import { sendAttachment } from './send-attachment.ts';

/** Files that a person may send in a minute. */
const uploadsPerMinute = 120;

interface Place {
  readonly context: PlanContext;
  readonly entity: Entity;
}

/** Raises ROUTE_UNKNOWN, ACCESS_DENIED where none of the actions is open. */
const openPlace = async (
  runtime: Runtime,
  request: FastifyRequest,
  path: string,
  actions: readonly string[],
): Promise<Place> => {
  const { access } = await authenticate(runtime, request);
  const { current } = runtime;
  const screen = findScreen(current, access, path);
  const entity = current.model.entities[screen.entity];
  if (!entity) throw new Error(`screen ${screen.path} shows no entity`);
  if (!actions.some((action) => access.can(action, entity.subject)))
    throw new Refusal('ACCESS_DENIED', { action: actions[0] ?? '', title: screen.title });
  return { context: { model: current.model, access, screen }, entity };
};

/** The same for a name kept from the caller, one of another type and none at all. */
const unknownField = (entity: Entity, column: string): Refusal =>
  new Refusal('REQUEST_COLUMN_UNKNOWN', { column, entity: entity.title });

/** Reads the body to its end or to the limit. Raises ATTACHMENT_*. */
const receive = async (
  body: AsyncIterable<Uint8Array>,
  upload: Upload,
  field: Field,
  given: string,
): Promise<{ readonly name: string; readonly type: string }> => {
  const limit = sizeLimit(field);
  let size = 0;
  let sample = Buffer.alloc(0);
  const tooLarge = () =>
    new Refusal('ATTACHMENT_TOO_LARGE', { name: given, field: field.title, limit: writeSize(limit) });
  const judge = async (): Promise<{ readonly name: string; readonly type: string }> => {
    const found = await typeOfFile(sample, given, field.attachment?.types ?? []);
    if (found !== undefined) return { name: nameFor(given, found), type: attachmentTypes[found].media };
    throw new Refusal('ATTACHMENT_TYPE', { name: given, field: field.title, types: typeLabels(field) });
  };
  let judged: { readonly name: string; readonly type: string } | undefined;
  for await (const bytes of body) {
    size += bytes.length;
    if (size > limit) throw tooLarge();
    if (sample.length < sampleSize) {
      sample = Buffer.concat([sample, bytes.subarray(0, sampleSize - sample.length)]);
      // What is refused is not stored first.
      if (sample.length === sampleSize) judged = await judge();
    }
    await upload.write(bytes);
  }
  if (size === 0) throw new Refusal('ATTACHMENT_EMPTY', { name: given });
  return judged ?? judge();
};

/** Given up before its end, the body is left to the connection, so that the refusal still reaches the caller. */
const bodyOf = (request: FastifyRequest): AsyncIterable<Uint8Array> =>
  request.body instanceof Readable ? request.body.iterator({ destroyOnReturn: false }) : Readable.from([]);

const takeFile = async (runtime: Runtime, request: FastifyRequest, path: string): Promise<Attachment> => {
  const [, route = '', column = ''] = /^(\/.+)\/([a-z0-9_]+)$/.exec(path) ?? [];
  const { context, entity } = await openPlace(runtime, request, route, ['insert', 'update']);
  const field = writableFields(writableEntity(context.access, entity)).find((one) => one.column === column);
  if (!field?.attachment) throw unknownField(entity, column);
  const name = safeFileName(String((request.query as { name?: unknown }).name ?? ''));
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > sizeLimit(field))
    throw new Refusal('ATTACHMENT_TOO_LARGE', { name, field: field.title, limit: writeSize(sizeLimit(field)) });
  const { userId } = context.access;
  await takeTurn(runtime.database, `attachment:${userId}`, uploadsPerMinute);
  const upload = await openUpload(runtime.database, userId);
  try {
    const found = await receive(bodyOf(request), upload, field, name);
    return await upload.finish({ entity: entity.name, field: field.column, userId, ...found });
  } catch (error) {
    // Where not even that goes, it is swept away in a day.
    await upload.cancel().catch(() => undefined);
    throw error;
  }
};

/** The file of the record as the caller reads it: rights, row scope and hidden fields are those of every reading. */
const findFile = async (runtime: Runtime, request: FastifyRequest, path: string): Promise<Attachment> => {
  const [, route = '', record = '', column = '', id = ''] =
    /^(\/.+)\/(\d{1,18})\/([a-z0-9_]+)\/([0-9a-f-]{36})$/.exec(path) ?? [];
  if (id === '') throw new Refusal('ROUTE_UNKNOWN', { path: `/anexos${path}` });
  const { context, entity } = await openPlace(runtime, request, route, ['view']);
  const fields = readableFields(context.model, context.access, entity, context.screen);
  if (!fields.find((one) => one.column === column)?.attachment) throw unknownField(entity, column);
  const one = parseRequest(new URLSearchParams({ select: column, id: `eq.${record}` }).toString());
  checkReach(context, one);
  const page = await readRows(runtime.database, runtime.current.plans, runtime.secrets.cursor, context, one);
  const [row] = JSON.parse(page.body) as Readonly<Record<string, unknown>>[];
  const file = attachmentsIn(row?.[column]).find((one) => one.id === id);
  if (!file) throw new Refusal('ATTACHMENT_MISSING', { title: entity.title });
  return file;
};

export const attachmentRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  // Apart from the others: here a body of any type is a stream of bytes.
  app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const pathOf = (request: FastifyRequest): string => `/${(request.params as { '*': string })['*']}`;
    own.post('/anexos/*', { bodyLimit: 101 * 1024 * 1024 }, async (request, reply) => {
      try {
        return await reply.status(201).send(await takeFile(runtime, request, pathOf(request)));
      } catch (error) {
        // Nobody reads what still comes.
        reply.header('connection', 'close');
        throw error;
      }
    });
    own.route({
      method: ['GET', 'HEAD'],
      url: '/anexos/*',
      compress: false,
      handler: async (request, reply) =>
        sendAttachment(runtime.database, await findFile(runtime, request, pathOf(request)), request, reply),
    });
  });
};
