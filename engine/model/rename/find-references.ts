/**
 * Everything in the files that names a field, by the grammar of each kind of file: where a value is a path, a template, an
 * expression or a key. In: the documents and the model that was compiled of them. Out: edits.
 */
import type { Json } from '../../core/json.ts';
import { isJsonObject, toPointer } from '../../core/json.ts';
import type { RawDocument } from '../../metadata/documents.ts';
import { ownedEntity } from '../../metadata/owned-rows.ts';
import type { AskedList } from '../../metadata/states.ts';
import { askedNames } from '../../metadata/states.ts';
import type { Model } from '../types.ts';
import { ownerPrefix } from '../types.ts';
import type { Edit, EditableJson } from './edits.ts';
import type { Names, Renaming } from './rename-names.ts';

/** How a value names fields. */
type Reading = 'path' | 'sort' | 'template' | 'expression';

/** A pattern over pointers (`*` is any one segment) and how what stands there names fields of the entity in hand. */
const registryValues: readonly (readonly [string, Reading])[] = [
  ...[
    'columns/*',
    'columns/*/field',
    'search/*',
    'batch/*',
    'totals/*',
    'inline/*',
    'sections/*/fields/*',
    'only/*',
    'report/groups/*',
    'report/groups/*/field',
  ].map((at) => [at, 'path'] as const),
  ...[
    'unique/*/*',
    'indexes/*/*',
    'naturalKey/*',
    'referenceBeyondScope/*',
    'detail/fields/*',
    'record',
    'provider',
    'login',
    'scope/*/field',
  ].map((at) => [at, 'path'] as const),
  ...['lookups/*/field', 'lookups/*/fields/*', 'autocomplete/validity/*', 'autocomplete/answer/*'].map(
    (at) => [at, 'path'] as const,
  ),
  ...['autocomplete/answer/*/*', 'noOverlap/*/key/*', 'noOverlap/*/ranges/*/*'].map((at) => [at, 'path'] as const),
  ...[
    'states/field',
    'states/transitions/*/fields/*',
    'states/transitions/*/fields/*/field',
    'states/transitions/*/required/*',
    'states/transitions/*/rules/*/fields/*',
  ].map((at) => [at, 'path'] as const),
  ['sort/*', 'sort'],
  ['label', 'template'],
  ...['actions', 'buttons'].flatMap((list) =>
    [`${list}/*/open/filter/*`, `${list}/*/open/values/*`, `${list}/*/link`].map((at) => [at, 'template'] as const),
  ),
  ['actions/*/when', 'expression'],
  ['states/transitions/*/fields/*/begins', 'expression'],
  ['states/transitions/*/when', 'expression'],
  ['states/transitions/*/rules/*/when', 'expression'],
  ['states/transitions/*/rules/*/must', 'expression'],
  ['states/transitions/*/set/*', 'expression'],
];

/** Where keys are names of fields of the entity in hand. */
const registryKeys: readonly string[] = [
  'filter/*',
  'fields/*',
  'referenceForStaff/*',
  'actions/*/change/*',
  'buttons/*/change/*',
  'states/transitions/*/set/*',
];

const fieldExpressions = ['x-visible-when', 'x-required-when', 'x-read-only-when', 'x-computed', 'x-begins'];
const recordValues: readonly (readonly [string, Reading])[] = [
  ['required/*', 'path'],
  ['x-locked/when', 'expression'],
  ['x-locked/with/*', 'path'],
  ['x-locked/except/*', 'path'],
  ['x-rules/*/when', 'expression'],
  ['x-rules/*/must', 'expression'],
  ['x-rules/*/fields/*', 'path'],
  ['x-no-overlap/*/key/*', 'path'],
  ['x-no-overlap/*/ranges/*/*', 'path'],
  ['properties/*/x-relation/date', 'path'],
  ['properties/*/x-filled-from', 'path'],
  ...fieldExpressions.map((key) => [`properties/*/${key}`, 'expression'] as const),
];
/** Of what is said beside a list of rows: fields of these. */
const listValues: readonly (readonly [string, Reading])[] = [['x-indexes/*/*', 'path']];
const searchValues: readonly (readonly [string, Reading])[] = [
  ['fields/*/field', 'path'],
  ['parameters/*/field', 'path'],
];

const matches = (pattern: string, segments: readonly string[]): boolean => {
  const parts = pattern.split('/');
  return parts.length === segments.length && parts.every((part, index) => part === '*' || part === segments[index]);
};

/** Every text and every key below a value, with the segments that lead there. */
const walk = (value: Json, segments: readonly string[], visit: (value: Json, at: readonly string[]) => void): void => {
  visit(value, segments);
  if (Array.isArray(value))
    for (const [index, item] of (value as readonly Json[]).entries()) walk(item, [...segments, String(index)], visit);
  if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) walk(item, [...segments, key], visit);
};

export interface Place {
  readonly model: Model;
  readonly names: Names;
  readonly renaming: Renaming;
  readonly json: (file: string) => EditableJson;
}

/** Whether a name is that of the field, of this entity. */
const isField = ({ renaming }: Place, entity: string | undefined, name: string | undefined): boolean =>
  entity !== undefined && renaming.entities.has(entity) && name === renaming.from;

const readAs = (
  { names }: Place,
  reading: Reading,
  entity: string,
  parent: string | undefined,
  text: string,
): string => {
  if (reading === 'template') return names.template(entity, text);
  if (reading === 'expression') return names.expression(entity, parent, text);
  if (reading === 'path' || !text.startsWith('-')) return names.path(entity, text);
  return `-${names.path(entity, text.slice(1))}`;
};

/** What values and keys of a document, or of a part of it, say of an entity. */
const editsOf = (
  place: Place,
  file: string,
  value: Json,
  at: string,
  entity: string,
  parent: string | undefined,
  values: readonly (readonly [string, Reading])[],
  keys: readonly string[],
): Edit[] => {
  const edits: Edit[] = [];
  walk(value, [], (one, segments) => {
    const pointer = at + toPointer(segments);
    const key = keys.some((pattern) => matches(pattern, segments)) ? segments.at(-1) : undefined;
    const renamed = key === undefined ? key : place.names.path(entity, key);
    if (renamed !== undefined && renamed !== key) edits.push(place.json(file).key(pointer, renamed));
    if (typeof one !== 'string') return;
    const reading = values.find(([pattern]) => matches(pattern, segments))?.[1];
    if (reading === undefined) return;
    const text = readAs(place, reading, entity, parent, one);
    if (text !== one) edits.push(place.json(file).value(pointer, text));
  });
  return edits;
};

/** Which records a relation may point at. */
interface WrittenWhere {
  readonly file: string;
  readonly where: Json | undefined;
  readonly at: string;
  /** What it points at. */
  readonly target: string | undefined;
  /** Whose field it is, and of rows the owner. */
  readonly entity: string;
  readonly parent: string | undefined;
}

/** Keys of the target, and what of the record, or of its owner, they are held against. */
const whereEdits = (place: Place, { file, where, at, target, entity, parent }: WrittenWhere): Edit[] => {
  if (!isJsonObject(where)) return [];
  const json = place.json(file);
  const { to } = place.renaming;
  return Object.entries(where).flatMap(([name, said]): Edit[] => {
    const pointer = at + toPointer([name]);
    const from = isJsonObject(said) && typeof said['field'] === 'string' ? said['field'] : '';
    const [first, second] = from.split('.');
    return [
      ...(isField(place, target, name) ? [json.key(pointer, to)] : []),
      ...(second === undefined && isField(place, entity, first) ? [json.value(`${pointer}/field`, to)] : []),
      ...(first === 'parent' && isField(place, parent, second) ? [json.value(`${pointer}/field`, `parent.${to}`)] : []),
    ];
  });
};

/** Fields of the target that a relation makes known. */
const knownEdits = (
  place: Place,
  file: string,
  { known, entity }: Readonly<Record<string, Json>>,
  at: string,
): Edit[] => {
  if (!Array.isArray(known) || typeof entity !== 'string') return [];
  return (known as readonly Json[]).flatMap((name, index) =>
    typeof name === 'string' && isField(place, entity, name)
      ? [place.json(file).value(`${at}/${index}`, place.renaming.to)]
      : [],
  );
};

/** A record, or a row: its properties, what they say of each other, and the rows that it owns. */
export const recordEdits = (
  place: Place,
  file: string,
  value: Json,
  at: string,
  entity: string,
  parent: string | undefined,
): Edit[] => {
  const properties = isJsonObject(value) && isJsonObject(value['properties']) ? value['properties'] : {};
  return [
    ...editsOf(place, file, value, at, entity, parent, recordValues, ['properties/*']),
    ...Object.entries(properties).flatMap(([name, property]) => {
      if (!isJsonObject(property)) return [];
      const relation = property['x-relation'];
      const inner = at + toPointer(['properties', name]);
      const label = isJsonObject(relation) ? relation['label'] : undefined;
      const target = isJsonObject(relation) ? relation['entity'] : undefined;
      const rows = property['items'];
      const edits: Edit[] = [];
      if (typeof label === 'string' && typeof target === 'string') {
        const text = place.names.template(target, label);
        if (text !== label) edits.push(place.json(file).value(`${inner}/x-relation/label`, text));
      }
      edits.push(
        ...whereEdits(place, {
          file,
          where: isJsonObject(relation) ? relation['where'] : undefined,
          at: `${inner}/x-relation/where`,
          target: typeof target === 'string' ? target : undefined,
          entity,
          parent,
        }),
      );
      if (isJsonObject(relation)) edits.push(...knownEdits(place, file, relation, `${inner}/x-relation/known`));
      if (!isJsonObject(rows)) return edits;
      const owned = ownedEntity(entity, name);
      return [
        ...edits,
        ...editsOf(place, file, property, inner, owned, entity, listValues, []),
        ...(rows['$ref'] === undefined ? recordEdits(place, file, rows, `${inner}/items`, owned, entity) : []),
      ];
    }),
  ];
};

/** What a list under a record shows: an array of the entity, or `entity.relation` of another. */
const detailEdits = (place: Place, { file, value }: RawDocument<'registry'>): Edit[] => {
  const { detail, entity } = value;
  const { list, columns = [] } = detail ?? {};
  if (list === undefined) return [];
  const [first = '', relation] = list.split('.');
  const rows = relation === undefined ? ownedEntity(entity, first) : first;
  const json = place.json(file);
  return [
    ...(isField(place, rows, relation) ? [json.value('/detail/list', `${first}.${place.renaming.to}`)] : []),
    ...columns.flatMap((column, index) => {
      const text = place.names.path(rows, column);
      return text === column ? [] : [json.value(`/detail/columns/${index}`, text)];
    }),
  ];
};

/** Relations of others that point here. */
const linkedEdits = (place: Place, { file, value }: RawDocument<'registry'>): Edit[] => {
  const named: readonly (readonly [pointer: string, text: string])[] = [
    ...(value.linked ?? []).map((text, index) => [toPointer(['linked', index]), text] as const),
    ...Object.entries(value.states?.linked ?? {}).map(
      ([name, text]) => [toPointer(['states', 'linked', name]), text] as const,
    ),
  ];
  return named.flatMap(([pointer, text]) => {
    const [entity = '', relation] = text.split('.');
    return isField(place, entity, relation) ? [place.json(file).value(pointer, `${entity}.${place.renaming.to}`)] : [];
  });
};

/** What leads to another screen names fields of that screen. */
const openEdits = (
  place: Place,
  { file, value }: RawDocument<'registry'>,
  entityOf: (folder: string) => string | undefined,
): Edit[] =>
  (['actions', 'buttons'] as const).flatMap((list) =>
    (value[list] ?? []).flatMap(({ open }, index) =>
      (['filter', 'values'] as const).flatMap((part) =>
        Object.keys(open?.[part] ?? {})
          .filter((name) => isField(place, entityOf(open?.screen ?? ''), name))
          .map((name) => place.json(file).key(toPointer([list, index, 'open', part, name]), place.renaming.to)),
      ),
    ),
  );

/** Values that a transition gives, where they stand in the file: `source` is whose they speak of, `parent` its owner. */
interface GivenValues {
  readonly file: string;
  readonly pointer: (...rest: readonly string[]) => string;
  readonly source: string;
  readonly parent: string | undefined;
}

/** What is said of the field in values that are given to fields of `entity`. */
const givenEdits = (
  place: Place,
  values: GivenValues,
  entity: string | undefined,
  rest: readonly string[],
  some: Readonly<Record<string, unknown>>,
): Edit[] => {
  const { names, renaming } = place;
  const { file, pointer, source, parent } = values;
  const json = place.json(file);
  const edit = (at: readonly string[], text: string, renamed: string): Edit[] =>
    text === renamed ? [] : [json.value(pointer(...at), renamed)];
  const pathOf = (path: string): string =>
    parent !== undefined && path.startsWith(ownerPrefix)
      ? `${ownerPrefix}${names.path(parent, path.slice(ownerPrefix.length))}`
      : names.path(source, path);
  const relationTo = (name: string): string | undefined =>
    place.model.entities[entity ?? '']?.fields.find((field) => field.name === name)?.relation?.entity;
  return Object.entries(some).flatMap(([name, one]): Edit[] => {
    const here = [...rest, name];
    return [
      ...(isField(place, entity, name) ? [json.key(pointer(...here), renaming.to)] : []),
      ...(typeof one === 'string' ? edit(here, one, names.expression(source, parent, one)) : []),
      ...(isJsonObject(one) && typeof one['path'] === 'string'
        ? edit([...here, 'path'], one['path'], pathOf(one['path']))
        : []),
      ...(isJsonObject(one) && isJsonObject(one['record'])
        ? Object.keys(one['record']).flatMap((key) =>
            isField(place, relationTo(name), key) ? [json.key(pointer(...here, 'record', key), renaming.to)] : [],
          )
        : []),
      ...(Array.isArray(one) && entity !== undefined
        ? one.flatMap((row, index) =>
            givenEdits(
              place,
              values,
              ownedEntity(entity, name),
              [...here, String(index)],
              isJsonObject(row) ? row : {},
            ),
          )
        : []),
    ];
  });
};

/** What follows from transitions for other records: the relation that leads there, their fields, and what is said of this one. */
const effectEdits = (place: Place, { file, value }: RawDocument<'registry'>): Edit[] => {
  const { names } = place;
  const json = place.json(file);
  return (value.states?.transitions ?? []).flatMap(({ effects = [] }, index) =>
    effects.flatMap((effect, at): Edit[] => {
      const pointer = (...rest: readonly string[]): string =>
        toPointer(['states', 'transitions', index, 'effects', at, ...rest]);
      const edit = (rest: readonly string[], text: string, renamed: string): Edit[] =>
        text === renamed ? [] : [json.value(pointer(...rest), renamed)];
      const { each, through, creates, rows: list, into, when, only, fields = {} } = effect;
      const [first = '', second] = (each ?? through ?? '').split('.');
      // Of rows the expressions speak, where the way leads through them.
      const rows = list ?? (each === undefined && second !== undefined ? first : undefined);
      const owned = rows === undefined ? undefined : ownedEntity(value.entity, rows);
      const source = owned ?? value.entity;
      const parent = owned && value.entity;
      const relation = place.model.entities[source]?.fields.find(({ name }) => name === (second ?? first))?.relation;
      const target = creates ?? (each === undefined ? relation?.entity : first);
      const way = each === undefined ? names.path(source, second ?? first) : names.path(first, second ?? '');
      return [
        ...(creates === undefined
          ? edit(
              [each === undefined ? 'through' : 'each'],
              each ?? through ?? '',
              second === undefined ? way : `${first}.${way}`,
            )
          : []),
        ...(into === undefined ? [] : edit(['into'], into, names.path(source, into))),
        ...(when === undefined ? [] : edit(['when'], when, names.expression(source, parent, when))),
        ...(only === undefined || target === undefined
          ? []
          : edit(['only'], only, names.expression(target, undefined, only))),
        ...givenEdits(place, { file, pointer, source, parent }, target, ['fields'], fields),
      ];
    }),
  );
};

/** Which records a transition means of what it asks for in `entity`; `at`: the list of the fields. */
const narrowedEdits = (
  place: Place,
  { file, at, entity, parent }: Pick<WrittenWhere, 'file' | 'at' | 'entity' | 'parent'>,
  asked: AskedList = [],
): Edit[] =>
  asked.flatMap((one, index) => {
    if (typeof one === 'string' || one.where === undefined) return [];
    const target = place.model.entities[entity]?.fields.find(({ name }) => name === one.field)?.relation?.entity;
    return whereEdits(place, { file, where: one.where, at: `${at}/${index}/where`, target, entity, parent });
  });

/** What transitions ask for of the record itself; the names stand with those of other lists. */
const askedEdits = (place: Place, { file, value }: RawDocument<'registry'>): Edit[] =>
  (value.states?.transitions ?? []).flatMap(({ fields }, index) =>
    narrowedEdits(
      place,
      { file, at: toPointer(['states', 'transitions', index, 'fields']), entity: value.entity, parent: undefined },
      fields,
    ),
  );

/** What transitions write to rows: fields of the rows, and what is said of these and of the record above them. */
const writtenRowEdits = (place: Place, { file, value }: RawDocument<'registry'>): Edit[] => {
  const { names, renaming } = place;
  const json = place.json(file);
  return (value.states?.transitions ?? []).flatMap(({ rows = {} }, index) =>
    Object.entries(rows).flatMap(([list, { change, add }]): Edit[] => {
      const owned = ownedEntity(value.entity, list);
      const pointer = (...rest: readonly string[]): string =>
        toPointer(['states', 'transitions', index, 'rows', list, ...rest]);
      const { fields: asked = [], required = [] } = add ?? {};
      const named = (at: readonly string[], name: string): Edit[] =>
        isField(place, owned, name) ? [json.value(pointer('add', ...at), renaming.to)] : [];
      const askedAt = (at: number): readonly string[] =>
        typeof asked[at] === 'string' ? ['fields', String(at)] : ['fields', String(at), 'field'];
      const begins = asked.flatMap((one, at): Edit[] => {
        const text = typeof one === 'string' || typeof one.begins !== 'string' ? '' : one.begins;
        const renamed = names.expression(value.entity, undefined, text);
        return renamed === text ? [] : [json.value(pointer('add', 'fields', String(at), 'begins'), renamed)];
      });
      const when = (part: 'change' | 'add', source: string, parent: string | undefined): Edit[] => {
        const text = (part === 'change' ? change : add)?.when;
        const renamed = text === undefined ? undefined : names.expression(source, parent, text);
        return renamed === undefined || renamed === text ? [] : [json.value(pointer(part, 'when'), renamed)];
      };
      const ofRows: GivenValues = { file, pointer, source: owned, parent: value.entity };
      const ofRecord: GivenValues = { file, pointer, source: value.entity, parent: undefined };
      return [
        ...when('change', owned, value.entity),
        ...givenEdits(place, ofRows, owned, ['change', 'set'], change?.set ?? {}),
        ...askedNames(asked).flatMap((name, at) => named(askedAt(at), name)),
        ...narrowedEdits(place, { file, at: pointer('add', 'fields'), entity: owned, parent: value.entity }, asked),
        ...begins,
        ...required.flatMap((name, at) => named(['required', String(at)], name)),
        ...when('add', value.entity, undefined),
        ...givenEdits(place, ofRecord, owned, ['add', 'set'], add?.set ?? {}),
        ...givenEdits(place, ofRecord, owned, ['add', 'former'], add?.former ?? {}),
      ];
    }),
  );
};

export const registryEdits = (
  place: Place,
  document: RawDocument<'registry'>,
  entityOf: (folder: string) => string | undefined,
): Edit[] => {
  const { file, value } = document;
  return [
    ...editsOf(place, file, value as unknown as Json, '', value.entity, undefined, registryValues, registryKeys),
    ...detailEdits(place, document),
    ...linkedEdits(place, document),
    ...openEdits(place, document, entityOf),
    ...askedEdits(place, document),
    ...effectEdits(place, document),
    ...writtenRowEdits(place, document),
  ];
};

export const searchEdits = (place: Place, { file, value }: RawDocument<'search'>, entity: string): Edit[] =>
  editsOf(place, file, value as unknown as Json, '', entity, undefined, searchValues, []);

/** What a client says of the field, and of the columns of screens. */
export const clientEdits = (
  place: Place,
  { file, value }: RawDocument<'client'>,
  entityOf: (folder: string) => string | undefined,
): Edit[] => {
  const json = place.json(file);
  const fields = Object.entries(value.fields ?? {}).flatMap(([entity, patches]) =>
    Object.keys(patches)
      .filter((name) => isField(place, entity, name))
      .map((name) => json.key(toPointer(['fields', entity, name]), place.renaming.to)),
  );
  const renameColumns = (folder: string, shown: readonly string[], at: readonly string[]): Edit[] =>
    shown.flatMap((column, index) => {
      const entity = entityOf(folder);
      const text = entity === undefined ? column : place.names.path(entity, column);
      return text === column ? [] : [json.value(toPointer([...at, index]), text)];
    });
  const columns = Object.entries(value.screens ?? {}).flatMap(([folder, { columns: shown = [] }]) =>
    renameColumns(folder, shown, ['screens', folder, 'columns']),
  );
  // What was noted of the base follows: the base itself did not move.
  const notes = Object.entries(value.base ?? {}).flatMap(([target, noted]): Edit[] => {
    const [first = '', second = '', key, ...more] = target.split('.');
    if (first === 'flags' || more.length > 0) return [];
    if (key === undefined)
      return second === 'columns' && Array.isArray(noted) ? renameColumns(first, noted, ['base', target]) : [];
    if (!isField(place, first, second)) return [];
    return [json.key(toPointer(['base', target]), `${first}.${place.renaming.to}.${key}`)];
  });
  return [...fields, ...columns, ...notes];
};
