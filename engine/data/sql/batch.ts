/** Reading for batches: which rows there are, and what became of them under a batch. */
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { ReadPlan } from '../plan/types.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { columnName, historyName, integer, join, parameter, print, sql, tableName } from './sql.ts';
import type { Returning } from './write.ts';
import { answer, comma, picked, user, who } from './write.ts';

/** One row, `body`: of the rows picked `[id, version]`, by id; `locked`: held until the transaction ends. */
export const printPicked = (scope: Scope, plan: ReadPlan, limit: number, locked: boolean): PrintedSql =>
  print(
    sql`select coalesce(json_agg(json_build_array(x.id, x.version)), '[]')::text as body from (select ${scope.id} as id, ${scope.version} as version from ${scope.table}${picked(plan, [])} order by ${scope.id} limit ${integer(limit)}${locked ? sql` for update of t` : sql``}) x`,
  );

/** The ids of the input `rows`, a JSON array, as texts. */
export const idsGiven = (): Sql => sql`json_array_elements_text(${parameter({ kind: 'input', name: 'rows' }, 'json')})`;

const object = (alias: Sql, columns: readonly ColumnRef[]): Sql =>
  sql`(select row_to_json(o.*) from (select ${join(
    columns.map((column) => sql`${alias}.${columnName(column)}`),
    comma,
  )}) o)`;

/** Rows that records own: the key that says whose they are, their order, and what people see of them. */
export interface OwnedColumns {
  readonly owner: ColumnRef;
  readonly position: ColumnRef;
  readonly columns: readonly ColumnRef[];
  /** Of `columns`, those whose values are told. */
  readonly told: readonly ColumnRef[];
}

/**
 * Whether the rows that the record owns are others than the batch left: somebody has written them since, and their values
 * are not those again, whatever their ids.
 */
const touchedBy = ({ owner, columns }: OwnedColumns, batch: Sql): Sql => {
  const of = sql`${historyName(owner.table)} c where c.${columnName(owner)} = u.id`;
  const left = sql`(select greatest(a._de, max(c._de)) from ${of} and c._pedido = ${batch})`;
  const values = (among: Sql): Sql =>
    sql`(select array_agg(v order by v) from (select ${object(sql`c`, columns)}::text as v from ${of} and c._operacao <> 'D' and ${among}) x)`;
  return sql`(exists (select from ${of} and c._de > a._de and c._pedido is distinct from ${batch}) and ${values(sql`c._de <= ${left} and c._ate > ${left}`)} is distinct from ${values(sql`c._ate = 'infinity'`)})`;
};

/**
 * Whether the batch wrote rows that the record owns, whether somebody else did since, and those that there were before, in
 * order: the writes of the rows follow that of the record.
 */
const ownedBefore = (rows: OwnedColumns, batch: Sql, begun: Sql): Sql => {
  const { owner, position, told } = rows;
  const of = sql`${historyName(owner.table)} c where c.${columnName(owner)} = u.id`;
  const written = sql`exists (select from ${of} and c._pedido = ${batch})`;
  const values = join([sql`c.id`, ...told.map((column) => sql`c.${columnName(column)}`)], comma);
  const before = sql`(select coalesce(json_agg(row_to_json(o.*)), '[]') from (select ${values} from ${of} and c._operacao <> 'D' and c._de < ${begun} and c._ate >= ${begun} order by c.${columnName(position)}, c.id) o)`;
  return sql`json_build_object('written', ${written}, 'touched', ${touchedBy(rows, batch)}, 'before', case when ${written} then ${before} end)`;
};

/**
 * One row, `body`: of the rows of the input `rows`, a JSON array of ids, that the batch of the input `batch` wrote, by id:
 * `id`, whether it `inserted` it, `columns` as they were `before` (null: there was none) and `after` it (null: it deleted the row), as they
 * are `now` (null: gone), `current`, the version of now, and of each of `owned` whether the batch has `written` rows, whether somebody else has
 * `touched` them since, and those of `before` (null: it wrote none).
 */
export const printWritten = (
  scope: Scope,
  columns: readonly ColumnRef[],
  owned: readonly OwnedColumns[],
): PrintedSql => {
  const history = historyName(scope.table);
  const batch = parameter({ kind: 'input', name: 'batch' }, 'text');
  const own = sql`h.id = u.id and h._pedido = ${batch}`;
  const begun = sql`(select min(h._de) from ${history} h where ${own})`;
  const lists = owned.map((rows) => ownedBefore(rows, batch, begun));
  const ids = idsGiven();
  return print(
    sql`select coalesce(json_agg(json_build_object('id', u.id, 'inserted', exists (select from ${history} h where ${own} and h._operacao = 'I'), 'before', case when b.id is not null then ${object(sql`b`, columns)} end, 'after', case when a._operacao <> 'D' then ${object(sql`a`, columns)} end, 'now', case when t.id is not null then ${object(sql`t`, columns)} end, 'current', t.versao, 'owned', json_build_array(${join(lists, comma)})) order by u.id), '[]')::text as body from (select i::bigint as id from ${ids} i) u join lateral (select h.* from ${history} h where ${own} order by h._de desc, h.versao desc limit 1) a on true left join lateral (select h.* from ${history} h where h.id = u.id and h._operacao <> 'D' and h._de < ${begun} order by h._de desc limit 1) b on true left join ${scope.table} on t.id = u.id`,
  );
};

/** One row: `n`, the rows whose `owner` is among the ids of the only parameter, a JSON array. */
export const printOwned = (scope: Scope, owner: ColumnRef): PrintedSql =>
  print(
    sql`select count(*)::integer as n from ${scope.table} where ${owner} in (select i::bigint from ${idsGiven()} i)`,
  );

/** The rows of the history that the batch of the input `batch` deleted, of those whose `key` is among the input `rows`. */
const deleted = (scope: Scope, key: Sql): Sql =>
  sql`${historyName(scope.table)} h where h._pedido = ${parameter({ kind: 'input', name: 'batch' }, 'text')} and h._operacao = 'D' and ${key} in (select i::bigint from ${idsGiven()} i)`;

const again = (scope: Scope, columns: readonly ColumnRef[], key: Sql): Sql => {
  const names = join(columns.map(columnName), comma);
  const values = join(
    columns.map((column) => sql`h.${columnName(column)}`),
    comma,
  );
  return sql`insert into ${tableName(scope.table)} (id, ${names}, versao, criado_em, criado_por, alterado_em, alterado_por) overriding system value select h.id, ${values}, h.versao + 1, h.criado_em, h.criado_por, now(), ${user()} from who, ${deleted(scope, key)} order by h.id`;
};

/** Inserts again what the batch of the input `batch` deleted, of the ids of the input `rows`: each as it was, with its id. */
export const printRevive = (scope: Scope, columns: readonly ColumnRef[], returning: Returning): PrintedSql =>
  print(sql`with ${who()}, changed as (${again(scope, columns, sql`h.id`)} returning *) ${answer(returning)}`);

/** The same of the rows that the records of the input `rows` owned. */
export const printReviveOwned = (scope: Scope, columns: readonly ColumnRef[], owner: ColumnRef): PrintedSql =>
  print(sql`with ${who()} ${again(scope, columns, sql`h.${columnName(owner)}`)}`);

/** One row, `body`: a JSON array of the `id` of those that the batch deleted and whose `key` is among the input `rows`. */
export const printDeleted = (scope: Scope, key: ColumnRef): PrintedSql =>
  print(
    sql`select coalesce(json_agg(json_build_object('id', h.id)), '[]')::text as body from ${deleted(scope, sql`h.${columnName(key)}`)}`,
  );

/** One row, `body`: a JSON array of the `id` of those that the batch inserted and whose `key` was then among the input `rows`. */
export const printInserted = (scope: Scope, key: ColumnRef): PrintedSql =>
  print(
    sql`select coalesce(json_agg(json_build_object('id', h.id)), '[]')::text as body from ${historyName(scope.table)} h where h._pedido = ${parameter({ kind: 'input', name: 'batch' }, 'text')} and h._operacao = 'I' and h.${columnName(key)} in (select i::bigint from ${idsGiven()} i)`,
  );

/**
 * One row, `body`: a JSON array of the `id` of those that the batch changed and whose `key` was among the input `rows` before
 * it or after it.
 */
export const printChanged = (scope: Scope, key: ColumnRef): PrintedSql => {
  const history = historyName(scope.table);
  const batch = parameter({ kind: 'input', name: 'batch' }, 'text');
  const given = (alias: Sql): Sql => sql`${alias}.${columnName(key)} in (select g.id from g)`;
  const before = sql`exists (select from ${history} p where p.id = h.id and p._ate = h._de and ${given(sql`p`)})`;
  return print(
    sql`with g as (select i::bigint as id from ${idsGiven()} i) select coalesce(json_agg(json_build_object('id', x.id)), '[]')::text as body from (select distinct h.id from ${history} h where h._pedido = ${batch} and h._operacao = 'U' and (${given(sql`h`)} or ${before})) x`,
  );
};

/**
 * One row, `body`: a JSON array of the `id` that rows owned by the records of the input `rows` pointed at by `key` while the
 * batch wrote the record.
 */
export const printPointedThen = (record: Scope, scope: Scope, owner: ColumnRef, key: ColumnRef): PrintedSql => {
  const batch = parameter({ kind: 'input', name: 'batch' }, 'text');
  const written = sql`select s.id, min(s._de) as begun, max(s._de) as ended from ${historyName(record.table)} s where s.id in (select i::bigint from ${idsGiven()} i) and s._pedido = ${batch} group by s.id`;
  return print(
    sql`select coalesce(json_agg(json_build_object('id', x.id)), '[]')::text as body from (select distinct h.${columnName(key)} as id from (${written}) w join ${historyName(scope.table)} h on h.${columnName(owner)} = w.id where h._operacao <> 'D' and h.${columnName(key)} is not null and (h._pedido = ${batch} or (h._de <= w.ended and h._ate >= w.begun))) x`,
  );
};

/** One row, `body`: a JSON array of the `id` that rows owned by the records of the input `rows` pointed at by `key`, as the batch left them. */
export const printPointed = (scope: Scope, owner: ColumnRef, key: ColumnRef): PrintedSql =>
  print(
    sql`select coalesce(json_agg(json_build_object('id', h.${columnName(key)})), '[]')::text as body from ${historyName(scope.table)} h where h._pedido = ${parameter({ kind: 'input', name: 'batch' }, 'text')} and h._operacao <> 'D' and h.${columnName(key)} is not null and h.${columnName(owner)} in (select i::bigint from ${idsGiven()} i)`,
  );
