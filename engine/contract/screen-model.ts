/** The model as one user sees it, in the portions that the browser asks for. */
import type { CellKind } from '../fields/contract.ts';
import type { CodeOption, Entity, MenuEntry, RegistryScreen } from '../model/types.ts';

/** Answer of `GET /model`: enough for frame, menu and guard. Sent with an ETag. */
export interface MenuModel {
  readonly entries: readonly MenuEntry[];
  /** Words of the screens, by dotted key. */
  readonly texts: Readonly<Record<string, string>>;
  /** IANA zone of the installation. */
  readonly timeZone: string;
}

/** What the user may do to records of an entity. */
export interface RecordRights {
  readonly view: boolean;
  readonly insert: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly audit: boolean;
}

/** One column of the list, resolved: `key` addresses the value in a row (`cidade.nome` inside an embedded object). */
export interface GridColumn {
  readonly key: string;
  readonly path: readonly string[];
  readonly title: string;
  readonly cell: CellKind;
  readonly width: number;
  readonly sortable: boolean;
  /** Name in `order`, without the direction: `nome`, or `cidade(nome)` for a relation. */
  readonly orderBy: string;
  /** The entity that owns the field, and its name there: where its type and options are found. */
  readonly entity: string;
  readonly field: string;
}

/** Search-form field descriptor of document 1 section 3. */
export interface SearchDescriptor {
  readonly key: string;
  readonly label: string;
  readonly type: string;
  readonly mask: string | null;
  readonly list: readonly { readonly label: string; readonly key: string }[] | null;
  readonly desc: string | null;
  readonly format: string | null;
  readonly match: 'contains' | 'equals' | 'range' | 'any';
  /** Route of the relation's target, for the picker. */
  readonly target: string | null;
}

/** How a relation is offered: the target's resource and how a row of it is written. */
export interface RelationTarget {
  readonly field: string;
  readonly column: string;
  readonly entity: string;
  /** API resource, `/cidades`; null where the user may not read the target. */
  readonly path: string | null;
  /** `select` for the autocomplete. */
  readonly select: string;
  readonly label: Entity['label'];
}

/** Answer of `GET /model/screen?path=/bancos`: all that list, search, form, batch and audit are drawn from. */
export interface ScreenModel {
  readonly screen: RegistryScreen;
  /** Cut down: only fields and owned rows the user may read or write; related entities that columns mention are in `related`. */
  readonly entity: Entity;
  readonly related: Readonly<Record<string, Entity>>;
  readonly rights: RecordRights;
  readonly columns: readonly GridColumn[];
  /** `select` of the list, ready to send. */
  readonly select: string;
  /** `select` of one record: every readable field, relations with id and label fields, owned rows whole. */
  readonly recordSelect: string;
  /** `order` of the default sort. */
  readonly order: string;
  readonly search: readonly SearchDescriptor[];
  readonly quickSearch: boolean;
  readonly relations: readonly RelationTarget[];
  /** The relations of owned rows, by the name of their array. */
  readonly childRelations: Readonly<Record<string, readonly RelationTarget[]>>;
  readonly codeLists: Readonly<Record<string, readonly CodeOption[]>>;
  readonly form: {
    /** JSON Schema over wire names, for RJSF; the same that the validator was compiled from. */
    readonly schema: Readonly<Record<string, unknown>>;
    readonly uiSchema: Readonly<Record<string, unknown>>;
    /** URL of the compiled validator, an ES module. */
    readonly validator: string;
  };
  /** Fields of a batch update, by wire name. */
  readonly batch: readonly string[];
}

/** One entry of a record's history, newest first. */
export interface HistoryEntry {
  readonly operation: 'insert' | 'update' | 'delete';
  /** ISO moment. */
  readonly at: string;
  /** Login, or null for the product itself (initial rows). */
  readonly by: string | null;
  readonly version: number;
  /** Fields and arrays that differ from the entry before, by wire name; for an insert all that are set. Relations come as label. */
  readonly changes: readonly HistoryChange[];
}

export interface HistoryChange {
  readonly field: string;
  readonly title: string;
  /** Of an array, the labels of the rows told of, as they were. */
  readonly before: unknown;
  readonly after: unknown;
  /** Of an array: the rows that came, changed or moved, in their order, then those that went. */
  readonly rows?: readonly HistoryRow[];
}

/** What became of one row that the record owns. */
export interface HistoryRow {
  readonly operation: 'insert' | 'update' | 'delete';
  /** Empty where the fields of its label are. */
  readonly label: string;
  /** Its place, from 1 on; null before it came and after it went. */
  readonly from: number | null;
  readonly to: number | null;
  /** Whether it changed places with others, and was not only pushed by rows that came and went. */
  readonly moved: boolean;
  readonly changes: readonly HistoryChange[];
}
