/** Where the files say something: the places that rules read. A value that nobody wrote has none. */
import type { Json } from '../../core/json.ts';
import { toPointer, valueAt } from '../../core/json.ts';
import type { Origin } from '../../core/origin.ts';
import type { RawDocument } from '../../metadata/documents.ts';
import type { Assignment } from '../../overlay/resolved.ts';
import { isPatched, originOf } from '../../overlay/resolved.ts';

/** A place that is read, where it may be. */
type Document = RawDocument | undefined;

export const contentOf = (document: RawDocument): Json => document.value as unknown as Json;

const assignmentsOf = (document: RawDocument): readonly Assignment[] =>
  isPatched(document) ? document.assignments : [];

/** Those of the places where something is said; a client that takes a value away says that. */
export const written = (document: Document, ...pointers: readonly string[]): readonly Origin[] =>
  document === undefined
    ? []
    : pointers.flatMap((pointer) => {
        if (valueAt(contentOf(document), pointer) !== undefined) return [document.origin(pointer)];
        const taken = assignmentsOf(document).findLast((one) => one.pointer === pointer && one.member === undefined);
        return taken === undefined ? [] : [originOf(taken)];
      });

/** What is said of a name in a list that is a set of names: that it is one of them, or that a client takes it out. */
export const writtenMember = (document: Document, list: string, member: string): readonly Origin[] => {
  if (document === undefined) return [];
  const said = assignmentsOf(document).findLast((one) => one.pointer === list && one.member === member);
  if (said !== undefined) return [originOf(said)];
  const names = valueAt(contentOf(document), list);
  const at = Array.isArray(names) ? names.indexOf(member) : -1;
  return at < 0 ? [] : [document.origin(`${list}/${at}`)];
};

/** A place with all that stands within it: also what a client says of the parts. */
export const whole = (document: Document, pointer: string): readonly Origin[] =>
  document === undefined
    ? []
    : [
        ...written(document, pointer),
        ...assignmentsOf(document)
          .filter((one) => one.pointer.startsWith(`${pointer}/`))
          .map(originOf),
      ];

export const propertyPointer = (field: string, ...keys: readonly string[]): string =>
  toPointer(['properties', field, ...keys]);

/** Each place once, in the order in which they were read. */
export const onlyOnce = (places: readonly Origin[]): readonly Origin[] => [
  ...new Map(places.map((place) => [`${place.file} ${place.line}:${place.column} ${place.pointer}`, place])).values(),
];
