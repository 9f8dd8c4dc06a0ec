import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useEffect, useMemo } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { rescueFocus } from '../../engine/ui/runtime/rescue-focus.ts';
import { TextsContext } from '../../engine/ui/runtime/texts.ts';
import type { Store } from '../../engine/ui/store/create-store.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { createClientTheme, createVariablesResolver } from '../../engine/ui/theme/mantine-theme.ts';
import { styleNonce } from '../../engine/ui/theme/nonce.ts';
import { firstTexts } from './first-texts.ts';
import { LoadingIndicator } from './loading-indicator.tsx';
import { pageClient } from './page-client.ts';
import type { Router } from './router.tsx';

const nonce = () => styleNonce;

/** The theme follows the client of the session; before one, that of the page, else the product's own. */
const Themed = ({ router }: { readonly router: Router }) => {
  const accent = useAppSelector((state) => (state.session.client ?? pageClient)?.accent ?? 'teal');
  const theme = useMemo(() => createClientTheme(accent, firstTexts('action.close')), [accent]);
  const resolver = useMemo(() => createVariablesResolver(accent), [accent]);
  useEffect(rescueFocus, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" getStyleNonce={nonce}>
      <TextsContext value={firstTexts}>
        <RouterProvider router={router} />
        <LoadingIndicator />
        <Notifications position="bottom-center" limit={4} zIndex={1000} />
      </TextsContext>
    </MantineProvider>
  );
};

export const App = ({ store, router }: { readonly store: Store; readonly router: Router }) => (
  <Provider store={store}>
    <Themed router={router} />
  </Provider>
);
