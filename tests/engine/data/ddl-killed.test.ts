/** A change of the tables whose process is killed on the way: the old state, from which it is applied as it was planned. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applyPlan } from '../../../engine/data/ddl/apply-plan.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { planSchema } from '../../../engine/data/ddl/plan-schema.ts';
import { openDatabase } from '../../../engine/data/open-database.ts';
import type { Model } from '../../../engine/model/types.ts';
import type { ApplyKilled } from '../../support/apply-killed.ts';
import { createPostgresDatabase } from '../../support/databases.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';

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
  readonly end: () => Promise<void>;
}

const places: Readonly<Record<Database['kind'], () => Promise<Place>>> = {
  pglite: async () => {
    const parent = await mkdtemp(join(tmpdir(), 'fichario-killed-'));
    return { folder: join(parent, 'data'), end: () => rm(parent, { recursive: true, force: true }) };
  },
  postgres: async () => {
    const { url, drop } = await createPostgresDatabase();
    return { url, folder: '', end: drop };
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

describe.each(['pglite', 'postgres'] as const)('killed while it is applied, on %s', (kind) => {
  it('leaves what was there, and the same plan, which then is applied', { timeout: 120_000 }, async () => {
    const place = await places[kind]();
    const { url, folder } = place;
    const open = () => openDatabase({ folder, ...(url === undefined ? {} : { url }) });
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
});
