import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../engine/access/access.ts';
import { reachableScreens } from '../../../engine/contract/build-menu-model.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { loadScreen, screenViews } from '../../../src/screens/index.ts';
import { staffGrants } from '../../support/grants.ts';

const screen = {
  path: '/config-permissoes',
  view: 'permissions',
  title: 'Config Permissão',
  icon: 'key',
  parent: '/acesso',
  permission: { subject: 'configpermissao' },
  search: true,
};
const compiled = (screens: readonly object[]) => {
  const menu = { groups: [{ path: '/acesso', title: 'Acesso', icon: 'key', parent: '/' }], screens };
  const files = loadFiles(new Map([['schemas/acesso/menu.json', JSON.stringify(menu)]]));
  const { model, issues } = compile(resolve(files, undefined), catalogues);
  return { model, issues: [...files.issues, ...issues].map(({ code, origin }) => `${code} ${origin.pointer}`) };
};

describe('a screen of the menu that a view of the product draws', () => {
  it('is an entry of its own kind, below its group, with the name of its view', () => {
    expect(compiled([screen]).model.screens[1]).toEqual({
      kind: 'screen',
      path: '/config-permissoes',
      view: 'permissions',
      search: true,
      title: 'Config Permissão',
      icon: 'key',
      module: 'acesso',
      parent: '/acesso',
      permission: { action: 'list', subject: 'configpermissao' },
      hidden: false,
      order: 1000,
      clients: undefined,
      flag: undefined,
    });
  });

  it('names a view that the product has, says who opens it, and stands on a route that nobody has', () => {
    const { permission: _, ...without } = screen;
    expect(compiled([screen]).issues).toEqual([]);
    expect(compiled([{ ...screen, view: 'permisions' }]).issues).toEqual(['MODEL_VIEW_UNKNOWN /screens/0/view']);
    expect(compiled([{ ...screen, view: '../permissions' }]).issues).toContain(
      'LANGUAGE_VALUE_INVALID /screens/0/view',
    );
    expect(compiled([without]).issues).toEqual(['LANGUAGE_KEY_MISSING /screens/0']);
    expect(compiled([screen, screen]).issues).toEqual(['MODEL_ROUTE_DUPLICATE /screens/1/path']);
    expect(compiled([{ ...screen, path: '/model/x' }]).issues).toEqual(['MODEL_ROUTE_RESERVED /screens/0/path']);
  });

  it('is open to who holds its pair, or to every signed-in user where it says so', () => {
    const { model } = compiled([screen, { ...screen, path: '/novidades', permission: 'everyone' }]);
    const paths = (pairs: readonly string[]) =>
      reachableScreens(model, createAccess(staffGrants(pairs))).map(({ path }) => path);
    expect(paths([])).toEqual(['/acesso', '/novidades']);
    expect(paths(['configpermissao:list'])).toEqual(['/acesso', '/config-permissoes', '/novidades']);
    expect(paths(['configpermissao:view'])).toEqual(['/acesso', '/novidades']);
  });

  it.each(Object.keys(screenViews))('is drawn by %s, which there is', async (view) => {
    const { default: drawn } = await loadScreen({
      path: '/x',
      title: 'X',
      icon: 'key',
      parent: '/',
      kind: 'screen',
      hidden: false,
      view,
    });
    expect(typeof drawn).toBe('function');
  });

  it('is refused where nothing draws it', () => {
    const entry = { path: '/x', title: 'X', icon: 'key', parent: '/', kind: 'screen', hidden: false } as const;
    expect(() => loadScreen({ ...entry, view: 'outra' })).toThrow("no view is called 'outra'");
  });
});
