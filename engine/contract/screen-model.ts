/** The model as one user sees it, in the portions that the browser asks for. */
import type { PeriodName } from '../core/period-names.ts';
import type { Expression } from '../expressions/types.ts';
import type { CellKind } from '../fields/contract.ts';
import type { ActionEffect, FieldValue } from '../model/list-parts.ts';
import type { FieldPath, MenuEntry, RegistryScreen, SearchParameter } from '../model/screen-types.ts';
import type { Beginning, CodeOption, Entity } from '../model/types.ts';
import type { WriteOrigin } from './write-origin.ts';

/** Who is signed in, as one of the users. */
export interface MenuCaller {
  readonly id: number;
  /** Name of the entity of the users. */
  readonly entity: string;
  /** As pickers call the record. */
  readonly label: string;
}

/** A provider that the caller acts for. */
export interface MenuProvider {
  readonly id: number;
  /** As the caller may know it; its number where the name is kept from the caller. */
  readonly label: string;
}

/** Answer of `GET /model`: enough for frame, menu and guard. Sent with an ETag. */
export interface MenuModel {
  readonly entries: readonly MenuEntry[];
  /** Words of the screens, by dotted key. */
  readonly texts: Readonly<Record<string, string>>;
  /** IANA zone of the installation. */
  readonly timeZone: string;
  /** Absent where the model has no users. */
  readonly caller?: MenuCaller;
  /** Whom a person acts for who sees the records of own providers alone, by their names; absent where there is none. */
  readonly providers?: readonly MenuProvider[];
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
  /** Its values are read covered. */
  readonly covered?: true;
  /** What it shows is, or is worked out from, personal data (LGPD); absent: it is not. Covered values too. */
  readonly personal?: 'personal' | 'sensitive';
  /** The entity that owns the field, and its name there: where its type and options are found. */
  readonly entity: string;
  readonly field: string;
  /** What a list must ask for to draw it, by wire name: of a relation the fields of its label. */
  readonly needs: readonly FieldPath[];
  /** Of a column that a person may add: a field of a related record, or a column that every table has; absent: an own field. */
  readonly of?: 'related' | 'system';
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

/** A filter of the address with a name of its own: `?inicio=01/12/2026` for `?data=gte.2026-12-01`. */
export interface AddressParameter {
  readonly name: string;
  /** Wire key of the condition. */
  readonly key: string;
  readonly operator: SearchParameter['operator'];
  /** Of a code: its values, written by their labels. */
  readonly options: readonly { readonly label: string; readonly key: string }[] | null;
  readonly format: SearchParameter['format'] | null;
  /** What the screen opens with; null: nothing. */
  readonly default: NonNullable<SearchParameter['default']> | null;
}

/** How a relation is offered: the target's resource and how a row of it is written. */
/**
 * What a record that is offered must have in `column`, a wire name of the target: what stands in the wire name `from`
 * beside the relation; `above`: of the record that owns the row.
 */
export interface OfferedOnly {
  readonly column: string;
  readonly from: string;
  readonly above: boolean;
}

export interface RelationTarget {
  readonly field: string;
  readonly column: string;
  readonly entity: string;
  /** API resource, `/cidades`; null where the user may not read the target. */
  readonly path: string | null;
  /** `select` of a row of the target. */
  readonly select: string;
  /** Address of the autocomplete, `/cidades`, to which the term is added; null where there is no path. */
  readonly call: string | null;
  /** Characters that are typed before it is asked. */
  readonly minimum: number;
  /** Whether a record that is found alone is chosen at once. */
  readonly single: boolean;
  /** The date field beside this one on which what is offered must be valid, and those of the target that say when it is. */
  readonly date: { readonly column: string; readonly from: string; readonly until: string } | null;
  /** What the list of the target is asked to be narrowed by (`offered_for`); absent: the files fix nothing of which records are offered. */
  readonly offeredFor?: string;
  /** It asks for the records of others too, by their names, and narrows nothing: the files fix none. */
  readonly beyond?: true;
  /** The ids of the records that alone may stand in it: the own ones; absent: others may, too. */
  readonly among?: readonly number[];
  /** Which of those are offered, by what stands beside, as far as the person may ask for them; a write of any other is refused. */
  readonly where: readonly OfferedOnly[];
  /** Whether the person may look at a whole record of the target; to choose one takes less. */
  readonly opens: boolean;
  /** Whether the person may include a record of the target here. */
  readonly create: boolean;
  readonly label: Entity['label'];
}

/** What an expanded row shows, read when it is opened: `<route>?id=eq.<id>&select=<select>&<limits>`. */
export interface DetailModel {
  readonly fields: readonly GridColumn[];
  readonly list: {
    /** Key of the rows in the answer; one more than `limit` where there are others. */
    readonly key: string;
    readonly title: string;
    readonly columns: readonly GridColumn[];
    readonly limit: number;
    /** The screen that lists all of them, and the wire name there that must equal the record's id; null: none does. */
    readonly all: { readonly path: string; readonly column: string } | null;
  } | null;
  readonly select: string;
  readonly limits: string;
}

/** Opens the list of a screen by a filter, or a new record that begins with values. */
export interface OpenEffect {
  readonly kind: 'open';
  readonly path: string;
  readonly filter: readonly FieldValue[];
  /** Of a new record; empty where the list is opened. */
  readonly values: readonly FieldValue[];
}

/** An entry of a row's menu, or a button over the list. */
export interface ListAction {
  readonly name: string;
  readonly title: string;
  /** Name of an icon of lucide. */
  readonly icon: string;
  /** Of the row that it is offered for; absent: of every one. */
  readonly when?: Expression;
  readonly effect: Exclude<ActionEffect, { kind: 'open' }> | OpenEffect;
}

/** A transition of other records that follows from one. */
export interface TransitionFollowed {
  /** Of their screen; of what has none their own. */
  readonly title: string;
  /** Title of the one that is made of them; absent: a new one is created. */
  readonly transition?: string;
  /** Route of their rows; absent where no screen has it. */
  readonly path?: string;
  /** It rests on the record, or on the others, whether it comes to be. */
  readonly perhaps?: true;
}

/** A field that is asked for and begins with a value where nothing stands in it. */
export interface AskedBegin {
  /** Wire name. */
  readonly column: string;
  /** Over the record as it is stored; absent: the server works it out where the field is left out. */
  readonly value?: Expression;
}

/** A move of a record to another state that the user may make. */
export interface TransitionModel {
  readonly name: string;
  readonly title: string;
  /** Name of an icon of lucide. */
  readonly icon: string;
  readonly from: readonly string[];
  /** Absent: the record stays in the state that it is in. */
  readonly to?: string;
  /** What it asks of the record as it is stored; absent also where the server alone can tell. */
  readonly when?: Expression;
  /** Titles of its lists whose rows it changes; absent: none that the user sees. */
  readonly changes?: readonly string[];
  /** What is done to other records with it; absent: nothing. */
  readonly follows?: readonly TransitionFollowed[];
  /** What is asked for; null: nothing. */
  readonly form: {
    /** Wire names, in order. */
    readonly columns: readonly string[];
    readonly schema: Readonly<Record<string, unknown>>;
    readonly uiSchema: Readonly<Record<string, unknown>>;
    /** Of these, those that must have a value afterwards. */
    readonly required?: readonly string[];
    /** What it writes beside them, wire names of fields that the user reads; absent: nothing. */
    readonly writes?: readonly string[];
    /** Those of its relations of which it means some records alone, as they are offered here; absent: none. */
    readonly narrowed?: readonly RelationTarget[];
    /** Those that begin with a value, and by list those of the rows that are asked for; absent: none. */
    readonly begins?: readonly AskedBegin[];
    readonly rowBegins?: Readonly<Record<string, readonly AskedBegin[]>>;
    /** `select` of the lists of linked records that these are worked out from, beside that of the record; absent: of none. */
    readonly beside?: string;
    /** URL of the compiled validator. */
    readonly validator: string;
  } | null;
}

/** What the form fills in when a relation is chosen. */
export interface FormFill {
  /** Wire name and title of the relation. */
  readonly relation: string;
  readonly title: string;
  /** Route of what it points at, and the `select` that asks for what is filled in from there. */
  readonly path: string;
  readonly select: string;
  /** Wire names: of the field, and of the one there. */
  readonly fields: readonly { readonly column: string; readonly from: string }[];
}

/** What the form reads of what a relation points at, to work out what fields begin with. */
export interface BegunRead {
  /** Wire name of the relation. */
  readonly relation: string;
  /** It is one of the record that owns the row. */
  readonly ofOwner?: true;
  /** Route of what it points at, and the `select` that asks for it. */
  readonly path: string;
  readonly select: string;
  /** Where each value then stands; expressions call it by the relation and this key. */
  readonly behind: readonly BehindValue[];
}

/** What the fields of a new record, or of a new row, begin with. */
export interface FormBegins {
  /** Those that the form works out, in order. */
  readonly fields: readonly Beginning[];
  readonly reads: readonly BegunRead[];
  /** Wire names of those that the server alone works out, where they are left out. */
  readonly later: readonly string[];
}

/** Where the record is that a row stands for. */
export interface RecordLink {
  /** Route of its screen. */
  readonly path: string;
  /** Wire name of the field of the row that holds its id. */
  readonly column: string;
  /** What the user may do to it there. */
  readonly rights: RecordRights;
  /** Whether the user may move it from state to state. */
  readonly moves: boolean;
}

/** What is read of a record that a relation points at. */
export interface BehindValue {
  /** What expressions call it: `guia_id.situacao`. */
  readonly key: string;
  /** Names of the fields that lead to it, the last one by its wire name: `guia`, `situacao`. */
  readonly path: FieldPath;
}

/** A column by which rows are put together. */
export interface GroupColumn {
  readonly column: GridColumn;
  /** Of a date alone: the part that is one group. */
  readonly by?: 'month' | 'year';
  /** Of records: the field that they are called by, and sorted. Default: the first of their label. */
  readonly named?: string;
  /** Names in `order`, without the direction, by which the rows of a group stand together. Of a level of a report. */
  readonly sorts?: readonly string[];
}

/** How the rows of a report are put together. */
export interface ReportModel {
  /** Outermost first; empty: the rows alone. */
  readonly groups: readonly GroupColumn[];
  /** Whether each row is told, or their groups alone. */
  readonly rows: boolean;
  /** `SearchDescriptor.key` of what must be said before the report is made. */
  readonly required: readonly string[];
  /** What it begins with: the period of a search field, by its key. */
  readonly begins: Readonly<Record<string, PeriodName>>;
}

/** Answer of `GET /model/screen?path=/bancos`: all that list, search, form, batch and audit are drawn from. */
export interface ScreenModel {
  readonly screen: RegistryScreen;
  /** Cut down: only fields and owned rows the user may read or write; related entities that columns mention are in `related`. */
  readonly entity: Entity;
  readonly related: Readonly<Record<string, Entity>>;
  readonly rights: RecordRights;
  /** Its records are the person's own, mostly one alone; absent: they are records of many. */
  readonly ownRecord?: true;
  readonly columns: readonly GridColumn[];
  /** Columns that a person may add: the other fields that the person may read, those of related records, of the system. */
  readonly moreColumns: readonly GridColumn[];
  /** `select` of the list with `columns`, ready to send; `selectOf` makes that of others. */
  readonly select: string;
  /** `select` of one record: every readable field, relations with id and label fields, owned rows whole. */
  readonly recordSelect: string;
  /** What the lock of the record and its transitions read of others, as `recordSelect` brings it; absent: nothing. */
  readonly behind?: readonly BehindValue[];
  /** `order` of the default sort. */
  readonly order: string;
  readonly search: readonly SearchDescriptor[];
  /** Absent: filters have no names of their own. */
  readonly parameters?: readonly AddressParameter[];
  /** Titles of what the quick search reads; empty: there is none. */
  readonly quickSearch: readonly string[];
  readonly relations: readonly RelationTarget[];
  /** The relations of owned rows, by the name of their array. */
  readonly childRelations: Readonly<Record<string, readonly RelationTarget[]>>;
  readonly codeLists: Readonly<Record<string, readonly CodeOption[]>>;
  readonly form: {
    /** JSON Schema over wire names, for RJSF; the same that the validator was compiled from. */
    readonly schema: Readonly<Record<string, unknown>>;
    readonly uiSchema: Readonly<Record<string, unknown>>;
    /** Schemas of the computed fields, by wire name: shown among the others, never sent. */
    readonly computed: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    /** The same of owned rows, by the name of their array. */
    readonly computedRows: Readonly<Record<string, ScreenModel['form']['computed']>>;
    /** URL of the compiled validator, an ES module. */
    readonly validator: string;
  };
  /** What the form fills in from what its relations point at; absent: nothing. */
  readonly fills?: readonly FormFill[];
  /** By list, what relations of its rows fill in of these; absent: nothing. */
  readonly rowFills?: Readonly<Record<string, readonly FormFill[]>>;
  /** What the fields of new records begin with; absent: nothing. */
  readonly begins?: FormBegins;
  /** By list, what those of its new rows begin with; absent: nothing. */
  readonly rowBegins?: Readonly<Record<string, FormBegins>>;
  /** Of a view whose rows stand for records of another screen: what is done to a row is done there. */
  readonly record?: RecordLink;
  /** Wire name of the relation to the provider whom the header asks this person for; absent where it asks for none. */
  readonly provider?: string;
  /** Wire name of the relation that a new record begins with, of whoever acts for several providers and has chosen one; absent where no relation alone does. */
  readonly ownProvider?: string;
  /** Fields of a batch update, by wire name. */
  readonly batch: readonly string[];
  /** The field that holds the state of a record, by wire name, and the moves from it; absent where there is none for this user. */
  readonly states?: { readonly key: string; readonly transitions: readonly TransitionModel[] } | undefined;
  /** Wire name of the field that holds the state of a record, where this user reads it. */
  readonly state?: string;
  /** The states in which a record may be deleted; absent: any, or this user does not read them. */
  readonly removable?: { readonly key: string; readonly states: readonly string[] };
  readonly detail: DetailModel | null;
  readonly actions: readonly ListAction[];
  readonly buttons: readonly ListAction[];
  /** There are lists for this user whose records may point at one of these. */
  readonly linked?: true;
  /** The list of those who were given sensitive values of a record; absent where there is none for this user. */
  readonly readers?: OpenEffect;
  /** What a list must ask for beside its columns, by wire name. */
  readonly needs: readonly FieldPath[];
  /** Columns summed under the list, by wire name, and the `select` that asks for the sums as text under these names; null: none. */
  readonly totals: { readonly columns: readonly string[]; readonly select: string } | null;
  /** Columns that are changed in the list, by wire name. */
  readonly inline: readonly string[];
  /** The screen is a report; absent: a list of records. */
  readonly report?: ReportModel;
}

/** Entries of a history that are told; there may be older ones. */
export const historyLimit = 500;

/** One entry of a record's history, newest first. */
export interface HistoryImport {
  /** Of its batch. */
  readonly number: number;
  /** The record came in the state that it was in elsewhere. */
  readonly loads?: true;
}

export interface HistoryEntry {
  readonly operation: 'insert' | 'update' | 'delete';
  /** ISO moment. */
  readonly at: string;
  /** ISO moment from which on all that the write did to the record is in place: what `as_of` is asked of. */
  readonly settled: string;
  /** Login, or null for the product itself (initial rows). */
  readonly by: string | null;
  /** Where the change was asked for; null for the product itself, and for what was written in the database. */
  readonly origin: WriteOrigin | null;
  /** Of a file, not by hand: the import that wrote it, or did again what it had written. */
  readonly import?: HistoryImport;
  readonly version: number;
  /** Fields and arrays that differ from the entry before, by wire name; for an insert all that are set. Relations come as label. */
  readonly changes: readonly HistoryChange[];
  /**
   * ISO moment, of the oldest entry where what came before has left the database: the entry is what held then, without what
   * it had changed, but for an insert.
   */
  readonly archivedUntil?: string;
}

/** A record that was deleted and is not there again. */
export interface DeletedRecord {
  readonly id: number;
  /** Its label as the caller reads it; related records by their names of today. */
  readonly label: string;
  /** ISO moment. */
  readonly at: string;
  /** Login, or null where it was done in the database. */
  readonly by: string | null;
  readonly origin: WriteOrigin | null;
}

/** What came of restoring a deleted record. */
export interface RestoredRecord {
  readonly id: number;
  /** Fields that are not as they were, for nobody but the product gives them their values. */
  readonly left: readonly { readonly field: string; readonly title: string }[];
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
