import type { Refusal } from '../../core/errors.ts';
import { quoteIdentifier } from './quote.ts';
import type { TableSpec } from './table-spec.ts';

/**
 * What a step means for the rows that are there and for who works with them. `safe`: takes a moment, whatever the rows.
 * `needs-scan`: reads every row, and may be refused by one. `needs-backfill`: writes rows. `locking`: builds an index or
 * writes the table anew while others wait; one that is built while they go on only reads, and is `needs-scan`. `lossy`:
 * values are dropped, cut or converted.
 */
export type StepClass = 'safe' | 'needs-scan' | 'needs-backfill' | 'locking' | 'lossy';

/**
 * The strongest lock that a step takes on a table that others use, by PostgreSQL's names; each is held until the end
 * of the transaction. SHARE UPDATE EXCLUSIVE keeps off neither who reads nor who writes.
 */
export type StepLock =
  | 'none'
  | 'ROW EXCLUSIVE'
  | 'SHARE UPDATE EXCLUSIVE'
  | 'SHARE'
  | 'SHARE ROW EXCLUSIVE'
  | 'ACCESS EXCLUSIVE';

export interface StepFacts {
  readonly class: StepClass;
  readonly lock: StepLock;
  /** What it does, one line in Portuguese. */
  readonly what: string;
}

/**
 * One step of a change, in order. `apply` runs at once; `check` runs only where `count` finds no row against it, and is
 * refused otherwise; `refuse` is what the engine never does by itself, because rows or meaning would be lost.
 */
export type SchemaStep = SchemaPlace &
  StepFacts &
  StepParts &
  (
    | {
        readonly kind: 'apply';
        readonly sql: string;
        /** SELECT of one number `count`: the values that are lost, cut or converted. */
        readonly affected?: string;
        /** Only a person who saw the plan does it, no start. */
        readonly deliberate?: true;
        /** Makes anew what may well be there as it is; nothing where nothing else changed. */
        readonly renewal?: true;
      }
    | {
        readonly kind: 'check';
        readonly sql: string;
        /** SELECT of one number `count`: the rows that speak against it. */
        readonly count: string;
        /** What those rows break, in words; undefined: they have no value where one is required. */
        readonly rule: string | undefined;
        readonly affected?: string;
        readonly deliberate?: true;
      }
    | { readonly kind: 'refuse'; readonly refusal: Refusal }
  );

/** How a step is done where its table is large and others write to it, see `take-parts.ts`. */
interface StepParts {
  /** What comes to the same without keeping anybody waiting, in order. */
  readonly parts?: readonly AppliedStep[];
  /** Of such a part: `within` the transaction of all other steps, by itself `after` it, or `last`, when these are done. */
  readonly part?: 'within' | 'after' | 'last';
  /** Name of the index that it builds: one that fails leaves it, invalid. */
  readonly builds?: string;
  /** Takes away what a change that was broken off has left. */
  readonly mends?: true;
}

interface SchemaPlace {
  readonly entity: string;
  /** Names of the fields, `*` for the whole table. */
  readonly field: string;
}

/** A step that runs. */
export type AppliedStep = Extract<SchemaStep, { readonly sql: string }>;

export const tableName = ({ entity }: Pick<TableSpec, 'entity'>): string => `public.${quoteIdentifier(entity)}`;

export const apply = (
  { entity }: Pick<TableSpec, 'entity'>,
  field: string,
  sql: string,
  facts: StepFacts & Pick<Extract<SchemaStep, { kind: 'apply' }>, 'affected' | 'deliberate' | 'renewal'>,
): SchemaStep => ({ kind: 'apply', entity, field, sql, ...facts });

/** Facts of what takes a moment. */
export const safe = (what: string, lock: StepLock = 'ACCESS EXCLUSIVE'): StepFacts => ({ class: 'safe', lock, what });
