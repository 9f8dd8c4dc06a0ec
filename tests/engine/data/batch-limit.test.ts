/** How many records a batch may be of: as many as its limit, and not one more. */
import { beforeAll, expect, test } from 'vitest';
import { unlimited } from '../../../engine/access/access.ts';
import { batchLimit } from '../../../engine/contract/batch.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import { pickRows } from '../../../engine/data/batch/pick-rows.ts';
import type { Database } from '../../../engine/data/database.ts';
import { listContext } from '../../../engine/data/plan/context.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
    await database.query({
      text: `insert into banco (codigo, nome) select n::text, 'Banco' from generate_series(1, $1::text::integer) n`,
      values: [String(batchLimit + 1)],
    });
  });

  test('is told where there are more, and all are picked where there are not', async () => {
    const admin = await product.as(administrator.login, administrator.password);
    const body = { path: '/bancos', operation: 'update', filter: 'id=gt.0', values: { nome: 'Outro' } };
    expect(refusalOf(await admin.call('POST', '/api/alteracoes-em-lote', { body }))).toEqual({
      status: 422,
      body: await refusalBody('BATCH_TOO_MANY', { maximum: batchLimit }),
    });
    await database.query({ text: `delete from banco where codigo = '1'`, values: [] });
    const { current } = product.runtime;
    const [screen] = current.screens.get('/bancos') ?? [];
    if (screen === undefined) throw new Error('no screen of banks');
    const context = listContext(current.model, unlimited, screen, 'UTC');
    expect(await pickRows(database, context, parseRequest('id=gt.0'))).toHaveLength(batchLimit);
  });
});
