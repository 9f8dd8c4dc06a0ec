/** Where each navigation ends: the real routes and guards without their views, over the real API. */

import type { RouteObject } from 'react-router';
import { createMemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import type { Store } from '../../../engine/ui/store/create-store.ts';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import { providerChosen } from '../../../engine/ui/store/provider-slice.ts';
import { sessionStarted } from '../../../engine/ui/store/session-slice.ts';
import { settingsApi } from '../../../engine/ui/store/settings-api.ts';
import { settingChanged } from '../../../engine/ui/store/settings-slice.ts';
import { signOut } from '../../../engine/ui/store/sign-out.ts';
import { createRoutes } from '../../../src/shell/router.tsx';
import { shellPages } from '../../../src/shell/shell-pages.ts';
import { watchPhoneService } from '../../../src/shell/watch-phone-service.ts';
import type { TestProduct } from '../../support/product.ts';
import { createUser, startTestProduct } from '../../support/product.ts';

/** The routes as they are, with nothing to draw. */
const withoutViews = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map(({ lazy: _view, HydrateFallback: _fallback, ErrorBoundary: _failure, children, ...route }) =>
    children === undefined ? route : ({ ...route, children: withoutViews(children) } as RouteObject),
  );

let product: TestProduct;
/** Method and path of each call of the page. */
let calls: string[] = [];
/** What a call waits for before it is sent. */
let hold: (call: string) => Promise<void> = async () => {};

beforeAll(async () => {
  product = await startTestProduct(
    await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product }),
  );
});
afterAll(() => product.close());

beforeEach(() => {
  calls = [];
  hold = async () => {};
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body, signal }: RequestInit) => {
    calls.push(`${method} ${url}`);
    await hold(`${method} ${url}`);
    const answer = await product.app.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' ? { payload: body } : {}),
    });
    signal?.throwIfAborted();
    return new Response([204, 304].includes(answer.statusCode) ? null : answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

interface Visitor {
  readonly store: Store;
  /** Until this call was made, and every question has its answer. */
  readonly answered: (call: string) => Promise<void>;
  /** Where one is, on the way to somewhere else or not. */
  readonly path: () => string;
  /** Goes there and gives the address where one ends, `404` behind it where nothing is. */
  readonly visit: (path: string) => Promise<string>;
}

const visitor = async (start: string, login?: string): Promise<Visitor> => {
  const store = createStore({ networkFailure: '' });
  if (login !== undefined) {
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/auth/token/issue',
      payload: { userId: login, password: 'senha-de-teste' },
    });
    store.dispatch(sessionStarted(answer.json()));
  }
  const views = async () => ({ default: () => null });
  const router = createMemoryRouter(withoutViews(createRoutes(store, views)), { initialEntries: [start] });
  watchPhoneService(store, router);
  const settled = (): Promise<string> =>
    vi.waitFor(() => {
      const { navigation, initialized, location, errors } = router.state;
      expect([initialized, navigation.state]).toEqual([true, 'idle']);
      const [error] = Object.values(errors ?? {}) as { readonly status?: number }[];
      return `${location.pathname}${location.search}${error === undefined ? '' : ` ${error.status}`}`;
    });
  await settled();
  return {
    store,
    path: () => router.state.location.pathname,
    answered: (call) =>
      vi.waitFor(() => {
        expect(calls).toContain(call);
        const questions = Object.values(store.getState().api.queries);
        expect(questions.filter((question) => question?.status === 'pending')).toEqual([]);
      }),
    visit: async (path) => {
      await router.navigate(path);
      return settled();
    },
  };
};

let made = 0;
/** Somebody new who holds the pairs. */
const person = async (permissions: readonly string[], more: Parameters<typeof createUser>[3] = {}) => {
  made += 1;
  const { login } = await createUser(product.database, `pessoa${made}`, permissions, more);
  return login;
};
const visit = async (path: string, login?: string): Promise<string> => (await visitor('/', login)).visit(path);
const signInTo = (path: string): string => `/auth?redirect=${encodeURIComponent(path)}`;
const protectedPaths = ['/bancos', '/base', '/notices', '/ura', '/acesso-negado', '/minha-conta', '/nada'];

describe('without a session', () => {
  it('every route leads to the sign-in page, with the way back [guard-authentication-by-default] [guard-signed-in-unless-public] [states-not-logged-in]', async () => {
    for (const path of protectedPaths) expect(await visit(path)).toBe(signInTo(path));
    expect(await visit('/')).toBe('/auth');
    expect(calls).toEqual([]);
  });

  it('every page that the list of routes names is there, open to all or not as it says', async () => {
    const login = await person([]);
    for (const page of shellPages) {
      const path = page.path.replace('*', '/nowhere');
      expect([path, (await visit(path)).startsWith('/auth')]).toEqual([path, page.public !== true || path === '/auth']);
      if (path !== '/auth') expect(await visit(path, login)).toBe(page.path === '*' ? `${path} 404` : path);
    }
  });

  it('the news need a session [guard-notices-needs-login]', async () => {
    expect(await visit('/notices')).toBe(signInTo('/notices'));
    expect((await product.app.inject({ url: '/api/avisos/vigentes' })).statusCode).toBe(401);
    expect(await visit('/notices', await person([]))).toBe('/notices');
  });

  it('the sign-in page opens, by the name auth [guard-auth-needs-no-login] [session-login-route-named-auth]', async () => {
    expect(await visit('/auth')).toBe('/auth');
    expect(await visit('/auth?redirect=%2Fbancos')).toBe('/auth?redirect=%2Fbancos');
  });

  it('the page of a password that was changed opens [guard-senha-atualizada-public]', async () => {
    expect(await visit('/senha-atualizada')).toBe('/senha-atualizada');
  });

  it('the page of a success opens [guard-mensagem-sucesso-public]', async () => {
    expect(await visit('/mensagem-sucesso?tipo=manifestacao')).toBe('/mensagem-sucesso?tipo=manifestacao');
  });
});

describe('with a session', () => {
  it('the sign-in page leads home, or to where one was going [guard-signed-in-auth-goes-home]', async () => {
    const login = await person(['banco:list']);
    expect(await visit('/auth', login)).toBe('/');
    expect(await visit('/auth?redirect=%2Fbancos', login)).toBe('/bancos');
    expect(await visit('/auth?redirect=%2F%2Felsewhere', login)).toBe('/');
  });

  it('public pages open as well', async () => {
    const login = await person([]);
    expect(await visit('/senha-atualizada', login)).toBe('/senha-atualizada');
    expect(await visit('/mensagem-sucesso', login)).toBe('/mensagem-sucesso');
  });

  it('opens the routes whose pair one holds, or all with manage on all [guard-ability-check] [permissions-reachable-only-with-pair] [states-logged-in]', async () => {
    const denied = (path: string) => `/acesso-negado?tela=${encodeURIComponent(path)}`;
    const clerk = await visitor('/', await person(['banco:list', 'base:list', 'cidade:view']));
    for (const path of ['/', '/bancos', '/base', '/notices']) expect(await clerk.visit(path)).toBe(path);
    for (const path of ['/feriados', '/cidades', '/ura', '/localizacao', '/link/ans'])
      expect(await clerk.visit(path)).toBe(denied(path));
    const chief = await visitor('/', await person(['all:manage'], { roles: { admin: true } }));
    for (const path of ['/bancos', '/feriados', '/base', '/ura', '/minha-conta'])
      expect(await chief.visit(path)).toBe(path);
  });

  it('what one may not open leads to the page that says so [guard-acesso-negado]', async () => {
    const clerk = await visitor('/', await person(['banco:list']));
    expect(await clerk.visit('/feriados')).toBe('/acesso-negado?tela=%2Fferiados');
    expect(await clerk.visit('/acesso-negado')).toBe('/acesso-negado');
    // Document 1 section 6: the account settings need list on usuario.
    expect(await clerk.visit('/minha-conta')).toBe('/acesso-negado');
    // The own sessions are seen and ended by everybody.
    expect(await clerk.visit('/minhas-sessoes')).toBe('/minhas-sessoes');
  });

  it('imports, and each of them, need list on importacao', async () => {
    const denied = '/acesso-negado?tela=%2Fimportacoes';
    const clerk = await visitor('/', await person(['banco:manage', 'util:list']));
    for (const path of ['/importacoes', '/importacoes/1']) expect(await clerk.visit(path)).toBe(denied);
    const sender = await visitor('/', await person(['importacao:list']));
    for (const path of ['/importacoes', '/importacoes/1']) expect(await sender.visit(path)).toBe(path);
  });

  it('an address that is no screen is not found', async () => {
    expect(await visit('/nada', await person([]))).toBe('/nada 404');
  });

  it('asks for the token, then for the permissions, before each protected navigation [guard-token-then-permissions]', async () => {
    const login = await person(['banco:list', 'feriado:list']);
    const clerk = await visitor('/', login);
    expect(calls.filter((call) => call.endsWith('/auth/me'))).toHaveLength(1);
    calls = [];
    expect(await clerk.visit('/bancos')).toBe('/bancos');
    expect(calls).toEqual(expect.arrayContaining(['GET /api/auth/me', 'GET /api/model/screen?path=%2Fbancos']));
    expect(calls.filter((call) => call.endsWith('/auth/me'))).toHaveLength(1);
    // Taken away while one works: the next navigation knows, though the screen was open before.
    await clerk.visit('/');
    await product.database.execute(`delete from regra where assunto = 'banco' and acao = 'list'`);
    expect(await clerk.visit('/bancos')).toBe('/acesso-negado?tela=%2Fbancos');
    expect(clerk.store.getState().session.user?.permissions).toEqual(['feriado:list']);
    // Given back, likewise.
    await product.database.execute(
      `insert into regra (grupo_id, assunto, acao) select id, 'banco', 'list' from grupo where nome = '${login}'`,
    );
    expect(await clerk.visit('/bancos')).toBe('/bancos');
  });

  it('a filter of the same screen is no navigation, a screen opened again is one', async () => {
    const clerk = await visitor('/', await person(['banco:list']));
    await clerk.visit('/bancos');
    await clerk.answered('HEAD /api/bancos?');
    calls = [];
    await clerk.visit('/bancos?q=brasil');
    expect(calls).toEqual([]);
    await clerk.visit('/');
    expect(calls).toEqual(['GET /api/auth/me']);
    calls = [];
    await clerk.visit('/bancos?q=brasil');
    await clerk.answered('HEAD /api/bancos?q=brasil');
    // The model is known; the token is asked for, and the rows of the address.
    expect(calls).toEqual([
      'GET /api/auth/me',
      expect.stringMatching(/^GET \/api\/bancos\?q=brasil&select=/),
      'HEAD /api/bancos?q=brasil',
    ]);
  });

  it('asks for the rows while the token is checked, once, and shows them if the token holds', async () => {
    const login = await person(['banco:list', 'feriado:list']);
    const clerk = await visitor('/', login);
    await clerk.visit('/bancos');
    await clerk.visit('/feriados');
    await clerk.answered('HEAD /api/feriados?');
    calls = [];
    const held = Promise.withResolvers<void>();
    hold = (call) => (call.endsWith('/auth/me') ? held.promise : Promise.resolve());
    const arrived = clerk.visit('/bancos');
    const rows = expect.stringMatching(/^GET \/api\/bancos\?select=/);
    await vi.waitFor(() => expect(calls).toEqual(['GET /api/auth/me', rows, 'HEAD /api/bancos?']));
    expect(clerk.path()).toBe('/feriados');
    held.resolve();
    expect(await arrived).toBe('/bancos');
    await clerk.answered('HEAD /api/bancos?');
    expect(calls).toHaveLength(3);
    // What the list will ask for has its answer in the store.
    const read = Object.values(clerk.store.getState().api.queries).filter((query) => query?.endpointName === 'rows');
    expect(read.map((query) => [query?.originalArgs, query?.status])).toContainEqual([
      { path: '/bancos', search: calls[1]?.replace('GET /api/bancos?', '') },
      'fulfilled',
    ]);
    // A token that holds no more leads away once, whichever answer says so first.
    for (const first of ['/auth/me', '/bancos?']) {
      const gone = await visitor('/', login);
      await gone.visit('/bancos');
      await gone.visit('/feriados');
      await gone.answered('HEAD /api/feriados?');
      await product.database.execute(
        `delete from fichario.session using usuario u where u.id = usuario_id and u.login = '${login}'`,
      );
      product.runtime.sessions.forget();
      hold = (call) => (call.includes(first) ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, 50)));
      expect(await gone.visit('/bancos')).toBe(signInTo('/bancos'));
    }
  });

  it('reads nothing ahead where the rows are not certain: by a saved view, for a provider, or of what one may not open', async () => {
    const clerk = await visitor('/', await person(['banco:list', 'feriado:list']));
    clerk.store.dispatch(settingChanged({ key: 'list:/feriados', value: { start: 7 } }));
    clerk.store.dispatch(providerChosen(1));
    await clerk.visit('/bancos');
    clerk.store.dispatch(providerChosen(null));
    for (const path of ['/bancos?_view=7', '/feriados', '/cidades', '/feriados?q=natal']) await clerk.visit(path);
    await clerk.answered('HEAD /api/feriados?q=natal');
    const readings = calls.filter((call) => /\/(bancos|feriados|cidades)\?/.test(call));
    expect(readings).toEqual([
      expect.stringMatching(/^GET \/api\/feriados\?q=natal&select=/),
      'HEAD /api/feriados?q=natal',
    ]);
  });

  it('calls the server below one root alone, on its own site [calls-service-root]', async () => {
    const clerk = await visitor('/', await person(['banco:list', 'usuario:list']));
    for (const path of ['/bancos', '/minha-conta', '/notices', '/nada']) await clerk.visit(path);
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.filter((call) => !/^[A-Z]+ \/api\/[a-z]/.test(call))).toEqual([]);
    // Nothing of the service answers anywhere else.
    for (const url of ['/auth/me', '/bancos', '/v1/bancos']) {
      const answer = await product.app.inject({ url });
      expect([url, answer.statusCode]).toEqual([url, 404]);
    }
  });

  it('that ends is felt at the next navigation, at the sign-in page [session-auth-is-redirect-target]', async () => {
    const login = await person(['banco:list', 'feriado:list']);
    const clerk = await visitor('/', login);
    await clerk.visit('/bancos');
    await product.database.execute(`update usuario set bloqueado = true where login = '${login}'`);
    expect(await clerk.visit('/feriados')).toBe(signInTo('/feriados'));
    expect(clerk.store.getState().session).toMatchObject({ token: null, user: null });
    const other = await visitor('/', await person([]));
    await other.store.dispatch(signOut());
    expect(await other.visit('/notices')).toBe(signInTo('/notices'));
  });

  it('is open once a token is issued, and not before [states-session-no-token-to-logged-in]', async () => {
    const { store } = await visitor('/');
    expect(store.getState().session.token).toBeNull();
    const known = await visitor('/', await person([]));
    expect(known.store.getState().session.token).toMatch(/^[\w-]{20,}$/);
    expect(await known.visit('/notices')).toBe('/notices');
  });
});

describe('the phone service', () => {
  const mayUse = ['protocolodocumento:ura', 'banco:list'];
  const enable = ({ store }: Visitor, enabled: boolean) =>
    store.dispatch(settingChanged({ key: 'phone-service', value: { terminal: '4321', enabled } }));

  it('sends who may use it, is not admin and has it not enabled to /ura after each navigation [guard-phone-service-redirect]', async () => {
    const clerk = await visitor('/', await person(mayUse));
    for (const [path, back] of [
      ['/bancos', '?redirect=%2Fbancos'],
      ['/', ''],
      ['/nada', '?redirect=%2Fnada'],
      ['/bancos?q=brasil', '?redirect=%2Fbancos%3Fq%3Dbrasil'],
    ])
      await vi.waitFor(async () => expect(await clerk.visit(path ?? '')).toBe(`/ura${back}`));
    enable(clerk, false);
    expect(await clerk.visit('/bancos')).toBe('/ura?redirect=%2Fbancos');
    enable(clerk, true);
    for (const path of ['/bancos', '/']) expect(await clerk.visit(path)).toBe(path);
  });

  it('leaves alone whoever may not use it, and pages that need no session', async () => {
    const other = await visitor('/', await person(['banco:list']));
    expect(await other.visit('/bancos')).toBe('/bancos');
    const clerk = await visitor('/ura', await person(mayUse));
    expect(await clerk.visit('/senha-atualizada')).toBe('/senha-atualizada');
    expect(await clerk.visit('/ura')).toBe('/ura');
  });

  it('distinguishes administrators, who are not sent [roles-admin-distinguished]', async () => {
    const admin = await visitor('/', await person(mayUse, { roles: { admin: true } }));
    expect(await admin.visit('/bancos')).toBe('/bancos');
  });

  it('keeps the terminal of a person on the server, beyond the session', async () => {
    const login = await person(mayUse);
    const clerk = await visitor('/ura', login);
    await clerk.store.dispatch(
      settingsApi.endpoints.putSetting.initiate({
        key: 'phone-service',
        value: { terminal: '77', enabled: true },
        leaving: false,
      }),
    );
    expect(await visit('/bancos', login)).toBe('/bancos');
  });

  it('has its screen under the pair ura on protocolodocumento [guard-ura-screen]', async () => {
    expect(await visit('/ura', await person(['protocolodocumento:ura']))).toBe('/ura');
    expect(await visit('/ura', await person(['protocolodocumento:list']))).toBe('/acesso-negado?tela=%2Fura');
  });
});
