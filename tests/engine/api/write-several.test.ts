/** Writes of several rows, of which one is at fault: what is refused, which row is named, and that nothing is kept. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { owningFiles } from './owning-files.ts';

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: owningFiles });
    admin = await product.as(administrator.login, administrator.password);
  });

  const everything = async () =>
    (
      await database.query({
        text: `select (select json_agg(b order by b.id)::text from banco b) as bancos,
          (select json_agg(e order by e.id)::text from enquete e) as enquetes,
          (select json_agg(p order by p.id)::text from enquete_perguntas p) as perguntas`,
        values: [],
      })
    ).rows;
  const insert = async (path: string, body: object): Promise<number> => {
    const answer = await admin.call('POST', `${path}?select=id`, {
      body,
      headers: { prefer: 'return=representation' },
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return (answer.json() as { id: number }[])[0]?.id ?? 0;
  };

  describe('with If-Match', () => {
    const first = '"1"';
    const writes = [
      ['PATCH', { body: { site: 'https://novo.br' } }],
      ['PATCH', { body: { site: 'https://novo.br' }, headers: { prefer: 'return=representation' } }],
      ['PATCH', { body: { site: 'https://novo.br' }, headers: { prefer: 'tx=rollback' } }],
      ['DELETE', {}],
      ['DELETE', { headers: { prefer: 'return=representation' } }],
    ] as const;

    test.each(writes)(
      '%s %j writes nothing where only one of the records picked has the version',
      async (method, more) => {
        await admin.call('DELETE', '/api/bancos?codigo=like.1*');
        const ids = [
          await insert('/api/bancos', { codigo: '101', nome: 'Um' }),
          await insert('/api/bancos', { codigo: '102', nome: 'Dois' }),
          await insert('/api/bancos', { codigo: '103', nome: 'Três' }),
        ];
        await admin.call('PATCH', `/api/bancos?id=in.(${ids.slice(1).join()})`, { body: { nome: 'Outro' } });
        const before = await everything();
        const headers = { ...('headers' in more ? more.headers : {}), 'if-match': first };
        for (const filter of [`id=in.(${ids.join()})`, 'codigo=like.10*', 'site=is.null&codigo=like.10*']) {
          const answer = await admin.call(method, `/api/bancos?${filter}`, { ...more, headers });
          expect(refusalOf(answer)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 3 }) });
          expect(await everything()).toEqual(before);
        }
      },
    );

    test('writes the one record that a filter picks, whatever the filter', async () => {
      await insert('/api/bancos', { codigo: '201', nome: 'Um' });
      const change = await admin.call('PATCH', '/api/bancos?codigo=eq.201&nome=eq.Um', {
        body: { nome: 'Mudou' },
        headers: { 'if-match': first },
      });
      expect([change.statusCode, change.headers['content-range'], change.headers['etag']]).toEqual([204, '*/1', '"2"']);
      const removal = await admin.call('DELETE', '/api/bancos?codigo=eq.201', { headers: { 'if-match': '"2"' } });
      expect([removal.statusCode, removal.headers['content-range']]).toEqual([204, '*/1']);
    });

    test('refuses an older version with 412 where none of several records has it', async () => {
      const ids = [
        await insert('/api/bancos', { codigo: '301', nome: 'Um' }),
        await insert('/api/bancos', { codigo: '302', nome: 'Dois' }),
      ];
      await admin.call('PATCH', `/api/bancos?id=in.(${ids.join()})`, { body: { nome: 'Outro' } });
      const before = await everything();
      for (const [method, more] of writes) {
        const headers = { ...('headers' in more ? more.headers : {}), 'if-match': first };
        const answer = await admin.call(method, '/api/bancos?codigo=like.30*', { ...more, headers });
        expect(answer.statusCode).toBe(412);
      }
      expect(await everything()).toEqual(before);
    });

    test('keeps the owned rows of a record whose filter picks another, too', async () => {
      const id = await insert('/api/enquetes', { nome: 'versão a', perguntas: [{ enunciado: 'fica' }] });
      const other = await insert('/api/enquetes', { nome: 'versão b' });
      await admin.call('PATCH', `/api/enquetes?id=eq.${other}`, { body: { nome: 'versão c' } });
      const before = await everything();
      const answer = await admin.call('PATCH', `/api/enquetes?id=in.(${id},${other})`, {
        body: { perguntas: [] },
        headers: { 'if-match': first },
      });
      expect(refusalOf(answer)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 2 }) });
      expect(await everything()).toEqual(before);
    });
  });

  describe('a value that is there already', () => {
    const refused = async (path: string, body: object, method: 'POST' | 'PATCH' = 'POST') => {
      const before = await everything();
      const answer = refusalOf(await admin.call(method, path, { body }));
      expect(await everything()).toEqual(before);
      return answer;
    };
    const duplicate = async (title: string, fields: string, at: object) => ({
      status: 409,
      body: await refusalBody('RECORD_DUPLICATE', { title, fields }, { at }),
    });

    test('is told of the row of a bulk body that has it, and of the second where two have it', async () => {
      await insert('/api/bancos', { codigo: '401', nome: 'Já há' });
      const banks = (...codes: readonly string[]) => codes.map((codigo) => ({ codigo, nome: `Banco ${codigo}` }));
      const at = { entity: 'banco', field: 'codigo' };
      expect(await refused('/api/bancos', banks('402', '403', '401'))).toEqual(
        await duplicate('Banco', 'Código (linha 3)', { ...at, row: 2 }),
      );
      expect(await refused('/api/bancos', banks('404', '405', '404', '406'))).toEqual(
        await duplicate('Banco', 'Código (linha 3)', { ...at, row: 2 }),
      );
      expect(await refused('/api/bancos', banks('401'))).toEqual(await duplicate('Banco', 'Código', at));
    });

    test('is told of the row of an array, and of the record in a bulk body', async () => {
      await insert('/api/enquetes', { nome: 'dona', perguntas: [{ enunciado: 'a', codigo: 'p (1)' }] });
      const rows = (...codes: readonly string[]) => codes.map((codigo) => ({ enunciado: 'b', codigo }));
      expect(await refused('/api/enquetes', { nome: 'n1', perguntas: rows('', 'x', 'x') })).toEqual(
        await duplicate('Pergunta', 'Código (Perguntas, linha 3)', { entity: 'enquete', field: 'perguntas.2.codigo' }),
      );
      expect(await refused('/api/enquetes', [{ nome: 'n2' }, { nome: 'n3', perguntas: rows('y', 'z', 'y') }])).toEqual(
        await duplicate('Pergunta', 'Código (Perguntas, linha 3) (linha 2)', {
          entity: 'enquete',
          field: 'perguntas.2.codigo',
          row: 1,
        }),
      );
      const id = await insert('/api/enquetes', { nome: 'n4', perguntas: rows('k') });
      expect(await refused(`/api/enquetes?id=eq.${id}`, { perguntas: rows('l', 'm', 'm') }, 'PATCH')).toEqual(
        await duplicate('Pergunta', 'Código (Perguntas, linha 3)', { entity: 'enquete', field: 'perguntas.2.codigo' }),
      );
    });
  });
});
