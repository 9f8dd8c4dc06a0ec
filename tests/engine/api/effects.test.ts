/** What follows from a transition for other records: all of it in the same write, by the caller's rights, and taken back with it. */
import { describe, expect, test } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import type { Caller } from '../../support/product.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { effectFiles } from './effect-files.ts';

const door = '/api/alteracoes-em-lote';
const everything = ['ordem', 'peca', 'etiqueta', 'conta'].flatMap((subject) =>
  ['list', 'view', 'insert', 'update'].map((action) => `${subject}:${action}`),
);

forEachDatabase((open) => {
  const stage = fixtureStage(open, effectFiles);
  const { next } = stage;
  const order = (row: object = {}): Promise<number> => insertRow(stage.admin, '/ordens', { numero: next(), ...row });
  const part = (ordem: number, row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/pecas', { nome: next(), ordem_id: ordem, ...row });
  const tag = (peca: number): Promise<number> => insertRow(stage.admin, '/etiquetas', { nome: next(), peca_id: peca });
  const account = (): Promise<number> => insertRow(stage.admin, '/contas', { nome: next() });
  let banks = 600;
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
  const read = async (path: string, ids: readonly number[], select = 'situacao'): Promise<unknown> =>
    (await stage.admin.call('GET', `/api/${path}?id=in.(${ids.join()})&select=${select}&order=id`)).json();
  const states = async (path: string, ids: readonly number[]): Promise<readonly string[]> =>
    ((await read(path, ids)) as readonly { readonly situacao: string }[]).map(({ situacao }) => situacao);

  describe('what follows', () => {
    test('moves the records that point at it, of those in a state that their transition leaves, and what follows from them', async () => {
      const cause = await bank();
      const id = await order({ numero: 'a1' });
      const other = await order();
      const [open, done, foreign] = [await part(id), await part(id), await part(other)];
      await moved('pecas', done, 'fazer');
      const tags = [await tag(open), await tag(done)];
      await moved('ordens', id, 'recusar', { motivo: 'sem verba', causa_id: cause });
      expect(await read('ordens', [id], 'situacao,motivo,versao')).toEqual([
        { situacao: 'RECUSADA', motivo: 'sem verba', versao: 2 },
      ]);
      expect(await read('pecas', [open, done, foreign], 'situacao,motivo,causa_id,versao')).toEqual([
        { situacao: 'RECUSADA', motivo: 'Ordem a1: sem verba', causa_id: cause, versao: 2 },
        { situacao: 'FEITA', motivo: null, causa_id: null, versao: 2 },
        { situacao: 'PENDENTE', motivo: null, causa_id: null, versao: 1 },
      ]);
      expect(await states('etiquetas', tags)).toEqual(['NULA', 'VALE']);
    });

    test('moves the record that it points at, by what it points at afterwards', async () => {
      const [id, conta] = [await order(), await account()];
      const peca = await part(id);
      await moved('ordens', id, 'fechar', { conta_id: conta, data: '2026-03-04' });
      expect(await states('pecas', [peca])).toEqual(['FEITA']);
      expect(await read('contas', [conta], 'situacao,paga_em')).toEqual([{ situacao: 'PAGA', paga_em: '2026-03-04' }]);
    });

    test('moves those that its rows point at, each as its row says, once', async () => {
      const accounts = [await account(), await account(), await account(), await account()] as const;
      const row = (index: number, aceita: boolean, valor: number) => ({ conta_id: accounts[index], aceita, valor });
      const id = await order({
        data: '2026-05-06',
        baixas: [row(0, true, 10.5), row(1, false, 1), row(2, true, 7), row(2, true, 9)],
      });
      await moved('ordens', id, 'avaliar');
      expect(await read('contas', accounts, 'situacao,paga_em,valor,ordem_id,versao')).toEqual([
        { situacao: 'PAGA', paga_em: '2026-05-06', valor: 10.5, ordem_id: id, versao: 2 },
        { situacao: 'PERDIDA', paga_em: null, valor: null, ordem_id: null, versao: 2 },
        { situacao: 'PAGA', paga_em: '2026-05-06', valor: 7, ordem_id: id, versao: 2 },
        { situacao: 'DEVIDA', paga_em: null, valor: null, ordem_id: null, versao: 1 },
      ]);
    });

    test('moves others of its own kind, down to the last', async () => {
      const top = await order();
      const middle = await order({ mae_id: top });
      const leaves = [await order({ mae_id: middle }), await order({ mae_id: middle })];
      await moved('ordens', top, 'cancelar');
      expect(await states('ordens', [top, middle, ...leaves])).toEqual(Array(4).fill('CANCELADA'));
    });

    test('is in the history under the same request', async () => {
      const id = await order();
      const peca = await part(id);
      await moved('ordens', id, 'recusar', { motivo: 'x' });
      const requestOf = async (table: string, one: number): Promise<unknown> => {
        const text = `select h._pedido from historico.${table} h where h.id = ${one} and h._ate = 'infinity'`;
        return (await stage.database.query<{ _pedido: string }>({ text, values: [] })).rows[0]?._pedido;
      };
      const [first, second] = [await requestOf('ordem', id), await requestOf('peca', peca)];
      expect(first).toEqual(expect.stringMatching(/./));
      expect(second).toBe(first);
    });
  });

  describe('all of it or nothing', () => {
    const locked = (reasons: string, at: object = {}) =>
      refusalBody('RECORD_EFFECT', { transition: 'Fechar', effect: 'Fazer', title: 'Peça', reasons }, at);

    test('where one of the others refuses, which is said with its name and its reason', async () => {
      const [id, conta] = [await order(), await account()];
      const [free, stuck] = [await part(id), await part(id, { nome: 'Eixo', travada: true })];
      const answer = await move('ordens', id, 'fechar', { conta_id: conta });
      expect(refusalOf(answer)).toEqual({
        status: 422,
        body: await locked('Eixo: Uma peça travada não se faz.', { at: { entity: 'peca', record: stuck } }),
      });
      expect([
        await states('ordens', [id]),
        await states('pecas', [free, stuck]),
        await states('contas', [conta]),
      ]).toEqual([['ABERTA'], ['PENDENTE', 'PENDENTE'], ['DEVIDA']]);
    });

    test('where several refuse, of which three are named, and the only one there is by itself', async () => {
      const conta = await account();
      const many = async (names: readonly string[]) => {
        const id = await order();
        const parts: number[] = [];
        for (const nome of names) parts.push(await part(id, { nome, travada: true }));
        return { record: parts[0], answer: refusalOf(await move('ordens', id, 'fechar', { conta_id: conta })) };
      };
      const said = (name: string) => `${name}: Uma peça travada não se faz.`;
      for (const [names, more] of [
        [['Aro'], ''],
        [['Aro', 'Roda', 'Pino'], ''],
        [['Aro', 'Roda', 'Pino', 'Mola'], ' E mais 1 registro.'],
        [['Aro', 'Roda', 'Pino', 'Mola', 'Tubo'], ' E mais 2 registros.'],
      ] as const) {
        const { record, answer } = await many(names);
        const reasons = `${names.slice(0, 3).map(said).join(' ')}${more}`;
        expect(answer).toEqual({ status: 422, body: await locked(reasons, { at: { entity: 'peca', record } }) });
      }
    });

    test('where one refuses that the caller may do this to and not see, which is not named', async () => {
      const [id, conta] = [await order(), await account()];
      const own = await bank();
      const pairs = [
        'ordem:list',
        'ordem:view',
        'ordem:update',
        'peca:update',
        'peca:fazer',
        'conta:list',
        'conta:update',
      ];
      const caller = await stage.product.enter(next(), pairs);
      const seen = await part(id, { nome: 'Eixo', travada: true, dona_id: own });
      const answer = await move('ordens', id, 'fechar', { conta_id: conta }, caller);
      expect(refusalOf(answer)).toEqual({ status: 422, body: await locked('Uma peça travada não se faz.') });
      const roles = { operadora: false, prestador: true, prestador_registro: own };
      const provider = await stage.product.enter(next(), [...everything, 'peca:fazer'], { roles });
      await part(id, { nome: 'Alheia', travada: true });
      expect(refusalOf(await move('ordens', id, 'fechar', { conta_id: conta }, provider))).toEqual({
        status: 422,
        body: await locked('Eixo: Uma peça travada não se faz.', { at: { entity: 'peca', record: seen } }),
      });
    });

    test('where some of the others are out of reach', async () => {
      const [own, other] = [await bank(), await bank()];
      const id = await order();
      const parts = [await part(id, { dona_id: own }), await part(id, { dona_id: other })];
      const roles = { operadora: false, prestador: true, prestador_registro: own };
      const caller = await stage.product.enter(next(), everything, { roles });
      const answer = await move('ordens', id, 'recusar', { motivo: 'x' }, caller);
      expect(refusalOf(answer)).toEqual({
        status: 403,
        body: await refusalBody('RECORD_EFFECT_UNREACHED', { transition: 'Recusar', effect: 'Recusar', title: 'Peça' }),
      });
      expect([await states('ordens', [id]), await states('pecas', parts)]).toEqual([
        ['ABERTA'],
        ['PENDENTE', 'PENDENTE'],
      ]);
    });

    test('with outcome=each of each record by itself', async () => {
      const ids = [await order(), await order()];
      const parts = [await part(ids[0] ?? 0, { travada: true }), await part(ids[1] ?? 0)];
      const conta = await account();
      const answer = await stage.admin.call('PATCH', `/api/ordens?id=in.(${ids.join()})&transition=fechar`, {
        body: { conta_id: conta },
        headers: { prefer: 'outcome=each' },
      });
      expect((answer.json() as { status: number }[]).map(({ status }) => status)).toEqual([422, 204]);
      expect([await states('ordens', ids), await states('pecas', parts)]).toEqual([
        ['ABERTA', 'FECHADA'],
        ['PENDENTE', 'FEITA'],
      ]);
    });

    test('of a dry run nothing', async () => {
      const id = await order();
      const peca = await part(id);
      const answer = await stage.admin.call('PATCH', `/api/ordens?id=eq.${id}&transition=recusar`, {
        body: { motivo: 'x' },
        headers: { prefer: 'tx=rollback' },
      });
      expect([answer.statusCode, await states('ordens', [id]), await states('pecas', [peca])]).toEqual([
        204,
        ['ABERTA'],
        ['PENDENTE'],
      ]);
    });
  });

  test('what only follows is asked for by nobody, is not offered, and follows', async () => {
    const [id, path] = [await order(), 'etiquetas'];
    const label = await tag(await part(id));
    const refused = {
      status: 400,
      body: await refusalBody('TRANSITION_EFFECT_ONLY', { transition: 'Anular', title: 'Etiqueta' }),
    };
    expect(refusalOf(await move(path, label, 'anular'))).toEqual(refused);
    const body = { path: '/etiquetas', operation: 'update', ids: [label], transition: 'anular', values: {} };
    expect(refusalOf(await stage.admin.call('POST', door, { body }))).toEqual(refused);
    const screen = (await stage.admin.call('GET', `/api/model/screen?path=/${path}`)).json() as ScreenModel;
    expect(screen.states).toBeUndefined();
    expect(await states(path, [label])).toEqual(['VALE']);
    await moved('ordens', id, 'recusar', { motivo: 'fim', causa_id: await bank() });
    expect(await states(path, [label])).toEqual(['NULA']);
  });

  test('is told on the screen, apart what rests on a condition, and what follows from that', async () => {
    const screen = (await stage.admin.call('GET', '/api/model/screen?path=/ordens')).json() as ScreenModel;
    const told = (transition: string) =>
      screen.states?.transitions
        .find(({ name }) => name === transition)
        ?.follows?.map(({ title, transition: made, perhaps }) => `${title} ${made}${perhaps ? '?' : ''}`);
    expect(['fechar', 'recusar', 'avaliar'].map(told)).toEqual([
      ['Peças Fazer', 'Contas Pagar'],
      ['Peças Recusar', 'Etiquetas Anular'],
      ['Contas Pagar?', 'Contas Perder?'],
    ]);
  });

  test('who may not do what follows may not make the transition, and is not offered it', async () => {
    const id = await order();
    const conta = await account();
    const pairs = everything.filter((pair) => pair !== 'etiqueta:update');
    const offered = async (caller: Caller) =>
      ((await caller.call('GET', '/api/model/screen?path=/ordens')).json() as ScreenModel).states?.transitions.map(
        ({ name }) => name,
      );
    const noTags = await stage.product.enter(next(), [...pairs, 'peca:fazer']);
    const noMaking = await stage.product.enter(next(), everything);
    const noReason = await stage.product.enter(next(), [...everything, 'peca:fazer'], { readOnly: ['peca.causa'] });
    expect([
      await offered(noTags),
      await offered(noMaking),
      await offered(noReason),
      await offered(stage.admin),
    ]).toEqual([
      ['fechar', 'avaliar', 'rever', 'cancelar', 'reabrir'],
      ['recusar', 'avaliar', 'rever', 'cancelar', 'reabrir'],
      ['fechar', 'avaliar', 'rever', 'cancelar', 'reabrir'],
      ['fechar', 'recusar', 'avaliar', 'rever', 'cancelar', 'reabrir'],
    ]);
    const barred = async (name: string, body: object, caller: Caller) =>
      refusalOf(await move('ordens', id, name, body, caller));
    expect(await barred('recusar', { motivo: 'x' }, noTags)).toEqual({
      status: 403,
      body: await refusalBody('ACCESS_MOVE_FOLLOWED', { transition: 'Recusar', action: 'update', title: 'Etiqueta' }),
    });
    expect(await barred('fechar', { conta_id: conta }, noMaking)).toEqual({
      status: 403,
      body: await refusalBody('ACCESS_MOVE_FOLLOWED', { transition: 'Fechar', action: 'fazer', title: 'Peça' }),
    });
    expect(await barred('recusar', { motivo: 'x' }, noReason)).toEqual({
      status: 403,
      body: await refusalBody('ACCESS_MOVE_CLOSED', { transition: 'Recusar', title: 'Peça' }),
    });
  });

  test('who may do what follows needs no list of the records that it is done to', async () => {
    const id = await order();
    const parts = [await part(id), await part(id)];
    const pairs = ['ordem:list', 'ordem:view', 'ordem:update', 'peca:update', 'etiqueta:update'];
    const caller = await stage.product.enter(next(), pairs);
    expect((await move('ordens', id, 'recusar', { motivo: 'x' }, caller)).statusCode).toBe(204);
    expect(await states('pecas', parts)).toEqual(['RECUSADA', 'RECUSADA']);
  });

  describe('a batch', () => {
    const plan = (body: object, caller = stage.admin): Promise<BatchPlan> => planBatch(caller, body);
    const planBack = (batch: Pick<BatchPlan, 'id'>): Promise<BatchPlan> => planUndo(stage.admin, batch);
    const apply = (planned: BatchPlan): Promise<BatchResult> => applyBatch(stage.admin, planned);
    const refuseAll = (ids: readonly number[]) =>
      plan({ path: '/ordens', operation: 'update', ids, transition: 'recusar', values: { motivo: 'lote' } });

    test('tells how many others are moved, moves them, and is taken back with them, and again', async () => {
      const ids = [await order(), await order()];
      const [a, b, done] = [await part(ids[0] ?? 0), await part(ids[1] ?? 0), await part(ids[1] ?? 0)];
      await moved('pecas', done, 'fazer');
      const tags = [await tag(a), await tag(b)];
      const all = async () => [
        await read('ordens', ids, 'situacao,motivo'),
        await read('pecas', [a, b, done], 'situacao,motivo'),
        await states('etiquetas', tags),
      ];
      const before = await all();
      const planned = await refuseAll(ids);
      expect(planned.followed).toEqual([
        { title: 'Peça', what: 'moved', transition: 'Recusar', rows: 2 },
        { title: 'Etiqueta', what: 'moved', transition: 'Anular', rows: 2 },
      ]);
      expect(await all()).toEqual(before);
      const result = await apply(planned);
      expect([result.written, result.refused]).toEqual([2, 0]);
      const after = await all();
      expect(after).toEqual([
        ids.map(() => ({ situacao: 'RECUSADA', motivo: 'lote' })),
        [
          { situacao: 'RECUSADA', motivo: expect.stringContaining(': lote') },
          { situacao: 'RECUSADA', motivo: expect.stringContaining(': lote') },
          { situacao: 'FEITA', motivo: null },
        ],
        ['NULA', 'NULA'],
      ]);
      const undoing = await planBack(planned);
      expect(undoing.followed).toEqual([
        { title: 'Peça', what: 'moved', transition: 'Recusar', rows: 2 },
        { title: 'Etiqueta', what: 'moved', transition: 'Anular', rows: 2 },
      ]);
      await apply(undoing);
      expect(await all()).toEqual(before);
      const redoing = await planBack(undoing);
      await apply(redoing);
      expect(await all()).toEqual(after);
    });

    test('is taken back with what it pointed at by what it asked for', async () => {
      const [id, conta] = [await order(), await account()];
      const all = async () => [
        await read('ordens', [id], 'situacao,conta_id'),
        await read('contas', [conta], 'situacao,paga_em'),
      ];
      const before = await all();
      const values = { conta_id: conta, data: '2026-01-02' };
      const planned = await plan({
        path: '/ordens',
        operation: 'update',
        ids: [id],
        transition: 'fechar',
        values,
      });
      await apply(planned);
      const after = await all();
      expect(after).toEqual([
        [{ situacao: 'FECHADA', conta_id: conta }],
        [{ situacao: 'PAGA', paga_em: '2026-01-02' }],
      ]);
      const undoing = await planBack(planned);
      await apply(undoing);
      expect(await all()).toEqual(before);
      await apply(await planBack(undoing));
      expect(await all()).toEqual(after);
    });

    /** Of one order by one transition. */
    const moveOne = async (id: number, transition: string, values: object = {}): Promise<BatchPlan> => {
      const planned = await plan({ path: '/ordens', operation: 'update', ids: [id], transition, values });
      expect(await apply(planned)).toMatchObject({ written: 1, refused: 0 });
      return planned;
    };
    const takeBack = async (batch: BatchPlan): Promise<BatchPlan> => {
      const undoing = await planBack(batch);
      expect(await apply(undoing)).toMatchObject({ written: 1, refused: 0 });
      return undoing;
    };

    test('is taken back with those that pointed at it and by the transition point nowhere any more', async () => {
      const conta = await account();
      const id = await order({ data: '2026-05-06', baixas: [{ conta_id: conta, aceita: true, valor: 3 }] });
      const all = async () => [
        await states('ordens', [id]),
        await read('contas', [conta], 'situacao,paga_em,valor,ordem_id'),
      ];
      await moved('ordens', id, 'avaliar');
      const before = await all();
      const planned = await moveOne(id, 'rever');
      const after = await all();
      expect([before[1], after[1]]).toEqual([
        [{ situacao: 'PAGA', paga_em: '2026-05-06', valor: 3, ordem_id: id }],
        [{ situacao: 'DEVIDA', paga_em: null, valor: null, ordem_id: null }],
      ]);
      const undoing = await takeBack(planned);
      expect(undoing.followed).toEqual([{ title: 'Conta', what: 'moved', transition: 'Devolver', rows: 1 }]);
      expect(await all()).toEqual(before);
      await takeBack(undoing);
      expect(await all()).toEqual(after);
    });

    test('is taken back with those that point at another since', async () => {
      const [id, other] = [await order(), await order()];
      const peca = await part(id);
      const planned = await moveOne(id, 'recusar', { motivo: 'não' });
      const answer = await stage.admin.call('PATCH', `/api/pecas?id=eq.${peca}`, { body: { ordem_id: other } });
      expect(answer.statusCode).toBe(204);
      await takeBack(planned);
      expect(await states('ordens', [id, other])).toEqual(['ABERTA', 'ABERTA']);
      expect(await read('pecas', [peca], 'situacao,motivo,ordem_id')).toEqual([
        { situacao: 'PENDENTE', motivo: null, ordem_id: other },
      ]);
    });

    test('is taken back with those that its rows pointed at, whatever rows it has since', async () => {
      const [paid, lost, foreign] = [await account(), await account(), await account()];
      const id = await order({
        baixas: [
          { conta_id: paid, aceita: true },
          { conta_id: lost, aceita: false },
        ],
      });
      const planned = await moveOne(id, 'avaliar');
      await moved('contas', foreign, 'perder');
      const baixas = [{ conta_id: foreign, aceita: true }];
      const answer = await stage.admin.call('PATCH', `/api/ordens?id=eq.${id}`, { body: { baixas } });
      expect(answer.statusCode).toBe(204);
      await takeBack(planned);
      expect(await states('ordens', [id])).toEqual(['ABERTA']);
      expect(await states('contas', [paid, lost, foreign])).toEqual(['DEVIDA', 'DEVIDA', 'PERDIDA']);
    });

    test('leaves a record as it is, and says why, where what followed from it was written since', async () => {
      const ids = [await order(), await order()];
      const parts = [await part(ids[0] ?? 0), await part(ids[1] ?? 0)];
      const planned = await refuseAll(ids);
      await apply(planned);
      await moved('pecas', parts[0] ?? 0, 'reabrir');
      await moved('pecas', parts[0] ?? 0, 'fazer');
      const undoing = await planBack(planned);
      expect(undoing.refusals).toEqual([
        {
          message:
            "'Recusar' em Peça, feito por esta transição, foi alterado depois do lote: Situação. Fica como está.",
          rows: 1,
          records: [expect.objectContaining({ id: ids[0] })],
        },
      ]);
      await apply(undoing);
      expect([await states('ordens', ids), await states('pecas', parts)]).toEqual([
        ['RECUSADA', 'ABERTA'],
        ['FEITA', 'PENDENTE'],
      ]);
    });
  });
});
