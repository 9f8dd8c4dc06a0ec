/** What is known of histories whose beginning is in files, see `engine/data/archive`. */
export const archiveSchema = `
-- one file of versions that left: writing (nothing has left), written (they are leaving), done. run counts who works at it
create table if not exists fichario.history_archive (
  id bigint generated always as identity primary key,
  entity text not null,
  until timestamptz not null,
  state text not null default 'writing' check (state in ('writing', 'written', 'done')),
  run integer not null default 1,
  tables json not null,
  file text,
  rows bigint,
  bytes bigint,
  sha256 text,
  begun_at timestamptz not null default clock_timestamp(),
  done_at timestamptz
);
create unique index if not exists history_archive_open_idx on fichario.history_archive (entity) where state <> 'done';

-- from when on a table's history is whole; said before anything leaves
create table if not exists fichario.history_kept (entity text primary key, since timestamptz not null);

create or replace function fichario.kept_since(entity text) returns timestamptz language sql stable
as $function$ select k.since from fichario.history_kept k where k.entity = kept_since.entity $function$;

-- true, or an error with the moment as people read it: of rows as they were before, nobody knows
create or replace function fichario.check_kept(entity text, moment timestamptz) returns boolean language plpgsql stable
as $function$
declare
  since constant timestamptz := fichario.kept_since(entity);
  zone constant text := coalesce((select s.value from fichario.state s where s.key = 'time_zone'), 'America/Sao_Paulo');
begin
  if moment < since then
    raise exception using errcode = 'FA002', message = 'the history is in files', table = entity, 
      detail = to_char(since at time zone zone, 'DD/MM/YYYY HH24:MI:SS');
  end if;
  return true;
end
$function$;
`;
