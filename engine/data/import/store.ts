/**
 * Imports as they are kept: `fichario.import`, its file in chunks, and the keys that were met in it. They go after a week;
 * what was written stays, as a batch.
 */
import { appendFile, closeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { BatchPlan } from '../../contract/batch.ts';
import type { ImportChoices, ImportColumn, ImportSheet } from '../../contract/import.ts';
import { Refusal } from '../../core/errors.ts';
import { formats } from '../../fields/formats.ts';
import type { FileSource } from '../../files/byte-source.ts';
import { openNamelessFile } from '../../files/nameless-file.ts';
import type { Queryable } from '../database.ts';

/** What a plan tells beside its counts. */
export type ToldPlan = Pick<BatchPlan, 'fields' | 'sample' | 'refusals'> & {
  /** Absent: of a look before they were told. */
  readonly lists?: BatchPlan['lists'];
  readonly fresh: number;
  /** Of a load: how many of the new records come in each state. */
  readonly states?: Readonly<Record<string, number>>;
};

const appended = promisify(appendFile);

export interface StoredImport {
  readonly id: string;
  readonly userId: number;
  readonly login: string;
  readonly path: string;
  readonly entity: string;
  readonly name: string;
  readonly size: number;
  readonly createdAt: string;
  readonly format: string;
  readonly sheets: readonly ImportSheet[];
  readonly sheet: string | null;
  readonly columns: readonly ImportColumn[];
  readonly choices: ImportChoices | null;
  readonly jobId: string | null;
  readonly batchId: string | null;
  readonly plan: ToldPlan | null;
  readonly planKey: string | null;
}

interface ImportRow extends Omit<StoredImport, 'sheets' | 'columns' | 'choices' | 'plan' | 'format'> {
  readonly format: string | null;
  readonly sheets: string | null;
  readonly columns: string | null;
  readonly choices: string | null;
  readonly plan: string | null;
}

const columns = `id::text as id, usuario_id as "userId", login, path, entity, name, size,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", format, sheets::text as sheets, sheet,
  columns::text as columns, choices::text as choices, job_id::text as "jobId", batch_id::text as "batchId",
  plan::text as plan, plan_key as "planKey"`;

const parsed = <T>(text: string | null, otherwise: T): T => (text === null ? otherwise : (JSON.parse(text) as T));

const importOf = (row: ImportRow): StoredImport => ({
  ...row,
  size: Number(row.size),
  format: row.format ?? '',
  sheets: parsed<readonly ImportSheet[]>(row.sheets, []),
  columns: parsed<readonly ImportColumn[]>(row.columns, []),
  choices: parsed<ImportChoices | null>(row.choices, null),
  plan: parsed<ToldPlan | null>(row.plan, null),
});

export const findImport = async (queryable: Queryable, id: string): Promise<StoredImport | undefined> => {
  if (!formats.uuid(id)) return undefined;
  const { rows } = await queryable.query<ImportRow>({
    text: `select ${columns} from fichario.import where id = $1::text::uuid and format is not null`,
    values: [id],
  });
  return rows[0] && importOf(rows[0]);
};

/** Of one person, the newest first. */
export const listImports = async (
  queryable: Queryable,
  { userId, path, limit }: { readonly userId: number; readonly path: string | undefined; readonly limit: number },
): Promise<readonly StoredImport[]> => {
  const { rows } = await queryable.query<ImportRow>({
    text: `select ${columns} from fichario.import
      where usuario_id = $1::text::bigint and format is not null and ($2::text is null or path = $2::text)
      order by created_at desc, id limit $3::text::integer`,
    values: [String(userId), path ?? null, String(limit)],
  });
  return rows.map(importOf);
};

const titlesOf = (columns: readonly ImportColumn[]): string => JSON.stringify(columns.map(({ title }) => title));

/** The last choices of the person for a file of the same titles in the same registry, of those that a row fitted. */
export const lastChoices = async (
  queryable: Queryable,
  { userId, path, columns: read }: Pick<StoredImport, 'userId' | 'path' | 'columns'>,
): Promise<ImportChoices | undefined> => {
  const { rows } = await queryable.query<{ choices: string }>({
    text: `select choices::text as choices from fichario.import_choice
      where usuario_id = $1::text::bigint and path = $2::text and titles = md5($3::text)`,
    values: [String(userId), path, titlesOf(read)],
  });
  return rows[0] && (JSON.parse(rows[0].choices) as ImportChoices);
};

/** The choices of the person for files of these titles, from now on. */
export const rememberChoices = async (
  queryable: Queryable,
  { userId, path, columns: read }: Pick<StoredImport, 'userId' | 'path' | 'columns'>,
  choices: ImportChoices,
): Promise<void> => {
  await queryable.query({
    text: `insert into fichario.import_choice (usuario_id, path, titles, choices) values ($1::text::bigint, $2::text, md5($3::text), $4::text::json)
      on conflict (usuario_id, path, titles) do update set choices = excluded.choices, at = now()`,
    values: [String(userId), path, titlesOf(read), JSON.stringify(choices)],
  });
};

/** Chunks of a file that comes. */
const chunkSize = 256 * 1024;

export interface Receiving {
  readonly id: string;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly end: () => Promise<number>;
}

export interface NewImport {
  readonly userId: number;
  readonly login: string;
  readonly path: string;
  readonly entity: string;
  readonly name: string;
}

/** An import whose file comes; nobody sees it before `describeImport`. */
export const receiveImport = async (queryable: Queryable, given: NewImport): Promise<Receiving> => {
  const { rows } = await queryable.query<{ id: string }>({
    text: `insert into fichario.import (usuario_id, login, path, entity, name)
      values ($1::text::bigint, $2::text, $3::text, $4::text, $5::text) returning id::text as id`,
    values: [String(given.userId), given.login, given.path, given.entity, given.name],
  });
  const id = rows[0]?.id ?? '';
  let rest = Buffer.alloc(0);
  let [position, size] = [0, 0];
  const store = async (bytes: Buffer): Promise<void> => {
    await queryable.query({
      text: `insert into fichario.import_chunk (import_id, position, bytes) values ($1::text::uuid, $2::text::integer, decode($3::text, 'base64'))`,
      values: [id, String(position), bytes.toString('base64')],
      name: 'import-chunk-put',
    });
    position += 1;
    size += bytes.length;
  };
  return {
    id,
    write: async (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (; rest.length >= chunkSize; rest = rest.subarray(chunkSize)) await store(rest.subarray(0, chunkSize));
    },
    end: async () => {
      if (rest.length > 0) await store(rest);
      await queryable.query({
        text: 'update fichario.import set size = $2::text::bigint where id = $1::text::uuid',
        values: [id, String(size)],
      });
      return size;
    },
  };
};

/**
 * Runs with the import's file, open on the local disk until then. It has no name there: it goes with the process, however
 * that ends.
 */
export const withFile = async <T>(
  queryable: Queryable,
  id: string,
  use: (file: FileSource) => Promise<T>,
): Promise<T> => {
  const file = openNamelessFile();
  try {
    for (let position = 0; ; position += 1) {
      const { rows } = await queryable.query<{ bytes: string }>({
        text: `select encode(bytes, 'base64') as bytes from fichario.import_chunk
          where import_id = $1::text::uuid and position = $2::text::integer`,
        values: [id, String(position)],
        name: 'import-chunk',
      });
      if (rows[0] === undefined) break;
      await appended(file, Buffer.from(rows[0].bytes, 'base64'));
    }
    return await use(file);
  } finally {
    closeSync(file);
  }
};

/** What was read of the file: from now on it is there. */
export const describeImport = async (
  queryable: Queryable,
  id: string,
  read: Pick<StoredImport, 'format' | 'sheets' | 'sheet' | 'columns'>,
): Promise<void> => {
  await queryable.query({
    text: `update fichario.import set format = $2::text, sheets = $3::text::json, sheet = $4::text, columns = $5::text::json
      where id = $1::text::uuid`,
    values: [id, read.format, JSON.stringify(read.sheets), read.sheet, JSON.stringify(read.columns)],
  });
};

/** Its columns were said, and a job looks at it: what was planned before goes. */
export const chooseImport = async (
  transaction: Queryable,
  { id, batchId }: StoredImport,
  choices: ImportChoices,
  read: Pick<StoredImport, 'sheet' | 'columns'>,
): Promise<void> => {
  await transaction.query({
    text: `update fichario.import set choices = $2::text::json, sheet = $3::text, columns = $4::text::json, batch_id = null, plan = null, plan_key = null
      where id = $1::text::uuid`,
    values: [id, JSON.stringify(choices), read.sheet, JSON.stringify(read.columns)],
  });
  if (batchId !== null)
    await transaction.query({
      text: `delete from fichario.batch where id = $1::text::uuid and state in ('planning', 'planned')`,
      values: [batchId],
    });
};

export const setImportJob = async (queryable: Queryable, id: string, jobId: string): Promise<void> => {
  await queryable.query({
    text: 'update fichario.import set job_id = $2::text::uuid where id = $1::text::uuid',
    values: [id, jobId],
  });
};

/** What a run that was cut off had planned, if there is any, goes. */
export const setImportBatch = async (transaction: Queryable, id: string, batchId: string): Promise<void> => {
  await transaction.query({
    text: `delete from fichario.batch b using fichario.import i
      where i.id = $1::text::uuid and b.id = i.batch_id and b.state in ('planning', 'planned')`,
    values: [id],
  });
  await transaction.query({
    text: 'update fichario.import set batch_id = $2::text::uuid where id = $1::text::uuid',
    values: [id, batchId],
  });
};

/** `key`: of the rights that it was planned with. */
export const setImportPlan = async (queryable: Queryable, id: string, plan: ToldPlan, key: string): Promise<void> => {
  await queryable.query({
    text: 'update fichario.import set plan = $2::text::json, plan_key = $3::text where id = $1::text::uuid',
    values: [id, JSON.stringify(plan), key],
  });
};

/** What it wrote stays. */
export const deleteImport = async (transaction: Queryable, id: string): Promise<void> => {
  const { rows } = await transaction.query<{ batch: string | null }>({
    text: 'delete from fichario.import where id = $1::text::uuid returning batch_id::text as batch',
    values: [id],
  });
  if (rows[0]?.batch)
    await transaction.query({
      text: `delete from fichario.batch where id = $1::text::uuid and state in ('planning', 'planned')`,
      values: [rows[0].batch],
    });
};

/** Takes away files that came a week ago, and those that broke off an hour ago; gives how many. */
export const sweepImports = async (queryable: Queryable): Promise<number> =>
  (
    await queryable.query({
      text: `delete from fichario.import where id in (select id from fichario.import
        where created_at < now() - interval '7 days' or (format is null and created_at < now() - interval '1 hour')
        order by created_at limit 20)`,
      values: [],
    })
  ).affected;

/** Raises IMPORT_MISSING, the same for one of somebody else. */
export const ownImport = async (queryable: Queryable, id: string, userId: number): Promise<StoredImport> => {
  const found = await findImport(queryable, id);
  if (found === undefined || found.userId !== userId) throw new Refusal('IMPORT_MISSING', {});
  return found;
};
