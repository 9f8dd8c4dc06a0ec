/**
 * The law: whatever transitions created, moved and emptied, in batches and by taking batches back in any order, taking
 * back the last, then the one before it, and so on, brings back what was, what was created and went among it; and at
 * every step the history leads to the tables. Longer in `npm run test:all`.
 */
import { beforeAll, expect, test } from 'vitest';
import type { BatchPlan, BatchResult, BatchSummary } from '../../../engine/contract/batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import { replayTable } from '../../../engine/data/replay.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { everything } from '../../support/drawn-sample.ts';
import fc, { lawSeed } from '../../support/laws.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { createFiles } from './create-files.ts';

const door = '/api/alteracoes-em-lote';
const [lives, length] = everything ? [20, 60] : [2, 14];
const tables = ['compra', 'compra_itens', 'titulo', 'titulo_partes', 'bem', 'recado', 'lembrete'] as const;
/** Rows that come back by their places, with new ids. */
const owned: Readonly<Record<string, string>> = { compra_itens: 'compra_id', titulo_partes: 'titulo_id' };

type Command =
  | { readonly kind: 'move'; readonly transition: string; readonly reason: string | null; readonly by: number }
  | { readonly kind: 'undo'; readonly back: number };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      transition: fc.constantFrom(
        'aprovar',
        'aprovar',
        'receber',
        'receber',
        'avisar',
        'reabrir',
        'devolver',
        'emprestar',
        'alternar',
        'lembrar',
        'apressar',
      ),
      // The title moves on with it, or waits.
      reason: fc.constantFrom('já', null),
      by: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), back: fc.integer({ min: 1, max: 4 }) }) },
);

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: createFiles });
    admin = await product.as(administrator.login, administrator.password);
    const vendedor_id = await insertRow(admin, '/vendedores', { nome: 'Ana', documento: '123' });
    const loja_id = await insertRow(admin, '/lojas', { nome: 'Centro', vendedor_id });
    await insertRow(admin, '/formas', { nome: 'Pix', tipo: 'RAPIDA' });
    for (const numero of ['a', 'b', 'c', 'd', 'e', 'f'])
      await insertRow(admin, '/compras', {
        numero,
        loja_id,
        // One is free, and has no title.
        valor: numero === 'a' ? 0 : 12,
        itens: numero === 'b' ? [] : ['x', 'y'].map((nome, at) => ({ nome: `${numero}${nome}`, valor: at * 3 })),
      });
  });

  const post = async <Answer>(url: string, body: object | undefined, status: number): Promise<Answer> => {
    await database.query({ text: 'delete from fichario.turn', values: [] });
    const answer = await admin.call('POST', url, body === undefined ? {} : { body });
    if (answer.statusCode !== status) throw new Error(`${url}: ${answer.body}`);
    return answer.json();
  };

  const state = async (): Promise<unknown> => {
    const parts = tables.map((table) => {
      const order = owned[table] === undefined ? 'id' : `${owned[table]}, posicao`;
      return `'${table}', (select coalesce(json_agg(to_jsonb(t) order by ${order}), '[]') from ${table} t)`;
    });
    const text = `select json_build_object(${parts.join(', ')})::text as body`;
    const { rows } = await database.query<{ body: string }>({ text, values: [] });
    const read = JSON.parse(rows[0]?.body ?? '{}') as Readonly<Record<string, readonly object[]>>;
    return Object.fromEntries(
      tables.map((table) => [
        table,
        read[table]?.map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(
              ([name]) =>
                !/^(versao|(criado|alterado)_(em|por))$/.test(name) && !(name === 'id' && owned[table] !== undefined),
            ),
          ),
        ),
      ]),
    );
  };

  const replay = async (): Promise<void> => {
    const specs = describeTables(product.runtime.current.model);
    for (const spec of specs.filter(({ entity }) => (tables as readonly string[]).includes(entity))) {
      const { wrong, differences } = await replayTable(database, spec);
      expect([spec.entity, wrong, differences]).toEqual([spec.entity, 0, []]);
    }
  };

  const apply = async (planned: BatchPlan): Promise<BatchSummary> => {
    const result = await post<BatchResult>(`${door}/${planned.id}/aplicar`, { seal: planned.seal }, 200);
    expect(result).toMatchObject({ changes: planned.changes, written: planned.changes, refused: planned.refused });
    return result;
  };

  const run = async (asked: Command, done: readonly BatchSummary[]): Promise<BatchSummary | undefined> => {
    if (asked.kind === 'undo') {
      const last = done.at(-asked.back);
      if (last === undefined) return undefined;
      await database.query({ text: 'delete from fichario.turn', values: [] });
      const answer = await admin.call('POST', `${door}/${last.id}/desfazer`);
      // It is taken back already.
      if (answer.statusCode === 409) return undefined;
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return apply(answer.json());
    }
    const { transition, reason, by } = asked;
    const all = (await admin.call('GET', '/api/compras?select=id&order=id')).json() as readonly {
      readonly id: number;
    }[];
    const ids = all.filter((_, at) => at % by === 0).map(({ id }) => id);
    const values = transition === 'aprovar' && reason !== null ? { motivo: reason } : {};
    return apply(await post<BatchPlan>(door, { path: '/compras', operation: 'update', ids, transition, values }, 201));
  };

  const live = async (seed: number): Promise<number> => {
    const [commands = []] = fc.sample(fc.array(command, { minLength: length, maxLength: length, size: 'max' }), {
      seed,
      numRuns: 1,
    });
    const done: BatchSummary[] = [];
    const states = [await state()];
    let created = 0;
    const during = async (what: string, work: () => Promise<void>): Promise<void> => {
      try {
        await work();
        await replay();
      } catch (error) {
        throw new Error(`LAW_SEED=${seed}: ${what}`, { cause: error });
      }
    };
    for (const [at, asked] of commands.entries())
      await during(`command ${at}, ${JSON.stringify(asked)}`, async () => {
        const before = states.at(-1);
        const one = await run(asked, done);
        const after = await state();
        if (one === undefined) return expect(after).toEqual(before);
        done.push(one);
        states.push(after);
        const countIn = (of: unknown) => (of as { readonly titulo: readonly unknown[] }).titulo.length;
        if (countIn(after) > countIn(before)) created += 1;
      });
    for (let one = done.pop(); one !== undefined; one = done.pop()) {
      states.pop();
      const { id } = one;
      await during(`taking back ${one.number}, after which ${done.length} are left`, async () => {
        const planned = await post<BatchPlan>(`${door}/${id}/desfazer`, undefined, 201);
        expect(planned.refusals).toEqual([]);
        await apply(planned);
        expect(await state()).toEqual(states.at(-1));
      });
    }
    return created;
  };

  test('taking back everything, the last first, brings back every value', {
    timeout: everything ? 3_000_000 : 300_000,
  }, async () => {
    let created = 0;
    for (let one = 0; one < lives; one += 1) created += await live(lawSeed + one);
    // A life in which nothing is created would hold of nothing.
    expect(created).toBeGreaterThan(0);
  });
});
