import { beforeAll, expect, test } from 'vitest';
import type { HistoryEntry } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let clerk: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    const user = await createUser(database, 'escriba', ['distrito:update', 'distrito:delete', 'distrito:view']);
    clerk = await product.as(user.login, user.password);
    await admin.call('POST', '/api/cidades', {
      body: [
        { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' },
        { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ' },
      ],
    });
  });

  const history = async (id: number): Promise<HistoryEntry[]> =>
    (await admin.call('GET', `/api/distritos/${id}/historico`)).json() as HistoryEntry[];
  const insertOne = async (path: string, body: object): Promise<number> => {
    const headers = { prefer: 'return=representation' };
    const answer = await admin.call('POST', `${path}?select=id`, { body, headers });
    return (answer.json() as { id: number }[])[0]?.id ?? 0;
  };
  /** In a city of its own, for a city has no two districts of one name. */
  const insert = async (codigo: string, city?: number): Promise<number> =>
    insertOne('/api/distritos', {
      codigo,
      nome: 'Centro',
      cidade_id: city ?? (await insertOne('/api/cidades', { ibge: codigo.slice(-7), nome: codigo, uf: 'MG' })),
    });

  test('tells who did what to a record from where, newest first, field by field, relations by their label', async () => {
    const id = await insert('310620001', 1);
    await clerk.call('PATCH', `/api/distritos?id=eq.${id}`, { body: { cidade_id: 2, ativo: false } });
    await clerk.call('PATCH', `/api/distritos?id=eq.${id}`, {
      body: { nome: 'Centro' },
      headers: { 'fichario-channel': 'screen' },
    });
    await database.query({
      text: `update distrito set nome = 'Por fora', versao = versao + 1 where id = $1::text::bigint`,
      values: [String(id)],
    });
    // Only the product's own screens are told apart, and without a proxy in front nobody tells another's address.
    await clerk.call('DELETE', `/api/distritos?id=eq.${id}`, {
      headers: { 'fichario-channel': 'telas', 'x-forwarded-for': '203.0.113.9' },
    });
    const entries = await history(id);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/);
    const origin = { channel: 'api', address: '127.0.0.1' };
    const full = (nome: string) => [
      { field: 'codigo', title: 'Código IBGE', before: '310620001', after: null },
      { field: 'nome', title: 'Nome', before: nome, after: null },
      { field: 'cidade_id', title: 'Cidade', before: 'Rio de Janeiro - RJ', after: null },
      { field: 'ativo', title: 'Ativo', before: false, after: null },
    ];
    expect(entries).toEqual([
      { operation: 'delete', at, settled: at, by: 'escriba', origin, version: 4, changes: full('Por fora') },
      {
        operation: 'update',
        at,
        settled: at,
        by: null,
        origin: null,
        version: 4,
        changes: [{ field: 'nome', title: 'Nome', before: 'Centro', after: 'Por fora' }],
      },
      {
        operation: 'update',
        at,
        settled: at,
        by: 'escriba',
        origin: { ...origin, channel: 'screen' },
        version: 3,
        changes: [],
      },
      {
        operation: 'update',
        at,
        settled: at,
        by: 'escriba',
        origin,
        version: 2,
        changes: [
          { field: 'cidade_id', title: 'Cidade', before: 'Belo Horizonte - MG', after: 'Rio de Janeiro - RJ' },
          { field: 'ativo', title: 'Ativo', before: true, after: false },
        ],
      },
      {
        operation: 'insert',
        at,
        settled: at,
        by: 'chefe',
        origin,
        version: 1,
        changes: [
          { field: 'codigo', title: 'Código IBGE', before: null, after: '310620001' },
          { field: 'nome', title: 'Nome', before: null, after: 'Centro' },
          { field: 'cidade_id', title: 'Cidade', before: null, after: 'Belo Horizonte - MG' },
          { field: 'ativo', title: 'Ativo', before: null, after: true },
        ],
      },
    ]);
    expect(entries.map((entry) => entry.at)).toEqual(
      entries
        .map((entry) => entry.at)
        .toSorted()
        .toReversed(),
    );
  });

  test('keeps of one write of many records an entry for each', async () => {
    const ids = [await insert('310620002'), await insert('310620003')];
    await clerk.call('PATCH', `/api/distritos?id=in.(${ids.join(',')})`, { body: { nome: 'Juntos' } });
    for (const id of ids)
      expect((await history(id)).map(({ operation, by, version }) => [operation, by, version])).toEqual([
        ['update', 'escriba', 2],
        ['insert', 'chefe', 1],
      ]);
  });

  test('keeps nothing of a write that was refused', async () => {
    const id = await insert('310620004');
    const answer = await admin.call('PATCH', `/api/distritos?or=(id.eq.${id},nome.has.centro)`, {
      body: { nome: 'Demais' },
      headers: { prefer: 'max-affected=0' },
    });
    expect(answer.statusCode).toBe(400);
    expect(await history(id)).toHaveLength(1);
  });

  test('shows the last five hundred entries, each against the one before it', async () => {
    const id = await insert('310620005');
    await database.execute(`do $$ begin for i in 1..505 loop
      update distrito set nome = 'vez ' || i, versao = versao + 1 where id = ${id}; end loop; end $$`);
    const entries = await history(id);
    expect(entries).toHaveLength(500);
    expect(entries.at(-1)).toEqual({
      operation: 'update',
      at: expect.any(String),
      settled: expect.any(String),
      by: null,
      origin: null,
      version: 7,
      changes: [{ field: 'nome', title: 'Nome', before: 'vez 5', after: 'vez 6' }],
    });
  });

  test('is for who holds audit, and says so of a record that there never was', async () => {
    const id = await insert('310620006');
    expect(refusalOf(await clerk.call('GET', `/api/distritos/${id}/historico`))).toEqual({
      status: 403,
      body: await refusalBody('ACCESS_DENIED', { action: 'audit', title: 'Distrito' }),
    });
    expect(refusalOf(await admin.call('GET', '/api/distritos/987654/historico'))).toEqual({
      status: 404,
      body: await refusalBody('RECORD_MISSING', { title: 'Distrito' }),
    });
    expect(refusalOf(await admin.call('GET', '/api/nada/1/historico'))).toEqual({
      status: 404,
      body: await refusalBody('ROUTE_UNKNOWN', { path: '/nada' }),
    });
    expect((await admin.call('DELETE', `/api/distritos/${id}/historico`)).statusCode).toBe(404);
  });
});
