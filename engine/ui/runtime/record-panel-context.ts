import type { ComponentType } from 'react';
import { createContext } from 'react';

/** What the product shows below the fields of a record, by entity. */
export type RecordPanels = Readonly<Record<string, ComponentType<{ readonly id: number }>>>;

export const RecordPanelContext = createContext<RecordPanels>({});
