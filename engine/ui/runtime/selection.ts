/**
 * Which rows of a list are chosen: some, by their ids, wherever they are shown, or all that the filter finds but a few.
 * Pages, sort and page size do not bear on it; the filter does, for it says what `all` means.
 */
export type Selection =
  | { readonly kind: 'some'; readonly ids: readonly number[] }
  | { readonly kind: 'all'; readonly except: readonly number[] };

export const nothing: Selection = { kind: 'some', ids: [] };
export const everything: Selection = { kind: 'all', except: [] };

const named = (selection: Selection): readonly number[] =>
  selection.kind === 'some' ? selection.ids : selection.except;

/** Whether a row is chosen, for asking about many rows. */
export const holderOf = (selection: Selection): ((id: number) => boolean) => {
  const known = new Set(named(selection));
  return selection.kind === 'some' ? (id) => known.has(id) : (id) => !known.has(id);
};

/** Chooses rows, or leaves them out; what is so already stays. */
export const choose = (selection: Selection, ids: Iterable<number>, on: boolean): Selection => {
  const known = new Set(named(selection));
  for (const id of ids)
    if (on === (selection.kind === 'some')) known.add(id);
    else known.delete(id);
  return selection.kind === 'some' ? { kind: 'some', ids: [...known] } : { kind: 'all', except: [...known] };
};

/** How many rows are chosen of `total` that the filter finds; undefined where that is not known. */
export const sizeOf = (selection: Selection, total: number | undefined): number | undefined => {
  if (selection.kind === 'some') return selection.ids.length;
  return total === undefined ? undefined : Math.max(0, total - selection.except.length);
};

/** The rows from one to the other, both included, whichever comes first; only the last where the first is not among them. */
export const rowsBetween = (order: readonly number[], from: number | undefined, to: number): readonly number[] => {
  const end = order.indexOf(to);
  const start = from === undefined ? -1 : order.indexOf(from);
  if (end < 0) return [];
  return start < 0 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
};

export type PageState = 'none' | 'some' | 'all';

/** How much of what is shown is chosen. */
export const pageState = (selection: Selection, page: readonly number[]): PageState => {
  const count = page.filter(holderOf(selection)).length;
  return count === 0 ? 'none' : count < page.length ? 'some' : 'all';
};
