/** Files that people import, and how far each of them is; what a file comes to is a batch, see `base-schema.ts`. */
export const importSchema = `
-- columns: titles and first values of the sheet that was read; plan: what the rehearsal told, for who has the rights of plan_key
create table if not exists fichario.import (
  id uuid primary key default gen_random_uuid(),
  usuario_id bigint not null,
  login text not null,
  path text not null,
  entity text not null,
  name text not null,
  size bigint not null default 0,
  created_at timestamptz not null default now(),
  format text,
  sheets json,
  sheet text,
  columns json,
  choices json,
  job_id uuid,
  batch_id uuid references fichario.batch (id) on delete set null,
  plan json,
  plan_key text
);
create index if not exists import_usuario_id_idx on fichario.import (usuario_id, created_at desc);
create index if not exists import_created_at_idx on fichario.import (created_at);
create index if not exists import_batch_id_idx on fichario.import (batch_id) where batch_id is not null;

create table if not exists fichario.import_chunk (
  import_id uuid not null references fichario.import (id) on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (import_id, position)
);
alter table fichario.import_chunk alter column bytes set storage external;

-- the unique keys that were met up to a line, while the rows are looked at: see SeenKeys
create table if not exists fichario.import_key (
  import_id uuid not null references fichario.import (id) on delete cascade,
  line integer not null,
  keys bytea not null,
  primary key (import_id, line)
);
alter table fichario.import_key alter column keys set storage external;

-- how each person said the columns of files with the same titles; titles: a digest of them
create table if not exists fichario.import_choice (
  usuario_id bigint not null,
  path text not null,
  titles text not null,
  choices json not null,
  at timestamptz not null default now(),
  primary key (usuario_id, path, titles)
);
`;
