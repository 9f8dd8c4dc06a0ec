import { beforeAll, expect, test } from 'vitest';
import { createCompiled } from '../../../engine/api/runtime.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fichaFiles } from '../../support/ficha-files.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, createUser, startTestProduct } from '../../support/product.ts';

forEachDatabase((open) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files: fichaFiles() });
  });
  /** What the header is told to ask this person for. */
  const asked = async (
    name: string,
    permissions: readonly string[],
    more: Parameters<typeof createUser>[3] = {},
    path = '/fichas',
  ): Promise<string | undefined> => {
    const { login, password } = await createUser(product.database, name, permissions, more);
    const caller = await product.as(login, password);
    const answer = await caller.call('GET', `/api/model/screen?path=${path}`);
    expect(answer.statusCode).toBe(200);
    const { provider, screen } = answer.json() as ScreenModel;
    // The screen as the files have it tells nobody which relation it is.
    expect(screen.provider).toBeUndefined();
    return provider;
  };
  const rights = ['ficha:list', 'credenciado:list'];

  test('a screen that works for a provider asks who is none for one', async () => {
    const admin = await product.as(administrator.login, administrator.password);
    const model = (await admin.call('GET', '/api/model/screen?path=/fichas')).json() as ScreenModel;
    expect(model.provider).toBe('credenciado_id');
    expect(await asked('equipe', rights)).toBe('credenciado_id');
  });

  test('nobody is asked on another screen', async () => {
    expect(await asked('outra-tela', rights, {}, '/credenciados')).toBeUndefined();
  });

  test('a provider is not asked, for it works for itself', async () => {
    expect(await asked('prestador', rights, { roles: { prestador: true, prestador_registro: 1 } })).toBeUndefined();
  });

  test('who may not read the relation, or the providers, is not asked either', async () => {
    expect(await asked('sem-campo', rights, { hidden: ['ficha.credenciado'] })).toBeUndefined();
    expect(await asked('sem-cadastro', ['ficha:list'])).toBeUndefined();
  });

  test('where no scope makes rows a provider’s, the choice of one changes nothing', async () => {
    const admin = await product.as(administrator.login, administrator.password);
    const { current } = product.runtime;
    const entities = Object.entries(current.model.entities).map(([name, entity]) => [
      name,
      { ...entity, scope: entity.scope?.filter(({ role }) => role !== 'prestador') },
    ]);
    product.runtime.current = createCompiled(
      { ...current.model, entities: Object.fromEntries(entities) },
      current.messages,
    );
    try {
      const answer = await admin.call('GET', '/api/fichas', { headers: { 'fichario-provider': '7' } });
      expect([answer.statusCode, answer.json()]).toEqual([200, []]);
    } finally {
      product.runtime.current = current;
    }
  });
});
