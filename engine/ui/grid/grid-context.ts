import { createContext, use } from 'react';
import type { ExpandedRows } from '../runtime/use-expanded-rows.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { InlineEdit } from './use-inline-edit.ts';

/** What cells and headers act upon. */
export interface GridContextValue {
  readonly list: RegistryList;
  readonly actions: RecordActions;
  readonly expanded: ExpandedRows;
  readonly inline: InlineEdit;
}

export const GridContext = createContext<GridContextValue | null>(null);

export const useGridContext = (): GridContextValue => {
  const value = use(GridContext);
  if (value === null) throw new Error('a grid part was drawn outside its grid');
  return value;
};
