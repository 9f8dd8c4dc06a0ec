/** Demonstration data in the tables of both databases: stopped and gone on with, with history, sums that agree. */
import { describe, expect, it } from 'vitest';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import { readSequence, writeNumber } from '../../../engine/core/sequence.ts';
import type { Database } from '../../../engine/data/database.ts';
import type { Row } from '../../../engine/data/given-rows.ts';
import type { SampleOptions } from '../../../engine/data/samples/load-samples.ts';
import { loadSamples } from '../../../engine/data/samples/load-samples.ts';
import type { Draw } from '../../../engine/data/samples/recipe.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { sampleRecipes } from '../../../src/demo/index.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { forEachDatabase } from '../../support/databases.ts';

const { model } = loadProduct(await readSourceFiles(`${import.meta.dirname}/../../..`), 'copass');
const counts: Readonly<Record<string, number>> = {
  cidade: 4,
  banco: 2,
  grau_parentesco: 2,
  motivo_desligamento: 2,
  motivo_saida: 1,
  motivo: 2,
  classificacao_estabelecimento: 2,
  especialidade: 3,
  grupo_procedimento: 2,
  procedimento: 4,
  empresa: 2,
  prestador: 8,
  beneficiario: 12,
  protocolo_recebimento: 8,
  faturamento: 8,
  guia: 160,
  item_guia: 640,
  glosa: 44,
};
const recipes = {
  ...sampleRecipes,
  entities: Object.fromEntries(
    Object.keys(model.entities).map((name) => {
      const count = counts[name] ?? 0;
      return [name, { ...sampleRecipes.entities[name], count: { small: count, medium: count, large: count } }];
    }),
  ),
};
const options: SampleOptions = { size: 'medium', seed: 7, timeZone: 'America/Sao_Paulo', step: 5 };

const textOf = async (database: Database, text: string): Promise<string | undefined> =>
  (await database.query<{ value: string }>({ text, values: [] })).rows[0]?.value;

/** Everything there is of the people, but when it was written. */
const people = `select json_agg(to_jsonb(t) - 'criado_em' order by id)::text as value from beneficiario t`;

/** What the database holds the tables of items to, and how it finds them. */
const held = `select json_agg(definition order by definition)::text as value from (
    select pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('item_guia'::regclass, 'historico.item_guia'::regclass)
    union all
    select conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated from pg_constraint
      where conrelid in ('item_guia'::regclass, 'historico.item_guia'::regclass)) all_of_it`;

/** The recipes with other values in the items. */
const withItems = (values: (index: number) => Row) => ({
  ...recipes,
  entities: {
    ...recipes.entities,
    item_guia: {
      ...sampleRecipes.entities['item_guia'],
      count: { small: 640, medium: 640, large: 640 },
      values: (draw: Draw): Row => ({ ...sampleRecipes.entities['item_guia']?.values?.(draw), ...values(draw.index) }),
    },
  },
});

describe('loading demonstration data', () => {
  const seen = new Map<string, string | undefined>();

  forEachDatabase((open, kind) => {
    it('makes each record once, though it is stopped on the way', async () => {
      const database = await open({ from: 'product' });
      const empty = await textOf(database, held);
      let steps = 0;
      const first = await loadSamples(database, model, recipes, { ...options, goOn: async () => ++steps < 12 });
      const second = await loadSamples(database, model, recipes, options);
      const made = Object.fromEntries(
        Object.keys(counts).map((name) => [name, (first[name] ?? 0) + (second[name] ?? 0)]),
      );
      expect(steps).toBe(12);
      expect(Object.keys(first).length).toBeLessThan(Object.keys(counts).length);
      expect(made).toEqual(counts);
      expect(await loadSamples(database, model, recipes, options)).toEqual({});
      expect(
        await textOf(
          database,
          `select json_build_array((select count(*) from item_guia), (select count(*) from historico.item_guia where _operacao = 'I'),
            (select count(*) from historico.beneficiario_enderecos) - (select count(*) from beneficiario_enderecos))::text as value`,
        ),
      ).toBe('[640, 640, 0]');
      expect(await textOf(database, held)).toBe(empty);
      expect(
        await textOf(
          database,
          `select bool_and(g.valor_apresentado = i.valor and g.valor_glosa is not distinct from i.glosa)::text as value
            from guia g join (select guia_id, sum(valor_apresentado) as valor, sum(valor_glosa) as glosa from item_guia group by guia_id) i on i.guia_id = g.id`,
        ),
      ).toBe('true');
      // Each denial is of an item of which that was denied.
      expect(
        await textOf(
          database,
          `select json_build_array(count(*), bool_and(i.guia_id = d.guia_id and i.prestador_id = d.prestador_id and i.valor_glosa = d.valor))::text as value
            from glosa d join item_guia i on i.id = d.item_id`,
        ),
      ).toBe(`[${counts['glosa']}, true]`);
      // The next one that a person makes gets an id of its own.
      const [last, next] = await Promise.all([
        textOf(database, 'select max(id)::text as value from guia'),
        textOf(database, `select nextval(pg_get_serial_sequence('public.guia', 'id'))::text as value`),
      ]);
      expect(Number(next)).toBeGreaterThan(Number(last));
      // Their numbers are those that the engine gives, and it goes on after them.
      const written =
        model.entities['protocolo_recebimento']?.fields.find(({ name }) => name === 'numero')?.sequence ?? '';
      const number = (count: number) => writeNumber(written, dayInZone(options.timeZone), count).text;
      const { before, digits, after } = readSequence(written);
      expect(
        await textOf(database, 'select json_agg(numero order by id)::text as value from protocolo_recebimento'),
      ).toBe(JSON.stringify(Array.from({ length: 8 }, (_, at) => number(at + 1))).replaceAll(',', ', '));
      const { rows } = await database.query<{ value: string }>({
        text: `select fichario.next_number('protocolo_recebimento.numero', $1::text, $2::text, $3::text::integer) as value`,
        values: [before, after, String(digits)],
      });
      expect(rows[0]?.value).toBe(number(9));
      seen.set(kind, await textOf(database, people));
    });
  });

  forEachDatabase((open) => {
    it('begins in no database where somebody has typed a record', async () => {
      const database = await open({ from: 'product' });
      await database.execute("insert into banco (codigo, nome, criado_por) values ('001', 'Banco do Brasil', 1)");
      await expect(loadSamples(database, model, recipes, options)).rejects.toMatchObject({
        code: 'SAMPLES_ROWS_PRESENT',
        params: { title: 'Banco' },
      });
      expect(await textOf(database, 'select count(*)::text as value from beneficiario')).toBe('0');
    });
  });

  forEachDatabase((open) => {
    it('leaves nothing of a table whose rows are not all good, and every constraint as it was', async () => {
      const database = await open({ from: 'product' });
      const before = await textOf(database, held);
      const count = 'select count(*)::text as value from item_guia';
      const load = (values: (index: number) => Row) => loadSamples(database, model, withItems(values), options);
      // The last of them points at nobody.
      await expect(load((index) => (index === 639 ? { beneficiario_id: 987_654 } : {}))).rejects.toMatchObject({
        code: '23503',
        constraint: 'item_guia_beneficiario_id_fkey',
      });
      expect(await textOf(database, count)).toBe('0');
      // Twice the same place in one guide.
      await expect(load((index) => (index === 638 ? { guia_id: 1, sequencial: 1 } : {}))).rejects.toMatchObject({
        code: '23505',
      });
      // Good for the database, but not for the API.
      await expect(load(() => ({ codigo: 'A1' }))).rejects.toThrow('item_guia 0: VALIDATION_RULE');
      expect(await textOf(database, count)).toBe('0');
      expect(await textOf(database, 'select count(*)::text as value from historico.item_guia')).toBe('0');
      expect(await textOf(database, held)).toBe(before);
      expect((await loadSamples(database, model, recipes, options))['item_guia']).toBe(640);
    });
  });

  it('makes the same on both', () => {
    expect(seen.get('pglite')).toBeDefined();
    expect(seen.get('postgres')).toBe(seen.get('pglite'));
  });
});
