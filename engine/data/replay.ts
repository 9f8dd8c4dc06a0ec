/**
 * Whether the history of a table, replayed from empty or from where it is kept, gives the table that there is. In: the table as the model has it.
 * Out: how many rows and versions there are, and what does not agree. Read only, in one statement and so of one moment.
 */
import type { Database } from './database.ts';
import { historyName } from './ddl/history-table.ts';
import { quoteIdentifier, quoteLiteral } from './ddl/quote.ts';
import type { TableSpec } from './ddl/table-spec.ts';
import { historyColumns } from './ddl/table-spec.ts';

export interface ReplayDifference {
  readonly id: string;
  /**
   * `unwritten`: a row that the history does not have; `vanished`: one that the history has and the table has not;
   * `differs`: in `columns`; `broken`: its versions do not follow each other.
   */
  readonly kind: 'unwritten' | 'vanished' | 'differs' | 'broken';
  readonly columns: readonly string[];
}

export interface Replayed {
  readonly entity: string;
  readonly rows: number;
  readonly versions: number;
  /** Rows that do not agree. */
  readonly wrong: number;
  /** The first of them, by id. */
  readonly differences: readonly ReplayDifference[];
}

/** Of one row the versions in the order in which they were written: a deletion comes after what it ended. */
const inOrder = `_de, _ate, (_operacao = 'D')`;

const statementOf = (table: TableSpec, shown: number): string => {
  const names = historyColumns(table).map(({ name }) => name);
  const different = names.map((name) => {
    const column = quoteIdentifier(name);
    return `case when t.${column} is distinct from l.${column} then ${quoteLiteral(name)} end`;
  });
  return `with versions as materialized (
    select h.*, lead(_operacao) over w as _next, lead(_de) over w as _begins, lag(_operacao) over w as _before
    from ${historyName(table)} h window w as (partition by id order by ${inOrder})),
  last as (select * from versions where _next is null and _operacao <> 'D'),
  broken as (select distinct id from versions where case
    when _before is null and _operacao <> 'I'
      and _de > coalesce((select fichario.kept_since(${quoteLiteral(table.entity)})), '-infinity') then true
    when _operacao = 'D' then _de <> _ate or _next <> 'I' or _begins < _ate
    when _next is null then _ate <> 'infinity'
    else _next = 'I' or _begins <> _ate or _ate <= _de end),
  compared as (select coalesce(t.id, l.id) as id,
      case when l.id is null then 'unwritten' when t.id is null then 'vanished' else 'differs' end as kind,
      case when t.id is null or l.id is null then '{}' else array_remove(array[${different.join(', ')}], null) end as columns
    from public.${quoteIdentifier(table.entity)} t full join last l on l.id = t.id),
  wrong as (select id, kind, columns from compared where kind <> 'differs' or columns <> '{}'
    union all select id, 'broken', '{}' from broken)
  select (select count(*) from public.${quoteIdentifier(table.entity)})::integer as rows,
    (select count(*) from versions)::integer as versions,
    (select count(distinct id) from wrong)::integer as wrong,
    coalesce((select json_agg(json_build_object('id', x.id::text, 'kind', x.kind, 'columns', x.columns) order by x.id, x.kind)
      from (select * from wrong order by id, kind limit ${shown}) x), '[]')::text as differences`;
};

/** What a replay of the history comes to, with the first `shown` differences. */
export const replayTable = async (database: Database, table: TableSpec, shown = 10): Promise<Replayed> => {
  type Row = Omit<Replayed, 'entity' | 'differences'> & { readonly differences: string };
  const { rows } = await database.query<Row>({ text: statementOf(table, shown), values: [] });
  const [row] = rows;
  if (!row) throw new Error('a replay gives one row');
  return { entity: table.entity, ...row, differences: JSON.parse(row.differences) as readonly ReplayDifference[] };
};
