/** Indexes and rules of large tables: built after the transaction, while others write, whatever breaks it off. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asText } from '../../../engine/commands/plan.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applyPlan } from '../../../engine/data/ddl/apply-plan.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { inChange } from '../../../engine/data/ddl/change-lock.ts';
import type { PlannedStep } from '../../../engine/data/ddl/plan-schema.ts';
import { planSchema } from '../../../engine/data/ddl/plan-schema.ts';
import { openDatabase } from '../../../engine/data/open-database.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import type { Entity, Field, Model } from '../../../engine/model/types.ts';
import type { ApplyKilled } from '../../support/apply-killed.ts';
import { createPostgresDatabase, forEachDatabase } from '../../support/databases.ts';
import { cidade, createEntity, createField, createModel } from '../../support/small-model.ts';

const nome = (parts: Partial<Field> = {}): Field => createField({ name: 'nome', type: 'text', ...parts });
const item = (fields: readonly Field[], more: Partial<Entity> = {}): Entity =>
  createEntity({ name: 'item', ...more, fields: [createField({ name: 'codigo', type: 'integer' }), ...fields] });

const before = createModel(cidade, item([nome()]));
const indexed = createModel(cidade, item([nome()], { indexes: [{ columns: ['nome'], unique: false }] }));
/** With a step that is done in the transaction. */
const wider = { ...cidade, fields: [...cidade.fields, createField({ name: 'novo', type: 'text' })] };
const unique = createModel(wider, item([nome({ unique: true })]));
/** What can be done to a large table while others write, once each; and a table that comes. */
const much = createModel(
  cidade,
  item(
    [
      nome({ maxLength: 20, unique: true, required: true }),
      createField({ name: 'cidade', type: 'relation', relation: { entity: 'cidade', label: [], onDelete: 'refuse' } }),
    ],
    { search: ['nome'], indexes: [{ columns: ['codigo', 'nome'], unique: true }] },
  ),
  createEntity({ name: 'outro', fields: [nome()], indexes: [{ columns: ['nome'], unique: false }] }),
);

const rows = `insert into item (codigo, nome) select n, 'a' || n from generate_series(1, 50) n`;
/** Any table with a row is a large one. */
const large = { smallRows: 0 };

const valuesOf = async (database: Database, sql: string): Promise<readonly unknown[][]> =>
  (await database.query({ text: sql, values: [] })).rows.map((row) => Object.values(row));

const indexesOf = (database: Database) =>
  valuesOf(
    database,
    `select c.relname, x.indisvalid from pg_index x join pg_class c on c.oid = x.indexrelid
      where x.indrelid = 'public.item'::regclass order by 1`,
  );

const journal = async (database: Database) =>
  valuesOf(
    database,
    `select seal, s ->> 'what' as what, s ->> 'problem' as problem from fichario.schema_change, jsonb_array_elements(steps) s
      where door = 'apply' order by id`,
  );

forEachDatabase((open, kind) => {
  test('the plan says what comes after the transaction, and under which lock', async () => {
    const database = await open();
    await applySchema(database, before);
    await database.execute(rows);
    const { messages } = loadMessages(await readSourceFiles(`${import.meta.dirname}/../../..`));
    const { steps, seal } = await planSchema(database, much, large);
    const text = asText({ steps, seal: '0'.repeat(64) }, messages);
    await expect(text).toMatchFileSnapshot(`ddl-online.${kind}.txt`);
    expect(steps.filter(({ after }) => after)).toHaveLength(kind === 'pglite' ? 0 : 10);
    expect(await applyPlan(database, much, seal, large)).toEqual(steps);
    expect((await planSchema(database, much, large)).steps).toEqual([]);
    expect(await applyPlan(database, much, seal, large)).toEqual([]);
    expect(await applySchema(database, much)).toEqual([]);
    expect(
      await valuesOf(
        database,
        `select conname, convalidated, contype::text from pg_constraint
          where conrelid = 'public.item'::regclass and contype in ('c', 'f', 'u') order by 1`,
      ),
    ).toEqual([
      ['item_cidade_id_fkey', true, 'f'],
      ['item_codigo_nome_key', true, 'u'],
      ['item_nome_key', true, 'u'],
      ['item_nome_max_length_check', true, 'c'],
    ]);
    expect((await indexesOf(database)).every(([, valid]) => valid)).toBe(true);
  });

  test('a table of few rows is changed in the transaction', async () => {
    const database = await open();
    await applySchema(database, before);
    await database.execute(rows);
    const { steps } = await planSchema(database, much);
    expect(steps.filter(({ after, sql }) => after || sql?.includes('concurrently'))).toEqual([]);
  });

  test('a table of more than ten thousand rows is not', async () => {
    const database = await open();
    await applySchema(database, before);
    const after = async () =>
      (await planSchema(database, indexed)).steps.flatMap((step) => (step.after ? [step.rows] : []));
    await database.execute("insert into item (nome) select 'a' || n from generate_series(1, 10000) n");
    expect(await after()).toEqual([]);
    await database.execute("insert into item (nome) values ('b')");
    expect(await after()).toEqual(kind === 'pglite' ? [] : [10_001]);
  });
});

const told = (step: PlannedStep): readonly unknown[] => [step.class, step.lock, step.after, step.what];

/** Until `ask` gives a value; the server is asked again and again. */
const until = async <T>(ask: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
  }
};

describe('while others use the database, on postgres', () => {
  let database: Database;
  let url: string;
  let other: pg.Client;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    ({ url, drop } = await createPostgresDatabase());
    database = await openDatabase({ url, folder: '', poolSize: 4 });
    other = new pg.Client({ connectionString: url });
    await other.connect();
    await applySchema(database, before);
    await database.execute(rows);
  });
  afterEach(async () => {
    await other.end();
    await database.close();
    await drop();
  });

  /** A write that is not committed: whoever builds an index waits for it. */
  const write = (name: string) => other.query(`begin; insert into item (nome) values ('${name}')`);

  /** Fails where `change` ends before `ask` gives a value. */
  const meanwhile = <T>(change: Promise<unknown>, ask: () => Promise<T | undefined>): Promise<T> =>
    Promise.race([until(ask), change.then((ended) => Promise.reject(new Error(`over too early: ${ended}`)))]);

  /** Once an index is built, and waits for the write. */
  const building = (change: Promise<unknown>) =>
    meanwhile(change, async () => {
      const [first] = await valuesOf(
        database,
        "select pid from pg_stat_progress_create_index where phase like 'waiting for writers%' and datname = current_database()",
      );
      return first;
    });

  /** Once a broken index is being taken away, and waits for the write. */
  const mending = (change: Promise<unknown>) =>
    meanwhile(change, async () => {
      const [first] = await valuesOf(
        database,
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like 'drop index concurrently%'`,
      );
      return first;
    });

  const makeInvalid = async (index: string) => {
    await write('aberto');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("set statement_timeout = '50ms'");
    await expect(client.query(index)).rejects.toMatchObject({ code: '57014' });
    await client.end();
    await other.query('rollback');
  };

  test('who writes does not wait for an index', async () => {
    await write('antes');
    const { seal } = await planSchema(database, indexed, large);
    const applying = applyPlan(database, indexed, seal, large);
    await building(applying);
    await database.transaction(async (transaction) => {
      await transaction.execute("set local lock_timeout = '1ms'");
      await transaction.execute(
        "insert into item (nome) values ('durante'); update item set nome = 'b' where codigo = 7",
      );
      await transaction.execute('delete from item where codigo = 8');
    });
    await other.query('commit');
    await applying;
    expect(await indexesOf(database)).toEqual([
      ['item_nome_idx', true],
      ['item_pkey', true],
    ]);
    expect((await planSchema(database, indexed, large)).steps).toEqual([]);
  });

  test('an index that a broken build left is taken away, and built', async () => {
    await makeInvalid('create index concurrently item_nome_idx on item (nome, id)');
    expect(await indexesOf(database)).toContainEqual(['item_nome_idx', false]);
    const { steps, seal } = await planSchema(database, indexed, large);
    const told = steps
      .filter(({ renewal }) => !renewal)
      .map(({ class: kind, lock, sql, mends }) => [kind, lock, sql, mends]);
    expect(told).toEqual([
      ['safe', 'SHARE UPDATE EXCLUSIVE', 'drop index concurrently if exists public."item_nome_idx";', true],
      [
        'needs-scan',
        'SHARE UPDATE EXCLUSIVE',
        'create index concurrently "item_nome_idx" on public."item" using btree ("nome", "id");',
        false,
      ],
    ]);
    await applyPlan(database, indexed, seal, large);
    expect(await indexesOf(database)).toContainEqual(['item_nome_idx', true]);
    expect(await journal(database)).toEqual([
      [seal, 'retira o índice item_nome_idx, que uma mudança interrompida deixou', null],
      [seal, 'cria o índice de nome, id', null],
    ]);
    expect(await applyPlan(database, indexed, seal, large)).toEqual([]);
  });

  test('an index that a broken build left is taken away where the files no longer ask for it, and somebody else keeps theirs', async () => {
    await makeInvalid('create index concurrently item_nome_idx on item (nome, id)');
    await makeInvalid('create index concurrently alheio on item (nome)');
    await applySchema(database, indexed);
    expect(await indexesOf(database)).toEqual([
      ['alheio', false],
      ['item_nome_idx', true],
      ['item_pkey', true],
    ]);
    await database.execute('drop index item_nome_idx');
    await makeInvalid('create index concurrently item_nome_idx on item (nome, id)');
    await applySchema(database, before);
    expect(await indexesOf(database)).toEqual([
      ['alheio', false],
      ['item_pkey', true],
    ]);
  });

  test('rows that share a value are refused before anything is done', async () => {
    await database.execute("insert into item (nome) values ('a1'), ('a1')");
    const { seal, steps } = await planSchema(database, unique, large);
    const refusal = { code: 'SCHEMA_ROWS_AGAINST', params: { field: 'nome', count: 3 } };
    expect(steps.find(({ refusal: found }) => found !== undefined)).toMatchObject({ after: true, refusal });
    await expect(applyPlan(database, unique, seal, large)).rejects.toMatchObject(refusal);
    expect(await indexesOf(database)).toEqual([['item_pkey', true]]);
    expect((await planSchema(database, unique, large)).seal).toBe(seal);
  });

  test('a value that is written twice while the index is built is refused, leaves nothing, and the same seal does the rest', async () => {
    await write('a1');
    const { seal } = await planSchema(database, unique, large);
    const applying = applyPlan(database, unique, seal, large);
    const refused = expect(applying).rejects.toMatchObject({
      code: 'SCHEMA_ROWS_AGAINST',
      params: { entity: 'item', field: 'nome', rule: 'um valor que não se repete', count: 2 },
    });
    await building(applying);
    await other.query('commit');
    await refused;
    expect(await indexesOf(database)).toEqual([['item_pkey', true]]);
    const left = (await planSchema(database, unique, large)).steps;
    expect(left.map(({ what, refusal }) => [what, refusal?.code])).toEqual([
      ['constrói o índice único de nome', 'SCHEMA_ROWS_AGAINST'],
      ['passa a exigir um valor que não se repete', undefined],
    ]);
    await expect(applySchema(database, unique)).rejects.toMatchObject({ code: 'SCHEMA_ROWS_AGAINST' });
    await database.execute("delete from item where nome = 'a1' and codigo is null");
    await applyPlan(database, unique, seal, large);
    expect(await applyPlan(database, unique, seal, large)).toEqual([]);
    expect(await applySchema(database, unique)).toEqual([]);
    expect((await journal(database)).map(([, what, problem]) => [what, problem])).toEqual([
      ['cria a coluna novo', null],
      ['cria a coluna novo no histórico', null],
      ['constrói o índice único de nome', 'SCHEMA_ROWS_AGAINST'],
      ['constrói o índice único de nome', null],
      ['passa a exigir um valor que não se repete', null],
    ]);
  });

  test('the seal of a change that was broken off does not do what the files ask since', async () => {
    const more = { indexes: [{ columns: ['codigo'], unique: false }] };
    const two = createModel(cidade, item([nome({ unique: true })], more));
    await write('a1');
    const { seal } = await planSchema(database, two, large);
    const applying = applyPlan(database, two, seal, large);
    const refused = expect(applying).rejects.toMatchObject({ code: 'SCHEMA_ROWS_AGAINST' });
    await building(applying);
    await other.query('commit');
    await refused;
    // one of the steps that are left, and another one
    for (const model of [createModel(cidade, item([nome()], more)), indexed])
      await expect(applyPlan(database, model, seal, large)).rejects.toMatchObject({ code: 'SCHEMA_PLAN_MOVED' });
    expect(await indexesOf(database)).toEqual([['item_pkey', true]]);
  });

  test('killed while an index is built, the same seal finishes, and no start waits for it', {
    timeout: 60_000,
  }, async () => {
    await write('antes');
    const { seal } = await planSchema(database, unique, large);
    const script = join(import.meta.dirname, '../../support/apply-killed.ts');
    const given: ApplyKilled = { url, folder: '', killAfter: 0, model: unique, ...large };
    const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: 'ignore' });
    const ended = once(child, 'close');
    await building(ended);
    // what it has begun is left to it
    expect(await applySchema(database, unique)).toEqual([]);
    child.kill('SIGKILL');
    await ended;
    const applying = applyPlan(database, unique, seal, large);
    await mending(applying);
    await other.query('commit');
    await applying;
    expect(await indexesOf(database)).toEqual([
      ['item_nome_key', true],
      ['item_pkey', true],
    ]);
    expect((await planSchema(database, unique, large)).steps).toEqual([]);
    expect((await journal(database)).map(([, what]) => what)).toContain(
      'retira o índice item_nome_key, que uma mudança interrompida deixou',
    );
    await expect(database.execute("insert into item (nome) values ('a1')")).rejects.toMatchObject({
      constraint: 'item_nome_key',
    });
  });

  test('a start finishes what was broken off between the index and the constraint, without building it again', async () => {
    const { seal } = await planSchema(database, unique, large);
    await applyPlan(database, unique, seal, large);
    await database.execute(`alter table item drop constraint item_nome_key; create unique index item_nome_key on item (nome);
      insert into fichario.state values ('schema.unfinished', '{"seal":"","steps":[]}')`);
    const { steps } = await planSchema(database, unique, large);
    const sql = 'alter table public."item" add constraint "item_nome_key" unique using index "item_nome_key";';
    expect(steps.map((step) => [step.sql, step.after])).toEqual([[sql, false]]);
    expect(await applySchema(database, unique)).toContain(sql);
    expect(await applySchema(database, unique)).toEqual([]);
    expect((await planSchema(database, unique, large)).steps).toEqual([]);
  });

  test('a rule that was not held against the rows yet is, and is refused with their number', async () => {
    const short = createModel(cidade, item([nome({ maxLength: 3 })]));
    await database.execute("insert into item (nome) values ('longo')");
    await expect(applySchema(database, short)).rejects.toMatchObject({ code: 'SCHEMA_ROWS_AGAINST' });
    await database.execute("delete from item where nome = 'longo'");
    await applySchema(database, short);
    await database.execute(`alter table item drop constraint item_nome_max_length_check; insert into item (nome) values ('longo');
      alter table item add constraint item_nome_max_length_check check (char_length("nome") <= 3) not valid`);
    const plan = await planSchema(database, short, large);
    expect(plan.steps).toMatchObject([
      {
        sql: 'alter table public."item" validate constraint "item_nome_max_length_check";',
        class: 'needs-scan',
        lock: 'SHARE UPDATE EXCLUSIVE',
        after: true,
        refusal: { code: 'SCHEMA_ROWS_AGAINST', params: { count: 1 } },
      },
    ]);
    await expect(applyPlan(database, short, plan.seal, large)).rejects.toMatchObject({ code: 'SCHEMA_ROWS_AGAINST' });
    await database.execute("delete from item where nome = 'longo'");
    await applyPlan(database, short, (await planSchema(database, short, large)).seal, large);
    expect((await planSchema(database, short, large)).steps).toEqual([]);
  });

  const required = createModel(wider, item([nome({ required: true })]));

  test('a column becomes required while others write: its rows are read under no lock of theirs', async () => {
    const { seal, steps } = await planSchema(database, required, large);
    expect(steps.filter(({ renewal, entity }) => !renewal && entity === 'item').map(told)).toEqual([
      ['safe', 'ACCESS EXCLUSIVE', false, 'passa a exigir do que se grava um valor na coluna nome'],
      ['needs-scan', 'SHARE UPDATE EXCLUSIVE', true, 'exige dos registros que há um valor na coluna nome'],
      ['safe', 'ACCESS EXCLUSIVE', true, 'exige um valor na coluna nome'],
    ]);
    // Who holds a row of the table does not hold up the reading of it, and PostgreSQL says when it reads it no more.
    const spared: string[] = [];
    const client = new pg.Client({ connectionString: url });
    client.on('notice', ({ message }) => spared.push(String(message)));
    await client.connect();
    await client.query('set client_min_messages = debug1');
    for (const { sql, entity } of steps) if (entity === 'item' && sql?.includes('_held')) await client.query(sql);
    await client.end();
    expect(spared).toContain(
      'existing constraints on column "item.nome" are sufficient to prove that it does not contain nulls',
    );
    expect(await valuesOf(database, "select conname from pg_constraint where conname like '%held'")).toEqual([]);
    await expect(applyPlan(database, required, seal, large)).rejects.toMatchObject({ code: 'SCHEMA_PLAN_MOVED' });
  });

  test('an empty row that is written meanwhile is refused by name, and one that was there before anything is done', async () => {
    await database.execute('insert into item (nome) values (null)');
    const refusal = { code: 'SCHEMA_CHANGE_NULLS', params: { entity: 'item', field: 'nome', count: 1 } };
    const { seal } = await planSchema(database, required, large);
    await expect(applyPlan(database, required, seal, large)).rejects.toMatchObject(refusal);
    expect(await valuesOf(database, "select conname from pg_constraint where conname like '%held'")).toEqual([]);
    await database.execute('delete from item where nome is null');
    await applyPlan(database, required, (await planSchema(database, required, large)).seal, large);
    expect((await planSchema(database, required, large)).steps).toEqual([]);
    await expect(database.execute('insert into item (nome) values (null)')).rejects.toMatchObject({ code: '23502' });
  });

  test.each(['', 'alter table item validate constraint item_nome_held;'])(
    'broken off on the way to a required column (%j), the same seal finishes; where the files ask it no more, nothing of it stays',
    async (reached) => {
      const { seal, steps } = await planSchema(database, required, large);
      const [within] = steps.filter(({ what }) => what.startsWith('passa a exigir do que se grava'));
      await applyPlan(database, required, seal, large);
      const breakOff = () =>
        database.execute(`alter table item alter nome drop not null; ${within?.sql} ${reached}
        insert into fichario.state values ('schema.unfinished', $json$${JSON.stringify({
          seal,
          steps: steps.map((step) => JSON.stringify([step.entity, step.field, step.sql])),
        })}$json$)`);
      await breakOff();
      const done = await applyPlan(database, required, seal, large);
      expect(done.filter(({ renewal }) => !renewal).map(({ what }) => what)).toEqual([
        'retira da coluna nome a exigência provisória de um valor, que uma mudança interrompida deixou',
        'passa a exigir do que se grava um valor na coluna nome',
        'exige dos registros que há um valor na coluna nome',
        'exige um valor na coluna nome',
      ]);
      expect((await planSchema(database, required, large)).steps).toEqual([]);
      await breakOff();
      await applySchema(database, required);
      expect((await planSchema(database, required, large)).steps).toEqual([]);
      await expect(database.execute('insert into item (nome) values (null)')).rejects.toMatchObject({ code: '23502' });
      await breakOff();
      await applySchema(database, createModel(wider, item([nome()])));
      await database.execute('insert into item (nome) values (null); delete from item where nome is null');
      await breakOff();
      const called = createModel(wider, item([createField({ name: 'titulo', type: 'text' })]));
      const renamed = {
        what: 'rename',
        entity: 'item',
        from: 'nome',
        field: 'titulo',
        since: '0.1.0',
        why: 'clareza',
      } as const;
      await applySchema(database, { ...called, changes: [renamed] });
      await database.execute('insert into item (titulo) values (null)');
    },
  );

  test('a constraint of somebody else stays, whatever its name ends with', async () => {
    await database.execute('alter table item add constraint item_outro_held check (nome is not null)');
    await applySchema(database, required);
    await applySchema(database, createModel(wider, item([nome()])));
    expect(await valuesOf(database, "select conname from pg_constraint where conname like '%held'")).toEqual([
      ['item_outro_held'],
    ]);
  });

  test('an index stays until the one that comes in its place is built, also where that is broken off', async () => {
    const after = createModel(
      cidade,
      item([nome({ unique: true })], { indexes: [{ columns: ['codigo', 'nome'], unique: false }] }),
    );
    const old = createModel(cidade, item([nome()], { indexes: [{ columns: ['codigo'], unique: false }] }));
    await applySchema(database, old);
    await write('a1');
    const { seal, steps } = await planSchema(database, after, large);
    expect(steps.filter(({ renewal }) => !renewal).map(({ what }) => what)).toEqual([
      'constrói o índice único de nome',
      'passa a exigir um valor que não se repete',
      'cria o índice de codigo, nome, id',
      'retira o índice de codigo, id',
    ]);
    const applying = applyPlan(database, after, seal, large);
    const refused = expect(applying).rejects.toMatchObject({ code: 'SCHEMA_ROWS_AGAINST' });
    await building(applying);
    await other.query('commit');
    await refused;
    expect(await indexesOf(database)).toEqual([
      ['item_codigo_idx', true],
      ['item_pkey', true],
    ]);
    await database.execute("delete from item where nome = 'a1' and codigo is null");
    await applyPlan(database, after, seal, large);
    expect(await indexesOf(database)).toEqual([
      ['item_codigo_nome_idx', true],
      ['item_nome_key', true],
      ['item_pkey', true],
    ]);
    expect((await planSchema(database, after, large)).steps).toEqual([]);
    expect(await applySchema(database, after)).toEqual([]);
  });

  test('an index over a column that gets another name is known again where the change is broken off', async () => {
    const after: Model = {
      ...createModel(
        cidade,
        createEntity({
          name: 'item',
          fields: [createField({ name: 'numero', type: 'integer' }), nome({ unique: true })],
        }),
      ),
      changes: [{ what: 'rename', entity: 'item', from: 'codigo', field: 'numero', since: '1.0', why: 'teste' }],
    };
    await applySchema(
      database,
      createModel(cidade, item([nome()], { indexes: [{ columns: ['codigo', 'nome'], unique: false }] })),
    );
    const { seal } = await planSchema(database, after, large);
    const breakOff = (): void => {
      throw new Error('over');
    };
    await expect(applyPlan(database, after, seal, { ...large, tell: breakOff })).rejects.toThrow('over');
    const left = await planSchema(database, after, large);
    expect(left.steps.filter(({ renewal }) => !renewal).map(({ field, what }) => [field, what])).toEqual([
      ['nome', 'constrói o índice único de nome'],
      ['nome', 'passa a exigir um valor que não se repete'],
      ['numero, nome, id', 'retira o índice de numero, nome, id'],
    ]);
    await applyPlan(database, after, seal, large);
    expect(await indexesOf(database)).toEqual([
      ['item_nome_key', true],
      ['item_pkey', true],
    ]);
    expect((await planSchema(database, after, large)).steps).toEqual([]);
  });

  test('of two who apply at once, one does it, and the other finds it done', async () => {
    await write('antes');
    const { seal, steps } = await planSchema(database, indexed, large);
    const first = applyPlan(database, indexed, seal, large);
    await building(first);
    const second = applyPlan(database, indexed, seal, large);
    await expect(inChange(database, () => Promise.resolve(), 0)).rejects.toMatchObject({
      code: 'SCHEMA_CHANGE_RUNNING',
    });
    await other.query('commit');
    expect(await first).toEqual(steps);
    expect(await second).toEqual([]);
    expect(await indexesOf(database)).toContainEqual(['item_nome_idx', true]);
  });
});
