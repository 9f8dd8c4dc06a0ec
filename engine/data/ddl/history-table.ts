/**
 * The history of a table: a table of the same columns in schema `historico`, written by triggers whoever writes. Each row
 * is one version and the time it was valid, `[_de, _ate)`; the current version has `_ate = 'infinity'`, a deletion is a
 * row of the last values that was never valid (`_de = _ate`). In: the table. Out: SQL.
 */
import { objectName } from './object-name.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import type { TableSpec } from './table-spec.ts';
import { historyColumns } from './table-spec.ts';

export const historyName = (table: TableSpec): string => `historico.${quoteIdentifier(table.entity)}`;

export const createHistoryTable = (table: TableSpec): string => {
  const columns = historyColumns(table).map((column) => `  ${quoteIdentifier(column.name)} ${column.type}`);
  const index = (suffix: string): string => quoteIdentifier(objectName([table.entity], suffix));
  return `create table ${historyName(table)} (
${columns.join(',\n')},
  _operacao char(1) not null,
  _de timestamptz not null,
  _ate timestamptz not null,
  _por bigint,
  _pedido text,
  _origem text,
  _transacao bigint not null
);
create index ${index('id_de_idx')} on ${historyName(table)} (id, _de desc);
create unique index ${index('aberta_idx')} on ${historyName(table)} (id) where _ate = 'infinity';${
    table.owner === undefined
      ? ''
      : `
create index ${index('dono_idx')} on ${historyName(table)} (${quoteIdentifier(table.owner)}, _ate);`
  }
${rememberBeginning(table)}
${indexDeletions(table)}`;
};

/** Deletions are listed by themselves, newest first. */
export const indexDeletions = (table: TableSpec): string =>
  `create index if not exists ${quoteIdentifier(objectName([table.entity], 'excluida_idx'))} on ${historyName(table)} (_de desc, id desc) where _operacao = 'D';`;

/**
 * Says in the comment of the history since when it tells of its table, once: whatever name it has, a dump takes it along.
 * One that was begun before histories said so tells of its table since its first row.
 */
export const rememberBeginning = (table: TableSpec): string => {
  const history = historyName(table);
  return `do $begin$ begin
  if obj_description(${quoteLiteral(history)}::regclass, 'pg_class') is null then
    execute format('comment on table %s is %L', ${quoteLiteral(history)},
      'desde ' || (to_json(coalesce((select min(_de) from ${history}), clock_timestamp())) #>> '{}'));
  end if;
end $begin$;`;
};

/**
 * The function of the triggers, on any write of any number of rows. The clock is that of the statement, not of the
 * transaction. Where it stands still or goes back, the versions of a row follow each other by a microsecond, so that each
 * was valid for some time; so do the statements of a transaction, whatever tables they write, for its rows are told by
 * the entry of the record that came before them. Its variables begin with `_`, as no field does.
 */
export const createHistoryFunction = (table: TableSpec): string => {
  const names = historyColumns(table).map((column) => quoteIdentifier(column.name));
  const history = historyName(table);
  const insert = `insert into ${history} (${names.join(', ')}, _operacao, _de, _ate, _por, _pedido, _origem, _transacao)`;
  const values = (alias: string): string => names.map((name) => `${alias}.${name}`).join(', ');
  // Each statement finds the rows of the history by index, one by one: a session keeps its first plan, and a join of the
  // two transition tables that was planned for one row is quadratic for a hundred thousand.
  const closing = (
    source: string,
  ): string => `update ${history} h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from ${source} o where h.id = o.id and h._ate = 'infinity';`;
  const closed = (alias: string): string =>
    `greatest(_at, (select h._ate from ${history} h where h.id = ${alias}.id order by h._de desc limit 1))`;
  const noted = (rows: string): string => `with written as (
      ${insert}
      ${rows}
      returning _de)
    select max(_de) into _last from written;`;
  const deletion = (source: string): string => `${closing(source)}
    ${noted(`select ${values('o')}, 'D', o._fim, o._fim, _author, _request, _origin, _xid
      from (select o.*, ${closed('o')} as _fim from ${source} o) o`)}`;
  return `create or replace function ${functionName(table)}() returns trigger language plpgsql as $function$
declare
  _before constant timestamptz := nullif(current_setting('fichario.relogio', true), '')::timestamptz;
  _at constant timestamptz := greatest(clock_timestamp(), _before + interval '1 microsecond');
  _last timestamptz := _at;
  _author constant bigint := nullif(current_setting('fichario.usuario', true), '')::bigint;
  _request constant text := nullif(current_setting('fichario.pedido', true), '');
  _origin constant text := nullif(current_setting('fichario.origem', true), '');
  _xid constant bigint := pg_current_xact_id()::text::bigint;
begin
  if tg_op = 'INSERT' then
    ${insert}
    select ${values('n')}, 'I', _at, 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'UPDATE' then
    ${closing('old_rows')}
    ${noted(`select ${values('n')}, 'U', ${closed('n')}, 'infinity', _author, _request, _origin, _xid
      from new_rows n`)}
  elsif tg_op = 'DELETE' then
    ${deletion('old_rows')}
  else
    ${deletion(`public.${quoteIdentifier(table.entity)}`)}
  end if;
  perform set_config('fichario.relogio', coalesce(_last, _at)::text, true);
  return null;
end
$function$;`;
};

/** PostgreSQL allows transition tables only to triggers of one operation, and none to truncate. */
export const createHistoryTriggers = (table: TableSpec): string =>
  [
    ['historico_insert', 'after insert', 'referencing new table as new_rows'],
    ['historico_update', 'after update', 'referencing old table as old_rows new table as new_rows'],
    ['historico_delete', 'after delete', 'referencing old table as old_rows'],
    ['historico_truncate', 'before truncate', ''],
  ]
    .map(([name, when, referencing]) =>
      `create or replace trigger ${name} ${when} on public.${quoteIdentifier(table.entity)} ${referencing}
  for each statement execute function ${functionName(table)}();`.replace(' \n', '\n'),
    )
    .join('\n');

const functionName = (table: TableSpec): string => `historico.${quoteIdentifier(objectName([table.entity], 'gravar'))}`;

/** After its table, which holds it. */
export const dropHistoryFunction = (table: TableSpec): string => `drop function if exists ${functionName(table)}();`;
