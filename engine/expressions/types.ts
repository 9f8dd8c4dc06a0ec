/**
 * Conditions and computed values: one small total language, with the syntax of CEL (the Common Expression Language). In:
 * a source text and the names it may read. Out: a tree of plain data that server, browser and import evaluate alike.
 *
 *   source ── parse ──► syntax of CEL ── check ──► tree with types settled, names read ── evaluate ──► value
 *
 * Total: no tree over any record throws. An empty field is null, and null spreads through arithmetic, comparison of order
 * and text functions as in SQL; `==` and `!=` treat it as a value like another, `&&` and `||` answer where one side
 * decides. A condition holds when it is true; a rule is broken only when it is false.
 */

/** What a value can be. Of a list what its items are: rows of an array by their entity's name, or plain values. */
export type ValueType =
  | { readonly kind: 'integer' | 'decimal' | 'boolean' | 'date' | 'month' | 'time' | 'moment' | 'null' | 'opaque' }
  /** `codes`: the only values there are. */
  | { readonly kind: 'text'; readonly codes?: readonly string[] }
  /** `names`: what may be read of the record that it points at, found when it is asked for. */
  | { readonly kind: 'relation'; readonly entity: string; readonly names?: () => Names }
  | { readonly kind: 'list'; readonly of: ValueType }
  | { readonly kind: 'row'; readonly names: Names };

export type ScalarKind = Exclude<ValueType['kind'], 'list' | 'row' | 'null'>;

/** A name that an expression may read: the key under which a record holds its value, and what it is. */
export interface ReadableName {
  readonly key: string;
  readonly type: ValueType;
}

export type Names = ReadonlyMap<string, ReadableName>;

export type Literal = string | number | boolean | null;

/** A checked expression: a call by name of its operator or function, down to what is read from the record in hand. */
export type Tree =
  | readonly ['value', Literal]
  /** Of the record, or of the row that a rule of rows is asked about; `cidade_id.uf`: of what its relation points at. */
  | readonly ['field', key: string, kind: ScalarKind]
  /** Of the record that owns the row. */
  | readonly ['parent', key: string, kind: ScalarKind]
  /** The rows of an array of the record. */
  | readonly ['rows', key: string]
  /** Of the row that a macro stands at; `depth` counts the macros around it, from 0 outermost. */
  | readonly ['item', depth: number, key: string, kind: ScalarKind]
  /** The plain value that a macro stands at. */
  | readonly ['each', depth: number]
  | readonly ['list', readonly Tree[]]
  | readonly ['call', name: string, args: readonly Tree[]]
  | readonly ['macro', name: MacroName, list: Tree, body: Tree];

export type MacroName = 'all' | 'exists' | 'filter' | 'map';

/** A record that relations lead to, and what an expression reads of it, by wire names. */
export interface TargetRead {
  /** `guia_id`, `guia_id.pessoa_id`. */
  readonly relation: string;
  /** The first relation is of the record that owns the row. */
  readonly ofOwner?: true;
  readonly entity: string;
  readonly columns: readonly string[];
}

/** Plain data, part of the model. */
export interface Expression {
  readonly source: string;
  readonly tree: Tree;
  /** Keys of the record that it reads; of an array the key of the array; of what a relation points at with that before it. */
  readonly reads: readonly string[];
  /** Keys of the owning record that an expression of rows reads. */
  readonly parentReads: readonly string[];
  /** What it reads of what relations point at, each behind those that lead to it; absent: it reads its record alone. */
  readonly targets?: readonly TargetRead[];
}

/** What is wrong with a source, and where: `start` and `end` count characters from 0. */
export interface ExpressionProblem {
  readonly start: number;
  readonly end: number;
  readonly problem: string;
  readonly suggestion: string | undefined;
}
