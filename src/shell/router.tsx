/** The routes. One protected layout holds every screen of the model; which screens there are, the model says. */
import type { RouteObject } from 'react-router';
import { createBrowserRouter } from 'react-router';
import type { Store } from '../../engine/ui/store/create-store.ts';
import { createGuard, createSignInGuard, frameRoute, revalidateOnPath } from './guard.ts';
import { resetPath } from './password/reset-token.ts';
import { RootFailure, RouteFailure } from './route-failure.tsx';
import { RouteFallback } from './route-fallback.tsx';

/** `load` fetches the code that draws a screen. */
export const createRoutes = (store: Store, load?: Parameters<typeof createGuard>[1]): RouteObject[] => {
  const guard = createGuard(store, load);
  return [
    {
      path: '/auth',
      loader: createSignInGuard(store),
      lazy: async () => ({ Component: (await import('./sign-in-page.tsx')).SignInPage }),
      HydrateFallback: RouteFallback,
      ErrorBoundary: RootFailure,
    },
    {
      path: '/esqueci-a-senha',
      lazy: async () => ({ Component: (await import('./password/forgotten-page.tsx')).ForgottenPage }),
      HydrateFallback: RouteFallback,
      ErrorBoundary: RootFailure,
    },
    {
      path: resetPath,
      lazy: async () => ({ Component: (await import('./password/reset-page.tsx')).ResetPage }),
      HydrateFallback: RouteFallback,
      ErrorBoundary: RootFailure,
    },
    {
      path: '/senha-atualizada',
      lazy: async () => ({ Component: (await import('../screens/message/message.view.tsx')).PasswordUpdatedPage }),
      HydrateFallback: RouteFallback,
      ErrorBoundary: RootFailure,
    },
    {
      path: '/mensagem-sucesso',
      lazy: async () => ({ Component: (await import('../screens/message/message.view.tsx')).SuccessPage }),
      HydrateFallback: RouteFallback,
      ErrorBoundary: RootFailure,
    },
    {
      id: frameRoute,
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
              handle: { title: 'state.denied.title' },
              lazy: async () => ({ Component: (await import('../screens/denied.view.tsx')).DeniedPage }),
            },
            {
              path: 'minha-conta',
              loader: guard.account,
              handle: { title: 'account.title' },
              lazy: async () => ({ Component: (await import('../screens/account.view.tsx')).AccountPage }),
            },
            {
              path: 'minhas-sessoes',
              handle: { title: 'sessions.mine' },
              lazy: async () => ({
                Component: (await import('../screens/sessions/own-sessions.view.tsx')).OwnSessionsPage,
              }),
            },
            {
              path: 'alteracoes-em-lote',
              handle: { title: 'batches.title' },
              lazy: async () => ({
                Component: (await import('../screens/batches/batches.view.tsx')).BatchesPage,
              }),
            },
            {
              path: 'importacoes/:id',
              loader: guard.under('/importacoes'),
              handle: { title: 'imports.one', below: '/importacoes' },
              lazy: async () => ({ Component: (await import('../screens/imports/import.view.tsx')).ImportPage }),
            },
            {
              path: 'trabalhos',
              handle: { title: 'jobs.title' },
              lazy: async () => ({ Component: (await import('../screens/jobs/jobs.view.tsx')).JobsPage }),
            },
            {
              path: 'documentacao-api',
              handle: { title: 'apiDocs.title' },
              lazy: async () => ({ Component: (await import('../screens/api-docs.view.tsx')).ApiDocsPage }),
            },
            // Not in what is built to be served.
            ...(import.meta.env.DEV
              ? [
                  {
                    path: 'galeria',
                    loader: async () => (await fetch('/galeria/modelo.json')).json(),
                    lazy: async () => ({ Component: (await import('../screens/gallery.view.tsx')).GalleryPage }),
                  },
                  {
                    path: 'bancada',
                    handle: { title: 'workbench.title' },
                    lazy: async () => ({
                      Component: (await import('../screens/workbench/workbench.view.tsx')).WorkbenchPage,
                    }),
                  },
                  {
                    path: 'bancada/referencia',
                    handle: { title: 'language.title' },
                    lazy: async () => ({
                      Component: (await import('../screens/language/language.view.tsx')).LanguagePage,
                    }),
                  },
                ]
              : []),
            {
              path: '*',
              // Of what is no screen; a screen is called as the menu calls it.
              handle: { title: 'state.notFound.title' },
              loader: guard.screen,
              shouldRevalidate: revalidateOnPath,
              lazy: async () => ({ Component: (await import('./screen-route.tsx')).ScreenRoute }),
            },
          ],
        },
      ],
    },
  ];
};

export const createRouter = (store: Store) => createBrowserRouter(createRoutes(store));

export type Router = ReturnType<typeof createRouter>;
