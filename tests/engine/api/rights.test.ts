/** Which rows and which fields the rights of product.md section 4 open: routes, records, references, row scope. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { MenuModel, ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database, Queryable } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

/** A second screen on the route of another, which shows less. */
const summary = {
  'schemas/teste/clinicas-resumo/columns.json': {
    entity: 'clinica',
    path: '/clinicas',
    alternativeOf: 'clinicas',
    title: 'Clínicas em resumo',
    icon: 'table',
    permission: { subject: 'clinicaresumo' },
    parent: '/',
    columns: ['nome'],
    sort: ['codigo'],
  },
};

const back = { prefer: 'return=representation' };
const one = { accept: 'application/vnd.pgrst.object+json' };
const counted = { prefer: 'count=exact' };
const all = ['list', 'view', 'insert', 'update', 'delete', 'audit'];

/** What the planner knows is of the whole table: its plans, and the statistics that it keeps. */
const planners = /\bexplain\b|\breltuples\b|\bpg_(class|stats?)/i;

/** The same database, with the text of every statement noted. */
const watched = (database: Database, sent: string[]): Database => {
  const watch = (queryable: Queryable): Queryable => ({
    query: (statement) => {
      sent.push(statement.text);
      return queryable.query(statement);
    },
    execute: (sql) => {
      sent.push(sql);
      return queryable.execute(sql);
    },
  });
  return {
    ...database,
    ...watch(database),
    transaction: (run) => database.transaction((transaction) => run(watch(transaction))),
  };
};

forEachDatabase((open) => {
  const sent: string[] = [];
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    database = watched(await open({ from: 'product' }), sent);
    product = await startTestProduct(database, { files: { ...clinicFiles, ...summary } });
    admin = await product.as(administrator.login, administrator.password);
    await write('/bancos', { codigo: '001', nome: 'Banco Um', site: 'https://um.br' });
    await write('/clinicas', { codigo: '0001', nome: 'Primeira', cnpj: '12ABC34501DE35', banco_id: 1 });
    await write('/clinicas', { codigo: '0002', nome: 'Segunda' });
    for (const [numero, clinica_id] of [
      ['a1', 1],
      ['a2', 1],
      ['b1', 2],
      ['solta', null],
    ] as const)
      await write('/fichas', { numero, clinica_id, diagnostico: `de ${numero}`, valor: 10 });
    for (const [motivo, ficha_id] of [
      ['sobre a1', 1],
      ['sobre b1', 3],
    ] as const)
      await write('/recursos', { motivo, ficha_id });
  });

  const write = async (path: string, body: object): Promise<void> => {
    const answer = await admin.call('POST', `/api${path}`, { body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
  };
  const login = async (
    name: string,
    permissions: readonly string[],
    roles: Readonly<Record<string, boolean | number>> = {},
  ): Promise<Caller> => {
    const user = await createUser(database, name, permissions, { roles });
    return product.as(user.login, user.password);
  };
  const keysOf = (rows: unknown): string[] => Object.keys((rows as object[])[0] ?? {});

  describe('without any right', () => {
    let nobody: Caller;
    beforeAll(async () => {
      nobody = await login('ninguem', []);
    });

    test('refuses every operation on a registry, the right missing named', async () => {
      const denied = async (action: string) => ({
        status: 403,
        body: await refusalBody('ACCESS_DENIED', { action, title: 'Fichas' }),
      });
      expect(refusalOf(await nobody.call('GET', '/api/fichas'))).toEqual(await denied('list'));
      expect(refusalOf(await nobody.call('GET', '/api/fichas?id=eq.1', { headers: one }))).toEqual(
        await denied('list'),
      );
      expect((await nobody.call('HEAD', '/api/fichas', { headers: counted })).headers['content-range']).toBeUndefined();
      expect(refusalOf(await nobody.call('POST', '/api/fichas', { body: {} }))).toEqual(await denied('insert'));
      expect(refusalOf(await nobody.call('PATCH', '/api/fichas?id=eq.1', { body: { valor: 1 } }))).toEqual(
        await denied('update'),
      );
      expect(refusalOf(await nobody.call('DELETE', '/api/fichas?id=eq.1'))).toEqual(await denied('delete'));
      expect(refusalOf(await nobody.call('GET', '/api/fichas/1/historico'))).toEqual(await denied('audit'));
      expect(refusalOf(await nobody.call('GET', '/api/model/screen?path=/fichas'))).toEqual(await denied('list'));
    });

    test('opens of a reference the id, the natural key and the label, and nothing else by any door', async () => {
      const list = await nobody.call('GET', '/api/bancos', { headers: counted });
      expect([list.statusCode, list.headers['content-range'], list.json()]).toEqual([
        200,
        '0-0/1',
        [{ id: 1, versao: 1, codigo: '001', nome: 'Banco Um' }],
      ]);
      for (const query of ['select=site', 'site=is.null', 'order=site', 'or=(site.is.null)', 'criado_em=is.null'])
        expect((await nobody.call('GET', `/api/bancos?${query}`)).statusCode).toBe(400);
      const name = async (q: string): Promise<unknown> =>
        (await nobody.call('GET', `/api/bancos?q=${q}&select=nome`)).json();
      expect(await name('um')).toEqual([{ nome: 'Banco Um' }]);
      expect((await nobody.call('PATCH', '/api/bancos?id=eq.1', { body: { nome: 'x' } })).statusCode).toBe(403);
    });

    test('has an empty menu but for places of no pair, and a description without registries that are closed', async () => {
      const menu = (await nobody.call('GET', '/api/model')).json() as MenuModel;
      // The news are for everybody.
      expect(menu.entries.map(({ path }) => path)).toEqual(['/notices']);
      const { paths } = (await nobody.call('GET', '/api/openapi.json')).json() as { paths: object };
      const { model, screens } = product.runtime.current;
      const registries = Object.keys(paths).flatMap((path) => screens.get(path)?.[0] ?? []);
      expect(registries.map(({ path }) => path)).toEqual(expect.arrayContaining(['/bancos', '/cidades']));
      const others = registries.filter(({ entity }) => model.entities[entity]?.reference !== true);
      // Colleagues are there to be named, by whatever list of the users.
      expect(others.map(({ path }) => path)).toEqual(['/usuarios', '/usuarios-teste']);
    });
  });

  describe('with the pair of the route alone', () => {
    let reader: Caller;
    beforeAll(async () => {
      reader = await login('leitor', ['ficha:list', 'clinicapublica:list']);
    });

    test('lists the fields that the list shows, sorts and searches by, and its label', async () => {
      const answer = await reader.call('GET', '/api/fichas?order=id&limit=1');
      expect(answer.json()).toEqual([
        { id: 1, versao: 1, numero: 'a1', clinica_id: 1, valor: 10, situacao: 'ABERTA', diagnostico: 'de a1' },
      ]);
      for (const name of ['protocolo', 'criado_em', 'alterado_por'])
        expect(refusalOf(await reader.call('GET', `/api/fichas?select=${name}`)).body).toEqual(
          await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: name, entity: 'Ficha' }),
        );
    });

    test('sees of an entity what the screen shows that is open, not what another of its screens would', async () => {
      expect(keysOf((await reader.call('GET', '/api/clinicas-publicas')).json())).toEqual([
        'id',
        'versao',
        'codigo',
        'nome',
      ]);
      const wide = await login('largo', ['clinica:list']);
      expect((await wide.call('GET', '/api/clinicas-publicas')).statusCode).toBe(403);
      const both = await login('ambos', ['clinica:list', 'clinicapublica:list']);
      expect((await both.call('GET', '/api/clinicas?cnpj=is.null')).statusCode).toBe(400);
      // the relation leads to the same fields as the list
      expect((await reader.call('GET', '/api/fichas?select=clinica(*)&id=eq.1')).json()).toEqual([
        { clinica: { id: 1, versao: 1, codigo: '0001', nome: 'Primeira' } },
      ]);
    });

    test('has of two screens on one route the first that is open', async () => {
      const seen = async (...permissions: readonly string[]) => {
        const who = await login(`rota-${permissions.length}-${permissions[0]?.length}`, permissions);
        const screen = await who.call('GET', '/api/model/screen?path=/clinicas');
        const list = await who.call('GET', '/api/clinicas?order=id&limit=1');
        return [
          (screen.json() as ScreenModel).screen?.title,
          list.statusCode,
          list.statusCode === 200 && keysOf(list.json()),
        ];
      };
      const narrow = ['id', 'versao', 'codigo', 'nome'];
      expect(await seen('clinica:list')).toEqual(['Clínicas', 200, [...narrow, 'telefone']]);
      expect(await seen('clinicaresumo:list')).toEqual(['Clínicas em resumo', 200, narrow]);
      expect(await seen('clinica:list', 'clinicaresumo:list')).toEqual(['Clínicas', 200, [...narrow, 'telefone']]);
      expect(await seen('banco:list')).toEqual([undefined, 403, false]);
    });

    test('reads a record no wider than the list, and writes none', async () => {
      const record = await reader.call('GET', '/api/fichas?id=eq.1', { headers: one });
      expect(Object.keys(record.json() as object)).not.toContain('protocolo');
      for (const [method, action] of [
        ['PATCH', 'update'],
        ['DELETE', 'delete'],
      ] as const)
        expect(
          refusalOf(await reader.call(method, '/api/fichas?id=eq.1', method === 'PATCH' ? { body: { valor: 1 } } : {})),
        ).toEqual({ status: 403, body: await refusalBody('ACCESS_DENIED', { action, title: 'Fichas' }) });
    });

    test('has a screen that names no more than the list', async () => {
      const screen = (await reader.call('GET', '/api/model/screen?path=/fichas')).json() as ScreenModel;
      expect(screen.rights).toEqual({ view: false, insert: false, update: false, delete: false, audit: false });
      expect(screen.entity.fields.map(({ name }) => name)).toEqual([
        'numero',
        'clinica',
        'valor',
        'situacao',
        'diagnostico',
      ]);
      expect(JSON.stringify(screen)).not.toMatch(/protocolo|chave|interno|cnpj|telefone/i);
      const module = (await reader.call('GET', screen.form.validator)).body;
      expect(module).not.toMatch(/protocolo|chave|interno/i);
      const description = (await reader.call('GET', '/api/openapi.json')).body;
      expect(description).not.toMatch(/protocolo|Chave de acesso|interno|cnpj|telefone/i);
    });
  });

  test('does not embed a record of which nothing may be read, and says so as of a name that does not exist', async () => {
    const clerk = await login('so-recursos', ['recurso:list', 'recurso:view']);
    const refused = async (relation: string) => ({
      status: 400,
      body: await refusalBody('REQUEST_EMBED_UNKNOWN', { relation, entity: 'Recurso de ficha' }),
    });
    for (const query of ['select=@(id)', 'select=@()', 'select=...@(versao)', 'order=@(id)', '@.id=eq.1'])
      for (const relation of ['ficha', 'nada'])
        expect(refusalOf(await clerk.call('GET', `/api/recursos?${query.replace('@', relation)}`))).toEqual(
          await refused(relation),
        );
    expect((await clerk.call('GET', '/api/recursos?select=ficha_id&order=id')).json()).toEqual([
      { ficha_id: 1 },
      { ficha_id: 3 },
    ]);
  });

  describe('with view and without the pair of the route', () => {
    let viewer: Caller;
    beforeAll(async () => {
      viewer = await login('leitor-de-um', ['ficha:view']);
    });

    test('reads one record, asked for by its id', async () => {
      const answer = await viewer.call('GET', '/api/fichas?id=eq.2&select=numero,protocolo', { headers: one });
      expect([answer.statusCode, answer.json()]).toEqual([200, { numero: 'a2', protocolo: 'sem protocolo' }]);
    });

    test('has no screen, for a record is opened from its list', async () => {
      const answer = await viewer.call('GET', '/api/model/screen?path=/fichas');
      expect(refusalOf(answer)).toEqual({
        status: 403,
        body: await refusalBody('ACCESS_DENIED', { action: 'list', title: 'Fichas' }),
      });
    });

    test('writes the record that its id names, and none that a filter would find out', async () => {
      const writer = await login('escreve-um', ['ficha:view', 'ficha:update', 'ficha:delete']);
      const denied = { status: 403, body: await refusalBody('ACCESS_DENIED', { action: 'list', title: 'Fichas' }) };
      const body = { diagnostico: 'outro' };
      expect(refusalOf(await writer.call('PATCH', '/api/fichas?diagnostico=like.*a*', { body }))).toEqual(denied);
      expect(refusalOf(await writer.call('DELETE', '/api/fichas?id=in.(1,2)'))).toEqual(denied);
      const headers = { prefer: 'tx=rollback' };
      expect((await writer.call('PATCH', '/api/fichas?id=eq.1', { body, headers })).statusCode).toBe(204);
    });

    test('does not read the rows of an embed that only the pair of their route opens', async () => {
      const neighbour = await login('vizinho', ['ficha:view', 'clinica:list']);
      expect(refusalOf(await neighbour.call('GET', '/api/clinicas?select=codigo,fichas(numero)'))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_EMBED_UNKNOWN', { relation: 'fichas', entity: 'Clínica' }),
      });
      const lister = await login('vizinho-que-lista', ['ficha:list', 'clinica:list']);
      expect((await lister.call('GET', '/api/clinicas?select=codigo,fichas(numero)')).statusCode).toBe(200);
    });

    test('neither lists, nor counts, nor looks for a record by anything else', async () => {
      const denied = { status: 403, body: await refusalBody('ACCESS_DENIED', { action: 'list', title: 'Fichas' }) };
      for (const query of [
        '',
        '?limit=1',
        '?limit=1&offset=2&order=id',
        '?numero=eq.a1',
        '?id=gt.0&limit=1',
        '?id=in.(1)',
        '?id=eq(any).{1}',
        '?clinica.id=eq.1&limit=1',
        '?id=not.eq.1&limit=1',
        '?or=(id.eq.1,id.eq.2)&limit=1',
        '?q=a1',
      ]) {
        expect(refusalOf(await viewer.call('GET', `/api/fichas${query}`, { headers: one }))).toEqual(denied);
        const head = await viewer.call('HEAD', `/api/fichas${query}`, { headers: { ...one, ...counted } });
        expect([head.statusCode, head.headers['content-range']]).toEqual([403, undefined]);
      }
    });
  });

  describe('confined to a clinic', () => {
    let confined: Caller;
    beforeAll(async () => {
      confined = await login(
        'clinica-um',
        ['ficha', 'recurso'].flatMap((subject) => all.map((action) => `${subject}:${action}`)),
        { operadora: false, prestador: true, prestador_registro: 1 },
      );
    });

    test('lists, finds and counts its own rows alone', async () => {
      const numbers = async (query: string): Promise<unknown> =>
        ((await confined.call('GET', `/api/fichas?select=numero&${query}`)).json() as { numero: string }[]).map(
          ({ numero }) => numero,
        );
      expect(await numbers('')).toEqual(['a1', 'a2']);
      expect(await numbers('q=b1')).toEqual([]);
      expect(await numbers('or=(numero.eq.b1,numero.eq.a1,clinica_id.is.null)')).toEqual(['a1']);
      expect(await numbers('not.and=(numero.eq.a1)')).toEqual(['a2']);
      for (const [query, range] of [
        ['', '0-1/2'],
        ['?numero=neq.a1', '0-0/1'],
        ['?id=eq.3', '*/0'],
      ] as const)
        expect(
          (await confined.call('HEAD', `/api/fichas${query}`, { headers: counted })).headers['content-range'],
        ).toBe(range);
      // The planner's guess would be of all rows.
      await database.execute('analyze ficha');
      for (const kind of ['planned', 'estimated'])
        expect(
          (await confined.call('HEAD', '/api/fichas?clinica_id=eq.2', { headers: { prefer: `count=${kind}` } }))
            .headers['content-range'],
        ).toBe('*/0');
      expect(refusalOf(await confined.call('GET', '/api/fichas?id=eq.3', { headers: one }))).toEqual({
        status: 406,
        body: await refusalBody('REQUEST_SINGULAR', { count: 0 }),
      });
    });

    test("never has its rows counted by the planner, whose guess would tell of others'", async () => {
      const answers: unknown[] = [];
      sent.length = 0;
      for (const kind of ['exact', 'planned', 'estimated'])
        for (const method of ['HEAD', 'GET'] as const)
          for (const query of ['', '&clinica_id=eq.2', '&q=b1']) {
            const headers = { prefer: `count=${kind}` };
            const answer = await confined.call(method, `/api/fichas?limit=1${query}`, { headers });
            answers.push(answer.headers['content-range']);
          }
      expect(answers).toEqual(Array.from({ length: 6 }, () => ['0-0/2', '*/0', '*/0']).flat());
      expect(sent.length).toBeGreaterThanOrEqual(answers.length);
      expect(sent.filter((text) => planners.test(text))).toEqual([]);
    });

    test("sees nothing of others' rows through a relation", async () => {
      const embeds = await confined.call('GET', '/api/recursos?select=motivo,ficha(numero)&order=id');
      expect(embeds.json()).toEqual([
        { motivo: 'sobre a1', ficha: { numero: 'a1' } },
        { motivo: 'sobre b1', ficha: null },
      ]);
      const filtered = async (query: string): Promise<unknown> =>
        (await confined.call('GET', `/api/recursos?select=motivo&${query}`)).json();
      expect(await filtered('and=(ficha.numero.eq.b1)')).toEqual([]);
      expect(await filtered('ficha.diagnostico=has.b1')).toEqual([]);
      expect(await filtered('order=ficha(numero).desc.nullslast')).toEqual([
        { motivo: 'sobre a1' },
        { motivo: 'sobre b1' },
      ]);
      expect((await confined.call('GET', '/api/recursos?select=motivo,ficha!inner(numero)&order=id')).json()).toEqual([
        { motivo: 'sobre a1', ficha: { numero: 'a1' } },
      ]);
    });

    test("changes and deletes no row of others'", async () => {
      for (const query of ['id=eq.3', 'numero=eq.b1', 'id=gt.2']) {
        const change = await confined.call('PATCH', `/api/fichas?${query}`, { body: { valor: 0 }, headers: back });
        expect([change.statusCode, change.body]).toEqual([200, '[]']);
        const removal = await confined.call('DELETE', `/api/fichas?${query}`, { headers: back });
        expect([removal.statusCode, removal.body]).toEqual([200, '[]']);
      }
      const versioned = await confined.call('PATCH', '/api/fichas?id=eq.3', {
        body: { valor: 0 },
        headers: { 'if-match': '"1"' },
      });
      expect(refusalOf(versioned)).toEqual({
        status: 404,
        body: await refusalBody('RECORD_MISSING', { title: 'Ficha' }),
      });
      expect((await admin.call('GET', '/api/fichas?id=gt.2&select=numero,valor&order=id')).json()).toEqual([
        { numero: 'b1', valor: 10 },
        { numero: 'solta', valor: 10 },
      ]);
    });

    test("puts no row among others', nor out of its own", async () => {
      const outside = { status: 403, body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Ficha' }) };
      for (const body of [
        { numero: 'x1', clinica_id: 2 },
        { numero: 'x1' },
        { numero: 'x1', clinica_id: null },
        [
          { numero: 'x1', clinica_id: 1 },
          { numero: 'x2', clinica_id: 2 },
        ],
      ])
        expect(refusalOf(await confined.call('POST', '/api/fichas', { body }))).toEqual(outside);
      for (const clinica_id of [2, null])
        expect(refusalOf(await confined.call('PATCH', '/api/fichas?id=eq.1', { body: { clinica_id } }))).toEqual(
          outside,
        );
      const kept = await admin.call('GET', '/api/fichas?or=(numero.like.x*,id.eq.1)&select=numero,clinica_id,versao');
      expect(kept.json()).toEqual([{ numero: 'a1', clinica_id: 1, versao: 1 }]);
    });

    test('inserts, changes and deletes its own', async () => {
      const insertion = await confined.call('POST', '/api/fichas?select=numero,clinica_id', {
        body: { numero: 'minha', clinica_id: 1 },
        headers: back,
      });
      expect([insertion.statusCode, insertion.json()]).toEqual([201, [{ numero: 'minha', clinica_id: 1 }]]);
      const change = await confined.call('PATCH', '/api/fichas?numero=eq.minha', { body: { valor: 3 } });
      expect([change.statusCode, change.headers['content-range']]).toEqual([204, '*/1']);
      const removal = await confined.call('DELETE', '/api/fichas?numero=eq.minha');
      expect([removal.statusCode, removal.headers['content-range']]).toEqual([204, '*/1']);
    });

    test("reads the history of its own rows, and in it no label of others'", async () => {
      expect((await confined.call('GET', '/api/fichas/1/historico')).statusCode).toBe(200);
      expect(refusalOf(await confined.call('GET', '/api/fichas/3/historico'))).toEqual({
        status: 404,
        body: await refusalBody('RECORD_MISSING', { title: 'Ficha' }),
      });
      const changes = async (who: Caller): Promise<unknown> =>
        ((await who.call('GET', '/api/recursos/2/historico')).json() as { changes: unknown }[])[0]?.changes;
      expect(await changes(admin)).toContainEqual({
        field: 'ficha_id',
        title: 'Ficha',
        before: null,
        after: 'b1 de b1',
      });
      expect(await changes(confined)).toContainEqual({ field: 'ficha_id', title: 'Ficha', before: null, after: '#3' });
    });

    test('opens no page of another by its cursor', async () => {
      const page = await admin.call('GET', '/api/fichas?select=numero&limit=1');
      const cursor = page.headers['fichario-next-cursor'];
      expect(refusalOf(await confined.call('GET', `/api/fichas?select=numero&limit=1&cursor=${cursor}`))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_CURSOR_INVALID', {}),
      });
    });

    test('shares its plans with users of equal rights, and never its rows', async () => {
      const rights = ['ficha:list', 'ficha:view'];
      const numbers = async (who: Caller): Promise<unknown> =>
        ((await who.call('GET', '/api/fichas?select=numero')).json() as { numero: string }[]).map(
          ({ numero }) => numero,
        );
      const role = { operadora: false, prestador: true };
      expect(await numbers(await login('sem-registro', rights, role))).toEqual([]);
      expect(await numbers(await login('segunda', rights, { ...role, prestador_registro: 2 }))).toEqual(['b1']);
      expect(await numbers(await login('primeira', rights, { ...role, prestador_registro: 1 }))).toEqual(['a1', 'a2']);
      expect(await numbers(await login('sem-papel', rights, { operadora: false }))).toEqual([]);
      expect(
        await numbers(await login('registro-sem-papel', rights, { operadora: false, prestador_registro: 1 })),
      ).toEqual([]);
    });
  });

  test('takes manage on a subject for every action on it, and manage on all for everything', async () => {
    const manager = await login('gerente', ['ficha:manage']);
    expect((await manager.call('GET', '/api/fichas')).statusCode).toBe(200);
    expect((await manager.call('GET', '/api/fichas/1/historico')).statusCode).toBe(200);
    expect((await manager.call('GET', '/api/recursos')).statusCode).toBe(403);
    const chief = await login('tudo', ['all:manage']);
    for (const path of ['/fichas', '/recursos', '/usuarios-teste'])
      expect((await chief.call('GET', `/api${path}`)).statusCode).toBe(200);
  });

  test('writes with the right alone, and gives back what may be read', async () => {
    const scribe = await login('so-inclui', ['ficha:insert']);
    const answer = await scribe.call('POST', '/api/fichas', { body: { numero: 'cega' }, headers: back });
    expect([answer.statusCode, answer.json()]).toEqual([201, [{ id: expect.any(Number), versao: 1 }]]);
    await admin.call('DELETE', '/api/fichas?numero=eq.cega');
  });
});
