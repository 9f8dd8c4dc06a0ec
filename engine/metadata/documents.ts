/** What loading gives: every file parsed with positions, checked against its kind. */
import type { Issue } from '../core/errors.ts';
import type { Faults } from '../core/faults.ts';
import type { Origin } from '../core/origin.ts';
import type { Changes } from './changes.ts';
import type { Client } from './client.ts';
import type { Kind } from './kinds.ts';
import type { RawQuery } from './parse-query.ts';
import type { Part, RecordSchema } from './property.ts';
import type { CodeList, Flags, Menu, Registry, Search } from './registry.ts';

interface KindValues {
  record: RecordSchema;
  part: Part;
  registry: Registry;
  search: Search;
  menu: Menu;
  'code-list': CodeList;
  flags: Flags;
  changes: Changes;
  client: Client;
}

/** One file. `value` has the shape of its kind (documents that break it are reported and left out). */
export interface RawDocument<K extends Kind = Kind> {
  readonly kind: K;
  /** Path below the project root, with forward slashes. */
  readonly file: string;
  /** Name without folder: the screen's folder, the module, the code list, the client; `flags` for the flags, `changes` for the changes. */
  readonly name: string;
  readonly value: KindValues[K];
  /** Where `pointer` is written; the nearest ancestor that exists where it is not. With `key`, the place of the key itself. */
  origin(pointer: string, key?: boolean): Origin;
}

/** Whose rows an entity holds: those of an array of another entity's record. */
export interface Ownership {
  /** The entity of the owner. */
  readonly entity: string;
  readonly array: string;
}

/** The files of one screen folder; or rows that a record owns, which are declared inside the record's own file. */
export interface RawScreen {
  readonly module: string;
  readonly folder: string;
  readonly record: RawDocument<'record'> | undefined;
  readonly registry: RawDocument<'registry'>;
  readonly search: RawDocument<'search'> | undefined;
  readonly rows: InitialRows | undefined;
  /** Absent: the entity has a table. */
  readonly query?: RawQuery;
  /** undefined: a folder. */
  readonly owner: Ownership | undefined;
  /** Whether there is a data.csv that cannot be read. */
  readonly rowsLost: boolean;
}

/** `data.csv`, parsed: header and cells as text. `line` of row i (0-based) is `lines[i]`. */
export interface InitialRows {
  readonly file: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
}

/** Everything below `schemas/` and `clients/`, in a stable order (by file name). */
export interface RawFiles {
  readonly screens: readonly RawScreen[];
  readonly menus: readonly RawDocument<'menu'>[];
  readonly codeLists: readonly RawDocument<'code-list'>[];
  readonly flags: RawDocument<'flags'> | undefined;
  readonly changes: RawDocument<'changes'> | undefined;
  readonly clients: readonly RawDocument<'client'>[];
  /** What the stages after need not report again. */
  readonly faults: Faults;
  readonly issues: readonly Issue[];
}

/** Text of the files, by path below the project root: what the loader reads, given as data so that tests need no disk. */
export type SourceFiles = ReadonlyMap<string, string>;
