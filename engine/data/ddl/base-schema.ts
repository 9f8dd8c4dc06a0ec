import { archiveSchema } from './archive-schema.ts';
import { importSchema } from './import-schema.ts';
import { jobSchema } from './job-schema.ts';

/** Everything the engine needs beside the tables of the entities. Can be run again at any time. */
export const baseSchema = `
create schema if not exists fichario;
create schema if not exists historico;
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gist with schema public;

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

-- whether a text is a value of a type, where the type of a column changes
create or replace function fichario.casts(value text, type text) returns boolean language plpgsql immutable as $function$
begin
  execute format('select %L::%s', value, type);
  return true;
exception when data_exception then
  return false;
end
$function$;

create table if not exists fichario.state (key text primary key, value text);
-- numbers that records are given: one counter for each field and each text around its numbers; who inserts waits for who
-- inserted before, so that none is left out
create table if not exists fichario.sequence (
  key text not null,
  period text not null,
  last bigint not null,
  primary key (key, period)
);
create or replace function fichario.next_number(key text, before text, after text, digits integer) returns text
language plpgsql volatile
as $function$
declare
  zone text := coalesce((select s.value from fichario.state s where s.key = 'time_zone'), 'America/Sao_Paulo');
  head text := case when before = '' then '' else to_char(now() at time zone zone, before) end;
  tail text := case when after = '' then '' else to_char(now() at time zone zone, after) end;
  number text;
begin
  insert into fichario.sequence as s values (next_number.key, head || '#' || tail, 1)
  on conflict on constraint sequence_pkey do update set last = s.last + 1
  returning s.last::text into number;
  return head || lpad(number, greatest(digits, length(number)), '0') || tail;
end
$function$;
-- what was done to the tables: by a start, or sealed and by a person; steps as they were planned, with their rows
create table if not exists fichario.schema_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  door text not null,
  seal text,
  by_user text not null default session_user,
  milliseconds integer not null,
  steps jsonb not null
);
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
-- id and number name a session in lists: the token's digest leaves the database in no answer
alter table fichario.session
  add column if not exists id uuid not null default gen_random_uuid(),
  add column if not exists agent text,
  add column if not exists password_confirmed_at timestamptz,
  add column if not exists number bigint generated always as identity;
create unique index if not exists session_id_idx on fichario.session (id);
create unique index if not exists session_number_idx on fichario.session (number);

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
-- without content_id it was erased; see erase-attachment.ts
alter table fichario.attachment alter column content_id drop not null;
alter table fichario.attachment add column if not exists erased_at timestamptz, add column if not exists erased_by bigint;
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
    where id = any(_ids) and entity = tg_argv[0] and field = tg_argv[1] and record_id = new.id and content_id is not null) < cardinality(_ids) then
    raise exception using errcode = 'FA001', message = 'a file of another record, or of none', column = tg_argv[1], table = tg_argv[0];
  end if;
  return null;
end
$function$;

-- one change of many records, planned, applied and taken back; what it wrote is in the history, whose _pedido is its id
create table if not exists fichario.batch (
  id uuid primary key,
  number bigint generated always as identity unique,
  operation text not null,
  work jsonb not null,
  path text not null,
  entity text not null,
  filter text,
  usuario_id bigint not null,
  login text not null,
  seal text not null,
  state text not null default 'planned',
  planned_at timestamptz not null default clock_timestamp(),
  begun_at timestamptz,
  applied_at timestamptz,
  rows integer not null,
  changes integer not null,
  same integer not null,
  refused integer not null,
  written integer not null default 0,
  undoes uuid references fichario.batch (id),
  undone_by uuid references fichario.batch (id)
);
create index if not exists batch_planned_idx on fichario.batch (planned_at) where state = 'planned';
create index if not exists batch_usuario_id_idx on fichario.batch (usuario_id, number desc) where state <> 'planned';
create index if not exists batch_undoes_idx on fichario.batch (undoes) where undoes is not null;
-- its records, some at a time: items are [id, version] or [id, version, values]
create table if not exists fichario.batch_part (
  batch_id uuid not null references fichario.batch (id) on delete cascade,
  part integer not null,
  items json not null,
  skipped json not null,
  refusals json not null,
  written bigint[],
  primary key (batch_id, part)
);
-- how far one is that is being applied: no reference, which would wait for the transaction that it tells of
create table if not exists fichario.batch_progress (
  batch_id uuid primary key,
  began timestamptz not null default clock_timestamp(),
  at timestamptz not null default clock_timestamp(),
  first integer not null,
  done integer not null
);
-- until when one can be taken back; swept_at: since when its records and values are not kept any more
alter table fichario.batch add column if not exists undo_until timestamptz;
alter table fichario.batch add column if not exists swept_at timestamptz;
create index if not exists batch_unswept_idx on fichario.batch (undo_until) where state = 'applied' and swept_at is null;
-- of a plan that is being made: batch_id is what its person follows it by, and total how many records it has
alter table fichario.batch_progress add column if not exists total integer;
alter table fichario.batch_progress add column if not exists usuario_id bigint;
-- null: that of the batch
alter table fichario.batch_part add column if not exists operation text;

create table if not exists fichario.login_attempt (key text not null, at timestamptz not null default now());
create index if not exists login_attempt_key_at_idx on fichario.login_attempt (key, at);
create index if not exists login_attempt_at_idx on fichario.login_attempt (at);

-- who came in, was refused, changed a password or a right; login: whose account, actor: who did it to somebody else
create table if not exists fichario.access_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  login text,
  actor text,
  address text,
  agent text,
  detail jsonb
);
create index if not exists access_event_at_idx on fichario.access_event (at);
create index if not exists access_event_login_idx on fichario.access_event (login, id desc);
create index if not exists access_event_entry_idx on fichario.access_event (login, address) where kind = 'login';

-- who was given sensitive values: one row a request, with the fields but no value. How long it and the record above are kept
-- is for the installation to say, see sweep-records.ts
create table if not exists fichario.sensitive_read (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  usuario_id bigint not null,
  login text not null,
  request text not null,
  origin text not null,
  door text not null,
  path text not null,
  record_id bigint,
  filter text[] not null,
  fields text[] not null,
  rows integer not null
);
create index if not exists sensitive_read_at_idx on fichario.sensitive_read (at);
create index if not exists sensitive_read_login_idx on fichario.sensitive_read (login, id desc);
create index if not exists sensitive_read_record_idx on fichario.sensitive_read (path, record_id, id desc) where record_id is not null;
create index if not exists sensitive_read_usuario_id_idx on fichario.sensitive_read (usuario_id, at);

-- one-time links for a new password: the digest of the token, which is in the mail alone
create table if not exists fichario.password_reset (
  token_hash bytea primary key,
  usuario_id bigint not null,
  expires_at timestamptz not null
);
create index if not exists password_reset_usuario_id_idx on fichario.password_reset (usuario_id);

-- letters to write and send; a row for an unknown login too, so that asking costs the same and says nothing
create table if not exists fichario.mail (
  id bigint generated always as identity primary key,
  kind text not null,
  login text not null,
  address text,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  problem text,
  done_at timestamptz
);
create index if not exists mail_due_idx on fichario.mail (due_at) where done_at is null;
create index if not exists mail_login_idx on fichario.mail (login, created_at);
-- what one sender holds, see networkOf
alter table fichario.mail add column if not exists network text;
create index if not exists mail_network_idx on fichario.mail (network, created_at);

-- what a request with an Idempotency-Key wrote, so that its repetition is answered and writes nothing, see insert-once.ts;
-- no values: the fingerprint is a digest
create table if not exists fichario.idempotency_key (
  usuario_id bigint not null,
  key text not null,
  fingerprint text not null,
  at timestamptz not null default now(),
  entity text not null,
  record_ids bigint[] not null default '{}',
  inserted integer not null default 0,
  primary key (usuario_id, key)
);
create index if not exists idempotency_key_at_idx on fichario.idempotency_key (at);

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
${jobSchema}${importSchema}${archiveSchema}`;
