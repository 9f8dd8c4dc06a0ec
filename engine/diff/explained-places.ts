/**
 * Places of the files that a value of the model rests on, beside those that say it. In: the path of a change, and one
 * client as either side has it. Out: what `explain` cites for the value, and what the change itself names.
 */
import { fromPointer, toPointer } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import { limitInputs } from '../model/explain/entity-rules.ts';
import { explainEntity } from '../model/explain/explain-entity.ts';
import { explainChild, explainField } from '../model/explain/explain-field.ts';
import { explainScreen } from '../model/explain/explain-screen.ts';
import { propertyPointer, whole, written } from '../model/explain/places.ts';
import type { Sources } from '../model/explain/sources.ts';
import { createSources } from '../model/explain/sources.ts';
import type { Entity, Explanation, Model } from '../model/types.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { Change } from './change.ts';
import { same } from './compare.ts';
import type { CompiledClient } from './compile-side.ts';
import { indexOf } from './file-index.ts';

type Place = Pick<Origin, 'file' | 'pointer'>;

const known = new WeakMap<ResolvedFiles, Sources>();

const sourcesOf = ({ files, model }: CompiledClient): Sources => {
  const sources = known.get(files) ?? createSources(files, model);
  known.set(files, sources);
  return sources;
};

/** What `explain` calls otherwise than the model does. */
const explainedAs: Readonly<Record<string, readonly string[]>> = {
  'fields title': ['label'],
  'children title': ['label'],
  'entity path': ['route'],
  'entity label': ['recordLabel'],
  'entity search': ['quickSearch'],
  'entity searchNumbers': ['quickSearch'],
  'entity searchThrough': ['quickSearch'],
  'entity expressions': ['rules', 'ruleFields', 'lockedWhen', 'lockedWith', 'lockedFields'],
  'screen search': ['search', 'panel'],
  'screen columns': ['columns', 'list'],
};
const namesOf = (of: string, key: string): readonly string[] => explainedAs[`${of} ${key}`] ?? [key];

const named = (rows: readonly Explanation[], names: readonly string[]): readonly Explanation[] =>
  rows.filter(({ target }) => names.includes(target.slice(target.lastIndexOf('.') + 1)));

const conditionNames: Readonly<Record<string, string>> = {
  visible: 'visibleWhen',
  required: 'requiredWhen',
  readOnly: 'readOnlyWhen',
};

/** Parts of a relation that are explained under another name: when its target is valid says the key that asks for it. */
const relationNames: Readonly<Record<string, string>> = { label: 'relationLabel', valid: 'date' };

const ofField = (sources: Sources, entity: Entity, name: string, keys: readonly string[]): readonly Explanation[] => {
  const field = entity.fields.find((one) => one.name === name);
  const child = entity.children.find((one) => one.name === name);
  const of = field === undefined ? 'children' : 'fields';
  const rows = field ? explainField(sources, entity, field) : child ? explainChild(sources, entity, child) : [];
  const [key, inner] = keys;
  if (key === undefined) return rows;
  return named(rows, key === 'relation' ? [relationNames[inner ?? ''] ?? inner ?? 'entity'] : namesOf(of, key));
};

/** Expressions that are said of the record, and not of a field. */
const ofRecord: ReadonlySet<string> = new Set(['rules', 'lock', 'lockedWith']);

const ofEntity = (sources: Sources, entity: Entity, path: readonly string[]): readonly Explanation[] => {
  const [, , section = '', name = '', ...keys] = path;
  if (section === 'fields' || section === 'children') return ofField(sources, entity, name, keys);
  if (section === 'view') return entity.fields.flatMap((field) => ofField(sources, entity, field.name, ['sources']));
  const [item = ''] = keys;
  if (section === 'expressions' && !ofRecord.has(name)) {
    const [wire, kind = ''] = item.split(' ');
    const own = entity.fields.find(({ column }) => column === wire)?.name ?? wire ?? '';
    return ofField(sources, entity, own, [conditionNames[kind] ?? 'computed']);
  }
  return named(explainEntity(sources, entity), namesOf('entity', section));
};

const originsOf = (rows: readonly Explanation[]): readonly Origin[] =>
  rows.flatMap(({ origin, inputs, lost }) => [
    ...(origin === undefined ? [] : [origin]),
    ...inputs,
    ...lost.flatMap((one) => (one.origin === undefined ? [] : [one.origin])),
  ]);

/** What the value rests on by the rule that gives it. */
export const explainedPlaces = (client: CompiledClient, path: readonly string[]): readonly Place[] => {
  const [part, name = '', section] = path;
  const sources = sourcesOf(client);
  if (part === 'entities') {
    const entity = Object.hasOwn(client.model.entities, name) ? client.model.entities[name] : undefined;
    return entity === undefined || section === undefined ? [] : originsOf(ofEntity(sources, entity, path));
  }
  const screen = part === 'screens' ? indexOf(client.files).byScreen.get(name) : undefined;
  if (screen === undefined) return [];
  if (section === undefined) return limitInputs(sources, sources.entryOf.get(screen));
  return originsOf(named(explainScreen(sources, screen), namesOf('screen', section)));
};

/** What one side has and the other has not, of lists the items, of objects the values of each key. */
const differing = (before: unknown, after: unknown): readonly unknown[] => {
  if (same(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const without = (some: readonly unknown[], others: readonly unknown[]): readonly unknown[] =>
      some.filter((one) => !others.some((other) => same(one, other)));
    return [...without(after, before), ...without(before, after)];
  }
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((key) =>
      differing(before[key], after[key]),
    );
  return [after, before].filter((one) => one !== undefined);
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names within a value: texts, and lists of them that lead along relations. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) {
    const path = value.every((item) => typeof item === 'string') && value.length > 1 ? [value.join('.')] : [];
    return [...path, ...value.flatMap(textsIn)];
  }
  if (!isObject(value)) return [];
  const { entity, part } = value;
  const source = typeof entity === 'string' && typeof part === 'string' ? [`${entity} ${part}`] : [];
  return [...source, ...Object.values(value).flatMap(textsIn)];
};

interface Named {
  readonly entity: string;
  readonly field: string;
}

/** The fields that a path along relations leads through, the last first. */
const fieldsAlong = (model: Model, entity: string, [first = '', ...rest]: readonly string[]): readonly Named[] => {
  const declared = Object.hasOwn(model.entities, entity) ? model.entities[entity] : undefined;
  const field = declared?.fields.find(({ name, column }) => name === first || column === first);
  const child = declared?.children.find(({ name }) => name === first);
  const name = field?.name ?? child?.name;
  if (name === undefined) return [];
  const next = field?.relation?.entity ?? child?.entity.name;
  return [...(next === undefined ? [] : fieldsAlong(model, next, rest)), { entity, field: name }];
};

/** Wire names in quotes, or as keys of conditions: `'cco'`, `motivo_id required`. */
const plainName = (text: string): string => text.replace(/^-|'/g, '').split(' ')[0] ?? '';

/** The fields that a change names: in its path, then in what one side has and the other has not. */
const fieldsNamed = ({ files, model }: CompiledClient, { path, before, after }: Change): readonly Named[] => {
  const [part, name = '', , ...items] = path;
  const shown = part === 'screens' ? indexOf(files).byScreen.get(name)?.registry.value.entity : name;
  const home = shown === undefined ? undefined : model.entities[shown];
  if (home === undefined) return [];
  // An action that opens another screen names the fields of that one.
  const opened = [after, before].flatMap((effect) => {
    const named = isObject(effect) ? effect['screen'] : undefined;
    return files.screens.filter(({ folder }) => folder === named).map(({ registry }) => registry.value.entity);
  });
  return [...items.toReversed(), ...differing(before, after).flatMap(textsIn)].flatMap((text) => {
    const [entity = '', field] = text.split(' ');
    if (field !== undefined && Object.hasOwn(model.entities, entity)) return fieldsAlong(model, entity, [field]);
    return [home.name, ...opened].flatMap((of) => fieldsAlong(model, of, plainName(text).split('.')));
  });
};

const inOverlay = ({ files }: CompiledClient, ...path: readonly string[]): readonly Place[] =>
  files.client === undefined ? [] : [{ file: files.client.file, pointer: toPointer(path) }];

/** What people are told of a field elsewhere: its label where a title differs, and whether it is shown. */
const toldBy = ({ path }: Change): readonly [overlay: string, keyword: string] => {
  const last = path.at(-1);
  const isTitle = path[0] === 'screens' && (last === 'title' || last === 'label');
  return isTitle ? ['label', 'title'] : ['visible', 'x-visible'];
};

/** Whether a place bears the name of something that the change is about. */
export const namesPlace = (change: Change, clients: readonly CompiledClient[]): ((place: Place) => boolean) => {
  const { path } = change;
  const fields = clients.flatMap((client) => fieldsNamed(client, change)).map(({ field }) => field);
  // In sections `fields` is a key, and as such in each overlay.
  const items = path.slice(3).filter((item) => item !== 'fields');
  const names = new Set([...items.flatMap((item) => plainName(item).split('.')), ...fields]);
  // What gives a value of a field is of that field alone.
  const isOfField = path[0] === 'entities' && (path[2] === 'fields' || path[2] === 'children');
  return ({ pointer }) => isOfField || fromPointer(pointer).some((name) => names.has(name));
};

/** What the change names: first what a field is told by, then all that is said of it. */
export const namedPlaces = (
  client: CompiledClient,
  change: Change,
): { readonly telling: readonly Place[]; readonly all: readonly Place[] } => {
  const fields = fieldsNamed(client, change);
  const record = (entity: string) => indexOf(client.files).byEntity.get(entity)?.record;
  const [overlay, keyword] = toldBy(change);
  return {
    telling: fields.flatMap(({ entity, field }) => [
      ...inOverlay(client, 'fields', entity, field, overlay),
      ...written(record(entity), propertyPointer(field, keyword)),
    ]),
    all: fields.flatMap(({ entity, field }) => [
      ...inOverlay(client, 'fields', entity, field),
      ...whole(record(entity), propertyPointer(field)),
    ]),
  };
};

/** What may keep a screen from people to which an action of the change leads. */
export const ledToPlaces = (client: CompiledClient, { before, after }: Change): readonly Place[] => {
  const routes = differing(before, after)
    .flatMap(textsIn)
    .filter((text) => text.startsWith('/'));
  const sources = sourcesOf(client);
  return client.files.screens
    .filter(({ registry: { value } }) => value.path !== undefined && routes.some((route) => leads(route, value.path)))
    .flatMap((screen) => [
      ...inOverlay(client, 'screens', screen.folder, 'enabled'),
      ...limitInputs(sources, sources.entryOf.get(screen)),
      ...written(screen.registry, '/path', '/enabled', '/clients', '/flag', '/parent'),
    ]);
};

const leads = (route: string, path: string | undefined): boolean =>
  path !== undefined && (route === path || route.startsWith(`${path}/`) || route.startsWith(`${path}?`));
