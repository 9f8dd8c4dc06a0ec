/**
 * SQL text under construction. A plain string cannot become part of it: the template tag takes other `Sql`, names made
 * by the plan, and parameters, nothing else.
 */
import type { ColumnRef, CoveredRef, TableRef } from '../plan/refs.ts';
import type { ValueSource } from '../plan/types.ts';

/** A value to bind: where it comes from, and how its text is made fit for the cast. Raises REQUEST_VALUE_INVALID. */
export interface Parameter {
  readonly source: ValueSource | { readonly kind: 'input'; readonly name: InputName };
  readonly convert: ((value: string | readonly string[]) => string) | undefined;
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
  | 'batch';

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

const tableText = ({ table, alias }: TableRef): string => `public.${quote(table)} ${alias}`;

const columnText = ({ table, column, person }: ColumnRef): string => {
  if (person === undefined) return `${table.alias}.${quote(column)}`;
  const login = `${person.table.alias}.${quote(person.login)}`;
  return person.inside
    ? login
    : `(select ${login} from ${tableText(person.table)} where ${person.table.alias}.id = ${table.alias}.${quote(person.key)})`;
};

const refText = (ref: ColumnRef | TableRef): string => ('column' in ref ? columnText(ref) : tableText(ref));

type Piece = Sql | ColumnRef | TableRef;

export const sql = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Sql =>
  Sql.of(
    texts.flatMap((text, index) => {
      const piece = pieces[index];
      if (piece === undefined) return [text];
      return piece instanceof Sql ? [text, ...piece.parts] : [text, refText(piece)];
    }),
  );

export const join = (items: readonly Piece[], separator: Sql): Sql =>
  Sql.of(
    items.flatMap((item, index) => [
      ...(index > 0 ? separator.parts : []),
      ...(item instanceof Sql ? item.parts : [refText(item)]),
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
export const coveredValue = ({ table, column }: CoveredRef): Sql => Sql.of([`${table.alias}.${quote(column)}`]);

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
