/** The part of the guard that is about fields: nobody opens a field to others further than it is open to himself. */
import type { Access } from '../../engine/access/access.ts';
import type { FieldLevel, GroupFields } from '../../engine/access/field-right.ts';
import { decideField, fieldLevels } from '../../engine/access/field-right.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Queryable } from '../../engine/data/database.ts';
import type { Child, Entity, Field, Model } from '../../engine/model/types.ts';
import { classLevel, fieldProblem, levelOf } from './read-permissions.ts';

const ours = 'pg_current_xact_id()::text::bigint';

/** Field rights that are written or taken away, and groups whose levels of personal data change. */
const touchedQuery = `
select grupo_id::text as group, entidade as entity, campo as field, bool_or(_ate = 'infinity') as stands
from historico.config_permissao where _transacao = ${ours} group by 1, 2, 3
union all
select g.id::text, null, null, true from historico.grupo g
join lateral (select * from historico.grupo p where p.id = g.id and p._transacao <> ${ours} order by p._de desc limit 1) b on true
where g._transacao = ${ours} and g._ate = 'infinity'
  and (g.dados_pessoais, g.dados_sensiveis) is distinct from (b.dados_pessoais, b.dados_sensiveis)
order by 1, 2, 3`;

interface Touched {
  readonly group: string;
  /** null: every field of personal data. */
  readonly entity: string | null;
  readonly field: string | null;
  readonly stands: boolean;
}

const groupsQuery = `
select g.id::text as id, g.nome as name, ${classLevel('g.dados_pessoais')} as personal, ${classLevel('g.dados_sensiveis')} as sensitive,
  coalesce((select json_agg(json_build_object('entidade', c.entidade, 'campo', c.campo, 'visivel', c.visivel,
    'mascarado', c.mascarado, 'somente_leitura', c.somente_leitura))
    from config_permissao c where c.grupo_id = g.id), '[]')::text as fields
from grupo g where g.id = any($1::text::bigint[])`;

interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly personal: FieldLevel;
  readonly sensitive: FieldLevel;
  readonly fields: string;
}

type Rows = Parameters<typeof levelOf>[0] & { readonly entidade: string; readonly campo: string };

export const readGroupFields = async (
  transaction: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GroupFields>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await transaction.query<GroupRow>({ text: groupsQuery, values: [`{${ids.join(',')}}`] });
  return new Map(
    rows.map(({ id, fields, ...group }) => [
      id,
      {
        ...group,
        fields: Object.fromEntries(
          (JSON.parse(fields) as readonly Rows[]).map((row) => [`${row.entidade}.${row.campo}`, levelOf(row)]),
        ),
      },
    ]),
  );
};

const rank = (level: FieldLevel): number => fieldLevels.indexOf(level);

const partsOf = (entity: Entity): readonly (Field | Child)[] => [...entity.fields, ...entity.children];

/** The first part that the groups have further than the caller: 'entity.field'. */
export const fieldAbove = (
  access: Access,
  entities: Iterable<Entity>,
  groups: readonly GroupFields[],
  fits: (part: Field | Child) => boolean = () => true,
): string | undefined => {
  for (const entity of entities)
    for (const part of partsOf(entity))
      if (
        fits(part) &&
        rank(decideField(groups, false, entity, part).level) < rank(access.fieldRight(entity, part).level)
      )
        return `${entity.name}.${part.name}`;
  return undefined;
};

/** Raises RECORD_RIGHT_UNKNOWN, and RECORD_RIGHT_NOT_HELD unless the caller may do everything. */
export const checkFields = async (transaction: Queryable, access: Access, model: Model): Promise<void> => {
  const { rows: touched } = await transaction.query<Touched>({ text: touchedQuery, values: [] });
  for (const { entity, field, stands } of touched) {
    const problem = stands && entity !== null && field !== null ? fieldProblem(model, entity, field) : undefined;
    if (problem !== undefined)
      throw new Refusal(
        'RECORD_RIGHT_UNKNOWN',
        { right: `${entity}.${field}` },
        { at: { entity: 'config_permissao', field: 'campo' }, suggestion: problem ?? undefined },
      );
  }
  if (touched.length === 0 || access.can('manage', 'all')) return;
  const groups = await readGroupFields(transaction, [...new Set(touched.map(({ group }) => group))]);
  for (const { group: id, entity, field } of touched) {
    const group = groups.get(id);
    if (group === undefined) continue;
    const entities =
      entity === null ? Object.values(model.entities) : [model.entities[entity]].filter((one) => one !== undefined);
    const right = fieldAbove(access, entities, [group], (part) =>
      field === null ? 'personalData' in part && part.personalData !== 'public' : part.name === field,
    );
    if (right !== undefined) throw new Refusal('RECORD_RIGHT_NOT_HELD', { right });
  }
};
