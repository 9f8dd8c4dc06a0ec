/**
 * What of SQL a query.sql may use, as tables: everything else is refused. Only what reads, gives the same for the same
 * rows, and whose columns can be followed to where they come from.
 */

/** Kinds of expression, and the keys under which further expressions stand. */
export const expressions: Readonly<Record<string, readonly string[]>> = {
  A_Const: [],
  A_Expr: ['lexpr', 'rexpr'],
  A_ArrayExpr: ['elements'],
  BoolExpr: ['args'],
  BooleanTest: ['arg'],
  CaseExpr: ['arg', 'args', 'defresult'],
  CaseWhen: ['expr', 'result'],
  CoalesceExpr: ['args'],
  FuncCall: ['args', 'agg_order', 'agg_filter'],
  List: ['items'],
  MinMaxExpr: ['args'],
  NullTest: ['arg'],
  SortBy: ['node'],
  SQLValueFunction: [],
  TypeCast: ['arg'],
};

/** Keys of a SELECT that are read; another one is refused by the words given, or by its name. */
export const selectKeys: ReadonlySet<string> = new Set([
  'all',
  'distinctClause',
  'fromClause',
  'groupClause',
  'havingClause',
  'larg',
  'limitCount',
  'limitOffset',
  'limitOption',
  'op',
  'rarg',
  'sortClause',
  'targetList',
  'whereClause',
  'windowClause',
  'withClause',
]);

/** Functions of PostgreSQL that read nothing but what they are given. */
export const functions: ReadonlySet<string> = new Set([
  // of many rows
  ...['count', 'sum', 'avg', 'min', 'max', 'bool_and', 'bool_or', 'string_agg'],
  ...['row_number', 'rank', 'dense_rank', 'lag', 'lead', 'first_value', 'last_value'],
  // of texts
  ...['lower', 'upper', 'initcap', 'btrim', 'ltrim', 'rtrim', 'length', 'char_length', 'substring', 'substr', 'left'],
  ...['right', 'replace', 'concat', 'concat_ws', 'lpad', 'rpad', 'split_part', 'position', 'strpos'],
  // of numbers
  ...['abs', 'round', 'ceil', 'floor', 'trunc', 'mod'],
  // of days and moments
  ...['age', 'date_part', 'date_trunc', 'extract', 'make_date', 'timezone', 'to_char'],
]);

/** Types to cast to. */
export const types: ReadonlySet<string> = new Set([
  ...['bool', 'int2', 'int4', 'int8', 'numeric', 'float8', 'text', 'varchar'],
  ...['date', 'time', 'timestamp', 'timestamptz', 'interval'],
]);

/** What has a value of its own without being a function. */
export const currents: ReadonlySet<string> = new Set(['SVFOP_CURRENT_TIMESTAMP']);
