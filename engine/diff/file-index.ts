/** The files of a client by what the model calls them, and where in a document an item of a list stands. */

import type { Json } from '../core/json.ts';
import { isJsonObject, valueAt } from '../core/json.ts';
import { oncePer } from '../core/once-per.ts';
import type { Origin } from '../core/origin.ts';
import type { RawDocument, RawScreen } from '../metadata/documents.ts';
import { written } from '../model/explain/places.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';

export interface FileIndex {
  /** What declares each entity, rows that records own included. */
  readonly byEntity: ReadonlyMap<string, RawScreen>;
  /** By `<module>/<folder>`. */
  readonly byScreen: ReadonlyMap<string, RawScreen>;
}

export const indexOf = oncePer((files: ResolvedFiles): FileIndex => {
  const declaring = files.screens.filter(({ record }) => record !== undefined);
  const folders = files.screens.filter(({ owner }) => owner === undefined);
  return {
    byEntity: new Map(declaring.map((screen) => [screen.registry.value.entity, screen])),
    byScreen: new Map(folders.map((screen) => [`${screen.module}/${screen.folder}`, screen])),
  };
});

const names = ['name', 'field', 'value', 'title', 'path', 'screen'] as const;

/** The place of the item of a list that has this name, by any key that files give names with; undefined where none has. */
const itemIn = (document: RawDocument, pointer: string, name: string | undefined): Origin | undefined => {
  const list = valueAt(document.value as unknown as Json, pointer);
  const isIt = (item: Json): boolean =>
    item === name || item === `-${name}` || (isJsonObject(item) && names.some((key) => item[key] === name));
  const at = Array.isArray(list) && name !== undefined ? list.findIndex(isIt) : -1;
  return at < 0 ? undefined : document.origin(`${pointer}/${at}`);
};

/** A place in a list; the list itself is one where the item may have come or gone. */
export interface ListPlace extends Origin {
  /** Of the list itself: whether it has the item. */
  readonly holds?: boolean;
}

/** The place of the item, then that of the list where there is one. */
export const placesIn = (document: RawDocument, pointer: string, name: string | undefined): readonly ListPlace[] => {
  const item = itemIn(document, pointer, name);
  const [list] = written(document, pointer);
  return [
    ...(item === undefined ? [] : [item]),
    ...(list === undefined ? [] : [{ ...list, holds: item !== undefined }]),
  ];
};

/** The nearest place of the item. */
export const placeIn = (document: RawDocument, pointer: string, name: string): Origin =>
  itemIn(document, pointer, name) ?? document.origin(pointer, true);
