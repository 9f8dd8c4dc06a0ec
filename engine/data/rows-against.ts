/** Records that a rule which is not yet in force would refuse. In: rules of fields. Out: counts and samples. */
import type { Entity } from '../model/types.ts';
import type { Queryable } from './database.ts';
import { quoteIdentifier } from './ddl/quote.ts';

export interface StoredRule {
  readonly entity: Entity;
  /** The column whose values are looked at; `id` of owned rows counts their being there. */
  readonly column: string;
  /** The stored value as text; null: there is none. */
  readonly fits: (value: string | null) => boolean;
}

export interface RowsAgainst {
  readonly count: number;
  /** Ids of the first of them. */
  readonly sample: readonly number[];
}

/** Rows of one reading: the process holds no more at once. */
const pageSize = 5000;
const sampleSize = 5;

/** The columns of the table that are there. */
const columnsOf = async (database: Queryable, { name }: Entity): Promise<ReadonlySet<string>> => {
  const { rows } = await database.query<{ column_name: string }>({
    text: `select column_name::text from information_schema.columns where table_schema = 'public' and table_name = $1::text`,
    values: [name],
  });
  return new Set(rows.map((row) => row.column_name));
};

/**
 * In the order of the rules, which are of one entity; undefined where there is no such column yet. Reads the table once,
 * by its key.
 */
export const countAgainst = async (
  database: Queryable,
  entity: Entity,
  rules: readonly StoredRule[],
): Promise<readonly (RowsAgainst | undefined)[]> => {
  const there = await columnsOf(database, entity);
  const found = rules.map(({ column }) => (there.has(column) ? { count: 0, sample: [] as number[] } : undefined));
  if (found.every((one) => one === undefined)) return found;
  const read = [...new Set(rules.map(({ column }) => column))].filter((column) => there.has(column));
  const columns = read.map((column, index) => `${quoteIdentifier(column)}::text as v${index}`).join(', ');
  const text = `select id::text as key, ${columns} from public.${quoteIdentifier(entity.name)}
    where id > $1::text::bigint order by id limit ${pageSize}`;
  for (let after = '0'; ; ) {
    const { rows } = await database.query<Readonly<Record<string, string | null>>>({ text, values: [after] });
    for (const row of rows)
      for (const [index, { column, fits }] of rules.entries()) {
        const counted = found[index];
        if (counted === undefined || fits(row[`v${read.indexOf(column)}`] ?? null)) continue;
        counted.count += 1;
        if (counted.sample.length < sampleSize) counted.sample.push(Number(row['key']));
      }
    after = rows.at(-1)?.['key'] ?? after;
    if (rows.length < pageSize) return found;
  }
};
