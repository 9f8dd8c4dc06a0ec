/**
 * The part of the guard that is about what people lose: nobody takes from others what he does not have, for that changes
 * somebody who may do more. What nobody had is taken from nobody: of a group without members, of one that slept, of a rule
 * on what no longer exists.
 */
import type { Access } from '../../engine/access/access.ts';
import { fieldBeyond, lacks } from '../../engine/access/right-beyond.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Queryable } from '../../engine/data/database.ts';
import type { Model } from '../../engine/model/types.ts';
import { scopeRoles } from '../../engine/model/types.ts';
import type { GroupRow, TouchedFields } from './field-guard.ts';
import { fieldsAsJson, fieldsOf, groupFieldsOf, openedBeyond } from './field-guard.ts';
import { catalogueOf, pairProblem } from './rights-catalogue.ts';
import { changesOf } from './transaction-changes.ts';

/** Who is in group `g`, administrators aside, for they need no group. */
const members = 'usuario_grupo ug join usuario u on u.id = ug.usuario_id and not u.admin where ug.grupo_id = g.id';

/** Whether the record of a user is none of these; somebody without any is no part of whoever has some. */
const isBeyond = (column: string, own: string): string =>
  `case when ${column} is null then ${own}::text::bigint[] <> '{}' else ${column} <> all(${own}::text::bigint[]) end`;

/** Whether somebody in group `g` sees other rows than a caller who is confined to these. */
const others = `exists (select from ${members} and (u.operadora
    or ${isBeyond('u.prestador_registro_id', '$1')} or ${isBeyond('u.beneficiario_registro_id', '$2')}
    or exists (select from usuario_prestadores a where a.usuario_id = u.id and a.prestador_id <> all($1::text::bigint[]))))`;

/** Groups that gave something before, to somebody; `gives`: and still do. */
const giving = `
  select g.*, g.ativo as gives, (p.before).dados_pessoais as personal_before, (p.before).dados_sensiveis as sensitive_before
  from grupo g left join ${changesOf('grupo')} p on p.id = g.id
  where coalesce((p.before).ativo, g.ativo) and exists (select from ${members})`;

/** Pairs that are in force no longer: of rules that are written, and of groups that sleep from now on. */
const pairsQuery = `
with giving as (${giving}),
taken as (
  select (c.before).grupo_id, (c.before).assunto, (c.before).acao from ${changesOf('regra')} c where (c.before).ativo
  union
  select r.grupo_id, r.assunto, r.acao from regra r join giving g on g.id = r.grupo_id where r.ativo and not g.gives)
select t.assunto as subject, t.acao as action, bool_or(${others}) as others
from taken t join giving g on g.id = t.grupo_id
where not (g.gives and exists (select from regra r
  where r.grupo_id = g.id and r.assunto = t.assunto and r.acao = t.acao and r.ativo))
group by 1, 2
order by 1, 2`;

interface TakenPair {
  readonly subject: string;
  readonly action: string;
  readonly others: boolean;
}

/** What the groups said of fields before: those written about, and those that sleep from now on. */
const fieldsQuery = `
with giving as (${giving}),
said as (select * from ${changesOf('config_permissao')} c)
select g.id::text as id, g.nome as name, coalesce(g.personal_before, g.dados_pessoais) as personal,
  coalesce(g.sensitive_before, g.dados_sensiveis) as sensitive, g.gives, ${others} as others,
  coalesce((select ${fieldsAsJson} from (
    select grupo_id, entidade, campo, visivel, mascarado, somente_leitura from config_permissao
      where id not in (select id from said)
    union all
    select (before).grupo_id, (before).entidade, (before).campo, (before).visivel, (before).mascarado, (before).somente_leitura
      from said) c where c.grupo_id = g.id), '[]')::text as fields
from giving g where not g.gives or g.id = any($3::text::bigint[])
order by g.id`;

interface GroupBefore extends GroupRow {
  readonly gives: boolean;
  readonly others: boolean;
}

const notHeld = (right: string): Refusal => new Refusal('RECORD_RIGHT_NOT_HELD', { right });

/** Raises RECORD_RIGHT_NOT_HELD; not for who may do everything. */
export const checkTaken = async (
  transaction: Queryable,
  access: Access,
  model: Model,
  touched: readonly TouchedFields[],
): Promise<void> => {
  const own = scopeRoles.map((role) => `{${access.own[role].join()}}`);
  const confinedFrom = ({ others: beyond }: { readonly others: boolean }): boolean => !access.unconfined && beyond;
  const { rows: pairs } = await transaction.query<TakenPair>({ text: pairsQuery, values: own });
  for (const pair of pairs) {
    if (pairProblem(catalogueOf(model), pair.subject, pair.action) !== undefined) continue;
    const right = `${pair.subject}:${pair.action}`;
    if (lacks(access, right)) throw notHeld(right);
    if (confinedFrom(pair)) throw notHeld('operadora');
  }
  const named = [...new Set(touched.map(({ group }) => group))];
  const { rows: groups } = await transaction.query<GroupBefore>({
    text: fieldsQuery,
    values: [...own, `{${named.join(',')}}`],
  });
  for (const row of groups) {
    const before = groupFieldsOf(row);
    const [right] = row.gives
      ? touched.flatMap((one) => (one.group === row.id && openedBeyond(access, model, before, one)) || [])
      : [fieldBeyond(access, fieldsOf([before]), Object.values(model.entities))];
    if (right !== undefined) throw notHeld(right);
    if (confinedFrom(row)) throw notHeld('operadora');
  }
};
