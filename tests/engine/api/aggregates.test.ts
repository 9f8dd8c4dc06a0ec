import { beforeAll, describe, expect, test } from 'vitest';
import { groupQuestion } from '../../../engine/contract/grouping.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
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

    test.each<readonly [string, readonly unknown[]]>([
      [
        'select=situacao,count(),valor.sum()',
        [
          { situacao: 'ABERTA', count: 3, sum: 900010.09 },
          { situacao: 'FECHADA', count: 1, sum: 20.2 },
        ],
      ],
      [
        'select=clinica(nome),valor.max()',
        [
          { clinica: { nome: 'Norte' }, max: 20.2 },
          { clinica: { nome: 'Sul' }, max: 899999.99 },
        ],
      ],
      // Values that are not there are a group, the last; PostgreSQL sorts them so.
      [
        'select=preco:valor,n:count()&order=n.desc,preco.desc',
        [
          { preco: null, n: 1 },
          { preco: 899999.99, n: 1 },
          { preco: 20.2, n: 1 },
          { preco: 10.1, n: 1 },
        ],
      ],
      [
        'select=...clinica(nome),situacao,n:count()&order=n.desc,nome&numero=neq.B2',
        [
          { nome: 'Norte', situacao: 'ABERTA', n: 1 },
          { nome: 'Norte', situacao: 'FECHADA', n: 1 },
          { nome: 'Sul', situacao: 'ABERTA', n: 1 },
        ],
      ],
      [
        'select=clinica(nome),n:count()&order=clinica(nome).desc',
        [
          { clinica: { nome: 'Sul' }, n: 2 },
          { clinica: { nome: 'Norte' }, n: 2 },
        ],
      ],
      ['select=valor::text,count()&valor=lt.11', [{ valor: '10.10', count: 1 }]],
      ['select=situacao,count()&and=(clinica.codigo.eq.0002)', [{ situacao: 'ABERTA', count: 2 }]],
      ['select=situacao,count()&numero=eq.Z', []],
      ['select=situacao,count()&q=A2', [{ situacao: 'FECHADA', count: 1 }]],
    ])('answers %s with a row of each group', async (query, rows) => {
      expect(await get(admin, query)).toEqual([200, rows]);
    });

    test('pages of groups say how many there are', async () => {
      const answer = await admin.call('GET', '/api/fichas?select=numero,count()&order=numero.desc&limit=2&offset=1');
      expect([answer.statusCode, answer.headers['content-range'], answer.json()]).toEqual([
        206,
        '1-2/4',
        [
          { numero: 'B1', count: 1 },
          { numero: 'A2', count: 1 },
        ],
      ]);
      const whole = await admin.call('GET', '/api/fichas?select=situacao,count()');
      expect([whole.statusCode, whole.headers['content-range']]).toEqual([200, '0-1/2']);
    });

    test('months and years of a day are groups', async () => {
      const days = ['2025-12-31', '2026-01-01', '2026-01-31', undefined];
      for (const [index, dia] of days.entries())
        await admin.call('POST', '/api/amostras', { body: { nome: `dia${index}`, quantidade: 1, dia } });
      const of = async (select: string) => (await admin.call('GET', `/api/amostras?select=${select}`)).json();
      expect(await of('dia::month,count()')).toEqual([
        { dia: '2025-12', count: 1 },
        { dia: '2026-01', count: 2 },
        { dia: null, count: 1 },
      ]);
      expect(await of('ano:dia::year,quantidade.sum()&order=ano.desc.nullslast')).toEqual([
        { ano: '2026', sum: 2 },
        { ano: '2025', sum: 1 },
        { ano: null, sum: 1 },
      ]);
      expect(refusalOf(await admin.call('GET', '/api/amostras?select=nome::month,count()'))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_CAST_REFUSED', { cast: 'month', column: 'nome', casts: ['text', 'varchar'] }),
      });
    });

    test('what is asked of a screen by a column behind a relation are the values there, each once, and by the relation its records', async () => {
      const fichas = (await admin.call('GET', '/api/fichas?order=numero')).json() as { id: number; numero: string }[];
      const idOf = (numero: string) => fichas.find((ficha) => ficha.numero === numero)?.id;
      const motives = ['A1', 'B1', 'B1', 'A2', undefined];
      for (const [index, numero] of motives.entries())
        await admin.call('POST', '/api/recursos', {
          body: { motivo: `m${index}`, ...(numero === undefined ? {} : { ficha_id: idOf(numero) }) },
        });
      const model = (await admin.call('GET', '/api/model/screen?path=/recursos')).json() as ScreenModel;
      const groups = async (key: string) => {
        const column = [...model.columns, ...model.moreColumns].find((one) => one.key === key);
        if (column === undefined) throw new Error(`no column ${key}`);
        const search = new URLSearchParams(groupQuestion(model, [{ column }])).toString();
        return (await admin.call('GET', `/api/recursos?${search}`)).json();
      };
      expect(await groups('ficha.situacao')).toEqual([
        { g0: 'ABERTA', n: 3 },
        { g0: 'FECHADA', n: 1 },
        { g0: null, n: 1 },
      ]);
      expect(await groups('ficha')).toEqual([
        { g0: { id: idOf('A1'), numero: 'A1', diagnostico: 'A1' }, n: 1 },
        { g0: { id: idOf('A2'), numero: 'A2', diagnostico: 'A2' }, n: 1 },
        { g0: { id: idOf('B1'), numero: 'B1', diagnostico: 'B1' }, n: 2 },
        { g0: null, n: 1 },
      ]);
    });

    test('groups of who is confined are of the own rows, and of what is kept from somebody there are none', async () => {
      expect(await get(provider, 'select=situacao,count()')).toEqual([
        200,
        [
          { situacao: 'ABERTA', count: 1 },
          { situacao: 'FECHADA', count: 1 },
        ],
      ]);
      for (const query of ['select=valor,count()', 'select=situacao,count()&order=valor'])
        expect((await get(clerk, query))[0]).toBe(400);
      expect(refusalOf(await clerk.call('GET', '/api/fichas?select=valor,count()'))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: 'valor', entity: 'Ficha' }),
      });
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
      ['select=*,valor.sum()', 'REQUEST_AGGREGATE_GROUP', { item: '*' }],
      ['select=valor.sum(),itens(nome)', 'REQUEST_EMBED_UNKNOWN', { relation: 'itens', entity: 'Ficha' }],
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
        'select=situacao,count()&order=numero',
        'REQUEST_QUERY_INVALID',
        { parameter: 'order', problem: "grupos se ordenam pelo que está em 'select', e 'numero' não está" },
      ],
      [
        'select=situacao,situacao:count()',
        'REQUEST_QUERY_INVALID',
        {
          parameter: 'select',
          problem: "há dois resultados com o nome 'situacao'; dê outro nome a um deles, como total:valor.sum()",
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
