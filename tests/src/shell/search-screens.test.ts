import { describe, expect, it } from 'vitest';
import type { MenuEntry } from '../../../engine/model/screen-types.ts';
import { withFavorite, withRecent } from '../../../engine/ui/runtime/use-marked-screens.ts';
import { createMenu } from '../../../engine/ui/runtime/use-menu.ts';
import { rightsBySubject } from '../../../src/screens/rights-by-subject.ts';
import { findScreens, newRecordTargets, recordSearches } from '../../../src/shell/search-screens.ts';
import { indexTitles, pathsFor } from '../../../src/shell/tree-rows.ts';
import { drawMark } from '../../../src/shell/use-favicon.ts';

const entry = (path: string, parent: string, title: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  path,
  parent,
  title,
  icon: 'map',
  kind: 'registry',
  hidden: false,
  ...more,
});

const menu = createMenu(
  {
    entries: [
      entry('/base', '/', 'Base', { kind: 'group' }),
      entry('/bancos', '/base', 'Banco'),
      entry('/contas', '/base', 'Conta de banco'),
      entry('/cidades', '/', 'Cidade'),
      entry('/ocultos', '/base', 'Banco oculto', { hidden: true }),
      ...[1, 2, 3, 4, 5, 6].map((number) => entry(`/outros-${number}`, '/', `Outro ${number}`)),
    ],
  },
  'Copass',
);
const titles = indexTitles(menu);
const paths = (entries: readonly MenuEntry[]) => entries.map(({ path }) => path);
const searches = (near: readonly string[], query: string) =>
  recordSearches(
    menu,
    near.flatMap((path) => menu.entryAt(path) ?? []),
    query,
  ).map((search) => `${search.entry.path} ${search.term}`);

describe('Ctrl+K', () => {
  it('finds the screens that begin with the words, then those that hold them, then those below them; those of no menu last, by name alone', () => {
    expect(paths(findScreens(menu, titles, 'banco'))).toEqual(['/bancos', '/contas', '/ocultos']);
    expect(paths(findScreens(menu, titles, 'base'))).toEqual(['/base', '/bancos', '/contas']);
    expect(findScreens(menu, titles, 'xyz')).toEqual([]);
  });

  it.each([
    ['autorizacao', ['/guias-autorizacao']],
    ['AUTORIZAÇÕES', ['/guias-autorizacao']],
    ['guia autorização', ['/guias-autorizacao']],
    ['papel', ['/papeis']],
    ['item', ['/itens']],
    ['mes', ['/mes']],
    ['meses', []],
  ])('finds %s whichever the number that it stands in', (query, found) => {
    const plural = createMenu(
      {
        entries: [
          entry('/guias-autorizacao', '/', 'Guias de Autorizações'),
          entry('/papeis', '/', 'Papéis'),
          entry('/itens', '/', 'Itens'),
          entry('/mes', '/', 'Mês'),
        ],
      },
      'Copass',
    );
    expect(paths(findScreens(plural, indexTitles(plural), query))).toEqual(found);
    expect(paths(plural.entries.filter(({ path }) => pathsFor(plural, indexTitles(plural), query).has(path)))).toEqual(
      found,
    );
  });

  it('looks for records near the person first, in six registries at most, from two characters on', () => {
    expect(searches(['/cidades', '/base', '/cidades'], ' betim ')).toEqual([
      '/cidades betim',
      '/bancos betim',
      '/contas betim',
      '/outros-1 betim',
      '/outros-2 betim',
      '/outros-3 betim',
    ]);
    expect(searches(['/cidades'], 'b')).toEqual([]);
  });

  it('looks for the rest of the words in the registry that the first one names', () => {
    expect(searches([], 'cidade belo horizonte').slice(0, 2)).toEqual([
      '/cidades belo horizonte',
      '/bancos cidade belo horizonte',
    ]);
    expect(searches([], 'banco oculto betim').slice(0, 2)).toEqual(['/bancos oculto betim', '/ocultos oculto betim']);
  });

  it('offers a new record of the registries that are named after the word', () => {
    expect(paths(newRecordTargets(menu, titles, 'Nova cidade'))).toEqual(['/cidades']);
    expect(paths(newRecordTargets(menu, titles, 'novo'))).toEqual([]);
    expect(paths(newRecordTargets(menu, titles, 'cidade nova'))).toEqual([]);
  });

  it('finds a report by its name, looks for no records in it and offers no new one', () => {
    const report = entry('/bancos-por-cidade', '/', 'Banco por cidade', { kind: 'report' });
    const some = createMenu({ entries: [report, entry('/bancos', '/', 'Banco')] }, 'Copass');
    expect(paths(findScreens(some, indexTitles(some), 'banco'))).toEqual(['/bancos-por-cidade', '/bancos']);
    expect(paths(newRecordTargets(some, indexTitles(some), 'novo banco'))).toEqual(['/bancos']);
    const looked = recordSearches(some, [report], 'banco itau').map((search) => `${search.entry.path} ${search.term}`);
    expect(looked).toEqual(['/bancos itau']);
  });
});

describe('the screens of late', () => {
  it('are kept newest first, each once, twelve at most', () => {
    const before = Array.from({ length: 12 }, (_, index) => `/${index}`);
    expect(withRecent(before, '/x')).toEqual(['/x', ...before.slice(0, 11)]);
    expect(withRecent(before, '/3')).toEqual(['/3', ...before.filter((path) => path !== '/3')]);
    expect(withRecent(before, '/0')).toBe(before);
  });
});

describe('the favourites', () => {
  it('are marked and unmarked, forty at most', () => {
    expect(withFavorite(['/a'], '/b')).toEqual(['/a', '/b']);
    expect(withFavorite(['/a', '/b'], '/a')).toEqual(['/b']);
    const many = Array.from({ length: 40 }, (_, index) => `/${index}`);
    expect(withFavorite(many, '/x')).toEqual([...many.slice(1), '/x']);
  });
});

describe('the mark of a client', () => {
  it('holds its letters on its accent, and nothing that would be markup', () => {
    const drawn = decodeURIComponent(drawMark('C<', 'blue'));
    expect(drawn).toContain('fill="#0168bc"');
    expect(drawn).toContain('>C</text>');
    expect(decodeURIComponent(drawMark('N', 'nobody'))).toContain('fill="#04786e"');
  });
});

describe('the rights of an account', () => {
  it('are put together by subject', () => {
    expect(rightsBySubject(['cid:view', 'banco:list', 'cid:list', 'a:b:list'])).toEqual([
      { subject: 'a:b', actions: ['list'] },
      { subject: 'banco', actions: ['list'] },
      { subject: 'cid', actions: ['list', 'view'] },
    ]);
  });
});
