/**
 * How the content of a file leaves: whole, in part (RFC 9110 section 14), or not at all where the caller has it (section
 * 13). Always as something to be saved and with nothing allowed to it, so that what a file says is never done here.
 */
import { Readable } from 'node:stream';
import { create as writeDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import isFresh from 'fresh';
import parseRange from 'range-parser';
import { Refusal } from '../core/errors.ts';
import type { ByteRange } from '../data/attachments.ts';
import { readAttachment } from '../data/attachments.ts';
import type { Database } from '../data/database.ts';
import type { Attachment } from '../fields/attachment.ts';
import { plainFileName } from './attachment-file.ts';

/** A suffix longer than the file is the whole file (section 14.1.2), which the parser takes for a part beyond its end. */
const cutSuffixes = (range: string, size: number): string =>
  range.replace(/(?<=[=,]\s*)-(\d+)/g, (_, length: string) => `-${Math.min(Number(length), size)}`);

/** The part asked for; undefined: the whole, which is also the answer to several parts at once. Raises ATTACHMENT_RANGE. */
const askedPart = ({ method, headers }: FastifyRequest, size: number, tag: string): ByteRange | undefined => {
  const { range = '', 'if-range': condition = tag } = headers;
  if (method !== 'GET' || condition !== tag || !/^bytes=/i.test(range)) return undefined;
  const parts = parseRange(size, cutSuffixes(range, size), { combine: true });
  if (parts === -1) throw new Refusal('ATTACHMENT_RANGE', { size });
  return parts === -2 || parts.length > 1 ? undefined : parts[0];
};

/** Raises ATTACHMENT_RANGE. */
export const sendAttachment = (
  database: Database,
  file: Attachment,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const { id, name, type, size } = file;
  // An id never gets another content.
  const tag = `"${id}"`;
  reply.headers({ etag: tag, 'accept-ranges': 'bytes' });
  if (isFresh(request.headers, { etag: tag })) return reply.status(304).send();
  // Told where the part is refused too.
  reply.header('content-range', `bytes */${size}`);
  const part = askedPart(request, size, tag);
  const { start, end } = part ?? { start: 0, end: size - 1 };
  if (part === undefined) reply.removeHeader('content-range');
  else reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.type(type).headers({
    'content-length': end - start + 1,
    'content-disposition': writeDisposition(name, { fallback: plainFileName(name) }),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  if (request.method === 'HEAD') return reply.send();
  // One piece waits while another is on its way, however slowly the caller takes them.
  return reply.send(
    Readable.from(readAttachment(database, id, { start, end }), { objectMode: false, highWaterMark: 1 }),
  );
};
