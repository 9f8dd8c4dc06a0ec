import { describe, expect, it } from 'vitest';
import type { SelectionState } from '../../../engine/ui/store/selection-slice.ts';
import { rowsChosen, rowsGone, selectionReducer } from '../../../engine/ui/store/selection-slice.ts';
import { sessionClosed, sessionExpired } from '../../../engine/ui/store/session-slice.ts';

const chosen: SelectionState = selectionReducer(
  selectionReducer(undefined, rowsChosen({ path: '/a', filter: 'x=eq.1', selection: { kind: 'some', ids: [1, 2] } })),
  rowsChosen({ path: '/b', filter: '', selection: { kind: 'all', except: [3] } }),
);

describe('the chosen rows', () => {
  it('are kept for each list, with the filter that they were chosen under', () => {
    expect(chosen).toEqual({
      '/a': { filter: 'x=eq.1', selection: { kind: 'some', ids: [1, 2] } },
      '/b': { filter: '', selection: { kind: 'all', except: [3] } },
    });
  });

  it('lose a record that is gone; all that the filter finds means it no longer anyway', () => {
    expect(selectionReducer(chosen, rowsGone({ path: '/a', ids: [2] }))['/a']?.selection).toEqual({
      kind: 'some',
      ids: [1],
    });
    expect(selectionReducer(chosen, rowsGone({ path: '/b', ids: [2] }))).toEqual(chosen);
    expect(selectionReducer(chosen, rowsGone({ path: '/c', ids: [2] }))).toEqual(chosen);
  });

  it.each([sessionClosed(), sessionExpired()])('end with the session: %j', (action) => {
    expect(selectionReducer(chosen, action)).toEqual({});
  });
});
