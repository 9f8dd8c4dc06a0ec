/**
 * What of an entity one user may touch. In: model, access, the screen the request came through. Out: the entity's
 * fields cut down. Every door asks here, so that a field kept from someone is as absent as a name that never was.
 */
import type { Entity, Field, FieldPath, Model, RegistryScreen } from '../model/types.ts';
import type { Access } from './access.ts';

/** How much of an entity is open: every field, those its list shows, id with natural key and label, or nothing. */
export type Reach = 'record' | 'list' | 'reference' | 'none';

/** The widest reach of the user on an entity through `screen`, or through any screen of it where none is given. */
export const reachOf = (model: Model, access: Access, entity: Entity, screen?: RegistryScreen): Reach => {
  if (access.can('view', entity.subject)) return 'record';
  const screens = screen
    ? [screen]
    : model.screens.filter((one) => one.kind === 'registry' && one.entity === entity.name);
  if (screens.some((one) => one.permission && access.can(one.permission.action, one.permission.subject))) return 'list';
  return entity.reference ? 'reference' : 'none';
};

const firstNames = (paths: readonly FieldPath[]): string[] => paths.map(([name]) => name ?? '');

/** Fields that the lists of an entity show, sort and search by. */
const listedNames = (model: Model, entity: Entity): Set<string> =>
  new Set([
    ...labelledNames(entity),
    ...model.screens.flatMap((screen) =>
      screen.kind === 'registry' && screen.entity === entity.name
        ? firstNames([...screen.columns, ...screen.sort, ...screen.search].map((part) => part.path))
        : [],
    ),
  ]);

const labelledNames = (entity: Entity): string[] => [
  ...entity.naturalKey,
  ...entity.label.flatMap((part) => ('field' in part ? [part.field] : [])),
];

/** The readable fields at a reach, in order. Secrets and fields hidden by client or group are in none. */
export const readableFields = (model: Model, access: Access, entity: Entity, reach: Reach): readonly Field[] => {
  if (reach === 'none') return [];
  const open = entity.fields.filter(
    (field) => field.visible && !field.writeOnly && !access.hides(entity.name, field.name),
  );
  if (reach === 'record') return open;
  const names = reach === 'list' ? listedNames(model, entity) : new Set(labelledNames(entity));
  return open.filter((field) => names.has(field.name));
};

const cutDown = new WeakMap<Entity, Map<string, Entity>>();

/**
 * The entity with only the fields that the user may write on it: what validators and forms are made from. The same
 * object for users with the same rights.
 */
export const writableEntity = (access: Access, entity: Entity): Entity => {
  const fields = entity.fields.filter((field) => field.visible && !access.hides(entity.name, field.name));
  if (fields.length === entity.fields.length) return entity;
  const known = cutDown.get(entity) ?? new Map<string, Entity>();
  cutDown.set(entity, known);
  const key = fields.map((field) => field.name).join();
  const found = known.get(key) ?? { ...entity, fields };
  known.set(key, found);
  return found;
};
