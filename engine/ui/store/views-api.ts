/** The calls of saved views. What a write answers is in the list of views before it is read again. */
import type { NewView, SavedView, ViewChange } from '../../contract/saved-view.ts';
import { api } from './api.ts';

const versionOf = ({ versao }: SavedView) => ({ 'If-Match': `"${versao}"` });

const byName = (a: SavedView, b: SavedView): number => a.name.localeCompare(b.name, 'pt-BR') || a.id - b.id;

export const viewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By route of the screen. */
    views: build.query<readonly SavedView[], string>({
      query: (screen) => ({ url: `/views?screen=${encodeURIComponent(screen)}`, placed: true }),
      providesTags: (_views, _error, screen) => [{ type: 'Views', id: screen }],
    }),
    createView: build.mutation<SavedView, NewView>({
      query: (body) => ({ url: '/views', method: 'POST', body, placed: true }),
    }),
    changeView: build.mutation<SavedView, { readonly view: SavedView; readonly change: ViewChange }>({
      query: ({ view, change }) => ({
        url: `/views/${view.id}`,
        method: 'PATCH',
        body: change,
        headers: versionOf(view),
        placed: true,
      }),
      // Somebody else changed it, or took it away: what is there now is read.
      invalidatesTags: (_view, error, { view }) => (error ? [{ type: 'Views', id: view.screen }] : []),
    }),
    removeView: build.mutation<unknown, SavedView>({
      query: (view) => ({ url: `/views/${view.id}`, method: 'DELETE', headers: versionOf(view), placed: true }),
      invalidatesTags: (_view, error, view) => (error ? [{ type: 'Views', id: view.screen }] : []),
    }),
  }),
});

/** The list of views with one of them written. */
export const viewWritten = (view: SavedView) =>
  viewsApi.util.updateQueryData('views', view.screen, (views) =>
    [...views.filter(({ id }) => id !== view.id), view].toSorted(byName),
  );

/** The list of views without one of them. */
export const viewRemoved = ({ id, screen }: SavedView) =>
  viewsApi.util.updateQueryData('views', screen, (views) => views.filter((one) => one.id !== id));

export const { useViewsQuery, useCreateViewMutation, useChangeViewMutation, useRemoveViewMutation } = viewsApi;
