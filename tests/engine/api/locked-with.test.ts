/** Records that are closed with what they point at (`x-locked.with`), at every door that writes. */
import { describe, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import type { Caller } from '../../support/product.ts';
import { insertRow } from '../../support/product.ts';
import { lockedFiles } from './locked-files.ts';

interface Refused {
  readonly fields?: readonly { readonly field: string; readonly message: string }[];
}

const closedBy = (title: string): string =>
  `O registro em '${title}' está fechado a alterações, e este com ele: não pode ser incluído, alterado nem excluído.`;
const kept = 'Entrega: o registro em Nota está fechado a alterações, e este com ele não se apaga.';
const refused = [422, [['nota_id', closedBy('Nota')]]];
const done = [204, []];

forEachDatabase((open) => {
  const stage = fixtureStage(open, lockedFiles);
  const { next } = stage;
  const told = (answer: { statusCode: number; body: string; json: () => unknown }) => {
    const { fields = [] } = answer.body === '' ? {} : (answer.json() as Refused);
    return [answer.statusCode, fields.map(({ field, message }) => [field, message])];
  };
  const patch = async (path: string, filter: string, body: object) =>
    told(await stage.admin.call('PATCH', `/api/${path}?${filter}`, { body }));
  const move = (path: string, id: number, transition: string) =>
    patch(path, `id=eq.${id}&transition=${transition}`, {});
  const pay = (id: number) => patch('notas', `id=eq.${id}&transition=pagar`, { linhas: [{ nome: 'tarifa' }] });
  const note = (): Promise<number> => insertRow(stage.admin, '/notas', { codigo: next() });
  const delivery = (nota_id: number): Promise<number> =>
    insertRow(stage.admin, '/entregas', { codigo: next(), nota_id, peso: 1, volumes: [{ nome: 'a' }] });
  const read = async (id: number): Promise<unknown> =>
    (await stage.admin.call('GET', `/api/entregas?id=eq.${id}&select=*,volumes(id,nome)`)).json();
  /** A delivery of a note that is paid since. */
  const closed = async () => {
    const nota = await note();
    const id = await delivery(nota);
    expect(await pay(nota)).toEqual(done);
    return { nota, id };
  };

  describe('a record that points at a closed one', () => {
    test.each<readonly [what: string, body: object]>([
      ['a field', { peso: 2 }],
      ['a list', { volumes: [] }],
      ['a list and what is open', { volumes: [{ nome: 'b' }], lembrete: 'x' }],
    ])('does not change in %s', async (_what, body) => {
      const { id } = await closed();
      const before = await read(id);
      expect(await patch('entregas', `id=eq.${id}`, body)).toEqual(refused);
      expect(await read(id)).toEqual(before);
    });

    test('changes in what stays open, and sent back as it stands', async () => {
      const { id, nota } = await closed();
      expect(await patch('entregas', `id=eq.${id}`, { lembrete: 'x', peso: 1, nota_id: nota })).toEqual(done);
      expect(await read(id)).toMatchObject([{ lembrete: 'x', peso: 1 }]);
    });

    test('neither comes, by itself nor by an upsert', async () => {
      const { nota } = await closed();
      const body = { codigo: next(), nota_id: nota };
      expect(told(await stage.admin.call('POST', '/api/entregas', { body }))).toEqual(refused);
      const headers = { prefer: 'resolution=merge-duplicates' };
      const merged = await stage.admin.call('POST', '/api/entregas?on_conflict=codigo', { body, headers });
      expect(told(merged)).toEqual(refused);
      const found = await stage.admin.call('GET', `/api/entregas?codigo=eq.${body.codigo}&select=id`);
      expect(found.json()).toEqual([]);
    });

    test('does not change by an upsert, nor with others that are open', async () => {
      const { id, nota } = await closed();
      const free = await delivery(await note());
      const [{ codigo }] = (await read(id)) as [{ codigo: string }];
      const headers = { prefer: 'resolution=merge-duplicates' };
      const upsert = async (body: object) =>
        told(await stage.admin.call('POST', '/api/entregas?on_conflict=codigo', { body, headers }));
      expect(await upsert({ codigo, nota_id: nota, peso: 9 })).toEqual(refused);
      expect(await upsert({ codigo, nota_id: nota, lembrete: 'y' })).toEqual([200, []]);
      expect(await patch('entregas', `id=in.(${id},${free})`, { peso: 9 })).toEqual(refused);
      expect(await read(id)).toMatchObject([{ peso: 1, lembrete: 'y' }]);
      expect(await read(free)).toMatchObject([{ peso: 1 }]);
    });

    test('nor goes: to another, from another, or for good', async () => {
      const { id, nota } = await closed();
      const free = await note();
      expect(await patch('entregas', `id=eq.${id}`, { nota_id: free })).toEqual(refused);
      const other = await delivery(free);
      expect(await patch('entregas', `id=eq.${other}`, { nota_id: nota })).toEqual(refused);
      const gone = await stage.admin.call('DELETE', `/api/entregas?id=in.(${id},${other})`);
      expect([gone.statusCode, (gone.json() as { message: string }).message]).toEqual([409, kept]);
      expect(await read(id)).toMatchObject([{ nota_id: nota }]);
      expect(await read(other)).toMatchObject([{ nota_id: free }]);
      expect(told(await stage.admin.call('DELETE', `/api/entregas?id=eq.${other}`))).toEqual(done);
    });

    test('goes its own way by its transitions, which write what is closed', async () => {
      const { id } = await closed();
      expect(await patch('entregas', `id=eq.${id}&transition=pagar`, { peso: 7 })).toEqual(done);
      expect(await read(id)).toMatchObject([{ situacao: 'PAGA', peso: 7 }]);
    });

    test('opens again with it', async () => {
      const { id, nota } = await closed();
      expect(await move('notas', nota, 'reabrir')).toEqual(done);
      expect(await patch('entregas', `id=eq.${id}`, { peso: 3, volumes: [] })).toEqual(done);
      expect(await read(id)).toMatchObject([{ peso: 3, volumes: [] }]);
    });
  });

  test('through two relations: what points at a record that is closed with another', async () => {
    const nota = await note();
    const entrega = await delivery(nota);
    const id = await insertRow(stage.admin, '/canhotos', { codigo: next(), entrega_id: entrega, valor: 1 });
    const refusal = [422, [['entrega_id', closedBy('Entrega')]]];
    expect(await pay(nota)).toEqual(done);
    expect(await patch('canhotos', `id=eq.${id}`, { valor: 2 })).toEqual(refusal);
    // Its lists too, of a record that nothing of its own closes.
    expect(await patch('canhotos', `id=eq.${id}`, { vias: [{ destino: 'arquivo' }] })).toEqual(refusal);
    expect(await move('notas', nota, 'reabrir')).toEqual(done);
    expect(await patch('canhotos', `id=eq.${id}`, { vias: [{ destino: 'arquivo' }] })).toEqual(done);
    expect(await patch('canhotos', `id=eq.${id}`, { valor: 2 })).toEqual(done);
    expect(await move('entregas', entrega, 'pagar')).toEqual(done);
    expect(await patch('canhotos', `id=eq.${id}`, { valor: 3 })).toEqual(refusal);
    expect(await patch('canhotos', `id=eq.${id}`, { entrega_id: null })).toEqual(refusal);
    expect(await insertRow(stage.admin, '/canhotos', { codigo: next(), valor: 1 })).toEqual(expect.any(Number));
  });

  test('the screen has what it needs to close the form', async () => {
    const screen = async (path: string) =>
      (await stage.admin.call('GET', `/api/model/screen?path=${path}`)).json() as ScreenModel;
    const { entity, behind, recordSelect } = await screen('/entregas');
    expect(entity.expressions).not.toHaveProperty('lockedWith');
    expect(entity.expressions?.lock).toMatchObject({
      expression: { reads: ['situacao', 'nota_id.situacao'] },
      keys: ['codigo', 'nota_id', 'peso', 'volumes'],
    });
    expect(behind).toEqual([{ key: 'nota_id.situacao', path: ['nota', 'situacao'] }]);
    expect(recordSelect).toContain('nota(id,codigo,observacao,situacao)');
    expect((await screen('/canhotos')).behind).toEqual([
      { key: 'entrega_id.situacao', path: ['entrega', 'situacao'] },
      { key: 'entrega_id.nota_id.situacao', path: ['entrega', 'nota', 'situacao'] },
    ]);
    const id = await delivery(await note());
    const read = await stage.admin.call('GET', `/api/entregas?id=eq.${id}&select=${recordSelect}`);
    expect(read.json()).toMatchObject([{ id, nota: { situacao: 'ABERTA' } }]);
  });

  test('it holds for whoever may not read what closes the record, and is not worded', async () => {
    const { id, nota } = await closed();
    const own = ['list', 'view', 'insert', 'update', 'delete'].map((action) => `entrega:${action}`);
    const rights = [...own, 'ajuda:list'];
    const [reader, stranger] = [
      await stage.product.enter(next(), [...rights, 'nota:list', 'nota:view']),
      await stage.product.enter(next(), rights),
    ];
    const tried = async (caller: Caller) => {
      const changed = await caller.call('PATCH', `/api/entregas?id=eq.${id}`, { body: { peso: 2 } });
      const gone = await caller.call('DELETE', `/api/entregas?id=eq.${id}`);
      const { behind, entity } = (await caller.call('GET', '/api/model/screen?path=/entregas')).json() as ScreenModel;
      const openApi = (await caller.call('GET', '/api/openapi.json')).body;
      const help = (await caller.call('GET', '/api/ajuda/teste')).body;
      return {
        changed: [changed.statusCode, (changed.json() as Refused).fields?.map(({ message }) => message)],
        gone: [gone.statusCode, (gone.json() as { message: string }).message],
        behind,
        reads: entity.expressions?.lock?.expression.reads,
        worded: [openApi, help].map((text) => text.includes(closedBy('Nota'))),
      };
    };
    expect(await tried(reader)).toEqual({
      changed: [422, [closedBy('Nota')]],
      gone: [409, kept],
      behind: [{ key: 'nota_id.situacao', path: ['nota', 'situacao'] }],
      reads: ['situacao', 'nota_id.situacao'],
      worded: [true, true],
    });
    expect(await tried(stranger)).toEqual({
      changed: [422, ['Entrega: o registro não atende a uma regra que envolve dados aos quais você não tem acesso.']],
      gone: [409, 'Este registro de Entrega não pode ser apagado.'],
      behind: undefined,
      reads: ['situacao'],
      worded: [false, false],
    });
    expect(await read(id)).toMatchObject([{ peso: 1, nota_id: nota }]);
  });

  test('what was deleted does not come back to a record that is closed since', async () => {
    const nota = await note();
    const id = await delivery(nota);
    const plan = await planBatch(stage.admin, { path: '/entregas', operation: 'delete', ids: [id] });
    await applyBatch(stage.admin, plan);
    expect(await pay(nota)).toEqual(done);
    expect(await planUndo(stage.admin, plan)).toMatchObject({
      refusals: [{ rows: 1, message: closedBy('Nota') }],
    });
    expect(await move('notas', nota, 'reabrir')).toEqual(done);
    await applyBatch(stage.admin, await planUndo(stage.admin, plan));
    expect(await read(id)).toMatchObject([{ id, nota_id: nota, peso: 1 }]);
  });

  test('nor by itself, from the list of what was deleted', async () => {
    const nota = await note();
    const id = await delivery(nota);
    expect(told(await stage.admin.call('DELETE', `/api/entregas?id=eq.${id}`))).toEqual(done);
    expect(await pay(nota)).toEqual(done);
    const back = () => stage.admin.call('POST', `/api/entregas/historico/excluidos/${id}`);
    expect(told(await back())).toEqual(refused);
    expect(await move('notas', nota, 'reabrir')).toEqual(done);
    expect((await back()).statusCode).toBe(201);
    expect(await read(id)).toMatchObject([{ id, nota_id: nota, peso: 1 }]);
  });

  test('a batch tells of those that are closed, and its undo is refused once they are', async () => {
    const [{ id: shut }, nota] = [await closed(), await note()];
    const free = await delivery(nota);
    const change = { path: '/entregas', operation: 'update', ids: [shut, free], values: { peso: 4 } };
    expect(await planBatch(stage.admin, change)).toMatchObject({
      ...{ rows: 2, changes: 1, refused: 1 },
      refusals: [{ rows: 1, message: closedBy('Nota'), records: [{ id: shut }] }],
    });
    const removal = { path: '/entregas', operation: 'delete', ids: [shut, free] };
    expect(await planBatch(stage.admin, removal)).toMatchObject({
      refusals: [
        { rows: 1, message: `${kept} Reabra aquele registro, ou deixe este como está.`, records: [{ id: shut }] },
      ],
    });
    const plan = await planBatch(stage.admin, { ...change, ids: [free] });
    await applyBatch(stage.admin, plan);
    expect(await pay(nota)).toEqual(done);
    expect(await planUndo(stage.admin, plan)).toMatchObject({
      ...{ rows: 1, changes: 0, refused: 1 },
      refusals: [{ rows: 1, message: closedBy('Nota'), records: [{ id: free }] }],
    });
    expect(await read(free)).toMatchObject([{ peso: 4 }]);
  });
});
