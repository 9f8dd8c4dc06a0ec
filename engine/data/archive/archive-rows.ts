/** The versions of a table that leave: read in portions, oldest first of each record, and deleted in the same order. */
import type { Queryable } from '../database.ts';
import { quoteIdentifier } from '../ddl/quote.ts';
import type { ArchivedVersion } from './archive-file.ts';

/** A table of an archive. */
export interface ArchivedTable {
  readonly table: string;
  /** ISO moment: what no longer held then leaves. */
  readonly until: string;
}

const historyOf = (table: string): string => `historico.${quoteIdentifier(table)}`;

interface Scanned {
  readonly n: number;
  readonly id: string | null;
  readonly begins: string | null;
  readonly versions: string;
}

/**
 * As JSON texts, by id falling and by time rising; portions may be empty. Each statement looks at no more than `portion`
 * versions (and those of the same moment), whether they leave or not, along the index of ids and times.
 */
export async function* oldVersions(
  database: Queryable,
  { table, until }: ArchivedTable,
  portion: number,
): AsyncGenerator<readonly string[]> {
  let [id, begins] = ['9223372036854775807', '-infinity'];
  for (;;) {
    const { rows } = await database.query<Scanned>({
      text: `with scanned as materialized (select h.* from ${historyOf(table)} h
          where h.id <= $1::text::bigint and (h.id < $1::text::bigint or h._de > $2::text::timestamptz)
          order by h.id desc, h._de fetch first ${portion} rows with ties),
        last as (select id, max(_de) as _de from scanned where id = (select min(id) from scanned) group by id)
        select (select count(*) from scanned)::integer as n, (select id::text from last) as id,
          (select to_json(_de) #>> '{}' from last) as begins,
          coalesce((select json_agg(row_to_json(s)::text order by s.id desc, s._de, (s._operacao = 'D')) from scanned s
            where s._ate <= $3::text::timestamptz), '[]')::text as versions`,
      values: [id, begins, until],
    });
    const [row] = rows;
    if (row === undefined || row.id === null || row.begins === null) return;
    const versions = JSON.parse(row.versions) as readonly string[];
    yield versions;
    if (row.n < portion) return;
    [id, begins] = [row.id, row.begins];
  }
}

/** Of these versions those that are there still; gives how many. */
export const deleteVersions = async (
  database: Queryable,
  { table, until }: ArchivedTable,
  versions: readonly ArchivedVersion[],
): Promise<number> => {
  const keys = versions.map(({ version: { id, _de, _operacao, _transacao } }) => ({ id, _de, _operacao, _transacao }));
  const { affected } = await database.query({
    text: `delete from ${historyOf(table)} h
      using json_to_recordset($1::text::json) as g (id bigint, _de timestamptz, _operacao char(1), _transacao bigint)
      where h.id = g.id and h._de = g._de and h._operacao = g._operacao and h._transacao = g._transacao
        and h._ate <= $2::text::timestamptz`,
    values: [JSON.stringify(keys), until],
  });
  return affected;
};
