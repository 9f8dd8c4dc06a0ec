/**
 * SQL text under construction. A plain string cannot become part of it: the template tag takes other `Sql`, names made
 * by the plan, and parameters, nothing else.
 */
import type { Entity } from '../../model/types.ts';
import { searchExpression } from '../ddl/describe-tables.ts';
import type { ColumnRef, CoveredRef, Guard, TableRef } from '../plan/refs.ts';
import type { ValueSource } from '../plan/types.ts';

/**
 * A value to bind: where it comes from, and how its text is made fit for the cast, of a day in the zone of the
 * installation. Raises REQUEST_VALUE_INVALID.
 */
export interface Parameter {
  readonly source: ValueSource | { readonly kind: 'input'; readonly name: InputName };
  readonly convert: ((value: string | readonly string[], timeZone: string) => string | null) | undefined;
}

/** Values that are not of the request's filters: who writes, what is written. */
export type InputName =
  | 'user'
  | 'request'
  | 'origin'
  | 'rows'
  | 'settled'
  | 'version'
  | 'offset'
  | 'id'
  | 'after'
  | 'until'
  | 'batch'
  | 'moment';

export class Sql {
  readonly parts: readonly (string | Parameter)[];
  private constructor(parts: readonly (string | Parameter)[]) {
    this.parts = parts;
  }
  /** Only for this file. */
  static of(parts: readonly (string | Parameter)[]): Sql {
    return new Sql(parts);
  }
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type Parts = Sql['parts'];

/** The name of a table as a value. */
const text = (name: string): string => `'${name.replaceAll("'", "''")}'`;

/** Columns of the table that its history does not keep, worked out anew. */
const computedText = (entity: Entity): string => {
  const search = searchExpression(entity);
  return search === undefined ? '' : `, ${search} collate "C" as busca`;
};

const momentPart: Parameter = { source: { kind: 'input', name: 'moment' }, convert: undefined };

/** A table; of other rows than those of today a subselect of its history, with the same columns. */
const tableParts = ({ entity, table, alias, rows }: TableRef): Parts => {
  if (rows === 'today') return [`public.${quote(table)} ${alias}`];
  const versions = `(select h.*${computedText(entity)} from historico.${quote(table)} h where`;
  // As a moment from the first: a text would be made one anew for every version that is looked at.
  if (rows === 'then')
    return [
      `${versions} (select fichario.check_kept(${text(table)}, `,
      momentPart,
      `::timestamptz)) and h._de <= `,
      momentPart,
      `::timestamptz and h._ate > `,
      momentPart,
      `::timestamptz) ${alias}`,
    ];
  const isLast = `not exists (select from historico.${quote(table)} l where l.id = h.id and l._ate > h._ate)`;
  // Rows that records own go with their record, and stay a little longer than it.
  const isKept =
    entity.owner === undefined
      ? ` and h._de > coalesce((select fichario.kept_since(${text(table)})), '-infinity')`
      : '';
  return [`${versions} h._operacao = 'D' and ${isLast}${isKept}) ${alias}`];
};

/** A value of the rows that the guard names, and null in all others. */
const guardedParts = (value: Parts, { alias }: TableRef, castType: string, guard: Guard | undefined): Parts => {
  if (guard === undefined) return value;
  if (guard.length === 0) return [`null::${castType}`];
  const own = guard.flatMap(({ column, ...one }, index): Parts => {
    const record: Parameter = { source: { kind: 'own', ...one }, convert: undefined };
    const ref = `${index > 0 ? ' or ' : ''}${alias}.${quote(column)}`;
    return one.several ? [`${ref} = any(`, record, '::text::bigint[])'] : [`${ref} = `, record, '::text::bigint'];
  });
  return ['case when ', ...own, ' then ', ...value, ' end'];
};

const columnParts = ({ table, column, person, castType, guard }: ColumnRef): Parts => {
  if (person === undefined) return guardedParts([`${table.alias}.${quote(column)}`], table, castType, guard);
  const login = `${person.table.alias}.${quote(person.login)}`;
  if (person.inside) return [login];
  const found = [
    `(select ${login} from `,
    ...tableParts(person.table),
    ` where ${person.table.alias}.id = ${table.alias}.${quote(person.key)})`,
  ];
  return guardedParts(found, table, castType, guard);
};

const refParts = (ref: ColumnRef | TableRef): Parts => ('column' in ref ? columnParts(ref) : tableParts(ref));

type Piece = Sql | ColumnRef | TableRef;

export const sql = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Sql =>
  Sql.of(
    texts.flatMap((text, index) => {
      const piece = pieces[index];
      if (piece === undefined) return [text];
      return [text, ...(piece instanceof Sql ? piece.parts : refParts(piece))];
    }),
  );

export const join = (items: readonly Piece[], separator: Sql): Sql =>
  Sql.of(
    items.flatMap((item, index) => [
      ...(index > 0 ? separator.parts : []),
      ...(item instanceof Sql ? item.parts : refParts(item)),
    ]),
  );

/** `$n::text::<cast>`: every value travels as text. */
export const parameter = (source: Parameter['source'], castType: string, convert?: Parameter['convert']): Sql =>
  Sql.of([{ source, convert }, castType === 'text' ? '::text' : `::text::${castType}`]);

/** A whole number written into the text, where the planner must know it. */
export const integer = (value: number): Sql => {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number: ${value}`);
  return Sql.of([String(value)]);
};

/** The value under a cover: for what covers it alone. */
export const coveredValue = ({ table, column, guard }: CoveredRef): Sql =>
  Sql.of(guardedParts([`${table.alias}.${quote(column)}`], table, 'text', guard));

/** A key of the answer, checked by the plan, as an identifier. */
export const keyName = (name: string): Sql => Sql.of([quote(name)]);
/** The bare column of a ref, for lists of targets. */
export const columnName = (ref: ColumnRef): Sql => Sql.of([quote(ref.column)]);
export const tableName = (ref: TableRef): Sql => Sql.of([`public.${quote(ref.table)}`]);
/** The history table of an entity. */
export const historyName = (ref: TableRef): Sql => Sql.of([`historico.${quote(ref.table)}`]);
/** The SQL type of a column, from its field type. */
export const typeName = (ref: ColumnRef): Sql => Sql.of([ref.castType]);

export interface PrintedSql {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/** Numbers the parameters from $1 on. */
export const print = (statement: Sql): PrintedSql => {
  const parameters: Parameter[] = [];
  const text = statement.parts.map((part) => (typeof part === 'string' ? part : `$${parameters.push(part)}`)).join('');
  return { text, parameters };
};
