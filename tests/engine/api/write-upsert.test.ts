/** POST with `Prefer: resolution=merge-duplicates`: which rows are new, which are changed, and what is refused. */
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { refusalBody, refusalOf } from '../../support/product.ts';
import type { UpsertStage } from './upsert-stage.ts';
import { merge, one, openUpsertStage } from './upsert-stage.ts';

forEachDatabase((open) => {
  let stage: UpsertStage;
  beforeAll(async () => {
    stage = await openUpsertStage(open);
  });

  describe('merge-duplicates', () => {
    test('answers in the order of the body, whatever is new and whatever is changed', async () => {
      const codes = async (url: string, sent: readonly string[]): Promise<string[]> => {
        const answer = await stage.admin.call('POST', url, {
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
      const [there, absent] = [stage.fresh(), stage.fresh()];
      await stage.insert('/bancos', { codigo: there, nome: 'Antes', site: 'https://a.br', ativo: false });
      const answer = await stage.admin.call(
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
        await stage.ask(
          `select versao, _operacao, _por, nome from historico.banco where codigo = '${there}' order by versao`,
        ),
      ).toEqual([
        { versao: 1, _operacao: 'I', _por: 1, nome: 'Antes' },
        { versao: 2, _operacao: 'U', _por: 1, nome: 'Depois' },
      ]);
    });

    test('says 200 where nothing is new, and gives the address of a new one alone', async () => {
      const codigo = stage.fresh();
      const first = await stage.admin.call('POST', '/api/bancos', {
        body: { codigo, nome: 'Um' },
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect([first.statusCode, first.body, first.headers['etag']]).toEqual([201, '', '"1"']);
      expect(first.headers['location']).toMatch(/^\/api\/bancos\?id=eq\.\d+$/);
      const second = await stage.admin.call('POST', '/api/bancos?on_conflict=codigo', {
        body: { codigo, nome: 'Dois' },
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect([second.statusCode, second.body, second.headers['etag'], second.headers['location']]).toEqual([
        200,
        '',
        '"2"',
        undefined,
      ]);
      const mixed = await stage.admin.call('POST', '/api/bancos?on_conflict=codigo', {
        body: [
          { codigo, nome: 'Dois' },
          { codigo: stage.fresh(), nome: 'Novo' },
        ],
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect([mixed.statusCode, mixed.headers['content-range'], mixed.headers['location']]).toEqual([
        201,
        '*/2',
        undefined,
      ]);
      const none = await stage.admin.call('POST', '/api/bancos', { body: [], headers: merge });
      expect([none.statusCode, none.body]).toEqual([200, '[]']);
      const single = await stage.admin.call('POST', '/api/bancos?select=nome', {
        body: { codigo, nome: 'Três' },
        headers: { ...merge, ...one },
      });
      expect([single.statusCode, single.json()]).toEqual([200, { nome: 'Três' }]);
    });

    test('sets of each row only the fields that it names', async () => {
      const codes = [stage.fresh(), stage.fresh(), stage.fresh(), stage.fresh()];
      for (const codigo of codes.slice(0, 3))
        await stage.insert('/bancos', { codigo, nome: 'Antes', site: 'https://a.br', ispb: '12345678', ativo: false });
      const [a, b, c, d] = codes;
      const answer = await stage.admin.call(
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
      const clerk = await stage.login('balcao', ['ficha:list', 'ficha:view', 'ficha:insert', 'ficha:update'], {
        hidden: ['ficha.valor'],
      });
      await stage.database.execute(
        `insert into ficha (numero, valor, protocolo, interno, chave, situacao) values ('m1', 10, 'P1', 'dentro', 'abre-te', 'FECHADA')`,
      );
      const answer = await clerk.call('POST', '/api/fichas?select=numero', {
        body: { numero: 'm1', diagnostico: 'gripe' },
        headers: merge,
      });
      expect([answer.statusCode, answer.json()]).toEqual([200, [{ numero: 'm1' }]]);
      expect(
        await stage.ask(
          `select valor::text, protocolo, interno, chave, situacao, diagnostico, versao from ficha where numero = 'm1'`,
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
        await stage.insert('/fichas', { numero, clinica_id, diagnostico });
      const answer = await stage.admin.call(
        'POST',
        '/api/fichas?on_conflict=diagnostico,clinica_id&select=numero,diagnostico,versao&order=numero',
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
      await stage.insert('/fichas', { numero: 'd1', clinica_id: 2, diagnostico: 'x' });
      await stage.insert('/fichas', { numero: 'd2', clinica_id: 2, diagnostico: 'y' });
      const answer = await stage.admin.call('POST', '/api/fichas', {
        body: { numero: 'd2', clinica_id: 2, diagnostico: 'x' },
        headers: merge,
      });
      expect(refusalOf(answer)).toEqual({
        status: 409,
        body: await refusalBody(
          'RECORD_DUPLICATE',
          { title: 'Ficha', fields: 'Clínica, Diagnóstico' },
          { at: { entity: 'ficha', field: 'clinica_id' } },
        ),
      });
    });

    test('refuses a body that has one record twice, and one that is not whole', async () => {
      const codigo = stage.fresh();
      const twice = await stage.admin.call('POST', '/api/bancos', {
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
      const same = await stage.admin.call('POST', '/api/bancos', {
        body: [
          { codigo, nome: 'Um' },
          { codigo, nome: 'Dois' },
        ],
        headers: merge,
      });
      expect(refusalOf(same)).toEqual(repeated);
      expect(await stage.rowOf('/bancos', `codigo=eq.${codigo}`, 'id')).toEqual([]);
      await stage.insert('/bancos', { codigo, nome: 'Um' });
      const part = await stage.admin.call('POST', '/api/bancos', {
        body: { codigo, site: 'https://a.br' },
        headers: merge,
      });
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
      const codigo = stage.fresh();
      const id = await stage.insert('/bancos', { codigo, nome: 'Antes', site: 'https://a.br' });
      const headers = { ...merge, 'content-type': 'text/csv' };
      const byKey = await stage.admin.call('POST', '/api/bancos?select=id,nome,site', {
        text: `codigo,nome\n${codigo},Depois`,
        headers,
      });
      expect([byKey.statusCode, byKey.json()]).toEqual([200, [{ id, nome: 'Depois', site: 'https://a.br' }]]);
      const other = stage.fresh();
      const byId = await stage.admin.call('POST', '/api/bancos?select=codigo,nome&order=codigo', {
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
      const odd = await stage.admin.call('POST', '/api/bancos', {
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

  test('has no resolution on a change: there it means nothing', async () => {
    const codigo = stage.fresh();
    const id = await stage.insert('/bancos', { codigo, nome: 'Antes' });
    const answer = await stage.admin.call('PATCH', `/api/bancos?id=eq.${id}&select=nome`, {
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
