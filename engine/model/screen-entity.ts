/**
 * The entity as one screen has it. A screen with a `filter` is of the records that have certain values: of one value the
 * field is closed, and new records get it; of several codes it takes those alone. A state is left to its transitions.
 */
import type { RegistryScreen } from './screen-types.ts';
import type { Entity, Field, Model } from './types.ts';

type Filter = NonNullable<RegistryScreen['filter']>;

const asFiltered = (field: Field, filter: Filter): Field => {
  const said = filter.find((one) => one.field === field.name);
  const [value, ...others] = said?.values ?? [];
  if (said === undefined || value === undefined) return field;
  if (others.length === 0) return { ...field, readOnly: true, default: value, fixed: true };
  const values: ReadonlySet<unknown> = new Set(said.values);
  return {
    ...field,
    required: true,
    codes: field.codes?.filter((code) => values.has(code)),
    default: values.has(field.default) ? field.default : undefined,
  };
};

const known = new WeakMap<Entity, Map<RegistryScreen, Entity>>();

/** The same object for the same screen. */
export const screenEntity = (model: Model, screen: RegistryScreen): Entity | undefined => {
  const entity = model.entities[screen.entity];
  if (entity === undefined || screen.filter === undefined) return entity;
  const ofScreens = known.get(entity) ?? new Map<RegistryScreen, Entity>();
  known.set(entity, ofScreens);
  const state = entity.fields.find(({ column }) => column === entity.states?.key)?.name;
  const filter = screen.filter.filter(({ field }) => field !== state);
  const found = ofScreens.get(screen) ?? {
    ...entity,
    fields: entity.fields.map((field) => asFiltered(field, filter)),
  };
  ofScreens.set(screen, found);
  return found;
};

type Values = Readonly<Record<string, unknown>>;

/** What every record of a screen has, by wire name. */
export const fixedValues = ({ fields }: Pick<Entity, 'fields'>): Values =>
  Object.fromEntries(fields.flatMap((field) => (field.fixed === true ? [[field.column, field.default]] : [])));

const isFixed = ({ fields }: Pick<Entity, 'fields'>): boolean => fields.some((field) => field.fixed === true);

/** Rows as they were given without what they have anyway: who says so says nothing. */
export const withoutFixed = (entity: Entity, rows: readonly Values[]): readonly Values[] => {
  if (!isFixed(entity)) return rows;
  const fixed = fixedValues(entity);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, value]) => !Object.hasOwn(fixed, name) || fixed[name] !== value),
    ),
  );
};

/** New rows with what every record of the screen has. */
export const withFixed = (entity: Entity, rows: readonly Values[]): readonly Values[] =>
  isFixed(entity) ? rows.map((row) => ({ ...row, ...fixedValues(entity) })) : rows;
