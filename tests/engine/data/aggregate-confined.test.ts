import { beforeAll, expect, test } from 'vitest';
import { parseRequest } from '../../../engine/contract/request.ts';
import { aggregateRows } from '../../../engine/data/aggregate-rows.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { context, fill, reading, readingModel } from './readings.ts';

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await applySchema(database, readingModel);
    await fill(database, 'alvo', [{ nome: 'a' }, { nome: 'b' }]);
    await fill(
      database,
      'leitura',
      Array.from({ length: 30 }, (_row, index) => ({ ordem: 1, alvo_id: index < 10 ? 1 : 2 })),
    );
  });

  test('a sum of the rows of a confined user asks the planner nothing, however large the table is', async () => {
    const leitura = { ...reading, scope: [{ role: 'prestador' as const, field: 'alvo' }] };
    const confined = {
      ...context,
      model: { ...readingModel, entities: { ...readingModel.entities, leitura } },
      access: { ...context.access, unconfined: false, own: { prestador: 1, beneficiario: undefined } },
    };
    const sent: string[] = [];
    const watching: Database = {
      ...database,
      query: (statement) => {
        sent.push(statement.text);
        return database.query(statement);
      },
    };
    const limits = { cap: 10, cost: 0, small: 0, milliseconds: 10_000 };
    const sum = (cap: number) =>
      aggregateRows(watching, confined, parseRequest('select=ordem.sum()'), { ...limits, cap });
    expect(JSON.parse((await sum(10)).body)).toEqual([{ sum: 10 }]);
    await expect(sum(9)).rejects.toMatchObject({ code: 'REQUEST_AGGREGATE_LIMIT' });
    expect(sent.filter((text) => /explain|pg_class/.test(text))).toEqual([]);
  });
});
