/** Where two sets of source files differ: the innermost places of the values, whatever the layout of the text. */
import type { Json } from '../core/json.ts';
import { equalJson, isJsonObject, toPointer, valueAt } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import type { SourceFiles } from '../metadata/documents.ts';
import { parseJson } from '../metadata/parse-json.ts';

export interface ChangedPlace {
  readonly file: string;
  /** Place of the value in either file; empty for the file itself, and for what is no JSON. */
  readonly pointer: string;
  /** What is within has places of its own. */
  readonly hasParts: boolean;
  /** undefined: the file is not on that side. Where the value alone is not there, the nearest place above it. */
  readonly from: Origin | undefined;
  readonly to: Origin | undefined;
}

type Path = readonly (string | number)[];

/** The innermost paths at which the values differ. Order counts, also that of keys: fields stand in the order of the file. */
const differingPaths = (before: Json, after: Json, path: Path): readonly Path[] => {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, at) => at).flatMap((at) => differingItems(before[at], after[at], [...path, at]));
  }
  if (!isJsonObject(before) || !isJsonObject(after)) return equalJson(before, after) ? [] : [path];
  const [olds, nows] = [Object.keys(before), Object.keys(after)];
  const [kept, stay] = [
    olds.filter((key) => Object.hasOwn(after, key)),
    nows.filter((key) => Object.hasOwn(before, key)),
  ];
  const moved = stay.find((key, at) => key !== kept[at]);
  return [
    ...new Set([...nows, ...olds]).values().flatMap((key) => differingItems(before[key], after[key], [...path, key])),
    ...(moved === undefined ? [] : [[...path, moved]]),
  ];
};

/** Of what came or went as a whole, the outermost first: who asks for a part of it is led to its line. */
const pathsWithin = (value: Json, path: Path): readonly Path[] => [
  path,
  ...(isJsonObject(value) ? Object.entries(value).flatMap(([key, item]) => pathsWithin(item, [...path, key])) : []),
];

const differingItems = (before: Json | undefined, after: Json | undefined, path: Path): readonly Path[] => {
  if (before !== undefined && after !== undefined) return differingPaths(before, after, path);
  // null is a value, too.
  const only = before === undefined ? after : before;
  return only === undefined ? [] : pathsWithin(only, path);
};

const startOf = (file: string, line = 1): Origin => ({ file, pointer: '', line, column: 1 });

/** The first line that differs, on either side. */
const textPlace = (file: string, before: string, after: string): ChangedPlace => {
  const [olds, nows] = [before.split('\n'), after.split('\n')];
  const at = nows.findIndex((line, index) => line !== olds[index]);
  const line = (at < 0 ? nows.length : at) + 1;
  return {
    file,
    pointer: '',
    hasParts: false,
    from: startOf(file, Math.min(line, olds.length)),
    to: startOf(file, Math.min(line, nows.length)),
  };
};

const placesIn = (file: string, before: string | undefined, after: string | undefined): readonly ChangedPlace[] => {
  if (before === undefined || after === undefined) {
    const [from, to] = [before, after].map((text) => (text === undefined ? undefined : startOf(file)));
    return [{ file, pointer: '', hasParts: false, from, to }];
  }
  if (!file.endsWith('.json')) return [textPlace(file, before, after)];
  const [old, now] = [parseJson(file, before), parseJson(file, after)];
  if (old.value === undefined || now.value === undefined) return [textPlace(file, before, after)];
  return differingPaths(old.value, now.value, []).map((path) => {
    const pointer = toPointer(path);
    const values = [old.value, now.value].map((value) => valueAt(value, pointer));
    return {
      file,
      pointer,
      hasParts: values.every((value) => value === undefined || isJsonObject(value)),
      from: old.origin(pointer, true),
      to: now.origin(pointer, true),
    };
  });
};

/** Every place at which the files differ, by file. Files that say the same in another layout have none. */
export const changedPlaces = (
  before: SourceFiles,
  after: SourceFiles,
): ReadonlyMap<string, readonly ChangedPlace[]> => {
  const files = new Set([...before.keys(), ...after.keys()]);
  return new Map(
    [...files]
      .filter((file) => before.get(file) !== after.get(file))
      .sort()
      .map((file): [string, readonly ChangedPlace[]] => [file, placesIn(file, before.get(file), after.get(file))])
      .filter(([, places]) => places.length > 0),
  );
};
