/** Values as the `pg` package sends and reads them, for SQL that is not ours: see `Queryable.queryAsPg`. */
import pg from 'pg';
import type { Rows } from './messages.ts';

const writeMember = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return writeArray(value);
  return `"${(writePgValue(value) ?? '').replace(/["\\]/g, '\\$&')}"`;
};

const writeArray = (values: readonly unknown[]): string => `{${values.map(writeMember).join(',')}}`;

/** Lists become arrays of PostgreSQL, other objects JSON. */
export const writePgValue = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return writeArray(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The rows of one statement, read by the types that were told with them. */
export const readPgRows = ({ columns, types = [], rows }: Rows): Record<string, unknown>[] => {
  const readers = types.map((oid) => pg.types.getTypeParser(oid, 'text') as (text: string) => unknown);
  return rows.map((row) =>
    Object.fromEntries(
      columns.map((column, index) => {
        const text = row[index] as string | null;
        return [column, text === null ? null : readers[index]?.(text)];
      }),
    ),
  );
};
