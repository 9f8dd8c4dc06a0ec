import { createContext } from 'react';

/** The value of a date field that stands beside the control of this id: in the same row, else in the record. */
export type DayOf = (id: string, column: string) => string | undefined;

export const DayContext = createContext<DayOf>(() => undefined);
