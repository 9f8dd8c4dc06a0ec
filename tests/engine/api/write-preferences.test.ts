/** What `Prefer` does to a write, and which methods a registry says it has. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import {
  administrator,
  createUser,
  insertRow,
  refusalBody,
  refusalOf,
  startTestProduct,
} from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const one = { accept: 'application/vnd.pgrst.object+json' };
const rehearse = { prefer: 'tx=rollback, return=representation' };

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let numbers = 100;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
  });

  const fresh = (): string => {
    numbers += 1;
    return String(numbers);
  };
  const insert = (path: string, row: object): Promise<number> => insertRow(admin, path, row);
  /** The whole table and its history, as text. */
  const state = async (): Promise<unknown> =>
    (
      await database.query({
        text: `select (select json_agg(b order by b.id)::text from banco b) as rows,
          (select json_agg(h order by h.id, h._de)::text from historico.banco h) as trail`,
        values: [],
      })
    ).rows;

  describe('tx=rollback', () => {
    test('answers as if it were done, and keeps nothing', async () => {
      const codigo = fresh();
      const id = await insert('/bancos', { codigo, nome: 'Antes' });
      const before = await state();
      const creation = await admin.call('POST', '/api/bancos?select=codigo,nome,versao', {
        body: { codigo: fresh(), nome: 'Ensaio' },
        headers: rehearse,
      });
      expect([creation.statusCode, creation.headers['preference-applied'], creation.headers['content-range']]).toEqual([
        201,
        'return=representation, tx=rollback',
        '*/1',
      ]);
      expect(creation.json()).toEqual([{ codigo: String(numbers), nome: 'Ensaio', versao: 1 }]);
      const change = await admin.call('PATCH', `/api/bancos?id=eq.${id}&select=nome,versao`, {
        body: { nome: 'Ensaio' },
        headers: { ...rehearse, ...one, 'if-match': '"1"' },
      });
      expect([change.statusCode, change.headers['etag'], change.json()]).toEqual([
        200,
        '"2"',
        { nome: 'Ensaio', versao: 2 },
      ]);
      const merge = await admin.call('POST', '/api/bancos?select=nome,versao', {
        body: { codigo, nome: 'Ensaio' },
        headers: { prefer: 'tx=rollback, resolution=merge-duplicates, return=representation' },
      });
      expect([merge.statusCode, merge.json()]).toEqual([200, [{ nome: 'Ensaio', versao: 2 }]]);
      const removal = await admin.call('DELETE', `/api/bancos?id=eq.${id}`, { headers: { prefer: 'tx=rollback' } });
      expect([removal.statusCode, removal.headers['content-range'], removal.headers['preference-applied']]).toEqual([
        204,
        '*/1',
        'tx=rollback',
      ]);
      expect(await state()).toEqual(before);
    });

    test('refuses what would be refused', async () => {
      const codigo = fresh();
      const id = await insert('/bancos', { codigo, nome: 'Antes' });
      const statuses = [
        await admin.call('POST', '/api/bancos', { body: { codigo, nome: 'x' }, headers: rehearse }),
        await admin.call('POST', '/api/bancos', { body: { codigo }, headers: rehearse }),
        await admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
          body: { nome: 'x' },
          headers: { ...rehearse, 'if-match': '"9"' },
        }),
        await admin.call('DELETE', '/api/bancos', { headers: rehearse }),
      ].map((answer) => answer.statusCode);
      expect(statuses).toEqual([409, 422, 412, 400]);
    });

    test('writes all the same with tx=commit', async () => {
      const id = await insert('/bancos', { codigo: fresh(), nome: 'Antes' });
      const change = await admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
        body: { nome: 'Depois' },
        headers: { prefer: 'tx=commit' },
      });
      expect([change.statusCode, change.headers['preference-applied']]).toEqual([204, 'tx=commit']);
      expect((await admin.call('GET', `/api/bancos?id=eq.${id}&select=nome`)).json()).toEqual([{ nome: 'Depois' }]);
    });
  });

  describe('handling', () => {
    test('strict refuses what it does not know, on any method, before anything is written', async () => {
      const codigo = fresh();
      const body = await refusalBody('REQUEST_PREFERENCE_UNKNOWN', { preferences: ['foo', 'missing=null'] });
      expect(body.code).toBe('PGRST122');
      const headers = { prefer: 'handling=strict, foo, missing=null' };
      for (const [method, more] of [
        ['POST', { body: { codigo, nome: 'x' } }],
        ['PATCH', { body: { nome: 'x' } }],
        ['DELETE', {}],
        ['GET', {}],
      ] as const)
        expect(refusalOf(await admin.call(method, '/api/bancos?id=eq.1', { ...more, headers }))).toEqual({
          status: 400,
          body,
        });
      expect((await admin.call('GET', `/api/bancos?codigo=eq.${codigo}`)).json()).toEqual([]);
    });

    test('lenient leaves out what it does not know', async () => {
      const answer = await admin.call('POST', '/api/bancos', {
        body: { codigo: fresh(), nome: 'x' },
        headers: { prefer: 'handling=lenient, foo, missing=null, return=minimal, count=exact' },
      });
      expect([answer.statusCode, answer.headers['preference-applied'], answer.headers['content-range']]).toEqual([
        201,
        'return=minimal, count=exact, handling=lenient',
        '*/1',
      ]);
    });
  });

  describe('max-affected', () => {
    test('holds for every write, also the one that inserts', async () => {
      const rows = [fresh(), fresh()].map((codigo) => ({ codigo, nome: 'Em lote' }));
      const answer = await admin.call('POST', '/api/bancos', { body: rows, headers: { prefer: 'max-affected=1' } });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_MAX_AFFECTED', { count: 2, maximum: 1 }),
      });
      const both = await admin.call('POST', '/api/bancos', { body: rows, headers: { prefer: 'max-affected=2' } });
      expect([both.statusCode, both.headers['preference-applied']]).toEqual([201, 'max-affected=2']);
      const none = await admin.call('PATCH', '/api/bancos?id=eq.1', {
        body: { nome: 'x' },
        headers: { prefer: 'max-affected=0' },
      });
      expect(refusalOf(none)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_MAX_AFFECTED', { count: 1, maximum: 0 }),
      });
      expect((await admin.call('GET', '/api/bancos?id=eq.1&select=versao')).json()).toEqual([{ versao: 1 }]);
    });
  });

  describe('methods', () => {
    test('are those that the caller has a right to', async () => {
      const cases = [
        [['ficha:manage'], 'OPTIONS, GET, HEAD, POST, PATCH, DELETE'],
        [['ficha:list'], 'OPTIONS, GET, HEAD'],
        [['ficha:insert', 'ficha:delete'], 'OPTIONS, POST, DELETE'],
        [['ficha:view', 'ficha:update'], 'OPTIONS, GET, HEAD, PATCH'],
        [[], 'OPTIONS'],
      ] as const;
      for (const [index, [permissions, allow]] of cases.entries()) {
        const user = await createUser(database, `metodos${index}`, permissions);
        const caller = await product.as(user.login, user.password);
        const answer = await caller.call('OPTIONS', '/api/fichas');
        expect([answer.statusCode, answer.body, answer.headers['allow']]).toEqual([200, '', allow]);
        const put = await caller.call('PUT', '/api/fichas?id=eq.1', { body: { id: 1, numero: 'x' } });
        expect(refusalOf(put)).toEqual({ status: 405, body: await refusalBody('REQUEST_METHOD', { method: 'PUT' }) });
        expect(put.headers['allow']).toBe(allow);
      }
      // a reference is read by every user
      const user = await createUser(database, 'metodos-ref', []);
      const caller = await product.as(user.login, user.password);
      expect((await caller.call('OPTIONS', '/api/bancos')).headers['allow']).toBe('OPTIONS, GET, HEAD');
      expect((await caller.call('OPTIONS', '/api/nada')).statusCode).toBe(404);
    });
  });
});
