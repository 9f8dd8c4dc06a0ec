/**
 * The model: everything a running product knows about its entities and screens, compiled once from the files of one
 * client. Plain frozen data, no functions and no classes: it can be compared, kept as a golden file and sent to the
 * browser cut down to what the user may see.
 */
import type { Origin } from '../core/origin.ts';
import type { Expression } from '../expressions/types.ts';
import type { Change } from '../metadata/changes.ts';
import type { LogName } from '../metadata/logs.ts';
import type { Screen } from './screen-types.ts';
import type { States } from './state-types.ts';

/** Name of a field type: a file in `engine/fields`. */
export type FieldTypeName =
  | 'text'
  | 'long-text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'boolean'
  | 'date'
  | 'date-time'
  | 'time'
  | 'month'
  | 'year'
  | 'code'
  | 'relation'
  | 'attachment';

/** What a file may be. */
export type AttachmentTypeName =
  | 'pdf'
  | 'png'
  | 'jpeg'
  | 'webp'
  | 'tiff'
  | 'docx'
  | 'xlsx'
  | 'zip'
  | 'xml'
  | 'csv'
  | 'txt';

export type Scalar = string | number | boolean;
export type PersonalDataClass = 'public' | 'personal' | 'sensitive';

/** Between the parts of a natural key of several fields, in a cell of data.csv that names a row of another entity. */
export const keySeparator = '|';

/** `{nome} - {uf}` taken apart: texts and field names, in order; `spare` of what a list leaves out where it has no room. */
export type LabelPart = ({ readonly text: string } | { readonly field: string }) & { readonly spare?: true };

/** Before the name of a field of the record that owns a row. */
export const ownerPrefix = 'parent.';

/**
 * What a record that is pointed at must have in `field`: one of the values, or what `from` holds, a field of the record
 * that points at it or, as `parent.<field>`, of the one that owns that row.
 */
export type RelationCondition =
  | { readonly field: string; readonly values: readonly Scalar[] }
  | { readonly field: string; readonly from: string };

/** Records that have one of the values in the field. */
export interface FixedValues {
  readonly field: string;
  readonly values: readonly Scalar[];
}

/** A field of what a relation of the record points at. */
export interface FieldSource {
  /** Name of the relation. */
  readonly relation: string;
  /** Name of the field of the entity that the relation points at. */
  readonly field: string;
}

export interface Field {
  readonly name: string;
  /** Column in the table and key on the wire: the name, or `<name>_id` for a relation. */
  readonly column: string;
  readonly type: FieldTypeName;
  readonly title: string;
  readonly description: string | undefined;
  readonly help: string | undefined;
  /** Of a text: what people write into it, as wire values. */
  readonly examples: readonly string[] | undefined;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** false: no screen and no door knows the field. */
  readonly visible: boolean;
  /** As one user has it, never in the model itself: values are read covered. */
  readonly covered?: true;
  /** As one screen has it, never in the model itself: all of its records have the default of the field. */
  readonly fixed?: true;
  /** As one screen has it, never in the model itself: nobody is asked, and new records get the default or the present moment. */
  readonly given?: true;
  /** A secret: no door ever reads it. */
  readonly writeOnly: boolean;
  readonly unique: boolean;
  readonly format: string | undefined;
  readonly mask: string | undefined;
  readonly pattern: string | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly multipleOf: number | undefined;
  /** Decimal places of a number. */
  readonly scale: number | undefined;
  /** Of a number that the engine gives: what it is made of, see `sequence.ts`. */
  readonly sequence: string | undefined;
  /** Of a moment: its seconds are shown and typed. */
  readonly seconds: boolean | undefined;
  /** The form of a new record begins with the present day, hour or moment. */
  readonly beginsNow: boolean | undefined;
  /** The expression that a new record has its value by where nobody says it, as it is written; absent: none. */
  readonly begins?: string;
  /** The field that it is a copy of where nobody says it; absent: none. */
  readonly filledFrom?: FieldSource;
  /** Of attachments; `maxSize` in megabytes. */
  readonly attachment:
    | { readonly types: readonly AttachmentTypeName[]; readonly maxSize?: number; readonly many?: boolean }
    | undefined;
  readonly default: Scalar | undefined;
  readonly personalData: PersonalDataClass;
  readonly codeList: string | undefined;
  /** Values allowed here, in order: those of the code list, less what the client took out. */
  readonly codes: readonly string[] | undefined;
  readonly relation:
    | {
        readonly entity: string;
        readonly label: readonly LabelPart[];
        /** `cascade`: only of an owned row, which goes with its owner. */
        readonly onDelete: 'refuse' | 'clear' | 'cascade';
        /** Characters before the picker searches, where the field says so itself. */
        readonly minimum?: number;
        /** The picker chooses what it finds alone. */
        readonly single?: true;
        /** Name of the date field of this record on which what is pointed at must be valid. */
        readonly date?: string;
        /** With `date`: the date fields of the target that say when it is valid; an empty one is without end. */
        readonly valid?: { readonly from: string; readonly until: string };
        /** Which records may be pointed at: those that meet all of these. Absent: any. */
        readonly where?: readonly RelationCondition[];
        /** Fields of the target, of the label or said, that whoever reads this one knows of what it points at. Absent: none. */
        readonly known?: readonly string[];
      }
    | undefined;
}

/** A system column: `id`, `versao`, `criado_em`, `criado_por`, `alterado_em`, `alterado_por`; not in `Entity.fields`. */
export interface Index {
  /** Column names, in order. */
  readonly columns: readonly string[];
  readonly unique: boolean;
}

/** What records keep apart: two whose `key` is equal, empty being equal to empty, may not meet in all of the ranges. */
export interface NoOverlap {
  /** Column names; of owned rows that of their owner comes first. */
  readonly key: readonly string[];
  /** Column names of the ends, both within the range; an empty one is without end. */
  readonly ranges: readonly { readonly first: string; readonly last: string }[];
}

/** The roles whose users may be confined to rows of their own. */
export const scopeRoles = ['prestador', 'beneficiario'] as const;
export type ScopeRole = (typeof scopeRoles)[number];

export interface RowScope {
  readonly role: ScopeRole;
  /** The relation that points at the user's own record; `ownRecord` where the row itself is that record. */
  readonly field: string;
}

/** In a scope, for a field: the row itself is the user's own record. */
export const ownRecord = 'id';

/** Rows that a record owns: an array in the record, a table of their own, written together with the record. */
export interface Child {
  /** Name of the array: key in the record and on the wire. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly help: string | undefined;
  /** false: no screen and no door knows the array. */
  readonly visible: boolean;
  readonly readOnly: boolean;
  readonly minItems: number;
  readonly maxItems: number;
  readonly entity: Entity;
}

/** A list as a transition asks for the row that it adds, which has no id. */
export interface AskedChild extends Child {
  readonly added: true;
  /** Wire names of what its row begins with where nobody names it. */
  readonly begun?: readonly string[];
}

/** Of an owned entity: whose rows it holds. Both fields are invisible: the engine alone writes and reads them. */
export interface Owner {
  readonly entity: string;
  /** Name of the array in the owner. */
  readonly child: string;
  /** Name of the relation to the owner. */
  readonly relation: string;
  /** Name of the integer that orders the rows, from 0. */
  readonly position: string;
}

/** When a field is shown, must have a value, or may not be changed. */
export interface Condition {
  /** Wire name of the field or array. */
  readonly key: string;
  readonly kind: 'visible' | 'required' | 'readOnly';
  readonly expression: Expression;
}

/** When a record is closed to changes, but for transitions. */
export interface Lock {
  readonly expression: Expression;
  /** Wire names of the fields and arrays that are closed. */
  readonly keys: readonly string[];
}

/** What must hold between the fields of a record; broken where `must` is false. */
export interface Rule {
  readonly must: Expression;
  readonly message: string;
  /** Wire names of the fields at which it is told. */
  readonly keys: readonly string[];
}

/** The lock of what the record points at, which closes the record as well; `must` is false while that is closed. */
export interface LockedWith extends Rule {
  /** Wire names of the fields and arrays that it closes. */
  readonly closes: readonly string[];
}

/** What a field of a new record has where nobody says it. */
export interface Beginning {
  /** Wire name. */
  readonly key: string;
  /** Over the record, or the row and its owner, as given and with what begins before it. */
  readonly value: Expression;
  /** It rests on rows of the record, which begin before it. */
  readonly afterRows?: true;
}

/** Everything that expressions say of the records of an entity, by wire names. */
export interface EntityExpressions {
  /** The computed fields in the order in which they are worked out. */
  readonly computed: readonly { readonly key: string; readonly expression: Expression }[];
  /** In the order in which they are worked out; absent: none. */
  readonly begins?: readonly Beginning[];
  readonly conditions: readonly Condition[];
  readonly lock?: Lock;
  readonly lockedWith?: readonly LockedWith[];
  readonly rules: readonly Rule[];
  /** Those that read what relations point at: the server's alone. */
  readonly targetRules?: readonly Rule[];
  /** What rests on a field, computed fields in between followed: fields whose value or conditions do, places of rules. */
  readonly dependents: Readonly<
    Record<string, { readonly keys: readonly string[]; readonly rules: readonly number[] }>
  >;
}

/** The states of a record: by transitions alone it goes from one to another. */
export type WithheldAction = 'insert' | 'update' | 'delete';

/** What a value of a view is made from, or its rows are chosen by: a field, or an array of owned rows, of an entity. */
export interface ViewSource {
  readonly entity: string;
  readonly part: string;
  /** Whether it is an array of owned rows. */
  readonly rows: boolean;
  /** false: the files leave it out of every screen and door. */
  readonly visible: boolean;
  readonly personalData: PersonalDataClass;
}

/** The rows of other entities as those of an entity of its own, which nobody writes. */
export interface EntityView {
  /** One SELECT. */
  readonly sql: string;
  /** Of each field, by name. What a computed one is worked out from is among them. */
  readonly sources: Readonly<Record<string, readonly ViewSource[]>>;
  /** What decides which rows there are. */
  readonly rows: readonly ViewSource[];
  /** Names of the fields that are a column of another entity as it is there: covered, they look as there. */
  readonly same: readonly string[];
  /** Names of the fields whose class of personal data schema.json says itself. */
  readonly classed: readonly string[];
}

export interface Entity {
  /** Singular snake_case; also the name of its table. Of owned rows: `<owner>_<array>`. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly subject: string;
  readonly module: string;
  /** Folder of the screen that declares it. */
  readonly folder: string;
  /** Route of the first enabled screen that shows it; undefined for an entity without a screen. */
  readonly path: string | undefined;
  readonly fields: readonly Field[];
  /** The same objects as in `Model.entities`. */
  readonly children: readonly Child[];
  readonly owner: Owner | undefined;
  readonly label: readonly LabelPart[];
  readonly reference: boolean;
  /** Whom a scope confines meets the other records too, by what names them and by these fields. Absent: not at all. */
  readonly referenceBeyondScope?: readonly string[];
  /** Of which records the staff of the operator read that whatever their rights: those that meet all of these. Absent: of none. */
  readonly referenceForStaff?: readonly FixedValues[];
  /** Name of the text field that holds the login name, of the entity whose records are the users. */
  readonly login: string | undefined;
  /** Field names that identify a record outside the database; empty where there is none. */
  readonly naturalKey: readonly string[];
  readonly indexes: readonly Index[];
  readonly noOverlap?: readonly NoOverlap[];
  /** Text fields of the quick search; they feed the stored column `busca`. */
  readonly search: readonly string[];
  /** Whole numbers of the quick search, each found by the whole of it. Absent: none. */
  readonly searchNumbers?: readonly string[];
  /** Relations whose records the quick search reads too: it finds what points at a record that has the words. Absent: none. */
  readonly searchThrough?: readonly string[];
  readonly scope: readonly RowScope[];
  /** The roles of confined users that see every row. Absent: all where there is no scope, else none. */
  readonly openTo?: readonly ScopeRole[];
  readonly expressions: EntityExpressions | undefined;
  /** Absent: the record has no states. */
  readonly states?: States;
  /** How long its versions, and those of the rows it owns, stay in the database. Absent: for ever. */
  readonly history?: { readonly keepYears: number };
  /** What nobody does with the records, whatever the rights. */
  readonly withheld?: readonly WithheldAction[];
  /** The record of the engine's own that its rows are read from. Neither this nor `view`: it has a table. */
  readonly log?: LogName;
  /** The SELECT that its rows are read from. */
  readonly view?: EntityView;
  readonly initialRows: { readonly file: string; readonly digest: string } | undefined;
}

export interface CodeOption {
  readonly value: string;
  readonly label: string;
  readonly tone: 'neutral' | 'success' | 'warning' | 'danger' | 'info';
}

export interface CodeListModel {
  readonly title: string;
  /** Name of the call that answers with it; undefined where none does. */
  readonly domain: string | undefined;
  readonly options: readonly CodeOption[];
}

export interface ClientIdentity {
  readonly name: string;
  readonly title: string;
  readonly accent: string;
  readonly logo: string;
  readonly defaults: {
    readonly conselho: string;
    readonly uf: string;
    readonly percentualAutorizacao: number;
    readonly formatoData: string;
    readonly formatoDataHora: string;
  };
}

export interface Model {
  /** undefined: the base, without a client and without the limits by client and flag. */
  readonly client: ClientIdentity | undefined;
  readonly entities: Readonly<Record<string, Entity>>;
  /** Groups and screens in menu order: parents before children, siblings by order and title. */
  readonly screens: readonly Screen[];
  readonly codeLists: Readonly<Record<string, CodeListModel>>;
  readonly flags: Readonly<Record<string, boolean>>;
  /** What may be done to the data that is there, in order; absent: nothing that loses or renames. */
  readonly changes?: readonly Change[];
  /** The names under which the API still takes fields that were renamed; absent: none. */
  readonly formerNames?: readonly FormerName[];
}

/** A name that a field had. */
export interface FormerName {
  readonly entity: string;
  readonly from: string;
  /** The name of the field. */
  readonly field: string;
  /** The version of the product, or the day, since which it has that one. */
  readonly since: string;
}

/** Columns that every table has. Callers read them; only the engine writes them. */
const systemColumns = ['id', 'versao', 'criado_em', 'criado_por', 'alterado_em', 'alterado_por'] as const;

/** Read beside them where the model knows who its users are: the login name behind a column that holds a user's id. */
export const personColumns: ReadonlyMap<string, string> = new Map([
  ['criado_por_login', 'criado_por'],
  ['alterado_por_login', 'alterado_por'],
]);

/** Names of query parameters and of columns of the engine's own: no field may have one of them. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...systemColumns,
  ...personColumns.keys(),
  'busca',
  'select',
  'order',
  'limit',
  'offset',
  'cursor',
  'columns',
  'on_conflict',
  'as_of',
  'offered_for',
  'q',
  'transition',
  'and',
  'or',
  'not',
  // Operators: behind a relation, `or=(cidade.is.eq.x)` would end the path too early.
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct', 'like', 'ilike', 'in', 'is', 'has'],
  ...['fts', 'plfts', 'phfts', 'wfts', 'match', 'imatch', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxl', 'nxr', 'adj'],
]);

/** First segments below `/api` that are not registries. */
export const reservedRoutes: ReadonlySet<string> = new Set([
  'alteracoes-em-lote',
  'auth',
  'model',
  'validators',
  'health',
  'openapi.json',
  'dominios',
  'usuario-logado',
  'anexos',
  'settings',
  'views',
  'trabalhos',
]);

/** A value of the resolved files and everything that was said about it, the last word first. */
export interface Explanation {
  /** `distrito.codigo.label`. */
  readonly target: string;
  readonly value: unknown;
  /** Who set it; undefined where nobody did and `rule` gives it. */
  readonly origin: Origin | undefined;
  /** The rule that derives the value, where no file sets it. */
  readonly rule: string | undefined;
  /** Why a client differs, in its own words. */
  readonly because?: string;
  /** The places, beside `origin`, that the value was made from: what its rule read. Each once. */
  readonly inputs: readonly Origin[];
  /** The layers that lost, nearest first; one that no file wrote has the rule that gave it. */
  readonly lost: readonly {
    readonly value: unknown;
    readonly origin: Origin | undefined;
    readonly rule: string | undefined;
  }[];
}
