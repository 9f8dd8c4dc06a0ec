/** What the database itself does for sessions and rights, whoever writes. In: the tables of `schemas/acesso`. */
import { createHash } from 'node:crypto';
import type { Database } from '../../engine/data/database.ts';
import { readState, writeState } from '../../engine/data/ddl/state.ts';
import { rightEventsSql } from './access-events.ts';

export const accessChannel = 'fichario_access';

/** Whoever writes to these tables, every process forgets what it remembers of sessions and rights. */
const watchedTables = [
  'usuario',
  'grupo',
  'regra',
  'usuario_grupo',
  'usuario_prestadores',
  'config_permissao',
] as const;
const watchSql = `
create or replace function fichario.announce_access() returns trigger language plpgsql as $$
begin perform pg_notify('${accessChannel}', ''); return null; end $$;
${watchedTables
  .map(
    (
      table,
    ) => `create or replace trigger announce_access after insert or update or delete or truncate on public.${table}
  for each statement execute function fichario.announce_access();`,
  )
  .join('\n')}`;

const triggersSql = `${watchSql}\n${rightEventsSql}`;
const digest = createHash('sha256').update(triggersSql).digest('hex');
const digestKey = 'access.triggers';

/** Installs the triggers where they are not: making one waits for all who write to its table. */
export const installAccessTriggers = async (database: Database): Promise<void> => {
  if ((await readState(database, digestKey)) === digest) return;
  await database.transaction(async (transaction) => {
    await transaction.query({ text: `select pg_advisory_xact_lock(hashtext('${digestKey}'))`, values: [] });
    await transaction.execute(triggersSql);
    await writeState(transaction, digestKey, digest);
  });
};
