/** POST with `Prefer: resolution`: which rows are new, which are changed, which are left alone, and for whom. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const merge = { prefer: 'resolution=merge-duplicates, return=representation' };
const ignore = { prefer: 'resolution=ignore-duplicates, return=representation' };
const one = { accept: 'application/vnd.pgrst.object+json' };

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let numbers = 100;

  beforeAll(async () => {
    database = await open();
    product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    for (const codigo of ['0001', '0002']) await insert('/clinicas', { codigo, nome: `Clínica ${codigo}` });
  });

  const insert = (path: string, row: object): Promise<number> => insertRow(admin, path, row);
  const rowOf = async (path: string, filter: string, select: string): Promise<unknown> =>
    (await admin.call('GET', `/api${path}?${filter}&select=${select}`)).json();
  const login: TestProduct['enter'] = (...who) => product.enter(...who);
  const fresh = (): string => {
    numbers += 1;
    return String(numbers);
  };
  const ask = async (text: string) => (await database.query<Record<string, unknown>>({ text, values: [] })).rows;

  describe('merge-duplicates', () => {
    test('answers in the order of the body, whatever is new and whatever is changed', async () => {
      const codes = async (url: string, sent: readonly string[]): Promise<string[]> => {
        const answer = await admin.call('POST', url, {
          body: sent.map((codigo) => ({ codigo, nome: `Banco ${codigo}` })),
          headers: merge,
        });
        return (answer.json() as { codigo: string }[]).map(({ codigo }) => codigo);
      };
      await codes('/api/bancos?on_conflict=codigo', ['851', '853']);
      const sent = ['854', '853', '852', '851'];
      expect(await codes('/api/bancos?on_conflict=codigo&select=codigo', sent)).toEqual(sent);
      expect(await codes('/api/bancos?on_conflict=codigo&select=codigo&order=codigo', sent)).toEqual(sent.toReversed());
    });

    test('inserts what is new and changes what is there, known by the natural key', async () => {
      const [there, absent] = [fresh(), fresh()];
      await insert('/bancos', { codigo: there, nome: 'Antes', site: 'https://a.br', ativo: false });
      const answer = await admin.call(
        'POST',
        '/api/bancos?select=codigo,nome,site,ativo,versao,criado_por,alterado_por',
        {
          body: [
            { codigo: absent, nome: 'Novo' },
            { codigo: there, nome: 'Depois' },
          ],
          headers: merge,
        },
      );
      expect([answer.statusCode, answer.headers['preference-applied'], answer.headers['content-range']]).toEqual([
        201,
        'resolution=merge-duplicates, return=representation',
        '*/2',
      ]);
      expect(answer.json()).toEqual([
        { codigo: absent, nome: 'Novo', site: null, ativo: true, versao: 1, criado_por: 1, alterado_por: null },
        {
          codigo: there,
          nome: 'Depois',
          site: 'https://a.br',
          ativo: false,
          versao: 2,
          criado_por: 1,
          alterado_por: 1,
        },
      ]);
      expect(
        await ask(
          `select versao, _operacao, _por, nome from historico.banco where codigo = '${there}' order by versao`,
        ),
      ).toEqual([
        { versao: 1, _operacao: 'I', _por: 1, nome: 'Antes' },
        { versao: 2, _operacao: 'U', _por: 1, nome: 'Depois' },
      ]);
    });

    test('says 200 where nothing is new, and gives the address of a new one alone', async () => {
      const codigo = fresh();
      const first = await admin.call('POST', '/api/bancos', {
        body: { codigo, nome: 'Um' },
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect([first.statusCode, first.body, first.headers['etag']]).toEqual([201, '', '"1"']);
      expect(first.headers['location']).toMatch(/^\/api\/bancos\?id=eq\.\d+$/);
      const second = await admin.call('POST', '/api/bancos?on_conflict=codigo', {
        body: { codigo, nome: 'Dois' },
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect([second.statusCode, second.body, second.headers['etag'], second.headers['location']]).toEqual([
        200,
        '',
        '"2"',
        undefined,
      ]);
      const mixed = await admin.call('POST', '/api/bancos?on_conflict=codigo', {
        body: [
          { codigo, nome: 'Dois' },
          { codigo: fresh(), nome: 'Novo' },
        ],
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect([mixed.statusCode, mixed.headers['content-range'], mixed.headers['location']]).toEqual([
        201,
        '*/2',
        undefined,
      ]);
      const none = await admin.call('POST', '/api/bancos', { body: [], headers: merge });
      expect([none.statusCode, none.body]).toEqual([200, '[]']);
      const single = await admin.call('POST', '/api/bancos?select=nome', {
        body: { codigo, nome: 'Três' },
        headers: { ...merge, ...one },
      });
      expect([single.statusCode, single.json()]).toEqual([200, { nome: 'Três' }]);
    });

    test('sets of each row only the fields that it names', async () => {
      const codes = [fresh(), fresh(), fresh(), fresh()];
      for (const codigo of codes.slice(0, 3))
        await insert('/bancos', { codigo, nome: 'Antes', site: 'https://a.br', ispb: '12345678', ativo: false });
      const [a, b, c, d] = codes;
      const answer = await admin.call(
        'POST',
        '/api/bancos?columns=codigo,nome,site,ispb&select=codigo,nome,site,ispb,ativo,versao&order=codigo',
        {
          body: [
            { codigo: a, nome: 'A', site: null, ativo: true },
            { codigo: b, nome: 'B', ispb: '' },
            { codigo: d, nome: 'D', site: 'https://d.br' },
            { codigo: c, nome: 'C' },
          ],
          headers: merge,
        },
      );
      expect(answer.json()).toEqual([
        { codigo: a, nome: 'A', site: null, ispb: '12345678', ativo: false, versao: 2 },
        { codigo: b, nome: 'B', site: 'https://a.br', ispb: null, ativo: false, versao: 2 },
        { codigo: c, nome: 'C', site: 'https://a.br', ispb: '12345678', ativo: false, versao: 2 },
        { codigo: d, nome: 'D', site: 'https://d.br', ispb: null, ativo: true, versao: 1 },
      ]);
    });

    test('leaves what the caller may not write as it is', async () => {
      const clerk = await login('balcao', ['guia:list', 'guia:view', 'guia:insert', 'guia:update'], {
        hidden: ['guia.valor'],
      });
      await database.execute(
        `insert into guia (numero, valor, protocolo, interno, chave, situacao) values ('m1', 10, 'P1', 'dentro', 'abre-te', 'FECHADA')`,
      );
      const answer = await clerk.call('POST', '/api/guias?select=numero', {
        body: { numero: 'm1', diagnostico: 'gripe' },
        headers: merge,
      });
      expect([answer.statusCode, answer.json()]).toEqual([200, [{ numero: 'm1' }]]);
      expect(
        await ask(
          `select valor::text, protocolo, interno, chave, situacao, diagnostico, versao from guia where numero = 'm1'`,
        ),
      ).toEqual([
        {
          valor: '10.00',
          protocolo: 'P1',
          interno: 'dentro',
          chave: 'abre-te',
          situacao: 'FECHADA',
          diagnostico: 'gripe',
          versao: 2,
        },
      ]);
    });

    test('knows rows by a key of several fields, an empty one among them', async () => {
      const clinica_id = 1;
      for (const [numero, diagnostico] of [
        ['k1', 'a'],
        ['k2', null],
      ])
        await insert('/guias', { numero, clinica_id, diagnostico });
      const answer = await admin.call(
        'POST',
        '/api/guias?on_conflict=diagnostico,clinica_id&select=numero,diagnostico,versao&order=numero',
        {
          body: [
            { numero: 'k1b', clinica_id, diagnostico: 'a' },
            { numero: 'k2b', clinica_id },
            { numero: 'k3', clinica_id, diagnostico: 'c' },
          ],
          headers: merge,
        },
      );
      expect([answer.statusCode, answer.json()]).toEqual([
        201,
        [
          { numero: 'k1b', diagnostico: 'a', versao: 2 },
          { numero: 'k2b', diagnostico: null, versao: 2 },
          { numero: 'k3', diagnostico: 'c', versao: 1 },
        ],
      ]);
    });

    test('refuses another duplicate than the one it was told of', async () => {
      await insert('/guias', { numero: 'd1', clinica_id: 2, diagnostico: 'x' });
      await insert('/guias', { numero: 'd2', clinica_id: 2, diagnostico: 'y' });
      const answer = await admin.call('POST', '/api/guias', {
        body: { numero: 'd2', clinica_id: 2, diagnostico: 'x' },
        headers: merge,
      });
      expect(refusalOf(answer)).toEqual({
        status: 409,
        body: await refusalBody(
          'RECORD_DUPLICATE',
          { title: 'Guia', fields: 'Clínica, Diagnóstico' },
          { at: { entity: 'guia', field: 'clinica_id' } },
        ),
      });
    });

    test('refuses a body that has one record twice, and one that is not whole', async () => {
      const codigo = fresh();
      const twice = await admin.call('POST', '/api/bancos', {
        body: [
          { codigo, nome: 'Um' },
          { codigo, nome: 'Dois', site: 'https://d.br' },
        ],
        headers: merge,
      });
      const repeated = {
        status: 400,
        body: await refusalBody('RECORD_REPEATED', { title: 'Banco', fields: 'Código' }),
      };
      expect(refusalOf(twice)).toEqual(repeated);
      const same = await admin.call('POST', '/api/bancos', {
        body: [
          { codigo, nome: 'Um' },
          { codigo, nome: 'Dois' },
        ],
        headers: merge,
      });
      expect(refusalOf(same)).toEqual(repeated);
      expect(await rowOf('/bancos', `codigo=eq.${codigo}`, 'id')).toEqual([]);
      await insert('/bancos', { codigo, nome: 'Um' });
      const part = await admin.call('POST', '/api/bancos', { body: { codigo, site: 'https://a.br' }, headers: merge });
      expect(refusalOf(part)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Banco', count: 1 },
          { fields: [['nome', 'VALIDATION_REQUIRED', { field: 'Nome' }]] },
        ),
      });
    });

    test('takes CSV, known by its key or by its ids', async () => {
      const codigo = fresh();
      const id = await insert('/bancos', { codigo, nome: 'Antes', site: 'https://a.br' });
      const headers = { ...merge, 'content-type': 'text/csv' };
      const byKey = await admin.call('POST', '/api/bancos?select=id,nome,site', {
        text: `codigo,nome\n${codigo},Depois`,
        headers,
      });
      expect([byKey.statusCode, byKey.json()]).toEqual([200, [{ id, nome: 'Depois', site: 'https://a.br' }]]);
      const other = fresh();
      const byId = await admin.call('POST', '/api/bancos?select=codigo,nome&order=codigo', {
        text: `id,codigo,nome\n${id},${codigo},Pelo id\n,${other},Sem id`,
        headers,
      });
      expect([byId.statusCode, byId.json()]).toEqual([
        201,
        [
          { codigo, nome: 'Pelo id' },
          { codigo: other, nome: 'Sem id' },
        ],
      ]);
      const odd = await admin.call('POST', '/api/bancos', {
        text: `id,codigo,nome\nx,${codigo},A\n1.5,${other},B`,
        headers,
      });
      expect(refusalOf(odd)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Banco', count: 2 },
          {
            fields: [
              ['id', 'VALIDATION_TYPE', { field: 'id', expected: 'o id de um registro' }, 0],
              ['id', 'VALIDATION_TYPE', { field: 'id', expected: 'o id de um registro' }, 1],
            ],
          },
        ),
      });
    });
  });

  describe('by id', () => {
    const good = { nome: 'abc', quantidade: 1 };

    test('changes the rows that carry one and inserts the others', async () => {
      const id = await insert('/amostras', { ...good, taxa: 2, ativa: false });
      const answer = await admin.call(
        'POST',
        '/api/amostras?columns=id,nome,quantidade&select=id,nome,taxa,ativa,versao',
        {
          body: [
            { nome: 'nova', quantidade: 3 },
            { id, nome: 'mudada', quantidade: 4 },
          ],
          headers: { prefer: 'resolution=merge-duplicates, missing=default, return=representation' },
        },
      );
      expect([answer.statusCode, answer.headers['preference-applied']]).toEqual([
        201,
        'resolution=merge-duplicates, missing=default, return=representation',
      ]);
      const [changed, added] = answer.json() as [object, { id: number }];
      expect(changed).toEqual({ id, nome: 'mudada', taxa: 2, ativa: false, versao: 2 });
      expect(added).toEqual({ id: added.id, nome: 'nova', taxa: null, ativa: true, versao: 1 });
      expect(await ask(`select _operacao, _por from historico.amostra where id = ${id} order by versao`)).toEqual([
        { _operacao: 'I', _por: 1 },
        { _operacao: 'U', _por: 1 },
      ]);
    });

    test('refuses an id that is not there, and writes nothing', async () => {
      const id = await insert('/amostras', good);
      for (const headers of [merge, ignore]) {
        const answer = await admin.call('POST', '/api/amostras', {
          body: [
            { id, ...good, nome: 'mudada' },
            { id: 999_999, ...good },
          ],
          headers,
        });
        expect(refusalOf(answer)).toEqual({
          status: 404,
          body: await refusalBody(
            'RECORD_MISSING',
            { title: 'Amostra' },
            { at: { entity: 'amostra', field: 'id', row: 1 } },
          ),
        });
      }
      expect(await rowOf('/amostras', `id=eq.${id}`, 'nome,versao')).toEqual([{ nome: 'abc', versao: 1 }]);
    });

    test('refuses an id said twice, and what is no id', async () => {
      const id = await insert('/amostras', good);
      const twice = await admin.call('POST', '/api/amostras?on_conflict=id', {
        body: [
          { id, ...good },
          { id, ...good },
        ],
        headers: merge,
      });
      expect(refusalOf(twice)).toEqual({
        status: 400,
        body: await refusalBody('RECORD_REPEATED', { title: 'Amostra', fields: 'id' }),
      });
      for (const odd of ['1', 0, -1, 1.5, 1e20, true, [1]])
        expect(
          refusalOf(await admin.call('POST', '/api/amostras', { body: { id: odd, ...good }, headers: merge })),
        ).toEqual({
          status: 422,
          body: await refusalBody(
            'RECORD_INVALID',
            { title: 'Amostra', count: 1 },
            { fields: [['id', 'VALIDATION_TYPE', { field: 'id', expected: 'o id de um registro' }]] },
          ),
        });
    });

    test('leaves the rows there alone, where they are to be ignored', async () => {
      const id = await insert('/amostras', good);
      const answer = await admin.call('POST', '/api/amostras?select=nome', {
        body: [
          { id, ...good, nome: 'mudada' },
          { ...good, nome: 'nova' },
        ],
        headers: ignore,
      });
      expect([answer.statusCode, answer.json()]).toEqual([201, [{ nome: 'nova' }]]);
      expect(await rowOf('/amostras', `id=eq.${id}`, 'nome,versao')).toEqual([{ nome: 'abc', versao: 1 }]);
    });
  });

  describe('ignore-duplicates', () => {
    test('inserts what is new and gives back that alone', async () => {
      const [there, absent] = [fresh(), fresh()];
      await insert('/bancos', { codigo: there, nome: 'Antes' });
      const answer = await admin.call('POST', '/api/bancos?select=codigo,nome,ativo', {
        body: [
          { codigo: there, nome: 'Depois' },
          { codigo: absent, nome: 'Novo', ativo: false },
          { codigo: absent, nome: 'Outra vez' },
        ],
        headers: ignore,
      });
      expect([answer.statusCode, answer.headers['content-range'], answer.json()]).toEqual([
        201,
        '*/1',
        [{ codigo: absent, nome: 'Novo', ativo: false }],
      ]);
      expect(answer.headers['preference-applied']).toBe('resolution=ignore-duplicates, return=representation');
      expect(await rowOf('/bancos', `codigo=eq.${there}`, 'nome,versao')).toEqual([{ nome: 'Antes', versao: 1 }]);
      const again = await admin.call('POST', '/api/bancos', { body: { codigo: there, nome: 'x' }, headers: ignore });
      expect([again.statusCode, again.body, again.headers['location']]).toEqual([201, '[]', undefined]);
    });
  });

  describe('the key', () => {
    test.each([
      ['nome', 'nome'],
      ['codigo,nome', 'codigo,nome'],
      ['codig', 'codig'],
      ['naoha', 'naoha'],
    ])('by %s is none of a banco', async (asked, columns) => {
      const answer = await admin.call('POST', `/api/bancos?on_conflict=${asked}`, {
        body: { codigo: fresh(), nome: 'x' },
        headers: merge,
      });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_CONFLICT_COLUMNS', { entity: 'Banco', columns, known: 'codigo; id' }),
      });
    });

    test('has to be named where a registry has no natural one and the rows carry no id', async () => {
      const answer = await admin.call('POST', '/api/amostras', {
        body: { nome: 'abc', quantidade: 1 },
        headers: merge,
      });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_CONFLICT_COLUMNS', {
          entity: 'Amostra',
          columns: 'nenhum campo',
          known: 'id',
        }),
      });
    });

    test('takes no field that is kept from the caller, and says so of none', async () => {
      const clerk = await login('discreto', ['guia:list', 'guia:view', 'guia:insert', 'guia:update'], {
        hidden: ['guia.diagnostico'],
      });
      for (const name of ['diagnostico', 'inexistente'])
        expect(
          refusalOf(
            await clerk.call('POST', `/api/guias?on_conflict=clinica_id,${name}`, {
              body: { numero: 'z', clinica_id: 1 },
              headers: merge,
            }),
          ),
        ).toEqual({
          status: 400,
          body: await refusalBody('REQUEST_CONFLICT_COLUMNS', {
            entity: 'Guia',
            columns: `clinica_id,${name}`,
            known: 'numero; id',
          }),
        });
    });
  });

  describe('rights', () => {
    test('to merge are those to insert and to update; to ignore, to insert', async () => {
      const codigo = fresh();
      await insert('/bancos', { codigo, nome: 'Antes' });
      const inserter = await login('so-inclui', ['banco:list', 'banco:insert']);
      const updater = await login('so-altera', ['banco:list', 'banco:update']);
      const body = { codigo, nome: 'Depois' };
      const denied = async (action: string) => ({
        status: 403,
        body: await refusalBody('ACCESS_DENIED', { action, title: 'Banco' }),
      });
      expect(refusalOf(await inserter.call('POST', '/api/bancos', { body, headers: merge }))).toEqual(
        await denied('update'),
      );
      expect(refusalOf(await updater.call('POST', '/api/bancos', { body, headers: merge }))).toEqual(
        await denied('insert'),
      );
      expect(refusalOf(await updater.call('POST', '/api/bancos', { body, headers: ignore }))).toEqual(
        await denied('insert'),
      );
      expect((await inserter.call('POST', '/api/bancos', { body, headers: ignore })).json()).toEqual([]);
      expect(await rowOf('/bancos', `codigo=eq.${codigo}`, 'nome')).toEqual([{ nome: 'Antes' }]);
    });

    test('end at the rows of the caller: another one is a duplicate, by its key, and missing, by its id', async () => {
      const confined = await login('clinica-um', ['guia:list', 'guia:view', 'guia:insert', 'guia:update'], {
        roles: { operadora: false, prestador: true, prestador_registro: 1 },
      });
      const own = await insert('/guias', { numero: 's1', clinica_id: 1, diagnostico: 's1' });
      const alien = await insert('/guias', { numero: 's2', clinica_id: 2, diagnostico: 's2' });
      const body = (numero: string, more: object = {}) => ({
        numero,
        clinica_id: 1,
        diagnostico: `novo ${numero}`,
        ...more,
      });
      const duplicate = {
        status: 409,
        body: await refusalBody(
          'RECORD_DUPLICATE',
          { title: 'Guia', fields: 'Número' },
          { at: { entity: 'guia', field: 'numero' } },
        ),
      };
      const plain = await confined.call('POST', '/api/guias', { body: body('s2') });
      expect(refusalOf(plain)).toEqual(duplicate);
      for (const headers of [merge, { ...merge, ...one }])
        expect(refusalOf(await confined.call('POST', '/api/guias', { body: body('s2'), headers }))).toEqual(duplicate);
      const mixed = await confined.call('POST', '/api/guias', { body: [body('s1'), body('s2')], headers: merge });
      expect(refusalOf(mixed)).toEqual(duplicate);
      const ignored = await confined.call('POST', '/api/guias', { body: body('s2'), headers: ignore });
      expect([ignored.statusCode, ignored.body]).toEqual([201, '[]']);

      const missing = (id: number) => confined.call('POST', '/api/guias', { body: body('s3', { id }), headers: merge });
      const answer = refusalOf(await missing(alien));
      expect(answer).toEqual({
        status: 404,
        body: await refusalBody('RECORD_MISSING', { title: 'Guia' }, { at: { entity: 'guia', field: 'id' } }),
      });
      expect(refusalOf(await missing(999_999))).toEqual(answer);

      const away = await confined.call('POST', '/api/guias', { body: body('s1', { clinica_id: 2 }), headers: merge });
      expect(refusalOf(away)).toEqual({
        status: 403,
        body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Guia' }),
      });
      expect(await rowOf('/guias', `id=in.(${own},${alien})&order=id`, 'numero,versao')).toEqual([
        { numero: 's1', versao: 1 },
        { numero: 's2', versao: 1 },
      ]);
      const good = await confined.call('POST', '/api/guias?select=numero,diagnostico', {
        body: body('s1'),
        headers: merge,
      });
      expect([good.statusCode, good.json()]).toEqual([200, [{ numero: 's1', diagnostico: 'novo s1' }]]);
    });
  });

  test('has no resolution on a change: there it means nothing', async () => {
    const codigo = fresh();
    const id = await insert('/bancos', { codigo, nome: 'Antes' });
    const answer = await admin.call('PATCH', `/api/bancos?id=eq.${id}&select=nome`, {
      body: { nome: 'Depois' },
      headers: merge,
    });
    expect([answer.statusCode, answer.headers['preference-applied'], answer.json()]).toEqual([
      200,
      'return=representation',
      [{ nome: 'Depois' }],
    ]);
  });
});
