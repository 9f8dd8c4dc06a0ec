/** The part of the guard that is about fields: nobody opens a field to others further than it is open to himself. */
import type { Access } from '../../engine/access/access.ts';
import type { GroupFields } from '../../engine/access/field-right.ts';
import { decideField } from '../../engine/access/field-right.ts';
import { fieldBeyond } from '../../engine/access/right-beyond.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Queryable } from '../../engine/data/database.ts';
import type { Model } from '../../engine/model/types.ts';
import { fieldProblem } from './read-permissions.ts';
import type { LevelColumns } from './stored-levels.ts';
import { classLevel, levelOf } from './stored-levels.ts';
import { changesOf } from './transaction-changes.ts';

/** Field rights as they were and as they are, and groups whose levels of personal data change. */
const touchedQuery = `
with said as (select * from ${changesOf('config_permissao')} c)
select grupo_id::text as group, entidade as entity, campo as field, bool_or(stands) as stands
from (
  select (before).grupo_id, (before).entidade, (before).campo, false as stands from said where (before).id is not null
  union all
  select (after).grupo_id, (after).entidade, (after).campo, true from said where (after).id is not null) s
group by 1, 2, 3
union all
select c.id::text, null, null, true from ${changesOf('grupo')} c
where (c.before).id is not null and (c.after).id is not null
  and ((c.after).dados_pessoais, (c.after).dados_sensiveis) is distinct from ((c.before).dados_pessoais, (c.before).dados_sensiveis)
order by 1, 2, 3`;

export interface TouchedFields {
  readonly group: string;
  /** null: every field of personal data. */
  readonly entity: string | null;
  readonly field: string | null;
  readonly stands: boolean;
}

/** What rows `c` of `config_permissao` say, together. */
export const fieldsAsJson = `json_agg(json_build_object('entidade', c.entidade, 'campo', c.campo, 'visivel', c.visivel,
    'mascarado', c.mascarado, 'somente_leitura', c.somente_leitura))`;

const groupsQuery = `
select g.id::text as id, g.nome as name, g.dados_pessoais as personal, g.dados_sensiveis as sensitive,
  coalesce((select ${fieldsAsJson} from config_permissao c where c.grupo_id = g.id), '[]')::text as fields
from grupo g where g.id = any($1::text::bigint[])`;

export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly personal: string;
  readonly sensitive: string;
  /** As JSON. */
  readonly fields: string;
}

interface FieldRow extends LevelColumns {
  readonly entidade: string;
  readonly campo: string;
}

export const groupFieldsOf = ({ name, personal, sensitive, fields }: GroupRow): GroupFields => ({
  name,
  personal: classLevel(personal),
  sensitive: classLevel(sensitive),
  fields: Object.fromEntries(
    (JSON.parse(fields) as readonly FieldRow[]).map((row) => [`${row.entidade}.${row.campo}`, levelOf(row)]),
  ),
});

export const readGroupFields = async (
  transaction: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GroupFields>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await transaction.query<GroupRow>({ text: groupsQuery, values: [`{${ids.join(',')}}`] });
  return new Map(rows.map((row) => [row.id, groupFieldsOf(row)]));
};

/** What somebody in all of the groups has of fields. */
export const fieldsOf = (groups: readonly GroupFields[]): Pick<Access, 'fieldRight'> => ({
  fieldRight: (entity, part) => decideField(groups, false, entity, part),
});

export const readTouchedFields = async (transaction: Queryable): Promise<readonly TouchedFields[]> =>
  (await transaction.query<TouchedFields>({ text: touchedQuery, values: [] })).rows;

/** The first of the fields written about that the group has further than the caller, 'entity.field'. */
export const openedBeyond = (
  access: Access,
  model: Model,
  group: GroupFields,
  { entity, field }: TouchedFields,
): string | undefined => {
  const entities =
    entity === null ? Object.values(model.entities) : [model.entities[entity]].filter((one) => one !== undefined);
  return fieldBeyond(access, fieldsOf([group]), entities, (part) =>
    field === null ? 'personalData' in part && part.personalData !== 'public' : part.name === field,
  );
};

/** Raises RECORD_RIGHT_UNKNOWN, and RECORD_RIGHT_NOT_HELD unless the caller may do everything. */
export const checkFields = async (
  transaction: Queryable,
  access: Access,
  model: Model,
  touched: readonly TouchedFields[],
): Promise<void> => {
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
  for (const one of touched) {
    const group = groups.get(one.group);
    const right = group && openedBeyond(access, model, group, one);
    if (right !== undefined) throw new Refusal('RECORD_RIGHT_NOT_HELD', { right });
  }
};
