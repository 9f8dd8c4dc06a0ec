/** The store of the screens. Server data is in the cache of `api` alone; the slices hold the state of the interface. */
import { configureStore } from '@reduxjs/toolkit';
import { activityReducer } from './activity-slice.ts';
import { api } from './api.ts';
import type { StoreServices } from './base-query.ts';
import { connectionReducer } from './connection-slice.ts';
import { frameReducer, initialFrame } from './frame-slice.ts';
import type { PersistedState } from './persistence.ts';
import { persist } from './persistence.ts';
import { noSession, sessionReducer } from './session-slice.ts';

const reducer = {
  session: sessionReducer,
  frame: frameReducer,
  activity: activityReducer,
  connection: connectionReducer,
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
    },
    devTools: false,
  });
  persist(store);
  return store;
};

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;
export type Dispatch = Store['dispatch'];
