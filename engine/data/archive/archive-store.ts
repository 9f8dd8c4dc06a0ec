/** Archives as they are kept: `fichario.history_archive`. An entity has one at a time that is not done. */
import type { Queryable } from '../database.ts';
import type { ArchivedTable } from './archive-rows.ts';

/** `writing`: nothing has left yet; `written`: its file is whole, and what it holds leaves; `done`: it has left. */
type ArchiveState = 'writing' | 'written' | 'done';

export interface Archive {
  readonly id: string;
  readonly entity: string;
  /** ISO moment. */
  readonly until: string;
  readonly state: ArchiveState;
  /** Who works at it last: nobody of an earlier run says anything of it any more. */
  readonly run: number;
  readonly tables: readonly ArchivedTable[];
  readonly begunAt: string;
  /** Null while it is being written. */
  readonly file: {
    readonly name: string;
    readonly rows: number;
    readonly bytes: number;
    readonly sha256: string;
  } | null;
}

interface ArchiveRow extends Omit<Archive, 'tables' | 'file'> {
  readonly tables: string;
  readonly name: string | null;
  readonly rows: string;
  readonly bytes: string;
  readonly sha256: string;
}

const columns = `a.id::text as id, a.entity, to_json(a.until) #>> '{}' as until, a.state, a.run, a.tables::text as tables,
  to_json(a.begun_at) #>> '{}' as "begunAt", a.file as name, a.rows::text as rows, a.bytes::text as bytes, a.sha256`;

const toArchive = ({ tables, name, rows, bytes, sha256, ...row }: ArchiveRow): Archive => ({
  ...row,
  tables: JSON.parse(tables) as readonly ArchivedTable[],
  file: name === null ? null : { name, rows: Number(rows), bytes: Number(bytes), sha256 },
});

const read = async (database: Queryable, rest: string, values: readonly string[] = []): Promise<readonly Archive[]> => {
  const { rows } = await database.query<ArchiveRow>({
    text: `select ${columns} from fichario.history_archive a ${rest}`,
    values,
  });
  return rows.map(toArchive);
};

/** Those whose files are whole, the newest first. */
export const listArchives = (database: Queryable): Promise<readonly Archive[]> =>
  read(database, `where a.state <> 'writing' order by a.id desc`);

/** Those whose files are whole, of one entity, the oldest first. */
export const archivesOf = (database: Queryable, entity: string): Promise<readonly Archive[]> =>
  read(database, `where a.state <> 'writing' and a.entity = $1::text order by a.id`, [entity]);

/** One whose file is whole. */
export const findArchive = async (database: Queryable, id: string): Promise<Archive | undefined> =>
  (await read(database, `where a.state <> 'writing' and a.id = $1::text::bigint`, [id]))[0];

/** Left by a process that fell, or being worked at by another. */
export const openArchives = (database: Queryable): Promise<readonly Archive[]> =>
  read(database, `where a.state <> 'done' order by a.id`);

/** The moment so many years ago, to the second. Rows that records own go a day later, after all that went with them. */
export const tablesUntil = async (
  database: Queryable,
  years: number,
  entity: string,
  owned: readonly string[],
): Promise<readonly [ArchivedTable, ...ArchivedTable[]]> => {
  const { rows } = await database.query<{ until: string; before: string }>({
    text: `select to_json(u) #>> '{}' as until, to_json(u - interval '1 day') #>> '{}' as before
      from (select date_trunc('second', now() - make_interval(years => $1::text::integer)) as u) x`,
    values: [String(years)],
  });
  const { until = '', before = '' } = rows[0] ?? {};
  return [{ table: entity, until }, ...owned.map((table) => ({ table, until: before }))];
};

export const beginArchive = async (
  database: Queryable,
  entity: string,
  tables: readonly [ArchivedTable, ...ArchivedTable[]],
): Promise<void> => {
  await database.query({
    text: `insert into fichario.history_archive (entity, until, tables) values ($1::text, $2::text::timestamptz, $3::text::json)
      on conflict do nothing`,
    values: [entity, tables[0].until, JSON.stringify(tables)],
  });
};

/** Whoever worked at it before does so no more. undefined: it is done meanwhile. */
export const takeArchive = async (database: Queryable, id: string): Promise<Archive | undefined> => {
  const { rows } = await database.query<ArchiveRow>({
    text: `update fichario.history_archive a set run = a.run + 1 where a.id = $1::text::bigint and a.state <> 'done' returning ${columns}`,
    values: [id],
  });
  return rows[0] && toArchive(rows[0]);
};

/** Nothing of it is to leave any more. */
export const dropArchive = async (database: Queryable, id: string): Promise<void> => {
  await database.query({
    text: `delete from fichario.history_archive where id = $1::text::bigint and state = 'writing'`,
    values: [id],
  });
};

/** Its file is whole: from now on the histories of its tables begin at its moment. undefined: somebody else works at it. */
export const tellWritten = (
  database: { transaction<T>(run: (transaction: Queryable) => Promise<T>): Promise<T> },
  { id, run }: Archive,
  file: NonNullable<Archive['file']>,
): Promise<Archive | undefined> =>
  database.transaction(async (transaction) => {
    const { rows } = await transaction.query<ArchiveRow>({
      text: `update fichario.history_archive a set state = 'written', file = $3::text, rows = $4::text::bigint,
          bytes = $5::text::bigint, sha256 = $6::text
        where a.id = $1::text::bigint and a.run = $2::text::integer and a.state = 'writing' returning ${columns}`,
      values: [id, String(run), file.name, String(file.rows), String(file.bytes), file.sha256],
    });
    const written = rows[0] && toArchive(rows[0]);
    if (written === undefined) return undefined;
    await transaction.query({
      text: `insert into fichario.history_kept as k (entity, since)
        select t ->> 'table', $2::text::timestamptz from json_array_elements($1::text::json) t
        on conflict (entity) do update set since = greatest(k.since, excluded.since)`,
      values: [JSON.stringify(written.tables), written.until],
    });
    return written;
  });

export const tellDone = async (database: Queryable, id: string): Promise<void> => {
  await database.query({
    text: `update fichario.history_archive set state = 'done', done_at = clock_timestamp() where id = $1::text::bigint`,
    values: [id],
  });
};
