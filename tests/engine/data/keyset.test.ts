import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { accessOf, context, fill, reader, readingModel, targetContext } from './readings.ts';

/** Few values, so that there are many equals; `null` among them, so that there are holes. */
const some = <T>(...values: readonly T[]): fc.Arbitrary<T | null> => fc.constantFrom(null, ...values);
const row = fc.record({
  texto: some('a', 'A', 'á', 'Á', 'b', 'ç', 'c', 'z', 'Z', '-a', ' a', 'ab', '', "'", '"\\'),
  inteiro: some(-1, 0, 1, 2147483647),
  valor: some(-0.01, 0, 0.07, 999999999999.99),
  dia: some('0001-01-01', '2026-02-28', '9999-12-31'),
  momento: some('2026-01-01T00:00:00.123456Z', '2026-01-01T00:00:00.123457Z', '2026-01-01T03:00:00+03:00'),
  hora: some('00:00', '23:59:59'),
  mes: some('2025-12', '2026-01'),
  sim: some(true, false),
  cor: some('R', 'G', 'B'),
  ordem: fc.constantFrom(1, 2, 3),
  alvo_id: some(1, 2, 3, 4),
});
const column = fc.constantFrom(
  'texto',
  'inteiro',
  'valor',
  'dia',
  'momento',
  'hora',
  'mes',
  'sim',
  'cor',
  'ordem',
  'alvo_id',
  'alvo(nome)',
  'alvo(peso)',
  'criado_em',
  'alterado_em',
  'id',
);
const order = fc
  .array(
    fc
      .tuple(column, fc.constantFrom('', '.asc', '.desc'), fc.constantFrom('', '.nullsfirst', '.nullslast'))
      .map((parts) => parts.join('')),
    { maxLength: 4 },
  )
  .map((terms) => terms.join(','));
const filter = fc.constantFrom(
  '',
  'texto=has.a',
  'inteiro=gte.0',
  'or=(sim.is.true,cor.eq.R)',
  'alvo.nome=is.not_null',
  'q=a',
);

forEachDatabase((open) => {
  let database: Database;
  let read: ReturnType<typeof reader>;

  beforeAll(async () => {
    database = await open();
    await applySchema(database, readingModel);
    await fill(database, 'alvo', [
      { nome: 'um', peso: 1 },
      { nome: 'Um', peso: 1 },
      { nome: 'dois', peso: null },
      { nome: null, peso: 2 },
    ]);
    read = reader(database);
  });

  const ids = (body: string): number[] => (JSON.parse(body) as { id: number }[]).map(({ id }) => id);
  const refusal = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'accepted',
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    );

  test('pages by cursor, put together, are the whole list: in its order, no row twice, none missing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 24 }),
        order,
        filter,
        fc.integer({ min: 1, max: 8 }),
        async (rows, by, where, limit) => {
          await fill(database, 'leitura', rows);
          const query = `select=id&order=${by}&${where}`;
          const whole = await read(`${query}&limit=1000`);
          expect(whole.next).toBeUndefined();
          const pages: number[] = [];
          let count = 0;
          let next: string | undefined;
          do {
            count += 1;
            const page = await read(`${query}&limit=${limit}${next === undefined ? '' : `&cursor=${next}`}`);
            expect(page.rows).toBe(ids(page.body).length);
            expect(page.next === undefined || page.rows === limit).toBe(true);
            pages.push(...ids(page.body));
            next = page.next;
          } while (next !== undefined && pages.length <= rows.length);
          expect(pages).toEqual(ids(whole.body));
          expect(new Set(pages).size).toBe(pages.length);
          // The last page says that it is, full or not.
          expect(count).toBe(Math.max(1, Math.ceil(pages.length / limit)));
          if (where === '') expect(pages).toHaveLength(rows.length);
        },
      ),
      { numRuns: 120 },
    );
  });

  test('the whole list is in the order that PostgreSQL gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 24 }),
        fc.constantFrom('texto', 'valor', 'momento', 'sim'),
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom('first', 'last'),
        async (rows, name, direction, nulls) => {
          await fill(database, 'leitura', rows);
          const { rows: expected } = await database.query<{ id: number }>({
            text: `select id from leitura order by ${name} ${direction} nulls ${nulls}, id ${direction}`,
            values: [],
          });
          expect(ids((await read(`select=id&order=${name}.${direction}.nulls${nulls}`)).body)).toEqual(
            expected.map(({ id }) => id),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each([
    'ordem,id.desc',
    'ordem.desc,id',
    'ordem.desc,criado_em,id.desc',
    'alvo(id)',
    'alvo(id).desc,ordem',
    'alvo_id.desc.nullslast,ordem',
  ])('pages go both ways at once, and past many rows of one value: %s', async (by) => {
    await fill(
      database,
      'leitura',
      [1, 2, 3, 1, 2, 3, 1, 2, 3, 1].map((ordem, index) => ({
        ordem,
        alvo_id: index % 5 === 4 ? null : (index % 2) + 1,
      })),
    );
    const whole = ids((await read(`select=id&order=${by}`)).body);
    expect(new Set(whole).size).toBe(10);
    const pages: number[] = [];
    let next: string | undefined;
    do {
      const page = await read(`select=id&order=${by}&limit=3${next === undefined ? '' : `&cursor=${next}`}`);
      pages.push(...ids(page.body));
      next = page.next;
    } while (next !== undefined && pages.length <= 10);
    expect(pages).toEqual(whole);
  });

  test('a row put before the cursor moves no later page', async () => {
    await fill(
      database,
      'leitura',
      ['b', 'd', 'f', 'h'].map((texto) => ({ texto, ordem: 1 })),
    );
    const first = await read('select=texto&order=texto&limit=2');
    await database.execute(`insert into leitura (texto, ordem) values ('a', 1), ('g', 1)`);
    const second = await read(`select=texto&order=texto&limit=2&cursor=${first.next}`);
    expect([JSON.parse(first.body), JSON.parse(second.body)]).toEqual([
      [{ texto: 'b' }, { texto: 'd' }],
      [{ texto: 'f' }, { texto: 'g' }],
    ]);
  });

  test('a cursor opens the list it came from and no other', async () => {
    await fill(
      database,
      'leitura',
      [1, 2, 3, 4, 5].map((inteiro) => ({ inteiro, texto: 'x', ordem: inteiro })),
    );
    const list = 'order=inteiro.desc&inteiro=gt.0';
    const { next = '' } = await read(`${list}&limit=2`);
    const with_ = (query: string, more = {}): Promise<unknown> => refusal(read(`${query}&cursor=${next}`, more));
    // the columns asked for and the size of the page may change
    expect(ids((await read(`${list}&select=id&limit=9&cursor=${next}`)).body)).toEqual([3, 2, 1]);
    for (const query of [
      'order=inteiro&inteiro=gt.0',
      'order=ordem.desc&inteiro=gt.0',
      'order=inteiro.desc',
      'inteiro=gt.0',
      'order=inteiro.desc&inteiro=gt.1',
      'order=inteiro.desc&inteiro=gte.0',
      'order=inteiro.desc&ordem=gt.0',
      `${list}&texto=eq.x`,
      `${list}&q=x`,
      `${list}&select=id,alvo!inner(id)`,
      'order=inteiro.desc.nullslast&inteiro=gt.0',
    ])
      expect([query, await with_(query)]).toEqual([query, 'REQUEST_CURSOR_INVALID']);
    expect(await with_(list, { secret: 2 })).toBe('REQUEST_CURSOR_INVALID');
    for (const access of [
      accessOf(['leitura:list', 'leitura:view']),
      accessOf(['all:manage'], ['leitura.texto']),
      { ...context.access, own: { prestador: [5], beneficiario: [] } },
    ])
      expect(await with_(list, { context: { ...context, access } })).toBe('REQUEST_CURSOR_INVALID');
    expect(await refusal(read(`limit=1&cursor=${next}`, { context: targetContext }))).toBe('REQUEST_CURSOR_INVALID');
    // The same words of another screen ask for other rows.
    const bare = await read('order=id&limit=2');
    const elsewhere = read(`order=id&limit=2&cursor=${bare.next}`, { context: targetContext });
    expect(await refusal(elsewhere)).toBe('REQUEST_CURSOR_INVALID');
    const sorted = { ...context, screen: { ...context.screen, sort: [{ path: ['inteiro'], descending: true }] } };
    const { next: byDefault } = await read('limit=2', { context: sorted });
    expect(await refusal(read(`limit=2&cursor=${byDefault}`))).toBe('REQUEST_CURSOR_INVALID');
  });

  test('a cursor that was touched anywhere opens nothing', async () => {
    const { next = '' } = await read('order=inteiro&limit=1');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc
            .nat(next.length - 1)
            .map((at) => `${next.slice(0, at)}${next[at] === 'A' ? 'B' : 'A'}${next.slice(at + 1)}`),
          fc.nat(next.length - 2).map((at) => next.slice(0, at)),
        ),
        async (text) => {
          // the last letter holds bits that belong to no byte
          fc.pre(!Buffer.from(text, 'base64url').equals(Buffer.from(next, 'base64url')));
          expect(await refusal(read(`order=inteiro&limit=1&cursor=${encodeURIComponent(text)}`))).toBe(
            'REQUEST_CURSOR_INVALID',
          );
        },
      ),
    );
  });

  test('a cursor tells nothing of the row it stands on, and is another each time', async () => {
    await fill(database, 'leitura', [
      { texto: 'segredo', ordem: 1 },
      { texto: 'tarde', ordem: 2 },
    ]);
    const [one = '', two = ''] = [(await read('order=texto&limit=1')).next, (await read('order=texto&limit=1')).next];
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('segredo');
    expect(one).not.toBe(two);
  });

  test('a cursor and an offset are refused together', async () => {
    const { next = '' } = await read('limit=1');
    expect(await refusal(read(`limit=1&offset=1&cursor=${next}`))).toBe('REQUEST_QUERY_INVALID');
  });
});
