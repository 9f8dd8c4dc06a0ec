/**
 * One test for each class of attack on comparable products, named by it. Two stand elsewhere: a session after a reset
 * (`tests/src/session/password-calls.test.ts`) and the time that an unknown user takes (`login.test.ts` beside it).
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvLine } from '../../engine/contract/table-text.ts';
import type { Database } from '../../engine/data/database.ts';
import { forEachDatabase } from '../support/databases.ts';
import fc from '../support/laws.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf } from '../support/product.ts';
import type { World } from './world.ts';
import { openWorld } from './world.ts';

const object = { accept: 'application/vnd.pgrst.object+json' };

forEachDatabase((open) => {
  let database: Database;
  let world: World;
  let admin: Caller;
  /** Staff from whom fields of a guide are kept. */
  let staff: Caller;
  /** A provider, clinic 1. */
  let provider: Caller;

  const callerOf = (login: string): Caller => {
    const caller = world.callers.get(login);
    if (!caller) throw new Error(`nobody is called ${login}`);
    return caller;
  };
  /** Every row of a table, with its history. */
  const dump = async (table: string): Promise<string> => {
    const { rows } = await database.query<{ text: string }>({
      text: `select coalesce(string_agg(t::text, E'\\n' order by t.id), '') || (select count(*) from historico.${table}) as text from public.${table} t`,
      values: [],
    });
    return rows[0]?.text ?? '';
  };
  const codeOf = (body: string): unknown => (JSON.parse(body) as { code?: unknown }).code;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    world = await openWorld(database);
    admin = await world.product.as(administrator.login, administrator.password);
    staff = callerOf('campos');
    provider = callerOf('clinica');
  });

  describe('mass assignment', () => {
    const bodies: readonly object[] = [
      { id: 999 },
      { versao: 9 },
      { criado_por: 1 },
      { criado_em: '2020-01-01T00:00:00Z' },
      { alterado_por: 1 },
      { busca: 'x' },
      { margem: 9 },
      { dobro: 9 },
      { gravidade: 9 },
      { laudos: [] },
      { pareceres: [] },
      { admin: true },
      { itens: [{ nome: 'x', ficha_id: 2 }] },
      { itens: [{ nome: 'x', sigilo: 'x' }] },
      { itens: [{ nome: 'x', ficha_itens: [] }] },
    ];

    test('a field that is nobody’s to write, or kept from the writer, refuses the whole body', async () => {
      const before = [await dump('ficha'), await dump('ficha_itens')];
      for (const extra of bodies) {
        const name = Object.keys(extra)[0];
        const changed = await staff.call('PATCH', '/api/fichas?id=eq.1', { body: { fase: 'GLOSADA', ...extra } });
        const added = await staff.call('POST', '/api/fichas', { body: { numero: 'novo', fase: 'ABERTA', ...extra } });
        expect([name, changed.statusCode >= 400, added.statusCode >= 400]).toEqual([name, true, true]);
      }
      expect([await dump('ficha'), await dump('ficha_itens')]).toEqual(before);
    });

    test('a field that is kept from the writer is refused in the words for one that does not exist', async () => {
      const told = async (name: string) => {
        const answer = await staff.call('PATCH', '/api/fichas?id=eq.1', { body: { [name]: 'x' } });
        return [answer.statusCode, answer.body.replaceAll(name, '?')];
      };
      expect(await told('gravidade')).toEqual(await told('xxxxxxxxx'));
    });
  });

  test('an update that moves a row out of scope, or one into it, is refused by every door', async () => {
    const before = await dump('ficha');
    const away = { clinica_id: 2 };
    const fresh = { numero: 'alheia', fase: 'ABERTA' };
    const each = { prefer: 'outcome=each' };
    const merge = { prefer: 'resolution=merge-duplicates' };
    const answers = [
      await provider.call('PATCH', '/api/fichas?id=eq.1', { body: away }),
      await provider.call('PATCH', '/api/fichas?fase=not.is.null', { body: away }),
      await provider.call('PATCH', '/api/fichas?id=eq.1', { body: { clinica_id: null } }),
      await provider.call('POST', '/api/fichas', { body: { ...fresh, ...away } }),
      await provider.call('POST', '/api/fichas', { body: fresh }),
      await provider.call('POST', '/api/fichas', {
        body: [
          { ...fresh, clinica_id: 1 },
          { ...fresh, numero: 'b', ...away },
        ],
      }),
      await provider.call('POST', '/api/fichas?on_conflict=numero', {
        body: { numero: 'G000', fase: 'ABERTA', ...away },
        headers: merge,
      }),
      // a guide of another clinic
      await provider.call('POST', '/api/fichas?on_conflict=numero', {
        body: { numero: 'G007', fase: 'ABERTA', clinica_id: 1 },
        headers: merge,
      }),
    ];
    expect(answers.map(({ statusCode }) => statusCode >= 400)).toEqual(answers.map(() => true));
    const told = await provider.call('PATCH', '/api/fichas?id=in.(1,8)', { body: away, headers: each });
    expect((told.json() as { status: number }[]).map(({ status }) => status >= 400)).toEqual([true, true]);
    // rows of others are none: nothing is written, and nothing is said of them
    const others = await provider.call('PATCH', '/api/fichas?id=eq.8', {
      body: { clinica_id: 1 },
      headers: { prefer: 'return=representation' },
    });
    expect([others.statusCode, others.body]).toEqual([200, '[]']);
    expect(await dump('ficha')).toBe(before);
  });

  test('a record that came into scope tells nothing of what it was before, not even whether it is now the same', async () => {
    // version 1 belongs to another clinic, version 2 to this one
    const row = { numero: 'mudou', fase: 'ABERTA', clinica_id: 2, valor: 41, itens: [{ nome: 'antes' }] };
    const id = await insertRow(admin, '/fichas', row);
    await admin.call('PATCH', `/api/fichas?id=eq.${id}`, { body: { clinica_id: 1 } });
    const told = async (valor: number) =>
      refusalOf(
        await provider.call('PATCH', `/api/fichas?id=eq.${id}`, { body: { valor }, headers: { 'if-match': '"1"' } }),
      );
    const guess = async (valor: number) => {
      await provider.call('PATCH', `/api/fichas?id=eq.${id}`, { body: { valor } });
      return told(valor);
    };
    const unseen = {
      status: 412,
      body: await refusalBody('RECORD_CHANGED_UNSEEN', { title: 'Ficha' }, { at: { entity: 'ficha', record: id } }),
    };
    expect([await told(1), await guess(41), await guess(42)]).toEqual([unseen, unseen, unseen]);
    await admin.call('DELETE', `/api/fichas?id=eq.${id}`);
  });

  test('a filter that picks the empty set, or none, changes and deletes nothing', async () => {
    const before = await dump('ficha');
    const queries = [
      '',
      'id=in.()',
      'or=()',
      'and=()',
      'q=',
      'id=eq.',
      'select=id',
      'limit=5',
      'order=id',
      'numero=in.("")',
    ];
    for (const query of queries) {
      const changed = await admin.call('PATCH', `/api/fichas?${query}`, { body: { fase: 'GLOSADA' } });
      const deleted = await admin.call('DELETE', `/api/fichas?${query}`);
      expect([query, changed.statusCode === 204 || changed.statusCode >= 400]).toEqual([query, true]);
      expect([query, deleted.statusCode === 204 || deleted.statusCode >= 400]).toEqual([query, true]);
    }
    expect(await dump('ficha')).toBe(before);
  });

  test('a stale right, on a field or registry that is no more, opens nothing and closes nothing else', async () => {
    const stale = await world.product.enter(
      'antigo',
      ['antigo:manage', 'ficha_antiga:list', 'ficha:list', 'ficha:view', 'ficha.diagnostico:list', ':manage', 'all:'],
      { hidden: ['ficha.campo_antigo', 'antigo.campo', 'ficha.diagnostico'] },
    );
    const guide = await stale.call('GET', '/api/fichas?id=eq.1&select=numero,custo', { headers: object });
    expect([guide.statusCode, guide.json()]).toEqual([200, { numero: 'G000', custo: 3 }]);
    for (const url of ['/api/antigo', '/api/antigos', '/api/ficha_antiga', '/api/fichas/1/antigo'])
      expect([url, (await stale.call('GET', url)).statusCode]).toEqual([url, 404]);
    for (const url of ['/api/exames', '/api/sindicancias', '/api/fichas/1/historico'])
      expect([url, (await stale.call('GET', url)).statusCode]).toEqual([url, 403]);
    // the right of a field whose name is used once more by another entity is not that field's
    expect((await stale.call('GET', '/api/fichas?select=diagnostico')).statusCode).toBe(400);
    expect((await stale.call('PATCH', '/api/fichas?id=eq.1', { body: { fase: 'PAGA' } })).statusCode).toBe(403);
  });

  describe('oracles', () => {
    /** Each takes a name of a field; the answer is that for a name that does not exist. */
    const sameAsAbsent = async (paths: readonly string[], names: readonly string[]): Promise<void> => {
      const told = async (path: string, name: string) => {
        const answer = await staff.call('GET', path.replaceAll('$', name));
        return [path, answer.statusCode, answer.body.replaceAll(name, '?').replaceAll('x'.repeat(name.length), '?')];
      };
      for (const path of paths)
        for (const name of names) {
          const answer = await told(path, name);
          expect(answer).toEqual(await told(path, 'x'.repeat(name.length)));
          expect(answer[1]).toBeGreaterThanOrEqual(400);
        }
    };
    const kept = ['diagnostico', 'gravidade', 'custo', 'margem', 'parecerista_id', 'laudos'];

    test('aggregate: no function is of a kept field, nor of one worked out from it', () =>
      sameAsAbsent(
        ['sum', 'avg', 'min', 'max', 'count'].flatMap((of) => [
          `/api/fichas?select=$.${of}()`,
          `/api/fichas?select=a:$.${of}()::text`,
        ]),
        kept,
      ));

    test('sort: no order is by a kept field, on a page or behind a cursor', () =>
      sameAsAbsent(
        ['', '.desc', '.asc.nullsfirst'].flatMap((how) => [
          `/api/fichas?order=$${how}`,
          `/api/fichas?order=id,$${how}&limit=1`,
          `/api/recursos?order=ficha($)${how}`,
          `/api/recursos?select=id,ficha(id)&order=ficha($)${how}`,
        ]),
        kept,
      ));

    test('alias and embed path: no name leads to a kept field, whatever it is called on the way', () =>
      sameAsAbsent(
        [
          '/api/fichas?select=a:$',
          '/api/fichas?select=id:$',
          '/api/fichas?select=$::text',
          '/api/recursos?select=ficha($)',
          '/api/recursos?select=g:ficha(a:$)',
          '/api/recursos?select=ficha_id($)',
          '/api/recursos?select=...ficha($)',
          '/api/recursos?select=ficha!inner($)',
          '/api/recursos?ficha.$=not.is.null',
          '/api/recursos?select=g:ficha(id)&g.$=not.is.null',
          '/api/recursos?select=ficha(id)&ficha.or=($.not.is.null)',
          '/api/clinicas?select=fichas($)',
          '/api/clinicas?select=fichas(id)&fichas.order=$',
          '/api/clinicas?select=fichas(id,recursos(ficha($)))',
          '/api/fichas?select=$(id)',
          '/api/fichas?or=(id.eq.1,$.eq.1)',
          '/api/fichas?not.and=(or($.is.null))',
        ],
        kept,
      ));

    test('a text that is sought under a negation tells nothing of the kept fields beside it', async () => {
      // the quick search has its texts in one column, kept ones among them: it may narrow, but not decide
      await database.execute("update ficha set observacao = null, diagnostico = 'lepra' where id in (2, 5)");
      const found = async (query: string) => (await staff.call('GET', `/api/fichas?select=id&${query}`)).json();
      for (const query of [
        'not.and=(observacao.has.lepra)',
        'not.or=(observacao.has.lepra)',
        'not.and=(or(observacao.has.lepra))',
      ])
        expect([query, await found(`${query}&id=in.(2,5)`)]).toEqual([query, []]);
      expect(await found('observacao=not.has.lepra&id=in.(2,5)')).toEqual([]);
      expect(await found('q=lepra')).toEqual([]);
    });
  });

  describe('IDOR', () => {
    test('no table of the system has an address, an embed or a history', async () => {
      const tables = [
        'session',
        'login_attempt',
        'user_setting',
        'saved_view',
        'idempotency_key',
        'attachment',
        'attachment_part',
        'secret',
      ];
      const names = [
        ...tables.flatMap((name) => [name, `fichario.${name}`]),
        'historico.ficha',
        'ficha_itens',
        'pg_class',
        'pg_catalog.pg_authid',
        'information_schema.tables',
      ];
      for (const name of names)
        for (const caller of [admin, staff]) {
          const absent = [404, 404, 404, 400, 400];
          const answers = [
            await caller.call('GET', `/api/${name}`),
            await caller.call('GET', `/api/${name}/1/historico`),
            await caller.call('PATCH', `/api/${name}?id=eq.1`, { body: { a: 1 } }),
            await caller.call('GET', `/api/fichas?select=id,${name}(*)`),
            await caller.call('GET', `/api/fichas?${name}.id=eq.1`),
          ];
          expect([name, answers.map(({ statusCode }) => statusCode)]).toEqual([name, absent]);
        }
    });

    test('users, groups, rules and rights are closed to who has no pair of them, by every door', async () => {
      const paths = ['/usuarios', '/regras', '/config-permissoes'];
      const open = paths.filter((path) => world.product.runtime.current.screens.has(path));
      for (const path of open)
        for (const [method, url] of [
          ['GET', path],
          ['HEAD', path],
          ['GET', `${path}?id=eq.1`],
          ['GET', `${path}?select=count()`],
          ['GET', `${path}/1/historico`],
          ['PATCH', `${path}?id=eq.1`],
          ['DELETE', `${path}?id=eq.1`],
          ['POST', path],
          ['GET', `/model/screen?path=${path}`],
        ] as const) {
          const answer = await provider.call(
            method,
            `/api${url}`,
            method === 'PATCH' || method === 'POST' ? { body: { ativo: false } } : {},
          );
          expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
        }
      expect((await staff.call('GET', '/api/fichas?select=id,usuarios(*)')).statusCode).toBe(400);
    });

    test("another's view is neither changed nor removed, another's setting has no address", async () => {
      const body = { screen: '/fichas', name: 'só minha', shared: false, content: { columns: ['numero'] } };
      const made = (await staff.call('POST', '/api/views', { body })).json() as { id: number };
      for (const caller of [provider, admin])
        for (const answer of [
          await caller.call('PATCH', `/api/views/${made.id}`, { body: { name: 'x' } }),
          await caller.call('DELETE', `/api/views/${made.id}`),
        ])
          expect([answer.statusCode, codeOf(answer.body)]).toEqual([404, 'RECORD_MISSING']);
      await staff.call('PUT', '/api/settings/lista', { body: { largura: 5 } });
      await provider.call('PUT', '/api/settings/lista', { body: { largura: 7 } });
      await provider.call('DELETE', '/api/settings/lista');
      expect((await staff.call('GET', '/api/settings')).json()).toMatchObject({ lista: { largura: 5 } });
    });

    test("a file of a record of others, or of a kept field, is none, under any record's address", async () => {
      const [shown, kept] = [world.files.get('aberto.txt'), world.files.get('fechado.txt')];
      expect((await provider.call('GET', `/api/anexos/fichas/1/anexos/${shown}`)).statusCode).toBe(200);
      for (const [caller, url] of [
        [staff, `/api/anexos/fichas/1/laudos/${kept}`],
        [staff, `/api/anexos/fichas/1/anexos/${kept}`],
        [staff, `/api/anexos/fichas/2/anexos/${shown}`],
        [callerOf('listas'), `/api/anexos/fichas/1/anexos/${shown}`],
        [provider, `/api/anexos/recursos/1/anexos/${shown}`],
      ] as const) {
        const answer = await caller.call('GET', url);
        expect([url, answer.statusCode >= 400, answer.body.includes('.txt')]).toEqual([url, true, false]);
      }
    });
  });

  describe('smuggling', () => {
    test('by header: a method, an address or a person that a header claims is not heard', async () => {
      const before = await dump('ficha');
      const claims: readonly Readonly<Record<string, string>>[] = [
        { 'x-http-method-override': 'DELETE' },
        { 'x-http-method': 'DELETE' },
        { 'x-method-override': 'PATCH' },
        { 'x-original-url': '/api/exames' },
        { 'x-rewrite-url': '/api/exames' },
        { 'x-forwarded-user': administrator.login },
        { 'x-forwarded-for': '127.0.0.1' },
        { 'x-user': administrator.login },
        { 'accept-profile': 'fichario' },
        { 'content-profile': 'fichario' },
        { cookie: `token=${admin.token}` },
      ];
      const plain = await staff.call('GET', '/api/fichas?id=lt.4');
      for (const headers of claims) {
        const answer = await staff.call('GET', '/api/fichas?id=lt.4', { headers });
        expect([headers, answer.statusCode, answer.body]).toEqual([headers, 200, plain.body]);
      }
      for (const query of ['_method=DELETE', 'method=DELETE', 'access_token=x', `token=${admin.token}`])
        expect([query, (await staff.call('GET', `/api/fichas?${query}`)).statusCode]).toEqual([query, 400]);
      const nobody = { headers: { authorization: '', cookie: `token=${admin.token}`, 'x-api-key': admin.token } };
      expect((await staff.call('GET', '/api/fichas', nobody)).statusCode).toBe(401);
      expect(await dump('ficha')).toBe(before);
    });

    test('by the keys of a body: nothing reaches the prototype, and of a key said twice one value is checked and written', async () => {
      const json = { 'content-type': 'application/json' };
      for (const text of [
        '{"__proto__": {"admin": true}, "fase": "PAGA"}',
        '{"constructor": {"prototype": {"admin": true}}, "fase": "PAGA"}',
        '{"fase": "PAGA", "itens": [{"nome": "x", "__proto__": {"sigilo": "x"}}]}',
      ]) {
        const answer = await staff.call('PATCH', '/api/fichas?id=eq.1', { text, headers: json });
        expect([text, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([text, true]);
      }
      expect(({} as { admin?: unknown }).admin).toBe(undefined);
      for (const query of [
        '__proto__=eq.1',
        'constructor=eq.1',
        'select=__proto__',
        'order=toString',
        'select=constructor(id)',
      ])
        expect([query, (await staff.call('GET', `/api/fichas?${query}`)).statusCode]).toEqual([query, 400]);
      // the last one counts, for the rights as for the value
      const twice = '{"clinica_id": 1, "clinica_id": 2}';
      expect(
        (await provider.call('PATCH', '/api/fichas?id=eq.1', { text: twice, headers: json })).statusCode,
      ).toBeGreaterThanOrEqual(400);
      const { rows } = await database.query<{ clinica_id: number }>({
        text: 'select clinica_id::integer from ficha where id = 1',
        values: [],
      });
      expect(rows).toEqual([{ clinica_id: 1 }]);
    });

    test('by the socket: what two servers could read as two lengths is refused, and the connection ends', async () => {
      if (!world.product.app.server.listening) await world.product.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = world.product.app.server.address() as AddressInfo;
      const send = async (head: readonly string[], body = ''): Promise<string> => {
        const socket = connect(port, '127.0.0.1');
        const parts: Buffer[] = [];
        socket.on('data', (part) => parts.push(part));
        socket.end(`${[...head, 'Host: x', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
        await once(socket, 'close');
        return Buffer.concat(parts).toString();
      };
      const post = 'POST /api/fichas HTTP/1.1';
      const inner = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
      const bearer = (token: string): string => `Authorization: Bearer ${token}`;
      const refused = [
        await send([post, 'Content-Length: 2', 'Content-Length: 40'], `{}${inner}`),
        await send([post, 'Content-Length: 2', 'Transfer-Encoding: chunked'], `0\r\n\r\n${inner}`),
        await send([post, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${inner}`),
        await send([post, 'Transfer-Encoding: xchunked'], `0\r\n\r\n${inner}`),
        await send([post, 'Content-Length: +2'], `{}${inner}`),
        await send([post, 'Content-Length : 2'], `{}${inner}`),
        await send(['GET /api/fichas HTTP/1.1', 'X: a\r\n b: c', 'Content-Length: 1\n2']),
      ];
      expect(refused.map((answer) => [answer.slice(0, 12), answer.match(/^HTTP\/1\.1 \d/gm)?.length])).toEqual(
        refused.map(() => ['HTTP/1.1 400', 1]),
      );
      // of two names the first is meant, as everywhere: a second one adds nothing
      const first = await send(['GET /api/auth/me HTTP/1.1', bearer(staff.token), bearer(admin.token)]);
      expect(first).toMatch(/^HTTP\/1\.1 200 [\s\S]*"principal":"campos"/);
    });
  });

  describe('CSV formula injection', () => {
    const formulas = ['=1+1', '+1+cmd|x', '-2+3+cmd|x', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")'];

    test('a file for a spreadsheet has no cell that begins a formula, whatever the texts', () => {
      fc.assert(
        fc.property(fc.array(fc.oneof(fc.constantFrom(...formulas), fc.string()), { minLength: 1 }), (cells) => {
          const [line = []] = parse(csvLine(cells), { delimiter: ';', relax_column_count: true }) as string[][];
          for (const cell of line) expect(/^[=@\t\r]|^[+-](?![\d.,\sR$%+-]*$)/.test(cell)).toBe(false);
        }),
      );
    });

    test('the interchange of the API keeps texts as they are, and no browser opens it as a file', async () => {
      const texts = [...new Set(formulas.map((formula) => formula.trim()))].map((motivo) => ({ motivo }));
      const made = await admin.call('POST', '/api/recursos', { body: texts });
      expect(made.statusCode).toBe(201);
      const url = '/api/recursos?select=motivo&ficha_id=is.null&order=id';
      const answer = await admin.call('GET', url, { headers: { accept: 'text/csv' } });
      expect(parse(answer.body, { columns: true })).toEqual(texts);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect(answer.headers['content-disposition']).toBe(undefined);
      const link = await world.product.app.inject({ url, headers: { accept: 'text/csv' } });
      expect(refusalOf(link)).toEqual({ status: 401, body: await refusalBody('ACCESS_UNAUTHENTICATED', {}) });
    });
  });
});
