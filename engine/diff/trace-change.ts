/**
 * Which place of the files made a change of the model. In: the path of the change, the files of both sides as the client
 * has them, the places at which they differ. Out: the place, and whether it says the value itself or has it follow.
 */

import { toPointer } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import type { RawDocument } from '../metadata/documents.ts';
import { messagesFile } from '../metadata/load-messages.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { ChangedPlace } from './changed-places.ts';
import { indexOf, placesIn } from './file-index.ts';
import { entityPointers, fieldKeyword, screenPointers } from './written-as.ts';

/** A place that may have made the change: it, what is within it or what it is within. */
type Candidate = Pick<Origin, 'file' | 'pointer'>;

const whole = (file: string): Candidate => ({ file, pointer: '' });

const overlaps = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`) || a === '' || b === '';

const ofClient = (files: ResolvedFiles, ...segments: readonly string[]): readonly Candidate[] =>
  files.client === undefined ? [] : [{ file: files.client.file, pointer: toPointer(segments) }];

/** Of a condition or a computed field: the field itself, known by its wire name. What rests on what follows from these. */
const ofExpression = (record: RawDocument<'record'>, name: string | undefined, key = ''): readonly Candidate[] => {
  if (name === 'dependents' || name === undefined) return [];
  const [wire = ''] = key.split(' ');
  const property = [wire, wire.replace(/_id$/, '')].find((one) => Object.hasOwn(record.value.properties, one));
  return [record.origin(toPointer(property === undefined ? ['properties'] : ['properties', property]))];
};

/** What a client's file calls what the model calls otherwise. */
const overlayKeys: Readonly<Record<string, string>> = { title: 'label', minItems: 'required' };

const ofEntity = (files: ResolvedFiles, path: readonly string[]): readonly Candidate[] => {
  const [, entity = '', section, name, key] = path;
  const screen = indexOf(files).byEntity.get(entity);
  if (screen?.record === undefined) return [];
  const { record, registry, rows, query } = screen;
  if ((section === 'fields' || section === 'children') && name !== undefined) {
    const property = toPointer(['properties', name]);
    return [
      ...(key === undefined ? [] : [record.origin(`${property}/${fieldKeyword(key)}`)]),
      ...ofClient(files, 'fields', entity, name, ...(key === undefined ? [] : [overlayKeys[key] ?? key])),
      ...(key === 'required' || key === 'minItems' ? placesIn(record, '/required', name) : []),
      record.origin(property),
      ...(['required', 'readOnly', 'default'].includes(key ?? '') ? [registry.origin('/states')] : []),
    ];
  }
  if (section === undefined)
    return [record, registry, rows, query].flatMap((one) => (one === undefined ? [] : [whole(one.file)]));
  if (section === 'initialRows' && rows !== undefined) return [whole(rows.file)];
  if (section === 'view' && query !== undefined) return [whole(query.file)];
  if (section === 'expressions' && name !== 'rules') return ofExpression(record, name, key);
  return (entityPointers[section] ?? []).flatMap(([kind, pointer]) =>
    placesIn(kind === 'record' ? record : registry, pointer, path.at(-1)),
  );
};

const ofScreen = (files: ResolvedFiles, path: readonly string[]): readonly Candidate[] => {
  const [, key = '', section, name] = path;
  const screen = indexOf(files).byScreen.get(key);
  if (screen === undefined)
    return files.menus.flatMap((menu) =>
      ['/groups', '/links', '/screens'].flatMap((list) => placesIn(menu, list, key).slice(0, -1)),
    );
  const { registry, search } = screen;
  const patched = ofClient(files, 'screens', screen.folder, ...(section === undefined ? [] : [section]));
  if (section === undefined)
    return [
      ...patched,
      ...['/enabled', '/clients', '/flag', '/parent', '/path'].map((pointer) => registry.origin(pointer)),
      whole(registry.file),
    ];
  const panel = (section === 'search' || section === 'parameters') && search !== undefined;
  if (panel) return [...placesIn(search, section === 'search' ? '/fields' : '/parameters', name), whole(search.file)];
  return [
    ...patched,
    ...(screenPointers[section] ?? [`/${section}`]).flatMap((pointer) => placesIn(registry, pointer, name)),
  ];
};

/** The places that say the value itself, the likeliest first. */
const direct = (files: ResolvedFiles, path: readonly string[]): readonly Candidate[] => {
  const [part, name = '', section, key] = path;
  if (part === 'entities') return ofEntity(files, path);
  if (part === 'screens') return ofScreen(files, path);
  if (part === 'texts' || part === 'errors' || part === 'issues')
    return [{ file: messagesFile, pointer: toPointer([part, name]) }];
  if (part === 'suggestion') return [{ file: messagesFile, pointer: '/suggestion' }];
  if (part === 'flags')
    return [...ofClient(files, 'flags', name), { file: files.flags?.file ?? '', pointer: toPointer(['flags', name]) }];
  if (part === 'client')
    return [...ofClient(files, name, ...(section === undefined ? [] : [section])), ...ofClient(files, 'theme', name)];
  const list = files.codeLists.find((one) => one.name === name);
  if (list === undefined) return [];
  return section === 'options' ? placesIn(list, '/options', key) : [whole(list.file)];
};

/** The field that a column or a filter shows, by the first name of its path. */
const ofShownField = (
  files: ResolvedFiles,
  entity: string,
  record: RawDocument<'record'>,
  item = '',
): readonly Candidate[] => {
  const [field = ''] = item.split('.');
  if (!Object.hasOwn(record.value.properties, field)) return [];
  return [...ofClient(files, 'fields', entity, field, 'label'), record.origin(toPointer(['properties', field]))];
};

/** Files on which the thing rests, the nearest first: what it points at, whose rows it holds, its lists, its client. */
const around = (files: ResolvedFiles, path: readonly string[]): readonly Candidate[] => {
  const [part, name = '', , item] = path;
  const { byEntity, byScreen } = indexOf(files);
  const own = part === 'screens' ? byScreen.get(name) : byEntity.get(name);
  const home = own && byEntity.get(own.registry.value.entity);
  const properties = Object.values(home?.record?.value.properties ?? {});
  const pointed = properties.flatMap((one) =>
    'x-relation' in one && one['x-relation'] ? [byEntity.get(one['x-relation'].entity)] : [],
  );
  const lists = properties.flatMap((one) => {
    const list =
      'x-code-list' in one ? files.codeLists.find(({ name: known }) => known === one['x-code-list']) : undefined;
    return list === undefined ? [] : [whole(list.file)];
  });
  const ofFolders = [own, home, ...pointed].flatMap((screen) =>
    [screen?.record, screen?.registry, screen?.search, screen?.query].flatMap((one) => (one ? [whole(one.file)] : [])),
  );
  return [
    ...(part === 'screens' && home?.record ? ofShownField(files, home.registry.value.entity, home.record, item) : []),
    ...ofFolders,
    ...lists,
    ...(files.client ? [whole(files.client.file)] : []),
    ...(files.flags ? [whole(files.flags.file)] : []),
    ...files.menus.map((menu) => whole(menu.file)),
  ];
};

export interface Trace {
  readonly place: ChangedPlace;
  readonly derived: boolean;
}

/**
 * The place that made the change; undefined where the files do not differ at all. `sides` are those that have the
 * client, the newer first.
 */
export const traceChange = (
  path: readonly string[],
  sides: readonly ResolvedFiles[],
  places: ReadonlyMap<string, readonly ChangedPlace[]>,
): Trace | undefined => {
  const find = (candidates: readonly Candidate[]): ChangedPlace | undefined => {
    for (const { file, pointer } of candidates) {
      const near = (places.get(file) ?? []).filter((place) => overlaps(place.pointer, pointer));
      const place = near.find((one) => one.pointer === pointer) ?? near[0];
      if (place !== undefined) return place;
    }
    return undefined;
  };
  const own = find(sides.flatMap((files) => direct(files, path)));
  if (own !== undefined) return { place: own, derived: false };
  const place = find(sides.flatMap((files) => around(files, path))) ?? [...places.values()][0]?.[0];
  return place && { place, derived: true };
};
