/** Transitions whose condition reads what their record points at: by every door that one comes by, and for whom it is worded. */
import { expect, test } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { ErrorCode } from '../../../engine/core/errors.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import type { Caller } from '../../support/product.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { messages, movesByRelationFiles } from './moves-by-relation-files.ts';

const pairs = ['tambor:list', 'tambor:view', 'tambor:update'];
const ofLots = ['lote:list', 'lote:view'];

forEachDatabase((open) => {
  const stage = fixtureStage(open, movesByRelationFiles);
  const { next } = stage;
  const store = (aberto: boolean): Promise<number> => insertRow(stage.admin, '/armazens', { nome: next(), aberto });
  const move = (path: string, ids: readonly number[], name: string, body: object = {}, caller = stage.admin) =>
    caller.call('PATCH', `/api/${path}?id=in.(${ids.join()})&transition=${name}`, { body });
  const moved = async (path: string, ids: readonly number[], name: string): Promise<void> => {
    const answer = await move(path, ids, name);
    if (answer.statusCode !== 204) throw new Error(answer.body);
  };
  const openLot = (row: object = {}): Promise<number> => insertRow(stage.admin, '/lotes', { numero: next(), ...row });
  const checkedLot = async (row: object = {}): Promise<number> => {
    const id = await openLot(row);
    await moved('lotes', [id], 'conferir');
    return id;
  };
  const drum = (lote: number | null, row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/tambores', { nome: next(), lote_id: lote, ...row });
  const states = async (path: string, ids: readonly number[]): Promise<readonly string[]> => {
    const rows = (
      await stage.admin.call('GET', `/api/${path}?id=in.(${ids.join()})&select=situacao&order=id`)
    ).json() as readonly { readonly situacao: string }[];
    return rows.map(({ situacao }) => situacao);
  };
  const refused = async (code: ErrorCode, params: Readonly<Record<string, unknown>>) => ({
    status: 422,
    body: await refusalBody(
      'RECORD_INVALID',
      { title: 'Tambor', count: 1 },
      { fields: [['situacao', code, params]] as never },
    ),
  });
  const ruled = (rule: string) => refused('VALIDATION_RULE', { rule });

  test('is refused with its message until what the record points at is as it asks', async () => {
    const lot = await openLot();
    const id = await drum(lot);
    expect(refusalOf(await move('tambores', [id], 'liberar'))).toEqual(await ruled(messages.checked));
    expect(await states('tambores', [id])).toEqual(['GUARDADO']);
    await moved('lotes', [lot], 'conferir');
    await moved('tambores', [id], 'liberar');
    expect(await states('tambores', [id])).toEqual(['LIBERADO']);
  });

  test('a record that points at nothing reads nothing there, which is in no list', async () => {
    const id = await drum(null);
    expect(refusalOf(await move('tambores', [id], 'liberar'))).toEqual(await ruled(messages.checked));
  });

  test('reads of each of several records what it points at', async () => {
    const ids = [await drum(await checkedLot()), await drum(await openLot()), await drum(await checkedLot())];
    const { status, body } = await ruled(messages.checked);
    const fields = body.fields?.map((one) => ({ ...one, record: ids[1] }));
    expect(refusalOf(await move('tambores', ids, 'liberar'))).toEqual({ status, body: { ...body, fields } });
    expect(await states('tambores', ids)).toEqual(['GUARDADO', 'GUARDADO', 'GUARDADO']);
  });

  test('reads what that record points at in turn, and what follows may change the one between', async () => {
    const [shut, free] = [
      await checkedLot({ armazem_id: await store(false) }),
      await checkedLot({ armazem_id: await store(true) }),
    ];
    const [kept, taken] = [await drum(shut), await drum(free)];
    await moved('tambores', [kept, taken], 'liberar');
    expect(refusalOf(await move('tambores', [kept], 'retirar'))).toEqual(await ruled(messages.open));
    await moved('tambores', [taken], 'retirar');
    expect(await states('tambores', [kept, taken])).toEqual(['LIBERADO', 'RETIRADO']);
    expect(await states('lotes', [shut, free])).toEqual(['CONFERIDO', 'VAZIO']);
  });

  test('beside its own fields, and by a relation that is asked for what it pointed at', async () => {
    const [lot, checked] = [await openLot(), await checkedLot()];
    const [id, reserved] = [await drum(lot), await drum(lot, { reservado: true })];
    expect(refusalOf(await move('tambores', [reserved], 'avaliar', { valor: 1 }))).toEqual(
      await ruled(messages.reserved),
    );
    expect((await move('tambores', [id], 'avaliar', { lote_id: checked, valor: 1 })).statusCode).toBe(204);
    expect(refusalOf(await move('tambores', [id], 'avaliar', { lote_id: lot }))).toEqual(
      await ruled(messages.reserved),
    );
    const found = await stage.admin.call('GET', `/api/tambores?id=eq.${id}&select=lote_id,valor`);
    expect(found.json()).toEqual([{ lote_id: checked, valor: 1 }]);
  });

  test('who changes what the record points at is waited for, and what became of it counts', async () => {
    const lot = await openLot();
    const id = await drum(lot);
    const check = { text: `update lote set situacao = 'CONFERIDO' where id = $1::bigint`, values: [String(lot)] };
    const answer = await writeBehind(stage.database, [check], () => move('tambores', [id], 'liberar'));
    expect(answer.statusCode).toBe(204);
    const opened = { text: `update lote set situacao = 'ABERTO' where id = $1::bigint`, values: [String(lot)] };
    await moved('tambores', [id], 'guardar');
    const late = await writeBehind(stage.database, [opened], () => move('tambores', [id], 'liberar'));
    expect(refusalOf(late)).toEqual(await ruled(messages.checked));
  });

  test('a move that follows from another is held to it as well', async () => {
    const [lot, checked] = [await openLot(), await checkedLot()];
    const [kept, freed] = [await drum(lot), await drum(checked)];
    const answer = await move('lotes', [lot], 'soltar');
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(messages.checked)]);
    await moved('lotes', [checked], 'soltar');
    expect(await states('tambores', [kept, freed])).toEqual(['GUARDADO', 'LIBERADO']);
  });

  test('a batch counts those it does not hold for, makes it of the others, and takes it back', async () => {
    const ids = [await drum(await checkedLot()), await drum(await openLot())];
    const planned: BatchPlan = await planBatch(stage.admin, {
      path: '/tambores',
      operation: 'update',
      ids,
      transition: 'liberar',
      values: {},
    });
    expect(planned).toMatchObject({ rows: 2, refused: 1 });
    const written: BatchResult = await applyBatch(stage.admin, planned);
    expect(written).toMatchObject({ written: 1, refused: 1 });
    expect(await states('tambores', ids)).toEqual(['LIBERADO', 'GUARDADO']);
    expect(await applyBatch(stage.admin, await planUndo(stage.admin, planned))).toMatchObject({
      written: 1,
      refused: 0,
    });
    expect(await states('tambores', ids)).toEqual(['GUARDADO', 'GUARDADO']);
  });

  test('it holds for whoever may not read what it reads, and is not worded', async () => {
    const id = await drum(await openLot());
    const [reader, stranger, blind, confined] = [
      await stage.product.enter(next(), [...pairs, ...ofLots]),
      await stage.product.enter(next(), pairs),
      await stage.product.enter(next(), [...pairs, ...ofLots], { hidden: ['lote.situacao'] }),
      await stage.product.enter(next(), [...pairs, ...ofLots], {
        roles: { operadora: false, prestador: true, prestador_registro: 1 },
      }),
    ];
    expect(refusalOf(await move('tambores', [id], 'liberar', {}, reader))).toEqual(await ruled(messages.checked));
    const unseen = await refused('TRANSITION_UNSEEN', { transition: 'Liberar' });
    for (const caller of [stranger, blind, confined])
      expect(refusalOf(await move('tambores', [id], 'liberar', {}, caller))).toEqual(unseen);
    const free = await drum(await checkedLot());
    expect((await move('tambores', [free], 'liberar', {}, confined)).statusCode).toBe(204);
  });

  test('the list has what tells which of them fit, and of what is out of reach that it is there', async () => {
    const shop = await store(true);
    const lot = await openLot({ armazem_id: shop });
    const id = await drum(lot);
    const listed = async (caller: Caller): Promise<unknown> => {
      const { select } = (await caller.call('GET', '/api/model/screen?path=/tambores')).json() as ScreenModel;
      const [row] = (await caller.call('GET', `/api/tambores?id=eq.${id}&select=${select}`)).json() as [object];
      return row;
    };
    const all = [...pairs, ...ofLots, 'lote:update', 'armazem:list', 'armazem:view'];
    const reader = await stage.product.enter(next(), all);
    const confined = await stage.product.enter(next(), all, {
      roles: { operadora: false, prestador: true, prestador_registro: 1 },
    });
    const known = { id, situacao: 'GUARDADO', lote_id: lot };
    const armazem = { id: shop, aberto: true };
    expect(await listed(reader)).toMatchObject({
      ...known,
      lote: { id: lot, situacao: 'ABERTO', armazem_id: shop, armazem },
    });
    expect(await listed(confined)).toMatchObject({ ...known, lote: null });
  });
});
