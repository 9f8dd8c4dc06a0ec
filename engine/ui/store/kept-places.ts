/**
 * Where a person was in each list, over a reload of the page and a visit to another site: in the storage of the tab. An
 * address that is typed or followed from elsewhere begins at the first page, as it says.
 */
import type { Places } from './places-slice.ts';
import { noPlaces } from './places-slice.ts';
import type { WithSession } from './session-slice.ts';

const key = 'fichario.places';

const isReturn = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward');
};

export const readPlaces = (): Places => {
  try {
    const text = sessionStorage.getItem(key);
    return text !== null && isReturn() ? (JSON.parse(text) as Places) : noPlaces;
  } catch {
    return noPlaces;
  }
};

interface Source {
  getState(): WithSession & { readonly places: Places };
  subscribe(listener: () => void): () => void;
}

/** Nobody's where nobody is signed in: a list tells its place also when it goes, after the session. */
const placesIn = ({ session, places }: ReturnType<Source['getState']>): Places =>
  session.token === null ? noPlaces : places;

export const keepPlaces = (store: Source): (() => void) => {
  let places = placesIn(store.getState());
  return store.subscribe(() => {
    const next = placesIn(store.getState());
    if (next === places) return;
    places = next;
    try {
      if (places === noPlaces) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(places));
    } catch {
      // Storage may be full or forbidden: places then last as long as the page.
    }
  });
};
