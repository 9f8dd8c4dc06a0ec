/** A day that is compared with a moment is one of the installation's zone, whatever is asked and by which door. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { BatchPlan } from '../../../engine/contract/batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

/** When each was made: 22:00 of the 31st in São Paulo is the 1st in UTC. */
const made = {
  Tarde: '2026-01-31T21:59:59-03:00',
  Noite: '2026-01-31T22:00:00-03:00',
  Meia: '2026-02-01T00:00:00-03:00',
} as const;

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;

  const names = async (query: string): Promise<unknown> =>
    ((await admin.call('GET', `/api/distritos?select=nome&order=id&${query}`)).json() as { nome: string }[]).map(
      ({ nome }) => nome,
    );

  beforeAll(async () => {
    database = await open({ from: 'product' });
    admin = await (await startTestProduct(database, { files: clinicFiles })).as(
      administrator.login,
      administrator.password,
    );
    await admin.call('POST', '/api/cidades', { body: [{ ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' }] });
  });
  beforeEach(async () => {
    await database.execute('delete from distrito');
    const body = Object.keys(made).map((nome, index) => ({ codigo: `31062006${index}`, nome, cidade_id: 1 }));
    const sent = await admin.call('POST', '/api/distritos', { body });
    expect(sent.statusCode, sent.body).toBe(201);
    await database.execute(
      Object.entries(made)
        .map(([nome, at]) => `update distrito set criado_em = '${at}', alterado_em = '${at}' where nome = '${nome}'`)
        .join('; '),
    );
  });

  test.each([
    ['criado_em=lt.2026-02-01', ['Tarde', 'Noite']],
    ['alterado_em=lt.2026-02-01', ['Tarde', 'Noite']],
    ['criado_em=gte.2026-02-01', ['Meia']],
    ['criado_em=gt.2026-02-01', []],
    ['criado_em=lte.2026-02-01', ['Tarde', 'Noite', 'Meia']],
    ['criado_em=eq.2026-02-01', ['Meia']],
    ['criado_em=neq.2026-02-01', ['Tarde', 'Noite']],
    ['criado_em=isdistinct.2026-02-01', ['Tarde', 'Noite']],
    ['criado_em=in.(2026-02-01,2026-01-31)', ['Meia']],
    ['criado_em=lt(any).{2026-02-01,2026-01-01}', ['Tarde', 'Noite']],
    ['criado_em=not.gte.2026-02-01', ['Tarde', 'Noite']],
    ['or=(criado_em.gte.2026-02-01,nome.eq.Tarde)', ['Tarde', 'Meia']],
    ['criado_em=gte.2026-01-31&criado_em=lt.2026-02-01', ['Tarde', 'Noite']],
    // a moment says its offset by itself
    ['criado_em=lt.2026-02-01T00:00:00Z', []],
    ['criado_em=lt.2026-02-01T01:00:00Z', ['Tarde']],
    ['criado_em=lt.2026-02-01T00:00:00-03:00', ['Tarde', 'Noite']],
  ] as const)('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    // The statement is kept prepared from its second time on.
    for (let time = 0; time < 3; time += 1) expect(await names(query)).toEqual(expected);
  });

  test('a field of date and time takes a day as well, and refuses what is none', async () => {
    const body = Object.entries(made).map(([nome, instante], index) => ({ nome, instante, quantidade: index + 1 }));
    expect((await admin.call('POST', '/api/amostras', { body })).statusCode).toBe(201);
    const found = await admin.call('GET', '/api/amostras?select=nome&order=quantidade&instante=lt.2026-02-01');
    expect(found.json()).toEqual([{ nome: 'Tarde' }, { nome: 'Noite' }]);
    const value = '2026-02-30';
    expect(refusalOf(await admin.call('GET', `/api/amostras?instante=lt.${value}`))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_VALUE_INVALID', {
        value,
        column: 'instante',
        expected: 'um momento AAAA-MM-DDThh:mm:ss-03:00',
      }),
    });
  });

  test('one statement serves every day', async () => {
    for (const [day, count] of [
      ['2026-02-01', 2],
      ['2026-02-02', 3],
      ['2026-01-31', 0],
      ['2026-02-01', 2],
    ])
      expect(await names(`criado_em=lt.${day}`)).toHaveLength(Number(count));
  });

  test('rows, pages, counts, sums, embeds and CSV are of the same rows, and tell moments in UTC as ever', async () => {
    const counted = await admin.call('GET', '/api/distritos?select=nome&order=id&limit=1&criado_em=lt.2026-02-01', {
      headers: { prefer: 'count=exact' },
    });
    expect(counted.headers['content-range']).toBe('0-0/2');
    const cursor = String(counted.headers['fichario-next-cursor']);
    expect(await names(`limit=1&criado_em=lt.2026-02-01&cursor=${cursor}`)).toEqual(['Noite']);
    const sums = await admin.call('GET', '/api/distritos?select=count()&criado_em=lt.2026-02-01');
    expect(sums.json()).toEqual([{ count: 2 }]);
    const embedded = await admin.call('GET', '/api/cidades?select=distritos(nome)&distritos.criado_em=gte.2026-02-01');
    expect(embedded.json()).toEqual([{ distritos: [{ nome: 'Meia' }] }]);
    await database.execute(`update cidade set criado_em = '${made.Noite}'`);
    expect(await names('cidade.criado_em=lt.2026-02-01')).toEqual(['Tarde', 'Noite', 'Meia']);
    const csv = await admin.call('GET', '/api/distritos?select=nome,criado_em&criado_em=gte.2026-02-01', {
      headers: { accept: 'text/csv' },
    });
    expect(csv.body.trim().split('\n').at(-1)).toMatch(/^Meia,"?2026-02-01 ?T?03:00:00\+00/);
    const json = await admin.call('GET', '/api/distritos?select=criado_em&criado_em=gte.2026-02-01');
    expect(json.json()).toEqual([{ criado_em: '2026-02-01T03:00:00+00:00' }]);
  });

  test('a file of the list has them too', async () => {
    const asked = { path: '/distritos', search: 'criado_em=lt.2026-02-01&order=nome.asc', columns: ['nome'] };
    const file = await admin.call('POST', '/api/exportacoes', { body: { format: 'csv', ...asked } });
    expect(file.statusCode, file.body).toBe(200);
    expect(file.body.match(/Tarde|Noite|Meia/g)).toEqual(['Noite', 'Tarde']);
  });

  test('a batch, a change and a deletion by filter reach the same rows', async () => {
    const planned = await admin.call('POST', '/api/alteracoes-em-lote', {
      body: { path: '/distritos', operation: 'update', filter: 'criado_em=lt.2026-02-01', values: { ativo: false } },
    });
    const { id, seal, rows } = planned.json() as BatchPlan & { readonly rows: number };
    expect([planned.statusCode, rows]).toEqual([201, 2]);
    const applied = await admin.call('POST', `/api/alteracoes-em-lote/${id}/aplicar`, { body: { seal } });
    expect(applied.statusCode, applied.body).toBe(200);
    expect(await names('ativo=is.false')).toEqual(['Tarde', 'Noite']);
    await admin.call('PATCH', '/api/distritos?criado_em=gte.2026-02-01', { body: { ativo: false } });
    expect(await names('ativo=is.false')).toEqual(['Tarde', 'Noite', 'Meia']);
    await admin.call('DELETE', '/api/distritos?criado_em=lt.2026-02-01');
    expect(await names('')).toEqual(['Meia']);
  });
});
