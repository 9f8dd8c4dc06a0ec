/** Drawn records into their tables, by COPY where a server is there. In: an open transaction, records. Out: rows, counters. */
import { writeNumber } from '../../core/sequence.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { Child, Entity } from '../../model/types.ts';
import type { Queryable } from '../database.ts';
import { quoteIdentifier, quoteLiteral } from '../ddl/quote.ts';
import type { Row } from '../given-rows.ts';
import { isRow } from '../given-rows.ts';
import { copyText } from './copy-text.ts';

/** Ids that nobody else will get. The sequence is looked for once, not for each of them: a fifth of the time of a load. */
export const takeIds = async (transaction: Queryable, entity: Entity, count: number): Promise<readonly number[]> => {
  const sequence = quoteLiteral(`public.${quoteIdentifier(entity.name)}`);
  const { rows } = await transaction.query<{ ids: string }>({
    text: `select json_agg(nextval(s.name))::text as ids
      from (select pg_get_serial_sequence(${sequence}, 'id')::regclass as name offset 0) s, generate_series(1, $1::text::integer)`,
    values: [String(count)],
  });
  return JSON.parse(rows[0]?.ids ?? '[]') as readonly number[];
};

/** Of the columns that are named, those of the entity, in its order. */
export const columnsOf = (entity: Entity, named: ReadonlySet<string>): readonly string[] => [
  ...(named.has('id') ? ['id'] : []),
  ...entity.fields.map(({ column }) => column).filter((column) => named.has(column)),
];

export const copyInto = async (
  copy: NonNullable<Queryable['copy']>,
  entity: Entity,
  columns: readonly string[],
  lines: Iterable<string>,
): Promise<void> => {
  const names = columns.map(quoteIdentifier).join(', ');
  await copy(`copy public.${quoteIdentifier(entity.name)} (${names}) from stdin`, lines);
};

export const insert = async (transaction: Queryable, entity: Entity, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return;
  const columns = columnsOf(entity, new Set(rows.flatMap(Object.keys)));
  if (transaction.copy) return copyInto(transaction.copy, entity, columns, copyText(rows, columns));
  const names = columns.map(quoteIdentifier).join(', ');
  const types = columns.map((name) => {
    const field = entity.fields.find(({ column }) => column === name);
    return `${quoteIdentifier(name)} ${field === undefined ? 'bigint' : fieldTypes[field.type].castType}`;
  });
  await transaction.query({
    text: `insert into public.${quoteIdentifier(entity.name)} (${names}) overriding system value
      select ${names} from json_to_recordset($1::text::json) as r(${types.join(', ')})`,
    values: [JSON.stringify(rows)],
  });
};

/** The rows of an array with the columns that only the engine writes. */
export const ownedRows = ({ name, entity }: Child, owners: readonly Row[]): readonly Row[] => {
  const column = (field: string | undefined): string => entity.fields.find((one) => one.name === field)?.column ?? '';
  const [owner, position] = [column(entity.owner?.relation), column(entity.owner?.position)];
  return owners.flatMap((record) => {
    const rows = record[name];
    return Array.isArray(rows)
      ? rows.filter(isRow).map((row, index) => ({ ...row, [owner]: record['id'], [position]: index }))
      : [];
  });
};

/** The counters of the day go on after the numbers that were drawn. */
export const passNumbers = async (
  transaction: Queryable,
  entity: Entity,
  today: string,
  count: number,
): Promise<void> => {
  for (const { name, sequence } of entity.fields)
    if (sequence !== undefined)
      await transaction.query({
        text: `insert into fichario.sequence as s (key, period, last) values ($1::text, $2::text, $3::text::bigint)
          on conflict on constraint sequence_pkey do update set last = greatest(s.last, excluded.last)`,
        values: [`${entity.name}.${name}`, writeNumber(sequence, today, count).period, String(count)],
      });
};
