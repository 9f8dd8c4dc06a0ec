/**
 * Takes away what uploads have left behind for a day: files that no record came to use, with their content where nothing
 * else uses it, and the content of uploads that broke off. In: the database. A few at a time: each upload sweeps first.
 */
import type { Database, Queryable } from './database.ts';

/** Files and broken uploads of one sweep. */
const [maximumFiles, maximumUploads] = [50, 20];

const sweepFiles = async (transaction: Queryable): Promise<void> => {
  const { rows } = await transaction.query<{ content: string }>({
    // One that a record is coming to use right now is left alone.
    text: `delete from fichario.attachment where id in (select id from fichario.attachment
      where record_id is null and uploaded_at < now() - interval '1 day' order by uploaded_at limit ${maximumFiles}
      for update skip locked) returning content_id as content`,
    values: [],
  });
  if (rows.length === 0) return;
  await transaction.query({
    // An upload of the same content that comes between makes it young again, see `keepContent`.
    text: `delete from fichario.attachment_content c where c.id = any($1::text::uuid[]) and c.stored_at < now() - interval '1 day'
      and not exists (select from fichario.attachment a where a.content_id = c.id)`,
    values: [`{${rows.map(({ content }) => content).join(',')}}`],
  });
};

const sweepUploads = async (transaction: Queryable): Promise<void> => {
  await transaction.query({
    text: `delete from fichario.attachment_content where id in (select id from fichario.attachment_content
      where sha256 is null and stored_at < now() - interval '1 day' order by stored_at limit ${maximumUploads}
      for update skip locked)`,
    values: [],
  });
};

/** Two at a time would each take the other's file for one that still uses the content of both. */
export const sweepAttachments = (database: Database): Promise<void> =>
  database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ free: boolean }>({
      text: `select pg_try_advisory_xact_lock(hashtext('fichario.attachment')) as free`,
      values: [],
    });
    if (rows[0]?.free !== true) return;
    await sweepFiles(transaction);
    await sweepUploads(transaction);
  });
