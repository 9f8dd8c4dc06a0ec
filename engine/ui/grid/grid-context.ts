import { createContext, use } from 'react';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';

/** What cells and headers act upon. */
export interface GridContextValue {
  readonly list: RegistryList;
  readonly actions: RecordActions;
}

export const GridContext = createContext<GridContextValue | null>(null);

export const useGridContext = (): GridContextValue => {
  const value = use(GridContext);
  if (value === null) throw new Error('a grid part was drawn outside its grid');
  return value;
};
