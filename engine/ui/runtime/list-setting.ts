/** What a person keeps of one list (`list:/cidades`): columns, page size, the view it begins with. */
import type { ListLayout } from '../../contract/list-layout.ts';
import { parseLayout } from './list-layout.ts';

export interface ListSetting {
  /** Without a view. */
  readonly layout: ListLayout;
  readonly pageSize: number | undefined;
  /** What was changed of a view since it was saved; of the last one that was changed. */
  readonly view: { readonly id: number; readonly layout: ListLayout } | undefined;
  /** The view that the list begins with. */
  readonly start: number | undefined;
}

export const noListSetting: ListSetting = { layout: {}, pageSize: undefined, view: undefined, start: undefined };

const count = (value: unknown, maximum: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maximum ? value : undefined;

export const parseListSetting = (stored: unknown): ListSetting | undefined => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { layout, pageSize, view, start } = stored as Readonly<Record<string, unknown>>;
  const id = count((view as { readonly id?: unknown } | null | undefined)?.id, Number.MAX_SAFE_INTEGER);
  return {
    layout: parseLayout(layout),
    pageSize: count(pageSize, 1000),
    view: id === undefined ? undefined : { id, layout: parseLayout((view as { layout?: unknown }).layout) },
    start: count(start, Number.MAX_SAFE_INTEGER),
  };
};
