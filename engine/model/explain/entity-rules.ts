/** The rules that give what the files of an entity leave open: each in words, with the places that it reads. */
import { toPointer } from '../../core/json.ts';
import type { Origin } from '../../core/origin.ts';
import { ruleWords } from '../../core/words.ts';
import { baseOf } from '../draft.ts';
import type { Entry } from '../passes/list-entries.ts';
import { parseLabel } from '../passes/parse-label.ts';
import type { Entity } from '../types.ts';
import type { Derivation } from './answer.ts';
import { derive } from './answer.ts';
import { propertyPointer, whole, written, writtenMember } from './places.ts';
import type { Sources } from './sources.ts';

type EntityRule = (sources: Sources, entity: Entity) => Derivation;

/** Keywords that keep a field out of what people read: lists, labels, searches. */
export const hiding: readonly string[] = ['x-visible', 'writeOnly'];

/** What a field says under some keywords; by a path also one behind relations: `cidade.nome`. */
export const fieldInputs = (
  sources: Sources,
  entity: string,
  path: string,
  keywords: readonly string[],
): readonly Origin[] => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0)
    return written(
      sources.declarations.get(entity)?.record,
      ...keywords.map((keyword) => propertyPointer(first, keyword)),
    );
  const { relation } = sources.model.entities[entity]?.fields.find(({ name }) => name === first) ?? {};
  return relation === undefined ? [] : fieldInputs(sources, relation.entity, rest.join('.'), keywords);
};

export const visibilityOf = (sources: Sources, entity: string, field: string): readonly Origin[] =>
  fieldInputs(sources, entity, field, hiding);

/** Fields that a label names. */
export const namesIn = (label: string): readonly string[] =>
  parseLabel(label).flatMap((part) => ('field' in part ? [part.field] : []));

/** A label that is written: what it names may be hidden. */
export const labelVisibility = (sources: Sources, entity: string, label: string): readonly Origin[] =>
  namesIn(label).flatMap((field) => visibilityOf(sources, entity, field));

/** Fields in order until the rule had enough; all of them where it never had. */
const readUntil = (sources: Sources, entity: string, last: string | undefined): readonly Origin[] => {
  const declaration = sources.declarations.get(entity);
  if (declaration === undefined) return [];
  const names = Object.keys(declaration.record.value.properties);
  const read = last === undefined ? names : names.slice(0, names.indexOf(last) + 1);
  return read.flatMap((name) => whole(declaration.record, propertyPointer(name)));
};

/** What the quick search of an entity names. */
const searchedInputs = (sources: Sources, entity: string): readonly Origin[] => {
  const { record, registry } = sources.declarations.get(entity) ?? {};
  return (registry?.value.search ?? []).flatMap((field) => whole(record, propertyPointer(field)));
};

/** How the records of an entity are written, with the place of the label where there is one. */
export const labelInputs = (sources: Sources, entity: string): readonly Origin[] => {
  const declaration = sources.declarations.get(entity);
  const label = sources.model.entities[entity]?.label ?? [];
  const said = declaration?.registry.value.label;
  const shown = label.flatMap((part) => ('field' in part ? [part.field] : []));
  const own =
    said === undefined ? [] : [...written(declaration?.registry, '/label'), ...labelVisibility(sources, entity, said)];
  if (said !== undefined && namesIn(said).some((field) => shown.includes(field))) return own;
  const title = shown.length > 0 ? [] : written(declaration?.record, '/title');
  return [...own, ...readUntil(sources, entity, shown[1]), ...title];
};

/** The first `count` fields that a list shows. */
export const firstFields = (
  sources: Sources,
  entity: string,
  shown: readonly string[],
  count: number,
): readonly Origin[] => readUntil(sources, entity, shown[count - 1]);

/** What may keep an entry from a client: its own words, the flag that it hangs on, and the same of the entries above. */
export const limitInputs = (
  sources: Sources,
  entry: Entry | undefined,
  seen: ReadonlySet<Entry> = new Set(),
): readonly Origin[] => {
  const { files, entries } = sources;
  if (entry === undefined || files.client === undefined || seen.has(entry)) return [];
  const { clients, flag, screen } = entry;
  const above = limitInputs(sources, entries.get(entry.parent), new Set([...seen, entry]));
  return [
    ...(screen === undefined ? [] : written(screen.registry, '/enabled')),
    ...(clients === undefined ? [] : [entry.origin('clients')]),
    ...(flag === undefined ? [] : [entry.origin('flag'), ...flagInputs(sources, flag)]),
    ...(above.length === 0 ? [] : [entry.origin('parent'), ...above]),
  ];
};

const flagInputs = ({ files }: Sources, flag: string): readonly Origin[] => [
  ...written(files.flags, toPointer(['flags', flag, 'default'])),
  ...written(files.client, toPointer(['flags', flag])),
];

/** Whose rows they are: of an entity of owned rows, the array that holds them. */
export const arrayPlace = ({ declarations }: Sources, entity: Entity): readonly Origin[] => {
  const declaration = declarations.get(entity.name);
  return declaration?.owner === undefined ? [] : [declaration.registry.origin('')];
};

const keyInputs = (sources: Sources, { name, naturalKey }: Entity): readonly Origin[] => {
  const declaration = sources.declarations.get(name);
  if (declaration === undefined) return [];
  if (declaration.registry.value.naturalKey !== undefined) return written(declaration.registry, '/naturalKey');
  const record = baseOf(declaration.record);
  return naturalKey.flatMap((field) => [
    ...written(record, propertyPointer(field, 'x-unique')),
    ...writtenMember(record, '/required', field),
  ]);
};

export const entityRules = {
  absent: () => derive(ruleWords.absent),
  language: () => derive(ruleWords.language),
  subject: (sources, { name, owner }) => {
    const registry = sources.declarations.get(owner?.entity ?? name)?.registry;
    const said = written(registry, '/subject', '/permission/subject');
    return derive(ruleWords.subject, said.length > 0 ? said.slice(0, 1) : written(registry, '/entity'));
  },
  label: (sources, { name }) => derive(ruleWords.entityLabel, labelInputs(sources, name)),
  naturalKey: (sources, entity) => derive(ruleWords.naturalKey, keyInputs(sources, entity)),
  indexes: (sources, entity) => {
    const declaration = sources.declarations.get(entity.name);
    const { fields } = entity;
    return derive(
      ruleWords.indexes,
      fields.flatMap((field) => written(declaration?.record, propertyPointer(field.name, 'x-unique'))),
      keyInputs(sources, entity),
      written(declaration?.registry, '/unique', '/indexes'),
      fields.flatMap((field) => written(declaration?.record, propertyPointer(field.name, 'x-relation'))),
    );
  },
  /** Rules of the record, and those that keep the ends of ranges in order. */
  rules: (sources, { name }) =>
    derive(ruleWords.absent, written(sources.declarations.get(name)?.registry, '/noOverlap')),
  /** All that are written, but for those that stay open. */
  locked: (sources, { name, fields, children }) => {
    const { record, registry } = sources.declarations.get(name) ?? {};
    const lock = written(record, '/x-locked/when', '/x-locked/with', '/x-locked/except');
    if (lock.length === 0) return derive(ruleWords.absent);
    const closing = [...fields, ...children].flatMap((part) =>
      written(
        record,
        ...['x-visible', 'readOnly', 'x-computed', 'x-sequence'].map((key) => propertyPointer(part.name, key)),
      ),
    );
    return derive(ruleWords.locked, lock, written(record, '/properties'), closing, written(registry, '/states/field'));
  },
  /** Of the fields that it names those that are texts which people see, and relations to what is found by such texts. */
  quickSearch: (sources, { name, fields }) => {
    const { registry } = sources.declarations.get(name) ?? {};
    const targets = (registry?.value.search ?? []).flatMap(
      (named) => fields.find((field) => field.name === named)?.relation?.entity ?? [],
    );
    const through = targets.flatMap((target) => [
      ...written(sources.declarations.get(target)?.registry, '/search'),
      ...searchedInputs(sources, target),
    ]);
    return derive(ruleWords.absent, [...searchedInputs(sources, name), ...through]);
  },
  /** Whichever screen it is, others could have been it. */
  route: (sources, { name, path }) =>
    derive(
      ruleWords.route,
      (sources.screensOf.get(name) ?? []).flatMap((screen) => [
        ...(screen.registry.value.path === path ? written(screen.registry, '/path') : []),
        ...written(screen.registry, '/filter'),
        ...limitInputs(sources, sources.entryOf.get(screen)),
      ]),
    ),
} as const satisfies Record<string, EntityRule>;
