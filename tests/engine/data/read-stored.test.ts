/** Records that are found by a unique key, to be changed. */
import { expect, test } from 'vitest';
import { unlimited } from '../../../engine/access/access.ts';
import { bind, prepare } from '../../../engine/data/bind.ts';
import type { Queryable } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { Scope } from '../../../engine/data/plan/refs.ts';
import { readStoredByKey } from '../../../engine/data/read-stored.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';

const entity = createEntity({
  name: 'nota',
  fields: [
    createField({ name: 'serie', type: 'text' }),
    createField({ name: 'numero', type: 'integer' }),
    createField({ name: 'livre', type: 'integer', unique: true }),
  ],
  indexes: [{ columns: ['serie', 'numero'], unique: true }],
});
const model = createModel(entity);

forEachDatabase((open) => {
  test('are looked up in the index of the key, parts that are empty too', async () => {
    const database = await open();
    await applySchema(database, model);
    await database.execute(
      `insert into nota (serie, numero) select case when n % 3 > 0 then 's' || n % 3 end, n from generate_series(1, 6000) n;
      insert into nota (serie) values ('s1'), (null); analyze nota`,
    );
    const scope = new Scope(model, unlimited, entity, 't');
    const find = (names: readonly string[], rows: readonly object[], to: Queryable = database) =>
      readStoredByKey(
        to,
        { scope, key: names.map((name) => scope.own(name)), reach: [], columns: [], children: [] },
        rows.map((row, _row) => ({ ...row, _row })),
        (printed, inputs) =>
          bind(prepare(printed, false), {
            request: [],
            words: [],
            cursor: [],
            access: unlimited,
            timeZone: 'America/Sao_Paulo',
            inputs,
          }),
      );
    const rows = [
      { serie: null, numero: 3 },
      { serie: 's1', numero: 3 },
      { serie: 's1', numero: null },
      { serie: null, numero: null },
    ];
    const plans: string[] = [];
    const explained = (transaction: Queryable): Queryable => ({
      ...transaction,
      query: async (statement) => {
        const { rows } = await transaction.query({ ...statement, text: `explain (costs off) ${statement.text}` });
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return transaction.query(statement);
      },
    });
    const found = await database.transaction(async (transaction) => {
      // The table is small; what counts is what the index can be asked.
      await transaction.execute('set local enable_seqscan = off; set local enable_hashjoin = off');
      return find(['serie', 'numero'], rows, explained(transaction));
    });
    expect(found.map(({ _row, id }) => [_row, id]).sort()).toEqual([
      [0, 3],
      [2, 6001],
      [3, 6002],
    ]);
    expect(plans).toHaveLength(4);
    for (const plan of plans) expect(plan).toMatch(/ nota_serie_numero_key[^>]*Index Cond: /);
    // A single empty value is no value at all.
    expect(await find(['livre'], [{ livre: null }])).toEqual([]);
  });
});
