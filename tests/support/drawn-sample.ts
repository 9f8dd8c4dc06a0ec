/**
 * A part of many things that has between them everything that any of them has: for tests that would ask hundreds of
 * registries the same. In `npm run test:all` it is all of them.
 */
import type { RegistryScreen } from '../../engine/model/screen-types.ts';
import type { Entity, Field, Model } from '../../engine/model/types.ts';

/** Whether this run leaves nothing to a sample. */
export const everything = process.env['MODE'] === 'all';

/** The item that adds most to what is there already, again and again until nothing is missing; in their own order. */
export const drawSample = <Item>(
  items: readonly Item[],
  traitsOf: (item: Item) => Iterable<string>,
): readonly Item[] => {
  if (everything) return items;
  const left = new Map(items.map((item) => [item, new Set(traitsOf(item))]));
  const chosen = new Set<Item>();
  for (;;) {
    const [first] = left;
    if (first === undefined) break;
    const [best, traits] = [...left].reduce((most, one) => (one[1].size > most[1].size ? one : most), first);
    if (traits.size === 0) break;
    chosen.add(best);
    for (const others of left.values()) if (others !== traits) for (const trait of traits) others.delete(trait);
    left.delete(best);
  }
  return items.filter((item) => chosen.has(item));
};

/** Words of a person: another one makes no other shape. */
const words: ReadonlySet<string> = new Set(['name', 'column', 'title', 'description', 'help', 'type', 'format']);
/** Of these it counts which, not whether. */
const choices: ReadonlySet<string> = new Set(['personalData']);

/** What kind of value, and with it all that is said of the field. */
export const fieldShape = (field: Field): string =>
  [
    field.type,
    field.format,
    ...Object.entries(field).flatMap(([key, value]) => {
      if (words.has(key) || value === undefined || value === false) return [];
      return [choices.has(key) ? `${key} ${value}` : key];
    }),
  ].join(' ');

const isThere = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

const partsOf = (whole: object): readonly string[] =>
  Object.entries(whole).flatMap(([key, value]) => (isThere(value) ? [key] : []));

/** The same one by one: what kind of value, and each thing that is said of the field. */
const fieldTraits = (field: Field): readonly string[] => [
  `${field.type} ${field.format}`,
  ...Object.entries(field).flatMap(([key, value]) => {
    if (words.has(key) || value === undefined || value === false) return [];
    return [choices.has(key) ? `${key} ${value}` : `${field.type} ${key}`];
  }),
];

const looseTraits = (entity: Entity): readonly string[] => [
  ...partsOf(entity),
  ...partsOf(entity.expressions ?? {}),
  ...entity.fields.flatMap(fieldTraits),
  ...entity.children.flatMap((child) => looseTraits(child.entity).map((trait) => `row ${trait}`)),
];

/** The registries to ask where not all are asked, and what is of `modules` in any case. */
export const sampleRegistries = (
  { screens, entities }: Pick<Model, 'screens' | 'entities'>,
  modules: readonly string[] = [],
): readonly RegistryScreen[] => {
  const registries = screens.filter((screen) => screen.kind === 'registry');
  const drawn = drawSample(registries, (screen) => {
    const entity = entities[screen.entity];
    return [...partsOf(screen).map((part) => `screen ${part}`), ...(entity ? looseTraits(entity) : [])];
  });
  return registries.filter((screen) => drawn.includes(screen) || modules.includes(screen.module));
};
