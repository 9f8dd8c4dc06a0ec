/**
 * What must hold of every write of users, groups and rules, whichever door it comes by: nobody gives or takes away a right
 * that he does not have, changes somebody who may do more, takes the last administrator away or shuts himself out. It looks
 * at what the transaction has written, so that it need not know how.
 */
import type { Access } from '../../engine/access/access.ts';
import { permits } from '../../engine/access/permission-pair.ts';
import { fieldBeyond, isWithinOwn, lacks } from '../../engine/access/right-beyond.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Queryable } from '../../engine/data/database.ts';
import type { WriteGuard } from '../../engine/data/run-write.ts';
import type { Model } from '../../engine/model/types.ts';
import { checkFields, fieldsOf, readGroupFields, readTouchedFields } from './field-guard.ts';
import { catalogueOf, pairProblem } from './rights-catalogue.ts';
import { shownText } from './shown-text.ts';
import { checkTaken } from './taken-rights.ts';
import { changesOf } from './transaction-changes.ts';

/**
 * Held until the transaction ends, and taken before any row: two that each take away the other administrator do not pass
 * each other, and nobody waits for a row whose holder waits for this.
 */
export const lockRights = async (transaction: Queryable): Promise<void> => {
  await transaction.query({ text: "select pg_advisory_xact_lock(hashtext('fichario.rights'))", values: [] });
};

/** Pairs that come into force: of rules that are written, and of groups that become active. */
const givenQuery = `
select (c.after).assunto as subject, (c.after).acao as action, true as written
from ${changesOf('regra')} c where (c.after).ativo
union
select r.assunto, r.acao, false
from ${changesOf('grupo')} c join regra r on r.grupo_id = c.id and r.ativo
where (c.after).ativo and not coalesce((c.before).ativo, false)
order by 1, 2, 3 desc`;

/** What group `row` asks of its members' passwords; nothing where it sleeps. */
const passwordRules = (row: 'before' | 'after'): string =>
  `(coalesce((c.${row}).ativo and (c.${row}).valida_senha, false), case when (c.${row}).ativo then (c.${row}).dias_expiracao_senha end)`;

/**
 * Everybody whose record or groups are written, or one of whose groups becomes active or asks something else of passwords, as he was and as he is, with the
 * rights of the groups that he had and has.
 */
const touchedQuery = `
with person as (select * from ${changesOf('usuario')} c),
membership as (select * from ${changesOf('usuario_grupo')} c),
acting as (select * from ${changesOf('usuario_prestadores')} c),
touched as (
  select id from person
  union select (before).usuario_id from membership
  union select (after).usuario_id from membership
  union select (before).usuario_id from acting
  union select (after).usuario_id from acting
  union select u.usuario_id from ${changesOf('grupo')} c join usuario_grupo u on u.grupo_id = c.id
    where ((c.after).ativo and not coalesce((c.before).ativo, false))
      or ${passwordRules('before')} is distinct from ${passwordRules('after')}),
state as (
  select id, login, operadora, prestador_registro_id, beneficiario_registro_id, admin from usuario join touched using (id)
  union
  select id, (before).login, (before).operadora, (before).prestador_registro_id, (before).beneficiario_registro_id, (before).admin
  from person where (before).id is not null),
member as (
  select usuario_id, grupo_id from usuario_grupo
  union select (before).usuario_id, (before).grupo_id from membership),
provider as (
  select usuario_id, prestador_id from usuario_prestadores
  union select (before).usuario_id, (before).prestador_id from acting)
select s.login, s.operadora, s.prestador_registro_id, s.beneficiario_registro_id, s.admin,
  (select coalesce(json_agg(p.prestador_id order by p.prestador_id), '[]')::text from provider p where p.usuario_id = s.id) as providers,
  coalesce(json_agg(distinct r.assunto || ':' || r.acao) filter (where r.id is not null), '[]')::text as pairs,
  coalesce(json_agg(distinct g.id::text) filter (where g.id is not null), '[]')::text as groups
from state s
left join member m on m.usuario_id = s.id
left join grupo g on g.id = m.grupo_id and g.ativo
left join regra r on r.grupo_id = g.id and r.ativo
group by s.id, s.login, s.operadora, s.prestador_registro_id, s.beneficiario_registro_id, s.admin
order by s.login, s.id, s.admin desc, s.operadora desc`;

/** Who writes, as it would be, and whether an administrator is left. */
const afterQuery = `
select exists (select from usuario where admin and ativo and not bloqueado) as administered,
  exists (select from usuario where id = $1::text::bigint and ativo and not bloqueado) as enters,
  exists (select from usuario where id = $1::text::bigint and admin) as admin,
  (select coalesce(json_agg(distinct r.assunto || ':' || r.acao), '[]')::text
    from usuario_grupo ug join grupo g on g.id = ug.grupo_id and g.ativo join regra r on r.grupo_id = g.id and r.ativo
    where ug.usuario_id = $1::text::bigint) as pairs`;

interface Given {
  readonly subject: string;
  readonly action: string;
  /** Whether the rule itself is written. */
  readonly written: boolean;
}

interface Touched {
  readonly login: string;
  readonly operadora: boolean;
  readonly prestador_registro_id: number | null;
  /** Ids of those that the person acts for beside, before or after, as JSON. */
  readonly providers: string;
  readonly beneficiario_registro_id: number | null;
  readonly admin: boolean;
  readonly pairs: string;
  /** Ids, as JSON. */
  readonly groups: string;
}

interface After {
  readonly administered: boolean;
  readonly enters: boolean;
  readonly admin: boolean;
  readonly pairs: string;
}

const checkGiven = (access: Access, model: Model, given: readonly Given[]): void => {
  for (const { subject, action, written } of given) {
    const right = `${subject}:${action}`;
    const problem = written ? pairProblem(catalogueOf(model), subject, action) : undefined;
    if (problem !== undefined)
      throw new Refusal(
        'RECORD_RIGHT_UNKNOWN',
        { right },
        {
          at: { entity: 'regra', field: problem.unknown === 'subject' ? 'assunto' : 'acao' },
          suggestion: problem.suggestion,
        },
      );
    if (!access.can(action, subject)) throw new Refusal('RECORD_RIGHT_NOT_HELD', { right });
  }
};

const listed = (id: number | null): readonly number[] => (id === null ? [] : [id]);

/** The right of the person that the caller has not; undefined where there is none. */
const rightAbove = (access: Access, person: Touched): string | undefined => {
  if (person.admin) return 'all:manage';
  const confined = !access.unconfined;
  if (confined && person.operadora) return 'operadora';
  const { prestador, beneficiario } = access.own;
  const providers = JSON.parse(person.providers) as readonly number[];
  const acts =
    isWithinOwn(prestador, listed(person.prestador_registro_id)) && providers.every((id) => prestador.includes(id));
  if (confined && !acts) return 'prestador';
  if (confined && !isWithinOwn(beneficiario, listed(person.beneficiario_registro_id))) return 'beneficiario';
  return (JSON.parse(person.pairs) as readonly string[]).find((pair) => lacks(access, pair));
};

const checkTouched = async (
  transaction: Queryable,
  access: Access,
  model: Model,
  touched: readonly Touched[],
): Promise<void> => {
  const idsOf = ({ groups }: Touched) => JSON.parse(groups) as readonly string[];
  const groups = await readGroupFields(transaction, [...new Set(touched.flatMap(idsOf))]);
  const fieldOf = (person: Touched): string | undefined =>
    fieldBeyond(access, fieldsOf(idsOf(person).flatMap((id) => groups.get(id) ?? [])), Object.values(model.entities));
  for (const person of touched) {
    const right = rightAbove(access, person) ?? fieldOf(person);
    const login = shownText(access, model, ['usuario.login'], person.login);
    if (right !== undefined) throw new Refusal('RECORD_USER_ABOVE', { login, right });
  }
};

const checkAfter = (access: Access, action: string, subject: string, after: After): void => {
  if (!after.administered) throw new Refusal('RECORD_LAST_ADMINISTRATOR', {});
  const wasAdmin = access.decide(action, subject).reason.kind === 'administrator';
  const keeps = wasAdmin ? after.admin : permits(JSON.parse(after.pairs) as string[], action, subject);
  if (!after.enters || !keeps) throw new Refusal('RECORD_OWN_ACCESS', {});
};

const rowsOf = async <Row>(transaction: Queryable, text: string, values: readonly string[] = []) =>
  (await transaction.query<Row>({ text, values })).rows;

export const rightsGuard: WriteGuard = {
  entities: new Set(['usuario', 'grupo', 'regra', 'config_permissao']),
  begin: lockRights,
  check: async (transaction, { context: { access, model, entity }, action }) => {
    checkGiven(access, model, await rowsOf<Given>(transaction, givenQuery));
    const fields = await readTouchedFields(transaction);
    await checkFields(transaction, access, model, fields);
    if (!access.can('manage', 'all')) {
      await checkTouched(transaction, access, model, await rowsOf<Touched>(transaction, touchedQuery));
      await checkTaken(transaction, access, model, fields);
    }
    const [after] = await rowsOf<After>(transaction, afterQuery, [String(access.userId)]);
    if (after !== undefined) checkAfter(access, action, entity.subject, after);
  },
};
