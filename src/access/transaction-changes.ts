/**
 * What the open transaction has written of the tables that say who may do what, whichever door it came by. In: the table.
 * Out: SQL for a FROM. All that the guards know of how the history is kept is here: its entries of the transaction, and
 * of each row the newest one that is not of it, none where that is its deletion: a row that comes back was not there.
 */

type GuardedTable = 'usuario' | 'usuario_grupo' | 'usuario_prestadores' | 'grupo' | 'regra' | 'config_permissao';

const ours = 'pg_current_xact_id()::text::bigint';

/** A row for each that was written: `id`, and the whole row `before` and `after`, null where there was or is none. */
export const changesOf = (table: GuardedTable): string => `(
  select written.id, b as before, a as after
  from (select distinct id from historico.${table} where _transacao = ${ours}) written
  left join historico.${table} a on a.id = written.id and a._ate = 'infinity'
  left join historico.${table} b on b.id = written.id and b._operacao <> 'D'
    and b._de = (select max(h._de) from historico.${table} h where h.id = written.id and h._transacao <> ${ours}))`;
