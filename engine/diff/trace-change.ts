/**
 * Which place of the files made a change of the model. In: the change, the client as both sides have it, the places at
 * which the files differ. Out: the place, and whether it says the value itself or has it follow. Where nothing says the
 * value, what `explain` cites for it and what the change names are asked, before any place is taken that is merely near.
 */

import { toPointer } from '../core/json.ts';
import type { RawDocument } from '../metadata/documents.ts';
import { messagesFile } from '../metadata/load-messages.ts';
import { written } from '../model/explain/places.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { Change } from './change.ts';
import type { ChangedPlace } from './changed-places.ts';
import type { CompiledClient } from './compile-side.ts';
import { explainedPlaces, ledToPlaces, namedPlaces, namesPlace } from './explained-places.ts';
import type { ListPlace } from './file-index.ts';
import { indexOf, placesIn } from './file-index.ts';
import { entityPointers, fieldKeyword, screenPointers } from './written-as.ts';

/** A place that may have made the change. */
type Candidate = Pick<ListPlace, 'file' | 'pointer' | 'holds'>;

const whole = (file: string): Candidate => ({ file, pointer: '' });

const isWithin = (inner: string, outer: string): boolean => outer === '' || inner.startsWith(`${outer}/`);

const ofClient = (files: ResolvedFiles, ...segments: readonly string[]): readonly Candidate[] =>
  files.client === undefined ? [] : [{ file: files.client.file, pointer: toPointer(segments) }];

/** Of a condition or a computed field: the field itself, known by its wire name. What rests on what follows from these. */
const ofExpression = (record: RawDocument<'record'>, name: string | undefined, key = ''): readonly Candidate[] => {
  if (name === 'dependents' || name === undefined) return [];
  const [wire = ''] = key.split(' ');
  const property = [wire, wire.replace(/_id$/, '')].find((one) => Object.hasOwn(record.value.properties, one));
  return property === undefined ? [] : [record.origin(toPointer(['properties', property]))];
};

/** What a client's file calls what the model calls otherwise. */
const overlayKeys: Readonly<Record<string, string>> = { title: 'label', minItems: 'required' };

/** What the record says of its lock, and what those say that close it. */
const ofLockedWith = (files: ResolvedFiles, record: RawDocument<'record'>): readonly Candidate[] => [
  ...written(record, '/x-locked'),
  ...(record.value['x-locked']?.with ?? []).flatMap((name) => {
    const property = record.value.properties[name];
    const entity = property && 'x-relation' in property ? property['x-relation']?.entity : undefined;
    const target = entity === undefined ? undefined : indexOf(files).byEntity.get(entity)?.record;
    return target === undefined ? [] : written(target, '/x-locked');
  }),
];

const ofEntity = (files: ResolvedFiles, path: readonly string[]): readonly Candidate[] => {
  const [, entity = '', section, name, key] = path;
  const screen = indexOf(files).byEntity.get(entity);
  if (screen?.record === undefined) return [];
  const { record, registry, rows, query } = screen;
  if ((section === 'fields' || section === 'children') && name !== undefined) {
    const property = toPointer(['properties', name]);
    return [
      ...(key === undefined ? [] : written(record, `${property}/${fieldKeyword(key)}`)),
      ...ofClient(files, 'fields', entity, name, ...(key === undefined ? [] : [overlayKeys[key] ?? key])),
      ...(key === 'required' || key === 'minItems' ? placesIn(record, '/required', name) : []),
      ...written(record, property),
      ...(['required', 'readOnly', 'default'].includes(key ?? '') ? written(registry, '/states') : []),
    ];
  }
  if (section === undefined)
    return [
      ...[record, registry].map((one) => one.origin('')),
      ...[rows, query].flatMap((one) => (one === undefined ? [] : [whole(one.file)])),
    ];
  if (section === 'initialRows' && rows !== undefined) return [whole(rows.file)];
  if (section === 'view' && query !== undefined) return [whole(query.file)];
  if (section === 'expressions' && name === 'lock') return written(record, '/x-locked');
  if (section === 'expressions' && name === 'lockedWith') return ofLockedWith(files, record);
  if (section === 'expressions' && name !== 'rules') return ofExpression(record, name, key);
  return (entityPointers[section] ?? []).flatMap(([kind, pointer]) =>
    placesIn(kind === 'record' ? record : registry, pointer, path.at(-1)),
  );
};

/** What says of a flag whether it is on. */
const ofFlag = (files: ResolvedFiles, flag: string | undefined): readonly Candidate[] =>
  flag === undefined
    ? []
    : [
        ...ofClient(files, 'flags', flag),
        { file: files.flags?.file ?? '', pointer: toPointer(['flags', flag, 'default']) },
      ];

/** Of an entry that a menu declares: the flag on which it hangs. */
const ofMenuFlag = (files: ResolvedFiles, path: string): readonly Candidate[] =>
  files.menus
    .flatMap(({ value: { groups = [], links = [], screens = [] } }) => [...groups, ...links, ...screens])
    .filter((one) => one.path === path)
    .flatMap(({ flag }) => ofFlag(files, flag));

const ofScreen = (files: ResolvedFiles, path: readonly string[]): readonly Candidate[] => {
  const [, key = '', section, name, ...within] = path;
  const screen = indexOf(files).byScreen.get(key);
  if (screen === undefined)
    return [
      ...(section === undefined ? ofMenuFlag(files, key) : []),
      ...files.menus.flatMap((menu) =>
        ['/groups', '/links', '/screens'].flatMap((list) => placesIn(menu, list, key).slice(0, -1)),
      ),
    ];
  const { registry, search } = screen;
  // Of a column the client says that it is there, and nothing else.
  const patched = within.length > 0 ? [] : ofClient(files, 'screens', screen.folder, section ?? 'enabled');
  if (section === undefined)
    return [
      ...patched,
      ...ofFlag(files, registry.value.flag),
      ...written(registry, '/enabled', '/clients', '/flag', '/parent', '/path'),
      whole(registry.file),
    ];
  const panel = (section === 'search' || section === 'parameters') && search !== undefined;
  if (panel) return [...placesIn(search, section === 'search' ? '/fields' : '/parameters', name), whole(search.file)];
  // Sections that the screen does not say are those of the one beside schema.json.
  const owner = section === 'sections' && registry.value.sections === undefined;
  const saying = (owner ? indexOf(files).byEntity.get(registry.value.entity)?.registry : undefined) ?? registry;
  const places = (screenPointers[section] ?? [`/${section}`]).flatMap((pointer) => placesIn(saying, pointer, name));
  // Of what is said of an item the list is no cause, whoever wrote it.
  return [...patched, ...places.filter(({ holds }) => within.length === 0 || holds !== true)];
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
  if (part === 'changes' || part === 'formerNames')
    return files.changes === undefined ? [] : [{ file: files.changes.file, pointer: '/changes' }];
  const list = files.codeLists.find((one) => one.name === name);
  if (list === undefined) return [];
  return section === 'options' ? placesIn(list, '/options', key) : [whole(list.file)];
};

/** Files on which the thing rests, the nearest first: what it points at, whose rows it holds, its lists, its client. */
const around = (files: ResolvedFiles, path: readonly string[]): readonly Candidate[] => {
  const [part, name = ''] = path;
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
    ...(home ? ofClient(files, 'fields', home.registry.value.entity) : []),
    ...ofFolders,
    ...lists,
    ...(files.client ? [whole(files.client.file)] : []),
    ...(files.flags ? [whole(files.flags.file)] : []),
    ...files.menus.map((menu) => whole(menu.file)),
  ];
};

/** Of a transition, or an effect of one, that comes or goes: what the flags say on which it hangs. */
const ofLimits = (files: ResolvedFiles, { kind, path }: Change): readonly Candidate[] => {
  const [part, entity = '', section, list, name, effects, key, ...deeper] = path;
  if (part !== 'entities' || section !== 'states' || list !== 'transitions' || deeper.length > 0) return [];
  if (kind !== 'added' && kind !== 'removed') return [];
  const states = indexOf(files).byEntity.get(entity)?.registry.value.states;
  const moves = (states?.transitions ?? []).filter((one) => one.name === name);
  const those = effects === undefined ? moves : moves.flatMap((one) => (one.effects ?? []).filter(namedIn(key ?? '')));
  return those.flatMap(({ flag }) => ofFlag(files, flag));
};

/** Whether an effect is what a change calls so: by the transition that it makes, or what it creates. */
const namedIn =
  (key: string) =>
  ({ transition, creates }: { readonly transition?: string | undefined; readonly creates?: string | undefined }) =>
    key.includes(`'${creates ?? transition ?? ''}'`);

export interface Trace {
  readonly place: ChangedPlace;
  readonly derived: boolean;
}

/** Of what changed its order, the first that stands where it did not: the files differ there. */
const placedPath = ({ kind, path, before, after }: Change): readonly string[] => {
  if (kind !== 'moved') return path;
  const [olds, nows] = [before, after] as readonly (readonly string[])[];
  const moved = nows?.find((key, at) => key !== olds?.[at]);
  return moved === undefined ? path : [...path, moved];
};

/** Of screens that stand elsewhere in the menu: what places those that come after another one now. */
const ofMenuOrder = ({ files }: CompiledClient, { kind, path, before, after }: Change): readonly Candidate[] => {
  if (kind !== 'moved' || path.length > 1 || path[0] !== 'screens') return [];
  const [olds, nows] = [before, after] as readonly [readonly string[], readonly string[]];
  const previous = new Map(olds.map((key, at) => [key, olds[at - 1]]));
  return nows
    .filter((key, at) => nows[at - 1] !== previous.get(key))
    .flatMap((key) => {
      const screen = indexOf(files).byScreen.get(key);
      if (screen === undefined) return ofScreen(files, ['screens', key]);
      const { folder, registry } = screen;
      const patched = ['order', 'title', 'parent'].flatMap((name) => ofClient(files, 'screens', folder, name));
      return [...patched, ...written(registry, '/order', '/title', '/parent')];
    });
};

/** A list in which all sides have the item is not what it came from. */
const withoutIdleLists = (candidates: readonly Candidate[], sides: number): readonly Candidate[] => {
  const lists = candidates.filter(({ holds }) => holds === true);
  const holding = Map.groupBy(lists, ({ file, pointer }) => `${file} ${pointer}`);
  return candidates.filter(
    ({ file, pointer, holds }) => holds === undefined || holding.get(`${file} ${pointer}`)?.length !== sides,
  );
};

/** A column that one side alone shows: what else the list does with the field follows from it. */
const ofColumn = (sides: readonly CompiledClient[], path: readonly string[]): readonly Candidate[] => {
  const [part, key = '', , ...items] = path;
  if (part !== 'screens') return [];
  return items.flatMap((item) => {
    const held = sides.map(({ files }) => {
      const registry = indexOf(files).byScreen.get(key)?.registry;
      return registry === undefined ? [] : placesIn(registry, '/columns', item.replaceAll("'", '')).slice(0, -1);
    });
    return held.every((places) => places.length > 0) ? [] : held.flat();
  });
};

type Match = (pointer: string, place: ChangedPlace) => boolean;

const isIt: Match = (pointer, place) => place.pointer === pointer;
const isInIt: Match = (pointer, place) => isWithin(place.pointer, pointer);
/** What has parts is told of by these: what stands in none of them has not changed with it. */
const isAroundIt: Match = (pointer, place) => !place.hasParts && isWithin(pointer, place.pointer);

/**
 * The place that made the change; undefined where the files do not differ at all. `sides` are those that have the
 * client, the newer first.
 */
export const traceChange = (
  change: Change,
  sides: readonly CompiledClient[],
  places: ReadonlyMap<string, readonly ChangedPlace[]>,
): Trace | undefined => {
  const path = placedPath(change);
  /** By the first match that any of the candidates has. */
  const find = (candidates: readonly Candidate[], ...matches: readonly Match[]): ChangedPlace | undefined => {
    for (const match of matches)
      for (const { file, pointer } of candidates) {
        const place = places.get(file)?.find((one) => match(pointer, one));
        if (place !== undefined) return place;
      }
    return undefined;
  };
  const said = withoutIdleLists(
    sides.flatMap(({ files }) => direct(files, path)),
    sides.length,
  );
  // What a whole file says may be of anything.
  const [files, within] = [said.filter(({ pointer }) => pointer === ''), said.filter(({ pointer }) => pointer !== '')];
  const placing = sides.flatMap((client) => ofMenuOrder(client, change));
  const own = find(placing, isIt, isInIt) ?? find(said, isIt);
  if (own !== undefined) return { place: own, derived: false };

  const named = sides.map((client) => namedPlaces(client, change));
  const explained = sides.flatMap((client) => explainedPlaces(client, path));
  const limits = sides.flatMap(({ files: all }) => ofLimits(all, change));
  const place =
    find(limits, isIt, isInIt) ??
    find(
      named.flatMap(({ telling }) => telling),
      isIt,
    ) ??
    find(explained.filter(namesPlace(change, sides)), isIt, isInIt) ??
    find(within, isInIt, isAroundIt) ??
    find(ofColumn(sides, path), isIt, isAroundIt) ??
    find(
      named.flatMap(({ all }) => all),
      isIt,
      isInIt,
      isAroundIt,
    ) ??
    find(explained, isIt, isInIt, isAroundIt) ??
    find(
      sides.flatMap((client) => ledToPlaces(client, change)),
      isIt,
      isInIt,
      isAroundIt,
    );
  const isSaid = (found: ChangedPlace): boolean =>
    within.some(({ file, pointer }) => file === found.file && (isInIt(pointer, found) || isAroundIt(pointer, found)));
  if (place !== undefined) return { place, derived: !isSaid(place) };
  const inFile = find(files, isInIt, isAroundIt);
  if (inFile !== undefined) return { place: inFile, derived: false };
  const near = sides.flatMap(({ files: all }) => around(all, path));
  const anywhere = find(near, isIt, isInIt, isAroundIt) ?? [...places.values()][0]?.[0];
  return anywhere && { place: anywhere, derived: true };
};
