-- A product from before sessions, passwords and rights of fields had what they have today, cut down to what changed since or
-- could be lost: sessions, users with groups (then a registry of its own), rules, a questionnaire with its rows, histories.
-- As it was printed then. It is never made anew: today's start has to bring it up (upgrade.test.ts).

create schema if not exists fichario;
create schema if not exists historico;
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- people read lists in this order; deterministic, so that equal means equal and unique works
create collation if not exists fichario.pt_br (provider = icu, locale = 'pt-BR', deterministic = true);

-- what search compares: without accents, in small letters; immutable because the dictionary is named and never changes
create or replace function fichario.normalize(value text) returns text
language plpgsql immutable strict parallel safe
as $function$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, value) collate fichario.pt_br);
end
$function$;

create table if not exists fichario.state (key text primary key, value text);
create table if not exists fichario.secret (name text primary key, value bytea not null);

create table if not exists fichario.session (
  token_hash bytea primary key,
  usuario_id bigint not null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  seen_at timestamptz not null default now(),
  address text
);
create index if not exists session_usuario_id_idx on fichario.session (usuario_id);
create index if not exists session_expires_at_idx on fichario.session (expires_at);

-- files that people attach to records: the same content is kept once, in chunks; without sha256 its upload goes on
create table if not exists fichario.attachment_content (
  id uuid primary key default gen_random_uuid(),
  sha256 bytea unique,
  size bigint not null default 0,
  stored_at timestamptz not null default now()
);
create index if not exists attachment_content_upload_idx on fichario.attachment_content (stored_at) where sha256 is null;
create table if not exists fichario.attachment_chunk (
  content_id uuid not null references fichario.attachment_content (id) on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (content_id, position)
);
alter table fichario.attachment_chunk alter column bytes set storage external;

-- without record_id it waits for the record that is being filled in; see attachment-triggers.ts
create table if not exists fichario.attachment (
  id uuid primary key default gen_random_uuid(),
  content_id uuid not null references fichario.attachment_content (id),
  entity text not null,
  field text not null,
  name text not null,
  type text not null,
  size bigint not null,
  usuario_id bigint not null,
  uploaded_at timestamptz not null default now(),
  record_id bigint
);
create index if not exists attachment_content_id_idx on fichario.attachment (content_id);
create index if not exists attachment_pending_idx on fichario.attachment (uploaded_at, usuario_id) where record_id is null;

create or replace function fichario.describe_attachments() returns trigger language plpgsql as $function$
begin
  new := jsonb_populate_record(new, jsonb_build_object(tg_argv[1], (
    select jsonb_agg(jsonb_build_object('id', e.id, 'name', a.name, 'type', a.type, 'size', a.size) order by e.position)
    from (select item ->> 'id' as id, min(position) as position
      from jsonb_array_elements(to_jsonb(new) -> tg_argv[1]) with ordinality as given (item, position) group by 1) e
    left join fichario.attachment a on a.id = e.id::uuid)));
  return new;
end
$function$;

create or replace function fichario.claim_attachments() returns trigger language plpgsql as $function$
declare
  _ids constant uuid[] := array(select (item ->> 'id')::uuid from jsonb_array_elements(to_jsonb(new) -> tg_argv[1]) as given (item));
begin
  update fichario.attachment set record_id = new.id
    where id = any(_ids) and entity = tg_argv[0] and field = tg_argv[1] and record_id is null
    and usuario_id = nullif(current_setting('fichario.usuario', true), '')::bigint;
  if (select count(*) from fichario.attachment
    where id = any(_ids) and entity = tg_argv[0] and field = tg_argv[1] and record_id = new.id) < cardinality(_ids) then
    raise exception using errcode = 'FA001', message = 'a file of another record, or of none', column = tg_argv[1], table = tg_argv[0];
  end if;
  return null;
end
$function$;

create table if not exists fichario.login_attempt (key text not null, at timestamptz not null default now());
create index if not exists login_attempt_key_at_idx on fichario.login_attempt (key, at);

-- how often something was done lately, see take-turn.ts
create table if not exists fichario.turn (key text primary key, began timestamptz not null default now(), turns integer not null default 1);

-- what people keep for their screens; not of the records, so without history
create table if not exists fichario.user_setting (
  usuario_id bigint not null,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (usuario_id, key)
);
create table if not exists fichario.saved_view (
  id bigint generated always as identity primary key,
  usuario_id bigint not null,
  screen text not null,
  name text not null,
  shared boolean not null default false,
  content jsonb not null,
  versao integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint saved_view_name_key unique (usuario_id, screen, name)
);
create index if not exists saved_view_screen_idx on fichario.saved_view (screen) where shared;

create table public."grupo" (
  "id" bigint generated always as identity primary key,
  "nome" text collate fichario.pt_br not null,
  "descricao" text collate fichario.pt_br,
  "valida_senha" boolean not null default 'false',
  "dias_expiracao_senha" integer,
  "ativo" boolean not null default 'true',
  "versao" integer not null default 1,
  "criado_em" timestamp with time zone not null default now(),
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  constraint "grupo_nome_max_length_check" check (char_length("nome") <= 60),
  constraint "grupo_descricao_max_length_check" check (char_length("descricao") <= 200),
  constraint "grupo_dias_expiracao_senha_minimum_check" check ("dias_expiracao_senha" >= 1),
  constraint "grupo_dias_expiracao_senha_maximum_check" check ("dias_expiracao_senha" <= 3650),
  constraint "grupo_nome_key" unique ("nome")
);

create table public."regra" (
  "id" bigint generated always as identity primary key,
  "grupo_id" bigint not null,
  "assunto" text collate fichario.pt_br not null,
  "acao" text collate fichario.pt_br not null,
  "ativo" boolean not null default 'true',
  "versao" integer not null default 1,
  "criado_em" timestamp with time zone not null default now(),
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  constraint "regra_assunto_max_length_check" check (char_length("assunto") <= 60),
  constraint "regra_acao_max_length_check" check (char_length("acao") <= 40),
  constraint "regra_grupo_id_assunto_acao_key" unique nulls not distinct ("grupo_id", "assunto", "acao")
);

create table public."usuario_grupo" (
  "id" bigint generated always as identity primary key,
  "usuario_id" bigint not null,
  "grupo_id" bigint not null,
  "versao" integer not null default 1,
  "criado_em" timestamp with time zone not null default now(),
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  constraint "usuario_grupo_usuario_id_grupo_id_key" unique nulls not distinct ("usuario_id", "grupo_id")
);

create table public."usuario" (
  "id" bigint generated always as identity primary key,
  "login" text collate fichario.pt_br not null,
  "nome" text collate fichario.pt_br not null,
  "cpf" text collate fichario.pt_br,
  "email" text collate fichario.pt_br,
  "senha_hash" text collate fichario.pt_br not null,
  "senha_expirada" boolean not null default 'false',
  "bloqueado" boolean not null default 'false',
  "operadora" boolean not null default 'false',
  "prestador" boolean not null default 'false',
  "prestador_administrativo" boolean not null default 'false',
  "prestador_registro" integer,
  "beneficiario" boolean not null default 'false',
  "dependente" boolean not null default 'false',
  "beneficiario_registro" integer,
  "ouvidoria" boolean not null default 'false',
  "auditor" boolean not null default 'false',
  "admin" boolean not null default 'false',
  "ativo" boolean not null default 'true',
  "versao" integer not null default 1,
  "criado_em" timestamp with time zone not null default now(),
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  constraint "usuario_login_max_length_check" check (char_length("login") <= 50),
  constraint "usuario_nome_max_length_check" check (char_length("nome") <= 70),
  constraint "usuario_email_max_length_check" check (char_length("email") <= 100),
  constraint "usuario_senha_hash_max_length_check" check (char_length("senha_hash") <= 200),
  constraint "usuario_prestador_registro_minimum_check" check ("prestador_registro" >= 1),
  constraint "usuario_beneficiario_registro_minimum_check" check ("beneficiario_registro" >= 1),
  constraint "usuario_login_key" unique ("login")
);

create table public."questionario" (
  "id" bigint generated always as identity primary key,
  "nome" text collate fichario.pt_br not null,
  "finalidade" text collate "C" not null,
  "inicio" date not null,
  "fim" date,
  "versao" integer not null default 1,
  "criado_em" timestamp with time zone not null default now(),
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  "busca" text collate "C" generated always as (fichario.normalize(coalesce("nome", ''))) stored,
  constraint "questionario_nome_max_length_check" check (char_length("nome") <= 80),
  constraint "questionario_finalidade_codes_check" check ("finalidade" in ('DECLARACAO_SAUDE', 'PESQUISA', 'PROGRAMA', 'OUVIDORIA')),
  constraint "questionario_nome_key" unique ("nome")
);

create table public."questionario_perguntas" (
  "id" bigint generated always as identity primary key,
  "questionario_id" bigint not null,
  "posicao" integer not null,
  "enunciado" text collate fichario.pt_br not null,
  "tipo" text collate "C" not null default 'SIM_NAO',
  "opcoes" text collate fichario.pt_br,
  "obrigatoria" boolean not null default 'true',
  "versao" integer not null default 1,
  "criado_em" timestamp with time zone not null default now(),
  "criado_por" bigint,
  "alterado_em" timestamp with time zone,
  "alterado_por" bigint,
  constraint "questionario_perguntas_posicao_minimum_check" check ("posicao" >= 0),
  constraint "questionario_perguntas_enunciado_max_length_check" check (char_length("enunciado") <= 300),
  constraint "questionario_perguntas_tipo_codes_check" check ("tipo" in ('SIM_NAO', 'TEXTO', 'NUMERO', 'DATA', 'ESCOLHA')),
  constraint "questionario_perguntas_opcoes_max_length_check" check (char_length("opcoes") <= 2000)
);

create table historico."grupo" (
  "id" bigint,
  "nome" text collate fichario.pt_br,
  "descricao" text collate fichario.pt_br,
  "valida_senha" boolean,
  "dias_expiracao_senha" integer,
  "ativo" boolean,
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
create index "grupo_id_de_idx" on historico."grupo" (id, _de desc);
create unique index "grupo_aberta_idx" on historico."grupo" (id) where _ate = 'infinity';

create or replace function historico."grupo_gravar"() returns trigger language plpgsql as $function$
declare
  _at constant timestamptz := clock_timestamp();
  _author constant bigint := nullif(current_setting('fichario.usuario', true), '')::bigint;
  _request constant text := nullif(current_setting('fichario.pedido', true), '');
  _origin constant text := nullif(current_setting('fichario.origem', true), '');
  _xid constant bigint := pg_current_xact_id()::text::bigint;
begin
  if tg_op = 'INSERT' then
    insert into historico."grupo" ("id", "nome", "descricao", "valida_senha", "dias_expiracao_senha", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."nome", n."descricao", n."valida_senha", n."dias_expiracao_senha", n."ativo", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'I', _at, 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'UPDATE' then
    update historico."grupo" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."grupo" ("id", "nome", "descricao", "valida_senha", "dias_expiracao_senha", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."nome", n."descricao", n."valida_senha", n."dias_expiracao_senha", n."ativo", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'U', greatest(_at, (select h._ate from historico."grupo" h where h.id = n.id order by h._de desc limit 1)), 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'DELETE' then
    update historico."grupo" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."grupo" ("id", "nome", "descricao", "valida_senha", "dias_expiracao_senha", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."nome", o."descricao", o."valida_senha", o."dias_expiracao_senha", o."ativo", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."grupo" h where h.id = o.id order by h._de desc limit 1)) as _fim from old_rows o) o;
  else
    update historico."grupo" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from public."grupo" o where h.id = o.id and h._ate = 'infinity';
    insert into historico."grupo" ("id", "nome", "descricao", "valida_senha", "dias_expiracao_senha", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."nome", o."descricao", o."valida_senha", o."dias_expiracao_senha", o."ativo", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."grupo" h where h.id = o.id order by h._de desc limit 1)) as _fim from public."grupo" o) o;
  end if;
  return null;
end
$function$;

create or replace trigger historico_insert after insert on public."grupo" referencing new table as new_rows
  for each statement execute function historico."grupo_gravar"();
create or replace trigger historico_update after update on public."grupo" referencing old table as old_rows new table as new_rows
  for each statement execute function historico."grupo_gravar"();
create or replace trigger historico_delete after delete on public."grupo" referencing old table as old_rows
  for each statement execute function historico."grupo_gravar"();
create or replace trigger historico_truncate before truncate on public."grupo"
  for each statement execute function historico."grupo_gravar"();

create table historico."regra" (
  "id" bigint,
  "grupo_id" bigint,
  "assunto" text collate fichario.pt_br,
  "acao" text collate fichario.pt_br,
  "ativo" boolean,
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
create index "regra_id_de_idx" on historico."regra" (id, _de desc);
create unique index "regra_aberta_idx" on historico."regra" (id) where _ate = 'infinity';

create or replace function historico."regra_gravar"() returns trigger language plpgsql as $function$
declare
  _at constant timestamptz := clock_timestamp();
  _author constant bigint := nullif(current_setting('fichario.usuario', true), '')::bigint;
  _request constant text := nullif(current_setting('fichario.pedido', true), '');
  _origin constant text := nullif(current_setting('fichario.origem', true), '');
  _xid constant bigint := pg_current_xact_id()::text::bigint;
begin
  if tg_op = 'INSERT' then
    insert into historico."regra" ("id", "grupo_id", "assunto", "acao", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."grupo_id", n."assunto", n."acao", n."ativo", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'I', _at, 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'UPDATE' then
    update historico."regra" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."regra" ("id", "grupo_id", "assunto", "acao", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."grupo_id", n."assunto", n."acao", n."ativo", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'U', greatest(_at, (select h._ate from historico."regra" h where h.id = n.id order by h._de desc limit 1)), 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'DELETE' then
    update historico."regra" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."regra" ("id", "grupo_id", "assunto", "acao", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."grupo_id", o."assunto", o."acao", o."ativo", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."regra" h where h.id = o.id order by h._de desc limit 1)) as _fim from old_rows o) o;
  else
    update historico."regra" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from public."regra" o where h.id = o.id and h._ate = 'infinity';
    insert into historico."regra" ("id", "grupo_id", "assunto", "acao", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."grupo_id", o."assunto", o."acao", o."ativo", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."regra" h where h.id = o.id order by h._de desc limit 1)) as _fim from public."regra" o) o;
  end if;
  return null;
end
$function$;

create or replace trigger historico_insert after insert on public."regra" referencing new table as new_rows
  for each statement execute function historico."regra_gravar"();
create or replace trigger historico_update after update on public."regra" referencing old table as old_rows new table as new_rows
  for each statement execute function historico."regra_gravar"();
create or replace trigger historico_delete after delete on public."regra" referencing old table as old_rows
  for each statement execute function historico."regra_gravar"();
create or replace trigger historico_truncate before truncate on public."regra"
  for each statement execute function historico."regra_gravar"();

create index "usuario_grupo_grupo_id_idx" on public."usuario_grupo" using btree ("grupo_id", "id");

create table historico."usuario_grupo" (
  "id" bigint,
  "usuario_id" bigint,
  "grupo_id" bigint,
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
create index "usuario_grupo_id_de_idx" on historico."usuario_grupo" (id, _de desc);
create unique index "usuario_grupo_aberta_idx" on historico."usuario_grupo" (id) where _ate = 'infinity';

create or replace function historico."usuario_grupo_gravar"() returns trigger language plpgsql as $function$
declare
  _at constant timestamptz := clock_timestamp();
  _author constant bigint := nullif(current_setting('fichario.usuario', true), '')::bigint;
  _request constant text := nullif(current_setting('fichario.pedido', true), '');
  _origin constant text := nullif(current_setting('fichario.origem', true), '');
  _xid constant bigint := pg_current_xact_id()::text::bigint;
begin
  if tg_op = 'INSERT' then
    insert into historico."usuario_grupo" ("id", "usuario_id", "grupo_id", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."usuario_id", n."grupo_id", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'I', _at, 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'UPDATE' then
    update historico."usuario_grupo" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."usuario_grupo" ("id", "usuario_id", "grupo_id", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."usuario_id", n."grupo_id", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'U', greatest(_at, (select h._ate from historico."usuario_grupo" h where h.id = n.id order by h._de desc limit 1)), 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'DELETE' then
    update historico."usuario_grupo" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."usuario_grupo" ("id", "usuario_id", "grupo_id", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."usuario_id", o."grupo_id", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."usuario_grupo" h where h.id = o.id order by h._de desc limit 1)) as _fim from old_rows o) o;
  else
    update historico."usuario_grupo" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from public."usuario_grupo" o where h.id = o.id and h._ate = 'infinity';
    insert into historico."usuario_grupo" ("id", "usuario_id", "grupo_id", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."usuario_id", o."grupo_id", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."usuario_grupo" h where h.id = o.id order by h._de desc limit 1)) as _fim from public."usuario_grupo" o) o;
  end if;
  return null;
end
$function$;

create or replace trigger historico_insert after insert on public."usuario_grupo" referencing new table as new_rows
  for each statement execute function historico."usuario_grupo_gravar"();
create or replace trigger historico_update after update on public."usuario_grupo" referencing old table as old_rows new table as new_rows
  for each statement execute function historico."usuario_grupo_gravar"();
create or replace trigger historico_delete after delete on public."usuario_grupo" referencing old table as old_rows
  for each statement execute function historico."usuario_grupo_gravar"();
create or replace trigger historico_truncate before truncate on public."usuario_grupo"
  for each statement execute function historico."usuario_grupo_gravar"();

create table historico."usuario" (
  "id" bigint,
  "login" text collate fichario.pt_br,
  "nome" text collate fichario.pt_br,
  "cpf" text collate fichario.pt_br,
  "email" text collate fichario.pt_br,
  "senha_expirada" boolean,
  "bloqueado" boolean,
  "operadora" boolean,
  "prestador" boolean,
  "prestador_administrativo" boolean,
  "prestador_registro" integer,
  "beneficiario" boolean,
  "dependente" boolean,
  "beneficiario_registro" integer,
  "ouvidoria" boolean,
  "auditor" boolean,
  "admin" boolean,
  "ativo" boolean,
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
create index "usuario_id_de_idx" on historico."usuario" (id, _de desc);
create unique index "usuario_aberta_idx" on historico."usuario" (id) where _ate = 'infinity';

create or replace function historico."usuario_gravar"() returns trigger language plpgsql as $function$
declare
  _at constant timestamptz := clock_timestamp();
  _author constant bigint := nullif(current_setting('fichario.usuario', true), '')::bigint;
  _request constant text := nullif(current_setting('fichario.pedido', true), '');
  _origin constant text := nullif(current_setting('fichario.origem', true), '');
  _xid constant bigint := pg_current_xact_id()::text::bigint;
begin
  if tg_op = 'INSERT' then
    insert into historico."usuario" ("id", "login", "nome", "cpf", "email", "senha_expirada", "bloqueado", "operadora", "prestador", "prestador_administrativo", "prestador_registro", "beneficiario", "dependente", "beneficiario_registro", "ouvidoria", "auditor", "admin", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."login", n."nome", n."cpf", n."email", n."senha_expirada", n."bloqueado", n."operadora", n."prestador", n."prestador_administrativo", n."prestador_registro", n."beneficiario", n."dependente", n."beneficiario_registro", n."ouvidoria", n."auditor", n."admin", n."ativo", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'I', _at, 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'UPDATE' then
    update historico."usuario" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."usuario" ("id", "login", "nome", "cpf", "email", "senha_expirada", "bloqueado", "operadora", "prestador", "prestador_administrativo", "prestador_registro", "beneficiario", "dependente", "beneficiario_registro", "ouvidoria", "auditor", "admin", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."login", n."nome", n."cpf", n."email", n."senha_expirada", n."bloqueado", n."operadora", n."prestador", n."prestador_administrativo", n."prestador_registro", n."beneficiario", n."dependente", n."beneficiario_registro", n."ouvidoria", n."auditor", n."admin", n."ativo", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'U', greatest(_at, (select h._ate from historico."usuario" h where h.id = n.id order by h._de desc limit 1)), 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'DELETE' then
    update historico."usuario" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."usuario" ("id", "login", "nome", "cpf", "email", "senha_expirada", "bloqueado", "operadora", "prestador", "prestador_administrativo", "prestador_registro", "beneficiario", "dependente", "beneficiario_registro", "ouvidoria", "auditor", "admin", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."login", o."nome", o."cpf", o."email", o."senha_expirada", o."bloqueado", o."operadora", o."prestador", o."prestador_administrativo", o."prestador_registro", o."beneficiario", o."dependente", o."beneficiario_registro", o."ouvidoria", o."auditor", o."admin", o."ativo", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."usuario" h where h.id = o.id order by h._de desc limit 1)) as _fim from old_rows o) o;
  else
    update historico."usuario" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from public."usuario" o where h.id = o.id and h._ate = 'infinity';
    insert into historico."usuario" ("id", "login", "nome", "cpf", "email", "senha_expirada", "bloqueado", "operadora", "prestador", "prestador_administrativo", "prestador_registro", "beneficiario", "dependente", "beneficiario_registro", "ouvidoria", "auditor", "admin", "ativo", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."login", o."nome", o."cpf", o."email", o."senha_expirada", o."bloqueado", o."operadora", o."prestador", o."prestador_administrativo", o."prestador_registro", o."beneficiario", o."dependente", o."beneficiario_registro", o."ouvidoria", o."auditor", o."admin", o."ativo", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."usuario" h where h.id = o.id order by h._de desc limit 1)) as _fim from public."usuario" o) o;
  end if;
  return null;
end
$function$;

create or replace trigger historico_insert after insert on public."usuario" referencing new table as new_rows
  for each statement execute function historico."usuario_gravar"();
create or replace trigger historico_update after update on public."usuario" referencing old table as old_rows new table as new_rows
  for each statement execute function historico."usuario_gravar"();
create or replace trigger historico_delete after delete on public."usuario" referencing old table as old_rows
  for each statement execute function historico."usuario_gravar"();
create or replace trigger historico_truncate before truncate on public."usuario"
  for each statement execute function historico."usuario_gravar"();

create index "questionario_busca_idx" on public."questionario" using gin (busca public.gin_trgm_ops);

create table historico."questionario" (
  "id" bigint,
  "nome" text collate fichario.pt_br,
  "finalidade" text collate "C",
  "inicio" date,
  "fim" date,
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
create index "questionario_id_de_idx" on historico."questionario" (id, _de desc);
create unique index "questionario_aberta_idx" on historico."questionario" (id) where _ate = 'infinity';

create or replace function historico."questionario_gravar"() returns trigger language plpgsql as $function$
declare
  _at constant timestamptz := clock_timestamp();
  _author constant bigint := nullif(current_setting('fichario.usuario', true), '')::bigint;
  _request constant text := nullif(current_setting('fichario.pedido', true), '');
  _origin constant text := nullif(current_setting('fichario.origem', true), '');
  _xid constant bigint := pg_current_xact_id()::text::bigint;
begin
  if tg_op = 'INSERT' then
    insert into historico."questionario" ("id", "nome", "finalidade", "inicio", "fim", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."nome", n."finalidade", n."inicio", n."fim", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'I', _at, 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'UPDATE' then
    update historico."questionario" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."questionario" ("id", "nome", "finalidade", "inicio", "fim", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."nome", n."finalidade", n."inicio", n."fim", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'U', greatest(_at, (select h._ate from historico."questionario" h where h.id = n.id order by h._de desc limit 1)), 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'DELETE' then
    update historico."questionario" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."questionario" ("id", "nome", "finalidade", "inicio", "fim", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."nome", o."finalidade", o."inicio", o."fim", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."questionario" h where h.id = o.id order by h._de desc limit 1)) as _fim from old_rows o) o;
  else
    update historico."questionario" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from public."questionario" o where h.id = o.id and h._ate = 'infinity';
    insert into historico."questionario" ("id", "nome", "finalidade", "inicio", "fim", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."nome", o."finalidade", o."inicio", o."fim", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."questionario" h where h.id = o.id order by h._de desc limit 1)) as _fim from public."questionario" o) o;
  end if;
  return null;
end
$function$;

create or replace trigger historico_insert after insert on public."questionario" referencing new table as new_rows
  for each statement execute function historico."questionario_gravar"();
create or replace trigger historico_update after update on public."questionario" referencing old table as old_rows new table as new_rows
  for each statement execute function historico."questionario_gravar"();
create or replace trigger historico_delete after delete on public."questionario" referencing old table as old_rows
  for each statement execute function historico."questionario_gravar"();
create or replace trigger historico_truncate before truncate on public."questionario"
  for each statement execute function historico."questionario_gravar"();

create index "questionario_perguntas_questionario_id_posicao_idx" on public."questionario_perguntas" using btree ("questionario_id", "posicao", "id");

create table historico."questionario_perguntas" (
  "id" bigint,
  "questionario_id" bigint,
  "posicao" integer,
  "enunciado" text collate fichario.pt_br,
  "tipo" text collate "C",
  "opcoes" text collate fichario.pt_br,
  "obrigatoria" boolean,
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
create index "questionario_perguntas_id_de_idx" on historico."questionario_perguntas" (id, _de desc);
create unique index "questionario_perguntas_aberta_idx" on historico."questionario_perguntas" (id) where _ate = 'infinity';
create index "questionario_perguntas_dono_idx" on historico."questionario_perguntas" ("questionario_id", _ate);

create or replace function historico."questionario_perguntas_gravar"() returns trigger language plpgsql as $function$
declare
  _at constant timestamptz := clock_timestamp();
  _author constant bigint := nullif(current_setting('fichario.usuario', true), '')::bigint;
  _request constant text := nullif(current_setting('fichario.pedido', true), '');
  _origin constant text := nullif(current_setting('fichario.origem', true), '');
  _xid constant bigint := pg_current_xact_id()::text::bigint;
begin
  if tg_op = 'INSERT' then
    insert into historico."questionario_perguntas" ("id", "questionario_id", "posicao", "enunciado", "tipo", "opcoes", "obrigatoria", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."questionario_id", n."posicao", n."enunciado", n."tipo", n."opcoes", n."obrigatoria", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'I', _at, 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'UPDATE' then
    update historico."questionario_perguntas" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."questionario_perguntas" ("id", "questionario_id", "posicao", "enunciado", "tipo", "opcoes", "obrigatoria", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select n."id", n."questionario_id", n."posicao", n."enunciado", n."tipo", n."opcoes", n."obrigatoria", n."versao", n."criado_em", n."criado_por", n."alterado_em", n."alterado_por", 'U', greatest(_at, (select h._ate from historico."questionario_perguntas" h where h.id = n.id order by h._de desc limit 1)), 'infinity', _author, _request, _origin, _xid
    from new_rows n;
  elsif tg_op = 'DELETE' then
    update historico."questionario_perguntas" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from old_rows o where h.id = o.id and h._ate = 'infinity';
    insert into historico."questionario_perguntas" ("id", "questionario_id", "posicao", "enunciado", "tipo", "opcoes", "obrigatoria", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."questionario_id", o."posicao", o."enunciado", o."tipo", o."opcoes", o."obrigatoria", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."questionario_perguntas" h where h.id = o.id order by h._de desc limit 1)) as _fim from old_rows o) o;
  else
    update historico."questionario_perguntas" h set _ate = greatest(_at, h._de + interval '1 microsecond')
    from public."questionario_perguntas" o where h.id = o.id and h._ate = 'infinity';
    insert into historico."questionario_perguntas" ("id", "questionario_id", "posicao", "enunciado", "tipo", "opcoes", "obrigatoria", "versao", "criado_em", "criado_por", "alterado_em", "alterado_por", _operacao, _de, _ate, _por, _pedido, _origem, _transacao)
    select o."id", o."questionario_id", o."posicao", o."enunciado", o."tipo", o."opcoes", o."obrigatoria", o."versao", o."criado_em", o."criado_por", o."alterado_em", o."alterado_por", 'D', o._fim, o._fim, _author, _request, _origin, _xid
    from (select o.*, greatest(_at, (select h._ate from historico."questionario_perguntas" h where h.id = o.id order by h._de desc limit 1)) as _fim from public."questionario_perguntas" o) o;
  end if;
  return null;
end
$function$;

create or replace trigger historico_insert after insert on public."questionario_perguntas" referencing new table as new_rows
  for each statement execute function historico."questionario_perguntas_gravar"();
create or replace trigger historico_update after update on public."questionario_perguntas" referencing old table as old_rows new table as new_rows
  for each statement execute function historico."questionario_perguntas_gravar"();
create or replace trigger historico_delete after delete on public."questionario_perguntas" referencing old table as old_rows
  for each statement execute function historico."questionario_perguntas_gravar"();
create or replace trigger historico_truncate before truncate on public."questionario_perguntas"
  for each statement execute function historico."questionario_perguntas_gravar"();

alter table public."regra" add constraint "regra_grupo_id_fkey" foreign key ("grupo_id") references public."grupo" (id) on delete no action;

alter table public."usuario_grupo" add constraint "usuario_grupo_usuario_id_fkey" foreign key ("usuario_id") references public."usuario" (id) on delete no action;

alter table public."usuario_grupo" add constraint "usuario_grupo_grupo_id_fkey" foreign key ("grupo_id") references public."grupo" (id) on delete no action;

alter table public."questionario_perguntas" add constraint "questionario_perguntas_questionario_id_fkey" foreign key ("questionario_id") references public."questionario" (id) on delete cascade;

insert into fichario.state (key, value) values ('schema.tables', $value$[{"entity":"grupo","owner":null,"columns":[{"name":"id","field":null,"type":"bigint","required":true,"default":null,"generated":"always as identity primary key","secret":false},{"name":"nome","field":"nome","type":"text collate fichario.pt_br","required":true,"default":null,"generated":null,"secret":false},{"name":"descricao","field":"descricao","type":"text collate fichario.pt_br","required":false,"default":null,"generated":null,"secret":false},{"name":"valida_senha","field":"valida_senha","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"dias_expiracao_senha","field":"dias_expiracao_senha","type":"integer","required":false,"default":null,"generated":null,"secret":false},{"name":"ativo","field":"ativo","type":"boolean","required":true,"default":"'true'","generated":null,"secret":false},{"name":"versao","field":null,"type":"integer","required":true,"default":"1","generated":null,"secret":false},{"name":"criado_em","field":null,"type":"timestamp with time zone","required":true,"default":"now()","generated":null,"secret":false},{"name":"criado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_em","field":null,"type":"timestamp with time zone","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false}],"constraints":[{"name":"grupo_nome_max_length_check","rule":"no máximo 60 caracteres","kind":"check","fields":["nome"],"columns":["nome"],"definition":"check (char_length(\"nome\") <= 60)"},{"name":"grupo_descricao_max_length_check","rule":"no máximo 200 caracteres","kind":"check","fields":["descricao"],"columns":["descricao"],"definition":"check (char_length(\"descricao\") <= 200)"},{"name":"grupo_dias_expiracao_senha_minimum_check","rule":"no mínimo 1","kind":"check","fields":["dias_expiracao_senha"],"columns":["dias_expiracao_senha"],"definition":"check (\"dias_expiracao_senha\" >= 1)"},{"name":"grupo_dias_expiracao_senha_maximum_check","rule":"no máximo 3650","kind":"check","fields":["dias_expiracao_senha"],"columns":["dias_expiracao_senha"],"definition":"check (\"dias_expiracao_senha\" <= 3650)"},{"name":"grupo_nome_key","kind":"unique","rule":"um valor que não se repete","fields":["nome"],"columns":["nome"],"definition":"unique (\"nome\")"}],"indexes":[]},{"entity":"regra","owner":null,"columns":[{"name":"id","field":null,"type":"bigint","required":true,"default":null,"generated":"always as identity primary key","secret":false},{"name":"grupo_id","field":"grupo","type":"bigint","required":true,"default":null,"generated":null,"secret":false},{"name":"assunto","field":"assunto","type":"text collate fichario.pt_br","required":true,"default":null,"generated":null,"secret":false},{"name":"acao","field":"acao","type":"text collate fichario.pt_br","required":true,"default":null,"generated":null,"secret":false},{"name":"ativo","field":"ativo","type":"boolean","required":true,"default":"'true'","generated":null,"secret":false},{"name":"versao","field":null,"type":"integer","required":true,"default":"1","generated":null,"secret":false},{"name":"criado_em","field":null,"type":"timestamp with time zone","required":true,"default":"now()","generated":null,"secret":false},{"name":"criado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_em","field":null,"type":"timestamp with time zone","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false}],"constraints":[{"name":"regra_grupo_id_fkey","rule":"um registro que existe","kind":"foreign","fields":["grupo"],"columns":["grupo_id"],"definition":"foreign key (\"grupo_id\") references public.\"grupo\" (id) on delete no action"},{"name":"regra_assunto_max_length_check","rule":"no máximo 60 caracteres","kind":"check","fields":["assunto"],"columns":["assunto"],"definition":"check (char_length(\"assunto\") <= 60)"},{"name":"regra_acao_max_length_check","rule":"no máximo 40 caracteres","kind":"check","fields":["acao"],"columns":["acao"],"definition":"check (char_length(\"acao\") <= 40)"},{"name":"regra_grupo_id_assunto_acao_key","kind":"unique","rule":"um valor que não se repete","fields":["grupo","assunto","acao"],"columns":["grupo_id","assunto","acao"],"definition":"unique nulls not distinct (\"grupo_id\", \"assunto\", \"acao\")"}],"indexes":[]},{"entity":"usuario_grupo","owner":null,"columns":[{"name":"id","field":null,"type":"bigint","required":true,"default":null,"generated":"always as identity primary key","secret":false},{"name":"usuario_id","field":"usuario","type":"bigint","required":true,"default":null,"generated":null,"secret":false},{"name":"grupo_id","field":"grupo","type":"bigint","required":true,"default":null,"generated":null,"secret":false},{"name":"versao","field":null,"type":"integer","required":true,"default":"1","generated":null,"secret":false},{"name":"criado_em","field":null,"type":"timestamp with time zone","required":true,"default":"now()","generated":null,"secret":false},{"name":"criado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_em","field":null,"type":"timestamp with time zone","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false}],"constraints":[{"name":"usuario_grupo_usuario_id_fkey","rule":"um registro que existe","kind":"foreign","fields":["usuario"],"columns":["usuario_id"],"definition":"foreign key (\"usuario_id\") references public.\"usuario\" (id) on delete no action"},{"name":"usuario_grupo_grupo_id_fkey","rule":"um registro que existe","kind":"foreign","fields":["grupo"],"columns":["grupo_id"],"definition":"foreign key (\"grupo_id\") references public.\"grupo\" (id) on delete no action"},{"name":"usuario_grupo_usuario_id_grupo_id_key","kind":"unique","rule":"um valor que não se repete","fields":["usuario","grupo"],"columns":["usuario_id","grupo_id"],"definition":"unique nulls not distinct (\"usuario_id\", \"grupo_id\")"}],"indexes":[{"name":"usuario_grupo_grupo_id_idx","columns":["grupo_id","id"],"definition":"using btree (\"grupo_id\", \"id\")"}]},{"entity":"usuario","owner":null,"columns":[{"name":"id","field":null,"type":"bigint","required":true,"default":null,"generated":"always as identity primary key","secret":false},{"name":"login","field":"login","type":"text collate fichario.pt_br","required":true,"default":null,"generated":null,"secret":false},{"name":"nome","field":"nome","type":"text collate fichario.pt_br","required":true,"default":null,"generated":null,"secret":false},{"name":"cpf","field":"cpf","type":"text collate fichario.pt_br","required":false,"default":null,"generated":null,"secret":false},{"name":"email","field":"email","type":"text collate fichario.pt_br","required":false,"default":null,"generated":null,"secret":false},{"name":"senha_hash","field":"senha_hash","type":"text collate fichario.pt_br","required":true,"default":null,"generated":null,"secret":true},{"name":"senha_expirada","field":"senha_expirada","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"bloqueado","field":"bloqueado","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"operadora","field":"operadora","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"prestador","field":"prestador","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"prestador_administrativo","field":"prestador_administrativo","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"prestador_registro","field":"prestador_registro","type":"integer","required":false,"default":null,"generated":null,"secret":false},{"name":"beneficiario","field":"beneficiario","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"dependente","field":"dependente","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"beneficiario_registro","field":"beneficiario_registro","type":"integer","required":false,"default":null,"generated":null,"secret":false},{"name":"ouvidoria","field":"ouvidoria","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"auditor","field":"auditor","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"admin","field":"admin","type":"boolean","required":true,"default":"'false'","generated":null,"secret":false},{"name":"ativo","field":"ativo","type":"boolean","required":true,"default":"'true'","generated":null,"secret":false},{"name":"versao","field":null,"type":"integer","required":true,"default":"1","generated":null,"secret":false},{"name":"criado_em","field":null,"type":"timestamp with time zone","required":true,"default":"now()","generated":null,"secret":false},{"name":"criado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_em","field":null,"type":"timestamp with time zone","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false}],"constraints":[{"name":"usuario_login_max_length_check","rule":"no máximo 50 caracteres","kind":"check","fields":["login"],"columns":["login"],"definition":"check (char_length(\"login\") <= 50)"},{"name":"usuario_nome_max_length_check","rule":"no máximo 70 caracteres","kind":"check","fields":["nome"],"columns":["nome"],"definition":"check (char_length(\"nome\") <= 70)"},{"name":"usuario_email_max_length_check","rule":"no máximo 100 caracteres","kind":"check","fields":["email"],"columns":["email"],"definition":"check (char_length(\"email\") <= 100)"},{"name":"usuario_senha_hash_max_length_check","rule":"no máximo 200 caracteres","kind":"check","fields":["senha_hash"],"columns":["senha_hash"],"definition":"check (char_length(\"senha_hash\") <= 200)"},{"name":"usuario_prestador_registro_minimum_check","rule":"no mínimo 1","kind":"check","fields":["prestador_registro"],"columns":["prestador_registro"],"definition":"check (\"prestador_registro\" >= 1)"},{"name":"usuario_beneficiario_registro_minimum_check","rule":"no mínimo 1","kind":"check","fields":["beneficiario_registro"],"columns":["beneficiario_registro"],"definition":"check (\"beneficiario_registro\" >= 1)"},{"name":"usuario_login_key","kind":"unique","rule":"um valor que não se repete","fields":["login"],"columns":["login"],"definition":"unique (\"login\")"}],"indexes":[]},{"entity":"questionario","owner":null,"columns":[{"name":"id","field":null,"type":"bigint","required":true,"default":null,"generated":"always as identity primary key","secret":false},{"name":"nome","field":"nome","type":"text collate fichario.pt_br","required":true,"default":null,"generated":null,"secret":false},{"name":"finalidade","field":"finalidade","type":"text collate \"C\"","required":true,"default":null,"generated":null,"secret":false},{"name":"inicio","field":"inicio","type":"date","required":true,"default":null,"generated":null,"secret":false},{"name":"fim","field":"fim","type":"date","required":false,"default":null,"generated":null,"secret":false},{"name":"versao","field":null,"type":"integer","required":true,"default":"1","generated":null,"secret":false},{"name":"criado_em","field":null,"type":"timestamp with time zone","required":true,"default":"now()","generated":null,"secret":false},{"name":"criado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_em","field":null,"type":"timestamp with time zone","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false},{"name":"busca","field":null,"type":"text collate \"C\"","required":false,"default":null,"generated":"always as (fichario.normalize(coalesce(\"nome\", ''))) stored","secret":false}],"constraints":[{"name":"questionario_nome_max_length_check","rule":"no máximo 80 caracteres","kind":"check","fields":["nome"],"columns":["nome"],"definition":"check (char_length(\"nome\") <= 80)"},{"name":"questionario_finalidade_codes_check","rule":"um de 'DECLARACAO_SAUDE', 'PESQUISA', 'PROGRAMA', 'OUVIDORIA'","kind":"check","fields":["finalidade"],"columns":["finalidade"],"definition":"check (\"finalidade\" in ('DECLARACAO_SAUDE', 'PESQUISA', 'PROGRAMA', 'OUVIDORIA'))"},{"name":"questionario_nome_key","kind":"unique","rule":"um valor que não se repete","fields":["nome"],"columns":["nome"],"definition":"unique (\"nome\")"}],"indexes":[{"name":"questionario_busca_idx","columns":["busca"],"definition":"using gin (busca public.gin_trgm_ops)"}]},{"entity":"questionario_perguntas","owner":"questionario_id","columns":[{"name":"id","field":null,"type":"bigint","required":true,"default":null,"generated":"always as identity primary key","secret":false},{"name":"questionario_id","field":"questionario","type":"bigint","required":true,"default":null,"generated":null,"secret":false},{"name":"posicao","field":"posicao","type":"integer","required":true,"default":null,"generated":null,"secret":false},{"name":"enunciado","field":"enunciado","type":"text collate fichario.pt_br","required":true,"default":null,"generated":null,"secret":false},{"name":"tipo","field":"tipo","type":"text collate \"C\"","required":true,"default":"'SIM_NAO'","generated":null,"secret":false},{"name":"opcoes","field":"opcoes","type":"text collate fichario.pt_br","required":false,"default":null,"generated":null,"secret":false},{"name":"obrigatoria","field":"obrigatoria","type":"boolean","required":true,"default":"'true'","generated":null,"secret":false},{"name":"versao","field":null,"type":"integer","required":true,"default":"1","generated":null,"secret":false},{"name":"criado_em","field":null,"type":"timestamp with time zone","required":true,"default":"now()","generated":null,"secret":false},{"name":"criado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_em","field":null,"type":"timestamp with time zone","required":false,"default":null,"generated":null,"secret":false},{"name":"alterado_por","field":null,"type":"bigint","required":false,"default":null,"generated":null,"secret":false}],"constraints":[{"name":"questionario_perguntas_questionario_id_fkey","rule":"um registro que existe","kind":"foreign","fields":["questionario"],"columns":["questionario_id"],"definition":"foreign key (\"questionario_id\") references public.\"questionario\" (id) on delete cascade"},{"name":"questionario_perguntas_posicao_minimum_check","rule":"no mínimo 0","kind":"check","fields":["posicao"],"columns":["posicao"],"definition":"check (\"posicao\" >= 0)"},{"name":"questionario_perguntas_enunciado_max_length_check","rule":"no máximo 300 caracteres","kind":"check","fields":["enunciado"],"columns":["enunciado"],"definition":"check (char_length(\"enunciado\") <= 300)"},{"name":"questionario_perguntas_tipo_codes_check","rule":"um de 'SIM_NAO', 'TEXTO', 'NUMERO', 'DATA', 'ESCOLHA'","kind":"check","fields":["tipo"],"columns":["tipo"],"definition":"check (\"tipo\" in ('SIM_NAO', 'TEXTO', 'NUMERO', 'DATA', 'ESCOLHA'))"},{"name":"questionario_perguntas_opcoes_max_length_check","rule":"no máximo 2000 caracteres","kind":"check","fields":["opcoes"],"columns":["opcoes"],"definition":"check (char_length(\"opcoes\") <= 2000)"}],"indexes":[{"name":"questionario_perguntas_questionario_id_posicao_idx","columns":["questionario_id","posicao","id"],"definition":"using btree (\"questionario_id\", \"posicao\", \"id\")"}]}]$value$);

insert into fichario.state (key, value) values ('schema.digest', $value$b35b84612503f57bf07e3adde63b05be6b1bf2d565f566b6d43f9348979d6d85$value$);

create or replace function fichario.announce_access() returns trigger language plpgsql as $$
begin perform pg_notify('fichario_access', ''); return null; end $$;
create or replace trigger announce_access after insert or update or delete or truncate on public.usuario
  for each statement execute function fichario.announce_access();
create or replace trigger announce_access after insert or update or delete or truncate on public.grupo
  for each statement execute function fichario.announce_access();
create or replace trigger announce_access after insert or update or delete or truncate on public.regra
  for each statement execute function fichario.announce_access();
create or replace trigger announce_access after insert or update or delete or truncate on public.usuario_grupo
  for each statement execute function fichario.announce_access();
