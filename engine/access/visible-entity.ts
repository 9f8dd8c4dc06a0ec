/**
 * What of an entity one user may touch. In: model, access, the screen the request came through. Out: the entity's
 * fields cut down. Every door asks here, so that a field kept from someone is as absent as a name that never was.
 */
import { oncePer } from '../core/once-per.ts';
import { labelledNames } from '../model/labelled-names.ts';
import { plainField } from '../model/plain-field.ts';
import type { FieldPath, RegistryScreen } from '../model/screen-types.ts';
import type { Child, Entity, Field, Model } from '../model/types.ts';
import type { Access } from './access.ts';
import { covers, keeps } from './keeps.ts';

/** How much of an entity is open: every field, those its list shows, id with natural key and label, or nothing. */
export type Reach = 'record' | 'list' | 'reference' | 'none';

/** The registries of each entity: of hundreds of screens a few, asked for at every request. */
const registriesOf = oncePer(({ screens }: Model) =>
  Map.groupBy(
    screens.filter((one): one is RegistryScreen => one.kind === 'registry'),
    (one) => one.entity,
  ),
);

const screensOf = (model: Model, entity: Entity): readonly RegistryScreen[] =>
  registriesOf(model).get(entity.name) ?? [];

/** Of the screen given, or of all that show the entity, those whose list the user may open. */
const openScreens = (
  model: Model,
  access: Access,
  entity: Entity,
  screen: RegistryScreen | undefined,
): readonly RegistryScreen[] =>
  (screen ? [screen] : screensOf(model, entity)).filter(
    (one) => one.entity === entity.name && access.can(one.permission.action, one.permission.subject),
  );

/** The widest reach of the user on an entity through `screen`, or through any screen of it where none is given. */
export const reachOf = (model: Model, access: Access, entity: Entity, screen?: RegistryScreen): Reach => {
  if (access.can('view', entity.subject)) return 'record';
  if (openScreens(model, access, entity, screen).length > 0) return 'list';
  return isReference(access, entity) ? 'reference' : 'none';
};

/**
 * Whether the user may name records of the entity without any right on it: of `reference` all, of `referenceForStaff`
 * those that it says, and they are the staff's alone.
 */
export const isReference = ({ unconfined }: Access, { reference, referenceForStaff }: Entity): boolean =>
  reference || (unconfined && referenceForStaff !== undefined);

const firstNames = (paths: readonly FieldPath[]): string[] => paths.map(([name]) => name ?? '');

/** Fields that the lists of an entity which the user may open show, sort and search by. */
const listedNames = (entity: Entity, screens: readonly RegistryScreen[]): Set<string> =>
  new Set([
    ...labelledNames(entity),
    ...screens.flatMap((screen) =>
      firstNames(
        [...screen.columns, ...screen.sort, ...screen.search, ...(screen.report?.groups ?? [])].map(
          (part) => part.path,
        ),
      ),
    ),
  ]);

type FindFields = (model: Model, access: Access, entity: Entity, screen?: RegistryScreen) => readonly Field[];

/** Neither a model nor the rights of a session change: what they come to is found once for each screen. */
const foundOnce = (find: FindFields): FindFields => {
  const known = new WeakMap<Model, WeakMap<Access, Map<Entity, Map<RegistryScreen | undefined, readonly Field[]>>>>();
  return (model, access, entity, screen) => {
    const ofModel = known.get(model) ?? new WeakMap();
    known.set(model, ofModel);
    const ofAccess: Map<Entity, Map<RegistryScreen | undefined, readonly Field[]>> = ofModel.get(access) ?? new Map();
    ofModel.set(access, ofAccess);
    const ofEntity = ofAccess.get(entity) ?? new Map<RegistryScreen | undefined, readonly Field[]>();
    ofAccess.set(entity, ofEntity);
    const found = ofEntity.get(screen) ?? find(model, access, entity, screen);
    ofEntity.set(screen, found);
    return found;
  };
};

/** The readable fields at the user's reach, in order. Secrets and fields hidden by client or group are in none. */
export const readableFields = foundOnce((model, access, entity, screen) => {
  const reach = reachOf(model, access, entity, screen);
  if (reach === 'none') return [];
  const open = entity.fields.filter((field) => !field.writeOnly && !keeps(access, entity, field));
  if (reach === 'record') return open;
  const names =
    reach === 'list' ? listedNames(entity, openScreens(model, access, entity, screen)) : new Set(labelledNames(entity));
  return open.filter((field) => names.has(field.name));
});

/** Those of the readable fields whose values may be asked about: filtered, sorted, searched, counted, followed. */
export const comparableFields = foundOnce((model, access, entity, screen) =>
  readableFields(model, access, entity, screen).filter((field) => !covers(access, entity, field)),
);

/** The fields that a relation makes known of each record that it points at; undefined where it makes none known. */
export type Known = readonly string[] | undefined;

/** In the order of the entity. Hidden from someone a field is so by every path. */
const withKnown = (access: Access, entity: Entity, read: readonly Field[], known: Known): readonly Field[] =>
  known === undefined
    ? read
    : entity.fields.filter(
        (field) =>
          read.includes(field) || (known.includes(field.name) && !field.writeOnly && !keeps(access, entity, field)),
      );

/**
 * Whether the user meets records of the entity by what a relation makes known of them and by nothing else: it may name none
 * of them, or as one of the staff some.
 */
export const isKnownAlone = (model: Model, access: Access, entity: Entity): boolean => {
  const reach = reachOf(model, access, entity);
  return reach === 'none' || (reach === 'reference' && !entity.reference);
};

/** The fields that the user reads of what a relation leads to, some of them of the own records alone. */
export const readableBehind = (model: Model, access: Access, entity: Entity, known: Known): readonly Field[] => {
  const isAlone = known !== undefined && isKnownAlone(model, access, entity);
  return withKnown(access, entity, isAlone ? [] : readableFields(model, access, entity), known);
};

/** Those of them that may be asked about. */
export const comparableBehind = (model: Model, access: Access, entity: Entity, known: Known): readonly Field[] =>
  readableBehind(model, access, entity, known).filter((field) => !covers(access, entity, field));

/** Whether a relation leads the user anywhere. */
export const leadsTo = (model: Model, access: Access, entity: Entity, known: Known): boolean =>
  known !== undefined || reachOf(model, access, entity) !== 'none';

/** The arrays of owned rows that the user may read, where the user may read whole records. */
export const readableChildren = (model: Model, access: Access, entity: Entity, screen?: RegistryScreen) =>
  reachOf(model, access, entity, screen) === 'record' ? openChildren(access, entity) : [];

const openChildren = (access: Access, entity: Entity): readonly Child[] =>
  entity.children.filter((child) => !keeps(access, entity, child));

const cutDown = new WeakMap<Entity, Map<string, Entity>>();

const nameOf = (part: Field | Child): string =>
  `${part.name}${part.readOnly ? '!' : ''}${'covered' in part ? '*' : ''}`;

const namesIn = (fields: readonly Field[], children: readonly Child[]): string =>
  [
    ...fields.map(nameOf),
    ...children.map((child) => `${nameOf(child)}(${namesIn(child.entity.fields, child.entity.children)})`),
  ].join();

/** The entity with only those of its fields and arrays: the same object for the same ones, so that validators are kept by it. */
export const withFields = (
  entity: Entity,
  fields: readonly Field[],
  children: readonly Child[] = entity.children,
): Entity => {
  const key = namesIn(fields, children);
  if (key === namesIn(entity.fields, entity.children)) return entity;
  const known = cutDown.get(entity) ?? new Map<string, Entity>();
  cutDown.set(entity, known);
  const found = known.get(key) ?? { ...entity, fields, children };
  known.set(key, found);
  return found;
};

/** The part as the user may write it: what the user only reads, or reads covered, is read-only. */
const asWritten = <Part extends Field | Child>(access: Access, entity: Entity, part: Part): Part => {
  const { level } = access.fieldRight(entity, part);
  if (level === 'open') return part;
  return { ...part, readOnly: true, ...(level === 'masked' ? { covered: true } : {}) };
};

/**
 * The field as one user reads it: closed, and where it is masked a text, whatever it holds, for that is what its covered
 * form is.
 */
export const asRead = (access: Access, entity: Entity, field: Field): Field => {
  const { level } = access.fieldRight(entity, field);
  if (level !== 'masked') return asWritten(access, entity, field);
  const { name, column, title, description, help, visible, writeOnly, unique, personalData } = field;
  const said = { name, column, title, description, help, visible, writeOnly, unique, personalData };
  return { ...plainField({ ...said, type: 'text' }), readOnly: true, covered: true };
};

/**
 * Fields and rows that a new record must have and the user cannot give it: whoever may insert by the rules cannot here.
 */
export const missingRights = (access: Access, entity: Entity): readonly (Field | Child)[] => [
  ...entity.fields.filter(
    (field) =>
      field.visible &&
      field.required &&
      !field.readOnly &&
      field.default === undefined &&
      access.fieldRight(entity, field).level !== 'open',
  ),
  ...entity.children.flatMap((child) => {
    if (!child.visible || child.minItems === 0 || child.readOnly) return [];
    return access.fieldRight(entity, child).level === 'open' ? missingRights(access, child.entity) : [child];
  }),
];

/**
 * The entity with only the fields that the user may write on it, and beside them, read-only, those that are closed to
 * the user's writing: what validators and forms are made from. The same object for users with the same rights.
 */
export const writableEntity = (access: Access, entity: Entity): Entity =>
  withFields(
    entity,
    entity.fields.filter((field) => !keeps(access, entity, field)).map((field) => asWritten(access, entity, field)),
    openChildren(access, entity).map((child) => ({
      ...asWritten(access, entity, child),
      entity: writableEntity(access, child.entity),
    })),
  );
