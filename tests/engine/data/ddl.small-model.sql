create table public."cidade" (
  "id" bigint generated always as identity primary key,
  "codigo" integer not null,
  "nome" text collate fichario.pt_br not null,
  "uf" text collate "C" not null,
  "versao" integer not null default 1,
  "criado_em" timestamp with time zone not null default now(),
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  "busca" text collate "C" generated always as (fichario.normalize(coalesce("nome", '') || ' ' || coalesce("uf", ''))) stored,
  constraint "cidade_codigo_minimum_check" check ("codigo" >= 1),
  constraint "cidade_nome_max_length_check" check (char_length("nome") <= 60),
  constraint "cidade_uf_codes_check" check ("uf" in ('MG', 'RJ', 'SP')),
  constraint "cidade_codigo_key" unique ("codigo")
);

create table public."distrito" (
  "id" bigint generated always as identity primary key,
  "codigo" text collate fichario.pt_br not null,
  "nome" text collate fichario.pt_br,
  "cidade_id" bigint,
  "taxa" numeric(14,2) default '10.5',
  "senha" text collate fichario.pt_br,
  "versao" integer not null default 1,
  "criado_em" timestamp with time zone not null default now(),
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  constraint "distrito_cidade_id_fkey" foreign key ("cidade_id") references public."cidade" (id) on delete no action,
  constraint "distrito_taxa_minimum_check" check ("taxa" >= 0),
  constraint "distrito_codigo_key" unique ("codigo")
);

create index "cidade_nome_idx" on public."cidade" using btree ("nome", "id");

create index "cidade_busca_idx" on public."cidade" using gin (busca public.gin_trgm_ops);

create table historico."cidade" (
  "id" bigint,
  "codigo" integer,
  "nome" text collate fichario.pt_br,
  "uf" text collate "C",
  "versao" integer,
  "criado_em" timestamp with time zone,
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  _operacao char(1) not null,
  _de timestamptz not null,
  _ate timestamptz not null,
  _por bigint,
  _pedido text,
  _origem text,
  _transacao bigint not null
);
create index "cidade_id_de_idx" on historico."cidade" (id, _de desc);
create unique index "cidade_aberta_idx" on historico."cidade" (id) where _ate = 'infinity';
do $begin$ begin
  if obj_description('historico."cidade"'::regclass, 'pg_class') is null then
    execute format('comment on table %s is %L', 'historico."cidade"',
      'desde ' || (to_json(coalesce((select min(_de) from historico."cidade"), clock_timestamp())) #>> '{}'));
  end if;
end $begin$;
create index if not exists "cidade_excluida_idx" on historico."cidade" (_de desc, id desc) where _operacao = 'D';

create or replace function historico."cidade_gravar"() returns trigger language plpgsql as $function$
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
    insert into historico."cidade" ("id", "codigo", "nome", "uf", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."codigo", n."nome", n."uf", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'I', _at, 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'UPDATE' then
    update historico."cidade" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    with written as (
      insert into historico."cidade" ("id", "codigo", "nome", "uf", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
      select n."id", n."codigo", n."nome", n."uf", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'U', greatest(_at, (select h._ate from historico."cidade" h where h.id = n.id order by h._de desc limit 1)), 'infinity', _author, _request, _origin, _xid
      from new_rows n
      returning _de)
    select max(_de) into _last from written;
  elsif tg_op = 'DELETE' then
    update historico."cidade" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    with written as (
      insert into historico."cidade" ("id", "codigo", "nome", "uf", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
      select o."id", o."codigo", o."nome", o."uf", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
      from (select o.*, greatest(_at, (select h._ate from historico."cidade" h where h.id = o.id order by h._de desc limit 1)) as _fim from old_rows o) o
      returning _de)
    select max(_de) into _last from written;
  else
    update historico."cidade" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from public."cidade" o where h.id = o.id and h._ate = 'infinity';
    with written as (
      insert into historico."cidade" ("id", "codigo", "nome", "uf", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
      select o."id", o."codigo", o."nome", o."uf", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
      from (select o.*, greatest(_at, (select h._ate from historico."cidade" h where h.id = o.id order by h._de desc limit 1)) as _fim from public."cidade" o) o
      returning _de)
    select max(_de) into _last from written;
  end if;
  perform set_config('fichario.relogio', coalesce(_last, _at)::text, true);
  return null;
end
$function$;

create or replace trigger historico_insert after insert on public."cidade" referencing new table as new_rows
  for each statement execute function historico."cidade_gravar"();
create or replace trigger historico_update after update on public."cidade" referencing old table as old_rows new table as new_rows
  for each statement execute function historico."cidade_gravar"();
create or replace trigger historico_delete after delete on public."cidade" referencing old table as old_rows
  for each statement execute function historico."cidade_gravar"();
create or replace trigger historico_truncate before truncate on public."cidade"
  for each statement execute function historico."cidade_gravar"();

create index "distrito_cidade_id_idx" on public."distrito" using btree ("cidade_id", "id");

create table historico."distrito" (
  "id" bigint,
  "codigo" text collate fichario.pt_br,
  "nome" text collate fichario.pt_br,
  "cidade_id" bigint,
  "taxa" numeric(14,2),
  "versao" integer,
  "criado_em" timestamp with time zone,
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  _operacao char(1) not null,
  _de timestamptz not null,
  _ate timestamptz not null,
  _por bigint,
  _pedido text,
  _origem text,
  _transacao bigint not null
);
create index "distrito_id_de_idx" on historico."distrito" (id, _de desc);
create unique index "distrito_aberta_idx" on historico."distrito" (id) where _ate = 'infinity';
do $begin$ begin
  if obj_description('historico."distrito"'::regclass, 'pg_class') is null then
    execute format('comment on table %s is %L', 'historico."distrito"',
      'desde ' || (to_json(coalesce((select min(_de) from historico."distrito"), clock_timestamp())) #>> '{}'));
  end if;
end $begin$;
create index if not exists "distrito_excluida_idx" on historico."distrito" (_de desc, id desc) where _operacao = 'D';

create or replace function historico."distrito_gravar"() returns trigger language plpgsql as $function$
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
    insert into historico."distrito" ("id", "codigo", "nome", "cidade_id", "taxa", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."codigo", n."nome", n."cidade_id", n."taxa", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'I', _at, 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'UPDATE' then
    update historico."distrito" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    with written as (
      insert into historico."distrito" ("id", "codigo", "nome", "cidade_id", "taxa", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
      select n."id", n."codigo", n."nome", n."cidade_id", n."taxa", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'U', greatest(_at, (select h._ate from historico."distrito" h where h.id = n.id order by h._de desc limit 1)), 'infinity', _author, _request, _origin, _xid
      from new_rows n
      returning _de)
    select max(_de) into _last from written;
  elsif tg_op = 'DELETE' then
    update historico."distrito" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    with written as (
      insert into historico."distrito" ("id", "codigo", "nome", "cidade_id", "taxa", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
      select o."id", o."codigo", o."nome", o."cidade_id", o."taxa", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
      from (select o.*, greatest(_at, (select h._ate from historico."distrito" h where h.id = o.id order by h._de desc limit 1)) as _fim from old_rows o) o
      returning _de)
    select max(_de) into _last from written;
  else
    update historico."distrito" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from public."distrito" o where h.id = o.id and h._ate = 'infinity';
    with written as (
      insert into historico."distrito" ("id", "codigo", "nome", "cidade_id", "taxa", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
      select o."id", o."codigo", o."nome", o."cidade_id", o."taxa", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
      from (select o.*, greatest(_at, (select h._ate from historico."distrito" h where h.id = o.id order by h._de desc limit 1)) as _fim from public."distrito" o) o
      returning _de)
    select max(_de) into _last from written;
  end if;
  perform set_config('fichario.relogio', coalesce(_last, _at)::text, true);
  return null;
end
$function$;

create or replace trigger historico_insert after insert on public."distrito" referencing new table as new_rows
  for each statement execute function historico."distrito_gravar"();
create or replace trigger historico_update after update on public."distrito" referencing old table as old_rows new table as new_rows
  for each statement execute function historico."distrito_gravar"();
create or replace trigger historico_delete after delete on public."distrito" referencing old table as old_rows
  for each statement execute function historico."distrito_gravar"();
create or replace trigger historico_truncate before truncate on public."distrito"
  for each statement execute function historico."distrito_gravar"();
