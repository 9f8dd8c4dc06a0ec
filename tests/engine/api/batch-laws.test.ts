/** The law: whatever batches were applied, taking back the last, then the one before it, and so on, brings back what was. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { BatchPlan, BatchResult, BatchSummary } from '../../../engine/contract/batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applyFile, checkFile, sendFile } from '../../src/imports/import-stage.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';
import { owningFiles } from './owning-files.ts';

const door = '/api/alteracoes-em-lote';
const situations = ['ABERTA', 'FECHADA', 'CANCELADA'] as const;

/** Of the records that there are, every one whose place leaves `rest` when divided by `by`. */
interface Some {
  readonly by: number;
  readonly rest: number;
}

type Command =
  | { readonly kind: 'insert'; readonly count: number; readonly valor: number }
  | { readonly kind: 'update'; readonly some: Some; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'delete'; readonly some: Some }
  | { readonly kind: 'import'; readonly some: Some; readonly fresh: number; readonly valor: number }
  | { readonly kind: 'undo'; readonly back: number };

const some = fc.record({ by: fc.integer({ min: 1, max: 3 }), rest: fc.nat(2) });
const values = fc
  .record(
    {
      situacao: fc.constantFrom(...situations),
      valor: fc.option(fc.integer({ min: 0, max: 900 })),
      // One clinic has one diagnosis once: mostly refused for all but one.
      diagnostico: fc.constantFrom('Gripe', 'Asma'),
    },
    { requiredKeys: [] },
  )
  .filter((change) => Object.keys(change).length > 0);
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), count: fc.integer({ min: 1, max: 4 }), valor: fc.nat(50) }),
  fc.record({ kind: fc.constant('update' as const), some, values }),
  fc.record({ kind: fc.constant('delete' as const), some }),
  fc.record({ kind: fc.constant('import' as const), some, fresh: fc.nat(3), valor: fc.nat(50) }),
  fc.record({ kind: fc.constant('undo' as const), back: fc.integer({ min: 1, max: 3 }) }),
);

/** The one that can be taken back of those that take back and do again the same: the first, or the last that took it back. */
const standing = ({ id, undoes }: BatchSummary, applied: readonly BatchSummary[]): BatchSummary => {
  const before = applied.find((one) => one.id === undoes);
  if (before !== undefined) return standing(before, applied);
  const first = applied.find((one) => one.id === id) as BatchSummary;
  const taker = applied.findLast((one) => one.undoes === id);
  return taker === undefined || applied.some((one) => one.undoes === taker.id) ? first : taker;
};

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let made = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, {
      files: { ...clinicFiles, ...owningFiles },
    });
    admin = await product.as(administrator.login, administrator.password);
  });

  const post = async <Answer>(url: string, body: object | undefined, status: number): Promise<Answer> => {
    const answer = await admin.call('POST', url, body === undefined ? {} : { body });
    if (answer.statusCode !== status) throw new Error(`${url}: ${answer.body}`);
    return answer.json();
  };
  const apply = (planned: BatchPlan) => post<BatchResult>(`${door}/${planned.id}/aplicar`, { seal: planned.seal }, 200);
  const all = async () =>
    (
      await admin.call('GET', '/api/fichas?select=id,numero,valor,situacao,diagnostico,clinica_id&order=id&limit=1000')
    ).json() as readonly { readonly id: number; readonly numero: string; readonly diagnostico: string | null }[];

  /** Runs a command; gives what was applied, undefined where there was nothing to do. */
  const run = async (asked: Command, applied: readonly BatchSummary[]): Promise<BatchSummary | undefined> => {
    if (asked.kind === 'undo') {
      const last = applied.filter((batch) => standing(batch, applied) === batch).at(-asked.back);
      if (last === undefined) return undefined;
      return apply(await post<BatchPlan>(`${door}/${last.id}/desfazer`, undefined, 201));
    }
    if (asked.kind === 'insert') {
      const rows = Array.from({ length: asked.count }, () => {
        made += 1;
        return { numero: `N${made}`, valor: asked.valor, diagnostico: `D${made}` };
      });
      return apply(await post<BatchPlan>(door, { path: '/fichas', operation: 'insert', rows }, 201));
    }
    const chosen = (await all()).filter((_, at) => at % asked.some.by === asked.some.rest % asked.some.by);
    if (asked.kind === 'import') {
      const known = chosen.map(({ numero, diagnostico }) => [numero, asked.valor, diagnostico]);
      const fresh = Array.from({ length: asked.fresh }, () => {
        made += 1;
        return [`N${made}`, asked.valor, `D${made}`];
      });
      const lines = [['numero', 'valor', 'diagnostico'], ...known, ...fresh].map((cells) => cells.join(';'));
      await database.query({ text: 'delete from fichario.turn', values: [] });
      const planned = await checkFile(admin, await sendFile(admin, '/fichas', `${lines.join('\n')}\n`));
      expect(planned.batch).toMatchObject({ rows: known.length + fresh.length });
      return (await applyFile(admin, planned)).batch ?? undefined;
    }
    const ids = chosen.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const change = asked.kind === 'update' ? { values: asked.values } : {};
    return apply(await post<BatchPlan>(door, { path: '/fichas', operation: asked.kind, ids, ...change }, 201));
  };
  test('undoing every batch, the last first, brings back every value', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), async (commands) => {
        const states = [await all()];
        const applied: BatchSummary[] = [];
        for (const asked of commands) {
          const result = await run(asked, applied);
          if (result === undefined) continue;
          applied.push(result);
          states.push(await all());
        }
        const done = [...applied];
        for (const batch of applied.toReversed()) {
          states.pop();
          // What took back or did again is itself undone by the other way of the same.
          const planned = await post<BatchPlan>(`${door}/${standing(batch, done).id}/desfazer`, undefined, 201);
          expect([batch.operation, planned.refusals]).toEqual([batch.operation, []]);
          done.push(await apply(planned));
          expect(await all()).toEqual(states.at(-1));
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});
