/** The routes. One protected layout holds every screen of the model; which screens there are, the model says. */
import { createBrowserRouter } from 'react-router';
import type { Store } from '../../engine/ui/store/create-store.ts';
import { createGuard, createSignInGuard, revalidateOnPath } from './guard.ts';
import { RootFailure, RouteFailure } from './route-failure.tsx';
import { RouteFallback } from './route-fallback.tsx';

export const createRouter = (store: Store) => {
  const guard = createGuard(store);
  return createBrowserRouter([
    {
      path: '/auth',
      loader: createSignInGuard(store),
      lazy: async () => ({ Component: (await import('./sign-in-page.tsx')).SignInPage }),
      HydrateFallback: RouteFallback,
      ErrorBoundary: RootFailure,
    },
    {
      path: '/',
      loader: guard.frame,
      shouldRevalidate: revalidateOnPath,
      lazy: async () => ({ Component: (await import('./frame.tsx')).Frame }),
      HydrateFallback: RouteFallback,
      ErrorBoundary: RootFailure,
      children: [
        {
          ErrorBoundary: RouteFailure,
          children: [
            { index: true, lazy: async () => ({ Component: (await import('../screens/home.view.tsx')).HomePage }) },
            {
              path: 'acesso-negado',
              lazy: async () => ({ Component: (await import('../screens/denied.view.tsx')).DeniedPage }),
            },
            {
              path: 'documentacao-api',
              handle: { title: 'apiDocs.title' },
              lazy: async () => ({ Component: (await import('../screens/api-docs.view.tsx')).ApiDocsPage }),
            },
            {
              path: '*',
              loader: guard.screen,
              shouldRevalidate: revalidateOnPath,
              lazy: async () => ({ Component: (await import('./screen-route.tsx')).ScreenRoute }),
            },
          ],
        },
      ],
    },
  ]);
};

export type Router = ReturnType<typeof createRouter>;
