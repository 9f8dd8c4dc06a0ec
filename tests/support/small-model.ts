/** A small model for the tests of the database layer, made without files: the stages before it are tested elsewhere. */
import { plainField } from '../../engine/model/plain-field.ts';
import type { Transition } from '../../engine/model/state-types.ts';
import type { Child, Entity, Field, Model } from '../../engine/model/types.ts';

type FieldParts = Partial<Field> & Pick<Field, 'name' | 'type'>;

export const createField = (parts: FieldParts): Field =>
  plainField({
    column: parts.relation === undefined ? parts.name : `${parts.name}_id`,
    title: parts.name,
    codeList: parts.codes === undefined ? undefined : parts.name,
    ...parts,
  });

export const createEntity = (parts: Partial<Entity> & Pick<Entity, 'name' | 'fields'>): Entity => ({
  title: parts.name,
  description: undefined,
  subject: parts.name,
  module: 'teste',
  folder: parts.name,
  path: `/${parts.name}`,
  children: [],
  owner: undefined,
  label: [{ field: parts.fields[0]?.name ?? 'id' }],
  reference: false,
  login: undefined,
  naturalKey: [],
  indexes: [],
  search: [],
  scope: [],
  expressions: undefined,
  initialRows: undefined,
  ...parts,
});

/** Rows that belong to a record, without bounds that a test would meet. */
export const createChild = (name: string, entity: Entity): Child => ({
  name,
  title: name,
  description: undefined,
  help: undefined,
  visible: true,
  readOnly: false,
  minItems: 0,
  maxItems: 9,
  entity,
});

/** From ABERTA to FECHADA, by the right of its own name. */
export const createTransition = (name: string, parts: Partial<Transition> = {}): Transition => ({
  name,
  title: name,
  icon: 'check',
  from: ['ABERTA'],
  to: 'FECHADA',
  action: name,
  when: undefined,
  message: undefined,
  fields: [],
  required: [],
  set: [],
  ...parts,
});

export const createModel = (...entities: readonly Entity[]): Model => ({
  client: undefined,
  entities: Object.fromEntries(entities.map((entity) => [entity.name, entity])),
  screens: [],
  codeLists: Object.fromEntries(
    entities
      .flatMap((entity) => entity.fields)
      .flatMap(({ codeList, codes = [] }) =>
        codeList === undefined
          ? []
          : [
              [
                codeList,
                {
                  title: codeList,
                  domain: undefined,
                  options: codes.map((value) => ({ value, label: value, tone: 'neutral' as const })),
                },
              ],
            ],
      ),
  ),
  flags: {},
});

export const cidade = createEntity({
  name: 'cidade',
  naturalKey: ['codigo'],
  search: ['nome', 'uf'],
  indexes: [
    { columns: ['codigo'], unique: true },
    { columns: ['nome'], unique: false },
  ],
  fields: [
    createField({ name: 'codigo', type: 'integer', required: true, unique: true, minimum: 1 }),
    createField({ name: 'nome', type: 'text', required: true, maxLength: 60 }),
    createField({ name: 'uf', type: 'code', required: true, codes: ['MG', 'RJ', 'SP'] }),
  ],
});

export const distrito = createEntity({
  name: 'distrito',
  naturalKey: ['codigo'],
  fields: [
    createField({ name: 'codigo', type: 'text', required: true, unique: true }),
    createField({ name: 'nome', type: 'text' }),
    createField({ name: 'cidade', type: 'relation', relation: { entity: 'cidade', label: [], onDelete: 'refuse' } }),
    createField({ name: 'taxa', type: 'money', minimum: 0, default: 10.5 }),
    createField({ name: 'senha', type: 'text', writeOnly: true }),
  ],
});

export const smallModel = createModel(cidade, distrito);
