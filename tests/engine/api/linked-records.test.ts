/** Who points at a record: each list that the caller may open, with the number of records that the caller sees there. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { LinkedRecords } from '../../../engine/contract/linked-records.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { codeList, registry, relation, text } from '../../support/fixture-fields.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, startTestProduct } from '../../support/product.ts';

const nome = text('Nome', { maxLength: 20, 'x-unique': true });
const record = (title: string, properties: object = {}): object => ({
  title,
  type: 'object',
  required: ['nome'],
  properties: { nome, ...properties },
});
const clube = relation('Clube', 'clube');

const files = {
  'schemas/code-lists/mando.json': codeList('Mando', { CASA: 'Casa', FORA: 'Fora', NEUTRO: 'Neutro' }),
  'schemas/teste/clubes/schema.json': record('Clube', { matriz: relation('Matriz', 'clube') }),
  'schemas/teste/clubes/columns.json': registry('clubes', 'clube', 'Clube', {
    order: 1,
    linked: ['contrato.clube', 'socio.padrinho'],
    scope: [{ role: 'prestador', field: 'id' }],
  }),
  'schemas/teste/socios/schema.json': record('Sócio', { clube, padrinho: relation('Padrinho', 'clube') }),
  'schemas/teste/socios/columns.json': registry('socios', 'socio', 'Sócio', {
    order: 2,
    columns: ['nome'],
    icon: 'users',
    openTo: [],
  }),
  // Nobody is shown all of them: each screen has its part.
  'schemas/teste/jogos-casa/schema.json': record('Jogo', {
    clube,
    mando: text('Mando', { 'x-code-list': 'mando' }),
  }),
  'schemas/teste/jogos-casa/columns.json': registry('jogos-casa', 'jogo', 'Jogo em casa', {
    order: 3,
    filter: { mando: 'CASA' },
    scope: [{ role: 'prestador', field: 'clube' }],
  }),
  'schemas/teste/jogos-fora/columns.json': registry('jogos-fora', 'jogo', 'Jogo fora de {cliente}', {
    order: 4,
    filter: { mando: ['FORA', 'NEUTRO'] },
    permission: { subject: 'jogofora' },
  }),
  // All of them on one screen, a part on another.
  'schemas/teste/contratos/schema.json': record('Contrato', {
    clube,
    mando: text('Mando', { 'x-code-list': 'mando' }),
  }),
  'schemas/teste/contratos/columns.json': registry('contratos', 'contrato', 'Contrato', { order: 6, openTo: [] }),
  'schemas/teste/contratos-casa/columns.json': registry('contratos-casa', 'contrato', 'Contrato da casa', {
    order: 5,
    filter: { mando: 'CASA' },
  }),
  // Its rows are those of others.
  'schemas/teste/tabelas/schema.json': {
    title: 'Tabela',
    type: 'object',
    properties: { nome: text('Nome', { maxLength: 20 }), clube },
  },
  'schemas/teste/tabelas/columns.json': registry('tabelas', 'tabela', 'Tabela', {
    scope: [{ role: 'prestador', field: 'clube' }],
  }),
  'schemas/teste/tabelas/query.sql': 'select jogo.id, jogo.nome, jogo.clube_id from jogo\n',
};

const linked = (path: string, title: string, total: number, more: Partial<LinkedRecords> = {}): LinkedRecords => ({
  path,
  column: 'clube_id',
  title,
  icon: 'table',
  total,
  more: false,
  ...more,
});
const socio = { icon: 'users', relation: 'Clube' };
const padrinho = { icon: 'users', relation: 'Padrinho', column: 'padrinho_id' };

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let [full, empty, other] = [0, 0, 0];

  const answerOf = async (id: number, caller = admin) => {
    const answer = await caller.call('GET', `/api/clubes/${id}/ligados`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as readonly LinkedRecords[];
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    full = await insertRow(admin, '/clubes', { nome: 'Cheio' });
    empty = await insertRow(admin, '/clubes', { nome: 'Vazio' });
    other = await insertRow(admin, '/clubes', { nome: 'Filial', matriz_id: full });
    for (const nome of ['Ana', 'Bia', 'Caio']) await insertRow(admin, '/socios', { nome, clube_id: full });
    await insertRow(admin, '/socios', { nome: 'Davi', clube_id: other, padrinho_id: full });
    for (const nome of ['J1', 'J2']) await insertRow(admin, '/jogos-casa', { nome, clube_id: full });
    await insertRow(admin, '/jogos-casa', { nome: 'J3', clube_id: other });
    await insertRow(admin, '/jogos-fora', { nome: 'J4', mando: 'FORA', clube_id: full });
    await insertRow(admin, '/contratos', { nome: 'C1', clube_id: full, mando: 'CASA' });
    await insertRow(admin, '/contratos', { nome: 'C2', clube_id: full });
  });

  const all = [
    linked('/contratos', 'Contrato', 2),
    linked('/socios', 'Sócio', 1, padrinho),
    linked('/clubes', 'Clube', 1, { column: 'matriz_id' }),
    linked('/socios', 'Sócio', 3, socio),
    linked('/jogos-casa', 'Jogo em casa', 2),
    linked('/jogos-fora', 'Jogo fora de Copass Saúde', 1),
  ];

  test('are told list by list: what the files name first, then in the order of the menu', async () => {
    expect(await answerOf(full)).toEqual(all);
    for (const { path, column, total } of all) {
      const answer = await admin.call('GET', `/api${path}?${column}=eq.${full}&select=id`);
      expect((answer.json() as unknown[]).length, path).toBe(total);
    }
  });

  test('are none where nobody points', async () => {
    expect(await answerOf(empty)).toEqual([]);
  });

  test('are counted up to a thousand', async () => {
    await database.query({
      text: `insert into jogo (nome, mando, clube_id) select 'M' || n, case when n <= 1001 then 'CASA' else 'FORA' end, $1::text::bigint
        from generate_series(1, 2001) n`,
      values: [String(empty)],
    });
    expect(await answerOf(empty)).toEqual([
      linked('/jogos-casa', 'Jogo em casa', 1000, { more: true }),
      linked('/jogos-fora', 'Jogo fora de Copass Saúde', 1000),
    ]);
    await database.query({ text: 'delete from jogo where clube_id = $1::text::bigint', values: [String(empty)] });
  });

  describe('with the rights of who asks', () => {
    const reads = ['clube:list', 'clube:view'];

    test('lists that one may not open are not there', async () => {
      const caller = await product.enter('so-contratos', [...reads, 'contrato:list']);
      expect(await answerOf(full, caller)).toEqual([all[0], all[2]]);
    });

    test('nor are relations that are kept, or read covered, and those left are no longer told apart', async () => {
      const kept = await product.enter('sem-padrinho', [...reads, 'socio:list', 'socio:view'], {
        hidden: ['socio.padrinho'],
      });
      expect(await answerOf(full, kept)).toEqual([all[2], linked('/socios', 'Sócio', 3, { icon: 'users' })]);
      const covered = await product.enter('coberto', [...reads, 'socio:list', 'socio:view'], {
        masked: ['socio.clube'],
      });
      const { relation: _relation, ...alone } = all[1] as LinkedRecords;
      expect(await answerOf(full, covered)).toEqual([alone, all[2]]);
    });

    test('nor are relations that the list alone, without the record, does not show', async () => {
      const caller = await product.enter('so-lista', [...reads, 'socio:list']);
      expect(await answerOf(full, caller)).toEqual([all[2]]);
    });

    test('a part that one may open is told without the others', async () => {
      const caller = await product.enter('so-fora', [...reads, 'jogofora:list', 'jogo:view']);
      expect(await answerOf(full, caller)).toEqual([all[2], all[5]]);
    });

    test('who is confined counts the own records, of an own record', async () => {
      const rights = [...reads, 'jogo:list', 'jogo:view', 'jogofora:list', 'contrato:list', 'contrato:view'];
      const roles = { operadora: false, prestador: true, prestador_registro: full };
      const caller = await product.enter('prestador', rights, { roles });
      expect(await answerOf(full, caller)).toEqual([all[4], all[5]]);
      const answer = await caller.call('GET', `/api/clubes/${other}/ligados`);
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        await refusalBody('RECORD_MISSING', { title: 'Clube' }),
      ]);
    });

    test('who may not read the record is told nothing of it', async () => {
      const caller = await product.enter('de-fora', ['socio:list', 'socio:view']);
      const answer = await caller.call('GET', `/api/clubes/${full}/ligados`);
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        await refusalBody('ACCESS_DENIED', { action: 'list', title: 'Clube' }),
      ]);
    });
  });

  test('a record that is not there, and what is no part of the question, are refused', async () => {
    const missing = await admin.call('GET', '/api/clubes/999999/ligados');
    expect([missing.statusCode, missing.json()]).toEqual([
      404,
      await refusalBody('RECORD_MISSING', { title: 'Clube' }),
    ]);
    for (const parameter of ['as_of', 'limit', 'id']) {
      const answer = await admin.call('GET', `/api/clubes/${full}/ligados?${parameter}=1`);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter }),
      ]);
    }
    expect((await admin.call('POST', `/api/clubes/${full}/ligados`, { body: {} })).statusCode).toBe(404);
  });
});
