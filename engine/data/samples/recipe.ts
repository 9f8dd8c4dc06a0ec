/**
 * What a product knows of its demonstration data beside its files: how many records of what, and the values that make them
 * a picture of a business. Everything that a recipe leaves out is drawn from the metadata.
 */
import type { Row } from '../given-rows.ts';
import type { Chance } from './chance.ts';

export type SampleSize = 'small' | 'medium' | 'large';

/** What a value is drawn with. */
export interface Draw {
  readonly chance: Chance;
  /** What all draws of one load begin with. */
  readonly seed: number;
  /** Place of the record among those drawn of its entity, from 0 on; of an owned row that in its array. */
  readonly index: number;
  /** How many times the record came out as one that has no place among the others. */
  readonly attempt: number;
  /** By wire names, as far as it is drawn. */
  readonly record: Row;
  /** Of an owned row: the record that owns it. */
  readonly parent: Row | undefined;
  /** `AAAA-MM-DD`. */
  readonly today: string;
  /** The records of an entity that are there, each with its `id`, without the rows they own. */
  readonly rows: (entity: string) => readonly Row[];
  /** The id of the record of that place among all there are, however many that is. */
  readonly idAt: (entity: string, place: number) => number | undefined;
}

export interface Recipe {
  /** Records of each size; one that is not named has none of its own. */
  readonly count: Readonly<Record<SampleSize, number>>;
  /**
   * `values` gives the record to the last field, computed ones and its state included, and no two that meet: beyond the
   * small size it is written as it is. Tests hold it against the checks of the API.
   */
  readonly whole?: true;
  /** Entities whose records it is made from, beside those that its own point at. */
  readonly after?: readonly string[];
  /** What other recipes read of the records, where there are too many to keep whole. */
  readonly kept?: readonly string[];
  /** By wire name; an array holds rows as far as the recipe knows them. null: empty. */
  readonly values?: (draw: Draw) => Row;
  /** The transitions that the record goes through, by name, as far as each may be made. Absent: a few by chance. */
  readonly moves?: (draw: Draw) => readonly string[];
  /** What is written over a record that has moved, such as when it did: its transitions set the moment of the load. */
  readonly moved?: (draw: Draw) => Row;
}

export interface SampleRecipes {
  /** By the name of a field, of whatever entity; undefined leaves it to the metadata. */
  readonly fields: Readonly<Record<string, (draw: Draw) => unknown>>;
  /**
   * What people write into a free text, by `entity.field` or by the name of the field; undefined, too long or of another
   * form than its field leaves it to the metadata.
   */
  readonly words: Readonly<Record<string, (draw: Draw) => string | undefined>>;
  /** By entity. */
  readonly entities: Readonly<Record<string, Recipe>>;
}
