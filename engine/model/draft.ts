/** The stages between documents and `Model`, and the small questions that several passes ask of them. */
import type { RawDocument } from '../metadata/documents.ts';
import type { Kind } from '../metadata/kinds.ts';
import type { Declaration } from '../overlay/base-index.ts';
import { isPatched } from '../overlay/resolved.ts';
import type { FieldPath } from './screen-types.ts';
import type { Child, Field, LabelPart } from './types.ts';

/** An array of owned rows; their entity by its name, for it is compiled apart. */
export interface DraftChild extends Omit<Child, 'entity'> {
  readonly entity: string;
}

/** An entity whose own files are compiled, but not yet what it says of others: relations have no label yet. */
export interface DraftEntity {
  readonly name: string;
  readonly screen: Declaration;
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  readonly children: readonly DraftChild[];
  /** Empty where no field serves. */
  readonly label: readonly LabelPart[];
}

export type FindEntity = (name: string) => DraftEntity | undefined;

/** Whether the client, and not the base, set this place of the document. */
export const isAssigned = <K extends Kind>(document: RawDocument<K>, pointer: string, member?: string): boolean =>
  isPatched(document) &&
  document.assignments.some(
    (assignment) => assignment.pointer === pointer && (member === undefined || assignment.member === member),
  );

/** The document as the base has it: what a client may not change is read from there. */
export const baseOf = <K extends Kind>(document: RawDocument<K>): RawDocument<K> =>
  isPatched(document) ? document.base : document;

export const pathOf = (text: string): FieldPath => text.split('.');

/** The field at the end of a path, and the entity that owns it. */
export interface FoundField {
  readonly entity: DraftEntity;
  readonly field: Field;
}

/** Follows a path from an entity. Where it breaks: the entity in which the next name was looked for, and that name. */
export const findField = (
  entity: DraftEntity,
  path: FieldPath,
  find: FindEntity,
):
  | { readonly found: FoundField }
  | { readonly missing: { readonly entity: DraftEntity; readonly field: string } | undefined } => {
  let owner = entity;
  for (const [index, name] of path.entries()) {
    const field = owner.byName.get(name);
    if (field === undefined) return { missing: { entity: owner, field: name } };
    if (index === path.length - 1) return { found: { entity: owner, field } };
    const target = field.relation === undefined ? undefined : find(field.relation.entity);
    // A relation to an entity that does not exist is reported where it is declared; what lies behind is unknown.
    if (field.relation !== undefined && target === undefined) return { missing: undefined };
    if (target === undefined) return { missing: { entity: owner, field: path.slice(index).join('.') } };
    owner = target;
  }
  return { missing: { entity: owner, field: '' } };
};
