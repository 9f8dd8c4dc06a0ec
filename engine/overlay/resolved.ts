/** What resolving gives: the base documents with one client's assignments applied, and who set what. */
import type { Issue } from '../core/errors.ts';
import type { Faults } from '../core/faults.ts';
import type { Json } from '../core/json.ts';
import { valueAt } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import type { RawDocument, RawScreen } from '../metadata/documents.ts';
import type { Kind } from '../metadata/kinds.ts';

/** One thing that an overlay says: this place of this base document has this value. */
export interface Assignment {
  /** `distrito.codigo.label`, `distritos.title`. */
  readonly target: string;
  /** The base document that it changes: rows of two owners may be described by one file. */
  readonly document: RawDocument<'record'> | RawDocument<'registry'>;
  /** Place in the base document. */
  readonly pointer: string;
  /** With a list that is a set of names (`/required`): the name that is put in or taken out. */
  readonly member: string | undefined;
  /** As the base document writes it; undefined takes the value away. */
  readonly value: Json | undefined;
  /** What held before. */
  readonly previous: Json | undefined;
  readonly source: RawDocument<'client'>;
  /** Place in the overlay. */
  readonly sourcePointer: string;
}

/** A document that the client changes. `origin` answers with the overlay's place where the overlay wins. */
export interface PatchedDocument<K extends Kind = Kind> extends RawDocument<K> {
  readonly base: RawDocument<K>;
  readonly assignments: readonly Assignment[];
}

/** The files of one client, or of none. Documents and screens that the client does not touch are the very same objects. */
export interface ResolvedFiles {
  readonly screens: readonly RawScreen[];
  readonly menus: readonly RawDocument<'menu'>[];
  readonly codeLists: readonly RawDocument<'code-list'>[];
  readonly flags: RawDocument<'flags'> | undefined;
  readonly changes: RawDocument<'changes'> | undefined;
  /** undefined: the base alone. */
  readonly client: RawDocument<'client'> | undefined;
  readonly clientNames: readonly string[];
  readonly faults: Faults;
  readonly assignments: readonly Assignment[];
  /** OVERLAY_* only; those of loading stay with the raw files. */
  readonly issues: readonly Issue[];
}

export const isPatched = <K extends Kind>(document: RawDocument<K>): document is PatchedDocument<K> =>
  'assignments' in document;

export const originOf = (assignment: Assignment): Origin => assignment.source.origin(assignment.sourcePointer);

/** Whether a place is the client's word: MODEL issues on it are said of the overlay. */
export const isOverlay = (origin: Origin): boolean => origin.file.startsWith('clients/');

/** The reason that the client gives beside what it says. */
export const becauseOf = ({ source, sourcePointer }: Assignment): string | undefined => {
  const because = valueAt(source.value as Json, sourcePointer.replace(/[^/]*$/, 'because'));
  return typeof because === 'string' ? because : undefined;
};
