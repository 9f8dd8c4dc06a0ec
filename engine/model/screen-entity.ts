/**
 * The entity as one screen has it. With `only` it has those fields and arrays alone: the others are as hidden as what a
 * client hides. `fields` names and closes them in the screen's own way, and gives new records what it does not ask for. A
 * screen with a `filter` is of the records that have certain values: of one value the field is closed, and new records get
 * it; of several codes it takes those alone. A state is left to its transitions. `itens.valor` speaks of the rows that the array
 * `itens` holds.
 */
import type { DraftEntity, FindEntity } from './draft.ts';
import type { RegistryScreen, ScreenField } from './screen-types.ts';
import type { Child, Entity, Field, Model } from './types.ts';

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

/** What a screen says of fields. */
export type OwnFields = Pick<RegistryScreen, 'only' | 'fields' | 'withheld'>;

type Part = Pick<Field, 'name' | 'title' | 'help' | 'visible' | 'readOnly'>;

const named = (names: readonly string[], array: string): readonly string[] =>
  names.flatMap((name) => (name.startsWith(`${array}.`) ? [name.slice(array.length + 1)] : []));

/** What a screen says of the rows that an array holds, by their own names. */
export const ofRows = ({ only = [], fields = {} }: OwnFields, array: string): OwnFields => {
  const kept = named(only, array);
  const said = named(Object.keys(fields), array).flatMap((name): [string, ScreenField][] => {
    const one = fields[`${array}.${name}`];
    return one === undefined ? [] : [[name, one]];
  });
  return { ...(kept.length > 0 && { only: kept }), ...(said.length > 0 && { fields: Object.fromEntries(said) }) };
};

/** Whether the screen has the field or the array, or some of its rows' fields. */
export const hasPart = (only: readonly string[] | undefined, name: string): boolean =>
  only === undefined || only.includes(name) || named(only, name).length > 0;

/** A field or an array as the screen has it. What the entity closes, or leaves out, stays so. */
const asOwn = <One extends Part>(part: One, { only, fields = {} }: OwnFields): One => {
  const said = Object.hasOwn(fields, part.name) ? fields[part.name] : undefined;
  const has = hasPart(only, part.name);
  return said === undefined && has ? part : { ...part, ...said, visible: part.visible && has };
};

const ownField = (field: Field, own: OwnFields): Field => {
  const shown = asOwn(field, own);
  const asked = shown.visible && !shown.readOnly;
  if (shown === field || asked || (field.readOnly && field.default === shown.default)) return shown;
  return shown.default !== field.default || shown.beginsNow === true ? { ...shown, given: true } : shown;
};

const hasOwn = ({ only, fields, withheld }: OwnFields): boolean =>
  only !== undefined || fields !== undefined || withheld !== undefined;

/** The fields and arrays of an entity, or of rows that it owns, as the screen has them. */
const withOwn = (entity: Entity, own: OwnFields): Entity =>
  hasOwn(own)
    ? {
        ...entity,
        fields: entity.fields.map((field) => ownField(field, own)),
        children: entity.children.map((child) => ownChild(child, own)),
      }
    : entity;

const ownChild = (child: Child, own: OwnFields): Child => {
  const shown = asOwn(child, own);
  const entity = withOwn(shown.entity, ofRows(own, child.name));
  return entity === shown.entity ? shown : { ...shown, entity };
};

/** The entity, not linked yet, as a screen has it: what the screen names is looked up there. */
export const ownDraft = (draft: DraftEntity, own: OwnFields): DraftEntity => {
  if (!hasOwn(own)) return draft;
  const fields = draft.fields.map((field) => ownField(field, own));
  const byName = new Map([...draft.byName].map(([name, field]) => [name, ownField(field, own)]));
  return { ...draft, fields, byName, children: draft.children.map((child) => asOwn(child, own)) };
};

/** Where the rows of the entity's arrays are looked up, as a screen has them. */
export const findOwn =
  ({ children }: DraftEntity, own: OwnFields, find: FindEntity): FindEntity =>
  (name) => {
    const found = find(name);
    const array = children.find(({ entity }) => entity === name);
    return found && array ? ownDraft(found, ofRows(own, array.name)) : found;
  };

const known = new WeakMap<Entity, Map<RegistryScreen, Entity>>();

/** The same object for the same screen. */
export const screenEntity = (model: Model, screen: RegistryScreen): Entity | undefined => {
  const entity = model.entities[screen.entity];
  if (entity === undefined || (screen.filter === undefined && !hasOwn(screen))) return entity;
  const ofScreens = known.get(entity) ?? new Map<RegistryScreen, Entity>();
  known.set(entity, ofScreens);
  const found = ofScreens.get(screen) ?? ofScreen(entity, screen);
  ofScreens.set(screen, found);
  return found;
};

const ofScreen = (entity: Entity, screen: RegistryScreen): Entity => {
  const state = entity.fields.find(({ column }) => column === entity.states?.key)?.name;
  const filter = screen.filter?.filter(({ field }) => field !== state) ?? [];
  const withheld = [...(entity.withheld ?? []), ...(screen.withheld ?? [])];
  const own = withOwn(entity, screen);
  return {
    ...own,
    fields: own.fields.map((field) => asFiltered(field, filter)),
    ...(withheld.length > 0 && { withheld }),
  };
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

/** New rows with what the screen gives them in place of asking; `present` is the value of a field that begins now. */
export const withGiven = (
  { fields }: Pick<Entity, 'fields'>,
  rows: readonly Values[],
  present: (field: Field) => unknown,
): readonly Values[] => {
  const given = fields.filter((field) => field.given === true);
  if (given.length === 0) return rows;
  const values = Object.fromEntries(given.map((field) => [field.column, field.default ?? present(field)]));
  return rows.map((row) => ({ ...values, ...row }));
};
