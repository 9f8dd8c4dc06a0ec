/** Transitions that read the records pointing at theirs: what they ask of them, and what they set of their sums. */
import { expect, test } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { linkedFiles, noBox } from './linked-files.ts';

forEachDatabase((open) => {
  const stage = fixtureStage(open, linkedFiles);
  const { next } = stage;
  const shipment = (): Promise<number> => insertRow(stage.admin, '/cargas', { numero: next() });
  const box = (carga: number | null, valor: number, row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/caixotes', { nome: next(), carga_id: carga, valor, ...row });
  const move = (path: string, ids: readonly number[], name: string, caller = stage.admin) =>
    caller.call('PATCH', `/api/${path}?id=in.(${ids.join()})&transition=${name}`, { body: {} });
  const moved = async (path: string, ids: readonly number[], name: string): Promise<void> => {
    const answer = await move(path, ids, name);
    if (answer.statusCode !== 204) throw new Error(answer.body);
  };
  const read = async (path: string, ids: readonly number[], select: string): Promise<unknown> =>
    (await stage.admin.call('GET', `/api/${path}?id=in.(${ids.join()})&select=${select}&order=id`)).json();
  const plan = (body: object, caller = stage.admin): Promise<BatchPlan> => planBatch(caller, body);
  const planBack = (batch: Pick<BatchPlan, 'id'>): Promise<BatchPlan> => planUndo(stage.admin, batch);
  const apply = (planned: BatchPlan): Promise<BatchResult> => applyBatch(stage.admin, planned);

  const sums = 'situacao,caixas_inteiras,valor';
  type Row = Readonly<Record<string, unknown>>;
  const refusedBy = async (
    code: 'VALIDATION_RULE' | 'TRANSITION_UNSEEN',
    params: Readonly<Record<string, unknown>>,
  ) => ({
    status: 422,
    body: await refusalBody('RECORD_INVALID', { title: 'Carga', count: 1 }, { fields: [['situacao', code, params]] }),
  });

  test('is refused with its message until what points at the record is as it asks, and then sets its sums', async () => {
    const [id, other] = [await shipment(), await shipment()];
    const broken = await box(id, 3);
    await moved('caixotes', [broken], 'avariar');
    await box(other, 50);
    expect(refusalOf(await move('cargas', [id], 'fechar'))).toEqual(
      await refusedBy('VALIDATION_RULE', { rule: noBox }),
    );
    expect(await read('cargas', [id], `${sums},versao`)).toEqual([
      { situacao: 'ABERTA', caixas_inteiras: null, valor: null, versao: 1 },
    ]);
    await box(id, 4.1);
    await box(id, 0.2);
    await moved('cargas', [id], 'fechar');
    expect(await read('cargas', [id], sums)).toEqual([{ situacao: 'FECHADA', caixas_inteiras: 2, valor: 7.3 }]);
  });

  test('reads of each of several records its own', async () => {
    const [a, b] = [await shipment(), await shipment()];
    await box(a, 5);
    expect((await move('cargas', [a, b], 'fechar')).statusCode).toBe(422);
    expect(await read('cargas', [a, b], 'situacao')).toEqual([{ situacao: 'ABERTA' }, { situacao: 'ABERTA' }]);
    await box(b, 6);
    await box(b, 7);
    await moved('cargas', [a, b], 'fechar');
    expect(await read('cargas', [a, b], sums)).toEqual([
      { situacao: 'FECHADA', caixas_inteiras: 1, valor: 5 },
      { situacao: 'FECHADA', caixas_inteiras: 2, valor: 13 },
    ]);
  });

  test('lets what follows depend on them', async () => {
    const [told, silent] = [await shipment(), await shipment()];
    const boxes = [await box(told, 1), await box(silent, 1)];
    await insertRow(stage.admin, '/bilhetes', { texto: 'espere', carga_id: told });
    await moved('cargas', [told, silent], 'fechar');
    await moved('cargas', [told, silent], 'enviar');
    expect(await read('caixotes', boxes, 'situacao')).toEqual([{ situacao: 'INTEIRO' }, { situacao: 'ENTREGUE' }]);
  });

  test('waits for who is changing one of them, and sees what became of it', async () => {
    const id = await shipment();
    const only = await box(id, 9);
    const change = { text: `update caixote set situacao = 'AVARIADO' where id = $1::bigint`, values: [String(only)] };
    const answer = await writeBehind(stage.database, [change], () => move('cargas', [id], 'fechar'));
    expect(refusalOf(answer)).toEqual(await refusedBy('VALIDATION_RULE', { rule: noBox }));
  });

  test('reads also what is out of the reach of who asks; without a right to it the message is kept', async () => {
    const id = await shipment();
    const pairs = ['carga:list', 'carga:view', 'carga:update', 'caixote:list', 'caixote:view'];
    const [reader, stranger] = [
      await stage.product.enter(next(), pairs),
      await stage.product.enter(
        next(),
        pairs.filter((pair) => pair.startsWith('carga')),
      ),
    ];
    expect(refusalOf(await move('cargas', [id], 'fechar', reader))).toEqual(
      await refusedBy('VALIDATION_RULE', { rule: noBox }),
    );
    expect(refusalOf(await move('cargas', [id], 'fechar', stranger))).toEqual(
      await refusedBy('TRANSITION_UNSEEN', { transition: 'Fechar' }),
    );
    const hidden = await box(id, 2);
    const confined = await stage.product.enter(next(), pairs, {
      roles: { operadora: false, prestador: true, prestador_registro: 1 },
    });
    expect((await confined.call('GET', `/api/caixotes?id=eq.${hidden}&select=id`)).json()).toEqual([]);
    expect((await move('cargas', [id], 'fechar', confined)).statusCode).toBe(204);
    expect(await read('cargas', [id], sums)).toEqual([{ situacao: 'FECHADA', caixas_inteiras: 1, valor: 2 }]);
  });

  test('is offered by the screen, which leaves what it cannot know to the server', async () => {
    const screen = (await stage.admin.call('GET', '/api/model/screen?path=/cargas')).json() as ScreenModel;
    expect(screen.states?.transitions.map(({ name, when }) => [name, when?.reads])).toEqual([
      ['fechar', undefined],
      ['enviar', undefined],
      ['pesar', undefined],
      ['atracar', undefined],
      ['partir', ['doca_id.livre']],
      ['reabrir', undefined],
    ]);
  });

  test('asks of the record as it becomes what its rules say, at the field that is asked for', async () => {
    const [light, told] = [await shipment(), await shipment()];
    await box(light, 1);
    await box(told, 1);
    await insertRow(stage.admin, '/bilhetes', { texto: 'leve', carga_id: told });
    await moved('cargas', [light, told], 'fechar');
    const weigh = (id: number, peso: number, caller = stage.admin) =>
      caller.call('PATCH', `/api/cargas?id=eq.${id}&transition=pesar`, { body: { peso } });
    const refusedAt = async (field: string, code: 'VALIDATION_RULE' | 'TRANSITION_UNSEEN', params: Row) => ({
      status: 422,
      body: await refusalBody('RECORD_INVALID', { title: 'Carga', count: 1 }, { fields: [[field, code, params]] }),
    });
    const limit = { rule: 'Com bilhete, o peso não passa de 10 por caixote.' };
    expect(refusalOf(await weigh(light, 0))).toEqual(
      await refusedAt('peso', 'VALIDATION_RULE', { rule: 'O peso é maior que zero.' }),
    );
    expect((await weigh(light, 11)).statusCode).toBe(204);
    expect(refusalOf(await weigh(told, 11))).toEqual(await refusedAt('peso', 'VALIDATION_RULE', limit));
    const stranger = await stage.product.enter(next(), ['carga:list', 'carga:view', 'carga:update']);
    expect(refusalOf(await weigh(told, 11, stranger))).toEqual(
      await refusedAt('situacao', 'TRANSITION_UNSEEN', { transition: 'Pesar' }),
    );
    expect((await weigh(told, 10)).statusCode).toBe(204);
    expect(await read('cargas', [light, told], 'peso')).toEqual([{ peso: 11 }, { peso: 10 }]);
  });

  test('reads what a record points at: as it stands to be made, and as it is to be in what its rules say', async () => {
    const id = await shipment();
    await box(id, 1);
    await moved('cargas', [id], 'fechar');
    const dock = (livre: boolean): Promise<number> => insertRow(stage.admin, '/docas', { nome: next(), livre });
    const [free, taken] = [await dock(true), await dock(false)];
    const moor = (doca: number | null) =>
      stage.admin.call('PATCH', `/api/cargas?id=eq.${id}&transition=atracar`, { body: { doca_id: doca } });
    const leave = async () => refusalOf(await move('cargas', [id], 'partir'));
    const told = async (field: string, rule: string) => ({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Carga', count: 1 },
        { fields: [[field, 'VALIDATION_RULE', { rule }]] },
      ),
    });
    const nowhere = await told('situacao', 'A carga parte de uma doca livre.');
    expect(await leave()).toEqual(nowhere);
    expect(refusalOf(await moor(taken))).toEqual(await told('doca_id', 'A doca está ocupada.'));
    expect((await moor(free)).statusCode).toBe(204);
    await stage.admin.call('PATCH', `/api/docas?id=eq.${free}`, { body: { livre: false } });
    expect(await leave()).toEqual(nowhere);
    expect((await moor(null)).statusCode).toBe(204);
    expect(await leave()).toEqual(nowhere);
    await stage.admin.call('PATCH', `/api/docas?id=eq.${free}`, { body: { livre: true } });
    expect((await moor(free)).statusCode).toBe(204);
    await moved('cargas', [id], 'partir');
    expect(await read('cargas', [id], 'situacao,doca_id')).toEqual([{ situacao: 'ENVIADA', doca_id: free }]);
  });

  test('of a batch is planned, made and taken back', async () => {
    const [full, empty] = [await shipment(), await shipment()];
    await box(full, 11);
    const planned = await plan({
      path: '/cargas',
      operation: 'update',
      ids: [full, empty],
      transition: 'fechar',
      values: {},
    });
    expect(planned).toMatchObject({ rows: 2, refused: 1 });
    expect(await apply(planned)).toMatchObject({ written: 1, refused: 1 });
    expect(await read('cargas', [full, empty], sums)).toEqual([
      { situacao: 'FECHADA', caixas_inteiras: 1, valor: 11 },
      { situacao: 'ABERTA', caixas_inteiras: null, valor: null },
    ]);
    expect(await apply(await planBack(planned))).toMatchObject({ written: 1, refused: 0 });
    expect(await read('cargas', [full], sums)).toEqual([{ situacao: 'ABERTA', caixas_inteiras: null, valor: null }]);
  });
});
