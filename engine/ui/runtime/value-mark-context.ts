import type { ComponentType } from 'react';
import { createContext } from 'react';
import type { Row } from '../store/api.ts';

/** What the product says before a value of a list's row, by 'entity.field'; nothing where there is nothing to say. */
export type ValueMarks = Readonly<Record<string, ComponentType<{ readonly row: Row }>>>;

export const ValueMarkContext = createContext<ValueMarks>({});
