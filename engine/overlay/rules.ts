/**
 * What an overlay may set, one row a key: the place in the base document that the key writes to, and what holds there
 * while nobody says anything. A key of the language without a row does not compile.
 */
import type { Json } from '../core/json.ts';
import { toPointer } from '../core/json.ts';
import type { FieldPatch, ScreenPatch } from '../metadata/client.ts';
import type { ArrayProperty, Property } from '../metadata/property.ts';
import { isArrayProperty } from '../metadata/property.ts';
import type { Registry } from '../metadata/registry.ts';

export interface FieldRule {
  /** Where the value lives in `schema.json`. */
  readonly pointer: (field: string) => string;
  /** The value is whether the list at the pointer names the field. */
  readonly member?: true;
  /** What holds where the base says nothing. */
  readonly absent: Json | undefined;
  /** null in the overlay takes the value away. */
  readonly removable?: true;
  /** Whether the key means anything for this property; what a field type alone knows is checked by the model. */
  readonly suits?: (property: Property | ArrayProperty) => boolean;
}

const keyword =
  (key: keyof Property) =>
  (field: string): string =>
    toPointer(['properties', field, key]);

/** What a patch sets; `because` only says why. */
export type FieldKey = Exclude<keyof FieldPatch, 'because'>;
export type ScreenKey = Exclude<keyof ScreenPatch, 'because'>;

export const keysOf = <T extends object>(patch: T): Exclude<keyof T & string, 'because'>[] =>
  Object.keys(patch).filter((key) => key !== 'because') as Exclude<keyof T & string, 'because'>[];

export const fieldRules: Readonly<Record<FieldKey, FieldRule>> = {
  visible: { pointer: keyword('x-visible'), absent: true },
  readOnly: { pointer: keyword('readOnly'), absent: false },
  required: { pointer: () => '/required', member: true, absent: false },
  label: { pointer: keyword('title'), absent: undefined },
  mask: {
    pointer: keyword('x-mask'),
    absent: undefined,
    removable: true,
    suits: (property) => !isArrayProperty(property),
  },
  default: {
    pointer: keyword('default'),
    absent: undefined,
    removable: true,
    suits: (property) => !isArrayProperty(property) && property.type !== undefined,
  },
  help: { pointer: keyword('x-help'), absent: undefined },
  codes: {
    pointer: keyword('x-codes'),
    absent: undefined,
    suits: (property) => !isArrayProperty(property) && property['x-code-list'] !== undefined,
  },
};

type Columns = NonNullable<Registry['columns']>;
export const columnField = (column: Columns[number]): string => (typeof column === 'string' ? column : column.field);

export interface ScreenRule {
  /** Where the value lives in `columns.json`. */
  readonly pointer: string;
  readonly absent: Json | undefined;
  /** It is of the entity: only the screen whose folder declares it has it. */
  readonly ofEntity?: true;
  /** The value as the base document writes it. Default: as the overlay does. */
  readonly convert?: (value: Json, registry: Registry) => Json;
  /** The value of the base as the overlay would write it. Default: as it is. */
  readonly revert?: (value: Json) => Json;
}

export const screenRules: Readonly<Record<ScreenKey, ScreenRule>> = {
  enabled: { pointer: '/enabled', absent: true },
  title: { pointer: '/title', absent: undefined },
  columns: {
    pointer: '/columns',
    absent: undefined,
    // A column that the base shows too keeps the title and the width it has there.
    convert: (value, registry) => {
      const base = new Map((registry.columns ?? []).map((column) => [columnField(column), column as Json]));
      return (value as readonly string[]).map((field) => base.get(field) ?? field);
    },
    revert: (value) => (value as unknown as Columns).map(columnField),
  },
  pageSize: { pointer: '/pageSize', absent: 50 },
  history: { pointer: '/history', absent: undefined, ofEntity: true },
};
