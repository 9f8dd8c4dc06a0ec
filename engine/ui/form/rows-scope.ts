/**
 * Owned rows outside of RJSF: a list of a thousand rows would be cloned and compared whole with each change of a cell.
 * RJSF draws the cells; the rows themselves are held by the form around it.
 */
import type { RJSFSchema } from '@rjsf/utils';
import { createContext } from 'react';
import type { FieldStates } from '../runtime/conditions.ts';
import type { FormFailure } from './form-failures.ts';
import type { RowValues } from './use-row-keys.ts';

/** Brings a cell, a row or, without both, the list into view and focuses it. */
export type RevealRow = (row: number | undefined, name: string | undefined) => void;

export interface RowsScope {
  /** Of the record: the schema of an array is `properties[name]`. */
  readonly schema: RJSFSchema;
  readonly rowsOf: (name: string) => readonly RowValues[];
  /** Those of the array and its cells. */
  readonly failuresOf: (name: string) => readonly FormFailure[];
  /** How often the record was sent: from then on a row that nobody has been in says what is wrong with it too. */
  readonly tries: number;
  /** Tells which rows of the array, by place, are not to be found fault with yet; absent rows are. */
  readonly onFresh: (name: string, places: readonly number[]) => void;
  /** What conditions make of each row; empty where there are none. */
  readonly statesOf: (name: string) => readonly FieldStates[];
  readonly change: (name: string, make: (rows: readonly RowValues[]) => readonly RowValues[]) => void;
  /** Tells how rows of the array are reached; undefined when they are no longer drawn. */
  readonly onReveal: (name: string, reveal: RevealRow | undefined) => void;
}

/** Whether a column of the record is a list of owned rows. */
export const isOwnedRows = (schema: RJSFSchema, column: string): boolean =>
  (schema.properties?.[column] as RJSFSchema | undefined)?.type === 'array';

export const RowsContext = createContext<RowsScope | undefined>(undefined);
