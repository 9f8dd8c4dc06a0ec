/** The record of who read sensitive values: one row of each request that gave one out, none of any other. */
import { beforeAll, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { accessEventKinds } from '../../../engine/contract/session.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, CallOptions, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const files = {
  'schemas/teste/prontuarios/schema.json': {
    title: 'Prontuário',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 10, 'x-unique': true },
      exame: { title: 'Exame', type: 'integer', 'x-personal-data': 'sensitive' },
      dobro: { title: 'Dobro', type: 'integer', 'x-computed': 'exame * 2' },
      laudo: { title: 'Laudo', type: 'string', maxLength: 60, 'x-personal-data': 'sensitive' },
      notas: {
        title: 'Notas',
        type: 'array',
        items: {
          title: 'Nota',
          type: 'object',
          properties: { texto: { title: 'Texto', type: 'string', maxLength: 60, 'x-personal-data': 'sensitive' } },
        },
      },
    },
  },
  'schemas/teste/prontuarios/columns.json': {
    entity: 'prontuario',
    path: '/prontuarios',
    title: 'Prontuários',
    icon: 'table',
    permission: { subject: 'prontuario' },
    parent: '/',
    columns: ['codigo'],
    search: ['codigo'],
    label: '{codigo}',
  },
};
const pairs = ['list', 'view', 'insert', 'update', 'delete', 'audit'].map((action) => `prontuario:${action}`);
const back = { prefer: 'return=representation' };

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;
  let covered: Caller;
  let reader: Caller;
  let id = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    chief = await product.as(administrator.login, administrator.password);
    covered = await product.enter('coberto', pairs);
    reader = await product.enter('leitor', pairs, { sensitive: 'ABERTO' });
    id = await insertRow(chief, '/prontuarios', { codigo: 'P1', exame: 7, laudo: 'bom', notas: [{ texto: 'oi' }] });
    await insertRow(chief, '/prontuarios', { codigo: 'P2', exame: 9 });
    await insertRow(chief, '/prontuarios', { codigo: 'P3' });
  });

  const rowsOf = async (caller: Caller, method: 'GET' | 'HEAD' | 'PATCH' | 'POST', url: string, more?: CallOptions) => {
    await database.query({ text: 'delete from fichario.sensitive_read', values: [] });
    const { statusCode } = await caller.call(method, `/api${url}`, more);
    const { rows } = await database.query<Record<string, unknown>>({
      text: `select login, door, path, record_id::integer as record, array_to_json(filter)::text as filter,
        array_to_json(fields)::text as fields, rows, origin like 'api %' and request <> '' and at <= clock_timestamp() as whole
        from fichario.sensitive_read`,
      values: [],
    });
    return [statusCode, ...rows.map(({ whole, ...row }) => [whole, ...Object.values(row).map(String)].join(' '))];
  };

  test('of every door that gives a value', async () => {
    const seen: unknown[] = [];
    for (const [method, url, more] of [
      ['GET', '/prontuarios'],
      ['GET', `/prontuarios?id=eq.${id}&select=codigo,laudo,notas(texto)`],
      ['GET', '/prontuarios?select=codigo,x:exame&codigo=eq.P1&q=p1'],
      ['GET', '/prontuarios?select=dobro&codigo=eq.P2'],
      ['GET', '/prontuarios?select=exame.max()'],
      ['GET', '/prontuarios?select=laudo,count()'],
      ['GET', '/prontuarios?select=codigo,count()'],
      ['GET', '/prontuarios?select=codigo,laudo', { headers: { accept: 'text/csv' } }],
      ['PATCH', `/prontuarios?id=eq.${id}&select=laudo`, { body: { laudo: 'ótimo' }, headers: back }],
      ['GET', `/prontuarios/${id}/historico`],
    ] as const)
      seen.push(await rowsOf(reader, method, url, more));
    const fields = (...names: readonly string[]) => JSON.stringify(names.map((name) => `prontuario.${name}`));
    expect(seen).toEqual([
      [200, `true leitor rows /prontuarios null [] ${fields('dobro', 'exame', 'laudo')} 2`],
      [
        200,
        `true leitor rows /prontuarios ${id} ["id"] ${JSON.stringify(['prontuario.laudo', 'prontuario_notas.texto'])} 1`,
      ],
      [200, `true leitor rows /prontuarios null ["codigo","q"] ${fields('exame')} 1`],
      [200, `true leitor rows /prontuarios null ["codigo"] ${fields('dobro')} 1`],
      [200, `true leitor sum /prontuarios null [] ${fields('exame')} 1`],
      [200, `true leitor sum /prontuarios null [] ${fields('laudo')} 1`],
      // By what is not sensitive nothing sensitive is told.
      [200],
      [200, `true leitor rows /prontuarios null [] ${fields('laudo')} 1`],
      [200, `true leitor write /prontuarios ${id} ["id"] ${fields('laudo')} 1`],
      [
        200,
        `true leitor history /prontuarios ${id} [] ${JSON.stringify([...['dobro', 'exame', 'laudo'].map((name) => `prontuario.${name}`), 'prontuario_notas.texto'])} 2`,
      ],
    ]);
    expect(await rowsOf(chief, 'GET', '/prontuarios?select=laudo')).toHaveLength(2);
  });

  test('of the answer to an insert that is sent again', async () => {
    const once = { body: { codigo: 'P9', exame: 3 }, headers: { ...back, 'idempotency-key': '"p9"' } };
    const [status, first] = await rowsOf(reader, 'POST', '/prontuarios?select=exame', once);
    expect([status, first]).toEqual([201, expect.stringMatching(/^true leitor write \/prontuarios null/)]);
    expect(await rowsOf(reader, 'POST', '/prontuarios?select=exame', once)).toEqual([201, first]);
    await database.query({ text: `delete from prontuario where codigo = 'P9'`, values: [] });
  });

  test('of the plan of a batch, which reads its records as they are and as they would be', async () => {
    const body = { path: '/prontuarios', operation: 'update', filter: 'codigo=eq.P1', values: { laudo: 'ruim' } };
    const fields = JSON.stringify(['dobro', 'exame', 'laudo'].map((name) => `prontuario.${name}`));
    expect(await rowsOf(reader, 'POST', '/alteracoes-em-lote', { body })).toEqual([
      201,
      `true leitor write /prontuarios null ["id"] ${fields} 2`,
    ]);
    const plain = { ...body, values: { codigo: 'P9' } };
    expect(await rowsOf(covered, 'POST', '/alteracoes-em-lote', { body: plain })).toEqual([201]);
  });

  test('is a list like any other, newest first, for whoever may open it', async () => {
    await rowsOf(reader, 'GET', `/prontuarios?id=eq.${id}&select=codigo,laudo,notas(texto)`);
    await reader.call('GET', '/api/prontuarios?select=exame&codigo=eq.P2&q=p');
    const shown = 'select=login,porta,rota,registro,linhas,campos,filtro,origem,endereco';
    const first = {
      login: 'leitor',
      porta: 'rows',
      rota: '/prontuarios',
      registro: null,
      linhas: 1,
      campos: 'prontuario.exame',
      filtro: 'codigo, q',
      origem: 'api',
      endereco: '127.0.0.1',
    };
    const one = { ...first, registro: id, campos: 'prontuario.laudo, prontuario_notas.texto', filtro: 'id' };
    const list = await chief.call('GET', `/api/leituras-sensiveis?${shown}`, { headers: { prefer: 'count=exact' } });
    expect([list.json(), list.headers['content-range']]).toEqual([[first, one], '0-1/2']);
    const seen = (caller: Caller) =>
      caller.call('GET', `/api/leituras-sensiveis?select=login&rota=eq./prontuarios&registro=eq.${id}`);
    expect((await seen(chief)).json()).toEqual([{ login: 'leitor' }]);
    const csv = await chief.call('GET', '/api/leituras-sensiveis?select=login,registro', {
      headers: { accept: 'text/csv' },
    });
    expect(csv.body.trim().split(/\r?\n/)).toEqual(['login,registro', 'leitor,', `leitor,${id}`]);
    expect((await seen(reader)).statusCode).toBe(403);
    // The way there from a record that holds such values, for whoever may go it.
    const readersOf = async (caller: Caller, path: string) =>
      ((await caller.call('GET', `/api/model/screen?path=${path}`)).json() as ScreenModel).readers;
    expect(await readersOf(chief, '/prontuarios')).toEqual({
      kind: 'open',
      path: '/leituras-sensiveis',
      filter: [
        { column: 'rota', value: [{ text: '/prontuarios' }] },
        { column: 'registro', value: [{ field: 'id' }] },
      ],
      values: [],
    });
    expect([await readersOf(chief, '/bancos'), await readersOf(reader, '/prontuarios')]).toEqual([
      undefined,
      undefined,
    ]);
    // To look at the record is to read nothing sensitive.
    expect(await rowsOf(chief, 'GET', '/leituras-sensiveis')).toEqual([200]);
  });

  test('is masked like any other personal data, and says nothing of a field that is kept', async () => {
    await rowsOf(reader, 'GET', '/prontuarios?select=laudo&codigo=eq.P1');
    const may = ['leiturasensivel:list', 'leiturasensivel:view'];
    const auditor = await product.enter('fiscal', may, { personal: 'MASCARADO', hidden: ['leitura_sensivel.campos'] });
    const ask = async (query: string) => auditor.call('GET', `/api/leituras-sensiveis?${query}`);
    expect((await ask('select=login,rota')).json()).toEqual([{ login: '•••', rota: '/prontuarios' }]);
    for (const query of ['select=campos', 'campos=eq.prontuario.laudo', 'login=eq.leitor', 'order=login'])
      expect([query, (await ask(query)).statusCode]).toEqual([query, 400]);
  });

  test('is written by nobody, by no door', async () => {
    await rowsOf(reader, 'GET', '/prontuarios?select=laudo&codigo=eq.P1');
    const [row] = (await chief.call('GET', '/api/leituras-sensiveis?select=id')).json() as { id: number }[];
    const each = { prefer: 'outcome=each' };
    for (const path of ['/leituras-sensiveis', '/eventos-acesso'])
      for (const [method, query, more] of [
        ['POST', '', { body: { login: 'x' } }],
        ['POST', '', { body: [{ login: 'x' }], headers: each }],
        ['POST', '', { body: { id: row?.id, login: 'x' }, headers: { prefer: 'resolution=merge-duplicates' } }],
        ['PATCH', `?id=eq.${row?.id}`, { body: { login: 'x' } }],
        ['PATCH', `?id=in.(${row?.id})`, { body: { login: 'x' }, headers: each }],
        ['DELETE', `?id=eq.${row?.id}`, {}],
        ['PUT', `?id=eq.${row?.id}`, { body: { login: 'x' } }],
      ] as const) {
        const answer = await chief.call(method, `/api${path}${query}`, more);
        const body = await refusalBody('REQUEST_METHOD', { method });
        expect([refusalOf(answer), answer.headers['allow']]).toEqual([{ status: 405, body }, 'OPTIONS, GET, HEAD']);
      }
    expect((await chief.call('GET', `/api/leituras-sensiveis/${row?.id}/historico`)).statusCode).toBe(403);
    const screen = (await chief.call('GET', '/api/model/screen?path=/leituras-sensiveis')).json() as ScreenModel;
    expect(screen.rights).toEqual({ view: true, insert: false, update: false, delete: false, audit: false });
    const asked = await chief.call('GET', '/api/openapi.json');
    expect(asked.statusCode, asked.body.slice(0, 500)).toBe(200);
    const document = asked.json() as { paths: Record<string, object> };
    expect(Object.keys(document.paths['/leituras-sensiveis'] ?? {}).sort()).toEqual([
      'description',
      'get',
      'head',
      'summary',
    ]);
    expect(document.paths['/leituras-sensiveis/{id}/historico']).toBeUndefined();
    const { rows } = await database.query({ text: 'select 1 from fichario.sensitive_read', values: [] });
    expect(rows).toHaveLength(1);
  });

  test('and that of accesses lists who came in and was refused, and every kind of it has a name', async () => {
    await product.app.inject({
      method: 'POST',
      url: '/api/auth/token/issue',
      payload: { userId: 'leitor', password: 'errada' },
    });
    const select = 'select=evento,login,autor,motivo,endereco&login=eq.leitor&limit=2';
    expect((await chief.call('GET', `/api/eventos-acesso?${select}`)).json()).toEqual([
      { evento: 'loginRefused', login: 'leitor', autor: null, motivo: 'password', endereco: '127.0.0.1' },
      { evento: 'login', login: 'leitor', autor: null, motivo: null, endereco: '127.0.0.1' },
    ]);
    const [group] = (await chief.call('GET', '/api/grupos?select=id&nome=eq.leitor')).json() as { id: number }[];
    const rule = { grupo_id: group?.id, assunto: 'banco', acao: 'list' };
    const rules = await insertRow(chief, '/regras', rule);
    const change = '/api/eventos-acesso?select=evento,login,autor,entidade,operacao,quantidade,registros&limit=1';
    expect((await chief.call('GET', change)).json()).toEqual([
      {
        evento: 'rightsChanged',
        login: null,
        autor: administrator.login,
        entidade: 'regra',
        operacao: 'insert',
        quantidade: 1,
        registros: String(rules),
      },
    ]);
    const { codeLists } = product.runtime.current.model;
    expect(codeLists['evento-acesso']?.options.map(({ value }) => value)).toEqual([...accessEventKinds]);
    expect((await reader.call('GET', '/api/eventos-acesso')).statusCode).toBe(403);
  });

  test('of no other: covered, empty, not asked for, counted, refused', async () => {
    for (const [caller, method, url, more] of [
      [covered, 'GET', '/prontuarios'],
      [covered, 'GET', `/prontuarios/${id}/historico`],
      [reader, 'GET', '/prontuarios?select=codigo'],
      [reader, 'GET', '/prontuarios?codigo=eq.P3'],
      [reader, 'GET', '/prontuarios?codigo=eq.nada'],
      [reader, 'GET', '/prontuarios?select=exame.count()'],
      [reader, 'HEAD', '/prontuarios', { headers: { prefer: 'count=exact' } }],
      [reader, 'HEAD', '/prontuarios'],
      [reader, 'GET', '/prontuarios?limit=2', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
      [reader, 'GET', '/prontuarios/P1'],
      [reader, 'PATCH', `/prontuarios?id=eq.${id}`, { body: { laudo: 'bom' } }],
      [reader, 'POST', '/prontuarios', { body: { codigo: 'P1', laudo: 'x' }, headers: back }],
    ] as const) {
      const [, ...rows] = await rowsOf(caller, method, url, more);
      expect([url, rows]).toEqual([url, []]);
    }
  });
});
