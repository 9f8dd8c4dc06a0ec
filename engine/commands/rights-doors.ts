/**
 * The doors at which a field of a registry may be met, each with the request that a live check sends and with what the
 * plan says of it: a cell of the matrix is no second computation of the rights.
 */

import type { Access } from '../access/access.ts';
import { unlimited } from '../access/access.ts';
import { mayAct } from '../access/may-act.ts';
import { isLoadOffered, mayLoad, writableInLoad } from '../access/may-load.ts';
import { reachOf, readableChildren, readableFields, writableEntity } from '../access/visible-entity.ts';
import { asksAggregates } from '../contract/aggregate.ts';
import { buildScreenModel } from '../contract/build-screen-model.ts';
import { fieldPath, openByPath } from '../contract/import-fields.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { oncePer } from '../core/once-per.ts';
import type { ListContext } from '../data/plan/context.ts';
import { listContext } from '../data/plan/context.ts';
import { planAggregate } from '../data/plan/plan-aggregate.ts';
import { checkReach, planRead } from '../data/plan/plan-read.ts';
import { writableChildren, writableFields } from '../fields/record-schema.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import { searchedNames } from '../model/searched-names.ts';
import type { Child, Entity, Field, Model } from '../model/types.ts';

/** A field of the registry, or of rows that its records own. */
export interface Target {
  /** `nome`, or `contatos.valor`. */
  readonly name: string;
  readonly field: Field;
  readonly child: Child | undefined;
}

/** What a door gives of a field: its values, covered values, or nothing, not even that it is there. */
export type Opening = 'open' | 'masked' | 'closed';

/** A request below `/api`; `{id}` stands for the id of a record. */
export interface Asked {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FieldDoor {
  /** One character, in the matrix. */
  readonly letter: string;
  readonly title: string;
  /** Whether the door has anything to do with the field, whoever asks. */
  readonly applies: (model: Model, entity: Entity, target: Target) => boolean;
  readonly opening: (place: ListContext, target: Target) => Opening;
  /** The request that names all of the fields; undefined: the door is no query. */
  readonly ask?: (place: ListContext, targets: readonly Target[]) => Asked;
}

/** The fields of an entity that some door of this client knows, in order, those of owned rows last. */
export const targetsOf = (entity: Entity): readonly Target[] => [
  ...entity.fields.flatMap((field) => (field.visible ? [{ name: field.name, field, child: undefined }] : [])),
  ...entity.children.flatMap((child) =>
    child.visible
      ? child.entity.fields.flatMap((field) =>
          field.visible ? [{ name: `${child.name}.${field.name}`, field, child }] : [],
        )
      : [],
  ),
];

/** `select` of fields: those of owned rows by their array. */
const selectOf = (targets: readonly Target[]): string => {
  const arrays = Map.groupBy(
    targets.filter(({ child }) => child !== undefined),
    ({ child }) => child?.name ?? '',
  );
  return [
    'id',
    ...targets.flatMap(({ field, child }) => (child === undefined ? [field.column] : [])),
    ...[...arrays].map(([name, fields]) => `${name}(${fields.map(({ field }) => field.column).join()})`),
  ].join();
};

const arraysOf = (targets: readonly Target[]): string =>
  ['id', ...new Set(targets.flatMap(({ child }) => (child ? [`${child.name}(id)`] : [])))].join();

/** Covered for this person. */
const isMasked = ({ access, entity }: ListContext, { field, child }: Target): boolean =>
  access.fieldRight(child?.entity ?? entity, field).level === 'masked';

/** What the plan says of a read. Other refusals than those of names and rights are faults of the question. */
const planned = (context: ListContext, query: string): boolean => {
  try {
    const request = parseRequest(query);
    checkReach(context, request);
    if (asksAggregates(request.select)) planAggregate(context, request);
    else planRead(context, request, undefined);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return false;
  }
};

const readable = ({ writeOnly }: Field): boolean => !writeOnly;

type Query = (targets: readonly Target[]) => string;

/** A door through which a query reads. */
const reads = (
  letter: string,
  title: string,
  query: Query,
  more: Partial<Pick<FieldDoor, 'applies'>> & { readonly headers?: Asked['headers']; readonly covers?: boolean } = {},
): FieldDoor => ({
  letter,
  title,
  applies: more.applies ?? ((_model, _entity, { field }) => readable(field)),
  opening: (place, target) => {
    if (!planned(place, query([target]).replaceAll('{id}', '1'))) return 'closed';
    return (more.covers ?? false) && isMasked(place, target) ? 'masked' : 'open';
  },
  ask: ({ screen }, targets) => ({
    url: `${screen.path}?${query(targets)}`,
    ...(more.headers && { headers: more.headers }),
  }),
});

const filters: Query = (targets) =>
  [
    `select=${arraysOf(targets)}`,
    ...targets.map(({ field, child }) => `${child ? `${child.name}.` : ''}${field.column}=not.is.null`),
  ].join('&');

const orders: Query = (targets) => {
  const own = targets.flatMap(({ field, child }) => (child ? [] : [field.column]));
  const arrays = Map.groupBy(
    targets.filter(({ child }) => child !== undefined),
    ({ child }) => child?.name ?? '',
  );
  return [
    `select=${arraysOf(targets)}`,
    ...(own.length > 0 ? [`order=${own.join()}`] : []),
    ...[...arrays].map(([name, fields]) => `${name}.order=${fields.map(({ field }) => field.column).join()}`),
  ].join('&');
};

/** A registry with a relation to an entity, and the relation. */
type Way = readonly [RegistryScreen, Field];

const findRelations = (model: Model): Map<string, Way[]> =>
  Map.groupBy(
    model.screens.flatMap((screen) =>
      screen.kind === 'registry'
        ? (model.entities[screen.entity]?.fields ?? []).flatMap((field): Way[] =>
            field.visible && field.relation ? [[screen, field]] : [],
          )
        : [],
    ),
    ([, { relation }]) => relation?.entity ?? '',
  );

const relationsIn = oncePer(findRelations);

const relationsTo = (model: Model, entity: Entity): readonly Way[] => relationsIn(model).get(entity.name) ?? [];

/** Whether the route leads this person to the screen: of those that share it the first that the person may open. */
const isServed = ({ model, access }: ListContext, screen: RegistryScreen): boolean => {
  const sharing = model.screens.filter((one) => one.kind === 'registry' && one.path === screen.path);
  const open = sharing.find(({ permission }) => permission && access.can(permission.action, permission.subject));
  return (open ?? sharing[0]) === screen;
};

/** The relation through which this person may look into the entity; else the first there is. */
const wayInto = oncePer((place: ListContext): Way | undefined => {
  const { model, access, entity, timeZone } = place;
  const ways = relationsTo(model, entity).filter(([screen]) => isServed(place, screen));
  return (
    ways.find(([screen, { name }]) => planned(listContext(model, access, screen, timeZone), `select=${name}(id)`)) ??
    ways[0]
  );
});

const embedded: FieldDoor = {
  letter: 'e',
  title: 'por uma relação de outro cadastro',
  applies: (model, entity, { field, child }) =>
    child === undefined && readable(field) && relationsTo(model, entity).length > 0,
  opening: (place, target) => {
    const way = wayInto(place);
    if (way === undefined) return 'closed';
    const [screen, { name }] = way;
    if (
      !planned(listContext(place.model, place.access, screen, place.timeZone), `select=${name}(${target.field.column})`)
    )
      return 'closed';
    return isMasked(place, target) ? 'masked' : 'open';
  },
  ask: (place, targets) => {
    const [screen, relation] = wayInto(place) ?? [];
    return { url: `${screen?.path}?select=${relation?.name}(${targets.map(({ field }) => field.column).join()})` };
  },
};

/** The fields whose words the quick search of this person finds. */
const searched: FieldDoor = {
  letter: 'b',
  title: 'busca rápida',
  applies: (_model, entity, { name, child }) => child === undefined && searchedNames(entity).includes(name),
  opening: (place, { field }) => {
    if (!planned(place, 'q=x')) return 'closed';
    const { where } = planRead(place, parseRequest('q=x'), undefined);
    // Of the record itself, and not of what it points at.
    const own = where.flatMap((one) =>
      one.kind === 'found' ? one.places.flatMap((found) => (found.join ? [] : found.where)) : [one],
    );
    const word = own.find(({ kind }) => kind === 'word');
    if (word?.kind !== 'word') return 'closed';
    if (word.numbers.some(({ ref }) => ref.column === field.column)) return 'open';
    if (word.stored === undefined || !place.entity.search.includes(field.name)) return 'closed';
    // All of the searched texts are meant where none is named.
    return word.refs.length === 0 || word.refs.some((ref) => ref.column === field.column) ? 'open' : 'closed';
  },
};

const opens = ({ access, screen }: ListContext): boolean =>
  access.can(screen.permission.action, screen.permission.subject);

const models = new WeakMap<Access, Map<RegistryScreen, ReturnType<typeof buildScreenModel>>>();

const modelOf = ({ model, access, screen }: ListContext): ReturnType<typeof buildScreenModel> => {
  const known = models.get(access) ?? new Map();
  models.set(access, known);
  const found = known.get(screen) ?? buildScreenModel(model, access, screen, () => '');
  known.set(screen, found);
  return found;
};

const onScreen: FieldDoor = {
  letter: 't',
  title: 'modelo da tela',
  applies: () => true,
  opening: (place, { field, child }) => {
    if (!opens(place)) return 'closed';
    const shown = modelOf(place).entity;
    const owner = child ? shown.children.find(({ name }) => name === child.name)?.entity : shown;
    if (!owner?.fields.some(({ name }) => name === field.name)) return 'closed';
    return 'open';
  },
};

const inHistory: FieldDoor = {
  letter: 'h',
  title: 'histórico',
  applies: (_model, _entity, { field }) => readable(field),
  opening: (place, target) => {
    const { model, access, entity, screen } = place;
    if (!mayAct(access, entity, 'audit')) return 'closed';
    const { child, field } = target;
    if (child && !readableChildren(model, access, entity, screen).includes(child)) return 'closed';
    const fields = child
      ? reachOf(model, access, child.entity) === 'none'
        ? []
        : readableFields(model, access, child.entity)
      : readableFields(model, access, entity, screen);
    if (!fields.includes(field)) return 'closed';
    return isMasked(place, target) ? 'masked' : 'open';
  },
};

const isComputed = (entity: Entity, { column }: Field): boolean =>
  entity.expressions?.computed.some(({ key }) => key === column) ?? false;

const writes = (letter: string, title: string, action: 'insert' | 'update'): FieldDoor => ({
  letter,
  title,
  applies: (_model, entity, { field, child }) =>
    !field.readOnly && !isComputed(child?.entity ?? entity, field) && !(child?.readOnly ?? false),
  opening: ({ access, entity }, { field, child }) => {
    if (!mayAct(access, entity, action)) return 'closed';
    const own = writableEntity(access, entity);
    const written = child ? writableChildren(own).find(({ name }) => name === child.name)?.entity : own;
    return written && writableFields(written).some(({ name }) => name === field.name) ? 'open' : 'closed';
  },
});

/** What a column of a load may fill, by what it is called there. */
const loadedBy = (access: Access, entity: Entity): ReturnType<typeof openByPath> =>
  openByPath({ writable: writableInLoad(access, entity) });

const inLoad: FieldDoor = {
  letter: 'c',
  title: 'carga de dados existentes',
  applies: (_model, entity, { field, child }) =>
    isLoadOffered(entity) && loadedBy(unlimited, entity).has(fieldPath({ field, child })),
  opening: ({ access, entity }, { field, child }) =>
    mayLoad(access, entity) && loadedBy(access, entity).has(fieldPath({ field, child })) ? 'open' : 'closed',
};

/** In the order in which the matrix prints them. */
export const fieldDoors: readonly FieldDoor[] = [
  onScreen,
  reads('l', 'lista', (targets) => `select=${selectOf(targets)}`, { covers: true }),
  reads('r', 'registro', (targets) => `id=eq.{id}&select=${selectOf(targets)}`, { covers: true }),
  reads('k', 'CSV', (targets) => `select=${selectOf(targets)}`, { covers: true, headers: { accept: 'text/csv' } }),
  reads('f', 'filtro', filters),
  reads('o', 'ordem', orders),
  searched,
  reads(
    's',
    'agregação',
    (targets) => `select=${targets.map(({ field }, index) => `n${index}:${field.column}.count()`).join()}`,
    { applies: (_model, _entity, { field, child }) => child === undefined && readable(field) },
  ),
  embedded,
  inHistory,
  writes('i', 'inclusão', 'insert'),
  writes('u', 'alteração', 'update'),
  inLoad,
];

export interface RegistryDoor {
  readonly letter: string;
  readonly title: string;
  /** Whether the registry has it at all, whoever asks; absent: each has. */
  readonly applies?: (entity: Entity) => boolean;
  readonly opens: (place: ListContext) => boolean;
}

const byQuery = (letter: string, title: string, query: string): RegistryDoor => ({
  letter,
  title,
  opens: (place) => planned(place, query),
});
const byAction = (letter: string, title: string, action: string): RegistryDoor => ({
  letter,
  title,
  opens: ({ access, entity }) => mayAct(access, entity, action),
});

/** Ways into the registry as a whole. */
export const registryDoors: readonly RegistryDoor[] = [
  { letter: 't', title: 'tela', opens },
  byQuery('l', 'lista', ''),
  byQuery('n', 'contagem', ''),
  byQuery('k', 'CSV', ''),
  byQuery('p', 'procura por termo', ''),
  byQuery('r', 'registro', 'id=eq.1'),
  byAction('h', 'histórico', 'audit'),
  byAction('i', 'inclusão', 'insert'),
  byAction('u', 'alteração', 'update'),
  byAction('d', 'exclusão', 'delete'),
  byAction('I', 'inclusão linha a linha', 'insert'),
  byAction('U', 'alteração linha a linha', 'update'),
  byAction('D', 'exclusão linha a linha', 'delete'),
  {
    letter: 'c',
    title: 'carga de dados existentes',
    applies: isLoadOffered,
    opens: ({ access, entity }) => mayLoad(access, entity),
  },
];
