import { beforeAll, expect, test } from 'vitest';
import type { MenuModel } from '../../../engine/contract/screen-model.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const group = (path: string, parent: string, title: string) => ({
  groups: [{ path, parent, title, permission: { subject: path.slice(1) } }],
});
/** Groups that modules of their own will hang below /cadastro, and a link that needs a right. */
const files = {
  'schemas/acesso/menu.json': group('/acesso', '/cadastro', 'Acesso'),
  'schemas/elegibilidade/menu.json': group('/consulta-elegibilidade', '/cadastro', 'Consulta Elegibilidade'),
  // What everybody has is of no account here.
  'schemas/home/menu.json': '',
};

forEachDatabase((open) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files });
  });
  const callerOf = async (name: string, permissions: readonly string[]) => {
    const { login, password } = await createUser(product.database, name, permissions);
    return product.as(login, password);
  };

  test('/cadastro also holds the groups acesso, base, eligibility, fundamento, localizacao and pessoa [frame-cadastro-includes-groups]', async () => {
    const admin = await product.as(administrator.login, administrator.password);
    const { entries } = (await admin.call('GET', '/api/model')).json() as MenuModel;
    const groups = entries.filter(({ parent, kind }) => parent === '/cadastro' && kind === 'group');
    expect(groups.map(({ path }) => path).toSorted()).toEqual([
      '/acesso',
      '/base',
      '/consulta-elegibilidade',
      '/fundamento',
      '/localizacao',
      '/pessoa',
    ]);
  });

  test('a link tells its page to who may open it, and nobody else', async () => {
    const may = await callerOf('com-link', ['link:list', 'linkans:list']);
    expect(((await may.call('GET', '/api/model')).json() as MenuModel).entries).toEqual([
      { path: '/links', title: 'Links', icon: 'link', parent: '/', kind: 'group', hidden: false },
      {
        path: '/link/ans',
        title: 'ANS',
        icon: 'landmark',
        parent: '/links',
        kind: 'link',
        hidden: false,
        href: 'https://www.gov.br/ans/pt-br',
      },
    ]);
    const mayNot = await callerOf('sem-link', ['banco:list']);
    const answer = await mayNot.call('GET', '/api/model');
    expect(answer.body).not.toContain('gov.br');
    for (const [path, title] of [
      ['/links', 'Links'],
      ['/link/ans', 'ANS'],
    ] as const)
      expect(refusalOf(await mayNot.call('GET', `/api/model/screen?path=${path}`))).toEqual({
        status: 403,
        body: await refusalBody('ACCESS_DENIED', { action: 'list', title }),
      });
  });

  test('neither group nor link has a screen model', async () => {
    const admin = await product.as(administrator.login, administrator.password);
    for (const path of ['/links', '/link/ans'])
      expect((await admin.call('GET', `/api/model/screen?path=${path}`)).statusCode).toBe(404);
  });
});
