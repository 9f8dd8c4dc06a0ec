/** An expression that is new or has changed reaches the rows that are there already. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { fillComputed } from '../../../engine/data/fill-computed.ts';
import { check } from '../../../engine/expressions/check.ts';
import type { EntityExpressions, Model } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';
import { writeBehind } from '../../support/write-behind.ts';

const names = new Map([['valor', { key: 'valor', type: { kind: 'decimal' as const } }]]);

const modelWith = (source: string): Model => {
  const found = check(source, { names, parent: undefined }, 'decimal');
  if ('problem' in found) throw new Error(found.problem.problem);
  const expressions: EntityExpressions = {
    computed: [{ key: 'dobro', expression: found.expression }],
    conditions: [],
    rules: [],
    dependents: { valor: { keys: ['dobro'], rules: [] } },
  };
  return createModel(
    createEntity({
      name: 'conta',
      fields: [
        createField({ name: 'valor', type: 'money' }),
        createField({ name: 'dobro', type: 'money', readOnly: true }),
      ],
      expressions,
    }),
  );
};

forEachDatabase((open) => {
  let database: Database;
  const ask = async (text: string) => (await database.query<Record<string, unknown>>({ text, values: [] })).rows;
  const state = () =>
    ask(
      'select count(*)::integer as n, count(*) filter (where dobro = valor * 2)::integer as doubled, count(*) filter (where dobro = valor * 3)::integer as tripled, max(versao) as versao from conta',
    );

  beforeAll(async () => {
    database = await open();
    await applySchema(database, modelWith('valor * 2'));
    await ask('insert into conta (valor) select n from generate_series(1, 2500) n');
    await ask('insert into conta (valor) values (null)');
  });

  test('every row gets its value, in its version; unchanged expressions ask nothing more', async () => {
    await fillComputed(database, modelWith('valor * 2'), 'America/Sao_Paulo');
    expect(await state()).toEqual([{ n: 2501, doubled: 2500, tripled: 0, versao: 1 }]);
    await ask('update conta set dobro = 0 where valor = 7');
    await fillComputed(database, modelWith('valor * 2'), 'America/Sao_Paulo');
    expect(await state()).toEqual([{ n: 2501, doubled: 2499, tripled: 0, versao: 1 }]);
    await fillComputed(database, modelWith('valor * 3'), 'America/Sao_Paulo');
    expect(await state()).toEqual([{ n: 2501, doubled: 0, tripled: 2500, versao: 1 }]);
  });

  test('a row that is being written gets the value of what the write leaves, in its version', async () => {
    const row = () => ask('select valor::float8, dobro::float8, versao from conta where id = 8');
    const write = { text: 'update conta set valor = 50, dobro = 150, versao = versao + 1 where id = 8', values: [] };
    await writeBehind(database, [write], () => fillComputed(database, modelWith('valor * 4'), 'America/Sao_Paulo'));
    expect(await row()).toEqual([{ valor: 50, dobro: 200, versao: 2 }]);
    const whole = 'select count(*)::integer as n from conta where dobro is distinct from valor * 4';
    expect(await ask(whole)).toEqual([{ n: 0 }]);
  });

  test('today is the day of the installation', async () => {
    vi.useFakeTimers({ now: new Date('2026-06-15T02:30:00Z'), toFake: ['Date'] });
    try {
      const days = async (timeZone: string, source: string): Promise<unknown> => {
        await fillComputed(database, modelWith(source), timeZone);
        return ask('select distinct dobro::float8 as day from conta where valor = 7');
      };
      expect(await days('America/Sao_Paulo', 'valor * 0 + day(today())')).toEqual([{ day: 14 }]);
      expect(await days('UTC', 'valor * 0.0 + day(today())')).toEqual([{ day: 15 }]);
    } finally {
      vi.useRealTimers();
    }
  });
});
