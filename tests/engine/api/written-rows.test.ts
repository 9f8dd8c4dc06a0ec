/** Transitions that write rows of their own records: what they change there, and what they add, with what is asked for. */
import { describe, expect, test } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { writtenRowFiles } from './written-row-files.ts';

const keys = 'chaves(via,motivo,segredo,preco,situacao)';

forEachDatabase((open) => {
  const stage = fixtureStage(open, writtenRowFiles);
  const { next } = stage;
  const locker = (row: object = {}): Promise<number> => insertRow(stage.admin, '/armarios', { numero: next(), ...row });
  const shape = (row: object = {}): Promise<number> => insertRow(stage.admin, '/feitios', { nome: next(), ...row });
  const move = (ids: readonly number[], name: string, body: object = {}, caller = stage.admin) =>
    caller.call('PATCH', `/api/armarios?id=in.(${ids.join()})&transition=${name}`, { body });
  const copied = async (ids: readonly number[], row: object): Promise<void> => {
    const answer = await move(ids, 'copiar', { chaves: [row] });
    if (answer.statusCode !== 204) throw new Error(answer.body);
  };
  const read = async (ids: readonly number[], select: string): Promise<unknown> =>
    (await stage.admin.call('GET', `/api/armarios?id=in.(${ids.join()})&select=${select}&order=id`)).json();
  const key = (via: number, motivo: string, row: object = {}) => ({
    ...{ via, motivo, segredo: null, preco: null, situacao: 'NULA' },
    ...row,
  });

  describe('a row', () => {
    test('is added with what is asked for and what is set, once those that are there are changed', async () => {
      const modelo = await shape({ preco: 7.5 });
      const id = await locker({ modelo_id: modelo, chaves: [{ via: 1, motivo: 'nova', segredo: 'ab' }] });
      const answer = await stage.admin.call(
        'PATCH',
        `/api/armarios?id=eq.${id}&transition=copiar&select=situacao,gasto,${keys}`,
        {
          body: { chaves: [{ motivo: 'perda', segredo: 'cd', feitio_id: modelo }] },
          headers: { prefer: 'return=representation' },
        },
      );
      const after = [
        {
          situacao: 'USADO',
          gasto: 7.5,
          chaves: [key(1, 'nova'), key(2, 'perda', { segredo: 'cd', preco: 7.5, situacao: 'VALE' })],
        },
      ];
      expect([answer.statusCode, answer.json()]).toEqual([200, after]);
      expect(await read([id], `situacao,gasto,${keys}`)).toEqual(after);
    });

    test('is written over the version that the caller knows', async () => {
      const id = await locker({ chaves: [{ via: 1, motivo: 'nova' }] });
      const send = (motivo: string, version: string) =>
        stage.admin.call('PATCH', `/api/armarios?id=eq.${id}&transition=copiar`, {
          body: { chaves: [{ motivo }] },
          headers: { 'if-match': version },
        });
      expect((await send('proibido', '"1"')).statusCode).toBe(422);
      expect((await send('perda', '"1"')).statusCode).toBe(204);
      expect((await send('de novo', '"1"')).statusCode).toBe(412);
      expect(await read([id], keys)).toEqual([{ chaves: [key(1, 'nova'), key(2, 'perda', { situacao: 'VALE' })] }]);
    });

    test('comes to each of several records as that is, behind what it has', async () => {
      const ids = [await locker(), await locker({ chaves: [{ via: 1 }, { via: 2, situacao: 'NULA' }] })];
      await copied(ids, { motivo: 'troca' });
      expect(await read(ids, 'chaves(via,situacao)')).toEqual([
        { chaves: [{ via: 1, situacao: 'VALE' }] },
        {
          chaves: [
            { via: 1, situacao: 'NULA' },
            { via: 2, situacao: 'NULA' },
            { via: 3, situacao: 'VALE' },
          ],
        },
      ]);
    });

    test('comes last, also where rows were put in another order', async () => {
      const id = await locker({ chaves: [{ via: 1 }, { via: 2, situacao: 'NULA' }] });
      const [record] = (await read([id], 'chaves(id)')) as { chaves: object[] }[];
      const chaves = record?.chaves.toReversed();
      expect((await stage.admin.call('PATCH', `/api/armarios?id=eq.${id}`, { body: { chaves } })).statusCode).toBe(204);
      await copied([id], { motivo: 'troca' });
      await copied([id], { motivo: 'outra' });
      expect(await read([id], 'chaves(via)')).toEqual([{ chaves: [{ via: 2 }, { via: 1 }, { via: 3 }, { via: 4 }] }]);
    });

    test('is given what stands in other records, and always the same one', async () => {
      const [modelo, mestra] = [await shape({ nome: 'abc' }), await shape({ nome: 'Mestra' })];
      const ids = [await locker({ modelo_id: modelo, chaves: [{ via: 1 }] }), await locker({ chaves: [{ via: 1 }] })];
      expect((await move(ids, 'marcar')).statusCode).toBe(204);
      expect(await read(ids, 'chaves(segredo,feitio_id)')).toEqual([
        { chaves: [{ segredo: 'abc', feitio_id: mestra }] },
        { chaves: [{ segredo: null, feitio_id: mestra }] },
      ]);
    });

    test('is given what the record was before, and comes only while the condition holds', async () => {
      const ids = [await locker({ dono: 'ana' }), await locker({ tipo: 'mestre', dono: 'rui' })];
      expect((await move(ids, 'passar', { dono: 'eva' })).statusCode).toBe(204);
      expect((await move(ids, 'recolher')).statusCode).toBe(204);
      expect(await read(ids, 'situacao,dono,donos(de,para)')).toEqual([
        {
          situacao: 'LIVRE',
          dono: null,
          donos: [
            { de: 'ana', para: 'eva' },
            { de: 'eva', para: null },
          ],
        },
        { situacao: 'LIVRE', dono: null, donos: [{ de: 'rui', para: 'eva' }] },
      ]);
    });

    test('is changed by its own condition, over the row and the record above it', async () => {
      const id = await locker({ tipo: 'mestre', chaves: [{ via: 1, preco: 2, segredo: 'x', situacao: 'NULA' }] });
      await copied([id], { motivo: 'outra' });
      expect((await move([id], 'recolher')).statusCode).toBe(204);
      expect(await read([id], `gasto,${keys}`)).toEqual([
        { gasto: 4, chaves: [key(1, null as never, { segredo: 'x', preco: 3 }), key(2, 'outra', { preco: 1 })] },
      ]);
    });

    test('is written in the history under the request of the transition', async () => {
      const id = await locker({ chaves: [{ via: 1 }] });
      await copied([id], { motivo: 'perda' });
      const text = `select h._operacao, h._pedido is not distinct from o._pedido as alike from historico.armario_chaves h join historico.armario o on o.id = h.armario_id and o.versao = 2 where h.armario_id = ${id} and h._ate = 'infinity' order by h.id`;
      expect((await stage.database.query({ text, values: [] })).rows).toEqual([
        { _operacao: 'U', alike: true },
        { _operacao: 'I', alike: true },
      ]);
    });
  });

  describe('is refused, and nothing is written,', () => {
    const refusedAt = async (fields: readonly (readonly [string, string, object])[]) => ({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Armário', count: fields.length },
        { fields: fields as never },
      ),
    });
    const untouched = async (id: number, answer: Parameters<typeof refusalOf>[0], told: unknown): Promise<void> => {
      expect(refusalOf(answer)).toEqual(told);
      expect(await read([id], 'situacao,versao,chaves(via,situacao)')).toEqual([
        { situacao: 'LIVRE', versao: 1, chaves: [{ via: 1, situacao: 'VALE' }] },
      ]);
    };
    const standing = () => locker({ chaves: [{ via: 1 }] });

    test('without what must be filled in, sent or not', async () => {
      const id = await standing();
      const told = await refusedAt([['chaves.0.motivo', 'VALIDATION_REQUIRED', { field: 'Motivo' }]]);
      await untouched(id, await move([id], 'copiar'), told);
      await untouched(id, await move([id], 'copiar', { chaves: [{ segredo: 'a' }] }), told);
    });

    test('where the row breaks a rule of its own, which is told where it was asked for', async () => {
      const id = await standing();
      const told = await refusedAt([['chaves.0.motivo', 'VALIDATION_RULE', { rule: 'Este motivo não se aceita.' }]]);
      await untouched(id, await move([id], 'copiar', { chaves: [{ motivo: 'proibido' }] }), told);
    });

    test('where the record breaks one with it', async () => {
      const id = await locker({ tipo: 'mestre', chaves: [{ via: 1 }] });
      const told = await refusedAt([['chaves', 'VALIDATION_RULE', { rule: 'Só uma chave vale.' }]]);
      expect(refusalOf(await move([id], 'copiar', { chaves: [{ motivo: 'x' }] }))).toEqual(told);
      expect(await read([id], 'chaves(via)')).toEqual([{ chaves: [{ via: 1 }] }]);
    });

    test('where the list is full', async () => {
      const chaves = [1, 2, 3, 4].map((via) => ({ via, situacao: 'NULA' }));
      const id = await locker({ chaves });
      const told = await refusedAt([['chaves', 'VALIDATION_MAX_ITEMS', { field: 'Chaves', limit: 4 }]]);
      expect(refusalOf(await move([id], 'copiar', { chaves: [{ motivo: 'x' }] }))).toEqual(told);
      expect(await read([id], 'situacao,chaves(via)')).toEqual([
        { situacao: 'LIVRE', chaves: chaves.map(({ via }) => ({ via })) },
      ]);
    });

    test('where it points at what it may not', async () => {
      const [id, old] = [await standing(), await shape({ ativo: false })];
      const answer = await move([id], 'copiar', { chaves: [{ motivo: 'x', feitio_id: old }] });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ fields: [{ field: 'chaves.0.feitio_id' }] });
      expect(await read([id], 'chaves(via)')).toEqual([{ chaves: [{ via: 1 }] }]);
    });

    test('with a row of a list that asks for none', async () => {
      const id = await standing();
      const told = { status: 400, body: await refusalBody('RECORD_FIELD_READ_ONLY', { field: 'donos' }) };
      expect(refusalOf(await move([id], 'copiar', { donos: [{ de: 'a' }] }))).toMatchObject(told);
      expect(await read([id], 'versao,donos(de)')).toEqual([{ versao: 1, donos: [] }]);
    });

    test.each([
      ['more rows than one', { chaves: [{ motivo: 'a' }, { motivo: 'b' }] }, 'chaves'],
      ['a row that is there', { chaves: [{ id: 1, motivo: 'a' }] }, 'chaves.0.id'],
      ['what is not asked for', { chaves: [{ motivo: 'a', via: 9 }] }, 'chaves.0.via'],
      ['what is no list', { chaves: { motivo: 'a' } }, 'chaves'],
    ])('with %s', async (_, body, field) => {
      const id = await standing();
      const answer = await move([id], 'copiar', body);
      expect([400, 422]).toContain(answer.statusCode);
      expect(answer.json()).toMatchObject({ fields: [{ field }] });
      expect(await read([id], 'versao,chaves(via,situacao)')).toEqual([
        { versao: 1, chaves: [{ via: 1, situacao: 'VALE' }] },
      ]);
    });
  });

  describe('a batch', () => {
    const plan = (body: object, caller = stage.admin): Promise<BatchPlan> => planBatch(caller, body);
    const planBack = (batch: Pick<BatchPlan, 'id'>): Promise<BatchPlan> => planUndo(stage.admin, batch);
    const apply = (planned: BatchPlan): Promise<BatchResult> => applyBatch(stage.admin, planned);
    const moveAll = async (ids: readonly number[], transition: string, values: object): Promise<BatchPlan> => {
      const planned = await plan({ path: '/armarios', operation: 'update', ids, transition, values });
      expect(await apply(planned)).toMatchObject({ written: ids.length, refused: 0 });
      return planned;
    };
    const takeBack = async (batch: BatchPlan, written: number): Promise<BatchPlan> => {
      const undoing = await planBack(batch);
      expect(await apply(undoing)).toMatchObject({ written, refused: 0 });
      return undoing;
    };
    const all = (ids: readonly number[]) => read(ids, `situacao,dono,gasto,${keys},donos(de,para)`);

    test('writes the rows of each record, takes them back, and does it again', async () => {
      const ids = [await locker(), await locker(), await locker({ dono: 'ana', chaves: [{ via: 1, preco: 2 }] })];
      const before = await all(ids);
      const planned = await moveAll(ids, 'copiar', { chaves: [{ motivo: 'lote' }] });
      const after = await all(ids);
      expect(after).toEqual([
        { situacao: 'USADO', dono: null, gasto: 0, chaves: [key(1, 'lote', { situacao: 'VALE' })], donos: [] },
        { situacao: 'USADO', dono: null, gasto: 0, chaves: [key(1, 'lote', { situacao: 'VALE' })], donos: [] },
        {
          ...{ situacao: 'USADO', dono: 'ana', gasto: 2, donos: [] },
          chaves: [key(1, null as never, { preco: 2 }), key(2, 'lote', { situacao: 'VALE' })],
        },
      ]);
      const undoing = await takeBack(planned, 3);
      expect(await all(ids)).toEqual(before);
      await takeBack(undoing, 3);
      expect(await all(ids)).toEqual(after);
    });

    test('takes back rows that nobody but the engine writes', async () => {
      const id = await locker({ dono: 'ana' });
      const before = await all([id]);
      const planned = await moveAll([id], 'passar', { dono: 'eva' });
      const after = await all([id]);
      expect(after).not.toEqual(before);
      const undoing = await takeBack(planned, 1);
      expect(await all([id])).toEqual(before);
      await takeBack(undoing, 1);
      expect(await all([id])).toEqual(after);
    });

    test('leaves a record whole as it is where somebody has written to the rows since', async () => {
      const ids = [await locker({ chaves: [{ via: 1 }] }), await locker()];
      const planned = await moveAll(ids, 'copiar', { chaves: [{ motivo: 'lote' }] });
      const [first] = (await read(ids, 'chaves(id,via,situacao)')) as { chaves: { id: number }[] }[];
      const chaves = first?.chaves.map((row, index) => ({ ...row, ...(index === 1 && { segredo: 'zz' }) }));
      const touched = await stage.admin.call('PATCH', `/api/armarios?id=eq.${ids[0]}`, { body: { chaves } });
      expect(touched.statusCode).toBe(204);
      const undoing = await planBack(planned);
      expect(undoing.refusals).toEqual([
        { message: expect.stringContaining('Chaves'), rows: 1, records: [expect.objectContaining({ id: ids[0] })] },
      ]);
      expect(await apply(undoing)).toMatchObject({ written: 1, refused: 1 });
      expect(await read(ids, 'situacao,chaves(via,segredo)')).toEqual([
        {
          situacao: 'USADO',
          chaves: [
            { via: 1, segredo: null },
            { via: 2, segredo: 'zz' },
          ],
        },
        { situacao: 'LIVRE', chaves: [] },
      ]);
    });

    test('takes back what an effect made of the rows of others, and makes it again', async () => {
      const predio = await insertRow(stage.admin, '/predios', { nome: next() });
      const ids = [
        await locker({ predio_id: predio, dono: 'ana', chaves: [{ via: 1 }] }),
        await locker({ predio_id: predio }),
      ];
      const before = await all(ids);
      const values = { path: '/predios', operation: 'update', ids: [predio], transition: 'fechar', values: {} };
      const planned = await plan(values);
      await apply(planned);
      const after = await all(ids);
      expect(after).toEqual([
        {
          ...{ situacao: 'LIVRE', dono: null, gasto: 1 },
          ...{ chaves: [key(1, null as never, { preco: 1 })], donos: [{ de: 'ana', para: null }] },
        },
        { situacao: 'LIVRE', dono: null, gasto: 0, chaves: [], donos: [{ de: null, para: null }] },
      ]);
      const undoing = await takeBack(planned, 1);
      expect(await all(ids)).toEqual(before);
      await takeBack(undoing, 1);
      expect(await all(ids)).toEqual(after);
    });

    test('leaves all as it is where rows that an effect wrote were written since', async () => {
      const predio = await insertRow(stage.admin, '/predios', { nome: next() });
      const id = await locker({ predio_id: predio, chaves: [{ via: 1 }] });
      const planned = await plan({
        ...{ path: '/predios', operation: 'update', ids: [predio] },
        ...{ transition: 'fechar', values: {} },
      });
      await apply(planned);
      const [record] = (await read([id], 'chaves(id)')) as { chaves: object[] }[];
      const chaves = record?.chaves.map((row) => ({ ...row, segredo: 'zz' }));
      expect((await stage.admin.call('PATCH', `/api/armarios?id=eq.${id}`, { body: { chaves } })).statusCode).toBe(204);
      const undoing = await planBack(planned);
      expect(undoing.refusals).toEqual([
        { message: expect.stringContaining('Chaves'), rows: 1, records: [expect.objectContaining({ id: predio })] },
      ]);
      await apply(undoing);
      expect(await read([id], 'situacao,chaves(segredo,situacao)')).toEqual([
        { situacao: 'LIVRE', chaves: [{ segredo: 'zz', situacao: 'NULA' }] },
      ]);
    });
  });

  describe('the rights of who makes it', () => {
    const pairs = ['list', 'view', 'copiar'].map((action) => `armario:${action}`);

    test('are those of the transition, whoever may change the record', async () => {
      const id = await locker({ chaves: [{ via: 1 }] });
      const clerk = await stage.product.enter(next(), pairs);
      expect((await clerk.call('PATCH', `/api/armarios?id=eq.${id}`, { body: { chaves: [] } })).statusCode).toBe(403);
      expect((await move([id], 'copiar', { chaves: [{ motivo: 'perda' }] }, clerk)).statusCode).toBe(204);
      expect(await read([id], 'chaves(via,situacao)')).toEqual([
        {
          chaves: [
            { via: 1, situacao: 'NULA' },
            { via: 2, situacao: 'VALE' },
          ],
        },
      ]);
    });

    test.each(['armario_chaves.motivo', 'armario.chaves'])(
      'keep who may not fill in %s from it, at every door',
      async (part) => {
        const id = await locker();
        const closed = await stage.product.enter(next(), pairs, { readOnly: [part] });
        const answer = await move([id], 'copiar', { chaves: [{ motivo: 'perda' }] }, closed);
        expect(refusalOf(answer)).toEqual({
          status: 403,
          body: await refusalBody('ACCESS_MOVE_CLOSED', {
            transition: 'Copiar',
            title: part === 'armario.chaves' ? 'Armários' : 'Chaves',
          }),
        });
        const screen = (await closed.call('GET', '/api/model/screen?path=/armarios')).json() as ScreenModel;
        expect(screen.states).toBeUndefined();
      },
    );
  });

  test('the screen asks for the row as for one, with what it begins with', async () => {
    const screen = (await stage.admin.call('GET', '/api/model/screen?path=/armarios')).json() as ScreenModel;
    const form = screen.states?.transitions.find(({ name }) => name === 'copiar')?.form;
    expect(form?.columns).toEqual(['chaves']);
    expect(form?.schema).toMatchObject({
      required: ['chaves'],
      properties: {
        chaves: {
          type: 'array',
          minItems: 1,
          maxItems: 1,
          items: { required: ['motivo'], properties: { motivo: {}, feitio_id: {}, segredo: {} } },
        },
      },
    });
    expect(form?.schema).not.toHaveProperty('properties.chaves.items.properties.via');
    expect(form?.schema).not.toHaveProperty('properties.chaves.items.properties.id');
  });

  test('the API tells of it', async () => {
    const document = (await stage.admin.call('GET', '/api/openapi.json')).json() as {
      readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
    };
    const [, body] =
      Object.entries(document.components.schemas).find(([name]) => name.endsWith('transicao.copiar')) ?? [];
    expect(body).toMatchObject({
      properties: { chaves: { maxItems: 1, items: { required: ['motivo'] } } },
    });
  });
});
