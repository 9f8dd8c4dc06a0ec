/** Who acts for several providers sees and writes what those who act for one of them do, together, and nothing beside. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { fichaFiles } from '../../support/ficha-files.ts';
import fc from '../../support/laws.ts';
import type { Caller, CallOptions, TestProduct } from '../../support/product.ts';
import { actFor, administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const rights = ['ficha:manage', 'credenciado:list'];

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  /** Acts for the providers that a test names. */
  let office: Caller;
  let ids: readonly number[];
  /** Each acts for one alone, in the order of `ids`. */
  let singles: readonly Caller[];

  const as = (provider: number | undefined) =>
    provider === undefined ? {} : { headers: { 'fichario-provider': String(provider) } };
  /** As the office of these, the first being the main one. */
  const acting = async (...providers: readonly number[]): Promise<void> => {
    await actFor(product.database, 'escritorio', providers);
    product.runtime.sessions.forget();
  };
  const numbers = async (caller: Caller, provider?: number, query = ''): Promise<readonly string[]> => {
    const answer = await caller.call('GET', `/api/fichas?select=numero&order=numero${query}`, as(provider));
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return (answer.json() as { numero: string }[]).map(({ numero }) => numero);
  };
  const fill = async (rows: readonly (readonly [numero: string, provider: number, valor: number])[]) => {
    await admin.call('DELETE', '/api/fichas?id=gt.0');
    if (rows.length === 0) return;
    const body = rows.map(([numero, at, valor]) => ({
      numero,
      credenciado_id: ids[at],
      valor,
      itens: [{ nome: numero }],
    }));
    const answer = await admin.call('POST', '/api/fichas', { body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
  };
  const known = async (): Promise<readonly Record<string, unknown>[]> =>
    (await admin.call('GET', '/api/fichas?select=id,numero,credenciado_id,valor,itens(nome)&order=numero')).json();
  const idOf = async (numero: string): Promise<unknown> =>
    (await known()).find((one) => one['numero'] === numero)?.['id'];

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files: fichaFiles() });
    admin = await product.as(administrator.login, administrator.password);
    const made: number[] = [];
    for (const nome of ['Um', 'Dois', 'Três', 'Quatro']) made.push(await insertRow(admin, '/credenciados', { nome }));
    ids = made;
    office = await product.enter('escritorio', rights, {
      roles: { operadora: false, prestador_administrativo: true },
    });
    const alone: Caller[] = [];
    for (const [at, prestador_registro] of ids.entries())
      alone.push(
        await product.enter(`so-${at}`, rights, { roles: { operadora: false, prestador: true, prestador_registro } }),
      );
    singles = alone;
  });

  test('what is seen is what each of them would see alone, in lists, counts, sums, rows of relations and histories', async () => {
    const rows = fc.array(fc.tuple(fc.nat(ids.length - 1), fc.integer({ min: 1, max: 900 })), { maxLength: 6 });
    const set = fc.shuffledSubarray([...ids.keys()]);
    await fc.assert(
      fc.asyncProperty(rows, set, async (drawn, chosen) => {
        await fill(drawn.map(([at, valor], index) => [`F${index}`, at, valor] as const));
        await acting(...chosen.map((at) => ids[at] ?? 0));
        const union = async <T>(ask: (caller: Caller) => Promise<readonly T[]>): Promise<readonly T[]> =>
          [...(await Promise.all(chosen.map((at) => ask(singles[at] as Caller)))).flat()].sort();
        expect(await numbers(office)).toEqual(await union((caller) => numbers(caller)));
        expect(await numbers(office, undefined, '&valor=gt.300')).toEqual(
          await union((caller) => numbers(caller, undefined, '&valor=gt.300')),
        );
        const count = await office.call('HEAD', '/api/fichas', { headers: { prefer: 'count=exact' } });
        const expected = drawn.filter(([at]) => chosen.includes(at));
        expect(count.headers['content-range']?.toString().split('/')[1]).toBe(String(expected.length));
        const sum = await office.call('GET', '/api/fichas?select=valor.sum()');
        const whole = expected.reduce((total, [, valor]) => total + valor, 0);
        expect(sum.json()).toEqual([{ sum: expected.length === 0 ? null : whole }]);
        const items = async (caller: Caller): Promise<readonly string[]> =>
          (
            (await caller.call('GET', '/api/credenciados?select=nome,fichas(numero,itens(nome))')).json() as {
              fichas: { numero: string; itens: { nome: string }[] }[];
            }[]
          )
            .flatMap(({ fichas }) => fichas.map(({ numero, itens }) => `${numero} ${itens.map(({ nome }) => nome)}`))
            .sort();
        expect(await items(office)).toEqual(await union(items));
        for (const { id } of await known()) {
          const status = async (caller: Caller) => (await caller.call('GET', `/api/fichas/${id}/historico`)).statusCode;
          const alone = await Promise.all(chosen.map((at) => status(singles[at] as Caller)));
          expect(await status(office)).toBe(alone.includes(200) ? 200 : 404);
        }
      }),
      { numRuns: 12 },
    );
  });

  test('the one that is chosen narrows to what it alone would show, and one that is not of them is refused', async () => {
    await fill([
      ['A1', 0, 10],
      ['A2', 0, 20],
      ['B1', 1, 30],
      ['C1', 2, 40],
      ['D1', 3, 50],
    ]);
    const at = fc.nat(ids.length - 1);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...ids.keys()]), at, async (set, wanted) => {
        await acting(...set.map((one) => ids[one] ?? 0));
        const id = ids[wanted] ?? 0;
        if (set.includes(wanted)) {
          const alone = await numbers(singles[wanted] as Caller);
          expect(await numbers(office, id)).toEqual(alone);
          const all = await numbers(office);
          expect(alone.every((one) => all.includes(one))).toBe(true);
        } else
          expect(refusalOf(await office.call('GET', '/api/fichas', as(id)))).toEqual({
            status: 422,
            body: await refusalBody('REQUEST_PROVIDER_UNKNOWN', { id }),
          });
      }),
      { numRuns: 20 },
    );
  });

  describe('writes are for the own ones alone', () => {
    beforeEach(async () => {
      await fill([
        ['A1', 0, 10],
        ['B1', 1, 20],
        ['C1', 2, 30],
      ]);
      await acting(ids[0] ?? 0, ids[1] ?? 0);
    });
    const merging = { prefer: 'resolution=merge-duplicates' };

    type Attempt = readonly [string, ...Parameters<Caller['call']>];
    const attempts = async (): Promise<readonly Attempt[]> => {
      const other = ids[2];
      const mine = await idOf('A1');
      return [
        ['an insert', 'POST', '/api/fichas', { body: { numero: 'N1', credenciado_id: other } }],
        [
          'one of several',
          'POST',
          '/api/fichas',
          {
            body: [
              { numero: 'N1', credenciado_id: ids[1] },
              { numero: 'N2', credenciado_id: other },
            ],
          },
        ],
        [
          'CSV',
          'POST',
          '/api/fichas',
          { text: `numero,credenciado_id\nN1,${other}`, headers: { 'content-type': 'text/csv' } },
        ],
        [
          'an upsert of what is new',
          'POST',
          '/api/fichas',
          { body: { numero: 'N1', credenciado_id: other }, headers: merging },
        ],
        [
          'an upsert that gives one away',
          'POST',
          '/api/fichas?on_conflict=numero',
          { body: { numero: 'A1', credenciado_id: other }, headers: merging },
        ],
        [
          'a change that gives one away',
          'PATCH',
          `/api/fichas?id=eq.${mine}`,
          { body: { credenciado_id: other, itens: [] } },
        ],
      ];
    };

    test('no row is made for, or given to, another', async () => {
      const before = await known();
      const outside = { status: 403, body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Ficha' }) };
      const elsewhere = { status: 403, body: await refusalBody('RECORD_OTHER_PROVIDER', { title: 'Ficha' }) };
      for (const [name, method, url, more] of await attempts()) {
        expect([name, refusalOf(await office.call(method, url, more))]).toEqual([name, outside]);
        const chosen: CallOptions = { ...more, headers: { ...more?.headers, ...as(ids[0]).headers } };
        expect([name, refusalOf(await office.call(method, url, chosen))]).toEqual([name, elsewhere]);
      }
      expect(await known()).toEqual(before);
    });

    test('the row of another is not there: to change, to delete, in a batch, in its history', async () => {
      const [before, other] = [await known(), await idOf('C1')];
      const changed = await office.call('PATCH', `/api/fichas?id=eq.${other}`, { body: { valor: 1 } });
      const gone = await office.call('DELETE', `/api/fichas?id=eq.${other}`);
      expect([changed, gone].map((answer) => [answer.statusCode, answer.headers['content-range']])).toEqual([
        [204, '*/0'],
        [204, '*/0'],
      ]);
      const each = await office.call('PATCH', `/api/fichas?id=in.(${await idOf('A1')},${await idOf('B1')},${other})`, {
        body: { valor: 7 },
        headers: { prefer: 'outcome=each, tx=rollback' },
      });
      expect((each.json() as { status: number }[]).map(({ status }) => status)).toEqual([204, 204, 404]);
      const batch = await office.call('POST', '/api/alteracoes-em-lote', {
        body: { path: '/fichas', operation: 'update', ids: [await idOf('B1'), other], values: { valor: 7 } },
      });
      expect([batch.statusCode, batch.json()]).toEqual([
        201,
        expect.objectContaining({ rows: 2, changes: 1, refused: 1 }),
      ]);
      expect((await office.call('GET', `/api/fichas/${other}/historico`)).statusCode).toBe(404);
      expect(await known()).toEqual(before);
    });

    test('from one of the own ones to another a row may go, but not while one is chosen', async () => {
      const url = `/api/fichas?id=eq.${await idOf('A1')}`;
      const body = { credenciado_id: ids[1] };
      expect(refusalOf(await office.call('PATCH', url, { body, ...as(ids[0]) }))).toEqual({
        status: 403,
        body: await refusalBody('RECORD_OTHER_PROVIDER', { title: 'Ficha' }),
      });
      expect((await office.call('PATCH', url, { body })).statusCode).toBe(204);
      expect(await numbers(singles[1] as Caller)).toEqual(['A1', 'B1']);
    });
  });

  test('an API cursor of one set opens nothing for another', async () => {
    await fill([
      ['A1', 0, 10],
      ['A2', 0, 20],
      ['B1', 1, 30],
    ]);
    await acting(ids[0] ?? 0, ids[1] ?? 0);
    const first = await office.call('GET', '/api/fichas?select=numero&order=numero&limit=1');
    const next = String(first.headers['fichario-next-cursor']);
    await acting(ids[0] ?? 0, ids[2] ?? 0);
    const answer = await office.call('GET', `/api/fichas?select=numero&order=numero&limit=1&cursor=${next}`);
    expect(refusalOf(answer)).toEqual({ status: 400, body: await refusalBody('REQUEST_CURSOR_INVALID', {}) });
  });
});
