import type { Refusal } from '../../core/errors.ts';
import { quoteIdentifier } from './quote.ts';
import type { TableSpec } from './table-spec.ts';

/**
 * One step of a change, in order. `apply` runs at once; `check` runs only where `count` finds no row against it, and is
 * refused otherwise; `refuse` is what the engine never does by itself, because rows or meaning would be lost.
 */
export type SchemaStep = SchemaPlace &
  (
    | { readonly kind: 'apply'; readonly sql: string }
    | {
        readonly kind: 'check';
        readonly sql: string;
        /** SELECT of one number `count`: the rows that speak against it. */
        readonly count: string;
        /** What those rows break, in words; undefined: they have no value where one is required. */
        readonly rule: string | undefined;
      }
    | { readonly kind: 'refuse'; readonly refusal: Refusal }
  );

interface SchemaPlace {
  readonly entity: string;
  /** Names of the fields, `*` for the whole table. */
  readonly field: string;
}

export const tableName = ({ entity }: TableSpec): string => `public.${quoteIdentifier(entity)}`;

export const apply = ({ entity }: TableSpec, field: string, sql: string): SchemaStep => ({
  kind: 'apply',
  entity,
  field,
  sql,
});
