/** What is taken back and done again more than once: each batch takes back what it wrote itself, and nothing else. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';
import { owningFiles } from './owning-files.ts';

const door = '/api/alteracoes-em-lote';

forEachDatabase((open) => {
  let admin: Caller;
  let ids: readonly number[];

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: { ...clinicFiles, ...owningFiles } });
    admin = await product.as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    for (const path of ['/fichas', '/enquetes']) await admin.call('DELETE', `/api${path}?id=gt.0`);
    const made: number[] = [];
    for (const numero of ['A1', 'A2', 'A3'])
      made.push(await insertRow(admin, '/fichas', { numero, diagnostico: numero }));
    ids = made;
  });

  const post = async <Answer>(url: string, status: number, body?: object): Promise<Answer> => {
    const answer = await admin.call('POST', `${door}${url}`, body === undefined ? {} : { body });
    expect([answer.statusCode, answer.body]).toEqual([status, expect.any(String)]);
    return answer.json();
  };
  const apply = ({ id, seal }: BatchPlan) => post<BatchResult>(`/${id}/aplicar`, 200, { seal });
  /** Plans it and does it: what was refused beforehand, and the batch. */
  const takeBack = async ({ id }: { readonly id: string }) => {
    const planned = await post<BatchPlan>(`/${id}/desfazer`, 201);
    const { written } = await apply(planned);
    const refused = planned.refusals.flatMap(({ message, records }) =>
      records.map(({ label }) => `${label}: ${message}`),
    );
    return { id: planned.id, told: { rows: planned.rows, written, refused } };
  };
  const rows = async (): Promise<readonly object[]> =>
    (await admin.call('GET', '/api/fichas?select=id,numero,situacao,diagnostico,valor&order=numero')).json();
  const edit = async (numero: string, values: object): Promise<void> => {
    const answer = await admin.call('PATCH', `/api/fichas?numero=eq.${numero}`, { body: values });
    expect(answer.statusCode).toBe(204);
  };

  test('a record that was changed when the others went again goes with what took it back first', async () => {
    const before = await rows();
    const deletion = await post<BatchPlan>('', 201, { path: '/fichas', operation: 'delete', ids });
    await apply(deletion);
    const back = await takeBack(deletion);
    expect([back.told, await rows()]).toEqual([{ rows: 3, written: 3, refused: [] }, before]);

    await edit('A2', { diagnostico: 'Asma' });
    const again = await takeBack(back);
    expect(again.told).toEqual({
      rows: 3,
      written: 2,
      refused: ['A2: Este registro de Ficha foi alterado depois do lote e fica como está.'],
    });
    const backAgain = await takeBack(deletion);
    expect(backAgain.told).toEqual({ rows: 2, written: 2, refused: [] });

    await edit('A2', { diagnostico: 'A2' });
    expect(await rows()).toEqual(before);
    // Only what that one brought back goes; what the first one brought back is all of them.
    const some = await takeBack(backAgain);
    expect([some.told, await rows()]).toEqual([{ rows: 2, written: 2, refused: [] }, [before[1]]]);
    await takeBack(some);
    const all = await takeBack(back);
    expect([all.told, await rows()]).toEqual([{ rows: 3, written: 3, refused: [] }, []]);
    const last = await takeBack(all);
    expect([last.told, await rows()]).toEqual([{ rows: 3, written: 3, refused: [] }, before]);
  });

  test('records that two turns took away come back as the first took them, and with the rows they own', async () => {
    const made: number[] = [];
    for (const nome of ['E1', 'E2'])
      made.push(
        await insertRow(admin, '/enquetes', { nome, perguntas: [{ enunciado: `Pergunta de ${nome}`, codigo: nome }] }),
      );
    const read = async (): Promise<unknown> =>
      (await admin.call('GET', '/api/enquetes?select=id,nome,perguntas(enunciado,codigo)&order=nome')).json();
    const rowsNew = [
      { nome: 'E3', perguntas: [{ enunciado: 'Terceira', codigo: 'E3' }] },
      { nome: 'E4', perguntas: [{ enunciado: 'Quarta', codigo: 'E4' }] },
    ];
    const insertion = await post<BatchPlan>('', 201, { path: '/enquetes', operation: 'insert', rows: rowsNew });
    await apply(insertion);
    const before = await read();
    const away = await takeBack(insertion);
    // The name of one is taken meanwhile, so that it cannot come back.
    const taken = await insertRow(admin, '/enquetes', { nome: 'E4' });
    const again = await takeBack(away);
    expect(again.told.written).toBe(1);
    const awayAgain = await takeBack(insertion);
    expect(awayAgain.told).toEqual({ rows: 1, written: 1, refused: [] });
    await admin.call('DELETE', `/api/enquetes?id=eq.${taken}`);
    const last = await takeBack(away);
    expect([last.told, await read()]).toEqual([{ rows: 2, written: 2, refused: [] }, before]);
  });

  test('fields of one record that two turns restored are written anew as the first restored them', async () => {
    const values = { situacao: 'FECHADA', diagnostico: 'Gripe' };
    const change = await post<BatchPlan>('', 201, {
      path: '/fichas',
      operation: 'update',
      ids: ids.slice(0, 1),
      values,
    });
    await apply(change);
    const changed = await rows();
    const back = await takeBack(change);
    await edit('A1', { diagnostico: 'Asma' });
    const again = await takeBack(back);
    expect(again.told).toEqual({
      rows: 1,
      written: 1,
      refused: ['A1: Alterado depois do lote, fica como está: Diagnóstico.'],
    });
    await takeBack(change);
    await edit('A1', { diagnostico: 'A1' });
    const last = await takeBack(back);
    expect([last.told, await rows()]).toEqual([{ rows: 1, written: 1, refused: [] }, changed]);
  });

  test('what somebody has put back by hand is no matter', async () => {
    const change = await post<BatchPlan>('', 201, {
      path: '/fichas',
      operation: 'update',
      ids: ids.slice(0, 2),
      values: { valor: 5 },
    });
    const before = await rows();
    await apply(change);
    await edit('A1', { valor: null });
    const back = await takeBack(change);
    expect([back.told, await rows()]).toEqual([{ rows: 1, written: 1, refused: [] }, before]);
  });
});
