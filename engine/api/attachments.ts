/**
 * POST /anexos/{rota}/{campo}: a file, as the raw body, for a record that is being filled in; it belongs to the record that
 * is saved with its id. GET, HEAD /anexos/{rota}/{id}/{campo}/{anexo}: its content, for who may view the record and the
 * field; one that was taken off the record, for who may audit it. DELETE: an administrator erases the content of the latter.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { comparableFields, writableEntity } from '../access/visible-entity.ts';
import { parseRequest } from '../contract/request.ts';
import { dayInZone } from '../core/day-in-zone.ts';
import { Refusal } from '../core/errors.ts';
import type { Upload } from '../data/attachments.ts';
import { openUpload } from '../data/attachments.ts';
import { eraseAttachment, erasedAt } from '../data/erase-attachment.ts';
import type { ListContext } from '../data/plan/context.ts';
import { listContext } from '../data/plan/context.ts';
import { checkReach } from '../data/plan/plan-read.ts';
import { readHistory } from '../data/read-history.ts';
import { readRows } from '../data/read-rows.ts';
import { takeTurn } from '../data/take-turn.ts';
import type { Attachment } from '../fields/attachment.ts';
import { attachmentsIn, attachmentTypes, sizeLimit, typeLabels, writeSize } from '../fields/attachment.ts';
import { writableFields } from '../fields/record-schema.ts';
import type { Entity, Field } from '../model/types.ts';
import { nameFor, safeFileName, sampleSize, typeOfFile } from './attachment-file.ts';
import { authenticate } from './authenticate.ts';
import { findScreen } from './find-screen.ts';
import { formerNamesOf } from './former-names.ts';
import type { Runtime } from './runtime.ts';
import { sendAttachment } from './send-attachment.ts';
import { readsOf } from './sensitive-reads.ts';

/** Files that a person may send in a minute. */
const uploadsPerMinute = 120;

/** Raises ROUTE_UNKNOWN, ACCESS_DENIED where none of the actions is open. */
const openPlace = async (
  runtime: Runtime,
  request: FastifyRequest,
  path: string,
  actions: readonly string[],
): Promise<ListContext> => {
  const { access } = await authenticate(runtime, request);
  const { current } = runtime;
  const context = listContext(
    current.model,
    access,
    findScreen(current, access, path),
    runtime.timeZone,
    readsOf(request, access),
  );
  const { entity, screen } = context;
  if (!actions.some((action) => access.can(action, entity.subject)))
    throw new Refusal('ACCESS_DENIED', { action: actions[0] ?? '', title: screen.title });
  return context;
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
  const [, route = '', asked = ''] = /^(\/.+)\/([a-z0-9_]+)$/.exec(path) ?? [];
  const { model, access, entity } = await openPlace(runtime, request, route, ['insert', 'update']);
  const writable = writableEntity(access, entity);
  const [column] = formerNamesOf(request, model, access).columns(writable, [asked]);
  const field = writableFields(writable).find((one) => one.column === column);
  if (!field?.attachment) throw unknownField(entity, asked);
  const name = safeFileName(String((request.query as { name?: unknown }).name ?? ''));
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > sizeLimit(field))
    throw new Refusal('ATTACHMENT_TOO_LARGE', { name, field: field.title, limit: writeSize(sizeLimit(field)) });
  const { userId } = access;
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

/** What the address of a file names. */
interface Address {
  readonly context: ListContext;
  readonly record: string;
  readonly column: string;
  readonly id: string;
}

/** Raises ROUTE_UNKNOWN, ACCESS_DENIED, REQUEST_COLUMN_UNKNOWN. */
const openAddress = async (runtime: Runtime, request: FastifyRequest, path: string): Promise<Address> => {
  const [, route = '', record = '', asked = '', id = ''] =
    /^(\/.+)\/(\d{1,18})\/([a-z0-9_]+)\/([0-9a-f-]{36})$/.exec(path) ?? [];
  if (id === '') throw new Refusal('ROUTE_UNKNOWN', { path: `/anexos${path}` });
  const context = await openPlace(runtime, request, route, ['view', 'audit']);
  const { model, access, entity, screen } = context;
  const fields = comparableFields(model, access, entity, screen);
  const [column = asked] = formerNamesOf(request, model, access).path(entity, screen, [asked]);
  if (!fields.find((one) => one.column === column)?.attachment) throw unknownField(entity, asked);
  return { context, record, column, id };
};

/** The file of the record as the caller reads it: rights, row scope and hidden fields are those of every reading. */
const presentFile = async (runtime: Runtime, address: Address): Promise<Attachment | undefined> => {
  const { context, record, column, id } = address;
  if (!context.access.can('view', context.entity.subject)) return undefined;
  const one = parseRequest(new URLSearchParams({ select: column, id: `eq.${record}` }).toString());
  checkReach(context, one);
  const page = await readRows(runtime.database, runtime.current.plans, runtime.secrets.cursor, context, one);
  const [row] = JSON.parse(page.body) as Readonly<Record<string, unknown>>[];
  return attachmentsIn(row?.[column]).find((file) => file.id === id);
};

/** A file that the record once had, as the history tells of it to the caller. */
const formerFile = async (runtime: Runtime, address: Address): Promise<Attachment | undefined> => {
  const { context, record, column, id } = address;
  if (!context.access.can('audit', context.entity.subject)) return undefined;
  const entries = await readHistory(runtime.database, context, record, async () => new Map());
  return entries
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === column)
    .flatMap(({ before, after }) => [...attachmentsIn(before), ...attachmentsIn(after)])
    .find((file) => file.id === id);
};

/** Raises ATTACHMENT_MISSING, ATTACHMENT_ERASED. */
const findFile = async (runtime: Runtime, address: Address): Promise<Attachment> => {
  const present = await presentFile(runtime, address);
  if (present) return present;
  const former = await formerFile(runtime, address);
  if (!former) throw new Refusal('ATTACHMENT_MISSING', { title: address.context.entity.title });
  const erased = await erasedAt(runtime.database, former.id);
  if (erased === undefined) return former;
  const [year, month, day] = dayInZone(runtime.timeZone, new Date(erased)).split('-');
  throw new Refusal('ATTACHMENT_ERASED', { day: `${day}/${month}/${year}` });
};

/** Raises ACCESS_DENIED, ATTACHMENT_IN_USE, and as `findFile`. */
const eraseFile = async (runtime: Runtime, request: FastifyRequest, path: string): Promise<void> => {
  const address = await openAddress(runtime, request, path);
  const { context, record, column } = address;
  const { access, entity, screen } = context;
  if (!access.can('manage', 'all')) throw new Refusal('ACCESS_DENIED', { action: 'manage', title: screen.title });
  const present = await presentFile(runtime, address);
  if (present) throw new Refusal('ATTACHMENT_IN_USE', { name: present.name });
  await eraseAttachment(runtime.database, {
    file: await findFile(runtime, address),
    entity: entity.name,
    field: column,
    record,
    userId: access.userId,
    login: access.login,
    address: request.ip,
  });
};

const undescribed = 'of each field of a registry by itself';

export const attachmentRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  // Apart from the others: here a body of any type is a stream of bytes.
  app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const pathOf = (request: FastifyRequest): string => `/${(request.params as { '*': string })['*']}`;
    own.post(
      '/anexos/*',
      { bodyLimit: 101 * 1024 * 1024, config: { file: true, undescribed } },
      async (request, reply) => {
        try {
          return await reply.status(201).send(await takeFile(runtime, request, pathOf(request)));
        } catch (error) {
          // Nobody reads what still comes.
          reply.header('connection', 'close');
          throw error;
        }
      },
    );
    own.route({
      method: ['GET', 'HEAD'],
      url: '/anexos/*',
      compress: false,
      config: { undescribed },
      handler: async (request, reply) =>
        sendAttachment(
          runtime.database,
          await findFile(runtime, await openAddress(runtime, request, pathOf(request))),
          request,
          reply,
        ),
    });
    own.delete('/anexos/*', { config: { undescribed } }, async (request, reply) => {
      await eraseFile(runtime, request, pathOf(request));
      return reply.status(204).send();
    });
  });
};
