import { beforeAll, expect, inject, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database, Queryable, Statement } from '../../../engine/data/database.ts';
import { DatabaseError } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { openDatabase } from '../../../engine/data/open-database.ts';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { openPostgres, refuseOldServer } from '../../../engine/data/postgres/open-postgres.ts';
import { createPostgresDatabase, forEachDatabase } from '../../support/databases.ts';
import { smallModel } from '../../support/small-model.ts';

const ask = async (database: Queryable, text: string, values: Statement['values'] = []) =>
  (await database.query({ text, values })).rows;

const failureOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('did not fail');
};

forEachDatabase((open, kind) => {
  let database: Database;
  let tables = 0;
  beforeAll(async () => {
    database = await open();
  });
  /** An empty table of its own: `a integer, b text`. */
  const createTable = async (): Promise<string> => {
    tables += 1;
    await database.execute(`create table t${tables} (a integer, b text); create index on t${tables} (a)`);
    return `t${tables}`;
  };

  test('gives integers, floats and booleans as values, and everything else as the text of PostgreSQL', async () => {
    const [row] = await ask(
      database,
      `select 1::smallint as small, 2::integer as whole, 3::bigint as big, 1.5::float8 as float, true as yes, false as no,
        null::integer as nothing, 1.50::numeric as number, '2024-02-29'::date as day, '08:30'::time as hour,
        '2024-02-29 12:00-03'::timestamptz as moment, '{"a": [1]}'::json as json, 'ação'::text as text`,
    );
    expect(row).toEqual({
      small: 1,
      whole: 2,
      big: 3,
      float: 1.5,
      yes: true,
      no: false,
      nothing: null,
      number: '1.50',
      day: '2024-02-29',
      hour: '08:30:00',
      moment: '2024-02-29 15:00:00+00',
      json: '{"a": [1]}',
      text: 'ação',
    });
  });

  test('takes every value as text or null and counts the rows written', async () => {
    const t = await createTable();
    const inserted = await database.query({
      text: `insert into ${t} select g, $2::text from generate_series(1, $1::text::integer) g`,
      values: ['3', null],
    });
    expect(inserted).toEqual({ rows: [], affected: 3 });
    expect(
      (await database.query({ text: `delete from ${t} where a > $1::text::integer`, values: ['1'] })).affected,
    ).toBe(2);
  });

  test('answers each of many queries at once with its own rows', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const answers = await Promise.all(
      numbers.map((number) =>
        database.query<{ n: number }>({ text: 'select $1::text::integer as n', values: [String(number)], name: 'n' }),
      ),
    );
    expect(answers.map((answer) => answer.rows[0]?.n)).toEqual(numbers);
  });

  test('keeps answering by a name after it failed, and after many other names', async () => {
    const divide = (by: string) =>
      database.query({ text: 'select 6 / $1::text::integer as x', values: [by], name: 'divide' });
    expect(await failureOf(divide('0'))).toMatchObject({ code: '22012' });
    expect((await divide('3')).rows).toEqual([{ x: 2 }]);
    for (let index = 0; index < 600; index += 1)
      await database.query({ text: `select ${index} as x`, values: [], name: `number ${index}` });
    expect((await divide('2')).rows).toEqual([{ x: 3 }]);
  });

  test('commits what a transaction did when it resolves, and gives its result', async () => {
    const t = await createTable();
    const result = await database.transaction(async (transaction) => {
      await transaction.execute(`insert into ${t} values (1); insert into ${t} values (2)`);
      return ask(transaction, `select count(*) as n from ${t}`);
    });
    expect(result).toEqual([{ n: 2 }]);
    expect(await ask(database, `select count(*) as n from ${t}`)).toEqual([{ n: 2 }]);
  });

  test('rolls back everything when a transaction rejects, and rejects with the same error', async () => {
    const t = await createTable();
    const coded = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    for (const reason of [new Error('changed my mind'), coded, AbortSignal.abort().reason]) {
      const failed = database.transaction(async (transaction) => {
        await transaction.query({ text: `insert into ${t} values (1)`, values: [] });
        throw reason;
      });
      expect(await failureOf(failed)).toBe(reason);
    }
    expect(await ask(database, `select count(*) as n from ${t}`)).toEqual([{ n: 0 }]);
  });

  test('lets nobody outside see or disturb an open transaction', async () => {
    const t = await createTable();
    const outside: Promise<unknown>[] = [];
    const failed = database.transaction(async (transaction) => {
      await transaction.query({ text: `insert into ${t} values (1)`, values: [] });
      for (let index = 0; index < 3; index += 1) outside.push(ask(database, `select count(*) as n from ${t}`));
      expect(await ask(transaction, `select count(*) as n from ${t}`)).toEqual([{ n: 1 }]);
      throw new Error('back');
    });
    await failureOf(failed);
    expect(await Promise.all(outside)).toEqual([[{ n: 0 }], [{ n: 0 }], [{ n: 0 }]]);
  });

  test('runs transactions that are started together, each as a whole', async () => {
    const t = await createTable();
    await database.execute(`insert into ${t} values (0)`);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        database.transaction(async (transaction) => {
          const [row] = await ask(transaction, `select a from ${t} for update`);
          await ask(transaction, `update ${t} set a = $1::text::integer + 1`, [String(row?.a)]);
        }),
      ),
    );
    expect(await ask(database, `select a from ${t}`)).toEqual([{ a: 10 }]);
  });

  test('rejects a transaction that goes on after a statement of it had failed', async () => {
    const t = await createTable();
    const failed = database.transaction(async (transaction) => {
      await transaction.query({ text: `insert into ${t} values (1)`, values: [] });
      await failureOf(transaction.query({ text: 'select 1/0', values: [] }));
    });
    expect(await failureOf(failed)).toMatchObject({ name: 'DatabaseError', code: '25P02' });
    expect(await ask(database, `select count(*) as n from ${t}`)).toEqual([{ n: 0 }]);
  });

  test('refuses a statement of a transaction that is over', async () => {
    const late = await database.transaction(async (transaction) => transaction);
    expect(await failureOf(ask(late, 'select 1'))).toMatchObject({ name: 'DatabaseError', code: '25P03' });
  });

  test('delivers a notification to every handler of its channel, once its transaction is committed', async () => {
    const heard: string[] = [];
    const done = Promise.withResolvers<void>();
    await database.listen(
      'Canal',
      (payload) => heard.push(`first ${payload}`),
      () => {},
    );
    await database.listen(
      'Canal',
      (payload) => heard.push(`second ${payload}`),
      () => {},
    );
    await database.listen(
      'fim',
      () => done.resolve(),
      () => {},
    );
    await failureOf(
      database.transaction(async (transaction) => {
        await ask(transaction, `select pg_notify('Canal', 'never')`);
        throw new Error('back');
      }),
    );
    await database.transaction(async (transaction) => {
      await ask(transaction, `select pg_notify('Canal', 'once')`);
      expect(heard).toEqual([]);
    });
    await ask(database, `select pg_notify('fim', '')`);
    await done.promise;
    expect(heard).toEqual(['first once', 'second once']);
  });

  test('raises what the database refuses with its SQLSTATE, constraint, table and column', async () => {
    await applySchema(database, smallModel);
    await database.execute(`insert into cidade (codigo, nome, uf) values (1, 'Belo Horizonte', 'MG');
      insert into distrito (codigo, cidade_id) select '1', id from cidade`);
    const cases: readonly [string, Partial<DatabaseError>][] = [
      [
        "insert into cidade (codigo, nome, uf) values (1, 'Outra', 'MG')",
        { code: '23505', constraint: 'cidade_codigo_key', table: 'cidade', detail: 'Key (codigo)=(1) already exists.' },
      ],
      [
        "insert into distrito (codigo, cidade_id) values ('2', 99)",
        { code: '23503', constraint: 'distrito_cidade_id_fkey', table: 'distrito' },
      ],
      ['delete from cidade', { code: '23503', constraint: 'distrito_cidade_id_fkey', table: 'distrito' }],
      [
        "insert into cidade (codigo, nome, uf) values (2, 'Outra', 'XX')",
        { code: '23514', constraint: 'cidade_uf_codes_check', table: 'cidade' },
      ],
      ["insert into cidade (codigo, uf) values (2, 'MG')", { code: '23502', table: 'cidade', column: 'nome' }],
      ['select * from nada', { code: '42P01' }],
    ];
    for (const [text, expected] of cases) {
      const error = await failureOf(ask(database, text));
      expect(error).toBeInstanceOf(DatabaseError);
      expect(error).toMatchObject(expected);
    }
  });

  test('rolls back a transaction left idle, so that those behind it go on', async () => {
    const idleTransactionTimeoutMs = 100;
    const { url, drop } = await createPostgresDatabase();
    const database = await (kind === 'pglite'
      ? openPglite({ folder: 'memory://', template: inject('pgliteTemplates').base, idleTransactionTimeoutMs })
      : openPostgres({ url, idleTransactionTimeoutMs }));
    await database.execute('create table t (a integer); insert into t values (0)');
    const forgotten = database.transaction(async (transaction) => {
      await ask(transaction, 'update t set a = 1');
      // stands behind the row that this very transaction holds: only its end lets it through
      await ask(database, 'update t set a = a + 10');
      await ask(transaction, 'select 1');
    });
    expect(await failureOf(forgotten)).toBeInstanceOf(Error);
    expect(await ask(database, 'select a from t')).toEqual([{ a: 10 }]);
    await database.close();
    await drop();
  });

  test('finishes what is running before it closes, and refuses what comes later', async () => {
    const { url, drop } = await createPostgresDatabase();
    const database = await (kind === 'pglite'
      ? openPglite({ folder: 'memory://', template: inject('pgliteTemplates').base })
      : openPostgres({ url }));
    const running = [1, 2, 3].map((number) => ask(database, `select ${number} as n`));
    await database.close();
    expect(await Promise.all(running)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    expect(await failureOf(ask(database, 'select 1'))).toMatchObject({ name: 'Refusal', code: 'DATABASE_UNAVAILABLE' });
    await drop();
  });
});

test('tells a listener of a broken connection, listens again and says so', async () => {
  const { url, drop } = await createPostgresDatabase();
  const database = await openDatabase({ url, folder: '' });
  const again = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<string>();
  let losses = 0;
  await database.listen('canal', heard.resolve, () => {
    losses += 1;
    if (losses === 2) again.resolve();
  });
  await ask(
    database,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fichario listen' and datname = current_database()",
  );
  await again.promise;
  await ask(database, "select pg_notify('canal', 'ainda')");
  expect(await heard.promise).toBe('ainda');
  await database.close();
  await drop();
});

test('refuses with DATABASE_UNAVAILABLE where no server answers', async () => {
  const error = await failureOf(openDatabase({ url: 'postgres://127.0.0.1:1/nada', folder: '' }));
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
});

test('refuses a server older than PostgreSQL 15, naming both versions', async () => {
  const server = (number: number, name: string): Queryable => ({
    query: async <Row>() => ({ rows: [{ number, name } as Row], affected: 1 }),
    execute: async () => {},
  });
  expect(await failureOf(refuseOldServer(server(140012, '14.12')))).toMatchObject({
    code: 'START_DATABASE_OLD',
    params: { version: '14.12', minimum: '15' },
  });
  await refuseOldServer(server(150000, '15.0'));
});
