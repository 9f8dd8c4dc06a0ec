import type { ComponentType } from 'react';
import { createContext } from 'react';

/** What the product says above the rows of a list, by entity; nothing where there is nothing to say. */
export type ListNotes = Readonly<Record<string, ComponentType>>;

export const ListNoteContext = createContext<ListNotes>({});
