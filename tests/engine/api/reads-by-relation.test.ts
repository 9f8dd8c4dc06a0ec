/**
 * What transitions read of what their record points at beside their condition: rules, values that are set, effects and what
 * they give; by every door, and for whom it is worded.
 */
import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../engine/core/errors.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { watch } from '../data/watched.ts';
import { messages, readsByRelationFiles } from './reads-by-relation-files.ts';

const pairs = ['list', 'view', 'update'].map((action) => `estadia:${action}`);
const ofRequests = ['pedido:list', 'pedido:view'];
const ofRooms = ['quarto:list', 'quarto:view'];

forEachDatabase((open) => {
  let sent: readonly string[] = [];
  const stage = fixtureStage(async (...how) => {
    const { watching, whole } = watch(await open(...how));
    sent = whole;
    return watching;
  }, readsByRelationFiles);
  const { next } = stage;
  const room = (andar: number, row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/quartos', { nome: next(), andar, ...row });
  const move = (path: string, ids: readonly number[], name: string, body: object = {}, caller = stage.admin) =>
    caller.call('PATCH', `/api/${path}?id=in.(${ids.join()})&transition=${name}`, { body });
  const moved = async (path: string, ids: readonly number[], name: string, body: object = {}): Promise<void> => {
    const answer = await move(path, ids, name, body);
    if (answer.statusCode !== 204) throw new Error(answer.body);
  };
  const openRequest = (row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/pedidos', { numero: next(), ...row });
  const request = async (row: object = {}): Promise<number> => {
    const id = await openRequest(row);
    await moved('pedidos', [id], 'aceitar');
    return id;
  };
  const stay = (pedido: number | null, row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/estadias', { nome: next(), pedido_id: pedido, ...row });
  const authorised = async (pedido: number, row: object = {}): Promise<number> => {
    const id = await stay(pedido, row);
    await moved('estadias', [id], 'autorizar');
    return id;
  };
  const read = async (path: string, ids: readonly number[], select = 'situacao'): Promise<unknown> =>
    (await stage.admin.call('GET', `/api/${path}?id=in.(${ids.join()})&select=${select}&order=id`)).json();
  const refused = async (code: ErrorCode, params: Readonly<Record<string, unknown>>, field: string) => ({
    status: 422,
    body: await refusalBody(
      'RECORD_INVALID',
      { title: 'Estadia', count: 1 },
      { fields: [[field, code, params]] as never },
    ),
  });
  const ruled = (rule: string, field: string) => refused('VALIDATION_RULE', { rule }, field);
  const ofStay = 'situacao,quarto_id,preco,diarias';

  test('sets what the record points at says, relations among it, one and two relations on', async () => {
    const first = await room(1, { preco: 200 });
    const id = await stay(await request({ quarto_id: first, diarias: 3 }));
    await moved('estadias', [id], 'autorizar');
    expect(await read('estadias', [id], ofStay)).toEqual([
      { situacao: 'AUTORIZADA', quarto_id: first, preco: 200, diarias: 3 },
    ]);
  });

  test('of several records of each, also by the relation that is asked for', async () => {
    const [low, high] = [await room(1, { preco: 10 }), await room(3, { preco: 30 })];
    const [one, other] = [
      await request({ quarto_id: low, diarias: 1 }),
      await request({ quarto_id: high, diarias: 9 }),
    ];
    const ids = [await stay(one), await stay(other, { diarias: 4 })];
    await moved('estadias', ids, 'autorizar');
    const asked = await stay(one);
    await moved('estadias', [asked], 'autorizar', { pedido_id: other });
    expect(await read('estadias', [...ids, asked], ofStay)).toEqual([
      { situacao: 'AUTORIZADA', quarto_id: low, preco: 10, diarias: 1 },
      { situacao: 'AUTORIZADA', quarto_id: high, preco: 30, diarias: 4 },
      { situacao: 'AUTORIZADA', quarto_id: high, preco: 30, diarias: 9 },
    ]);
  });

  test('its rules read what it points at, and what it comes to point at by what is set', async () => {
    const waiting = await stay(await openRequest());
    expect(refusalOf(await move('estadias', [waiting], 'autorizar'))).toEqual(
      await ruled(messages.accepted, 'pedido_id'),
    );
    const high = await stay(await request({ quarto_id: await room(4) }), { quarto_id: await room(1) });
    expect(refusalOf(await move('estadias', [high], 'autorizar'))).toEqual(await ruled(messages.floor, 'quarto_id'));
    const long = await stay(await request({ diarias: 2 }), { diarias: 3 });
    expect(refusalOf(await move('estadias', [long], 'autorizar'))).toEqual(await ruled(messages.days, 'diarias'));
    expect(refusalOf(await move('estadias', [await stay(null)], 'autorizar'))).toEqual(
      await ruled(messages.accepted, 'pedido_id'),
    );
    expect(await read('estadias', [waiting, high, long])).toEqual(Array(3).fill({ situacao: 'NOVA' }));
  });

  test('each record of others is read once for all that is asked of it, rules of the record itself among that', async () => {
    const first = await room(1, { preco: 10 });
    const ids = [
      await stay(await request({ quarto_id: first, cobre: 9 })),
      await stay(await request({ quarto_id: first, cobre: 10 })),
    ];
    const begun = sent.length;
    const { status, body } = await ruled(messages.dear, 'preco');
    const fields = body.fields?.map((field) => ({ ...field, record: ids[0] }));
    expect(refusalOf(await move('estadias', ids, 'autorizar'))).toEqual({ status, body: { ...body, fields } });
    const held = sent.slice(begun).filter((text) => text.includes('for share of t'));
    const of = (table: string) => held.filter((text) => text.includes(`"${table}"`)).length;
    // The requests, the rooms that these ask for, and those that the stays come to have.
    expect([of('pedido'), of('quarto'), held.length]).toEqual([1, 2, 3]);
  });

  test('rows take what they and their owner point at', async () => {
    const [dear, plain] = [await room(1, { preco: 50 }), await room(1)];
    const id = await authorised(await request({ cobre: 7 }), {
      extras: [{ quarto_id: dear }, { quarto_id: plain, valor: 1 }],
    });
    expect(await read('estadias', [id], 'extras(quarto_id,valor)')).toEqual([
      {
        extras: [
          { quarto_id: dear, valor: 57 },
          { quarto_id: plain, valor: 1 },
        ],
      },
    ]);
  });

  test('also where nothing else reads the relation of their owner', async () => {
    const first = await room(1, { preco: 6 });
    const extras = [{ quarto_id: first }];
    const ids = [
      await stay(await openRequest({ cobre: 4, diarias: 2, quarto_id: first }), { extras }),
      await stay(await openRequest({ cobre: 5, diarias: 1 }), { extras }),
    ];
    await moved('estadias', ids, 'avaliar');
    await moved('estadias', ids, 'faturar');
    expect(await read('estadias', ids, 'extras(valor,conta:conta_id(valor))')).toEqual([
      { extras: [{ valor: 4, conta: { valor: 6 } }] },
      { extras: [{ valor: 5, conta: null }] },
    ]);
  });

  test('what is created takes it as well, and the rules read what was created', async () => {
    const first = await room(1, { preco: 20 });
    const [id, over] = [
      await authorised(await request({ quarto_id: first, cobre: 100 })),
      await authorised(await request({ quarto_id: first, cobre: 100 })),
    ];
    await moved('estadias', [id], 'cobrar', { valor: 80 });
    expect(await read('estadias', [id], 'situacao,conta:conta_id(valor,quarto_id,situacao)')).toEqual([
      { situacao: 'COBRADA', conta: { valor: 100, quarto_id: first, situacao: 'EMITIDA' } },
    ]);
    const bills = async () => (await stage.admin.call('GET', '/api/contas?select=id')).json() as readonly unknown[];
    const before = await bills();
    expect(refusalOf(await move('estadias', [over], 'cobrar', { valor: 81 }))).toEqual(
      await ruled(messages.bill, 'valor'),
    );
    expect(await bills()).toEqual(before);
    const free = await authorised(await request({ cobre: 0 }));
    expect(refusalOf(await move('estadias', [free], 'cobrar', { valor: 0 }))).toEqual(
      await ruled(messages.bill, 'valor'),
    );
  });

  test('an effect comes to be by what the record points at as an effect before it left that, and gives it', async () => {
    const [first, second] = [await room(1), await room(2, { preco: 5 })];
    const requests = [
      await request({ quarto_id: first, diarias: 5 }),
      await request({ quarto_id: second, diarias: 5 }),
      await request({ quarto_id: second, diarias: 5, cobre: 50 }),
    ] as const;
    const row = { diarias: 2, extras: [{ quarto_id: second }, { quarto_id: first }] };
    const ids = [
      await authorised(requests[0], row),
      await authorised(requests[1], row),
      await authorised(requests[2], row),
    ];
    await moved('estadias', [ids[2] ?? 0], 'cobrar', { valor: 1 });
    await moved('estadias', ids, 'encerrar');
    expect(await read('pedidos', requests, 'situacao,diarias')).toEqual([
      { situacao: 'FECHADO', diarias: 3 },
      { situacao: 'ACEITO', diarias: 5 },
      { situacao: 'FECHADO', diarias: 3 },
    ]);
    expect(await read('estadias', ids, 'extras(conta:conta_id(valor,quarto_id))')).toEqual(
      Array(3).fill({ extras: [{ conta: { valor: 5, quarto_id: second } }, { conta: null }] }),
    );
  });

  test('a move that follows from another is held to its rules, of those that the effect means by what they point at', async () => {
    const [first, second] = [await room(1), await room(2)];
    const late = await openRequest();
    const [meant, other] = [await stay(late, { quarto_id: first }), await stay(late, { quarto_id: second })];
    const answer = await move('pedidos', [late], 'chamar');
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(messages.accepted)]);
    await moved('pedidos', [late], 'aceitar');
    await moved('pedidos', [late], 'chamar');
    expect(await read('estadias', [meant, other])).toEqual([{ situacao: 'AUTORIZADA' }, { situacao: 'NOVA' }]);
  });

  test('who changes what the record points at is waited for, and what became of it counts', async () => {
    const lot = await openRequest();
    const id = await stay(lot);
    const set = (situacao: string) => ({
      text: `update pedido set situacao = $1, diarias = 8 where id = $2::bigint`,
      values: [situacao, String(lot)],
    });
    const accepted = await writeBehind(stage.database, [set('ACEITO')], () => move('estadias', [id], 'autorizar'));
    expect(accepted.statusCode).toBe(204);
    expect(await read('estadias', [id], 'situacao,diarias')).toEqual([{ situacao: 'AUTORIZADA', diarias: 8 }]);
    await moved('estadias', [id], 'voltar');
    const reopened = await writeBehind(stage.database, [set('ABERTO')], () => move('estadias', [id], 'autorizar'));
    expect(refusalOf(reopened)).toEqual(await ruled(messages.accepted, 'pedido_id'));
  });

  test('a batch counts those whose rules do not hold, makes it of the others, and takes it back', async () => {
    const first = await room(1, { preco: 9 });
    const fine = await request({ quarto_id: first, diarias: 2 });
    const ids = [await stay(fine), await stay(await openRequest())];
    const planned = await planBatch(stage.admin, {
      path: '/estadias',
      operation: 'update',
      ids,
      transition: 'autorizar',
      values: {},
    });
    expect(planned).toMatchObject({ rows: 2, refused: 1 });
    expect(await applyBatch(stage.admin, planned)).toMatchObject({ written: 1, refused: 1 });
    expect(await read('estadias', ids, ofStay)).toEqual([
      { situacao: 'AUTORIZADA', quarto_id: first, preco: 9, diarias: 2 },
      { situacao: 'NOVA', quarto_id: null, preco: null, diarias: null },
    ]);
    expect(await applyBatch(stage.admin, await planUndo(stage.admin, planned))).toMatchObject({
      written: 1,
      refused: 0,
    });
    expect(await read('estadias', ids, ofStay)).toEqual(
      Array(2).fill({ situacao: 'NOVA', quarto_id: null, preco: null, diarias: null }),
    );
  });

  test('a batch that ends takes back what its effects did by what the records point at', async () => {
    const lot = await request({ quarto_id: await room(1), diarias: 5 });
    const id = await authorised(lot, { diarias: 2 });
    const planned = await planBatch(stage.admin, {
      path: '/estadias',
      operation: 'update',
      ids: [id],
      transition: 'encerrar',
      values: {},
    });
    await applyBatch(stage.admin, planned);
    expect(await read('pedidos', [lot], 'situacao,diarias')).toEqual([{ situacao: 'FECHADO', diarias: 3 }]);
    await applyBatch(stage.admin, await planUndo(stage.admin, planned));
    expect(await read('pedidos', [lot], 'situacao,diarias')).toEqual([{ situacao: 'ACEITO', diarias: 5 }]);
    expect(await read('estadias', [id])).toEqual([{ situacao: 'AUTORIZADA' }]);
  });

  test('rules hold for whoever may not read what they read, and are not worded', async () => {
    const [id, high] = [await stay(await openRequest()), await stay(await request({ quarto_id: await room(4) }))];
    const all = [...pairs, ...ofRequests, ...ofRooms];
    const roles = { operadora: false, prestador: true, prestador_registro: 1 };
    const [reader, stranger, blind, confined] = [
      await stage.product.enter(next(), all),
      await stage.product.enter(next(), pairs),
      await stage.product.enter(next(), all, { hidden: ['pedido.situacao', 'quarto.andar'] }),
      await stage.product.enter(next(), all, { roles }),
    ];
    expect(refusalOf(await move('estadias', [id], 'autorizar', {}, reader))).toEqual(
      await ruled(messages.accepted, 'pedido_id'),
    );
    const unseen = await refused('TRANSITION_UNSEEN', { transition: 'Autorizar' }, 'situacao');
    for (const caller of [stranger, blind, confined])
      expect(refusalOf(await move('estadias', [id], 'autorizar', {}, caller))).toEqual(unseen);
    for (const caller of [stranger, blind])
      expect(refusalOf(await move('estadias', [high], 'autorizar', {}, caller))).toEqual(unseen);
    // What one rule reads is kept from the caller, and what another does is not.
    expect(refusalOf(await move('estadias', [high], 'autorizar', {}, confined))).toEqual(
      await ruled(messages.floor, 'quarto_id'),
    );
  });
});
