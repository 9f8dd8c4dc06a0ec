import { beforeAll, expect, test, vi } from 'vitest';
import { permits, splitPair } from '../../../engine/access/permission-pair.ts';
import type { Me } from '../../../engine/contract/session.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { noRoles } from '../../support/grants.ts';
import type { TestProduct } from '../../support/product.ts';
import { startTestProduct } from '../../support/product.ts';

const roles = {
  operadora: 'operadora',
  prestador: 'prestador',
  prestadorAdministrativo: 'prestador_administrativo',
  beneficiario: 'beneficiario',
  dependente: 'dependente',
  ouvidoria: 'ouvidoria',
  auditor: 'auditor',
  admin: 'admin',
} as const;

forEachDatabase((open) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
  });

  test('the roles come from the user record, each by itself [roles-from-user-record]', async () => {
    const { call } = await product.enter('ana', []);
    for (const [role, column] of Object.entries(roles)) {
      const set = Object.values(roles).map((one) => `${one} = ${one === column}`);
      await product.database.execute(`update usuario set ${set.join(', ')} where login = 'ana'`);
      // Every process is told, a moment later.
      await vi.waitFor(async () => {
        const { user } = (await call('GET', '/api/auth/me')).json() as Me;
        const held = Object.keys(noRoles).filter((name) => user[name as keyof typeof noRoles]);
        expect(held).toEqual([role]);
      });
    }
  });

  test("each 'subject:action' pair of the groups is loaded, and is a permission [permissions-pairs-loaded]", async () => {
    const pairs = ['autorizacao:orcamento', 'banco:list', 'banco:view', 'report:rep267'];
    const { call } = await product.enter('bia', pairs);
    const { user } = (await call('GET', '/api/auth/me')).json() as Me;
    expect(user.permissions.toSorted()).toEqual(pairs);
    for (const pair of pairs) {
      const { subject, action } = splitPair(pair);
      expect([pair, permits(user.permissions, action, subject)]).toEqual([pair, true]);
    }
    // Those of another group come beside them, once each.
    await product.database.execute(`with g as (insert into grupo (nome) values ('mais') returning id),
      m as (insert into usuario_grupo (usuario_id, grupo_id) select u.id, g.id from usuario u, g where u.login = 'bia')
      insert into regra (grupo_id, assunto, acao) select g.id, s, 'list' from g, unnest(array['banco', 'cidade']) s`);
    await vi.waitFor(async () => {
      const more = ((await call('GET', '/api/auth/me')).json() as Me).user.permissions;
      expect(more.toSorted()).toEqual([...pairs, 'cidade:list'].toSorted());
    });
  });
});
