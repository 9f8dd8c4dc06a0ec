/** Records that a rule which is not yet in force would refuse. In: rules of fields. Out: counts and samples. */
import type { Entity } from '../model/types.ts';
import type { Queryable } from './database.ts';
import { quoteIdentifier } from './ddl/quote.ts';

export interface StoredRule {
  readonly entity: Entity;
  /** The column whose values are looked at, or the name of the array whose rows are counted. */
  readonly column: string;
  /** The rows of that array. */
  readonly owned?: Entity;
  /** The stored value as text, or the number of rows; null: there is none. */
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

/** The columns of the table that are there; none where it is not. */
const columnsOf = async (database: Queryable, { name }: Entity): Promise<ReadonlySet<string>> => {
  const { rows } = await database.query<{ column_name: string }>({
    text: `select column_name::text from information_schema.columns where table_schema = 'public' and table_name = $1::text`,
    values: [name],
  });
  return new Set(rows.map((row) => row.column_name));
};

/** What a rule looks at, in SQL; undefined where the database has no such thing yet. */
const readingOf = async (
  database: Queryable,
  columns: ReadonlySet<string>,
  { column, owned }: StoredRule,
): Promise<string | undefined> => {
  if (owned?.owner === undefined) return columns.has(column) ? quoteIdentifier(column) : undefined;
  const key = owned.fields.find(({ name }) => name === owned.owner?.relation)?.column ?? '';
  if (columns.size === 0 || !(await columnsOf(database, owned)).has(key)) return undefined;
  return `(select count(*) from public.${quoteIdentifier(owned.name)} r where r.${quoteIdentifier(key)} = t.id)`;
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
  const values = await Promise.all(rules.map((rule) => readingOf(database, there, rule)));
  const found = values.map((value) => (value === undefined ? undefined : { count: 0, sample: [] as number[] }));
  const read = [...new Set(values)].filter((value) => value !== undefined);
  if (read.length === 0) return found;
  const columns = read.map((value, index) => `${value}::text as v${index}`).join(', ');
  const text = `select id::text as key, ${columns} from public.${quoteIdentifier(entity.name)} t
    where id > $1::text::bigint order by id limit ${pageSize}`;
  for (let after = '0'; ; ) {
    const { rows } = await database.query<Readonly<Record<string, string | null>>>({ text, values: [after] });
    for (const row of rows)
      for (const [index, { fits }] of rules.entries()) {
        const [counted, value] = [found[index], values[index]];
        if (counted === undefined || value === undefined || fits(row[`v${read.indexOf(value)}`] ?? null)) continue;
        counted.count += 1;
        if (counted.sample.length < sampleSize) counted.sample.push(Number(row['key']));
      }
    after = rows.at(-1)?.['key'] ?? after;
    if (rows.length < pageSize) return found;
  }
};
