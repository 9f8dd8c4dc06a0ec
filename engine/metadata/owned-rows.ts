/**
 * Rows that records own, as entities of their own. In: the records that hold arrays, the parts. Out: for each array a
 * declaration without a screen, whose documents are views into the file that describes the row; overlays, compiling and
 * `explain` then treat it as any other.
 */
import { posix } from 'node:path';
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import { lostName } from '../core/faults.ts';
import { fromPointer, toPointer } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import type { RawDocument, RawScreen } from './documents.ts';
import type { ArrayProperty, Part, RecordSchema } from './property.ts';
import { arraysIn, fieldsIn } from './property.ts';

export const partsFolder = 'schemas/parts/';

/** Name of the integer that orders the rows of a record. */
export const positionField = 'posicao';

/** Name of the entity of owned rows, and of their table. */
export const ownedEntity = (owner: string, array: string): string => `${owner}_${array}`;

/** The entity, with all whose rows the same part describes: what a field is called there, it is called in each of them. */
export const sharingPart = (screens: readonly RawScreen[], entity: string): ReadonlySet<string> => {
  const parts = screens.filter(({ owner, record }) => owner !== undefined && record?.file.startsWith(partsFolder));
  const file = parts.find(({ registry }) => registry.value.entity === entity)?.record?.file;
  const shared = parts.filter(({ record }) => record?.file === file);
  return new Set([entity, ...shared.map(({ registry }) => registry.value.entity)]);
};

/** The parts by their file. */
export interface Parts {
  readonly usable: ReadonlyMap<string, RawDocument<'part'>>;
  /** Those that are there but beyond use, which is reported. */
  readonly broken: ReadonlySet<string>;
}

export interface OwnedRows {
  readonly screens: readonly RawScreen[];
  readonly issues: readonly Issue[];
  /** Names of entities that a fault hides. */
  readonly lost: readonly string[];
  /** Files of the parts that somebody names. */
  readonly used: ReadonlySet<string>;
}

/** A part of a document as a document of its own. */
const viewOf = (document: RawDocument, pointer: string, value: RecordSchema): RawDocument<'record'> => ({
  kind: 'record',
  file: document.file,
  name: document.name,
  value,
  origin: (inner, key) => document.origin(pointer + inner, key),
});

/** What columns.json would say of the rows, had they one. */
const registryOf = (
  screen: RawScreen,
  record: RawDocument<'record'>,
  array: string,
  list: ArrayProperty,
  rows: RawDocument<'record'>,
  noOverlap: Part['x-no-overlap'],
): RawDocument<'registry'> => {
  const { entity: owner, subject, permission } = screen.registry.value;
  const at = toPointer(['properties', array]);
  const written = list['x-indexes'] ?? [];
  const unique = fieldsIn(rows.value).flatMap(([name, property]) =>
    property['x-unique'] === true ? [[owner, name]] : [],
  );
  return {
    kind: 'registry',
    file: record.file,
    name: screen.folder,
    value: {
      entity: ownedEntity(owner, array),
      subject: subject ?? permission?.subject ?? owner,
      naturalKey: [],
      // Those of the file come first, so that they have the places that they have there.
      indexes: [...written, [owner, positionField]],
      ...(unique.length === 0 ? {} : { unique }),
      ...(noOverlap === undefined ? {} : { noOverlap }),
    },
    origin: (pointer, key) => {
      if (pointer.startsWith('/noOverlap')) return rows.origin(pointer.replace('/noOverlap', '/x-no-overlap'), key);
      const [section, index = '0'] = fromPointer(pointer);
      return section === 'indexes' && Number(index) < written.length
        ? record.origin(`${at}/x-${pointer.slice(1)}`, key)
        : record.origin(at, true);
    },
  };
};

interface FoundRows {
  readonly rows?: RawDocument<'record'>;
  readonly noOverlap?: Part['x-no-overlap'];
  readonly issue?: Issue;
  readonly part?: string;
}

const rowsOf = (record: RawDocument<'record'>, name: string, array: ArrayProperty, parts: Parts): FoundRows => {
  const pointer = toPointer(['properties', name, 'items']);
  const {
    $ref,
    title,
    description,
    required,
    properties,
    'x-rules': rules,
    'x-no-overlap': noOverlap,
  } = array.items ?? {};
  if ($ref === undefined)
    return title === undefined || properties === undefined
      ? {}
      : {
          rows: viewOf(record, pointer, {
            title,
            type: 'object',
            properties,
            ...(description === undefined ? {} : { description }),
            ...(required === undefined ? {} : { required }),
            ...(rules === undefined ? {} : { 'x-rules': rules }),
          }),
          noOverlap,
        };
  const folder = posix.dirname(record.file);
  const file = posix.normalize(posix.join(folder, $ref));
  const part = parts.usable.get(file);
  if (part !== undefined)
    return { rows: viewOf(part, '', part.value), noOverlap: part.value['x-no-overlap'], part: file };
  if (parts.broken.has(file)) return { part: file };
  const known = [...parts.usable.keys(), ...parts.broken].map((path) => posix.relative(folder, path));
  const base = posix.basename($ref, '.json');
  const meant =
    nearest($ref, known) ?? known.find((path) => nearest(base, [posix.basename(path, '.json')]) !== undefined);
  return { issue: createIssue('LANGUAGE_PART_MISSING', record.origin(`${pointer}/$ref`), { part: $ref }, meant) };
};

/** The rows that a folder's record owns, in the order of its arrays. */
export const ownedRows = (screen: RawScreen, parts: Parts): OwnedRows => {
  const { record } = screen;
  const screens: RawScreen[] = [];
  const issues: Issue[] = [];
  const lost: string[] = [];
  const used = new Set<string>();
  for (const [name, array] of record === undefined ? [] : arraysIn(record.value)) {
    if (record === undefined) continue;
    const { rows, noOverlap, issue, part } = rowsOf(record, name, array, parts);
    if (issue !== undefined) issues.push(issue);
    if (part !== undefined) used.add(part);
    const owner = screen.registry.value.entity;
    if (rows === undefined) lost.push(lostName('entity', ownedEntity(owner, name)));
    else
      screens.push({
        module: screen.module,
        folder: screen.folder,
        record: rows,
        registry: registryOf(screen, record, name, array, rows, noOverlap),
        search: undefined,
        rows: undefined,
        owner: { entity: owner, array: name },
        rowsLost: false,
      });
  }
  return { screens, issues, lost, used };
};
