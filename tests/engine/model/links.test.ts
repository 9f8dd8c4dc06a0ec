import { describe, expect, it } from 'vitest';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

const menuWith = (links: readonly object[]): ReadonlyMap<string, string> =>
  new Map([
    [
      'schemas/portal/menu.json',
      JSON.stringify({ groups: [{ path: '/portal', title: 'Portal', icon: 'globe', parent: '/' }], links }),
    ],
  ]);
const issuesOf = (links: readonly object[]): readonly string[] => {
  const files = loadFiles(menuWith(links));
  const { issues } = compile(resolve(files, undefined), catalogues);
  return [...files.issues, ...issues].map(({ code, origin }) => `${code} ${origin.pointer}`);
};
const link = { path: '/link/ans', href: 'https://www.gov.br/ans', title: 'ANS', icon: 'landmark', parent: '/portal' };

describe('a link of the menu', () => {
  it('is an entry of its own kind, below its group, with the page outside', () => {
    const { model } = compile(
      resolve(loadFiles(menuWith([{ ...link, permission: { subject: 'linkans' } }])), undefined),
      catalogues,
    );
    expect(model.screens.map(({ path }) => path)).toEqual(['/portal', '/link/ans']);
    expect(model.screens[1]).toEqual({
      kind: 'link',
      path: '/link/ans',
      href: 'https://www.gov.br/ans',
      title: 'ANS',
      icon: 'landmark',
      module: 'portal',
      parent: '/portal',
      permission: { action: 'list', subject: 'linkans' },
      hidden: false,
      order: 1000,
      clients: undefined,
      flag: undefined,
    });
  });

  it.each([
    ['http://www.gov.br/ans'],
    ['javascript:alert(1)'],
    ['//www.gov.br'],
    ['https://'],
    ['https://user@www.gov.br'],
    ['https://www.gov.br/a b'],
    ['/bancos'],
  ])('leads by https to another site, not to %s', (href) => {
    expect(issuesOf([{ ...link, href }])).toEqual(['LANGUAGE_VALUE_INVALID /links/0/href']);
  });

  it('needs a page, an icon that there is, a parent that there is and a route that nobody has', () => {
    const { href: _, ...without } = link;
    expect(issuesOf([without])).toEqual(['LANGUAGE_KEY_MISSING /links/0']);
    expect(issuesOf([{ ...link, icon: 'landmrk' }])).toEqual(['MODEL_ICON_UNKNOWN /links/0/icon']);
    expect(issuesOf([{ ...link, parent: '/portais' }])).toEqual(['MODEL_PARENT_MISSING /links/0/parent']);
    expect(issuesOf([link, link])).toEqual(['MODEL_ROUTE_DUPLICATE /links/1/path']);
    expect(issuesOf([{ ...link, clients: ['ninguem'] }])).toEqual(['MODEL_CLIENT_MISSING /links/0/clients/0']);
  });
});
