/**
 * A model in which there is one of each thing that a plan decides about, people who have less of it, and plans as texts
 * that can be read. Without files and database.
 */
import type { Access, FieldLevel } from '../../../../engine/access/access.ts';
import { createAccess } from '../../../../engine/access/access.ts';
import type { ReadRequest } from '../../../../engine/contract/request.ts';
import { parseRequest } from '../../../../engine/contract/request.ts';
import type { ErrorCode } from '../../../../engine/core/errors.ts';
import { Refusal } from '../../../../engine/core/errors.ts';
import type { ListContext } from '../../../../engine/data/plan/context.ts';
import { listContext } from '../../../../engine/data/plan/context.ts';
import { planAggregate } from '../../../../engine/data/plan/plan-aggregate.ts';
import { checkReach, planRead, planWritten } from '../../../../engine/data/plan/plan-read.ts';
import type { ColumnRef } from '../../../../engine/data/plan/refs.ts';
import type {
  AggregatePlan,
  Condition,
  Finds,
  Join,
  OrderKey,
  Output,
  ReadPlan,
  Rows,
} from '../../../../engine/data/plan/types.ts';
import type { RegistryScreen } from '../../../../engine/model/screen-types.ts';
import type { Entity, Field, Model } from '../../../../engine/model/types.ts';
import { groupOf, sessionUser } from '../../../support/grants.ts';
import { createChild, createEntity, createField, createModel } from '../../../support/small-model.ts';
import { screen as plainScreen } from '../readings.ts';

const relation = (name: string, entity: string, more: Partial<Field> = {}): Field =>
  createField({ name, type: 'relation', relation: { entity, label: [], onDelete: 'clear' }, ...more });

/** Its id, registration and name are open to everybody. */
const medico = createEntity({
  name: 'medico',
  reference: true,
  naturalKey: ['registro'],
  label: [{ field: 'nome' }],
  fields: [
    createField({ name: 'registro', type: 'text', required: true }),
    createField({ name: 'nome', type: 'text' }),
    createField({ name: 'renda', type: 'money' }),
    createField({ name: 'senha', type: 'text', writeOnly: true }),
    relation('chefe', 'medico'),
  ],
});
const clinica = createEntity({
  name: 'clinica',
  fields: [
    createField({ name: 'nome', type: 'text', required: true }),
    createField({ name: 'cnpj', type: 'text', format: 'cnpj' }),
  ],
  search: ['nome', 'cnpj'],
});
/** Its relation has the name of a list, and a field that of what counts. */
const paciente = createEntity({
  name: 'paciente',
  fields: [
    createField({ name: 'nome', type: 'text' }),
    createField({ name: 'count', type: 'integer' }),
    relation('guias', 'guia'),
    relation('clinica', 'clinica', { required: true }),
  ],
});
const itens = createEntity({
  name: 'guia_itens',
  subject: 'guia',
  path: undefined,
  owner: { entity: 'guia', child: 'itens', relation: 'guia', position: 'posicao' },
  fields: [
    relation('guia', 'guia', { required: true, visible: false }),
    createField({ name: 'posicao', type: 'integer', required: true, visible: false }),
    createField({ name: 'nome', type: 'text' }),
    relation('executante', 'medico'),
  ],
});
const child = { ...createChild('itens', itens), title: 'Itens' };
const guia = createEntity({
  name: 'guia',
  search: ['numero', 'nota'],
  label: [{ field: 'numero' }],
  children: [child],
  scope: [
    { role: 'prestador', field: 'clinica' },
    { role: 'beneficiario', field: 'paciente' },
  ],
  fields: [
    createField({ name: 'numero', type: 'text', required: true }),
    createField({ name: 'nota', type: 'text' }),
    createField({ name: 'valor', type: 'money' }),
    createField({ name: 'ordem', type: 'integer' }),
    createField({ name: 'dia', type: 'date' }),
    createField({ name: 'urgente', type: 'boolean' }),
    relation('clinica', 'clinica'),
    relation('paciente', 'paciente'),
    relation('medico', 'medico'),
    relation('revisor', 'medico'),
  ],
});
/** Confined itself, and points at what is. */
const exame = createEntity({
  name: 'exame',
  scope: [{ role: 'prestador', field: 'clinica' }],
  fields: [createField({ name: 'nome', type: 'text' }), relation('guia', 'guia'), relation('clinica', 'clinica')],
});
const usuario = createEntity({
  name: 'usuario',
  login: 'login',
  fields: [createField({ name: 'login', type: 'text', required: true })],
});
/** A column of each type that SQL knows. */
const amostra = createEntity({
  name: 'amostra',
  fields: [
    createField({ name: 'texto', type: 'text' }),
    createField({ name: 'inteiro', type: 'integer' }),
    createField({ name: 'valor', type: 'money' }),
    createField({ name: 'sim', type: 'boolean' }),
    createField({ name: 'dia', type: 'date' }),
    createField({ name: 'hora', type: 'time' }),
    createField({ name: 'momento', type: 'date-time' }),
    createField({ name: 'arquivo', type: 'attachment' }),
    relation('dono', 'usuario'),
  ],
});

const screenOf = (entity: Entity, more: Partial<RegistryScreen> = {}): RegistryScreen => ({
  ...plainScreen,
  path: `/${entity.name}s`,
  title: entity.title,
  permission: { action: 'list', subject: entity.subject },
  folder: entity.name,
  entity: entity.name,
  ...more,
});
const column = (...path: string[]) => ({ path, title: '', width: undefined });
const asks = (...path: string[]) => ({ path, label: '', match: 'any' as const, desc: undefined });

export const model: Model = {
  ...createModel(medico, clinica, paciente, guia, itens, exame, usuario, amostra),
  screens: [
    {
      kind: 'group',
      path: '/guia',
      title: 'Guias',
      icon: 'table',
      module: 'teste',
      parent: '/',
      permission: undefined,
      hidden: false,
      order: 0,
      clients: undefined,
      flag: undefined,
    },
    screenOf(guia, {
      columns: [column('numero'), column('clinica', 'nome')],
      sort: [
        { path: ['dia'], descending: true },
        { path: ['clinica', 'nome'], descending: false },
        { path: ['medico'], descending: false },
      ],
      search: [asks('valor')],
    }),
    screenOf(guia, {
      path: '/urgentes',
      permission: { action: 'abrir', subject: 'urgente' },
      columns: [column('urgente')],
    }),
    screenOf(medico, { columns: [column('registro'), column('renda')] }),
    screenOf(clinica, { sort: [{ path: ['criado_em'], descending: true }] }),
    screenOf(paciente),
    screenOf(exame, { columns: [column('nome'), column('guia')], sort: [{ path: ['nome'], descending: true }] }),
    screenOf(usuario),
    screenOf(amostra),
  ],
};
export const entityOf = (name: string): Entity => {
  const found = model.entities[name];
  if (!found) throw new Error(`no entity ${name}`);
  return found;
};
export const screenAt = (path: string): RegistryScreen => {
  const found = model.screens.find((one): one is RegistryScreen => one.kind === 'registry' && one.path === path);
  if (!found) throw new Error(`no screen ${path}`);
  return found;
};

interface Parts {
  readonly hidden?: readonly string[];
  readonly masked?: readonly string[];
  readonly readOnly?: readonly string[];
  readonly staff?: boolean;
  /** Ids of the own records. */
  readonly provider?: number | readonly number[];
  readonly person?: number;
}

/** Somebody with the pairs: staff who see every row, unless a provider, a person, or said otherwise. */
export const who = (
  pairs: readonly string[],
  { hidden = [], masked = [], readOnly = [], provider, person, staff }: Parts = {},
): Access => {
  const at = (level: FieldLevel, names: readonly string[]) => names.map((name) => [name, level] as const);
  const fields = [...at('hidden', hidden), ...at('masked', masked), ...at('readOnly', readOnly)];
  return createAccess({
    userId: 1,
    prestadorIds: provider === undefined ? [] : [provider].flat(),
    beneficiarioId: person,
    groups: [groupOf(pairs, Object.fromEntries(fields))],
    user: sessionUser(pairs, {
      operadora: staff ?? (provider === undefined && person === undefined),
      prestador: provider !== undefined,
      beneficiario: person !== undefined,
    }),
  });
};

export const everything = who(['all:manage']);

/** Reads whole records, but for what of a guide and of a clinic is kept or covered. */
export const keptFrom = who(['guia:list', 'guia:view', 'exame:list', 'exame:view', 'clinica:view', 'medico:list'], {
  hidden: ['guia.valor', 'clinica.cnpj'],
  masked: ['guia.nota', 'guia.dia'],
});
/** Has the pairs of two lists and no record. */
export const lister = who(['guia:list', 'exame:list']);
export const urgent = who(['urgente:abrir']);
export const bothLists = who(['guia:list', 'urgente:abrir']);
/** Has no list of exams, but each of them. */
export const viewer = who(['guia:list', 'guia:view', 'exame:view']);
export const noLogins = who(['usuario:list', 'usuario:view'], { hidden: ['usuario.login'] });
/** Reads exams, and not whose they are. */
export const keptRelation = who(['guia:list', 'guia:view', 'exame:list'], { hidden: ['exame.guia'] });
export const coveredRelation = who(['guia:list', 'guia:view', 'exame:list'], { masked: ['exame.guia'] });
/** Reads nothing that the search of guides looks in. */
export const keptSearch = who(['guia:list', 'guia:view'], { hidden: ['guia.numero'], masked: ['guia.nota'] });
/** Without a right. */
export const signedIn = who([]);
const seesAll = ['guia:list', 'guia:view', 'exame:list', 'exame:view', 'clinica:view'];
export const provider = who(seesAll, { provider: 3 });
export const both = who(seesAll, { provider: 3, person: 4 });
/** Confined, and with no record of its own. */
export const nobody = who(seesAll, { staff: false });

const nameOf = ({ table, column: name, person, stored }: ColumnRef): string =>
  `${table.alias}.${person === undefined ? name : `${person.key}>${person.table.table} ${person.table.alias}.${person.login}`}${stored ? '+' : ''}`;

const conditionText = (condition: Condition): string => {
  const not = 'negated' in condition && condition.negated ? 'not ' : '';
  switch (condition.kind) {
    case 'and':
    case 'or':
      return `${not}(${condition.items.map(conditionText).join(` ${condition.kind} `)})`;
    case 'compare': {
      const { ref, operator, value, quantifier, configuration } = condition;
      const given =
        value.kind === 'own' ? `own ${value.role}` : value.kind === 'request' ? `$${value.slot}` : value.kind;
      return `${not}${nameOf(ref)} ${operator}${quantifier ? `(${quantifier})` : ''}${configuration ? `(${configuration})` : ''} ${given}`;
    }
    case 'is':
      return `${nameOf(condition.ref)} is ${not}${condition.keyword}`;
    case 'exists':
      return `${not}exists ${rowsText(condition.rows)}`;
    case 'word': {
      const { stored, refs, punctuated } = condition;
      return `word in ${[...(stored ? [nameOf(stored)] : []), ...refs.map(nameOf)].join('|')}${punctuated.map(({ name }) => `~${name}`).join('')}`;
    }
    case 'found':
      return `${nameOf(condition.ref)} found ${condition.places.map(placeText).join(' or ')}`;
    case 'never':
      return 'never';
  }
};
const placeText = ({ join, where }: Finds): string => `[${join ? joinText(join).trim() : ''}${whereText(where)}]`;
const narrowedText = ({ join, where }: Finds): string =>
  join ? placeText({ join, where }) : where.map(conditionText).join(' and ');
const whereText = (where: readonly Condition[]): string =>
  where.length === 0 ? '' : ` where ${where.map(conditionText).join(' and ')}`;
/** `guia t`; of other rows than those of today `guia then t`. */
const tableText = ({ table, alias, rows }: ReadPlan['root']): string =>
  `${table}${rows === 'today' ? '' : ` ${rows}`} ${alias}`;
const joinText = ({ key, target, where }: Join): string =>
  ` join ${tableText(target)} on ${nameOf(key)}${key.nullable ? '?' : ''}${where.length === 0 ? '' : ` and ${where.map(conditionText).join(' and ')}`}`;
const rowsText = ({ root, key, outer, joins, where }: Rows): string =>
  `[${root.table} ${root.alias} at ${nameOf(key)} = ${nameOf(outer)}${joins.map(joinText).join('')}${whereText(where)}]`;
const orderText = (order: readonly OrderKey[]): string =>
  order
    .map(({ ref, descending, nullsFirst }) => {
      const nulls = nullsFirst === descending ? '' : nullsFirst ? ' nulls first' : ' nulls last';
      return `${nameOf(ref)}${ref.nullable ? '?' : ''}${descending ? ' desc' : ''}${nulls}`;
    })
    .join(', ');
const outputText = (output: Output): string => {
  switch (output.kind) {
    case 'column': {
      const read = `${nameOf(output.ref)}${output.cast ? `::${output.cast}` : ''}`;
      return output.ref.column === output.key ? read : `${output.key}:${read}`;
    }
    case 'covered':
      return `${output.key}:covered ${output.ref.table.alias}.${output.ref.column}`;
    case 'embed':
      return `${output.key}(${output.items.map(outputText).join(', ')} of ${nameOf(output.id)})`;
    case 'many':
      return `${output.key}(${output.items.map(outputText).join(', ')} of ${rowsText(output.rows)} by ${orderText(output.order)}, ${output.offset}+${output.limit})`;
    case 'count':
      return `${output.key}(${output.item} of ${rowsText(output.rows)})`;
  }
};

const planText = (plan: ReadPlan): readonly string[] => [
  `${tableText(plan.root)}${plan.joins.map(joinText).join('')}${whereText(plan.where)}`,
  `gives ${plan.output.map(outputText).join(', ')}`,
  `by ${orderText(plan.order)}, ${plan.offset}+${plan.limit}`,
  ...(plan.finds.length > 0 ? [`narrowed by ${plan.finds.map(narrowedText).join(' or ')}`] : []),
  ...(plan.volatile ? ['volatile'] : []),
];

const aggregateText = (plan: AggregatePlan): readonly string[] => [
  `${plan.root.table} ${plan.root.alias}${plan.joins.map(joinText).join('')}${whereText(plan.where)}`,
  `gives ${plan.items
    .map(
      ({ key, of, ref, asText }) =>
        `${key}:${of}${ref === undefined ? '' : ` ${nameOf(ref)}`}${asText ? '::text' : ''}`,
    )
    .join(', ')}`,
];

const take = <T>(access: Access, url: string, plan: (context: ListContext, request: ReadRequest) => T): T => {
  const [path = '', query = ''] = url.split('?', 2);
  return plan(listContext(model, access, screenAt(path), 'UTC'), parseRequest(query));
};

/** What a list is read with. `url` without `/api`. */
export const planOf = (access: Access, url: string): readonly string[] =>
  take(access, url, (context, request) => planText(planRead(context, request, undefined)));

/** What a list is read with as of a moment. */
export const planThenOf = (access: Access, url: string): readonly string[] =>
  take(access, url, (context, request) =>
    planText(planRead(context, { ...request, moment: '2026-03-01T12:00:00Z' }, undefined)),
  );

/** What a write meets. */
export const writtenOf = (access: Access, url: string): readonly string[] =>
  take(access, url, (context, request) => planText(planWritten(context, request)));

export const sumOf = (access: Access, url: string): readonly string[] =>
  take(access, url, (context, request) => aggregateText(planAggregate(context, request)));

/** Whether the route is open to the request. */
export const reaches = (access: Access, url: string): boolean =>
  refusalOf(() => take(access, url, checkReach)) === undefined;

/** Why it is refused: the code, what it says, and the name that it suggests; undefined where it is not. */
export const refusalOf = (ask: () => unknown): readonly [ErrorCode, ...unknown[]] | undefined => {
  try {
    ask();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [
      error.code,
      ...Object.values(error.params as object),
      ...(error.suggestion === undefined ? [] : [error.suggestion]),
    ];
  }
};
