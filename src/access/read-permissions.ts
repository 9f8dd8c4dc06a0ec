/** Reads what groups may do, as it is stored. In: a database. Out: the rights of one group, or those that are void. */
import { createHash } from 'node:crypto';
import { Refusal } from '../../engine/core/errors.ts';
import { nearest } from '../../engine/core/nearest.ts';
import type { Queryable } from '../../engine/data/database.ts';
import { textArray } from '../../engine/data/sql/text-array.ts';
import type { Model } from '../../engine/model/types.ts';
import type { EntityFields, GroupEntry, GroupPermissions, StaleRight } from './permissions.ts';
import { catalogueOf, namesOf, pairProblem } from './rights-catalogue.ts';
import type { LevelColumns } from './stored-levels.ts';
import { classLevel, levelOf } from './stored-levels.ts';

interface GroupRow {
  readonly id: string;
  readonly nome: string;
  readonly ativo: boolean;
}

interface FieldRow extends LevelColumns {
  readonly entidade: string;
  readonly campo: string;
}

const entryOf = ({ id, nome, ativo }: GroupRow): GroupEntry => ({ id: Number(id), name: nome, active: ativo });

const rowsOf = async <Row>(queryable: Queryable, text: string, values: readonly string[] = []) =>
  (await queryable.query<Row>({ text, values })).rows;

export const readGroups = async (queryable: Queryable): Promise<readonly GroupEntry[]> =>
  (await rowsOf<GroupRow>(queryable, 'select id::text as id, nome, ativo from grupo order by nome')).map(entryOf);

/** Raises RECORD_MISSING. */
export const readPermissions = async (queryable: Queryable, group: number): Promise<GroupPermissions> => {
  const values = [String(group)];
  const [found] = await rowsOf<GroupRow & { readonly personal: string; readonly sensitive: string }>(
    queryable,
    `select id::text as id, nome, ativo, dados_pessoais as personal, dados_sensiveis as sensitive
     from grupo where id = $1::text::bigint`,
    values,
  );
  if (found === undefined) throw new Refusal('RECORD_MISSING', { title: 'Grupo' });
  const rules = await rowsOf<{ readonly pair: string }>(
    queryable,
    `select assunto || ':' || acao as pair from regra where grupo_id = $1::text::bigint and ativo`,
    values,
  );
  const said = await rowsOf<FieldRow>(
    queryable,
    'select entidade, campo, visivel, mascarado, somente_leitura from config_permissao where grupo_id = $1::text::bigint order by entidade, campo',
    values,
  );
  const pairs = rules.map(({ pair }) => pair).sort();
  const fields = Object.fromEntries(said.map((row) => [`${row.entidade}.${row.campo}`, levelOf(row)]));
  const [personal, sensitive] = [classLevel(found.personal), classLevel(found.sensitive)];
  const stands = JSON.stringify([pairs, fields, personal, sensitive]);
  return {
    group: entryOf(found),
    personal,
    sensitive,
    pairs,
    fields,
    base: createHash('sha256').update(stands).digest('base64url').slice(0, 22),
  };
};

/** Every registry with the fields that a group may have less of. */
export const fieldsOf = (model: Model): readonly EntityFields[] =>
  Object.values(model.entities)
    .map(({ name, title, module, fields }) => ({
      name,
      title,
      module,
      fields: fields
        .filter((field) => field.visible && !field.writeOnly)
        .map((field) => ({ name: field.name, title: field.title, personalData: field.personalData })),
    }))
    .filter(({ fields }) => fields.length > 0);

/** The name nearest to one that is no field; undefined where it is one, null where nothing is near. */
export const fieldProblem = (model: Model, entity: string, field: string): string | null | undefined => {
  const found = model.entities[entity];
  if (found === undefined) {
    const meant = nearest(entity, Object.keys(model.entities));
    return meant === undefined ? null : `${meant}.${field}`;
  }
  const names = [...found.fields, ...found.children].map(({ name }) => name);
  if (names.includes(field)) return undefined;
  const meant = nearest(field, names);
  return meant === undefined ? null : `${entity}.${meant}`;
};

/** Rights on what no longer exists, of every group. Of thousands of rules the database leaves out those that are good. */
export const readStale = async (queryable: Queryable, model: Model): Promise<readonly StaleRight[]> => {
  const { subjects, actions } = namesOf(catalogueOf(model));
  const rules = await rowsOf<GroupRow & { readonly row: string; readonly assunto: string; readonly acao: string }>(
    queryable,
    `select g.id::text as id, g.nome, g.ativo, r.id::text as row, r.assunto, r.acao from regra r join grupo g on g.id = r.grupo_id
     where r.ativo and (r.assunto <> all($1::text[]) or r.acao <> all($2::text[])) order by g.nome, r.assunto, r.acao`,
    [textArray(subjects), textArray(actions)],
  );
  const said = await rowsOf<GroupRow & { readonly row: string; readonly entidade: string; readonly campo: string }>(
    queryable,
    `select g.id::text as id, g.nome, g.ativo, c.id::text as row, c.entidade, c.campo from config_permissao c join grupo g on g.id = c.grupo_id
     order by g.nome, c.entidade, c.campo`,
  );
  const suggested = (name: string | null | undefined) => (name ? { suggestion: name } : {});
  return [
    ...rules.flatMap((row): StaleRight[] => {
      const problem = pairProblem(catalogueOf(model), row.assunto, row.acao);
      if (problem === undefined) return [];
      const part = problem.unknown === 'subject' ? 'assunto' : 'acao';
      const right = `${row.assunto}:${row.acao}`;
      return [
        { group: entryOf(row), kind: 'rule', id: Number(row.row), part, right, ...suggested(problem.suggestion) },
      ];
    }),
    ...said.flatMap((row): StaleRight[] => {
      const problem = fieldProblem(model, row.entidade, row.campo);
      if (problem === undefined) return [];
      const part = model.entities[row.entidade] === undefined ? 'entidade' : 'campo';
      const right = `${row.entidade}.${row.campo}`;
      return [{ group: entryOf(row), kind: 'field', id: Number(row.row), part, right, ...suggested(problem) }];
    }),
  ];
};
