/**
 * What is kept of who came in, was refused, and changed passwords or rights: rows of `fichario.access_event`. No password,
 * token or digest is ever among them, nor what somebody typed as a login that nobody has: it may be a password.
 */
import type { Person } from '../../engine/api/session-store.ts';
import type { AccessEventKind } from '../../engine/contract/session.ts';
import type { Queryable } from '../../engine/data/database.ts';

interface Happened {
  readonly kind: AccessEventKind;
  /** Of the account, as typed: kept where somebody has it. */
  readonly login: string;
  /** Where it came from; `actor` is who did it to somebody else's account. */
  readonly person: Person;
  readonly detail?: Readonly<Record<string, string>>;
}

export const recordEvent = async (queryable: Queryable, { kind, login, person, detail }: Happened): Promise<void> => {
  await queryable.query({
    text: `insert into fichario.access_event (kind, login, actor, address, agent, detail)
      values ($1::text, (select login from usuario where login = $2::text), $3::text, $4::text, $5::text, $6::text::jsonb)`,
    values: [
      kind,
      login,
      person.actor ?? null,
      person.address,
      person.agent ?? null,
      detail === undefined ? null : JSON.stringify(detail),
    ],
    name: 'access-event',
  });
};

/** The same where anybody can make it happen as often as he likes: one a minute is kept, so that a flood does not fill the table. */
export const recordSeldom = async (queryable: Queryable, { kind, login, person }: Happened): Promise<void> => {
  await queryable.query({
    text: `with known as (select (select login from usuario where login = $2::text) as login)
      insert into fichario.access_event (kind, login, address, agent)
      select $1::text, known.login, $3::text, $4::text from known
      where not exists (select from fichario.access_event e where e.at > now() - interval '1 minute'
        and e.kind = $1::text and e.address = $3::text and e.login is not distinct from known.login)`,
    values: [kind, login, person.address, person.agent ?? null],
    name: 'access-event-seldom',
  });
};

/**
 * Triggers that note each change of rights, whoever makes it: one row a statement, with the first records that it met.
 * What exactly changed stands in the history of these records.
 */
const rightTables = ['regra', 'grupo', 'usuario_grupo', 'usuario_prestadores', 'config_permissao'] as const;

const operations = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

export const rightEventsSql = `
create or replace function fichario.note_rights() returns trigger language plpgsql as $function$
begin
  insert into fichario.access_event (kind, login, actor, address, detail)
  select 'rightsChanged', null,
    (select login from public.usuario where id = nullif(current_setting('fichario.usuario', true), '')::bigint),
    nullif(split_part(current_setting('fichario.origem', true), ' ', 2), ''),
    jsonb_build_object('entity', tg_table_name, 'operation', lower(tg_op), 'count', count(*),
      'records', (array_agg(id order by id))[1:20])
  from changed having count(*) > 0;
  return null;
end $function$;
create or replace function fichario.note_roles() returns trigger language plpgsql as $function$
begin
  insert into fichario.access_event (kind, login, actor, address, detail)
  select 'rightsChanged', n.login,
    (select login from public.usuario where id = nullif(current_setting('fichario.usuario', true), '')::bigint),
    nullif(split_part(current_setting('fichario.origem', true), ' ', 2), ''),
    jsonb_build_object('entity', 'usuario', 'operation', 'update', 'count', 1, 'records', array[n.id])
  from changed n join former o on o.id = n.id
  where (n.operadora, n.prestador, n.prestador_administrativo, n.dependente, n.beneficiario, n.ouvidoria, n.auditor, n.admin,
    n.ativo, n.bloqueado, n.prestador_registro_id, n.beneficiario_registro_id, n.login, n.email)
    is distinct from (o.operadora, o.prestador, o.prestador_administrativo, o.dependente, o.beneficiario, o.ouvidoria, o.auditor,
    o.admin, o.ativo, o.bloqueado, o.prestador_registro_id, o.beneficiario_registro_id, o.login, o.email);
  return null;
end $function$;
create or replace function fichario.note_users() returns trigger language plpgsql as $function$
begin
  insert into fichario.access_event (kind, login, actor, address, detail)
  select 'rightsChanged', case when count(*) = 1 then min(login) end,
    (select login from public.usuario where id = nullif(current_setting('fichario.usuario', true), '')::bigint),
    nullif(split_part(current_setting('fichario.origem', true), ' ', 2), ''),
    jsonb_build_object('entity', 'usuario', 'operation', lower(tg_op), 'count', count(*),
      'records', (array_agg(id order by id))[1:20])
  from changed having count(*) > 0;
  return null;
end $function$;
create or replace function fichario.date_password() returns trigger language plpgsql as $function$
begin
  if new.senha_hash is distinct from (case when tg_op = 'UPDATE' then old.senha_hash end) then new.senha_alterada_em := now(); end if;
  return new;
end $function$;
create or replace trigger date_password before insert or update of senha_hash on public.usuario
  for each row execute function fichario.date_password();
create or replace trigger note_roles after update on public.usuario
  referencing new table as changed old table as former for each statement execute function fichario.note_roles();
create or replace trigger note_users_insert after insert on public.usuario
  referencing new table as changed for each statement execute function fichario.note_users();
create or replace trigger note_users_delete after delete on public.usuario
  referencing old table as changed for each statement execute function fichario.note_users();
${rightTables
  .flatMap((table) =>
    operations.map(
      ([operation, rows]) => `create or replace trigger note_rights_${operation} after ${operation} on public.${table}
  referencing ${rows} table as changed for each statement execute function fichario.note_rights();`,
    ),
  )
  .join('\n')}`;
