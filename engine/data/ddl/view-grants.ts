/** What an administrator of the database lets others do with a view, for who reads it with another tool: it outlives the view. */
import type { Queryable } from '../database.ts';

export interface Grant {
  readonly view: string;
  /** Of a grant on one column alone. */
  readonly column: string | null;
  readonly sql: string;
}

/** What somebody granted on the views to others than their owner. */
export const readGrants = async (database: Queryable, names: readonly string[]): Promise<readonly Grant[]> => {
  const { rows } = await database.query<Grant>({
    text: `with granted as (
        select c.relname, c.relowner, null::name as attname, c.relacl as acl from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
            and c.relname in (select json_array_elements_text($1::text::json))
        union all
        select c.relname, c.relowner, a.attname, a.attacl from pg_class c join pg_attribute a on a.attrelid = c.oid
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and a.attacl is not null
            and c.relname in (select json_array_elements_text($1::text::json)))
      select relname as view, attname as "column", format('grant %s%s on public.%I to %s%s;', one.privilege_type,
          ' (' || quote_ident(attname) || ')', relname,
          case one.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(one.grantee)) end,
          case when one.is_grantable then ' with grant option' end) as sql
        from granted cross join lateral aclexplode(acl) one
        where one.grantee <> relowner
        order by 1, 3`,
    values: [JSON.stringify(names)],
  });
  return rows;
};

/** Grants anew what the views still have, and gives the SQL. */
export const restoreGrants = async (transaction: Queryable, grants: readonly Grant[]): Promise<readonly string[]> => {
  if (grants.length === 0) return [];
  const { rows } = await transaction.query<{ view: string; column: string }>({
    text: `select c.relname as view, a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0
        and c.relname in (select json_array_elements_text($1::text::json))`,
    values: [JSON.stringify([...new Set(grants.map(({ view }) => view))])],
  });
  const isThere = (grant: Grant): boolean =>
    grant.column === null || rows.some(({ view, column }) => view === grant.view && column === grant.column);
  const statements = grants.filter(isThere).map(({ sql }) => sql);
  for (const sql of statements) await transaction.execute(sql);
  return statements;
};
