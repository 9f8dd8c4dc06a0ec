/** From what loading reported: which places are done with, and which names may stand behind a fault. */
import { posix } from 'node:path';
import type { Issue, IssueCode } from '../core/errors.ts';
import type { Faults } from '../core/faults.ts';
import { anyName, lostName } from '../core/faults.ts';
import { fromPointer, toPointer } from '../core/json.ts';
import type { ScreenFolder } from './check-folders.ts';
import { hasScreenKeys } from './check-folders.ts';
import { ownedEntity } from './owned-rows.ts';
import { arraysIn } from './property.ts';

/** Codes that say a place is wrong; the others say that something is not there, or that a whole file is out of place. */
const placed: ReadonlySet<IssueCode> = new Set([
  'LANGUAGE_JSON_SYNTAX',
  'LANGUAGE_CSV_SYNTAX',
  'LANGUAGE_ENCODING',
  'LANGUAGE_KEY_DUPLICATE',
  'LANGUAGE_KEY_UNKNOWN',
  'LANGUAGE_VALUE_TYPE',
  'LANGUAGE_VALUE_INVALID',
  'LANGUAGE_FIELD_NAME',
  'LANGUAGE_ARRAY_NESTED',
  'LANGUAGE_PART_MISSING',
]);

/** A fault inside a field is one of the field: its keywords are read together. */
const placeOf = ({ file, pointer }: Issue['origin']): string => {
  const segments = fromPointer(pointer);
  if (!(file.endsWith('/schema.json') || isPart(file)) || segments[0] !== 'properties') return pointer;
  // Inside an array the field is that of its rows; what is said of the array itself says nothing of them.
  const inRows = segments[2] === 'items' && segments[3] === 'properties' && segments.length > 4;
  return toPointer(segments.slice(0, inRows ? 5 : segments[2] === 'items' ? 3 : 2));
};

const isPart = (file: string): boolean => file.startsWith('schemas/parts/');

/** A key under a wrong name is read as the right one: that one has no place of its own. */
const meantPlace = ({ code, origin, suggestion }: Issue): readonly string[] =>
  code === 'LANGUAGE_KEY_UNKNOWN' && suggestion !== undefined
    ? [toPointer([...fromPointer(origin.pointer).slice(0, -1), suggestion])]
    : [];

const partOf = (folder: string, ref: string): string => posix.normalize(posix.join(folder, ref));

const lostOfFolder = (folder: ScreenFolder, places: Faults['places'], duplicates: ReadonlySet<string>): string[] => {
  const { path, files, registry, record, salvage } = folder;
  const lost: string[] = [];
  const entity = registry?.value.entity ?? salvage.entity ?? anyName;
  const placesOf = (name: string): readonly string[] => places.get(`${path}/${name}`) ?? [];
  if (files.includes('columns.json') && registry === undefined)
    lost.push(
      lostName('entity', entity),
      lostName('screen', folder.folder),
      lostName('route', salvage.path ?? anyName),
    );
  // Keys of a screen without a route: there is meant to be one.
  if (registry !== undefined && registry.value.path === undefined && (salvage.hasPath || hasScreenKeys(registry.value)))
    lost.push(lostName('screen', folder.folder), lostName('route', anyName));
  if (files.includes('schema.json') && (record === undefined || registry === undefined))
    lost.push(lostName('entity', entity));
  for (const place of placesOf('schema.json')) {
    const [, name, items, , inner] = fromPointer(place);
    if (name === undefined) continue;
    const [owner, field] = inner === undefined ? [entity, name] : [ownedEntity(entity, name), inner];
    if (items === undefined || inner !== undefined)
      lost.push(lostName('field', owner, field), lostName('field', field));
  }
  // A fault in a part is one of every array of its rows.
  for (const [array, { items }] of record === undefined ? [] : arraysIn(record.value))
    for (const place of items?.$ref === undefined ? [] : (places.get(partOf(path, items.$ref)) ?? [])) {
      const [, field] = fromPointer(place);
      if (field !== undefined) lost.push(lostName('field', ownedEntity(entity, array), field));
    }
  // The other of two fields with one name was meant to have another.
  if (duplicates.has(`${path}/schema.json`)) lost.push(lostName('field', entity, anyName));
  if (placesOf('columns.json').includes('/entity')) lost.push(lostName('entity', entity));
  if (placesOf('columns.json').includes('/path')) lost.push(lostName('route', registry?.value.path ?? anyName));
  return lost;
};

/** `lost` holds the names of the files beyond use, but for those of screens. */
export const findFaults = (
  issues: readonly Issue[],
  folders: readonly ScreenFolder[],
  lost: readonly string[],
): Faults => {
  const places = new Map<string, string[]>();
  const duplicates = new Set<string>();
  /** Of a group or a flag at fault not even the name is sure. */
  const unnamed: string[] = [];
  for (const issue of issues) {
    const { file } = issue.origin;
    if (issue.code === 'LANGUAGE_KEY_DUPLICATE') duplicates.add(file);
    if (file.endsWith('/menu.json') && issue.origin.pointer !== '') unnamed.push(lostName('route', anyName));
    if (file === 'schemas/flags.json' && issue.code !== 'LANGUAGE_VALUE_INVALID')
      unnamed.push(lostName('flag', anyName));
    if (!placed.has(issue.code)) continue;
    places.set(file, [...(places.get(file) ?? []), placeOf(issue.origin), ...meantPlace(issue)]);
  }
  return {
    places,
    lost: new Set([...lost, ...unnamed, ...folders.flatMap((folder) => lostOfFolder(folder, places, duplicates))]),
  };
};
