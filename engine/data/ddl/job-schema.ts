/** What people see of jobs; the queue itself keeps its tables in a schema of its own, see `engine/jobs/job-queue.ts`. */
export const jobSchema = `
-- queue_id: the entry of the queue that may run it; run: counts the runs, and only the last one may write
create table if not exists fichario.job (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  title text not null,
  usuario_id bigint not null,
  login text not null,
  origin text not null,
  input jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  queue_id uuid not null,
  run integer not null default 0,
  attempts integer not null default 0,
  done bigint not null default 0,
  total bigint,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  run_at timestamptz,
  run_done bigint not null default 0,
  problem text,
  log jsonb not null default '[]',
  checkpoint jsonb,
  chunks integer not null default 0,
  file_name text,
  file_type text,
  file_size bigint not null default 0,
  file_expires_at timestamptz
);
create index if not exists job_usuario_id_idx on fichario.job (usuario_id, created_at desc, id);
create index if not exists job_created_at_idx on fichario.job (created_at desc, id);
create index if not exists job_open_idx on fichario.job (usuario_id) where finished_at is null;
create index if not exists job_finished_at_idx on fichario.job (finished_at);

-- the file that a job makes, in the order it was written
create table if not exists fichario.job_chunk (
  job_id uuid not null references fichario.job (id) on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (job_id, position)
);
alter table fichario.job_chunk alter column bytes set storage external;

-- jobs that are asked for again and again; next_at: when it is due
create table if not exists fichario.job_schedule (
  id uuid primary key,
  kind text not null,
  title text not null,
  named boolean not null,
  usuario_id bigint not null,
  login text not null,
  origin text not null,
  input jsonb not null,
  rhythm jsonb not null,
  next_at timestamptz not null,
  last_at timestamptz,
  problem text
);
create index if not exists job_schedule_next_at_idx on fichario.job_schedule (next_at);
create index if not exists job_schedule_usuario_id_idx on fichario.job_schedule (usuario_id);
`;
