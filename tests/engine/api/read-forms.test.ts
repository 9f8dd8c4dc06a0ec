/** Operators, pages and forms of the answer in PostgREST's dialect, on both databases. */
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const object = 'application/vnd.pgrst.object+json';
const array = 'application/vnd.pgrst.array+json';

forEachDatabase((open) => {
  let admin: Caller;

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }), { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    await admin.call('POST', '/api/cidades', {
      body: [
        { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' },
        { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ' },
      ],
    });
    const inserted = await admin.call('POST', '/api/amostras', {
      body: [
        {
          nome: 'uno',
          quantidade: 1,
          preco: 12345678901.25,
          notas: 'As casas da rua velha',
          cidade_id: 1,
          ativa: true,
        },
        { nome: 'dois', quantidade: 2, notas: 'Uma "casa", só\numa', placa: 'ABC1234', ativa: null },
        { nome: 'três, 3', quantidade: 3, dia: '2026-02-28', notas: null, cidade_id: 2, ativa: false },
      ],
    });
    if (inserted.statusCode !== 201) throw new Error(inserted.body);
  });

  const get = (url: string, headers: Record<string, string> = {}) => admin.call('GET', `/api${url}`, { headers });

  test.each([
    ['quantidade=isdistinct.1', [2, 3]],
    ['placa=isdistinct.ABC1234', [1, 3]],
    ['placa=not.isdistinct.ABC1234', [2]],
    ['placa=neq.ABC1234', []],
    ['nome=eq(any).{uno,"três, 3"}', [1, 3]],
    ['nome=not.eq(any).{uno,dois}', [3]],
    ['nome=eq(any).{}', []],
    ['nome=eq(all).{}', [1, 2, 3]],
    ['quantidade=gt(any).{2,99}', [3]],
    ['quantidade=gte(all).{1,2}', [2, 3]],
    ['quantidade=lt(any).{2,3}', [1, 2]],
    ['quantidade=lte(all).{2,3}', [1, 2]],
    ['dia=eq(any).{2026-02-28}', [3]],
    ['nome=like(any).{u*,*3}', [1, 3]],
    ['nome=like(all).{d*,*s}', [2]],
    ['nome=ilike(any).{U%,D%}', [1, 2]],
    ['or=(nome.ilike(any).{u*,"d*"},id.eq.3)', [1, 2, 3]],
    ['nome=in.(uno,"três, 3")', [1, 3]],
    ['nome=in.()', []],
    ['notas=fts.casa', [1, 2]],
    ['notas=fts(portuguese).casa %26 !rua', [2]],
    ['notas=fts(simple).casa', [2]],
    ["notas=fts.'rua' <-> velhas", [1]],
    ['notas=fts(english).rua:*', [1]],
    ['notas=plfts.rua casas', [1]],
    ['notas=phfts.rua velha', [1]],
    ['notas=phfts.velha rua', []],
    ['notas=wfts.casa -rua', [2]],
    ['notas=wfts(simple).rua or só', [1, 2]],
    ['notas=not.fts.rua', [2]],
    ['or=(notas.fts.rua,notas.plfts."casa só")', [1, 2]],
    ['ativa=is.unknown', [2]],
    ['ativa=is.not_null', [1, 3]],
  ])('filters by %s', async (query, expected) => {
    const answer = await get(`/amostras?select=id&order=id&${query.replaceAll(' ', '%20')}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, expected.map((id) => ({ id }))]);
  });

  const queryText = "palavras ligadas por & | ! ou <->, como 'casa & !rua'";
  test.each([
    ['notas=fts.casa rua', 'casa rua', queryText],
    ['notas=fts.', '', queryText],
    ['notas=fts.casa %26', 'casa &', queryText],
    ['notas=fts.(casa', '(casa', queryText],
    ["notas=fts.'casa", "'casa", queryText],
    ["notas=fts.''", "''", queryText],
    [`notas=wfts.${'a'.repeat(1001)}`, 'a'.repeat(1000), 'um texto de no máximo 1000 caracteres'],
    ['notas=plfts.a%00', 'a', 'um texto'],
  ])('refuses %s in its own words', async (query, value, expected) => {
    const answer = await get(`/amostras?${query.replaceAll(' ', '%20')}`);
    expect(refusalOf(answer)).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_VALUE_INVALID', { value, column: 'notas', expected }),
    });
    // whoever asks: the same where rows would be written
    expect((await admin.call('DELETE', `/api/amostras?${query.replaceAll(' ', '%20')}`)).statusCode).toBe(400);
  });

  test.each([
    ['quantidade=fts.1', 'fts', 'quantidade', 'um número inteiro'],
    ['situacao=plfts.ABERTA', 'plfts', 'situacao', 'um código da lista'],
    ['quantidade=like(any).{1}', 'like', 'quantidade', 'um número inteiro'],
    ['ativa=gt(any).{true}', 'gt', 'ativa', 'true ou false'],
  ])('refuses %s as unsuited to the column', async (query, operator, column, type) => {
    expect(refusalOf(await get(`/amostras?${query}`))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_OPERATOR_UNSUITED', { operator, column, type }),
    });
  });

  test('opens no list by one record where the id is compared with several', async () => {
    const answer = await get('/amostras?select=id&id=eq(any).{1,3}&order=id');
    expect(answer.json()).toEqual([{ id: 1 }, { id: 3 }]);
  });

  describe('Range', () => {
    const ids = async (range: string, query = '') => {
      const answer = await get(`/amostras?select=id&order=id${query}`, { range, 'range-unit': 'items' });
      return [
        answer.statusCode,
        answer.headers['content-range'],
        (answer.json() as { id: number }[]).map(({ id }) => id),
      ];
    };
    test.each([
      ['0-1', '', '0-1/*', [1, 2]],
      ['1-', '', '1-2/*', [2, 3]],
      ['1-1', '', '1-1/*', [2]],
      ['0-9', '&limit=2', '0-1/*', [1, 2]],
      ['1-2', '&limit=2', '1-1/*', [2]],
      ['0-2', '&offset=1', '1-2/*', [2, 3]],
      ['0-1', '&offset=1&limit=5', '1-1/*', [2]],
      ['0-9', '&offset=1&limit=2', '1-2/*', [2, 3]],
      ['5-9', '&limit=0', '*/*', []],
      ['9-', '', '*/*', []],
      ['items=0-0', '', '0-2/*', [1, 2, 3]],
      ['bytes=0-1', '', '0-2/*', [1, 2, 3]],
      ['-1', '', '0-2/*', [1, 2, 3]],
    ])('%s with %s gives %s', async (range, query, expected, rows) => {
      expect(await ids(range, query)).toEqual([200, expected, rows]);
    });

    test.each([
      ['2-1', ''],
      ['0-1', '&offset=2'],
      ['5-9', '&limit=2'],
    ])('%s with %s is refused, for no row is in both', async (range, query) => {
      expect(refusalOf(await get(`/amostras?order=id${query}`, { range }))).toEqual({
        status: 416,
        body: await refusalBody('REQUEST_RANGE_ORDER', {}),
      });
    });

    test('is known to be beyond the end only where rows are counted', async () => {
      const prefer = 'count=exact';
      const last = await get('/amostras?select=id', { range: '3-9', prefer });
      expect([last.statusCode, last.headers['content-range'], last.body]).toEqual([206, '*/3', '[]']);
      expect(refusalOf(await get('/amostras', { range: '4-9', prefer }))).toEqual({
        status: 416,
        body: await refusalBody('REQUEST_RANGE_INVALID', { total: 3 }),
      });
    });

    test('says nothing in a HEAD, and goes with no cursor but from the first row on', async () => {
      const head = await admin.call('HEAD', '/api/amostras', { headers: { range: '1-1' } });
      expect(head.headers['content-range']).toBe('0-2/*');
      const first = await get('/amostras?select=id&order=id', { range: '0-0' });
      const cursor = String(first.headers['fichario-next-cursor']);
      const second = await get(`/amostras?select=id&order=id&cursor=${cursor}`, { range: '0-0' });
      expect(second.json()).toEqual([{ id: 2 }]);
      const refused = await get(`/amostras?order=id&cursor=${cursor}`, { range: '1-1' });
      expect(refusalOf(refused)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_QUERY_INVALID', { parameter: 'Range', problem: "não vai junto com 'cursor'" }),
      });
    });
  });

  describe('Accept', () => {
    test.each([
      ['*/*', 'application/json; charset=utf-8'],
      ['application/json', 'application/json; charset=utf-8'],
      ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
      ['text/html, application/xhtml+xml, */*;q=0.8', 'application/json; charset=utf-8'],
      [array, 'application/json; charset=utf-8'],
      [`${array};nulls=stripped`, `${array};nulls=stripped; charset=utf-8`],
      [object, `${object}; charset=utf-8`],
      [`${object} ; nulls=stripped`, `${object};nulls=stripped; charset=utf-8`],
      ['APPLICATION/VND.PGRST.OBJECT+JSON', `${object}; charset=utf-8`],
      ['text/csv', 'text/csv; charset=utf-8'],
      ['application/json;q=0.5, text/csv', 'text/csv; charset=utf-8'],
      ['text/xml, text/csv;q=0, application/json', 'application/json; charset=utf-8'],
    ])('%s is answered as %s, by HEAD too', async (accept, type) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await admin.call(method, '/api/amostras?id=eq.1&select=id', { headers: { accept } });
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
        if (method === 'HEAD') expect(answer.body).toBe('');
      }
    });

    test.each(['text/xml', 'application/vnd.pgrst.plan', 'application/vnd.api+json', 'nada', 'application/json;q=0'])(
      '%s is refused',
      async (accept) => {
        expect(refusalOf(await get('/amostras', { accept }))).toEqual({
          status: 406,
          body: await refusalBody('REQUEST_MEDIA_TYPE', { type: accept }),
        });
      },
    );

    test('leaves empty values out, and numbers as they are', async () => {
      const select = 'id,preco,dia,notas,cidade(nome,ddd)';
      const list = await get(`/amostras?select=${select}&order=id&limit=2`, { accept: `${array};nulls=stripped` });
      expect(list.body).toBe(
        '[{"id":1,"preco":12345678901.25,"notas":"As casas da rua velha","cidade":{"nome":"Belo Horizonte"}},{"id":2,"notas":"Uma \\"casa\\", só\\numa"}]',
      );
      const one = await get(`/amostras?select=${select}&id=eq.2`, { accept: `${object};nulls=stripped` });
      expect(one.body).toBe('{"id":2,"notas":"Uma \\"casa\\", só\\numa"}');
    });

    test('writes CSV with the keys of select, texts quoted where they must be, embeds as JSON', async () => {
      const accept = 'text/csv';
      const answer = await get('/amostras?select=n:nome,preco,ativa,notas,cidade(uf,ddd),...cidade(uf)&order=id', {
        accept,
      });
      expect(answer.body).toBe(
        [
          'n,preco,ativa,notas,cidade,uf',
          'uno,12345678901.25,true,As casas da rua velha,"{""uf"":""MG"",""ddd"":null}",MG',
          'dois,,,"Uma ""casa"", só\numa",,',
          '"três, 3",,false,,"{""uf"":""RJ"",""ddd"":null}",RJ',
          '',
        ].join('\n'),
      );
      expect(answer.headers['content-range']).toBe('0-2/*');
      const none = await get('/amostras?select=id,nome&id=eq.99', { accept });
      expect([none.statusCode, none.body]).toEqual([200, 'id,nome\n']);
    });
  });
});
