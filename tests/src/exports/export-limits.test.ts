/** How often one person may ask for the file of a list, at once or as a job. */
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

forEachDatabase((open) => {
  let database: Database;
  let chief: Caller;
  let other: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database);
    chief = await product.as(administrator.login, administrator.password);
    other = await product.enter('outra', ['banco:list']);
  });

  const list = { path: '/bancos', search: '', columns: ['codigo'] };
  it.each([
    ['export', 60, '/api/exportacoes', { format: 'csv', ...list }, 200],
    ['job', 120, '/api/trabalhos', { kind: 'exportar-csv', input: list }, 202],
  ])('a minute has of %s %i for each person', async (what, limit, url, body, status) => {
    const ask = (caller: Caller): Promise<LightMyRequestResponse> => caller.call('POST', url, { body });
    expect((await ask(chief)).statusCode).toBe(status);
    await database.query({
      text: "update fichario.turn set turns = $2::text::integer - 1, began = now() where key like $1::text || ':%'",
      values: [what, String(limit)],
    });
    expect((await ask(chief)).statusCode).toBe(status);
    const refused = await ask(chief);
    const seconds = Number(refused.headers['retry-after']);
    expect(refusalOf(refused)).toEqual({ status: 429, body: await refusalBody('REQUEST_TOO_MANY', { seconds }) });
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await ask(other)).statusCode).toBe(status);
  });
});
