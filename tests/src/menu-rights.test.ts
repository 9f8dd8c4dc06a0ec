/** Which entries menus and tiles show, by pair, client and flag: on the real screens, and on routes of later modules. */

import { describe, expect, it } from 'vitest';
import type { Access } from '../../engine/access/access.ts';
import { createAccess } from '../../engine/access/access.ts';
import { permits } from '../../engine/access/permission-pair.ts';
import { buildMenuModel } from '../../engine/contract/build-menu-model.ts';
import type { Screen } from '../../engine/model/screen-types.ts';
import { createMenu } from '../../engine/ui/runtime/use-menu.ts';
import type { WithSession } from '../../engine/ui/store/session-slice.ts';
import { noSession } from '../../engine/ui/store/session-slice.ts';
import { loadProduct } from '../../src/load-product.ts';
import { mayManageAccounts } from '../../src/shell/may-manage-accounts.ts';
import { groupOf, sessionUser, staffGrants } from '../support/grants.ts';
import fc from '../support/laws.ts';
import { fileMemory, readRealFiles } from '../support/real-files.ts';

const sources = new Map([...(await readRealFiles())].filter(([path]) => !path.endsWith('.csv')));
const real = loadProduct(sources, 'copass', fileMemory);

const entry = (path: string, parent: string, subject: string, more: object = {}) => ({
  path,
  parent,
  title: path,
  permission: { subject },
  ...more,
});
const registry = (entity: string, path: string, parent: string, subject: string, more: object = {}) => ({
  entity,
  path,
  parent,
  title: path,
  permission: { subject },
  ...more,
});
/** Routes that later modules bring, as both documents have them; where a file is there already, that one counts. */
const later: Readonly<Record<string, object>> = {
  'schemas/cadastro/beneficiarios-logado/columns.json': registry(
    'beneficiario',
    '/beneficiarios',
    '/cadastro',
    'beneficiariologado',
    { title: 'Meu cadastro', alternativeOf: 'beneficiarios' },
  ),
  'schemas/dashboard/menu.json': {
    groups: [
      entry('/dashboard', '/', 'autorizacao', {
        permission: { action: 'analisecomsc', subject: 'autorizacao' },
        clients: ['copass'],
      }),
    ],
    links: [
      entry('/dashboard/custo', '/dashboard', 'autorizacao', {
        href: 'https://exemplo.com.br/custo',
        permission: { action: 'analisecomsc', subject: 'autorizacao' },
        clients: ['copass'],
      }),
    ],
  },
  'schemas/exportacao/menu.json': {
    groups: [],
    links: [
      entry('/exportacao/cpm', '/exportacao', 'cpm', {
        href: 'https://exemplo.com.br/cpm',
        permission: { action: 'exportacao', subject: 'cpm' },
      }),
    ],
  },
  'schemas/tiss/menu.json': { groups: [entry('/tiss', '/', 'tiss')] },
  'schemas/tiss/atendimento-autorizacao-faturas/columns.json': registry(
    'fila_autorizacao',
    '/atendimento-autorizacao',
    '/tiss',
    'digitarfatura',
    { title: 'Digitar Faturas', alternativeOf: 'atendimento-autorizacao' },
  ),
};
const withLater = (client: string) =>
  loadProduct(
    new Map([
      ...sources,
      ...Object.entries(later)
        .filter(([path]) => !sources.has(path))
        .map(([path, value]): [string, string] => [path, JSON.stringify(value)]),
    ]),
    client,
    fileMemory,
  );
const products = { copass: withLater('copass'), nuclep: withLater('nuclep') };

const menuOf = (permissions: readonly string[], product = real) =>
  createMenu(
    buildMenuModel(product.model, createAccess(staffGrants(permissions)), product.messages, 'UTC'),
    'Copass Saúde',
  );
const pathsOf = (permissions: readonly string[], product = real): readonly string[] =>
  menuOf(permissions, product).entries.map(({ path }) => path);
const pairOf = ({ permission }: Screen): string | undefined =>
  permission && `${permission.subject}:${permission.action}`;
/** Open to everybody who is signed in. */
const forAll = ['/notices'];

describe('routes', () => {
  it('have a title, an icon and a pair of action and subject, as document 1 has its own [permissions-route-metadata-doc1]', () => {
    const modules = ['acesso', 'base', 'cadastro', 'fundamento', 'localizacao'];
    const screens = real.model.screens.filter(({ module }) => modules.includes(module));
    expect(new Set(screens.map(({ module }) => module))).toEqual(new Set(modules));
    for (const { path, title, icon, permission } of screens)
      expect([path, title, icon, permission]).toEqual([
        path,
        expect.stringMatching(/^.{2,}/),
        expect.stringMatching(/^[a-z0-9-]+$/),
        { action: expect.stringMatching(/^\w+$/), subject: expect.stringMatching(/^\w+$/) },
      ]);
  });

  it('of document 2 have them too, but for the page of the news, whose row names no pair [permissions-route-metadata-doc2]', () => {
    const screens = real.model.screens.filter(({ module }) => ['home', 'links', 'util'].includes(module));
    expect(screens.filter(({ permission }) => permission === undefined).map(({ path }) => path)).toEqual(forAll);
    for (const { path, title, icon } of screens)
      expect([path, title.length > 1, real.model.screens.length > 0 && icon.length > 1]).toEqual([path, true, true]);
    expect(screens.find(({ path }) => path === '/ura')?.permission).toEqual({
      action: 'ura',
      subject: 'protocolodocumento',
    });
  });

  it('ask for list where nothing else is said [permissions-route-default-action-list]', () => {
    for (const path of [
      '/base',
      '/bancos',
      '/localizacao',
      '/cidades',
      '/fundamento',
      '/motivos',
      '/acesso',
      '/cadastro',
    ])
      expect(real.model.screens.find((screen) => screen.path === path)?.permission?.action).toBe('list');
    const said = [...sources].filter(([path, text]) => path.endsWith('/columns.json') && text.includes('"action"'));
    const silent = real.model.screens.filter(
      (screen) => screen.kind === 'registry' && !said.some(([path]) => path.includes(`/${screen.folder}/`)),
    );
    expect(new Set(silent.map(({ permission }) => permission?.action))).toEqual(new Set(['list']));
  });

  it('of /cadastro carry no flag about the login: it is a protected group like any other [guard-cadastro-no-login-flag]', () => {
    const cadastro = real.model.screens.find(({ path }) => path === '/cadastro');
    expect(cadastro).toMatchObject({ kind: 'group', flag: undefined, clients: undefined });
    expect(JSON.parse(sources.get('schemas/cadastro/menu.json') ?? '').groups).toEqual([
      {
        path: '/cadastro',
        title: 'Cadastro',
        icon: 'folder-open',
        parent: '/',
        permission: { subject: 'cadastro' },
        order: 10,
      },
    ]);
    expect(pathsOf([])).not.toContain('/cadastro');
  });
});

describe('menu and tiles', () => {
  const pairs = [...new Set(real.model.screens.flatMap((screen) => pairOf(screen) ?? []))].filter(
    (pair) => pair !== 'all:manage',
  );

  it('show an entry to whoever holds its pair, or manage on all, and to nobody else [permissions-menu-and-tile-visibility]', () => {
    fc.assert(
      fc.property(fc.subarray(pairs), (held) => {
        const shown = pathsOf(held);
        const wanted = real.model.screens.filter((screen) => {
          const pair = pairOf(screen);
          return pair === undefined ? screen.kind === 'screen' : held.includes(pair);
        });
        // A path of two screens stands there once.
        expect(shown).toEqual([...new Set(wanted.map(({ path }) => path))]);
      }),
      { numRuns: 100 },
    );
    expect(pathsOf(['all:manage'])).toEqual([...new Set(real.model.screens.map(({ path }) => path))]);
    // The home has a tile for each entry at the top.
    expect(
      menuOf(['base:list', 'banco:list'])
        .childrenOf('/')
        .map(({ path }) => path),
    ).toEqual(['/base', ...forAll]);
    expect(
      menuOf([])
        .childrenOf('/')
        .map(({ path }) => path),
    ).toEqual(forAll);
  });

  it("ask for the route's own action on its subject [permissions-entry-tile-block-visibility]", () => {
    for (const [held, shown] of [
      ['protocolodocumento:ura', true],
      ['protocolodocumento:manage', true],
      ['all:manage', true],
      ['all:ura', true],
      ['protocolodocumento:list', false],
      ['protocolo:ura', false],
      ['all:list', false],
    ] as const)
      expect([held, pathsOf([held]).includes('/ura')]).toEqual([held, shown]);
  });

  it('leave /beneficiarios/busca/sib out, which opens all the same [permissions-beneficiarios-busca-sib-hidden]', () => {
    const menu = menuOf(['pessoa:list', 'beneficiario:list'], products.copass);
    expect(menu.childrenOf('/pessoa').map(({ path }) => path)).toEqual(['/beneficiarios']);
    expect(menu.entryAt('/beneficiarios/busca/sib')).toMatchObject({ hidden: true, parent: '/pessoa' });
  });

  it('show what is for one client, or for a flag, there alone, whatever the rights', () => {
    for (const [client, shown] of [
      ['copass', true],
      ['nuclep', false],
    ] as const)
      expect([client, pathsOf(['all:manage'], products[client]).includes('/dashboard')]).toEqual([client, shown]);
    const flagged = new Map([
      ...sources,
      [
        'schemas/de-teste/menu.json',
        JSON.stringify({ groups: [entry('/de-teste', '/', 'deteste', { flag: 'autorizador.preautorizacao' })] }),
      ],
    ]);
    const off = JSON.parse(sources.get('clients/copass.json') ?? '') as { flags: Record<string, boolean> };
    off.flags['autorizador.preautorizacao'] = false;
    expect(pathsOf(['all:manage'], loadProduct(flagged, 'copass', fileMemory))).toContain('/de-teste');
    flagged.set('clients/copass.json', JSON.stringify({ ...off, flags: {} }));
    expect(pathsOf(['all:manage'], loadProduct(flagged, 'copass', fileMemory))).not.toContain('/de-teste');
  });

  it('show /dashboard for copass, to whom holds analisecomsc on autorizacao [permissions-dashboard-analisecomsc]', () => {
    const paths = ['/dashboard', '/dashboard/custo'];
    const seen = (permissions: readonly string[], client: keyof typeof products) =>
      paths.filter((path) => pathsOf(permissions, products[client]).includes(path));
    expect(seen(['autorizacao:analisecomsc'], 'copass')).toEqual(paths);
    expect(seen(['autorizacao:list', 'dashboard:list'], 'copass')).toEqual([]);
    expect(seen(['all:manage'], 'nuclep')).toEqual([]);
  });

  it('ask for the action exportacao below /exportacao, which itself asks for list [permissions-exportacao-action]', () => {
    const seen = (...permissions: readonly string[]) =>
      pathsOf(permissions, products.copass).filter((path) => path.startsWith('/exportacao'));
    expect(seen('cpm:exportacao', 'exportacao:list')).toEqual(['/exportacao', '/exportacao/cpm']);
    expect(seen('cpm:list', 'exportacao:list')).toEqual(['/exportacao']);
    expect(seen('cpm:exportacao')).toEqual(['/exportacao/cpm']);
  });

  it("below /cadastro lead to the beneficiary's own record under beneficiariologado [roles-cadastro-own-records]", () => {
    const at = (...permissions: readonly string[]) => menuOf(permissions, products.copass).entryAt('/beneficiarios');
    expect(at('beneficiariologado:list', 'cadastro:list')).toMatchObject({
      title: 'Meu cadastro',
      parent: '/cadastro',
    });
    expect(at('beneficiario:list', 'pessoa:list')).toMatchObject({ title: 'Beneficiário', parent: '/pessoa' });
    // Wherever they stand in the menu, of two the one whose route it is counts first.
    expect(at('beneficiariologado:list', 'cadastro:list', 'beneficiario:list', 'pessoa:list')?.title).toBe(
      'Beneficiário',
    );
    expect(at('pessoa:list')).toBeUndefined();
  });

  it("show 'Segunda Via Boleto' on the path of the entry before it to the logged-in member [roles-segunda-via-boleto-entry]", () => {
    const at = (...permissions: readonly string[]) =>
      menuOf(permissions, products.copass).entryAt('/fichas-financeiras')?.title;
    expect(at('beneficiariologado:list')).toBe('Segunda Via Boleto');
    expect(at('fichafinanceira:list')).toBe('Ficha Financeira');
    expect(at('financeiro:list')).toBeUndefined();
  });
});

describe('a path of two screens', () => {
  it('is that of Digitar Faturas below /tiss and of Atender Autorização [frame-digitar-faturas-shared-path]', () => {
    const at = (...permissions: readonly string[]) =>
      menuOf(permissions, products.copass).entryAt('/atendimento-autorizacao');
    expect(at('tiss:list', 'digitarfatura:list')).toMatchObject({ title: 'Digitar Faturas', parent: '/tiss' });
    expect(at('principal:list', 'atendimentoautorizacao:list')).toMatchObject({
      title: 'Atender Autorização',
      parent: '/principal',
    });
  });
});

describe('registries in the menu', () => {
  it('say whether the person includes or changes their records; what has no table of its own is written by nobody', () => {
    const writable = (...permissions: readonly string[]) =>
      menuOf(permissions)
        .entries.filter(({ writes }) => writes === true)
        .map(({ path }) => path);
    expect(writable('banco:list', 'cidade:list', 'banco:view', 'banco:delete', 'banco:audit')).toEqual([]);
    expect(writable('banco:list', 'cidade:list', 'banco:insert')).toEqual(['/bancos']);
    expect(writable('banco:list', 'cidade:list', 'cidade:update')).toEqual(['/cidades']);
    expect(writable('banco:insert')).toEqual([]);
    const all = writable('all:manage');
    expect(all).toEqual(expect.arrayContaining(['/bancos', '/cidades']));
    const kept = (path: string) => {
      const screen = real.model.screens.find((one) => one.path === path);
      const entity = screen?.kind === 'registry' ? real.model.entities[screen.entity] : undefined;
      return entity !== undefined && entity.log === undefined && entity.view === undefined;
    };
    expect(all.filter((path) => !kept(path))).toEqual([]);
    expect(all).not.toContain('/eventos-acesso');
  });
});

describe('reports in the menu', () => {
  it('say that they are, and are written by nobody, whoever writes the records that they are of', () => {
    const { entries } = buildMenuModel(real.model, createAccess(staffGrants(['all:manage'])), real.messages, 'UTC');
    const reports = entries.filter(({ kind }) => kind === 'report');
    expect(reports.map(({ path }) => path)).toContain('/relatorio/faturamento/faturamento-glosa');
    expect(reports.filter(({ writes }) => writes === true)).toEqual([]);
    expect(entries.find(({ path }) => path === '/guias')?.kind).toBe('registry');
  });
});

describe('permissions', () => {
  it('are pairs of an action and a subject [permissions-pair]', () => {
    const held = ['banco:view', 'autorizacao:orcamento'];
    expect(
      ['view', 'orcamento', 'list'].flatMap((action) =>
        ['banco', 'autorizacao', 'view']
          .filter((subject) => permits(held, action, subject))
          .map((s) => `${s}:${action}`),
      ),
    ).toEqual(held);
  });

  it('know the actions of document 2 section 6, each for itself [permissions-actions]', () => {
    const actions = [
      ...['list', 'view', 'insert', 'manage', 'all', 'exportacao', 'ura', 'removecartoes', 'analisecomsc'],
      ...['estornoremessa', 'autanexo', 'autrealizadas', 'autconsulta', 'autguiasemonus'],
      ...['autguiacomprovantepresencial', 'authistorico', 'autinternacao', 'autodonto', 'autspsadt', 'orcamento'],
      ...['preautorizar', 'acompanharautorizacaobeneficiario', 'rep001', 'rep267', 'rep999'],
    ];
    for (const held of actions) {
      const access = createAccess(staffGrants([`assunto:${held}`]));
      const granted = actions.filter((action) => access.can(action, 'assunto'));
      expect([held, granted]).toEqual([held, held === 'manage' ? actions : [held]]);
      expect(access.can(held, 'outro')).toBe(false);
    }
  });

  it('open the account settings to whom holds list on usuario [permissions-account-settings-needs-list-usuario]', () => {
    const may = (...permissions: readonly string[]) =>
      mayManageAccounts({ session: { ...noSession, user: sessionUser(permissions) } } satisfies WithSession);
    expect([may('usuario:list'), may('usuario:manage'), may('all:manage')]).toEqual([true, true, true]);
    expect([may(), may('usuario:view'), may('banco:list')]).toEqual([false, false, false]);
  });
});

describe('the menu of somebody who sees own records alone', () => {
  const pairs = [
    'programasaude:list',
    'feriado:list',
    'autorizacao:acompanharautorizacaobeneficiario',
    'beneficiariologado:list',
  ];
  const member = createAccess({
    userId: 1,
    prestadorIds: [],
    beneficiarioId: 7,
    groups: [groupOf(pairs)],
    user: sessionUser(pairs, { beneficiario: true }),
  });
  const topOf = (access: Access) =>
    createMenu(buildMenuModel(real.model, access, real.messages, 'UTC'), 'Copass Saúde')
      .childrenOf('/')
      .map(({ path }) => path);

  it('begins with these, and goes on with the tables, each in the order of the menu', () => {
    expect(topOf(member)).toEqual([
      ...['/acompanhar-autorizacoes-beneficiario', '/fichas-financeiras', '/beneficiarios'],
      ...['/feriados', '/programas-saude', '/notices'],
    ]);
  });

  it('is in one order for staff with the same pairs', () => {
    expect(topOf(createAccess(staffGrants(pairs)))).toEqual([
      ...['/feriados', '/programas-saude'],
      ...['/acompanhar-autorizacoes-beneficiario', '/fichas-financeiras', '/notices', '/beneficiarios'],
    ]);
  });
});
