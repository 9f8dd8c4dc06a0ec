import type { Json } from '../core/json.ts';
import { setAt, toPointer, valueAt } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import type { RawDocument } from '../metadata/documents.ts';
import type { Kind } from '../metadata/kinds.ts';
import type { Assignment, PatchedDocument } from './resolved.ts';
import { becauseOf, originOf } from './resolved.ts';

/** A list with a name put in or taken out; what stays keeps its order. */
const withMember = (list: Json | undefined, name: string, present: boolean): Json => {
  const names = Array.isArray(list) ? (list as readonly string[]) : [];
  if (!present) return names.filter((other) => other !== name);
  return names.includes(name) ? names : [...names, name];
};

const apply = (value: Json, assignment: Assignment): Json =>
  assignment.member === undefined
    ? setAt(value, assignment.pointer, assignment.value)
    : setAt(
        value,
        assignment.pointer,
        withMember(valueAt(value, assignment.pointer), assignment.member, assignment.value === true),
      );

const isSamePlace = (a: Origin, b: Origin): boolean => a.file === b.file && a.line === b.line && a.column === b.column;

/** Whether two say the same from the same place. Of another text of the overlay a list or an object is another. */
const isSame = (a: Assignment, b: Assignment): boolean =>
  a.pointer === b.pointer &&
  a.member === b.member &&
  a.sourcePointer === b.sourcePointer &&
  (a.source === b.source
    ? true
    : Object.is(a.value, b.value) && isSamePlace(originOf(a), originOf(b)) && becauseOf(a) === becauseOf(b));

const known = new WeakMap<object, readonly PatchedDocument[]>();
/** The clients, or the last few texts of one. */
const kept = 16;

/**
 * A copy of the document with the assignments applied; its `origin` knows which of them won where. The same document with
 * the same assignments is the same copy, so that what was compiled from it holds.
 */
export const patchDocument = <K extends Kind>(
  document: RawDocument<K>,
  assignments: readonly Assignment[],
): RawDocument<K> => {
  if (assignments.length === 0) return document;
  const before = (known.get(document) ?? []) as readonly PatchedDocument<K>[];
  const same = before.find(
    (one) =>
      one.assignments.length === assignments.length &&
      one.assignments.every((assignment, index) => isSame(assignment, assignments[index] as Assignment)),
  );
  if (same !== undefined) return same;
  const patched = patch(document, assignments);
  known.set(document, [patched, ...before.slice(0, kept - 1)]);
  return patched;
};

const patch = <K extends Kind>(document: RawDocument<K>, assignments: readonly Assignment[]): PatchedDocument<K> => {
  const value = assignments.reduce(apply, document.value as unknown as Json);

  /** Places in a set of names move when it changes: they are found by name, in the overlay or in the base. */
  const memberOrigin = (pointer: string, key: boolean | undefined): Origin | undefined => {
    const list = pointer.slice(0, pointer.lastIndexOf('/'));
    const members = assignments.filter((assignment) => assignment.pointer === list && assignment.member !== undefined);
    if (members.length === 0) return undefined;
    const name = valueAt(value, pointer);
    const said = members.find((assignment) => assignment.member === name);
    if (said !== undefined) return said.source.origin(said.sourcePointer, key);
    const before = valueAt(document.value as unknown as Json, list);
    const index = Array.isArray(before) ? before.indexOf(name ?? null) : -1;
    return document.origin(toPointer([...list.split('/').slice(1), index]), key);
  };

  return {
    ...document,
    value: value as unknown as RawDocument<K>['value'],
    base: document,
    assignments,
    origin: (pointer, key) => {
      const said = assignments.findLast(
        (assignment) =>
          assignment.member === undefined &&
          (pointer === assignment.pointer || pointer.startsWith(`${assignment.pointer}/`)),
      );
      if (said !== undefined) return said.source.origin(said.sourcePointer + pointer.slice(said.pointer.length), key);
      return memberOrigin(pointer, key) ?? document.origin(pointer, key);
    },
  };
};
