/** Screens of the model: what stands in the menu, and what a list, a search and a form are made of. */
import type { PeriodName } from '../core/period-names.ts';
import type { Detail, ScreenAction } from './list-parts.ts';
import type { FixedValues, Scalar, WithheldAction } from './types.ts';

/** A field, or one behind a to-one relation: `['nome']`, `['cidade', 'nome']`. */
export type FieldPath = readonly string[];

export interface ScreenColumn {
  readonly path: FieldPath;
  readonly title: string;
  readonly width: number | undefined;
}

export interface SortKey {
  readonly path: FieldPath;
  readonly descending: boolean;
}

export type SearchMatch = 'contains' | 'equals' | 'range' | 'any';

export interface SearchField {
  readonly path: FieldPath;
  readonly label: string;
  readonly match: SearchMatch;
  readonly desc: string | undefined;
  /** Of a report: it is made once this is filled in. */
  readonly required?: true;
  /** Of a report: the period that it begins with. */
  readonly begins?: PeriodName;
}

/** A level by which the rows of a report are put together. */
export interface ReportLevel {
  readonly path: FieldPath;
  /** Of a date: the part that is one group. */
  readonly by?: 'month' | 'year';
}

/** What makes a screen a report. */
export interface ReportShape {
  /** Outermost first. */
  readonly groups: readonly ReportLevel[];
  /** Whether each row is told, or their groups alone. */
  readonly rows: boolean;
}

/** A filter with a name of its own in the address of the screen. */
export interface SearchParameter {
  readonly name: string;
  readonly path: FieldPath;
  readonly operator: 'eq' | 'gte' | 'lte' | 'has';
  readonly format?: 'DD/MM/YYYY';
  /** What the screen opens with. */
  readonly default?: string | { readonly days: number };
}

export interface Permission {
  readonly action: string;
  readonly subject: string;
}

interface ScreenCommon {
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  readonly module: string;
  /** Path of the entry above; `/` is the home. */
  readonly parent: string;
  /** undefined: a group shows when a child shows, a drawn screen is open to every signed-in user. */
  readonly permission: Permission | undefined;
  readonly hidden: boolean;
  readonly order: number;
  readonly clients: readonly string[] | undefined;
  readonly flag: string | undefined;
}

export interface GroupScreen extends ScreenCommon {
  readonly kind: 'group';
}

/** An entry that leaves the product for a page of another site. */
export interface LinkScreen extends ScreenCommon {
  readonly kind: 'link';
  readonly href: string;
}

/** A screen that is no registry: drawn by a view of the product. */
export interface ViewScreen extends ScreenCommon {
  readonly kind: 'screen';
  /** Name of the view. */
  readonly view: string;
  /** Whether the view has a search panel. */
  readonly search: boolean;
}

export interface Autocomplete {
  /** Further first segment of the call. */
  readonly path?: string;
  readonly minimum?: number;
  /** Names of the date fields of the first and the last day of a record. */
  readonly validity?: { readonly from: string; readonly until: string };
  /** Further parts of the answer by name, each a field or an object of fields. */
  readonly answer?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** A relation of an entity, by their names. */
export interface RelationName {
  readonly entity: string;
  readonly relation: string;
}

/** What one screen says of a field, or of an array, in its own way. */
export interface ScreenField {
  readonly title?: string;
  readonly help?: string;
  readonly readOnly?: true;
  readonly required?: true;
  readonly default?: Scalar;
}

export interface RegistryScreen extends ScreenCommon {
  readonly kind: 'registry';
  /** Name of the folder: the overlay's key. */
  readonly folder: string;
  readonly entity: string;
  readonly description: string | undefined;
  readonly permission: Permission;
  readonly alternativeOf: string | undefined;
  /** Of a view: the relation to the record that a row stands for. */
  readonly record?: string;
  /** The relation to the provider that the screen works for. */
  readonly provider?: string;
  /** The screen is of the records that have one of the values in each of these fields. */
  readonly filter?: readonly FixedValues[];
  /** Names of the fields and arrays that the screen has; absent: all. */
  readonly only?: readonly string[];
  /** By name of the field or array. */
  readonly fields?: Readonly<Record<string, ScreenField>>;
  /** What nobody does through the screen, beside what nobody does at all. */
  readonly withheld?: readonly WithheldAction[];
  readonly columns: readonly ScreenColumn[];
  readonly sort: readonly SortKey[];
  readonly pageSize: number;
  readonly search: readonly SearchField[];
  readonly parameters?: readonly SearchParameter[];
  readonly batch: readonly string[];
  /** undefined: rows do not expand. */
  readonly detail: Detail | undefined;
  /** Which of the relations that point at a record it tells of first. */
  readonly linked?: readonly RelationName[];
  readonly actions: readonly ScreenAction[];
  readonly buttons: readonly ScreenAction[];
  /** Columns summed under the list, and columns changed in it. */
  readonly totals: readonly string[];
  readonly inline: readonly string[];
  readonly report?: ReportShape;
  /** How records are found while one types, where columns.json says so. */
  readonly autocomplete?: Autocomplete;
  /** Short calls: rows by the value of a field, with these fields. */
  readonly lookups: readonly { readonly field: string; readonly fields: readonly string[] }[];
  /** Sections that name the same tab stand together on it. */
  readonly sections: readonly { readonly title: string; readonly tab?: string; readonly fields: readonly string[] }[];
}

export type Screen = GroupScreen | LinkScreen | ViewScreen | RegistryScreen;

/** An entry of the menu, the tiles and Ctrl+K, as one user has it. */
export interface MenuEntry {
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  readonly parent: string;
  /** `report`: a registry's screen that is told group by group. */
  readonly kind: Screen['kind'] | 'report';
  readonly hidden: boolean;
  /** Of a link alone: the page outside. */
  readonly href?: string;
  /** Of a drawn screen alone: the view that draws it. */
  readonly view?: string;
  /** Of a registry alone: the user may include or change its records. */
  readonly writes?: true;
}
