import type { Entity, Field } from '../model/types.ts';
import type { Queryable } from './database.ts';
import { quoteIdentifier } from './ddl/quote.ts';

/** Rows of the table of an entity, and those among them with a value in the field; undefined where there is no such column yet. */
export const countFilled = async (
  database: Queryable,
  { name }: Entity,
  { column }: Field,
): Promise<{ readonly rows: number; readonly filled: number } | undefined> => {
  const present = await database.query({
    text: `select from information_schema.columns where table_schema = 'public' and table_name = $1::text and column_name = $2::text`,
    values: [name, column],
  });
  if (present.rows.length === 0) return undefined;
  const counted = await database.query<{ rows: string; filled: string }>({
    text: `select count(*)::text as rows, count(${quoteIdentifier(column)})::text as filled from public.${quoteIdentifier(name)}`,
    values: [],
  });
  const [found] = counted.rows;
  return { rows: Number(found?.rows), filled: Number(found?.filled) };
};
