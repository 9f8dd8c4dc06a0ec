/**
 * What the model asks of the kinds, declared structurally: the model imports none of them, `src` hands them over.
 * `engine/fields/contract.ts` says everything a field type is; this is the part that compiling needs.
 */
import type { Property } from '../metadata/property.ts';
import type { Field, FieldTypeName, Model } from './types.ts';

interface FieldTypeContract {
  readonly name: FieldTypeName;
  /** Keywords of a property that mean something for this type, beside those that every type takes. */
  readonly keywords: readonly string[];
  /** SQL type of the value, without collation: `numeric`. */
  readonly castType: string;
  /** JSON Schema of the value, without null. Initial rows and defaults are held against it. */
  readonly valueSchema: (field: Field) => Readonly<Record<string, unknown>>;
  /** How many decimal places a number keeps; absent where the value is none. */
  readonly scale?: (field: Field) => number;
  /** The canonical text of a CSV cell; undefined when it is not one. */
  readonly parse: (text: string, field: Field) => string | undefined;
  /** What `parse` accepts, in words. */
  readonly expected: string;
  /** How a file writes it, where `expected` alone leaves doubt. */
  readonly written?: string;
  /** Filter operators: from them follows how the search panel matches. */
  readonly operators: readonly string[];
}

/** A right that a row gives or limits on what the files do not have. */
export interface VoidRight {
  /** The cell that names it. */
  readonly field: string;
  readonly right: string;
  /** The nearest one that there is. */
  readonly suggestion: string | undefined;
}

export interface Catalogues {
  /** Of the product, `1.4.2`: how long renamed fields answer to the names that they had. */
  readonly version: string;
  readonly fieldTypes: Readonly<Record<FieldTypeName, FieldTypeContract>>;
  /** The type of a property; undefined where none fits. */
  readonly typeOf: (property: Property) => FieldTypeName | undefined;
  /** String formats by name, as predicates over the stored value. */
  readonly formats: Readonly<Record<string, (text: string) => boolean>>;
  /** Names of the icon package, in kebab-case. */
  readonly icons: ReadonlySet<string>;
  readonly screenKinds: ReadonlySet<string>;
  /** Names of the views that draw the screens of menu.json. */
  readonly views: ReadonlySet<string>;
  /** By entity whose initial rows are about rights: what is void in one, given its cells by field. */
  readonly rightRows: Readonly<
    Record<string, (row: ReadonlyMap<string, string>, model: Model) => VoidRight | undefined>
  >;
}
