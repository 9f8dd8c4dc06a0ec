import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { FilterValue } from '../runtime/filter-value.ts';
import type { ListPages } from '../runtime/list-pages.ts';
import { firstPage } from '../runtime/list-pages.ts';
import { providerTakenUp } from './provider-slice.ts';
import { sessionClosed, sessionExpired, sessionStarted } from './session-slice.ts';

/** Where a person was in a list, for coming back to it. */
export interface ListPlace {
  readonly pages: ListPages;
  /** Pixels above what was seen of the rows. */
  readonly top: number;
  /** The cell that had the focus: id of its record, key of its column. */
  readonly cell?: { readonly id: number; readonly column: string } | undefined;
}

export interface Places {
  /** By the list: path of the screen, filters, order and page size. The last one seen comes last. */
  readonly lists: Readonly<Record<string, ListPlace>>;
  /** What each screen showed last, by its path: the list's own part of its address, without `?`. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, TypedSearch>>;
}

/** What stands in a search panel: with which filters in force it was typed, and the values by their key. */
export interface TypedSearch {
  readonly of: string;
  readonly values: Readonly<Record<string, FilterValue>>;
}

/** Lists that are remembered. */
const maximum = 50;

export const noPlaces: Places = { lists: {}, addresses: {}, typed: {} };
export const listBeginning: ListPlace = { pages: firstPage, top: 0 };

const withPlace = (state: Places, list: string, place: ListPlace): Places => {
  const { [list]: _before, ...others } = state.lists;
  const kept = Object.entries(others).slice(1 - maximum);
  return { ...state, lists: { ...Object.fromEntries(kept), [list]: place } };
};

const slice = createSlice({
  name: 'places',
  initialState: noPlaces,
  reducers: {
    screenSeen: (state, { payload }: PayloadAction<{ readonly path: string; readonly address: string }>): Places => ({
      ...state,
      addresses: { ...state.addresses, [payload.path]: payload.address },
    }),
    searchTyped: (
      state,
      { payload: { path, ...typed } }: PayloadAction<{ readonly path: string } & TypedSearch>,
    ): Places => ({ ...state, typed: { ...state.typed, [path]: typed } }),
    /** Another page, seen from its first row on. */
    pageTurned: (state, { payload }: PayloadAction<{ readonly list: string; readonly pages: ListPages }>): Places =>
      withPlace(state, payload.list, { pages: payload.pages, top: 0 }),
    listLeft: (
      state,
      { payload: { list, top, cell } }: PayloadAction<{ readonly list: string } & Pick<ListPlace, 'top' | 'cell'>>,
    ): Places => withPlace(state, list, { pages: state.lists[list]?.pages ?? firstPage, top, cell }),
  },
  extraReducers: (builder) => {
    // Of another provider, or of all, the lists are other lists.
    builder.addCase(providerTakenUp, (state): Places => ({ ...state, lists: {} }));
    for (const over of [sessionStarted, sessionClosed, sessionExpired]) builder.addCase(over, () => noPlaces);
  },
});

export const { screenSeen, searchTyped, pageTurned, listLeft } = slice.actions;
export const placesReducer = slice.reducer;
