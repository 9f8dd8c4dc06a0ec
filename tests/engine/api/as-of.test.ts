/** Every door of a registry tells, of a moment, exactly what it told then. */

import { beforeAll, describe, expect, test } from 'vitest';
import { phrases } from '../../../engine/core/words.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { embedFiles } from './embed-files.ts';

const csv = { accept: 'text/csv' };
const counted = { prefer: 'count=exact' };

/** What is asked at each moment, then and afterwards. */
const questions: readonly (readonly [url: string, headers?: Readonly<Record<string, string>>])[] = [
  ['/pesquisas?select=*,criado_por_login,alterado_por_login,cidade(nome,uf),perguntas(*,cidade(nome))', counted],
  ['/pesquisas?select=nome,...cidade(onde:nome)&order=cidade(nome).desc.nullslast,nome', csv],
  ['/pesquisas?select=*&q=a', counted],
  ['/pesquisas?nome=has.B&select=nome,versao', counted],
  ['/pesquisas?select=nome,cidade!inner(nome)&cidade.nome=like.*b*', counted],
  ['/pesquisas?cidade.nome=ilike.*a*&select=nome', csv],
  ['/pesquisas?select=nome,perguntas!inner(texto)&perguntas.texto=has.a', counted],
  ['/pesquisas?select=count(),nome.min(),maior:id.max()'],
  ['/pesquisas?alterado_por_login=eq.chefe&select=nome'],
  ['/cidades?select=nome,pesquisas(nome),viagens!destino(count)&order=id', counted],
  ['/viagens?select=nome,origem(nome,pesquisas(nome)),destino(nome)'],
  ['/pesquisas?offset=1&limit=2&select=nome'],
];

type Command = (act: Act) => Promise<void>;
interface Act {
  readonly call: Caller['call'];
  readonly ids: (path: string) => Promise<readonly number[]>;
}

let names = 0;
const fresh = (word: string): string => {
  names += 1;
  return `${word} ${names}`;
};
const words = fc.constantFrom('Ana', 'bola', 'Ção', 'b', 'A%_');
const some = fc.nat(30);
const chosen = <T>(items: readonly T[], at: number): T | null => items[at % Math.max(items.length, 1)] ?? null;

const change = (path: string, at: number, body: (act: Act) => Promise<object>): Command => {
  return async (act) => {
    const id = chosen(await act.ids(path), at);
    if (id !== null) await act.call('PATCH', `/api${path}?id=eq.${id}`, { body: await body(act) });
  };
};

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(words, some, fc.array(fc.tuple(words, some), { maxLength: 3 })).map(
    ([word, city, rows]): Command =>
      async ({ call, ids }) => {
        const cities = await ids('/cidades');
        const perguntas = rows.map(([texto, at]) => ({ texto, nota: at, cidade_id: chosen(cities, at), secreta: 'x' }));
        await call('POST', '/api/pesquisas', {
          body: { nome: fresh(word), cidade_id: chosen(cities, city), perguntas },
        });
      },
  ),
  fc.tuple(words, some).map(([word, at]) => change('/pesquisas', at, async () => ({ nome: fresh(word) }))),
  fc
    .tuple(words, some)
    .map(([texto, at]) => change('/pesquisas', at, async () => ({ perguntas: [{ texto }, { texto: `${texto}!` }] }))),
  fc
    .tuple(some, some)
    .map(([at, city]) =>
      change('/pesquisas', at, async ({ ids }) => ({ cidade_id: chosen(await ids('/cidades'), city) })),
    ),
  fc.tuple(words, some).map(([word, at]) => change('/cidades', at, async () => ({ nome: fresh(word) }))),
  fc.tuple(words, some, some).map(
    ([word, from, to]): Command =>
      async ({ call, ids }) => {
        const cities = await ids('/cidades');
        const body = { nome: fresh(word), origem_id: chosen(cities, from), destino_id: chosen(cities, to) };
        await call('POST', '/api/viagens', { body });
      },
  ),
  fc.tuple(fc.constantFrom('/pesquisas', '/viagens', '/cidades'), some).map(
    ([path, at]): Command =>
      async ({ call, ids }) => {
        const id = chosen(await ids(path), at);
        if (id !== null) await call('DELETE', `/api${path}?id=eq.${id}`);
      },
  ),
);

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let beginning: string;

  /** A moment after all that was written: statements of a transaction may run a little ahead of a clock of milliseconds. */
  const now = async (): Promise<string> => {
    const text = "select to_json(clock_timestamp()) #>> '{}' as now";
    const read = async () => (await database.query<{ now: string }>({ text, values: [] })).rows[0]?.now ?? '';
    const first = Date.parse(await read());
    let moment = await read();
    while (Date.parse(moment) < first + 2) moment = await read();
    return moment;
  };
  const at = (url: string, moment: string | undefined): string =>
    moment === undefined
      ? `/api${url}`
      : `/api${url}${url.includes('?') ? '&' : '?'}as_of=${encodeURIComponent(moment)}`;
  /** Status, range and body of every question, and all pages of a list. */
  const tell = async (moment?: string, caller = admin): Promise<readonly unknown[]> => {
    const answers = questions.map(async ([url, headers = {}]) => {
      const [read, head] = await Promise.all(
        (['GET', 'HEAD'] as const).map((method) => caller.call(method, at(url, moment), { headers })),
      );
      return [url, ...[read, head].map((one) => [one?.statusCode, one?.headers['content-range']]), read?.body];
    });
    const pages: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: Awaited<ReturnType<Caller['call']>> = await caller.call(
        'GET',
        at(
          `/pesquisas?select=nome,cidade(nome)&order=cidade(nome),nome&limit=2${cursor && `&cursor=${cursor}`}`,
          moment,
        ),
      );
      pages.push(page.body);
      cursor = page.headers['fichario-next-cursor'] as string | undefined;
    }
    return [...(await Promise.all(answers)), pages];
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: embedFiles, rules: false });
    admin = await product.as(administrator.login, administrator.password);
    for (const [index, nome] of ['Abaeté', 'Betim', 'Confins'].entries())
      await insertRow(admin, '/cidades', { ibge: `310620${index}`, nome, uf: 'MG' });
    beginning = await now();
  });

  test('a list, a count, a sum, a page and a CSV of a moment are what they were then', {
    timeout: 120_000,
  }, async () => {
    const act: Act = {
      call: admin.call,
      ids: async (path) =>
        ((await admin.call('GET', `/api${path}?select=id&order=id`)).json() as { id: number }[]).map(({ id }) => id),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 2, maxLength: 8 }), async (commands) => {
        const noted: [string, readonly unknown[]][] = [];
        for (const run of commands) {
          await run(act);
          noted.push([await now(), await tell()]);
        }
        for (const [moment, told] of noted) {
          const again = await tell(moment);
          for (const [index, one] of told.entries()) expect(again[index]).toEqual(one);
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
    // Every question was answered, and of something.
    const told = (await tell()).slice(0, -1) as readonly (readonly [string, readonly [number]])[];
    expect(told.filter(([, [status]]) => status >= 300).map(([url]) => url)).toEqual([]);
  });

  describe('a moment', () => {
    const names = async (moment: string, path = '/cidades?select=nome&order=id&limit=1') => {
      const answer = await admin.call('GET', at(path, moment));
      expect(answer.statusCode, answer.body).toBe(200);
      return (answer.json() as { nome: string }[]).map(({ nome }) => nome);
    };

    test('is a date by its end, and a time without offset by the clock of the installation', async () => {
      // One of its own: what the law above left of the others is chance.
      const id = await insertRow(admin, '/cidades', { ibge: '9912345', nome: 'Nova', uf: 'MG' });
      const at = (moment: string) => names(moment, `/cidades?select=nome&id=eq.${id}`);
      // As if the history had been begun and the name been given on the last day of 2025, in the zone of São Paulo.
      await database.execute(`comment on table historico.cidade is 'desde 2025-01-01T00:00:00+00:00'`);
      await database.execute(
        `update historico.cidade set _de = '2025-12-31 12:00-03' where id = ${id} and _operacao = 'I';
         insert into historico.cidade (id, versao, criado_em, nome, uf, ibge, _operacao, _de, _ate, _transacao)
         select id, 1, criado_em, 'Antiga', uf, ibge, 'I', '2025-12-30 12:00-03', '2025-12-31 12:00-03', 1
         from historico.cidade where id = ${id} and _operacao = 'I'`,
      );
      const after = await at('2025-12-31');
      expect(await at('2025-12-30')).toEqual(['Antiga']);
      expect(await at('2025-12-31T11:59')).toEqual(['Antiga']);
      expect(await at('2025-12-31T12:00')).toEqual(after);
      expect(await at('2025-12-31T14:59:59.999999Z')).toEqual(['Antiga']);
      expect(await at('2025-12-31T15:00:00Z')).toEqual(after);
      expect(await at('2025-12-31T16:59:00+02:00')).toEqual(['Antiga']);
      expect(await at('2025-12-29')).toEqual([]);
      expect(after).toEqual(['Nova']);
      // As a browser sends it where nobody escaped the plus.
      expect(
        (await admin.call('GET', `/api/cidades?select=nome&id=eq.${id}&as_of=2025-12-31T16:59:00+02:00`)).json(),
      ).toEqual([{ nome: 'Antiga' }]);
    });

    test.each([
      ['ontem', phrases.momentForm('ontem')],
      ['2026-02-30', phrases.momentForm('2026-02-30')],
      ['2026-01-01T25:00', phrases.momentForm('2026-01-01T25:00')],
      ['', phrases.momentForm('')],
      ["2026-01-01'; drop table cidade", phrases.momentForm("2026-01-01'; drop table cidade")],
      ['9999-12-31', phrases.momentAhead('9999-12-31')],
      ['9999-12-31T00:00:00Z', phrases.momentAhead('9999-12-31T00:00:00Z')],
      ['1999-12-31', phrases.momentBefore('Cidade', '01/01/2025 00:00:00')],
    ])('%s is refused', async (moment, problem) => {
      await database.execute(`comment on table historico.cidade is 'desde 2025-01-01T03:00:00+00:00'`);
      const body = await refusalBody('REQUEST_AS_OF', { problem });
      expect(refusalOf(await admin.call('GET', at('/cidades?select=nome', moment)))).toEqual({ status: 400, body });
    });

    test('before the first row of a table that was there finds nothing', async () => {
      await admin.call('POST', '/api/casas', { body: { nome: 'Casa' } });
      expect(await names(beginning, '/casas?select=nome')).toEqual([]);
    });

    test('is read, not written, and no history is read of it', async () => {
      const body = await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'as_of' });
      const asked = [
        admin.call('PATCH', at('/cidades?id=eq.1', beginning), { body: { nome: 'x' } }),
        admin.call('POST', at('/cidades', beginning), { body: { ibge: '3106299', nome: 'x', uf: 'MG' } }),
        admin.call('DELETE', at('/cidades?id=eq.1', beginning)),
        admin.call('GET', at('/cidades/1/historico', beginning)),
        admin.call('GET', at('/cidades/uf/MG', beginning)),
      ];
      for (const answer of await Promise.all(asked)) expect(refusalOf(answer)).toEqual({ status: 400, body });
    });

    test('opens no page of another moment', async () => {
      const url = '/cidades?select=nome&limit=1&order=id';
      const [one, other] = [await now(), await now()];
      const page = await admin.call('GET', at(url, one));
      const next = `${url}&cursor=${page.headers['fichario-next-cursor']}`;
      expect((await admin.call('GET', at(next, one))).statusCode).toBe(200);
      const body = await refusalBody('REQUEST_CURSOR_INVALID', {});
      for (const moment of [other, undefined])
        expect(refusalOf(await admin.call('GET', at(next, moment)))).toEqual({ status: 400, body });
    });
  });

  test('rights are those of today, over the rows as they were then', async () => {
    const [mine, yours] = [
      await insertRow(admin, '/casas', { nome: fresh('casa') }),
      await insertRow(admin, '/casas', { nome: fresh('casa') }),
    ];
    const visit = await insertRow(admin, '/visitas-casas', { nome: 'Visita', casa_id: mine, cidade_id: null });
    const then = await now();
    await admin.call('PATCH', `/api/visitas-casas?id=eq.${visit}`, { body: { nome: 'Outra', casa_id: yours } });
    const enter = (login: string, casa: number) =>
      product.enter(login, ['visita:list', 'visita:view'], {
        roles: { operadora: false, prestador: true, prestador_registro: casa },
        hidden: ['visita.cidade'],
      });
    const [first, second] = [await enter('primeira', mine), await enter('segunda', yours)];
    const rows = async (caller: Caller, moment?: string) =>
      (await caller.call('GET', at('/visitas-casas?select=nome', moment), { headers: counted })).json();
    expect([await rows(first, then), await rows(first)]).toEqual([[{ nome: 'Visita' }], []]);
    expect([await rows(second, then), await rows(second)]).toEqual([[], [{ nome: 'Outra' }]]);
    // What is hidden today is so in every moment, in whatever place it is named.
    for (const query of [
      'select=cidade_id',
      'select=nome&cidade_id=is.null',
      'select=nome&order=cidade_id',
      'select=cidade_id.max()',
    ])
      expect(refusalOf(await first.call('GET', at(`/visitas-casas?${query}`, then)))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: 'cidade_id', entity: 'Visita' }, {}),
      });
  });
});
