/** Screens that begin with a search: where an address leads on to, and what its names stand for. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccess } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import { parseListQuery, writeListQuery } from '../../../engine/contract/list-query.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import { compile } from '../../../engine/model/compile.ts';
import type { Model } from '../../../engine/model/types.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { toNamed, toPlain } from '../../../engine/ui/runtime/address-parameters.ts';
import { openedQuery } from '../../../engine/ui/runtime/opened-address.ts';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import { sessionStarted } from '../../../engine/ui/store/session-slice.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { createGuard } from '../../../src/shell/guard.ts';
import { sessionUser, staffGrants } from '../../support/grants.ts';
import fc from '../../support/laws.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';

const search = {
  fields: [{ field: 'data', match: 'range' }, { field: 'status' }],
  parameters: [
    { name: 'inicio', field: 'data', operator: 'gte', format: 'DD/MM/YYYY', default: { days: -360 } },
    { name: 'termino', field: 'data', operator: 'lte', format: 'DD/MM/YYYY', default: { days: 0 } },
    { name: 'statusAutorizacao', field: 'status', default: 'Em Análise' },
    { name: 'nomePrestador', field: 'prestador', operator: 'has' },
  ],
};
const files: Readonly<Record<string, object>> = {
  'schemas/code-lists/status-autorizacao.json': {
    title: 'Status',
    options: [
      { value: 'EM_ANALISE', label: 'Em Análise' },
      { value: 'NEGADA', label: 'Negada' },
    ],
  },
  'schemas/teste/auditoria-medica/schema.json': {
    title: 'Autorização',
    type: 'object',
    properties: {
      prestador: { title: 'Prestador', type: 'string' },
      data: { title: 'Data', type: 'string', format: 'date' },
      status: { title: 'Status', type: 'string', 'x-code-list': 'status-autorizacao' },
    },
  },
  'schemas/teste/auditoria-medica/columns.json': {
    entity: 'autorizacao',
    path: '/auditoria-medica',
    title: 'Auditoria',
    parent: '/',
    permission: { subject: 'autorizacao' },
  },
  'schemas/teste/auditoria-medica/search.json': search,
};
await openSqlParser();
const sources = new Map([
  ...examples,
  ...Object.entries(files).map(([path, value]): [string, string] => [path, JSON.stringify(value)]),
]);
const { model, issues } = compile(resolve(loadFiles(sources), 'exemplo'), catalogues);
const access = createAccess(staffGrants(['all:manage']));
const screenAt = (model: Model, path: string): ScreenModel => {
  const screen = model.screens.find((one) => one.path === path);
  if (screen?.kind !== 'registry' || issues.some(({ severity }) => severity === 'error'))
    throw new Error(`no registry at ${path}: ${JSON.stringify(issues)}`);
  return JSON.parse(JSON.stringify(buildScreenModel(model, access, screen, () => '/validator.js'))) as ScreenModel;
};
/** Names in an address are asked of made-up files; where the address leads, of the screens that the product has. */
const screen = screenAt(model, '/auditoria-medica');
const parameters = screen.parameters ?? [];
const paths = ['/auditoria-medica', '/auditoria-odontologica'];
const { model: product } = loadProduct(await readRealFiles(), 'copass', fileMemory);
const audits = new Map(paths.map((path) => [path, screenAt(product, path)]));

/** The server as far as the guard asks it. */
const answers: Readonly<Record<string, unknown>> = {
  '/api/model': {
    entries: paths.map((path) => ({ path, title: path, icon: 'table', parent: '/', kind: 'registry', hidden: false })),
    texts: {},
    timeZone: 'America/Sao_Paulo',
  },
  '/api/settings': {},
  ...Object.fromEntries(paths.map((path) => [`/api/model/screen?path=${encodeURIComponent(path)}`, audits.get(path)])),
};
const user = sessionUser(['all:manage']);
const client = { name: 'exemplo', title: 'Exemplo', accent: 'teal', logo: 'E', defaults: {}, flags: {} };

beforeEach(() => {
  // Two hours later it is the next day in Greenwich, and not here.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:30:00-03:00') });
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname, search: query } = new URL(typeof input === 'string' ? input : input.url, 'http://x');
    const body = pathname === '/api/auth/me' ? { user, client } : answers[`${pathname}${query}`];
    return new Response(JSON.stringify(body ?? []), { status: body === undefined ? 404 : 200 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Where the guard leads from an address; undefined where it lets it open. */
const leadsTo = async (address: string): Promise<URL | undefined> => {
  const store = createStore({ networkFailure: '' });
  store.dispatch(sessionStarted({ token: 'a', user, client }));
  const guard = createGuard(store, async () => ({ default: () => null }));
  try {
    await guard.screen({ request: new Request(`http://x${address}`) } as Parameters<typeof guard.screen>[0]);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return new URL(thrown.headers.get('location') ?? '', 'http://x');
  }
};

describe.each(paths)('%s', (path) => {
  it('is opened with a search where its address says no inicio [audit-defaults-redirect-without-inicio]', async () => {
    const url = await leadsTo(path);
    expect(url?.pathname).toBe(path);
    expect([...(url?.searchParams.keys() ?? [])]).toEqual(['inicio', 'termino', 'statusAutorizacao']);
    expect(await leadsTo(`${path}${url?.search}`)).toBeUndefined();
    expect(await leadsTo(`${path}?inicio=01/01/2020`)).toBeUndefined();
    // What is there stays.
    const kept = await leadsTo(`${path}?termino=31/12/2025&q=ana&beneficiario_id=eq.7`);
    expect(Object.fromEntries(kept?.searchParams ?? [])).toMatchObject({
      termino: '31/12/2025',
      q: 'ana',
      beneficiario_id: 'eq.7',
      statusAutorizacao: 'Em Análise',
    });
  });
  it('begins 360 days ago [audit-defaults-inicio]', async () => {
    expect((await leadsTo(path))?.searchParams.get('inicio')).toBe('26/11/2025');
  });
  it('ends today [audit-defaults-termino]', async () => {
    expect((await leadsTo(path))?.searchParams.get('termino')).toBe('21/11/2026');
  });
  it('writes its days as DD/MM/YYYY [audit-defaults-date-format]', async () => {
    const { searchParams } = (await leadsTo(path)) ?? {};
    for (const name of ['inicio', 'termino']) expect(searchParams?.get(name)).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
  });
  it("asks for the status 'Em Análise' [audit-defaults-status]", async () => {
    expect((await leadsTo(path))?.searchParams.get('statusAutorizacao')).toBe('Em Análise');
  });
  it("shows 360 days back to today, DD/MM/YYYY, status 'Em Análise' [constants-audit-window]", async () => {
    expect(Object.fromEntries((await leadsTo(path))?.searchParams ?? [])).toEqual({
      inicio: '26/11/2025',
      termino: '21/11/2026',
      statusAutorizacao: 'Em Análise',
    });
  });
  it('asks by the fields inicio, termino and statusAutorizacao [entities-audit-query-fields]', () => {
    const named = audits.get(path)?.parameters ?? [];
    expect(named.map(({ name }) => name)).toEqual(['inicio', 'termino', 'statusAutorizacao']);
    const query = new URLSearchParams('inicio=26/11/2025&termino=21/11/2026&statusAutorizacao=Em Análise');
    expect([...toPlain(named, query)]).toEqual([
      ['data_solicitacao', 'gte.2025-11-26'],
      ['data_solicitacao', 'lte.2026-11-21'],
      ['situacao', 'eq.EM_ANALISE'],
    ]);
  });
});

describe('names of filters in an address', () => {
  const plainOf = (address: string): string =>
    decodeURIComponent(toPlain(parameters, new URLSearchParams(address)).toString());
  const namedOf = (address: string): string =>
    decodeURIComponent(toNamed(parameters, new URLSearchParams(address)).toString());

  it.each([
    ['inicio=26/11/2025&termino=21/11/2026', 'data=gte.2025-11-26&data=lte.2026-11-21'],
    ['statusAutorizacao=Em+Análise', 'status=eq.EM_ANALISE'],
    ['nomePrestador=clínica&q=a&_registro=3', 'prestador=has.clínica&q=a&_registro=3'],
  ])('%s stands for %s, and the other way about', (named, plain) => {
    expect(plainOf(named)).toBe(plain.replaceAll(' ', '+'));
    expect(namedOf(plain)).toBe(named);
  });
  it.each([
    ['a day that is none', 'inicio=31/02/2026'],
    ['a day written otherwise', 'inicio=2026-02-01'],
    ['a code that is none', 'statusAutorizacao=X'],
    ['nothing', 'nomePrestador='],
  ])('%s means no filter', (_what, address) => {
    expect(parseListQuery(toPlain(parameters, new URLSearchParams(address))).conditions).toEqual([]);
  });
  it('reads a code as the address of another list writes it, and one that is asked for as any of one', () => {
    expect(plainOf('statusAutorizacao=NEGADA')).toBe('status=eq.NEGADA');
    expect(namedOf('status=in.(NEGADA)')).toBe('statusAutorizacao=Negada');
    expect(namedOf('status=in.(NEGADA,EM_ANALISE)')).toBe('status=in.(NEGADA,EM_ANALISE)');
  });
  it('says a second condition of the same kind, and a period in words, as it is', () => {
    expect(namedOf('data=gte.2026-01-01&data=gte.2026-02-01')).toBe('inicio=01/01/2026&data=gte.2026-02-01');
    expect(namedOf('data=gte.today')).toBe('data=gte.today');
  });
  it('loses nothing of any query', () => {
    const condition = fc.oneof(
      fc.record({
        key: fc.constant('data'),
        operator: fc.constantFrom('gte' as const, 'lte' as const, 'eq' as const),
        values: fc.constantFrom('2026-01-31', '2024-02-29', 'today', '').map((value) => [value]),
      }),
      fc.record({
        key: fc.constant('status'),
        operator: fc.constantFrom('eq' as const, 'is' as const),
        values: fc.constantFrom('EM_ANALISE', 'NEGADA', 'X').map((value) => [value]),
      }),
      fc.record({
        key: fc.constant('prestador'),
        operator: fc.constant('has' as const),
        values: fc.tuple(fc.string()),
      }),
    );
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 5 }), (conditions) => {
        const written = writeListQuery({ q: '', conditions, sort: [], limit: undefined });
        const back = toPlain(parameters, new URLSearchParams(toNamed(parameters, written).toString()));
        expect(back.toString()).toBe(written.toString());
      }),
    );
  });
  it('a screen that names no filter, and a saved view, open as they are', () => {
    expect(openedQuery({}, new URLSearchParams(), '2026-11-21')).toBeUndefined();
    expect(openedQuery(screen, new URLSearchParams('_view=3'), '2026-11-21')).toBeUndefined();
  });
});
