import { describe, expect, it } from 'vitest';
import { nextSort } from '../../../engine/ui/runtime/next-sort.ts';
import { listLeft, noPlaces, pageTurned, placesReducer } from '../../../engine/ui/store/places-slice.ts';
import { sessionClosed } from '../../../engine/ui/store/session-slice.ts';

describe('the place in a list', () => {
  it('is its page and, when it is left, what was seen of it; another page begins at its first row', () => {
    const pages = { index: 2, cursors: { 1: 'b', 2: 'c' } };
    const turned = placesReducer(noPlaces, pageTurned({ list: '/cidades?', pages }));
    const left = placesReducer(turned, listLeft({ list: '/cidades?', top: 420, cell: { id: 7, column: 'nome' } }));
    expect(left.lists['/cidades?']).toEqual({ pages, top: 420, cell: { id: 7, column: 'nome' } });
    const next = placesReducer(left, pageTurned({ list: '/cidades?', pages: { ...pages, index: 1 } }));
    expect(next.lists['/cidades?']).toEqual({ pages: { ...pages, index: 1 }, top: 0 });
  });

  it('is kept of the last fifty lists, and of none after the session', () => {
    const lists = Array.from({ length: 60 }, (_, index) => `/lista-${index}?`);
    const state = lists.reduce(
      (places, list) => placesReducer(places, listLeft({ list, top: 1, cell: undefined })),
      noPlaces,
    );
    expect(Object.keys(state.lists)).toEqual(lists.slice(10));
    expect(placesReducer(state, sessionClosed())).toEqual(noPlaces);
  });
});

describe('the order after a column is asked for', () => {
  const up = (by: string) => ({ by, descending: false });
  const down = (by: string) => ({ by, descending: true });

  it.each([
    [[], 'nome', false, [up('nome')]],
    [[up('nome')], 'nome', false, [down('nome')]],
    [[down('nome')], 'nome', false, [up('nome')]],
    [[up('nome'), up('uf')], 'uf', false, [down('uf')]],
    [[up('nome')], 'uf', true, [up('nome'), up('uf')]],
    [[up('nome'), up('uf')], 'nome', true, [down('nome'), up('uf')]],
  ])('from %j by %s, beside others: %s', (sort, by, keepOthers, next) => {
    expect(nextSort(sort, by, keepOthers)).toEqual(next);
  });
});
