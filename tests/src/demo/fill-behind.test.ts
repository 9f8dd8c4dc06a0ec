/** The demonstration data behind a start: said to be coming from the first moment on, until they are there or given up. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { beginFilling, fillBehind } from '../../../src/demo/fill-behind.ts';
import { createFirstUsers } from '../../../src/session/first-users.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { insertBeneficiary, insertProviders } from '../../support/linked-records.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const isFilling = async (): Promise<unknown> => {
    const admin = await product.as(administrator.login, administrator.password);
    return ((await admin.call('GET', '/api/trabalhos/agora')).json() as { filling: boolean }).filling;
  };

  test('are told of until the product is closed', async () => {
    expect(await isFilling()).toBe(false);
    const failures: unknown[] = [];
    const filling = fillBehind(
      product,
      () => undefined,
      (error) => failures.push(error),
    );
    expect(await isFilling()).toBe(true);
    await filling.close();
    expect([await isFilling(), failures]).toEqual([false, []]);
  });

  test('are those of the demonstration logins as soon as they are there', async () => {
    const demonstration = { demonstration: true, administrator: undefined };
    const links = async (): Promise<readonly unknown[]> =>
      (
        await database.query<Record<string, unknown>>({
          text: `select login, prestador_registro_id as provider, beneficiario_registro_id as person from usuario
            where prestador or prestador_administrativo or beneficiario order by login`,
          values: [],
        })
      ).rows.map((row) => Object.values(row));
    await createFirstUsers(database, product.runtime.current.model, demonstration);
    const none = [
      ['beneficiario', null, null],
      ['faturista', null, null],
      ['prestador', null, null],
    ];
    expect(await links()).toEqual(none);
    const admin = await product.as(administrator.login, administrator.password);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const told: unknown[] = [];
    const filling = fillBehind(
      product,
      (count) => told.push(count),
      (error) => told.push(error),
      async () => {
        await insertProviders(admin, 'C1', 'C2');
        await insertBeneficiary(admin, 'B1');
        return { prestador: 2, beneficiario: 1 };
      },
    );
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(product.runtime.filling).toBe(false), { timeout: 30_000 });
    await filling.close();
    const linked = [
      ['beneficiario', null, 1],
      ['faturista', 1, null],
      ['prestador', 1, null],
    ];
    const beside = async (): Promise<readonly unknown[]> =>
      (
        await database.query<Record<string, unknown>>({
          text: `select u.login, a.prestador_id as provider from usuario_prestadores a join usuario u on u.id = a.usuario_id`,
          values: [],
        })
      ).rows.map((row) => Object.values(row));
    expect([told, await links(), await beside()]).toEqual([[3], linked, [['faturista', 2]]]);
    // Who was given another record keeps it.
    await database.execute("update usuario set prestador_registro_id = 2 where login = 'prestador'");
    // Nor is given anew what somebody took away.
    await database.execute('delete from usuario_prestadores');
    await createFirstUsers(database, product.runtime.current.model, demonstration);
    expect(await links()).toEqual([linked[0], linked[1], ['prestador', 2, null]]);
    expect(await beside()).toEqual([]);
  });

  test('come also where somebody types before they do, once a start has said so', async () => {
    const fresh = await startTestProduct(await open({ from: 'product' }));
    expect(await beginFilling(fresh)).toBeUndefined();
    const admin = await fresh.as(administrator.login, administrator.password);
    await insertRow(admin, '/bancos', { codigo: '998', nome: 'Banco digitado' });
    expect(await beginFilling(fresh)).toBeUndefined();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failures: unknown[] = [];
    const filling = fillBehind(
      fresh,
      () => undefined,
      (error) => failures.push(error),
    );
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    const counted = async (): Promise<number> =>
      (await fresh.database.query({ text: 'select from especialidade', values: [] })).rows.length;
    await vi.waitFor(async () => expect(await counted()).toBeGreaterThan(0), { timeout: 60_000 });
    await filling.close();
    expect(failures).toEqual([]);
    await fresh.app.close();
  });

  test('are given up, and told of no more, where somebody has typed a record', async () => {
    const admin = await product.as(administrator.login, administrator.password);
    await insertRow(admin, '/bancos', { codigo: '998', nome: 'Banco digitado' });
    expect(await beginFilling(product)).toBe('Banco');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const told: unknown[] = [];
    const filling = fillBehind(
      product,
      (count) => told.push(count),
      (error) => told.push(error),
    );
    expect(product.runtime.filling).toBe(true);
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(product.runtime.filling).toBe(false), { timeout: 30_000 });
    expect(told).toEqual([]);
    await filling.close();
  });
});
