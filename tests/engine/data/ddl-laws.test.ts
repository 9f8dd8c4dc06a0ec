/** Laws of changes to tables, over pairs of made-up products with made-up rows, on both databases. */

import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database, Queryable } from '../../../engine/data/database.ts';
import { DatabaseError } from '../../../engine/data/database.ts';
import { applyPlan } from '../../../engine/data/ddl/apply-plan.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { planSchema } from '../../../engine/data/ddl/plan-schema.ts';
import type { SchemaStep } from '../../../engine/data/ddl/schema-step.ts';
import { describeWanted, readSituation } from '../../../engine/data/ddl/situation.ts';
import { fillComputed } from '../../../engine/data/fill-computed.ts';
import type { Change } from '../../../engine/metadata/changes.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import type { Model } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { everything } from '../../support/drawn-sample.ts';
import fc from '../../support/laws.ts';
import type { TableData } from '../../support/random-products.ts';
import { dropTables, randomPair, readTables, tableNames, writeRows } from '../../support/random-products.ts';

/** What is worked out from other columns changes with them. */
const computed: ReadonlySet<string> = new Set(['busca', 'dobro']);

/** Columns of which a value is another afterwards, by their table; a table or a column that is gone is one too. */
const changedColumns = (before: TableData, after: TableData, changes: readonly Change[]): readonly string[] =>
  Object.entries(before).flatMap(([table, old]) => {
    const now = after[table];
    if (now === undefined) return [`${table} dropped`];
    if (old.length !== now.length) return [`rows of ${table}`];
    const renames = new Map(
      changes.flatMap((one): (readonly [string, string])[] => {
        if (!table.endsWith(`.${one.entity}`) || one.field === undefined) return [];
        const { field } = one;
        // Numbers that become a relation are its ids, in a column of that name.
        if (one.what === 'retype') return [[field, `${field}_id`]];
        return one.what === 'rename' ? ['', '_id'].map((end) => [one.from + end, field + end]) : [];
      }),
    );
    const known = new Set(Object.keys(now[0] ?? {}));
    return Object.keys(old[0] ?? {}).flatMap((name) => {
      if (computed.has(name)) return [];
      const own = known.has(name) ? name : renames.get(name);
      if (own === undefined || !known.has(own)) return [`${table}.${name} dropped`];
      const values = (rows: TableData[string], column: string) => JSON.stringify(rows.map((row) => row[column]));
      return values(old, name) === values(now, own) ? [] : [`${table}.${name}`];
    });
  });

class Undo extends Error {}

const runs = { numRuns: everything ? 150 : 30 };
const timeout = everything ? 1_800_000 : 300_000;

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    await openSqlParser();
    database = await open();
  });

  const begin = async (model: Model, rows: readonly (readonly number[])[]): Promise<void> => {
    await dropTables(database);
    await applySchema(database, model);
    await writeRows(database, model, rows);
  };

  const runOne = async (transaction: Queryable, step: Exclude<SchemaStep, { kind: 'refuse' }>): Promise<boolean> => {
    if (step.kind === 'check') {
      const { rows } = await transaction.query<{ count: unknown }>({ text: step.count, values: [] });
      if (Number(rows[0]?.count) > 0) return false;
    }
    await transaction.execute('savepoint one');
    try {
      await transaction.execute(step.sql);
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      await transaction.execute('rollback to savepoint one');
      return false;
    }
  };

  test(
    'no step changes a value but a lossy or a locking one: a safe one least of all',
    async () => {
      const seen = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(randomPair, async ({ before, after, rows }) => {
          await begin(before, rows);
          const names = tableNames(before);
          const { steps } = await readSituation(database, after, describeWanted(after));
          await database
            .transaction(async (transaction) => {
              let data = await readTables(transaction, names);
              for (const step of steps) {
                if (step.kind === 'refuse' || !(await runOne(transaction, step))) break;
                const next = await readTables(transaction, names);
                seen.set(step.class, (seen.get(step.class) ?? 0) + 1);
                if (step.class !== 'lossy' && step.class !== 'locking') {
                  const changed = changedColumns(data, next, after.changes ?? []);
                  expect({ sql: step.sql, changed }).toEqual({ sql: step.sql, changed: [] });
                }
                data = next;
              }
              throw new Undo();
            })
            .catch((error: unknown) => {
              if (!(error instanceof Undo)) throw error;
            });
        }),
        runs,
      );
      expect(seen.get('safe')).toBeGreaterThan(runs.numRuns);
      expect([...seen.keys()]).toEqual(expect.arrayContaining(['needs-scan', 'lossy']));
    },
    timeout,
  );

  test(
    'a plan is done once or not at all: afterwards nothing is left to do, or nothing was done',
    async () => {
      const ends = { done: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(randomPair, fc.constantFrom(0, undefined), async ({ before, after, rows }, smallRows) => {
          await begin(before, rows);
          const names = tableNames(before, after);
          const [data, plan] = [await readTables(database, names), await planSchema(database, after, { smallRows })];
          const done = await applyPlan(database, after, plan.seal, { smallRows }).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
            return error;
          });
          if (done instanceof Refusal) {
            ends.refused += 1;
            expect(done.code).toMatch(/^SCHEMA_(ROWS_AGAINST|CHANGE_NULLS|CHANGE_FAILED)$/);
            expect(await readTables(database, names)).toEqual(data);
            expect((await planSchema(database, after, { smallRows })).seal).toBe(plan.seal);
            return;
          }
          ends.done += 1;
          expect(plan.steps.filter(({ refusal }) => refusal !== undefined)).toEqual([]);
          expect(done).toEqual(plan.steps);
          await fillComputed(database, after, 'America/Sao_Paulo');
          expect((await planSchema(database, after)).steps).toEqual([]);
          expect(await applyPlan(database, after, plan.seal)).toEqual([]);
          expect(await applySchema(database, after)).toEqual([]);
          const { 'public.item': items = [] } = await readTables(database, ['item']);
          for (const { codigo, dobro } of items) if (dobro !== undefined) expect(dobro).toBe(2 * Number(codigo));
          // what writes the history fits the tables
          for (const name of tableNames(after))
            await database.execute(`update public."${name}" set versao = versao + 1`);
        }),
        runs,
      );
      expect(Math.min(ends.done, ends.refused)).toBeGreaterThan(runs.numRuns / 20);
    },
    timeout,
  );
});
