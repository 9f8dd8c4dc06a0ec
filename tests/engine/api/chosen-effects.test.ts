/** Effects that move some of the others alone, and give values to rows that these write: by one record, a batch, and back. */
import { expect, test } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { chosenEffectFiles } from './chosen-effect-files.ts';

forEachDatabase((open) => {
  const stage = fixtureStage(open, chosenEffectFiles);
  const { next } = stage;
  const ship = (): Promise<number> => insertRow(stage.admin, '/barcas', { nome: next() });
  const crate = (barca: number, carga: string): Promise<number> =>
    insertRow(stage.admin, '/fardos', { marca: next(), carga, barca_id: barca });
  const markOf = async (fardo: number): Promise<string> => {
    const answer = await stage.admin.call('GET', `/api/fardos?id=eq.${fardo}&select=marca`);
    return (answer.json() as readonly { readonly marca: string }[])[0]?.marca ?? '';
  };
  let banks = 700;
  const bank = (): Promise<number> => {
    banks += 1;
    return insertRow(stage.admin, '/bancos', { codigo: `${banks}`, nome: next() });
  };
  const move = (path: string, id: number, transition: string, body: object = {}, caller = stage.admin) =>
    caller.call('PATCH', `/api/${path}?id=eq.${id}&transition=${transition}`, { body });
  const moved = async (path: string, id: number, transition: string, body: object = {}): Promise<void> => {
    const answer = await move(path, id, transition, body);
    if (answer.statusCode !== 204) throw new Error(answer.body);
  };
  const nameOf = async (id: number): Promise<string> =>
    (await stage.admin.call('GET', `/api/barcas?id=eq.${id}&select=nome`)).json()[0].nome;
  const crates = async (ids: readonly number[]): Promise<unknown> =>
    (
      await stage.admin.call(
        'GET',
        `/api/fardos?id=in.(${ids.join()})&select=situacao,paradas(motivo,quando,lugar_id,nota)&order=id`,
      )
    ).json();
  const plan = (body: object, caller = stage.admin): Promise<BatchPlan> => planBatch(caller, body);
  const planBack = (batch: Pick<BatchPlan, 'id'>): Promise<BatchPlan> => planUndo(stage.admin, batch);
  const apply = (planned: BatchPlan): Promise<BatchResult> => applyBatch(stage.admin, planned);
  const waiting = { situacao: 'A_BORDO', paradas: [] };

  test('moves those alone of which it is true as they stand, their rows too, and gives each the row that it asks for', async () => {
    const [id, other, porto] = [await ship(), await ship(), await bank()];
    const ids = [
      await crate(id, 'FRUTA'),
      await crate(id, 'FERRO'),
      await crate(id, 'FRUTA'),
      await crate(other, 'FRUTA'),
    ] as const;
    await moved('fardos', ids[2], 'inspecionar');
    await moved('barcas', id, 'atracar', { porto_id: porto, chegada: '2026-04-05' });
    const stop = { motivo: `Chegada de ${await nameOf(id)}`, quando: '2026-04-05', lugar_id: porto, nota: null };
    expect(await crates(ids)).toEqual([
      { situacao: 'EM_TERRA', paradas: [stop] },
      waiting,
      { situacao: 'A_BORDO', paradas: [{ motivo: 'Vistoria', quando: null, lugar_id: null, nota: null }] },
      waiting,
    ]);
  });

  test('refuses for those alone that it means, where it is strict', async () => {
    const porto = await bank();
    const refusedOf = async (carga: string, caller = stage.admin) => {
      const id = await ship();
      const lost = await crate(id, carga);
      await moved('fardos', lost, 'perder');
      await moved('barcas', id, 'atracar', { porto_id: porto, chegada: '2026-04-05' });
      const answer = await move('barcas', id, 'esvaziar', {}, caller);
      return { lost, refused: answer.statusCode === 204 ? undefined : refusalOf(answer) };
    };
    expect((await refusedOf('FRUTA')).refused).toBeUndefined();
    const { lost, refused } = await refusedOf('FERRO');
    const about = { transition: 'Esvaziar', effect: 'Descarregar', title: 'Fardo', count: 1 };
    expect(refused).toEqual({
      status: 409,
      body: await refusalBody(
        'RECORD_EFFECT_BARRED_NAMED',
        { ...about, records: [await markOf(lost)] },
        { at: { entity: 'fardo', record: lost } },
      ),
    });
    // Of what somebody may do this to and not see no name is told.
    const blind = await stage.product.enter(next(), ['barca:list', 'barca:view', 'barca:update', 'fardo:update']);
    expect((await refusedOf('FERRO', blind)).refused).toEqual({
      status: 409,
      body: await refusalBody('RECORD_EFFECT_BARRED', about),
    });
  });

  test('a row that does not fit is refused with what is wrong in it, and nothing is moved', async () => {
    const id = await insertRow(stage.admin, '/barcas', { nome: `${next()}${'x'.repeat(20)}` });
    const [one, porto] = [await crate(id, 'FRUTA'), await bank()];
    const answer = await move('barcas', id, 'atracar', { porto_id: porto, chegada: '2026-04-05' });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_EFFECT',
        {
          transition: 'Atracar',
          effect: 'Descarregar',
          title: 'Fardo',
          reasons: `${await markOf(one)}: Motivo passa do limite de caracteres, 30.`,
        },
        { at: { entity: 'fardo', record: one } },
      ),
    });
    expect(await crates([one])).toEqual([waiting]);
  });

  test('is told beforehand in a batch, and taken back with it, rows too, and again', async () => {
    const [first, second, porto] = [await ship(), await ship(), await bank()];
    const ids = [await crate(first, 'FRUTA'), await crate(first, 'FERRO'), await crate(second, 'FRUTA')];
    const planned = await plan({
      path: '/barcas',
      operation: 'update',
      ids: [first, second],
      transition: 'atracar',
      values: { porto_id: porto, chegada: '2026-02-03' },
    });
    expect(planned.followed).toEqual([{ title: 'Fardo', what: 'moved', transition: 'Descarregar', rows: 2 }]);
    expect(await apply(planned)).toMatchObject({ written: 2, refused: 0 });
    const stop = async (barca: number) => ({
      situacao: 'EM_TERRA',
      paradas: [{ motivo: `Chegada de ${await nameOf(barca)}`, quando: '2026-02-03', lugar_id: porto, nota: null }],
    });
    const after = [await stop(first), waiting, await stop(second)];
    expect(await crates(ids)).toEqual(after);
    const undoing = await planBack(planned);
    expect(await apply(undoing)).toMatchObject({ written: 2, refused: 0 });
    expect(await crates(ids)).toEqual([waiting, waiting, waiting]);
    expect(await apply(await planBack(undoing))).toMatchObject({ written: 2, refused: 0 });
    expect(await crates(ids)).toEqual(after);
  });

  test('a transition that leads nowhere leaves each record in its own state, by one and in a batch that is taken back', async () => {
    const id = await ship();
    const ids = [await crate(id, 'FRUTA'), await crate(id, 'FERRO'), await crate(id, 'FERRO')] as const;
    await moved('fardos', ids[0], 'descarregar', { paradas: [{ motivo: 'Cais' }] });
    await moved('fardos', ids[2], 'perder');
    const states = (inspected: boolean) => {
      const note = inspected ? ['Vistoria'] : [];
      return [['EM_TERRA', 'Cais', ...note], ['A_BORDO', ...note], ['PERDIDO']];
    };
    const read = async () =>
      ((await crates(ids)) as { situacao: string; paradas: { motivo: string }[] }[]).map(({ situacao, paradas }) => [
        situacao,
        ...paradas.map(({ motivo }) => motivo),
      ]);
    expect((await move('fardos', ids[2], 'inspecionar')).statusCode).toBe(422);
    const planned = await plan({ path: '/fardos', operation: 'update', ids, transition: 'inspecionar', values: {} });
    expect([planned.changes, planned.refused]).toEqual([2, 1]);
    expect(await read()).toEqual(states(false));
    expect(await apply(planned)).toMatchObject({ written: 2, refused: 1 });
    expect(await read()).toEqual(states(true));
    expect(await apply(await planBack(planned))).toMatchObject({ written: 2, refused: 0 });
    expect(await read()).toEqual(states(false));
    await moved('fardos', ids[1], 'inspecionar');
    expect((await read())[1]).toEqual(['A_BORDO', 'Vistoria']);
  });

  test('is told on the screen as what may be', async () => {
    const screen = (await stage.admin.call('GET', '/api/model/screen?path=/barcas')).json() as ScreenModel;
    expect(screen.states?.transitions.map(({ name, changes, follows }) => [name, changes, follows])).toEqual(
      ['atracar', 'esvaziar'].map((name) => [
        name,
        undefined,
        [{ title: 'Fardos', transition: 'Descarregar', path: '/fardos', perhaps: true }],
      ]),
    );
  });

  test('nobody makes it to whom the list, or a field of its rows, is closed', async () => {
    const pairs = ['barca', 'fardo', 'banco'].flatMap((one) => [`${one}:list`, `${one}:view`, `${one}:update`]);
    const [id, porto] = [await ship(), await bank()];
    const body = { porto_id: porto, chegada: '2026-04-05' };
    for (const [closed, title] of [
      ['fardo.paradas', 'Fardo'],
      ['fardo_paradas.lugar', 'Parada'],
    ] as const) {
      const caller = await stage.product.enter(next(), pairs, { readOnly: [closed] });
      const refused = { status: 403, body: await refusalBody('ACCESS_MOVE_CLOSED', { transition: 'Atracar', title }) };
      expect([closed, refusalOf(await move('barcas', id, 'atracar', body, caller))]).toEqual([closed, refused]);
    }
    const free = await stage.product.enter(next(), pairs);
    expect((await move('barcas', id, 'atracar', body, free)).statusCode).toBe(204);
  });
});
