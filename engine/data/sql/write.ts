/** write plan -> SQL. Each write is one statement: who writes, the change, and what the caller gets back. */
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { Condition, OrderKey, ReadPlan } from '../plan/types.ts';
import { printCondition, printWhere } from './conditions.ts';
import { printJoins, printObject } from './read.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { columnName, join, parameter, print, sql, tableName, typeName } from './sql.ts';

export const comma = sql`, `;

/** What a write says back. `check`: conditions that every row must meet afterwards (row scope). */
export interface Returning {
  readonly plan: ReadPlan;
  readonly representation: boolean;
  readonly check: readonly Condition[];
  /** Whether the caller asks for an order; without one the rows come back as they were sent. */
  readonly ordered?: boolean;
  /** Whether the ids of all rows come back. */
  readonly ids?: boolean;
}

export const user = (): Sql => parameter({ kind: 'input', name: 'user' }, 'bigint');

/** The history triggers read who, which request and from where from these settings, which end with the transaction. */
export const who = (): Sql =>
  sql`who as materialized (select set_config('fichario.usuario', ${parameter({ kind: 'input', name: 'user' }, 'text')}, true), set_config('fichario.pedido', ${parameter({ kind: 'input', name: 'request' }, 'text')}, true), set_config('fichario.origem', ${parameter({ kind: 'input', name: 'origin' }, 'text')}, true))`;

/**
 * What an insert begins with. Of a deleted record that comes back the inputs `id`, `version` and `moment`, its deletion:
 * versions follow each other, whatever the clock says.
 */
export const begun = (revives: boolean): Sql =>
  revives
    ? sql`${who()}, back as materialized (select set_config('fichario.relogio', ${parameter({ kind: 'input', name: 'moment' }, 'text')}, true))`
    : who();

/** Of an insert: what it names, what it takes its values from, and these, before those of the columns. */
export const beginning = (revives: boolean): { readonly names: Sql; readonly from: Sql; readonly values: Sql } =>
  revives
    ? {
        names: sql`"id", versao, `,
        from: sql`who, back`,
        values: sql`${parameter({ kind: 'input', name: 'id' }, 'bigint')}, ${parameter({ kind: 'input', name: 'version' }, 'integer')}, `,
      }
    : { names: sql``, from: sql`who`, values: sql`` };

/** Ids are given by the database, but for those that it gave before. */
export const overriding = (revives: boolean): Sql => (revives ? sql` overriding system value` : sql``);

/** The columns of a row of JSON; there must be one. */
export const rowType = (columns: readonly ColumnRef[], more: readonly Sql[] = []): Sql =>
  columns.length + more.length === 0
    ? sql`_ text`
    : join([...more, ...columns.map((column) => sql`${columnName(column)} ${typeName(column)}`)], comma);

export const rows = (): Sql => parameter({ kind: 'input', name: 'rows' }, 'json');

/** What every change of a row that is there sets besides. */
export const stamps = (): readonly Sql[] => [
  sql`versao = t.versao + 1`,
  sql`alterado_em = now()`,
  sql`alterado_por = ${user()}`,
];

const printKey = (key: OrderKey): Sql => {
  const side = key.descending ? sql`${key.ref} desc` : sql`${key.ref}`;
  if (!key.ref.nullable || key.nullsFirst === key.descending) return side;
  return key.nullsFirst ? sql`${side} nulls first` : sql`${side} nulls last`;
};

/**
 * One row: `n` rows written, `outside` those that fail the check, `id` and `version` of the first, `body` as JSON text
 * in the order of the plan, `ids` as a JSON array in the order in which they were sent, as far as `sent` tells. `more` are further columns, over `changed t`; `sent` joins the input as `r`, whose `_row` is
 * the place of a row in the body.
 */
export const answer = (
  { plan, representation, check, ordered = false, ids = false }: Returning,
  more: readonly Sql[] = [],
  sent: Sql | undefined = undefined,
): Sql => {
  const asSent = sent !== undefined && representation && !ordered;
  const order = [...(asSent ? [sql`r._row`] : []), ...plan.order.map(printKey)];
  const outside =
    check.length === 0
      ? sql`0`
      : sql`count(*) filter (where (${join(
          check.map((one) => printCondition(one)),
          sql` and `,
        )}) is not true)::integer`;
  const body = representation
    ? sql`coalesce(json_agg(${printObject(plan.output)} order by ${join(order, comma)}), '[]')::text`
    : sql`null::text`;
  const joins = representation ? printJoins(plan.joins) : sql``;
  const columns = join(
    [
      sql`count(*)::integer as n`,
      sql`${outside} as outside`,
      sql`min(t."id")::text as id`,
      sql`min(t."versao") as version`,
      sql`${body} as body`,
      ...(ids ? [sql`json_agg(t.id order by ${asSent ? sql`r._row` : sql`t.id`})::text as ids`] : []),
      ...more,
    ],
    comma,
  );
  return sql`select ${columns} from changed t${asSent ? sent : sql``}${joins}`;
};

/** The columns that an answer is made of, where they are the written table's alone. */
const toldOf = ({ plan, representation, check }: Returning): readonly ColumnRef[] | undefined => {
  if (check.length > 0) return undefined;
  if (!representation) return [];
  if (plan.joins.length > 0) return undefined;
  const refs = plan.order.map(({ ref }) => ref);
  for (const output of plan.output) {
    if (output.kind !== 'column') return undefined;
    refs.push(output.ref);
  }
  return refs.some(({ person }) => person !== undefined) ? undefined : refs;
};

/**
 * What a write hands on to its `answer`, which takes nothing `more`: of many rows the whole of each, search text included,
 * costs a tenth of the write.
 */
const handedOn = (returning: Returning): Sql => {
  const told = toldOf(returning);
  if (told === undefined) return sql`returning t.*`;
  const columns = new Map(told.map((ref) => [ref.column, sql`${ref}`]));
  columns.set('id', sql`t."id"`).set('versao', sql`t."versao"`);
  return sql`returning ${join([...columns.values()], comma)}`;
};

/**
 * Inserts the rows of the input `rows`, a JSON array of objects with `columns` and `_row`, their place: identities are
 * given in the order of insertion, so the ids are in the order of the rows.
 */
export const printInsert = (
  scope: Scope,
  columns: readonly ColumnRef[],
  returning: Returning,
  revives = false,
): PrintedSql => {
  const first = beginning(revives);
  const names = join([...columns.map(columnName), sql`criado_por`], comma);
  const values = join([...columns.map((column) => sql`r.${columnName(column)}`), user()], comma);
  const source = sql`json_to_recordset(${rows()}) as r(${rowType(columns, [sql`_row integer`])})`;
  return print(
    sql`with ${begun(revives)}, changed as (insert into ${tableName(scope.table)} as t (${first.names}${names})${overriding(revives)} select ${first.values}${values} from ${first.from}, ${source} order by r._row ${handedOn(returning)}) ${answer(returning)}`,
  );
};

/** What a write says back of the records of the input `rows`, a JSON array of their ids in the order of the answer. */
export const printWritten = (scope: Scope, returning: Returning): PrintedSql => {
  const given = sql`json_array_elements_text(${rows()}) with ordinality as i (id, _row)`;
  const sent = sql` join (select i.id::bigint as id, i._row from ${given}) r on r.id = t.id`;
  return print(
    sql`with changed as (select t.* from ${scope.table} where ${scope.id} in (select i.id::bigint from ${given})) ${answer(returning, [], sent)}`,
  );
};

const namesOnly = (root: ReadPlan['root'], condition: Condition): boolean => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.every((item) => namesOnly(root, item));
    case 'word':
      return [
        ...condition.refs,
        ...(condition.stored ? [condition.stored] : []),
        ...condition.numbers.map(({ ref }) => ref),
      ].every((ref) => ref.table === root);
    case 'never':
      return true;
    case 'found':
      return false;
    default:
      return condition.ref.table === root;
  }
};

/**
 * The rows that the plan's conditions pick, as a condition on the target `t`. What is said of `t` itself is said of the
 * target and not of a copy, for PostgreSQL checks the target again where another write came first.
 */
export const picked = (plan: ReadPlan, more: readonly Sql[]): Sql => {
  const own = plan.where.filter((condition) => namesOnly(plan.root, condition));
  const related = plan.where.filter((condition) => !own.includes(condition));
  const chosen = sql`t.id in (select t.id from ${plan.root}${printJoins(plan.joins)}${printWhere(related)})`;
  return printWhere(own, related.length === 0 ? more : [...more, chosen]);
};

export const sameVersion = (scope: Scope): Sql =>
  sql`${scope.version} = ${parameter({ kind: 'input', name: 'version' }, 'integer')}`;

/** Sets `columns` from the input `rows`, one JSON object, on the rows picked; with `versioned` only at that version. */
export const printUpdate = (
  scope: Scope,
  columns: readonly ColumnRef[],
  versioned: boolean,
  returning: Returning,
): PrintedSql => {
  const sets = join(
    [...columns.map((column) => sql`${columnName(column)} = r.${columnName(column)}`), ...stamps()],
    comma,
  );
  const where = picked(returning.plan, versioned ? [sameVersion(scope)] : []);
  return print(
    sql`with ${who()}, changed as (update ${scope.table} set ${sets} from who, json_to_record(${rows()}) as r(${rowType(columns)})${where} ${handedOn(returning)}) ${answer(returning)}`,
  );
};

/** Deletes the rows picked; with `versioned` only at that version. */
export const printDelete = (scope: Scope, versioned: boolean, returning: Returning): PrintedSql =>
  print(
    sql`with ${who()}, changed as (delete from ${scope.table} using who${picked(returning.plan, versioned ? [sameVersion(scope)] : [])} ${handedOn(returning)}) ${answer(returning)}`,
  );
