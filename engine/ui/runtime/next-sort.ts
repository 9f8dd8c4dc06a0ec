import type { SortOrder } from '../../contract/list-query.ts';

/** The order after a column is asked for: ascending, then descending. `keepOthers`: beside the columns that sort already. */
export const nextSort = (sort: readonly SortOrder[], by: string, keepOthers: boolean): readonly SortOrder[] => {
  const present = sort.find((order) => order.by === by);
  const next = { by, descending: present !== undefined && !present.descending };
  if (!keepOthers) return [next];
  return present === undefined ? [...sort, next] : sort.map((order) => (order.by === by ? next : order));
};
