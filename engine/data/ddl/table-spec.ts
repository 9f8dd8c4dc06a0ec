/** Tables as the model wants them, or as the database has them: plain data, compared by `planSchemaChange`. */

export interface ColumnSpec {
  readonly name: string;
  /** Name of the field; undefined for a column of the engine's own. */
  readonly field: string | undefined;
  /** SQL type, collation included, in the spelling of `canonicalType`. */
  readonly type: string;
  readonly required: boolean;
  /** SQL of the default. */
  readonly default: string | undefined;
  /** The default gives each row a number of its own: no value for rows that are there already. */
  readonly numbered: boolean;
  /** The text by which it does (`x-sequence`), of a column as the model wants it. */
  readonly sequence?: string;
  /** SQL of a column that the database gives its values: `identity`, or `always as (...) stored`. */
  readonly generated: string | undefined;
  /** The history keeps no copy of it. */
  readonly secret: boolean;
}

/** What of two rows is compared, and how. */
export interface ApartPart {
  /** SQL over the columns of one row. */
  readonly expression: string;
  readonly operator: '=' | '&&';
}

export interface ConstraintSpec {
  readonly name: string;
  readonly kind: 'unique' | 'check' | 'foreign' | 'exclude';
  /** Names of the fields it speaks of. */
  readonly fields: readonly string[];
  readonly columns: readonly string[];
  /** SQL after `constraint <name>`. */
  readonly definition: string;
  /** What it asks of the rows, in words. */
  readonly rule: string;
  /** Of `foreign` alone: the entity whose records are pointed at. */
  readonly target?: string;
  /** Of `exclude` alone: no two rows may agree in all of these. */
  readonly apart?: readonly ApartPart[];
}

export interface IndexSpec {
  readonly name: string;
  readonly columns: readonly string[];
  /** SQL after `on <table>`. */
  readonly definition: string;
}

/** An index that serves nothing: it is invalid, or unique without being a constraint. */
export interface LooseIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly valid: boolean;
  /** What constraint it could be of its columns: `unique`, `unique nulls not distinct`; empty: none. */
  readonly fits: string;
}

/** A constraint that asks for a value in a column until the column itself does. */
export interface HeldColumn {
  readonly constraint: string;
  readonly column: string;
}

/** What only the catalog knows of a table as it is. */
export interface TableState {
  /** Of names that the engine gives: what a change that was broken off has left. */
  readonly loose: readonly LooseIndex[];
  /** Names of constraints that hold for what is written, and were not held against the rows that there were. */
  readonly unproven: readonly string[];
  /** Of columns that a change was about to make required: what it has left where it was broken off. */
  readonly held: readonly HeldColumn[];
  /** PostgreSQL makes indexes and constraints of such a table only while others wait. */
  readonly partitioned: boolean;
}

export interface TableSpec {
  /** Name of the entity, of its table in `public` and of its history in `historico`. */
  readonly entity: string;
  /** Of owned rows: the column that holds the owner. */
  readonly owner: string | undefined;
  readonly columns: readonly ColumnSpec[];
  readonly constraints: readonly ConstraintSpec[];
  readonly indexes: readonly IndexSpec[];
  /** Of a table as the database has it. */
  readonly state?: TableState;
}

/** `generated` of the column `id`. */
export const identity = 'always as identity primary key';

/** Whether the database works the values out from other columns. */
export const isComputed = ({ generated }: ColumnSpec): boolean => generated !== undefined && generated !== identity;

/** What people know a column by. */
export const fieldOf = (column: ColumnSpec): string => column.field ?? column.name;

/** Spellings of types that PostgreSQL writes differently when asked (`format_type`). */
const spellings: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  time: 'time without time zone',
};

/** One spelling for a type, so that what the catalog says and what a field type says can be compared. */
export const canonicalType = (sqlType: string): string => spellings[sqlType] ?? sqlType;

/** Columns whose values the history keeps: all but those that are secret or computed from others. */
export const historyColumns = (table: TableSpec): readonly ColumnSpec[] =>
  table.columns.filter((column) => !column.secret && (column.generated === undefined || column.generated === identity));
