/**
 * Takes the content of a file away for ever, as the law asks of personal data that is kept for no reason (LGPD, article
 * 18). That there was a file stays, with who erased it and when; its bytes stay where another file has the same ones.
 */
import type { Attachment } from '../fields/attachment.ts';
import type { Database, Queryable } from './database.ts';

/** Which file of which record, and who erases it from where. */
export interface Erasure {
  readonly file: Attachment;
  readonly entity: string;
  readonly field: string;
  readonly record: string;
  readonly userId: number;
  readonly login: string;
  readonly address: string;
}

const recordErasure = (transaction: Queryable, { file, entity, field, record, login, address }: Erasure) =>
  transaction.query({
    text: `insert into fichario.access_event (kind, login, actor, address, detail)
      values ('fileErased', null, $1::text, $2::text, $3::text::jsonb)`,
    values: [login, address, JSON.stringify({ entity, record, field, file: file.id, name: file.name })],
  });

/** Erasing again changes nothing. */
export const eraseAttachment = (database: Database, erasure: Erasure): Promise<void> =>
  database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ content: string; digest: string }>({
      text: `select c.id as content, encode(c.sha256, 'hex') as digest
        from fichario.attachment a join fichario.attachment_content c on c.id = a.content_id where a.id = $1::text::uuid`,
      values: [erasure.file.id],
    });
    const [kept] = rows;
    if (kept === undefined) return;
    // An upload of the same content finds it and points at it, or comes after it is gone; see `finish` of an upload.
    await transaction.query({ text: `select pg_advisory_xact_lock(hashtext($1::text))`, values: [kept.digest] });
    const erased = await transaction.query({
      text: `update fichario.attachment set content_id = null, erased_at = now(), erased_by = $2::text::bigint
        where id = $1::text::uuid and content_id is not null returning id`,
      values: [erasure.file.id, String(erasure.userId)],
    });
    if (erased.rows.length === 0) return;
    await recordErasure(transaction, erasure);
    await transaction.query({
      text: `delete from fichario.attachment_content c where c.id = $1::text::uuid
        and not exists (select from fichario.attachment a where a.content_id = c.id)`,
      values: [kept.content],
    });
  });

/** The moment at which the content was erased, in UTC; undefined where it is there. */
export const erasedAt = async (database: Queryable, id: string): Promise<string | undefined> => {
  const { rows } = await database.query<{ at: string }>({
    text: `select to_json(erased_at) #>> '{}' as at from fichario.attachment where id = $1::text::uuid and erased_at is not null`,
    values: [id],
    name: 'attachment-erased',
  });
  return rows[0]?.at;
};
