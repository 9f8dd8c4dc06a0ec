/** The plan: what a request means, names resolved and rights applied. The printer only writes it down. */
import type { AggregateFunction } from '../../contract/aggregate.ts';
import type { Quantifier } from '../../contract/request.ts';
import type { Keyword, OperatorName, SearchConfiguration } from '../../fields/operators.ts';
import type { Field, ScopeRole } from '../../model/types.ts';
import type { CastName } from './casts.ts';
import type { ColumnRef, CoveredRef, TableRef } from './refs.ts';

/** Where the value of a parameter comes from when the statement runs. */
export type ValueSource =
  | { readonly kind: 'request'; readonly slot: number }
  | { readonly kind: 'word'; readonly index: number }
  | { readonly kind: 'cursor'; readonly index: number }
  /** Of the model itself. */
  | { readonly kind: 'fixed'; readonly values: readonly string[] }
  /** The own record of a confined user; `several`: a list of them. */
  | { readonly kind: 'own'; readonly role: ScopeRole; readonly several?: true };

/** A column of whole numbers, and the field whose values they are. */
export interface NumberRef {
  readonly ref: ColumnRef;
  readonly field: Field;
}

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly negated: boolean; readonly items: readonly Condition[] }
  | {
      readonly kind: 'compare';
      readonly ref: ColumnRef;
      readonly operator: Exclude<OperatorName, 'is'>;
      readonly negated: boolean;
      readonly value: ValueSource;
      /** The value is a list, of which any or all must do. */
      readonly quantifier?: Quantifier | undefined;
      /** Of a text search. */
      readonly configuration?: SearchConfiguration | undefined;
    }
  | { readonly kind: 'is'; readonly ref: ColumnRef; readonly keyword: Keyword; readonly negated: boolean }
  /** There are rows that hang on `ref`, a column of a table outside of them. */
  | { readonly kind: 'exists'; readonly ref: ColumnRef; readonly rows: Rows; readonly negated: boolean }
  /**
   * The normalised texts of `refs`, joined, contain the word, `stored` being the indexed column that holds all of them; or
   * it is the number that one of `numbers` holds.
   */
  | {
      readonly kind: 'word';
      readonly refs: readonly ColumnRef[];
      readonly stored: ColumnRef | undefined;
      /** Searched fields whose values are stored without the punctuation that people write them with. */
      readonly punctuated: readonly Field[];
      readonly numbers: readonly NumberRef[];
      readonly value: ValueSource;
    }
  /** The rows, by their id `ref`, that a search finds in any of the places. */
  | { readonly kind: 'found'; readonly ref: ColumnRef; readonly places: readonly Finds[] }
  | { readonly kind: 'never' };

export interface Join {
  readonly key: ColumnRef;
  readonly target: TableRef;
  readonly targetId: ColumnRef;
  /** Conditions on the target; a row that fails them leaves the embed empty. */
  readonly where: readonly Condition[];
}

/** Rows of another table that belong to one row: those whose `key` is its `outer`. */
export interface Rows {
  readonly root: TableRef;
  readonly key: ColumnRef;
  readonly outer: ColumnRef;
  readonly joins: readonly Join[];
  readonly where: readonly Condition[];
}

export type Output =
  | { readonly kind: 'column'; readonly key: string; readonly ref: ColumnRef; readonly cast?: CastName | undefined }
  | { readonly kind: 'covered'; readonly key: string; readonly ref: CoveredRef }
  | {
      readonly kind: 'embed';
      readonly key: string;
      readonly target: TableRef;
      readonly id: ColumnRef;
      readonly items: readonly Output[];
    }
  /** An array of the rows. */
  | {
      readonly kind: 'many';
      readonly key: string;
      readonly rows: Rows;
      readonly items: readonly Output[];
      readonly order: readonly OrderKey[];
      readonly limit: number;
      readonly offset: number;
    }
  /** How many rows there are, as an array of one object with the key `item`. */
  | { readonly kind: 'count'; readonly key: string; readonly rows: Rows; readonly item: string };

export interface OrderKey {
  readonly ref: ColumnRef;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** One result over all rows; without `ref` it counts them. */
export interface Aggregate {
  readonly key: string;
  readonly of: AggregateFunction;
  readonly ref: ColumnRef | undefined;
  readonly asText: boolean;
}

/** A part of a day that rows are put together by, or what a column is cast to. */
export type GroupCast = CastName | DayPart;
export type DayPart = 'month' | 'year';

/** What rows are put together by: a column, or columns of the one record that a relation leads to. */
export type Group =
  | { readonly kind: 'column'; readonly key: string; readonly ref: ColumnRef; readonly cast: GroupCast | undefined }
  | { readonly kind: 'embed'; readonly key: string; readonly id: ColumnRef; readonly items: readonly Group[] };

/** By an aggregate, or by a column of the groups, each by its place: columns are counted with the id of each embed. */
export interface GroupOrder {
  readonly by: { readonly aggregate: number } | { readonly column: number };
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

export interface AggregatePlan {
  readonly root: TableRef;
  readonly joins: readonly Join[];
  readonly where: readonly Condition[];
  readonly items: readonly Aggregate[];
  /** Empty: all rows are one. */
  readonly groups: readonly Group[];
  readonly order: readonly GroupOrder[];
  readonly limit: number;
  readonly offset: number;
}

/** The cursor's values, in the order of the plan's keys: which of them are null decides the shape of the statement. */
export type CursorShape = readonly ('value' | 'null')[];

/** What a search finds in one place: in the rows themselves, or in the one row of another table that `join` brings. */
export interface Finds {
  readonly join: Join | undefined;
  readonly where: readonly Condition[];
}

export interface ReadPlan {
  readonly root: TableRef;
  readonly joins: readonly Join[];
  readonly output: readonly Output[];
  readonly where: readonly Condition[];
  /** Where the search columns, which have indexes, narrow the rows: to those of any of these places. Empty where none does. */
  readonly finds: readonly Finds[];
  /** Never empty; ends in the id. */
  readonly order: readonly OrderKey[];
  readonly limit: number;
  readonly offset: number;
  readonly cursor: CursorShape | undefined;
  /** Whether the statement is worth planning anew for each value (text search). */
  readonly volatile: boolean;
}
