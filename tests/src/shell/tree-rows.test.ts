import { describe, expect, it } from 'vitest';
import type { MenuEntry } from '../../../engine/model/screen-types.ts';
import { createMenu } from '../../../engine/ui/runtime/use-menu.ts';
import { markWords, matchesWords } from '../../../src/shell/matches-words.ts';
import { branchesOf, findByType, indexTitles, moveInTree, pathsFor, treeRows } from '../../../src/shell/tree-rows.ts';
import fc from '../../support/laws.ts';

const entry = (path: string, parent: string, title: string, kind: MenuEntry['kind'] = 'registry'): MenuEntry => ({
  path,
  parent,
  title,
  icon: 'map',
  kind,
  hidden: false,
});

const menu = createMenu(
  {
    entries: [
      entry('/cadastro', '/', 'Cadastro', 'group'),
      entry('/base', '/cadastro', 'Base', 'group'),
      entry('/bancos', '/base', 'Banco'),
      entry('/orgaos', '/base', 'Órgão de {cliente}'),
      entry('/cidades', '/cadastro', 'Cidade'),
      entry('/links', '/', 'Links', 'group'),
    ],
  },
  'Copass',
);
const titles = indexTitles(menu);
const keys = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key);
const lists = [
  { key: 'favorites', title: 'Favoritas', entries: [entry('/bancos', '/base', 'Banco')] },
  { key: 'recents', title: 'Recentes', entries: [] },
];

describe('the rows of the menu tree', () => {
  it('stand in menu order, each with its level and its place among its siblings', () => {
    expect(treeRows(menu, [], new Set(), undefined).map(({ entry: _, ...row }) => row)).toEqual([
      { key: '/cadastro', title: 'Cadastro', level: 1, position: 1, siblings: 2, open: true, parent: undefined },
      { key: '/base', title: 'Base', level: 2, position: 1, siblings: 2, open: true, parent: '/cadastro' },
      { key: '/bancos', title: 'Banco', level: 3, position: 1, siblings: 2, open: undefined, parent: '/base' },
      {
        key: '/orgaos',
        title: 'Órgão de Copass',
        level: 3,
        position: 2,
        siblings: 2,
        open: undefined,
        parent: '/base',
      },
      { key: '/cidades', title: 'Cidade', level: 2, position: 2, siblings: 2, open: undefined, parent: '/cadastro' },
      { key: '/links', title: 'Links', level: 1, position: 2, siblings: 2, open: undefined, parent: undefined },
    ]);
  });

  it('hide what lies in a closed group', () => {
    expect(keys(treeRows(menu, [], new Set(['/base']), undefined))).toEqual([
      '/cadastro',
      '/base',
      '/cidades',
      '/links',
    ]);
  });

  it('are cut into branches, each what stands on the two top levels with all that lies below it', () => {
    const rows = treeRows(menu, lists, new Set(), undefined);
    expect(branchesOf(rows).map(({ first, length }) => keys(rows.slice(first, first + length)))).toEqual([
      ['favorites'],
      ['favorites /bancos'],
      ['/cadastro'],
      ['/base', '/bancos', '/orgaos'],
      ['/cidades'],
      ['/links'],
    ]);
    expect(branchesOf([])).toEqual([]);
  });

  it("begin with the person's own lists, less the empty ones, which count among the siblings", () => {
    const rows = treeRows(menu, lists, new Set(['/cadastro']), undefined);
    expect(keys(rows)).toEqual(['favorites', 'favorites /bancos', '/cadastro', '/links']);
    expect(rows.map(({ position, siblings }) => [position, siblings])).toEqual([
      [1, 3],
      [1, 1],
      [2, 3],
      [3, 3],
    ]);
  });

  it.each([
    ['orgao', ['/cadastro', '/base', '/orgaos']],
    ['base BAN', ['/cadastro', '/base', '/bancos']],
    ['base', ['/cadastro', '/base', '/bancos', '/orgaos']],
    ['copass', ['/cadastro', '/base', '/orgaos']],
    ['nada', []],
  ])('for the filter "%s" are what matches and the groups above, all open, and no list', (words, found) => {
    const shown = pathsFor(menu, titles, words);
    expect(keys(treeRows(menu, lists, new Set(['/cadastro', '/base']), shown))).toEqual(found);
  });
});

describe('the keys of the menu tree', () => {
  const rows = treeRows(menu, [], new Set(['/base']), undefined);
  it.each([
    [0, 'ArrowDown', { to: 1 }],
    [3, 'ArrowDown', { to: 3 }],
    [0, 'ArrowUp', { to: 0 }],
    [2, 'Home', { to: 0 }],
    [0, 'End', { to: 3 }],
    [1, 'ArrowRight', { toggle: '/base' }],
    [0, 'ArrowRight', { to: 1 }],
    [2, 'ArrowRight', { to: 2 }],
    [0, 'ArrowLeft', { toggle: '/cadastro' }],
    [1, 'ArrowLeft', { to: 0 }],
    [3, 'ArrowLeft', { to: 3 }],
    [0, 'x', undefined],
  ])('on row %i, %s leads to %j', (at, key, move) => {
    expect(moveInTree(rows, at, key)).toEqual(move);
  });

  it('lead nowhere in an empty tree', () => {
    expect(moveInTree([], 0, 'ArrowDown')).toBeUndefined();
    expect(findByType([], 0, 'a')).toBe(-1);
  });

  it.each([
    [0, 'c', 2],
    [2, 'c', 0],
    [0, 'ca', 0],
    [0, 'ci', 2],
    [0, 'z', -1],
  ])('on row %i, typing "%s" leads to row %i', (at, typed, row) => {
    expect(findByType(rows, at, typed)).toBe(row);
  });
});

describe('the words that were found', () => {
  it('are marked whatever the accents and the case', () => {
    expect(markWords('Órgão do município', 'orgao MUNI')).toEqual([
      { text: 'Órgão', found: true },
      { text: ' do ', found: false },
      { text: 'muni', found: true },
      { text: 'cípio', found: false },
    ]);
  });

  it('take nothing from the text, and there are some wherever the text matches', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ maxLength: 5 }), (text, words) => {
        const parts = markWords(text, words);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        if (words.trim() !== '' && matchesWords(text, words)) expect(parts.some(({ found }) => found)).toBe(true);
      }),
    );
  });
});
