import { createContext } from 'react';

/**
 * The value of a field that stands beside the control of this id: in the same row, else in the record; `above`: in the
 * record around the row.
 */
export type BesideOf = (id: string, column: string, above: boolean) => unknown;

export const BesideContext = createContext<BesideOf>(() => undefined);
