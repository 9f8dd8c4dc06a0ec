import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fill, reader, readingModel, targetContext } from './readings.ts';

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await applySchema(database, readingModel);
    await fill(database, 'alvo', [{ nome: 'de muitas' }, { nome: 'de nenhuma' }]);
    await fill(
      database,
      'leitura',
      Array.from({ length: 1003 }, (_row, index) => ({ ordem: index, alvo_id: 1 })),
    );
  });

  test('an embed gives a thousand rows where the request says no less, and their number whatever it is', async () => {
    const sizes = async (query: string): Promise<unknown> =>
      (JSON.parse((await reader(database)(query, { context: targetContext })).body) as { leitura: unknown[] }[]).map(
        ({ leitura }) => leitura.length,
      );
    expect(await sizes('select=leitura(id)&order=id')).toEqual([1000, 0]);
    expect(await sizes('select=leitura(id)&order=id&leitura.limit=1000')).toEqual([1000, 0]);
    expect(await sizes('select=leitura(id)&order=id&leitura.limit=7')).toEqual([7, 0]);
    expect(await sizes('select=leitura(id)&order=id&leitura.offset=1000')).toEqual([3, 0]);
    const counted = await reader(database)('select=leitura(count)&order=id', { context: targetContext });
    expect(JSON.parse(counted.body)).toEqual([{ leitura: [{ count: 1003 }] }, { leitura: [{ count: 0 }] }]);
  });
});
