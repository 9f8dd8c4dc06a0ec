/** A record with states goes from one to another by its transitions alone, whichever door a write comes by. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { stateFiles } from './state-files.ts';

const back = { prefer: 'return=representation' };
const day = /^\d{4}-\d{2}-\d{2}$/;
const everyPair = ['list', 'view', 'insert', 'update', 'delete', 'audit'].map((action) => `queixa:${action}`);
const moves = ['tratar', 'responder', 'reabrir', 'encerrar'] as const;

interface Told {
  readonly code: string;
  readonly message: string;
  readonly fields?: readonly { readonly field: string; readonly message: string; readonly record?: number }[];
}

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let numbers = 0;

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files: stateFiles });
    admin = await product.as(administrator.login, administrator.password);
  });

  const create = (row: object = {}): Promise<number> => {
    numbers += 1;
    return insertRow(admin, '/queixas', { numero: `q${numbers}`, assunto: 'Demora', ...row });
  };
  const move = (caller: Caller, filter: string, name: string, body?: object, headers: Record<string, string> = back) =>
    caller.call('PATCH', `/api/queixas?${filter}&transition=${name}&select=id,situacao`, {
      ...(body === undefined ? {} : { body }),
      headers,
    });
  const inState = async (state: 'ABERTA' | 'EM_TRATAMENTO' | 'RESPONDIDA', row: object = {}): Promise<number> => {
    const id = await create(row);
    if (state === 'EM_TRATAMENTO') await move(admin, `id=eq.${id}`, 'tratar', { responsavel: 'Ana' });
    if (state === 'RESPONDIDA') await move(admin, `id=eq.${id}`, 'responder', { resposta: 'Sim' });
    return id;
  };
  const stored = async (id: number, select = 'situacao'): Promise<unknown> =>
    (await admin.call('GET', `/api/queixas?id=eq.${id}&select=${select}`)).json();
  const told = (answer: { readonly statusCode: number; readonly json: () => unknown }) => {
    const { code, message, fields } = answer.json() as Told;
    return [answer.statusCode, code, fields?.map((one) => [one.field, one.message]) ?? message];
  };

  describe('a transition', () => {
    test('writes the state, what it asks for and what it sets, and nothing else', async () => {
      const id = await inState('ABERTA');
      const answer = await move(admin, `id=eq.${id}`, 'responder', { resposta: 'Resolvido.', responsavel: 'Ana' });
      expect([answer.statusCode, answer.json()]).toEqual([200, [{ id, situacao: 'RESPONDIDA' }]]);
      const select = 'situacao,resposta,responsavel,data_resposta,respondida_em,reaberturas,assunto,versao';
      expect(await stored(id, select)).toEqual([
        {
          situacao: 'RESPONDIDA',
          resposta: 'Resolvido.',
          responsavel: 'Ana',
          data_resposta: expect.stringMatching(day),
          respondida_em: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
          reaberturas: 0,
          assunto: 'Demora',
          versao: 2,
        },
      ]);
    });

    test('needs no body where nothing is asked for, empties and reckons', async () => {
      const id = await inState('RESPONDIDA');
      expect((await move(admin, `id=eq.${id}`, 'reabrir')).statusCode).toBe(200);
      expect(await stored(id, 'situacao,data_resposta,reaberturas')).toEqual([
        { situacao: 'ABERTA', data_resposta: null, reaberturas: 1 },
      ]);
    });

    test('is refused from a state that it does not leave, and where what it asks of the record does not hold', async () => {
      const [open, secret] = [await inState('ABERTA'), await inState('ABERTA', { sigilo: 'TOTAL' })];
      expect(told(await move(admin, `id=eq.${open}`, 'encerrar', { motivo: 'x' }))).toEqual([
        422,
        '23514',
        [['situacao', "'Encerrar' parte de 'Respondida', e o registro está em 'Aberta'."]],
      ]);
      expect(told(await move(admin, `id=eq.${secret}`, 'responder', { resposta: 'x' }))).toEqual([
        422,
        '23514',
        [['situacao', 'Uma queixa sob sigilo total não se responde por aqui.']],
      ]);
      expect([await stored(open), await stored(secret)]).toEqual([[{ situacao: 'ABERTA' }], [{ situacao: 'ABERTA' }]]);
    });

    test('asks for what must be there afterwards, by itself or by the conditions of the new state', async () => {
      const open = await inState('ABERTA');
      const answered = await inState('RESPONDIDA');
      const empty = [422, '23514'];
      for (const body of [{}, { resposta: null }, { resposta: '' }])
        expect(told(await move(admin, `id=eq.${open}`, 'responder', body)).slice(0, 2)).toEqual(empty);
      expect(told(await move(admin, `id=eq.${open}`, 'responder', {}))[2]).toEqual([['resposta', 'Informe Resposta.']]);
      expect(told(await move(admin, `id=eq.${answered}`, 'encerrar', {}))[2]).toEqual([['motivo', 'Informe Motivo.']]);
      expect((await move(admin, `id=eq.${answered}`, 'encerrar', { motivo: 'Fim' })).statusCode).toBe(200);
    });

    test('takes no other field, also no state', async () => {
      const id = await inState('ABERTA');
      for (const field of ['assunto', 'situacao', 'data_resposta'])
        expect(told(await move(admin, `id=eq.${id}`, 'tratar', { responsavel: 'Ana', [field]: 'x' }))[1]).toBe('428C9');
      expect(told(await move(admin, `id=eq.${id}`, 'tratar', { responsavel: 'Ana', nada: 'x' }))[2]).toEqual([
        ['nada', expect.stringContaining('nada')],
      ]);
    });

    test('of several records is made of all or of none, and with outcome=each of those that it fits', async () => {
      const ids = [await inState('ABERTA'), await inState('RESPONDIDA'), await inState('EM_TRATAMENTO')];
      const filter = `id=in.(${ids.join()})`;
      const whole = await move(admin, filter, 'responder', { resposta: 'Todas' });
      expect((whole.json() as Told).fields).toEqual([
        expect.objectContaining({
          field: 'situacao',
          record: ids[1],
          message: "'Responder' parte de 'Aberta' ou 'Em tratamento', e o registro está em 'Respondida'.",
        }),
      ]);
      expect(await Promise.all(ids.map((id) => stored(id)))).toEqual([
        [{ situacao: 'ABERTA' }],
        [{ situacao: 'RESPONDIDA' }],
        [{ situacao: 'EM_TRATAMENTO' }],
      ]);
      const each = await move(admin, filter, 'responder', { resposta: 'Todas' }, { prefer: 'outcome=each' });
      expect((each.json() as { status: number }[]).map(({ status }) => status)).toEqual([204, 422, 204]);
    });

    test('keeps the version, the limit and the filter of any change', async () => {
      const id = await inState('ABERTA');
      const late = await move(admin, `id=eq.${id}`, 'tratar', { responsavel: 'Ana' }, { 'if-match': '"7"' });
      const many = await move(admin, `id=eq.${id}`, 'tratar', { responsavel: 'Ana' }, { prefer: 'max-affected=0' });
      const bare = await admin.call('PATCH', '/api/queixas?transition=tratar', { body: { responsavel: 'Ana' } });
      expect([late.statusCode, many.statusCode, bare.statusCode]).toEqual([412, 400, 400]);
      expect(await stored(id)).toEqual([{ situacao: 'ABERTA' }]);
    });

    test('is known by its name, and of no other method', async () => {
      const id = await inState('ABERTA');
      expect(told(await move(admin, `id=eq.${id}`, 'fechar'))).toEqual([
        400,
        'TRANSITION_UNKNOWN',
        "Queixa não tem a transição 'fechar'.",
      ]);
      const bank = await admin.call('PATCH', '/api/bancos?id=eq.1&transition=tratar', { body: {} });
      expect(told(bank)[1]).toBe('TRANSITION_UNKNOWN');
      for (const method of ['GET', 'POST', 'DELETE'] as const)
        expect(told(await admin.call(method, `/api/queixas?id=eq.${id}&transition=tratar`, {}))[1]).toBe('PGRST100');
    });
  });

  describe('any other write', () => {
    test('is told of by its state where a term finds it, to whom reads the state', async () => {
      await admin.call('POST', '/api/queixas', { body: { numero: 'z9', assunto: 'achada' } });
      const [found] = (await admin.call('GET', '/api/queixas/achada')).json() as { detail?: string }[];
      expect(found?.detail).toBe('Aberta');
      const blind = await product.enter('sem-situacao', ['queixa:list'], { hidden: ['queixa.situacao'] });
      const [kept] = (await blind.call('GET', '/api/queixas/achada')).json() as object[];
      expect(kept).not.toHaveProperty('detail');
    });

    test('begins a record in its first state and in no other', async () => {
      const insert = (row: object) => admin.call('POST', '/api/queixas?select=situacao', { body: row, headers: back });
      const same = await insert({ numero: 'i1', assunto: 'a', situacao: 'ABERTA' });
      expect([same.statusCode, same.json()]).toEqual([201, [{ situacao: 'ABERTA' }]]);
      expect(told(await insert({ numero: 'i2', assunto: 'a', situacao: 'ENCERRADA' }))).toEqual([
        422,
        '23514',
        [
          [
            'situacao',
            "Situação de um registro novo é sempre Aberta. O que já estava em andamento noutro sistema entra por uma importação, como carga de dados existentes, por quem tem a permissão 'carga'.",
          ],
        ],
      ]);
      expect(told(await insert({ numero: 'i2', assunto: 'a', situacao: 'NADA' }))[0]).toBe(422);
      expect(told(await insert({ numero: 'i2', assunto: 'a', situacao: null }))[0]).toBe(422);
    });

    test('may name the state that the record is in, and is told what leads to another', async () => {
      const id = await inState('ABERTA');
      const patch = (body: object) => admin.call('PATCH', `/api/queixas?id=eq.${id}`, { body });
      expect((await patch({ situacao: 'ABERTA', assunto: 'Outro' })).statusCode).toBe(204);
      expect((await patch({ situacao: 'ABERTA' })).statusCode).toBe(204);
      expect(told(await patch({ situacao: 'RESPONDIDA' }))).toEqual([
        422,
        '23514',
        [
          [
            'situacao',
            'Situação não passa a Respondida por uma alteração comum. O que leva até lá: Responder (transition=responder).',
          ],
        ],
      ]);
      expect(await stored(id, 'situacao,assunto')).toEqual([{ situacao: 'ABERTA', assunto: 'Outro' }]);
    });

    test('of an upsert too, of new rows and of those that are there', async () => {
      await create({ numero: 'u1' });
      const upsert = (body: unknown) =>
        admin.call('POST', '/api/queixas?on_conflict=numero&select=numero,situacao', {
          body,
          headers: { prefer: 'resolution=merge-duplicates,return=representation' },
        });
      const good = await upsert([
        { numero: 'u1', assunto: 'b', situacao: 'ABERTA' },
        { numero: 'u2', assunto: 'b', situacao: 'ABERTA' },
      ]);
      expect([good.statusCode, (good.json() as object[]).length]).toEqual([201, 2]);
      for (const numero of ['u1', 'u3'])
        expect(told(await upsert([{ numero, assunto: 'b', situacao: 'ENCERRADA' }]))[0]).toBe(422);
      const csv = await admin.call('POST', '/api/queixas', {
        text: 'numero,assunto,situacao\nc1,a,ABERTA\nc2,a,RESPONDIDA\n',
        headers: { 'content-type': 'text/csv' },
      });
      expect(told(csv)[0]).toBe(422);
    });
  });

  describe('the rights', () => {
    test('of a transition are its own: neither does an update grant it nor it an update', async () => {
      const id = await inState('ABERTA');
      const updater = await product.enter('altera', everyPair);
      const mover = await product.enter('trata', ['queixa:list', 'queixa:view', 'queixa:tratar']);
      expect(told(await move(updater, `id=eq.${id}`, 'tratar', { responsavel: 'Ana' }))[0]).toBe(403);
      const plain = await mover.call('PATCH', `/api/queixas?id=eq.${id}`, { body: { assunto: 'x' } });
      expect(plain.statusCode).toBe(403);
      expect((await move(mover, `id=eq.${id}`, 'tratar', { responsavel: 'Ana' })).statusCode).toBe(200);
      expect((await updater.call('OPTIONS', '/api/queixas')).headers['allow']).toContain('PATCH');
      expect((await mover.call('OPTIONS', '/api/queixas')).headers['allow']).toContain('PATCH');
    });

    test('to fields stand above it: what is closed to a group is not written, and one that must be filled in closes it', async () => {
      const pairs = [...everyPair, ...moves.map((name) => `queixa:${name}`)];
      const id = await inState('ABERTA');
      const noState = await product.enter('semestado', pairs, { readOnly: ['queixa.situacao'] });
      const noAnswer = await product.enter('semresposta', pairs, { hidden: ['queixa.resposta'] });
      const noOwner = await product.enter('semdono', pairs, { readOnly: ['queixa.responsavel'] });
      const closed = {
        status: 403,
        body: await refusalBody('ACCESS_MOVE_CLOSED', { transition: 'Responder', title: 'Queixas' }),
      };
      for (const caller of [noState, noAnswer])
        expect(refusalOf(await move(caller, `id=eq.${id}`, 'responder', { resposta: 'x' }))).toEqual(closed);
      expect(told(await move(noOwner, `id=eq.${id}`, 'responder', { resposta: 'x', responsavel: 'y' }))[1]).toBe(
        '428C9',
      );
      expect((await move(noOwner, `id=eq.${id}`, 'responder', { resposta: 'x' })).statusCode).toBe(200);
    });

    test('decide what a screen and the description of the API tell of', async () => {
      const screenOf = async (caller: Caller) =>
        (await caller.call('GET', '/api/model/screen?path=/queixas')).json() as ScreenModel;
      const patchOf = async (caller: Caller) => {
        const { paths } = (await caller.call('GET', '/api/openapi.json')).json() as {
          paths: Record<string, { patch?: { parameters: object[]; requestBody: { content: object } } }>;
        };
        const { parameters = [], requestBody } = paths['/queixas']?.patch ?? {};
        return [parameters.filter((one) => 'name' in one && one.name === 'transition'), requestBody?.content];
      };
      const pairs = ['queixa:list', 'queixa:view', 'queixa:responder', 'queixa:reabrir'];
      const caller = await product.enter('responde', pairs, { hidden: ['queixa.sigilo'] });
      const { states, needs, rights, entity } = await screenOf(caller);
      expect(states?.key).toBe('situacao');
      // The condition reads what is kept from the caller: the server alone asks it.
      expect(states?.transitions.map(({ name, when, form }) => [name, when, form?.columns])).toEqual([
        ['responder', undefined, ['resposta', 'responsavel']],
        ['reabrir', undefined, undefined],
      ]);
      expect([needs, rights.update, 'states' in entity]).toEqual([[['situacao']], false, false]);
      const [parameters, content] = await patchOf(caller);
      expect(parameters).toEqual([
        expect.objectContaining({ required: true, schema: { enum: ['responder', 'reabrir'] } }),
      ]);
      expect(content).toMatchObject({
        'application/json': {
          schema: {
            anyOf: [
              { $ref: '#/components/schemas/queixas.transicao.responder' },
              { $ref: '#/components/schemas/queixas.transicao.reabrir' },
            ],
          },
        },
      });
      const whole = await screenOf(admin);
      expect(whole.states?.transitions.map(({ when }) => when?.source)).toEqual([
        undefined,
        "sigilo != 'TOTAL'",
        undefined,
        undefined,
      ]);
      const reader = await product.enter('sole', ['queixa:list', 'queixa:view']);
      expect([(await screenOf(reader)).states, await patchOf(reader)]).toEqual([undefined, [[], undefined]]);
    });

    test('keep what a transition sets from who may not see what it is set from', async () => {
      const id = await inState('RESPONDIDA', { sigilo: 'PARCIAL' });
      await move(admin, `id=eq.${id}`, 'encerrar', { motivo: 'Fim' });
      const pairs = ['queixa:list', 'queixa:view'];
      const caller = await product.enter('semsigilo2', pairs, { hidden: ['queixa.sigilo'] });
      const read = (who: Caller) => who.call('GET', `/api/queixas?id=eq.${id}&select=sigilo_anterior`);
      expect((await read(admin)).json()).toEqual([{ sigilo_anterior: 'PARCIAL' }]);
      expect((await read(caller)).statusCode).toBe(400);
    });

    test('keep the words of a condition that reads what the caller may not see', async () => {
      const id = await inState('ABERTA', { sigilo: 'TOTAL' });
      const pairs = ['queixa:list', 'queixa:view', 'queixa:responder'];
      const caller = await product.enter('semsigilo', pairs, { hidden: ['queixa.sigilo'] });
      expect(told(await move(caller, `id=eq.${id}`, 'responder', { resposta: 'x' }))[2]).toEqual([
        ['situacao', "'Responder' não se aplica a este registro por causa de dados aos quais você não tem acesso."],
      ]);
      const blind = await product.enter('semler', ['queixa:encerrar', 'queixa:update']);
      const unread = await blind.call('PATCH', `/api/queixas?id=eq.${id}&transition=encerrar`, {
        body: { motivo: 'x' },
      });
      expect(told(unread)[2]).toEqual([['situacao', "'Encerrar' não se aplica a este registro."]]);
    });
  });

  test('whatever is asked in whatever order, a record moves along its transitions alone', async () => {
    const declared: Readonly<Record<string, readonly [from: readonly string[], to: string]>> = {
      tratar: [['ABERTA'], 'EM_TRATAMENTO'],
      responder: [['ABERTA', 'EM_TRATAMENTO'], 'RESPONDIDA'],
      reabrir: [['RESPONDIDA', 'ENCERRADA'], 'ABERTA'],
      encerrar: [['RESPONDIDA'], 'ENCERRADA'],
    };
    const bodies = {
      tratar: { responsavel: 'A' },
      responder: { resposta: 'B' },
      reabrir: {},
      encerrar: { motivo: 'C' },
    };
    const state = fc.constantFrom('ABERTA', 'EM_TRATAMENTO', 'RESPONDIDA', 'ENCERRADA');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('move' as const), name: fc.constantFrom(...moves), whole: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('patch' as const, 'upsert' as const), state }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const id = await create();
        let now = 'ABERTA';
        for (const one of steps) {
          const answer =
            one.kind === 'move'
              ? await move(admin, `id=eq.${id}`, one.name, one.whole ? bodies[one.name] : {})
              : one.kind === 'patch'
                ? await admin.call('PATCH', `/api/queixas?id=eq.${id}`, { body: { situacao: one.state } })
                : await admin.call('POST', '/api/queixas?on_conflict=id', {
                    body: { id, numero: `q${numbers}`, assunto: 'x', situacao: one.state },
                    headers: { prefer: 'resolution=merge-duplicates' },
                  });
          const [from = [], to = now] = one.kind === 'move' ? (declared[one.name] ?? []) : [];
          const moved = one.kind === 'move' && from.includes(now) && answer.statusCode < 300;
          if (one.kind === 'move') expect(answer.statusCode < 300 && !from.includes(now)).toBe(false);
          else expect(answer.statusCode < 300).toBe(one.state === now);
          now = moved ? to : now;
          expect(await stored(id)).toEqual([{ situacao: now }]);
        }
      }),
      { numRuns: 12 },
    );
  });
});
