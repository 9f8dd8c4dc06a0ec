/**
 * What costs a table most while millions of rows come in: indexes that grow in no order, and references that are looked up
 * one by one. They are set aside and made anew over all rows at once, in the same transaction: the database checks every
 * row, nobody ever sees the table without them, and where a row breaks one, nothing was written.
 */
import type { Queryable } from '../database.ts';
import { quoteIdentifier, quoteLiteral } from '../ddl/quote.ts';

interface Part {
  readonly drop: string;
  readonly create: string;
}

/** Unique ones that nothing refers to, references, and plain indexes, of the table and of its history; in the order in which they are made. */
const partsOf = (table: string): string => {
  const tables = [`public.${quoteIdentifier(table)}`, `historico.${quoteIdentifier(table)}`].map(quoteLiteral);
  const those = `any (array[${tables.join(', ')}]::regclass[])`;
  return `select coalesce(json_agg(json_build_object('drop', drop, 'create', made) order by place, name), '[]')::text as parts
    from (
      select 1 as place, i.indexrelid::regclass::text as name, format('drop index %s', i.indexrelid::regclass) as drop,
        pg_get_indexdef(i.indexrelid) as made
      from pg_index i
      where i.indrelid = ${those} and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
      union all
      select case c.contype when 'u' then 0 else 2 end, c.conname,
        format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
        format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
      from pg_constraint c
      where c.conrelid = ${those} and (c.contype = 'f' or (c.contype = 'u'
        and not exists (select from pg_constraint o where o.confrelid = c.conrelid and o.conindid = c.conindid)))
    ) parts`;
};

/** Memory of the building of one index. */
const settings = "set local statement_timeout = 0; set local maintenance_work_mem = '256MB'";

/** In a transaction. The tables that the table points at can neither be read nor written by others until it ends. */
export const setAside = async <Result>(
  transaction: Queryable,
  table: string,
  run: () => Promise<Result>,
): Promise<Result> => {
  await transaction.execute(settings);
  const { rows } = await transaction.query<{ parts: string }>({ text: partsOf(table), values: [] });
  const parts = JSON.parse(rows[0]?.parts ?? '[]') as readonly Part[];
  // References first: what they rest on stands in another table.
  for (const { drop } of parts.toReversed()) await transaction.execute(drop);
  const result = await run();
  for (const { create } of parts) await transaction.execute(create);
  return result;
};
