/** The store of the screens. Server data is in the cache of `api` alone; the slices hold the state of the interface. */
import { configureStore } from '@reduxjs/toolkit';
import { activityReducer } from './activity-slice.ts';
import { api } from './api.ts';
import type { StoreServices } from './base-query.ts';
import { connectionReducer } from './connection-slice.ts';
import { followProvider } from './follow-provider.ts';
import { frameReducer, initialFrame } from './frame-slice.ts';
import { jobsReducer } from './jobs-slice.ts';
import { keepPlaces, readPlaces } from './kept-places.ts';
import type { PersistedState } from './persistence.ts';
import { persist } from './persistence.ts';
import { placesReducer } from './places-slice.ts';
import { providerReducer } from './provider-slice.ts';
import { selectionReducer } from './selection-slice.ts';
import { noSession, sessionReducer } from './session-slice.ts';
import { settingsReducer } from './settings-slice.ts';

const reducer = {
  session: sessionReducer,
  frame: frameReducer,
  activity: activityReducer,
  connection: connectionReducer,
  selection: selectionReducer,
  places: placesReducer,
  provider: providerReducer,
  settings: settingsReducer,
  jobs: jobsReducer,
  [api.reducerPath]: api.reducer,
};

export const createStore = (services: StoreServices, persisted: PersistedState = {}) => {
  const store = configureStore({
    reducer,
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: services }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
    preloadedState: {
      session: { ...noSession, ...persisted.session },
      frame: { ...initialFrame, ...persisted.frame },
      places: readPlaces(),
    },
    devTools: false,
  });
  persist(store);
  keepPlaces(store);
  followProvider(store);
  return store;
};

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;
export type Dispatch = Store['dispatch'];
