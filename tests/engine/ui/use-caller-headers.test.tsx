import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import { useCallerHeaders } from '../../../engine/ui/runtime/use-caller-headers.ts';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import { providerChosen } from '../../../engine/ui/store/provider-slice.ts';

it('gives what is fetched outside the store, files of records, the provider that one works for', () => {
  const store = createStore({ networkFailure: '' });
  store.dispatch(providerChosen(12));
  let found: object | undefined;
  const Asker = () => {
    const headersOf = useCallerHeaders();
    found = [headersOf('/anexos/guias/1/laudos'), headersOf('/auth/me')];
    return null;
  };
  renderToString(
    <Provider store={store}>
      <Asker />
    </Provider>,
  );
  expect(found).toEqual([{ 'fichario-provider': '12' }, {}]);
});
