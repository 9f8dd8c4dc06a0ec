/** Laws of writing, with random bodies: what an upsert leaves is what a map would hold, an array is the set last given. */

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { parseRequest } from '../../../engine/contract/request.ts';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import type { PlanContext } from '../../../engine/data/plan/context.ts';
import { Validators } from '../../../engine/data/validators.ts';
import type { WriteOptions } from '../../../engine/data/write-rows.ts';
import { insertRows, updateRows } from '../../../engine/data/write-rows.ts';
import type { Entity, Model } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';
import { accessOf } from './readings.ts';

const thing = createEntity({
  name: 'coisa',
  naturalKey: ['codigo'],
  fields: [
    createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
    createField({ name: 'nome', type: 'text' }),
    createField({ name: 'valor', type: 'money' }),
    createField({ name: 'ativo', type: 'boolean', default: true }),
  ],
});

const item = createEntity({
  name: 'lista_itens',
  path: undefined,
  owner: { entity: 'lista', child: 'itens', relation: 'lista', position: 'posicao' },
  fields: [
    createField({
      name: 'lista',
      type: 'relation',
      required: true,
      visible: false,
      relation: { entity: 'lista', label: [], onDelete: 'cascade' },
    }),
    createField({ name: 'posicao', type: 'integer', required: true, visible: false }),
    createField({ name: 'texto', type: 'text', required: true }),
    createField({ name: 'valor', type: 'money', default: 1 }),
  ],
});

const list: Entity = createEntity({
  name: 'lista',
  fields: [createField({ name: 'nome', type: 'text' })],
  children: [
    {
      name: 'itens',
      title: 'Itens',
      description: undefined,
      help: undefined,
      visible: true,
      readOnly: false,
      minItems: 0,
      maxItems: 200,
      entity: item,
    },
  ],
});

const model: Model = createModel(thing, list, item);
const contextOf = (entity: Entity): PlanContext => ({
  model,
  access: accessOf(['all:manage']),
  entity,
  timeZone: 'UTC',
});
const options: WriteOptions = {
  representation: false,
  version: undefined,
  singular: false,
  maximum: undefined,
  resolution: undefined,
  rollback: false,
  requestId: 'pedido',
  origin: 'api ::1',
};

interface Thing {
  readonly codigo: number;
  readonly nome?: string | null;
  readonly valor?: number | null;
  readonly ativo?: boolean | null;
}
const things: fc.Arbitrary<Thing> = fc.record(
  {
    codigo: fc.integer({ min: 1, max: 6 }),
    nome: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
    valor: fc.option(fc.constantFrom(0.1, 2.5), { nil: null }),
    ativo: fc.option(fc.boolean(), { nil: null }),
  },
  { requiredKeys: ['codigo'] },
) as fc.Arbitrary<Thing>;
const bodies = fc.uniqueArray(things, { selector: (row) => row.codigo, minLength: 1, maxLength: 5 });

/** `kept` is the place of a row of the set before, where there is one of that place. */
const sets = fc.uniqueArray(
  fc.record({
    kept: fc.option(fc.nat(5), { nil: undefined }),
    texto: fc.constantFrom('a', 'b', 'c'),
    valor: fc.option(fc.constantFrom(1, 2.5, null), { nil: undefined }),
  }),
  { maxLength: 6, selector: ({ kept }) => kept ?? {} },
);

forEachDatabase((open) => {
  let database: Database;
  const validators = new Validators();
  const ask = async <Row>(text: string): Promise<readonly Row[]> =>
    (await database.query<Row>({ text, values: [] })).rows;

  beforeAll(async () => {
    database = await open();
    await applySchema(database, model);
  });
  beforeEach(() =>
    database.execute('truncate coisa, lista, lista_itens, historico.lista_itens restart identity cascade'),
  );

  test('an upsert leaves what a map would hold, row by row and version by version', async () => {
    const steps = fc.array(
      fc.record({
        body: bodies,
        resolution: fc.constantFrom('merge-duplicates' as const, 'ignore-duplicates' as const),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await database.execute('truncate coisa');
        const expected = new Map<number, object & { versao: number }>();
        for (const { body, resolution } of all) {
          const fresh = body.filter((row) => !expected.has(row.codigo)).length;
          const written = await insertRows(
            { database, validators, timeZone: 'America/Sao_Paulo' },
            contextOf(thing),
            parseRequest(''),
            body,
            {
              ...options,
              resolution,
            },
          );
          const merges = resolution === 'merge-duplicates';
          expect([written.inserted, written.count]).toEqual([fresh, merges ? body.length : fresh]);
          for (const row of body) {
            const known = expected.get(row.codigo);
            if (!known) expected.set(row.codigo, { nome: null, valor: null, ativo: true, ...row, versao: 1 });
            else if (merges) expected.set(row.codigo, { ...known, ...row, versao: known.versao + 1 });
          }
        }
        expect(
          await ask('select codigo, nome, valor::float8 as valor, ativo, versao from coisa order by codigo'),
        ).toEqual([...expected.entries()].sort(([a], [b]) => a - b).map(([, row]) => row));
      }),
      { numRuns: 40 },
    );
  });

  test('an array is the set last given, in its order; a row that is what it was keeps its version', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sets, { minLength: 1, maxLength: 4 }), async (all) => {
        const engine = { database, validators, timeZone: 'America/Sao_Paulo' };
        const { id } = await insertRows(engine, contextOf(list), parseRequest(''), { nome: 'x' }, options);
        let before: readonly { id: number; texto: string; valor: number | null; versao: number }[] = [];
        for (const set of all) {
          const itens = set.map(({ kept, ...row }) => {
            const known = kept === undefined ? undefined : before[kept];
            return known ? { id: known.id, ...row } : row;
          });
          const sent = itens.map((row) => JSON.parse(JSON.stringify(row)) as object);
          await updateRows(engine, contextOf(list), parseRequest(`id=eq.${id}`), { itens: sent }, options);
          const after = await ask<(typeof before)[number]>(
            `select id, texto, valor::float8 as valor, versao from lista_itens where lista_id = ${id} order by posicao`,
          );
          expect(after).toHaveLength(itens.length);
          for (const [index, row] of itens.entries()) {
            const known = 'id' in row ? before.find((one) => one.id === row.id) : undefined;
            const valor = row.valor === undefined ? (known ? known.valor : 1) : row.valor;
            const same = known && known.texto === row.texto && known.valor === valor && before.indexOf(known) === index;
            expect(after[index]).toEqual({
              id: known?.id ?? after[index]?.id,
              texto: row.texto,
              valor,
              versao: known ? known.versao + (same ? 0 : 1) : 1,
            });
          }
          before = after;
        }
        // the history replays to the table
        expect(
          await ask(
            `select id, texto, versao from historico.lista_itens where lista_id = ${id} and _ate = 'infinity' order by posicao`,
          ),
        ).toEqual(before.map(({ id: row, texto, versao }) => ({ id: row, texto, versao })));
      }),
      { numRuns: 25 },
    );
  });

  test('rows of one key that are merged at once are all written, one of them first', async () => {
    const writes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        insertRows(
          { database, validators, timeZone: 'America/Sao_Paulo' },
          contextOf(thing),
          parseRequest(''),
          { codigo: 1, nome: `n${index}` },
          {
            ...options,
            resolution: 'merge-duplicates',
          },
        ),
      ),
    );
    expect(writes.map(({ inserted }) => inserted).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(await ask('select versao from coisa')).toEqual([{ versao: 8 }]);
  });

  test('sets of one record that are given at once do not mix', async () => {
    const engine = { database, validators, timeZone: 'America/Sao_Paulo' };
    const { id } = await insertRows(engine, contextOf(list), parseRequest(''), { nome: 'x' }, options);
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((texto) =>
        updateRows(
          engine,
          contextOf(list),
          parseRequest(`id=eq.${id}`),
          { itens: Array.from({ length: 4 }, () => ({ texto })) },
          options,
        ),
      ),
    );
    expect(
      await ask(
        `select count(*)::integer as n, count(distinct texto)::integer as sets from lista_itens where lista_id = ${id}`,
      ),
    ).toEqual([{ n: 4, sets: 1 }]);
    expect(await ask(`select versao from lista where id = ${id}`)).toEqual([{ versao: 7 }]);
  });

  test('merges are limited to so many combinations of fields', async () => {
    const wide = createEntity({
      name: 'larga',
      naturalKey: ['codigo'],
      fields: [
        createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
        ...Array.from({ length: 7 }, (_, index) => createField({ name: `c${index}`, type: 'integer' })),
      ],
    });
    const wideModel = createModel(wide);
    const body = Array.from({ length: 51 }, (_, row) => ({
      codigo: row,
      ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].filter((bit) => (row >> bit) & 1).map((bit) => [`c${bit}`, row])),
    }));
    const refused = insertRows(
      { database, validators, timeZone: 'America/Sao_Paulo' },
      { ...contextOf(wide), model: wideModel },
      parseRequest(''),
      body,
      {
        ...options,
        resolution: 'merge-duplicates',
      },
    );
    await expect(refused).rejects.toMatchObject({
      code: 'REQUEST_BODY_INVALID',
      params: { problem: 'os registros trazem mais de 50 combinações de campos diferentes' },
    });
    await expect(refused).rejects.toBeInstanceOf(Refusal);
  });

  test('secrets and fields that are only read are no keys to know rows by', async () => {
    const safe = createEntity({
      name: 'cofre',
      fields: [
        createField({ name: 'nome', type: 'text', unique: true }),
        createField({ name: 'segredo', type: 'text', unique: true, writeOnly: true }),
        createField({ name: 'selo', type: 'text', unique: true, readOnly: true }),
        createField({ name: 'oculto', type: 'text', unique: true, visible: false }),
      ],
    });
    for (const column of ['segredo', 'selo', 'oculto', 'naoha'])
      await expect(
        insertRows(
          { database, validators, timeZone: 'America/Sao_Paulo' },
          { ...contextOf(safe), model: createModel(safe) },
          parseRequest(`on_conflict=${column}`),
          { nome: 'x' },
          { ...options, resolution: 'merge-duplicates' },
        ),
      ).rejects.toMatchObject({
        code: 'REQUEST_CONFLICT_COLUMNS',
        params: { columns: column, entity: 'cofre', known: 'nome; id' },
      });
  });
});
