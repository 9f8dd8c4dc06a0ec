/** The plan: what a request means, names resolved and rights applied. The printer only writes it down. */
import type { Keyword } from '../../contract/request.ts';
import type { OperatorName } from '../../fields/operators.ts';
import type { ColumnRef, TableRef } from './refs.ts';

/** Where the value of a parameter comes from when the statement runs. */
export type ValueSource =
  | { readonly kind: 'request'; readonly slot: number }
  | { readonly kind: 'word'; readonly index: number }
  | { readonly kind: 'cursor'; readonly index: number }
  | { readonly kind: 'own'; readonly role: 'prestador' | 'beneficiario' };

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly negated: boolean; readonly items: readonly Condition[] }
  | {
      readonly kind: 'compare';
      readonly ref: ColumnRef;
      readonly operator: Exclude<OperatorName, 'is'>;
      readonly negated: boolean;
      readonly value: ValueSource;
    }
  | { readonly kind: 'is'; readonly ref: ColumnRef; readonly keyword: Keyword; readonly negated: boolean }
  /** The normalised texts of `refs`, joined, contain the word; `stored` is the indexed column that holds all of them. */
  | {
      readonly kind: 'word';
      readonly refs: readonly ColumnRef[];
      readonly stored: ColumnRef | undefined;
      readonly value: ValueSource;
    }
  | { readonly kind: 'never' };

export interface Join {
  readonly key: ColumnRef;
  readonly target: TableRef;
  readonly targetId: ColumnRef;
  /** Conditions on the target; a row that fails them leaves the embed empty. */
  readonly where: readonly Condition[];
}

export type Output =
  | { readonly kind: 'column'; readonly key: string; readonly ref: ColumnRef }
  | {
      readonly kind: 'embed';
      readonly key: string;
      readonly target: TableRef;
      readonly id: ColumnRef;
      readonly items: readonly Output[];
    };

export interface OrderKey {
  readonly ref: ColumnRef;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** The cursor's values, in the order of the plan's keys: which of them are null decides the shape of the statement. */
export type CursorShape = readonly ('value' | 'null')[];

export interface ReadPlan {
  readonly root: TableRef;
  readonly joins: readonly Join[];
  readonly output: readonly Output[];
  readonly where: readonly Condition[];
  /** Never empty; ends in the id. */
  readonly order: readonly OrderKey[];
  readonly limit: number;
  readonly offset: number;
  readonly cursor: CursorShape | undefined;
  /** Whether the statement is worth planning anew for each value (text search). */
  readonly volatile: boolean;
}
