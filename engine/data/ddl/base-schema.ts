/** Everything the engine needs beside the tables of the entities. Can be run again at any time. */
export const baseSchema = `
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

create table if not exists fichario.login_attempt (key text not null, at timestamptz not null default now());
create index if not exists login_attempt_key_at_idx on fichario.login_attempt (key, at);
`;
