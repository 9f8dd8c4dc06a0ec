/**
 * A change of the tables whose process is killed on the way: the old state, or one from which the same plan is finished
 * and then holds what it would have come to.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applyPlan } from '../../../engine/data/ddl/apply-plan.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import type { PlanOptions } from '../../../engine/data/ddl/plan-schema.ts';
import { planSchema } from '../../../engine/data/ddl/plan-schema.ts';
import { fillComputed } from '../../../engine/data/fill-computed.ts';
import { openDatabase } from '../../../engine/data/open-database.ts';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import type { Model } from '../../../engine/model/types.ts';
import type { ApplyKilled } from '../../support/apply-killed.ts';
import { createPostgresDatabase } from '../../support/databases.ts';
import { everything } from '../../support/drawn-sample.ts';
import fc from '../../support/laws.ts';
import { makeMemoryFolder } from '../../support/memory-folder.ts';
import type { RandomPair, TableData } from '../../support/random-products.ts';
import { dropTables, randomPair, readTables, tableNames, writeRows } from '../../support/random-products.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';
import { watchDatabase } from '../../support/watched-database.ts';

const told = { entity: 'item', since: '1.0', why: 'teste' };
const before = createModel(
  createEntity({
    name: 'item',
    fields: [
      createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
      createField({ name: 'apelido', type: 'text' }),
      createField({ name: 'fax', type: 'text' }),
      createField({ name: 'andar', type: 'text' }),
    ],
  }),
);
/** A name, a type, a column that goes, one that comes with an index, a table that comes. */
const after: Model = {
  ...createModel(
    createEntity({
      name: 'item',
      fields: [
        createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
        createField({ name: 'nome', type: 'text' }),
        createField({ name: 'andar', type: 'integer' }),
        createField({ name: 'grupo', type: 'text', required: true, default: 'A' }),
      ],
      indexes: [{ columns: ['grupo'], unique: false }],
    }),
    createEntity({ name: 'outro', fields: [createField({ name: 'nome', type: 'text' })] }),
  ),
  changes: [
    { what: 'rename', from: 'apelido', field: 'nome', ...told },
    { what: 'remove', field: 'fax', ...told },
    { what: 'retype', field: 'andar', to: 'integer', ...told },
  ],
};

interface Place {
  readonly url?: string;
  readonly folder: string;
  readonly open: () => Promise<Database>;
  readonly end: () => Promise<void>;
}

const places: Readonly<Record<Database['kind'], () => Promise<Place>>> = {
  pglite: async () => {
    const parent = makeMemoryFolder();
    const folder = join(parent, 'data');
    return {
      folder,
      open: () => openPglite({ folder, ...(!existsSync(folder) && { template: inject('pgliteTemplates').base }) }),
      end: () => rm(parent, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    const { url, drop } = await createPostgresDatabase();
    return { url, folder: '', open: () => openDatabase({ url, folder: '' }), end: drop };
  },
};

/** What was written, or the signal that ended it. */
const applyKilled = (given: ApplyKilled): Promise<string> =>
  new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, '../../support/apply-killed.ts');
    const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (errors += data));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      code === 0 || signal !== null ? resolve(signal ?? output) : reject(new Error(errors)),
    );
  });

const rowsOf = async (database: Database, table: string): Promise<readonly unknown[]> =>
  (
    await database.query<{ row: string }>({
      text: `select to_jsonb(t)::text as row from ${table} t order by 1`,
      values: [],
    })
  ).rows.map(({ row }) => JSON.parse(row) as unknown);

const withoutTimes = (data: TableData): unknown =>
  JSON.parse(
    JSON.stringify(data, (name, value: unknown) =>
      ['criado_em', 'alterado_em', '_de', '_ate', '_transacao'].includes(name) ? null : value,
    ),
  );

interface Result {
  readonly data: unknown;
  /** Of the change, by which a kill is placed. */
  readonly statements: number;
  /** Those of its transaction; all where nothing follows it. */
  readonly within: number;
}

/** What the change comes to where nothing ends it, told by a database of its own; undefined: it is refused, or empty. */
const resultOf = async (
  database: Database,
  { before, after, rows }: RandomPair,
  options: PlanOptions,
): Promise<Result | undefined> => {
  await dropTables(database);
  await applySchema(database, before);
  await writeRows(database, before, rows);
  const { seal } = await planSchema(database, after, options);
  let statements = 0;
  const watched = watchDatabase(database, () => {
    statements += 1;
  });
  let within: number | undefined;
  const tell = (): void => {
    within ??= statements;
  };
  const done = await applyPlan(watched, after, seal, { ...options, tell }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return [];
  });
  if (done.length === 0) return undefined;
  return {
    statements,
    within: within ?? statements,
    data: withoutTimes(await readTables(database, tableNames(before, after))),
  };
};

describe.each(['pglite', 'postgres'] as const)('killed while it is applied, on %s', (kind) => {
  it('leaves what was there, and the same plan, which then is applied', { timeout: 120_000 }, async () => {
    const place = await places[kind]();
    const { url, folder, open } = place;
    try {
      const made = await open();
      await applySchema(made, before);
      await made.execute(`insert into item (codigo, apelido, fax, andar)
        select n, 'a' || n, 'f' || n, n::text from generate_series(1, 500) n`);
      const { seal } = await planSchema(made, after);
      const [rows, history] = [await rowsOf(made, 'item'), await rowsOf(made, 'historico.item')];
      await made.close();
      // 30 are more than a half of its statements; a process that had fewer would end without a signal
      for (const killAfter of [1, 12, 30]) {
        expect(await applyKilled({ ...(url === undefined ? {} : { url }), folder, killAfter, model: after })).toBe(
          'SIGKILL',
        );
        const database = await open();
        expect(await rowsOf(database, 'item')).toEqual(rows);
        expect(await rowsOf(database, 'historico.item')).toEqual(history);
        expect((await planSchema(database, after)).seal).toBe(seal);
        await database.close();
      }
      const statements = Number(
        await applyKilled({ ...(url === undefined ? {} : { url }), folder, killAfter: 0, model: after }),
      );
      expect(statements).toBeGreaterThan(30);
      const database = await open();
      expect((await planSchema(database, after)).steps).toEqual([]);
      const [first] = await rowsOf(database, '(select codigo, nome, andar, grupo from item where codigo = 7)');
      expect(first).toEqual({ codigo: 7, nome: 'a7', andar: 7, grupo: 'A' });
      expect(await applyPlan(database, after, seal)).toEqual([]);
      await database.close();
    } finally {
      await place.end();
    }
  });

  it('wherever it is killed, between any two products, the same plan comes to the same tables', {
    timeout: 600_000,
  }, async () => {
    await openSqlParser();
    // Every table is worked on in parts then, also one without rows, so that steps follow the transaction.
    const options = { smallRows: -1 };
    const scratch = await places[kind]();
    const twin = await scratch.open();
    const seen = { old: 0, begun: 0 };
    const kill = async ({ before, after, rows }: RandomPair, killAfter: number, expected: unknown): Promise<void> => {
      const names = tableNames(before, after);
      const { url, folder, open, end } = await places[kind]();
      try {
        const made = await open();
        await applySchema(made, before);
        await writeRows(made, before, rows);
        const data = await readTables(made, names);
        const { seal } = await planSchema(made, after, options);
        await made.close();
        const given = { ...(url === undefined ? {} : { url }), folder, killAfter, model: after, ...options };
        expect(await applyKilled(given)).toBe('SIGKILL');
        const database = await open();
        const left = await planSchema(database, after, options);
        seen[left.seal === seal ? 'old' : 'begun'] += 1;
        if (left.seal === seal) expect(await readTables(database, names)).toEqual(data);
        await applyPlan(database, after, seal, options);
        expect(withoutTimes(await readTables(database, names))).toEqual(expected);
        await fillComputed(database, after, 'America/Sao_Paulo');
        expect((await planSchema(database, after, options)).steps).toEqual([]);
        await database.close();
      } finally {
        await end();
      }
    };
    await fc.assert(
      fc.asyncProperty(randomPair, fc.nat(), async (pair, drawn) => {
        const result = await resultOf(twin, pair, options);
        fc.pre(result !== undefined);
        const { within, statements, data } = result;
        await kill(pair, 1 + (drawn % within), data);
        if (within < statements) await kill(pair, within + 1 + (drawn % (statements - within)), data);
      }),
      { numRuns: everything ? 60 : 5 },
    );
    await twin.close();
    await scratch.end();
    expect(seen.old).toBeGreaterThan(0);
    // The embedded database has no other user who would wait: all is done in the transaction.
    expect(seen.begun > 0).toBe(kind === 'postgres');
  });
});
