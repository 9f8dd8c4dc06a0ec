/** Laws of changes to tables, over pairs of made-up schemas with made-up rows, on both databases. */

import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database, Queryable } from '../../../engine/data/database.ts';
import { DatabaseError } from '../../../engine/data/database.ts';
import { applyPlan } from '../../../engine/data/ddl/apply-plan.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { planSchema } from '../../../engine/data/ddl/plan-schema.ts';
import type { SchemaStep } from '../../../engine/data/ddl/schema-step.ts';
import { describeWanted, readSituation } from '../../../engine/data/ddl/situation.ts';
import type { Change } from '../../../engine/metadata/changes.ts';
import type { Entity, Field, FieldTypeName, Model } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';

const types = ['text', 'integer', 'decimal', 'boolean', 'date', 'code'] as const satisfies readonly FieldTypeName[];
type Type = (typeof types)[number];

const texts: Readonly<Record<Type, readonly string[]>> = {
  text: ['', '7', 'abc', '2026-02-28', 'Ação d’água', 'x'],
  integer: ['0', '7', '-12', '2000000000'],
  decimal: ['0', '7', '1.25', '-3.5'],
  boolean: ['true', 'false'],
  date: ['2026-02-28', '1999-12-31'],
  code: ['A', 'B'],
};
const casts: Readonly<Record<Type, string>> = {
  text: 'text',
  integer: 'integer',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  code: 'text',
};

const fieldOf = (name: string): fc.Arbitrary<Field> =>
  fc
    .record({
      type: fc.constantFrom(...types),
      required: fc.boolean(),
      unique: fc.boolean(),
      withDefault: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      scale: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ type, required, unique, withDefault, limit, scale }) =>
      createField({
        name,
        type,
        required,
        unique: unique && type !== 'boolean',
        default: withDefault ? texts[type][1] : undefined,
        maxLength: type === 'text' ? limit : undefined,
        minimum: type === 'integer' && limit !== undefined ? -limit : undefined,
        scale: type === 'decimal' ? scale : undefined,
        codeList: type === 'code' ? 'letras' : undefined,
        codes: type === 'code' ? ['A', 'B'] : undefined,
      }),
    );

const names = ['um', 'dois', 'tres', 'quatro'];

const schemaOf: fc.Arbitrary<Entity> = fc
  .record({
    kept: fc.subarray(names, { minLength: 1 }),
    all: fc.tuple(...names.map(fieldOf)),
    indexed: fc.boolean(),
    searched: fc.boolean(),
  })
  .map(({ kept, all, indexed, searched }) => {
    const fields = all.filter(({ name }) => kept.includes(name));
    const columns = fields.slice(0, 2).map(({ column }) => column);
    return createEntity({
      name: 'item',
      fields,
      indexes: indexed ? [{ columns, unique: false }] : [],
      search: searched ? fields.filter(({ type }) => type === 'text').map(({ name }) => name) : [],
    });
  });

const told = { entity: 'item', since: '1.0', why: 'lei' };

/** What the files would have to say of the pair: fields that go are renamed while one that comes has their type. */
const changesOf = (before: Entity, after: Entity, renaming: boolean): readonly Change[] => {
  const there = new Set(before.fields.map(({ name }) => name));
  const coming = after.fields.filter(({ name }) => !there.has(name));
  return before.fields.flatMap((field): Change[] => {
    const same = after.fields.find(({ name }) => name === field.name);
    if (same === undefined) {
      const at = renaming ? coming.findIndex(({ type }) => type === field.type) : -1;
      const [target] = at < 0 ? [] : coming.splice(at, 1);
      return target === undefined
        ? [{ what: 'remove', field: field.name, ...told }]
        : [
            { what: 'rename', from: field.name, field: target.name, ...told },
            { what: 'shrink', field: target.name, to: target.maxLength ?? 0, ...told },
          ];
    }
    if (same.type !== field.type) return [{ what: 'retype', field: field.name, to: same.type, ...told }];
    return [{ what: 'shrink', field: field.name, to: same.maxLength ?? same.scale ?? 0, ...told }];
  });
};

const modelOf = (entity: Entity, changes: readonly Change[]): Model => {
  const options = ['A', 'B'].map((value) => ({ value, label: value, tone: 'neutral' as const }));
  return {
    ...createModel(entity),
    codeLists: { letras: { title: 'Letras', domain: undefined, options } },
    changes,
  };
};

type Row = Readonly<Record<string, unknown>>;

const readAll = async (database: Queryable): Promise<Readonly<Record<'table' | 'history', readonly Row[]>>> => {
  const rows = async (table: string, order: string): Promise<readonly Row[]> =>
    (
      await database.query<{ row: string }>({
        text: `select row_to_json(t)::text as row from ${table} t order by ${order}`,
        values: [],
      })
    ).rows.map(({ row }) => JSON.parse(row) as Row);
  return { table: await rows('public.item', 'id'), history: await rows('historico.item', 'id, _de') };
};
type Data = Awaited<ReturnType<typeof readAll>>;

/** The columns of which a value is another afterwards; what is computed is left out. */
const changedColumns = (before: Data, after: Data, renames: ReadonlyMap<string, string>): readonly string[] =>
  (['table', 'history'] as const).flatMap((part) => {
    const [old, now] = [before[part], after[part]];
    if (old.length !== now.length) return [`rows of ${part}`];
    const known = new Set(Object.keys(now[0] ?? {}));
    return Object.keys(old[0] ?? {}).flatMap((name) => {
      const own = known.has(name) ? name : renames.get(name);
      if (name === 'busca') return [];
      if (own === undefined || !known.has(own)) return now.length === 0 ? [] : [`${part}.${name} dropped`];
      const values = (rows: readonly Row[], key: string) => JSON.stringify(rows.map((row) => row[key]));
      return values(old, name) === values(now, own) ? [] : [`${part}.${name}`];
    });
  });

const renamesIn = (changes: readonly Change[]): ReadonlyMap<string, string> =>
  new Map(changes.flatMap((one) => (one.what === 'rename' ? [[one.from, one.field] as const] : [])));

class Undo extends Error {}

const pair = fc.record({
  before: schemaOf,
  after: schemaOf,
  renaming: fc.boolean(),
  rows: fc.array(fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), { maxLength: 4 }),
});

const runs = { numRuns: 40 };

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** The tables of a schema with what of the rows fits, and some of it written twice. */
  const begin = async (entity: Entity, rows: readonly (readonly number[])[]): Promise<void> => {
    await database.execute(
      'drop table if exists public.item, historico.item; delete from fichario.state; delete from fichario.schema_change',
    );
    await applySchema(database, modelOf(entity, []));
    for (const numbers of rows) {
      const values = entity.fields.map(({ type }, index) => {
        const number = numbers[index] ?? 0;
        const all = texts[type as Type];
        return number % 5 === 0 ? 'null' : `'${all[number % all.length]}'::${casts[type as Type]}`;
      });
      const columns = entity.fields.map(({ column }) => column).join(', ');
      await database
        .execute(
          `insert into item (${columns}) values (${values.join(', ')}); update item set versao = 2 where id % 2 = 0`,
        )
        .catch((error: unknown) => {
          if (!(error instanceof DatabaseError)) throw error;
        });
    }
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

  test('no step changes a value but a lossy or a locking one: a safe one least of all', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ({ before, after, renaming, rows }) => {
        await begin(before, rows);
        const changes = changesOf(before, after, renaming);
        const model = modelOf(after, changes);
        const { steps } = await readSituation(database, model, describeWanted(model));
        await database
          .transaction(async (transaction) => {
            let data = await readAll(transaction);
            for (const step of steps) {
              if (step.kind === 'refuse' || !(await runOne(transaction, step))) break;
              const next = await readAll(transaction);
              if (step.class !== 'lossy' && step.class !== 'locking') {
                const changed = changedColumns(data, next, renamesIn(changes));
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
  }, 300_000);

  test('a plan is done once or not at all: afterwards nothing is left to do, or nothing was done', async () => {
    await fc.assert(
      fc.asyncProperty(pair, fc.constantFrom(0, undefined), async ({ before, after, renaming, rows }, smallRows) => {
        await begin(before, rows);
        const model = modelOf(after, changesOf(before, after, renaming));
        const [data, plan] = [await readAll(database), await planSchema(database, model, { smallRows })];
        const done = await applyPlan(database, model, plan.seal, { smallRows }).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          return error;
        });
        if (done instanceof Refusal) {
          expect(done.code).toMatch(/^SCHEMA_(ROWS_AGAINST|CHANGE_NULLS|CHANGE_FAILED)$/);
          expect(await readAll(database)).toEqual(data);
          expect((await planSchema(database, model, { smallRows })).seal).toBe(plan.seal);
          return;
        }
        expect(plan.steps.filter(({ refusal }) => refusal !== undefined)).toEqual([]);
        expect(done).toEqual(plan.steps);
        expect((await planSchema(database, model)).steps).toEqual([]);
        expect(await applyPlan(database, model, plan.seal)).toEqual([]);
        expect(await applySchema(database, model)).toEqual([]);
        // what writes the history fits the table
        await database.execute('update public.item set versao = versao + 1');
      }),
      runs,
    );
  }, 300_000);
});
