import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode, ErrorParams } from '../../../engine/core/errors.ts';
import { errors } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const all = (subject: string): string[] => ['list', 'view', 'insert', 'update'].map((action) => `${subject}:${action}`);

forEachDatabase((open) => {
  describe('aggregates of the rows that a filter picks', () => {
    let product: Awaited<ReturnType<typeof startTestProduct>>;
    let database: Database;
    let admin: Caller;
    let clerk: Caller;
    let provider: Caller;
    const sent: string[] = [];

    beforeAll(async () => {
      const opened = await open({ from: 'product' });
      database = {
        ...opened,
        query: (statement) => {
          sent.push(statement.text);
          return opened.query(statement);
        },
      };
      product = await startTestProduct(database, { files: clinicFiles });
      admin = await product.as(administrator.login, administrator.password);
      const post = async (path: string, body: unknown): Promise<void> => {
        const answer = await admin.call('POST', path, { body });
        expect(answer.statusCode).toBe(201);
      };
      await post('/api/clinicas', [
        { codigo: '0001', nome: 'Norte' },
        { codigo: '0002', nome: 'Sul' },
      ]);
      const [norte, sul] = (await admin.call('GET', '/api/clinicas?order=codigo')).json() as { id: number }[];
      await post('/api/fichas', [
        { numero: 'A1', diagnostico: 'A1', clinica_id: norte?.id, valor: 10.1, situacao: 'ABERTA' },
        { numero: 'A2', diagnostico: 'A2', clinica_id: norte?.id, valor: 20.2, situacao: 'FECHADA' },
        { numero: 'B1', diagnostico: 'B1', clinica_id: sul?.id, valor: 899999.99, situacao: 'ABERTA' },
        { numero: 'B2', diagnostico: 'B2', clinica_id: sul?.id },
      ]);
      const blind = await createUser(database, 'sem-valor', all('ficha'), { hidden: ['ficha.valor'] });
      clerk = await product.as(blind.login, blind.password);
      const confined = await createUser(database, 'prestador', all('ficha'), {
        roles: { operadora: false, prestador: true, prestador_registro: norte?.id ?? 0 },
      });
      provider = await product.as(confined.login, confined.password);
      return () => product.app.close();
    });

    const get = async (caller: Caller, query: string, headers = {}) => {
      const answer = await caller.call('GET', `/api/fichas?${query}`, { headers });
      return [answer.statusCode, answer.json()];
    };

    test.each<readonly [string, unknown]>([
      ['select=valor.sum()', { sum: 900030.29 }],
      ['select=total:valor.sum()::text', { total: '900030.29' }],
      [
        'select=valor.sum(),valor.min(),valor.max(),valor.count(),linhas:count()',
        { sum: 900030.29, min: 10.1, max: 899999.99, count: 3, linhas: 4 },
      ],
      ['select=media:valor.avg()::text&numero=like.A*', { media: '15.1500000000000000' }],
      ['select=numero.min(),numero.max()', { min: 'A1', max: 'B2' }],
      ['select=valor.sum()&situacao=eq.FECHADA', { sum: 20.2 }],
      ['select=valor.sum()&and=(clinica.codigo.eq.0002)', { sum: 899999.99 }],
      ['select=valor.sum(),clinica!inner()&clinica.codigo=eq.0001', { sum: 30.3 }],
      ['select=valor.sum()&q=A2', { sum: 20.2 }],
      // Nothing to add up is no sum, and none is counted.
      ['select=valor.sum(),count()&numero=eq.Z', { sum: null, count: 0 }],
      ['select=count()&limit=1', { count: 4 }],
    ])('answers %s with one row', async (query, row) => {
      expect(await get(admin, query)).toEqual([200, [row]]);
      expect(await get(admin, query, { accept: 'application/vnd.pgrst.object+json' })).toEqual([200, row]);
    });

    test('answers as CSV too', async () => {
      const answer = await admin.call('GET', '/api/fichas?select=valor.sum(),count()', {
        headers: { accept: 'text/csv' },
      });
      expect(answer.body.split(/\r?\n/).slice(0, 2)).toEqual(['sum,count', '900030.29,4']);
    });

    test('adds up only the rows of who is confined to rows of their own', async () => {
      expect(await get(provider, 'select=valor.sum(),count()')).toEqual([200, [{ sum: 30.3, count: 2 }]]);
      expect(await get(provider, 'select=valor.sum(),count()&numero=eq.B1')).toEqual([200, [{ sum: null, count: 0 }]]);
    });

    test('does not ask the planner for who is confined: its guesses know the rows of others', async () => {
      sent.length = 0;
      await get(provider, 'select=valor.sum()');
      const own = sent.filter((text) => text.includes('ficha'));
      expect(own).toHaveLength(1);
      expect(own.filter((text) => /^explain|pg_class|reltuples/.test(text))).toEqual([]);
    });

    test.each<readonly [string, ErrorCode, Record<string, string | readonly string[]>]>([
      ['select=numero,valor.sum()', 'REQUEST_AGGREGATE_GROUP', { item: 'numero' }],
      ['select=*,valor.sum()', 'REQUEST_AGGREGATE_GROUP', { item: '*' }],
      ['select=valor.sum(),clinica(nome)', 'REQUEST_AGGREGATE_GROUP', { item: 'clinica' }],
      ['select=numero.sum()', 'REQUEST_AGGREGATE_UNSUITED', { item: 'numero.sum()', column: 'numero' }],
      ['select=id.sum()', 'REQUEST_AGGREGATE_UNSUITED', { item: 'id.sum()', column: 'id' }],
      ['select=clinica_id.avg()', 'REQUEST_AGGREGATE_UNSUITED', { item: 'clinica_id.avg()', column: 'clinica_id' }],
      ['select=clinica(valor.sum())', 'REQUEST_AGGREGATE', { item: 'valor.sum()' }],
      [
        'select=valor.sum()::integer',
        'REQUEST_CAST_REFUSED',
        { cast: 'integer', column: 'valor.sum()', casts: ['text'] },
      ],
      [
        'select=valor.sum(),taxa:valor.avg(),taxa:count()',
        'REQUEST_QUERY_INVALID',
        {
          parameter: 'select',
          problem: "há dois resultados com o nome 'taxa'; dê outro nome a um deles, como total:valor.sum()",
        },
      ],
      [
        'select=valor.sum()&order=valor',
        'REQUEST_QUERY_INVALID',
        { parameter: 'order', problem: 'a resposta com agregações é uma linha só' },
      ],
      [
        'select=valor.sum()&offset=1',
        'REQUEST_QUERY_INVALID',
        { parameter: 'offset', problem: 'a resposta com agregações é uma linha só' },
      ],
    ])('refuses %s with %s', async (query, code, params) => {
      const answer = await admin.call('GET', `/api/fichas?${query}`);
      expect(refusalOf(answer)).toEqual({
        status: errors[code].status,
        body: await refusalBody(code, params as ErrorParams<typeof code>),
      });
    });

    test('refuses them in the answer of a write, and writes nothing', async () => {
      const answer = await admin.call('PATCH', '/api/fichas?numero=eq.A1&select=valor.sum()', {
        body: { valor: 1 },
        headers: { prefer: 'return=representation' },
      });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_AGGREGATE', { item: 'valor.sum()' }),
      });
      expect(await get(admin, 'select=valor.sum()&numero=eq.A1')).toEqual([200, [{ sum: 10.1 }]]);
    });

    test('knows a field that is kept from the caller as little as one that does not exist', async () => {
      expect(refusalOf(await clerk.call('GET', '/api/fichas?select=valor.sum()'))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: 'valor', entity: 'Ficha' }),
      });
      expect(await get(clerk, 'select=count()')).toEqual([200, [{ count: 4 }]]);
    });
  });
});
