/** States of records, what moves them from one to another, and what follows from that for others. */
import type { Expression } from '../expressions/types.ts';
import type { RelationCondition, Rule, Scalar } from './types.ts';

/** The value of a relation, by its wire name, or `id`: of the record or row that leads to the others, or of the row's owner. */
export interface GivenRelation {
  readonly relation: string;
  readonly ofOwner?: true;
}

/** A field of another record: the first relation is of the record or row, each step a field of the record before it. */
export interface GivenPath {
  readonly from: GivenRelation;
  /** The last gives the value, by its wire name; those before it point at the next. */
  readonly steps: readonly { readonly entity: string; readonly column: string }[];
}

/** Always the same record: the first whose fields, by their wire names, have the values, written as texts. */
export interface GivenRecord {
  readonly entity: string;
  readonly has: readonly { readonly key: string; readonly is: string }[];
}

/** What a field is given: a value worked out, that of a relation (`id`: the record), of another record, or a record. */
export type Given = Expression | GivenRelation | GivenPath | GivenRecord;

export interface GivenField {
  /** Wire name. */
  readonly key: string;
  readonly value: Given;
}

/** A transition of other records that follows from one, in the same write. */
export interface MoveEffect {
  readonly kind: 'move';
  /** Whose records are moved. */
  readonly entity: string;
  /** Name of their transition; those in a state that it does not leave stay as they are. */
  readonly transition: string;
  /**
   * How they are found. `each`: their relation of this name points at the record. `through`: a relation of the record
   * points at them, by its wire name; with `rows` a relation of the rows of that list.
   */
  readonly by: { readonly each: string } | { readonly through: string; readonly rows?: string };
  /** Those in a state that it does not leave are a refusal; absent: they stay as they are. */
  readonly strict?: true;
  /** Of the record as it has become, or of one of `rows`. */
  readonly when: Expression | undefined;
  /** Of each that would be moved, as it is stored: those of which it is not true stay as they are. Absent: of none. */
  readonly only?: Expression;
  /** What is given to the fields that it asks for. */
  readonly fields: readonly GivenField[];
  /** What is given to those that it asks for of the row that it adds to a list: one row each. Absent: nothing. */
  readonly lists?: readonly GivenList[];
}

/** Rows that are given to a list, by its name. */
export interface GivenList {
  readonly name: string;
  readonly items: readonly (readonly GivenField[])[];
}

/** A new record that follows from a transition, in the same write. */
export interface CreateEffect {
  readonly kind: 'create';
  readonly entity: string;
  /** One for each row of this list. */
  readonly rows?: string;
  /** Wire name of the relation of the record, or of the row, that is to point at it; where it does already none is created. */
  readonly into?: string;
  /** Name of its relation that points at the record; there where `into` is not. */
  readonly back?: string;
  readonly when: Expression | undefined;
  readonly fields: readonly GivenField[];
  /** Rows that it owns, by the name of their list. */
  readonly lists: readonly GivenList[];
}

/** What follows from a transition for other records. */
export type Effect = MoveEffect | CreateEffect;

/** What a transition writes to rows that are there. */
export interface RowsChange {
  /** Of the row; absent: of all. */
  readonly when: Expression | undefined;
  readonly fields: readonly GivenField[];
  /** Wire names of those that are emptied. */
  readonly emptied: readonly string[];
}

/** The row that a transition adds. */
export interface RowsAddition {
  /** Of the record as it has become; absent: always. */
  readonly when: Expression | undefined;
  /** Names of the fields of the row that are asked for, in order. */
  readonly asked: readonly string[];
  /** Those of them that point at some records alone, here; absent: none. */
  readonly narrowed?: readonly NarrowedField[];
  /** Those of them that begin with a value; absent: none. */
  readonly begins?: readonly BegunField[];
  /** Wire names of those of the row that must have a value. */
  readonly required: readonly string[];
  /** Worked out over the record as it has become. */
  readonly fields: readonly GivenField[];
  /** The same over the record as it was. */
  readonly former: readonly GivenField[];
}

/** What a transition writes to a list of rows that the record owns: the change first, then the addition. */
export interface RowsWritten {
  readonly list: string;
  readonly change?: RowsChange;
  readonly add?: RowsAddition;
}

/** What a field that is asked for begins with where nothing stands in it. */
export interface BegunField {
  /** Wire name. */
  readonly key: string;
  /** Over the record as it is stored. */
  readonly value: Expression;
}

/** A relation of which a transition means only some records, beside what the field itself says. */
export interface NarrowedField {
  readonly field: string;
  readonly where: readonly RelationCondition[];
}

/** A move of a record from one state to another. */
export interface Transition {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly from: readonly string[];
  /** Absent: the record stays in the state that it is in. */
  readonly to?: string;
  /** What the caller must be allowed to do on the subject of the entity. */
  readonly action: string;
  /** Of the record as it is stored. */
  readonly when: Expression | undefined;
  /** Why not, where `when` does not hold. */
  readonly message: string | undefined;
  /** What must hold of the record as it becomes; absent: nothing beside what must hold of any. */
  readonly rules?: readonly Rule[];
  /** Names of the fields that are asked for, in order. */
  readonly fields: readonly string[];
  /** Those of them that point at some records alone, here; absent: none. */
  readonly narrowed?: readonly NarrowedField[];
  /** Those of them that begin with a value; absent: none. */
  readonly begins?: readonly BegunField[];
  /** Wire names of those that must have a value afterwards. */
  readonly required: readonly string[];
  /** What the engine sets, by wire name. */
  readonly set: readonly { readonly key: string; readonly value: Scalar | null | Expression }[];
  /** What is written to rows that the record owns; absent: nothing. */
  readonly rows?: readonly RowsWritten[];
  /** What follows for other records, in order; absent: nothing. */
  readonly effects?: readonly Effect[];
  /** It is made as an effect of another, and by no caller. */
  readonly effectOnly?: true;
}

/** Records that one is linked with: a list that the expressions of its transitions read. */
export interface LinkedRows {
  /** What the expressions call it. */
  readonly name: string;
  readonly entity: string;
  /** Name of their relation to it. */
  readonly relation: string;
}

export interface States {
  /** Wire name of the field that holds the state. */
  readonly key: string;
  readonly initial: string;
  /** Absent: the transitions read the record and its own rows alone. */
  readonly linked?: readonly LinkedRows[];
  /** The states in which a record may be deleted; absent: all. */
  readonly removable?: readonly string[];
  readonly transitions: readonly Transition[];
}
