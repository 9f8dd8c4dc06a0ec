/** What records keep apart, in the database: the constraints, their change, and that they say what the form says. */

import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { overlapsIn } from '../../../engine/model/overlaps.ts';
import type { Entity, FieldTypeName, NoOverlap } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';

const pair = (type: FieldTypeName, first: string, last: string) =>
  [first, last].map((name) => createField({ name, type }));

const price = (noOverlap: readonly NoOverlap[]): Entity =>
  createEntity({
    name: 'preco',
    fields: [
      createField({ name: 'tabela', type: 'integer' }),
      createField({ name: 'grupo', type: 'text', required: true }),
      ...pair('date', 'inicio', 'fim'),
      ...pair('integer', 'idade_inicial', 'idade_final'),
    ],
    ...(noOverlap.length === 0 ? {} : { noOverlap }),
  });
const dates = { first: 'inicio', last: 'fim' };
const ages = { first: 'idade_inicial', last: 'idade_final' };
const apart: NoOverlap = { key: ['tabela', 'grupo'], ranges: [dates, ages] };

const everyType: readonly FieldTypeName[] = [
  'date',
  'date-time',
  'time',
  'month',
  'year',
  'integer',
  'decimal',
  'money',
  'percent',
];

/** Two values of each type, as a statement writes them, the second after the first. */
const written: Partial<Record<FieldTypeName, readonly [string, string]>> = {
  date: ['2026-01-31', '2026-02-01'],
  'date-time': ['2026-01-31 23:00-03', '2026-02-01 00:00-03'],
  time: ['08:00', '09:30'],
  month: ['2025-12', '2026-01'],
  year: ['2025', '2026'],
  integer: ['-2147483648', '2147483647'],
  decimal: ['0.1', '0.2'],
  money: ['10.00', '10.01'],
  percent: ['0', '0.0001'],
};

/** One range of each type, each without a key. */
const clocks = everyType.map((type) =>
  createEntity({
    name: `faixa_${type.replace('-', '_')}`,
    fields: pair(type, 'a', 'b'),
    noOverlap: [{ key: [], ranges: [{ first: 'a', last: 'b' }] }],
  }),
);

const row = fc.record({
  tabela: fc.option(fc.integer({ min: 0, max: 1 })),
  grupo: fc.constantFrom('x', 'y'),
  dates: fc.tuple(fc.option(fc.integer({ min: 1, max: 9 })), fc.option(fc.integer({ min: 1, max: 9 }))),
  ages: fc.tuple(fc.option(fc.integer({ min: 0, max: 6 })), fc.option(fc.integer({ min: 0, max: 6 }))),
});
/** Ends in their order, of which any may be missing. */
const ordered = ([a, b]: readonly [number | null, number | null]) =>
  a !== null && b !== null && a > b ? [b, a] : [a, b];
const rows = fc.array(
  row.map(({ tabela, grupo, dates: days, ages: years }) => {
    const [inicio, fim] = ordered(days).map((day) => (day === null ? null : `2026-01-0${day}`));
    const [idade_inicial, idade_final] = ordered(years);
    return { tabela, grupo, inicio, fim, idade_inicial, idade_final };
  }),
  { minLength: 1, maxLength: 12 },
);

forEachDatabase((open, kind) => {
  let database: Database;
  const ask = async <Row>(text: string, ...values: string[]): Promise<readonly Row[]> =>
    (await database.query<Row>({ text, values })).rows;
  const sqlState = (text: string): Promise<string> =>
    database.execute(text).then(
      () => 'done',
      (error: { code?: string }) => error.code ?? String(error),
    );

  beforeAll(async () => {
    database = await open();
  });

  test('rows that overlap refuse the change with their number, and so do ranges that end before they begin', async () => {
    await applySchema(database, createModel(price([])));
    await database.execute(`insert into preco (tabela, grupo, inicio, fim) values
      (1, 'x', '2026-01-01', '2026-01-31'), (1, 'x', '2026-01-31', null), (1, 'x', '2025-01-01', '2025-12-31'),
      (1, 'y', '2026-01-01', null), (null, 'x', '2026-01-01', null), (null, 'x', null, '2026-06-30')`);
    const wanted = createModel(price([apart]));
    await expect(applySchema(database, wanted)).rejects.toMatchObject({
      code: 'SCHEMA_ROWS_AGAINST',
      params: {
        entity: 'preco',
        field: 'inicio, fim, idade_inicial, idade_final, tabela, grupo',
        rule: "que 'inicio', 'fim', 'idade_inicial', 'idade_final' não se sobreponham entre registros",
        count: 4,
      },
    });
    await database.execute(
      "insert into preco (tabela, grupo, inicio, fim) values (2, 'z', '2026-02-02', '2026-02-01')",
    );
    await expect(applySchema(database, wanted)).rejects.toMatchObject({
      code: 'SCHEMA_ROWS_AGAINST',
      params: { entity: 'preco', field: 'fim, inicio', rule: "um valor que não venha antes de 'inicio'", count: 1 },
    });
    await database.execute('delete from preco');
    const added = (await applySchema(database, wanted)).filter((sql) => sql.includes('add constraint'));
    expect(added).toHaveLength(3);
    expect(await applySchema(database, wanted)).toEqual([]);
    const names = await ask<{ conname: string }>(
      "select conname from pg_constraint where conrelid = 'preco'::regclass and contype in ('x', 'c') order by 1",
    );
    expect(names.map(({ conname }) => conname)).toEqual([
      'preco_idade_inicial_idade_final_order_check',
      'preco_inicio_fim_order_check',
      'preco_tabela_grupo_inicio_idade_inicial_excl',
    ]);
  });

  test('what is kept apart less, or no more, loses its constraint', async () => {
    await applySchema(database, createModel(price([{ key: ['grupo'], ranges: [dates] }])));
    const left = "insert into preco (grupo, inicio) values ('x', '2026-01-01'), ('x', '2027-01-01')";
    expect(await sqlState(left)).toBe('23P01');
    await applySchema(database, createModel(price([])));
    expect(await sqlState(left)).toBe('done');
    await database.execute('delete from preco');
  });

  test('rows that end before they begin stand in nobody’s way once they are removed, whoever still sees them', async () => {
    await applySchema(database, createModel(price([])));
    const wrong = "insert into preco (grupo, inicio, fim) values ('x', '2026-02-02', '2026-02-01')";
    const constrain = async (): Promise<void> => {
      await database.execute('delete from preco');
      await applySchema(database, createModel(price([apart])));
    };
    await database.execute(wrong);
    // The one connection of PGlite sees nothing that it has removed.
    if (kind === 'pglite') await constrain();
    else
      await database.transaction(async (reader) => {
        await reader.execute('set transaction isolation level repeatable read');
        // its snapshot keeps the row; reading the table itself would keep the table locked too
        await reader.query({ text: 'select 1', values: [] });
        await constrain();
      });
    expect(await sqlState(wrong)).toBe('23514');
  });

  test('every type of range: ends count, an empty end is open, the order of the ends is checked', async () => {
    await applySchema(database, createModel(price([]), ...clocks));
    for (const type of everyType) {
      const table = `faixa_${type.replace('-', '_')}`;
      const [first, last] = written[type] ?? ['', ''];
      const insert = (a: string | null, b: string | null) =>
        sqlState(
          `insert into ${table} values (${[a, b].map((one) => (one === null ? 'null' : `'${one}'`)).join()})`.replace(
            ' values',
            ' (a, b) values',
          ),
        );
      const answers = [
        await insert(last, first),
        await insert(last, last),
        await insert(first, first),
        await insert(first, null),
        await insert(null, first),
        await insert(null, null),
      ];
      expect([type, ...answers]).toEqual([type, '23514', 'done', 'done', '23P01', '23P01', '23P01']);
    }
  });

  test('rows may change places in one statement', async () => {
    await applySchema(database, createModel(price([apart]), ...clocks));
    await database.execute(
      "insert into preco (grupo, inicio, fim) values ('x', '2026-01-01', '2026-01-31'), ('x', '2026-02-01', '2026-02-28')",
    );
    const months = "update preco set inicio = inicio + interval '1 month', fim = fim + interval '28 days'";
    expect(await sqlState(months)).toBe('done');
    await database.execute('delete from preco');
  });

  test('the database accepts exactly the rows that meet none of those accepted before', async () => {
    const entity = price([apart]);
    await applySchema(database, createModel(entity, ...clocks));
    await database.execute(`create function fits(given preco) returns boolean language plpgsql as $$ begin
      insert into preco (tabela, grupo, inicio, fim, idade_inicial, idade_final)
        values (given.tabela, given.grupo, given.inicio, given.fim, given.idade_inicial, given.idade_final);
      return true; exception when exclusion_violation then return false; end $$`);
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        await database.execute('truncate preco');
        const answers = await ask<{ fits: boolean }>(
          'select fits(r) from json_populate_recordset(null::preco, $1::text::json) as r',
          JSON.stringify(given),
        );
        const accepted: (typeof given)[number][] = [];
        const expected = given.map((one) => {
          const fits = overlapsIn(entity, [...accepted, one]).length === 0;
          if (fits) accepted.push(one);
          return fits;
        });
        expect(answers.map(({ fits }) => fits)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});
