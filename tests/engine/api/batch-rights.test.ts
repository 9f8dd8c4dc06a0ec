/** Batches of whoever may not do everything: no more is told, written or brought back than record by record. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchPlan, BatchResult, BatchSummary } from '../../../engine/contract/batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';
import { owningFiles } from './owning-files.ts';

const door = '/api/alteracoes-em-lote';
const pairs = (subject: string, ...actions: readonly string[]) => actions.map((action) => `${subject}:${action}`);

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: { ...clinicFiles, ...owningFiles } });
    admin = await product.as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    for (const path of ['/fichas', '/enquetes']) await admin.call('DELETE', `/api${path}?id=gt.0`);
  });

  const planned = async (caller: Caller, url: string, body?: object): Promise<BatchPlan> => {
    const answer = await caller.call('POST', url, body === undefined ? {} : { body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const applied = async (caller: Caller, { id, seal }: BatchPlan): Promise<BatchResult> => {
    const answer = await caller.call('POST', `${door}/${id}/aplicar`, { body: { seal } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const addRecords = async (): Promise<readonly number[]> => {
    const ids: number[] = [];
    for (const numero of ['A1', 'A2'])
      ids.push(await insertRow(admin, '/fichas', { numero, valor: 10, diagnostico: numero, chave: 'abre-te' }));
    return ids;
  };
  const update = (ids: readonly number[], values: object) => ({ path: '/fichas', operation: 'update', ids, values });
  const remove = (path: string) => ({ path, operation: 'delete', filter: 'id=gt.0' });
  const rowsOf = async (address: string): Promise<unknown> => (await admin.call('GET', `/api${address}`)).json();

  test('are listed to who planned them, and to nobody else', async () => {
    const all = pairs('ficha', 'list', 'view', 'update');
    const [mine, other] = [await product.enter('minha', all), await product.enter('outra', all)];
    const done = await applied(mine, await planned(mine, door, update(await addRecords(), { valor: 20 })));
    const listed = async (caller: Caller) =>
      ((await caller.call('GET', door)).json() as BatchSummary[]).map((b) => b.id);
    expect([await listed(mine), await listed(other), await listed(admin)]).toEqual([[done.id], [], []]);
  });

  describe('what the caller does not read', () => {
    test('is not told by what is so already: a secret is written wherever it was asked to be', async () => {
      const ids = await addRecords();
      const plan = await planned(admin, door, update(ids, { chave: 'abre-te' }));
      expect(plan).toMatchObject({ rows: 2, changes: 2, same: 0, refused: 0, fields: [] });
      const back = await planned(admin, `${door}/${(await applied(admin, plan)).id}/desfazer`);
      // What is not in the history does not come back, and that is told.
      expect(back).toMatchObject({ rows: 2, changes: 0, refused: 2, fields: [] });
      const { message } = await refusalBody('RECORD_SECRET_LOST', { fields: ['Chave de acesso'] });
      expect(back.refusals.map(({ message: told, rows }) => [told, rows])).toEqual([[message, 2]]);
    });

    test('is not told by how many rows go with a record, nor by its values', async () => {
      const body = { nome: 'Clima', perguntas: [{ enunciado: 'Um' }, { enunciado: 'Dois' }] };
      await insertRow(admin, '/enquetes', body);
      const writer = await product.enter('apaga', pairs('enquete', 'list', 'delete', 'insert'));
      const plan = await planned(writer, door, remove('/enquetes'));
      expect(plan).toMatchObject({ changes: 1, refused: 0, owned: [], lists: [] });
      expect((await planned(admin, door, remove('/enquetes'))).owned).toEqual([{ title: 'Perguntas', rows: 2 }]);
    });
  });

  describe('taken back', () => {
    test('a delete is an inclusion, for who may include', async () => {
      await addRecords();
      const caller = await product.enter('so-apaga', pairs('ficha', 'list', 'view', 'update', 'delete'));
      const done = await applied(caller, await planned(caller, door, remove('/fichas')));
      expect(done.written).toBe(2);
      expect(refusalOf(await caller.call('POST', `${door}/${done.id}/desfazer`))).toEqual({
        status: 403,
        body: await refusalBody('ACCESS_DENIED', { action: 'insert', title: 'Fichas' }),
      });
      expect(await rowsOf('/fichas?select=id')).toEqual([]);
    });

    test('a delete brings back what nobody has brought back since', async () => {
      const ids = await addRecords();
      const done = await applied(admin, await planned(admin, door, remove('/fichas')));
      expect((await admin.call('POST', `/api/fichas/historico/excluidos/${ids[0]}`)).statusCode).toBe(201);
      const back = await planned(admin, `${door}/${done.id}/desfazer`);
      expect(back).toMatchObject({ operation: 'revive', rows: 1, changes: 1, refused: 0, refusals: [] });
      expect(await applied(admin, back)).toMatchObject({ written: 1, refused: 0 });
      expect(await rowsOf('/fichas?select=id,numero&order=numero')).toEqual([
        { id: ids[0], numero: 'A1' },
        { id: ids[1], numero: 'A2' },
      ]);
    });

    // Visible, covered, read-only: what is hidden is not named.
    test.each([
      ['may no longer write, and tells it', 'fechada', [true, false, true], ['Valor']],
      ['no longer sees', 'oculta', [false, false, false], []],
    ] as const)('a change leaves what its caller %s', async (_, login, levels, told) => {
      const ids = await addRecords();
      const caller = await product.enter(login, pairs('ficha', 'list', 'view', 'update'));
      const done = await applied(caller, await planned(caller, door, update(ids, { valor: 20, situacao: 'FECHADA' })));
      await database.query({
        text: `insert into config_permissao (grupo_id, entidade, campo, visivel, mascarado, somente_leitura)
          select id, 'ficha', 'valor', $2::text::boolean, $3::text::boolean, $4::text::boolean from grupo where nome = $1::text`,
        values: [login, ...levels.map(String)],
      });
      product.runtime.sessions.forget();
      const back = await planned(caller, `${door}/${done.id}/desfazer`);
      expect(back).toMatchObject({ operation: 'restore', rows: 2, changes: 2, refused: 0 });
      expect(back.fields.map(({ field, pairs: counted }) => [field, counted])).toEqual([
        ['situacao', [{ before: 'FECHADA', after: 'ABERTA', rows: 2 }]],
      ]);
      const messages = await Promise.all(
        told.map(async (field) => (await refusalBody('RECORD_CLOSED_SINCE', { fields: [field] })).message),
      );
      expect(back.refusals.map(({ message, rows }) => [message, rows])).toEqual(messages.map((one) => [one, 2]));
      expect(await applied(caller, back)).toMatchObject({ written: 2 });
      expect(await rowsOf('/fichas?select=numero,valor,situacao&order=numero')).toEqual([
        { numero: 'A1', valor: 20, situacao: 'ABERTA' },
        { numero: 'A2', valor: 20, situacao: 'ABERTA' },
      ]);
    });
  });

  test('of many records tell of twenty of a kind one by one', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({
      numero: `N${index}`,
      diagnostico: `D${index}`,
      valor: index,
    }));
    const first = await planned(admin, door, { path: '/fichas', operation: 'insert', rows });
    expect([first.changes, first.sample.length]).toEqual([25, 20]);
    await applied(admin, first);
    const plans = [
      await planned(admin, door, { path: '/fichas', operation: 'update', filter: 'id=gt.0', values: { valor: 50 } }),
      await planned(admin, door, remove('/fichas')),
    ];
    expect(
      plans.map(({ changes, sample, fields }) => [
        changes,
        sample.length,
        fields.map((f) => [f.pairs.length, f.others]),
      ]),
    ).toEqual([
      [25, 20, [[20, 5]]],
      [25, 20, []],
    ]);
  });
});
