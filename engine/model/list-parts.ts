/** What a list has beyond its columns, compiled. See `engine/metadata/list-parts.ts` for the words. */
import type { Expression } from '../expressions/types.ts';
import type { FieldPath, Permission } from './screen-types.ts';
import type { LabelPart, Scalar } from './types.ts';

/** Where the rows under a record come from: an array that it owns, or the relation of another entity that points at it. */
export type DetailSource =
  | { readonly kind: 'owned'; readonly child: string }
  | { readonly kind: 'reverse'; readonly entity: string; readonly relation: string };

export interface DetailList {
  readonly source: DetailSource;
  /** undefined: that of the array, or of the screen that lists them. */
  readonly title: string | undefined;
  /** Fields of the rows, also behind their to-one relations. */
  readonly columns: readonly FieldPath[];
  readonly limit: number;
}

/** What an expanded row shows. */
export interface Detail {
  readonly fields: readonly FieldPath[];
  readonly list: DetailList | undefined;
}

/**
 * What a field of another screen is to equal, or to begin with: texts, and values of the row by the wire name of their
 * field, which for a new record may lie behind relations: `prestador.fornecedor_id`.
 */
export interface FieldValue {
  /** Wire name there. */
  readonly column: string;
  readonly value: readonly LabelPart[];
}

export interface ActionValue extends FieldValue {
  /** Fields of the row that it is filled from; `id` is not among them. */
  readonly reads: readonly FieldPath[];
}

export type ActionEffect =
  | {
      readonly kind: 'open';
      /** Folder and route of the screen. */
      readonly screen: string;
      readonly path: string;
      readonly filter: readonly ActionValue[];
      /** Of a new record; empty where the list is opened. */
      readonly values: readonly ActionValue[];
    }
  /** By wire name. */
  | { readonly kind: 'change'; readonly values: Readonly<Record<string, Scalar | null>> }
  | { readonly kind: 'link'; readonly href: readonly LabelPart[] };

/** An entry of a row's menu, or a button over the list. */
export interface ScreenAction {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  /** Beside what the effect itself needs. */
  readonly permission: Permission | undefined;
  readonly effect: ActionEffect;
  /** Of a row that it is offered for; undefined: of every one. */
  readonly when: Expression | undefined;
  /**
   * Names of the row's fields without which it is not offered: all but `id`, what a new record merely begins with, and what
   * `when` reads behind relations.
   */
  readonly reads: readonly string[];
}
