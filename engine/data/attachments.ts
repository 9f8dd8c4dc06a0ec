/**
 * The files that people attach to records. Content is kept once, by its SHA-256, in chunks that no statement is too small
 * for; an upload is many short statements, so that it never holds the one connection of PGlite. What is left of an upload
 * that broke off, or that no record came to use, is swept away after a day. In: bytes. Out: what is told of a file.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../core/errors.ts';
import type { Attachment } from '../fields/attachment.ts';
import type { Database, Queryable } from './database.ts';
import { sweepAttachments } from './sweep-attachments.ts';

/** Bytes of every chunk but the last. Where a byte lies is told by it, so it can never change. */
const chunkSize = 256 * 1024;

/** Files of one person that wait for their records, and their bytes together. */
const maximumPending = { files: 200, bytes: 1024 ** 3 };

/** Who attaches what to which field. */
export interface NewAttachment {
  readonly entity: string;
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly userId: number;
}

/** An upload under way. */
export interface Upload {
  /** Takes bytes of any number. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly finish: (file: NewAttachment) => Promise<Attachment>;
  /** Leaves nothing behind. */
  readonly cancel: () => Promise<void>;
}

/** Raises ATTACHMENT_PENDING. */
const checkPending = async (database: Queryable, userId: number): Promise<void> => {
  const { rows } = await database.query<{ n: number; bytes: number }>({
    text: `select count(*)::integer as n, coalesce(sum(size), 0)::float8 as bytes
      from fichario.attachment where record_id is null and usuario_id = $1::text::bigint`,
    values: [String(userId)],
  });
  const { n, bytes } = rows[0] ?? { n: 0, bytes: 0 };
  if (n >= maximumPending.files || bytes >= maximumPending.bytes)
    throw new Refusal('ATTACHMENT_PENDING', { maximum: n });
};

/** The content kept under the digest: one that is there already, whose upload this one repeats, else this one. */
const keepContent = async (transaction: Queryable, content: string, sha256: string, size: number): Promise<string> => {
  const known = await transaction.query<{ id: string }>({
    text: `update fichario.attachment_content set stored_at = now() where sha256 = decode($1::text, 'hex') returning id`,
    values: [sha256],
  });
  const found = known.rows[0]?.id;
  await transaction.query(
    found === undefined
      ? {
          text: `update fichario.attachment_content set sha256 = decode($2::text, 'hex'), size = $3::text::bigint, stored_at = now() where id = $1::text::uuid`,
          values: [content, sha256, String(size)],
        }
      : { text: `delete from fichario.attachment_content where id = $1::text::uuid`, values: [content] },
  );
  return found ?? content;
};

/** Raises ATTACHMENT_PENDING. */
export const openUpload = async (database: Database, userId: number): Promise<Upload> => {
  await sweepAttachments(database);
  await checkPending(database, userId);
  const { rows } = await database.query<{ id: string }>({
    text: 'insert into fichario.attachment_content default values returning id',
    values: [],
  });
  const content = rows[0]?.id ?? '';
  const hash = createHash('sha256');
  let [size, position] = [0, 0];
  let rest = Buffer.alloc(0);

  const store = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes);
    size += bytes.length;
    await database.query({
      text: `insert into fichario.attachment_chunk (content_id, position, bytes) values ($1::text::uuid, $2::text::integer, decode($3::text, 'base64'))`,
      values: [content, String(position), bytes.toString('base64')],
      name: 'attachment-chunk',
    });
    position += 1;
  };
  return {
    write: async (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (; rest.length >= chunkSize; rest = rest.subarray(chunkSize)) await store(rest.subarray(0, chunkSize));
    },
    finish: async ({ entity, field, name, type, userId: author }) => {
      if (rest.length > 0) await store(rest);
      const sha256 = hash.digest('hex');
      const id = await database.transaction(async (transaction) => {
        // Two uploads of one content at a time: the second finds the first.
        await transaction.query({ text: `select pg_advisory_xact_lock(hashtext($1::text))`, values: [sha256] });
        const kept = await keepContent(transaction, content, sha256, size);
        const added = await transaction.query<{ id: string }>({
          text: `insert into fichario.attachment (content_id, entity, field, name, type, size, usuario_id)
            values ($1::text::uuid, $2::text, $3::text, $4::text, $5::text, $6::text::bigint, $7::text::bigint) returning id`,
          values: [kept, entity, field, name, type, String(size), String(author)],
        });
        return added.rows[0]?.id ?? '';
      });
      return { id, name, type, size };
    },
    cancel: async () => {
      await database.query({
        text: 'delete from fichario.attachment_content where id = $1::text::uuid and sha256 is null',
        values: [content],
      });
    },
  };
};

/** Bytes of a file by their places, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Part of the content of a file, piece by piece; whether the caller may have it has been asked before. Throws where bytes
 * are missing, so that half a file never looks like a whole one.
 */
export async function* readAttachment(
  database: Queryable,
  id: string,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let place = start; place <= end; ) {
    const from = place % chunkSize;
    const length = Math.min(chunkSize - from, end - place + 1);
    const { rows } = await database.query<{ bytes: string }>({
      text: `select encode(substring(k.bytes from $3::text::integer for $4::text::integer), 'base64') as bytes
        from fichario.attachment a join fichario.attachment_chunk k on k.content_id = a.content_id
        where a.id = $1::text::uuid and k.position = $2::text::integer`,
      values: [id, String((place - from) / chunkSize), String(from + 1), String(length)],
      name: 'attachment-read',
    });
    const bytes = Buffer.from(rows[0]?.bytes ?? '', 'base64');
    if (bytes.length < length) throw new Error(`attachment ${id} lacks bytes from ${place} on`);
    yield bytes;
    place += length;
  }
}
