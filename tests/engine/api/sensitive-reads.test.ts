/** The record of who read sensitive values: one row of each request that gave one out, none of any other. */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, CallOptions } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

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
  let chief: Caller;
  let covered: Caller;
  let reader: Caller;
  let id = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
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
      [200, `true leitor rows /prontuarios null [] ${fields('laudo')} 1`],
      [200, `true leitor write /prontuarios ${id} ["id"] ${fields('laudo')} 1`],
      [
        200,
        `true leitor history /prontuarios ${id} [] ${JSON.stringify([...['dobro', 'exame', 'laudo'].map((name) => `prontuario.${name}`), 'prontuario_notas.texto'])} 2`,
      ],
    ]);
    expect(await rowsOf(chief, 'GET', '/prontuarios?select=laudo')).toHaveLength(2);
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
