import type { Json } from '../core/json.ts';
import { setAt, toPointer, valueAt } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import type { RawDocument } from '../metadata/documents.ts';
import type { Kind } from '../metadata/kinds.ts';
import type { Assignment, PatchedDocument } from './resolved.ts';

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

/** A copy of the document with the assignments applied; its `origin` knows which of them won where. */
export const patchDocument = <K extends Kind>(
  document: RawDocument<K>,
  assignments: readonly Assignment[],
): RawDocument<K> => {
  if (assignments.length === 0) return document;
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

  const patched: PatchedDocument<K> = {
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
  return patched;
};
