/** Who asks for a transition (`caller()`): given to records, and asked of them, by every door. */
import { expect, test } from 'vitest';
import { unlimited } from '../../../engine/access/access.ts';
import { writeEngine } from '../../../engine/api/runtime.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import { ofIds } from '../../../engine/data/of-ids.ts';
import type { WriteOptions } from '../../../engine/data/run-write.ts';
import { updateRows } from '../../../engine/data/write-rows.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import type { Caller, UserParts } from '../../support/product.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { callerFiles } from './caller-files.ts';

const all = ['ordem', 'tarefa', 'papel'].flatMap((subject) =>
  ['list', 'view', 'insert', 'update', 'delete'].map((action) => `${subject}:${action}`),
);

/** A write of the product's own. */
const byItself = {
  representation: false,
  version: undefined,
  singular: false,
  maximum: undefined,
  resolution: undefined,
  rollback: false,
  requestId: '00000000-0000-4000-8000-000000000000',
  origin: 'test',
  chosen: true,
} as const satisfies WriteOptions;

interface Person extends Caller {
  readonly id: number;
}

forEachDatabase((open) => {
  const stage = fixtureStage(open, callerFiles);
  const { next } = stage;
  /** Somebody who may do all to the orders and nothing to users. */
  const person = async (more: UserParts = {}): Promise<Person> => {
    const login = next();
    const caller = await stage.product.enter(login, all, more);
    const { rows } = await stage.database.query<{ id: number }>({
      text: 'select id::integer from usuario where login = $1::text',
      values: [login],
    });
    return { ...caller, id: rows[0]?.id ?? 0 };
  };
  const insert = (path: string, row: object = {}): Promise<number> =>
    insertRow(stage.admin, path, { nome: next(), ...row });
  const move = (caller: Caller, id: number, transition: string, body: object = {}) =>
    caller.call('PATCH', `/api/ordens?id=eq.${id}&transition=${transition}`, { body });
  const moved = async (...given: Parameters<typeof move>): Promise<void> => {
    const answer = await move(...given);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  };
  const read = async (path: string, search: string): Promise<unknown> =>
    (await stage.admin.call('GET', `/api${path}?${search}`)).json();
  const order = async (id: number, select = 'situacao,solicitante_id,aprovador_id'): Promise<unknown> =>
    ((await read('/ordens', `id=eq.${id}&select=${select}`)) as readonly unknown[])[0];
  const askedBy = async (caller: Caller): Promise<number> => {
    const id = await insert('/ordens');
    await moved(caller, id, 'pedir');
    return id;
  };
  const barred = async (...given: Parameters<typeof move>): Promise<void> => {
    expect(refusalOf(await move(...given))).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Ordem', count: 1 },
        { fields: [['situacao', 'VALIDATION_RULE', { rule: 'Quem pede não autoriza.' }]] },
      ),
    });
  };

  test('is set, and begins the field that is left out, with whoever asks', async () => {
    const [ana, bia] = [await person(), await person()];
    const id = await askedBy(ana);
    expect(await order(id)).toEqual({ situacao: 'PEDIDA', solicitante_id: ana.id, aprovador_id: null });
    await moved(bia, id, 'aprovar');
    expect(await order(id)).toEqual({ situacao: 'APROVADA', solicitante_id: ana.id, aprovador_id: bia.id });
    const other = await askedBy(bia);
    await moved(ana, other, 'aprovar', { aprovador_id: bia.id });
    expect(await order(other)).toEqual({ situacao: 'APROVADA', solicitante_id: bia.id, aprovador_id: bia.id });
  });

  test('keeps who asked from approving, by name and several at once, and says why', async () => {
    const [ana, bia] = [await person(), await person()];
    const [own, others] = [await askedBy(ana), await askedBy(bia)];
    await barred(ana, own, 'aprovar');
    await barred(ana, own, 'aprovar', { aprovador_id: bia.id });
    const address = `/api/ordens?id=in.(${own},${others})&transition=aprovar`;
    expect((await ana.call('PATCH', address)).json().fields).toEqual([
      { field: 'situacao', message: 'Quem pede não autoriza.', record: own },
    ]);
    expect(await order(others)).toEqual({ situacao: 'PEDIDA', solicitante_id: bia.id, aprovador_id: null });
    await moved(bia, own, 'aprovar');
  });

  test('is asked of the record as it becomes, and of linked records', async () => {
    const [ana, bia] = [await person(), await person()];
    const id = await askedBy(ana);
    expect(refusalOf(await move(bia, id, 'devolver'))).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Ordem', count: 1 },
        { fields: [['solicitante_id', 'VALIDATION_RULE', { rule: 'Só quem pediu devolve.' }]] },
      ),
    });
    await insert('/tarefas', { ordem_id: id, dono_id: bia.id });
    expect((await move(ana, id, 'largar')).json().fields).toEqual([
      { field: 'situacao', message: 'Só quem tem tarefa larga.' },
    ]);
    await moved(bia, id, 'largar');
    await moved(ana, id, 'devolver');
    expect(await order(id, 'situacao')).toEqual({ situacao: 'RASCUNHO' });
  });

  test('tells no more than that to whoever may not see who asked', async () => {
    const ana = await person({ hidden: ['ordem.solicitante'] });
    const id = await askedBy(ana);
    expect((await move(ana, id, 'aprovar')).json().fields).toEqual([
      { field: 'situacao', message: (await refusalBody('TRANSITION_UNSEEN', { transition: 'Aprovar' })).message },
    ]);
  });

  test('is given to the rows that a transition writes, and asked of those that are there', async () => {
    const [ana, bia] = [await person(), await person()];
    const id = await insert('/ordens');
    await moved(ana, id, 'anotar');
    await moved(bia, id, 'anotar', { passos: [{ com_id: ana.id, nota: 'x' }] });
    await moved(ana, id, 'anotar', { passos: [{ com_id: null }] });
    expect(await order(id, 'passos(por_id,com_id,nota)')).toEqual({
      passos: [
        { por_id: ana.id, com_id: ana.id, nota: 'minha' },
        { por_id: bia.id, com_id: ana.id, nota: 'x' },
        { por_id: ana.id, com_id: null, nota: null },
      ],
    });
  });

  test('is who made the first transition, of what follows from it for others', async () => {
    const [ana, bia] = [await person(), await person()];
    const id = await askedBy(ana);
    const own = await insert('/tarefas', { ordem_id: id, dono_id: bia.id });
    const others = await insert('/tarefas', { ordem_id: id, dono_id: ana.id });
    await moved(bia, id, 'aprovar');
    expect(await read('/tarefas', `id=in.(${own},${others})&select=situacao,por_id,vista_id&order=id`)).toEqual([
      { situacao: 'ABERTA', por_id: null, vista_id: null },
      { situacao: 'FEITA', por_id: bia.id, vista_id: bia.id },
    ]);
    expect(await read('/papeis', `ordem_id=eq.${id}&select=autor_id`)).toEqual([{ autor_id: bia.id }]);
  });

  test('may be who is named where a relation means some users alone, as may a colleague, and nobody else', async () => {
    const [ana, bia] = [await person(), await person()];
    const guest = await person({ roles: { operadora: false, ouvidoria: true } });
    const id = await askedBy(ana);
    await moved(bia, id, 'fiscalizar');
    expect(await order(id, 'fiscal_id')).toEqual({ fiscal_id: bia.id });
    await moved(bia, id, 'fiscalizar', { fiscal_id: bia.id });
    await moved(bia, id, 'fiscalizar', { fiscal_id: ana.id });
    expect(refusalOf(await move(bia, id, 'fiscalizar', { fiscal_id: guest.id }))).toEqual({
      status: 409,
      body: await refusalBody(
        'RECORD_RELATION_MISSING',
        { title: 'Ordem', field: 'Fiscal' },
        { at: { entity: 'ordem', field: 'fiscal_id' } },
      ),
    });
  });

  test('is set in a relation that means some users alone where it is one of those, and else nothing is done', async () => {
    const [ana, bia] = [await person(), await person()];
    const outsider = await person({ roles: { operadora: false, ouvidoria: true } });
    const blind = await person({ roles: { operadora: false, ouvidoria: true }, hidden: ['ordem.fiscal'] });
    const id = await askedBy(ana);
    const told = async (caller: Person, field: string, title: string) =>
      expect(refusalOf(await move(caller, id, 'assumir'))).toMatchObject({
        status: 422,
        body: {
          fields: [
            {
              field,
              message: `${title} não aceita o registro escolhido: quem faz isto não é um dos que podem estar aqui.`,
            },
          ],
        },
      });
    await told(outsider, 'fiscal_id', 'Fiscal');
    await told(blind, 'situacao', 'Situação');
    expect(await order(id, 'fiscal_id')).toEqual({ fiscal_id: null });
    // Nor in the name of another.
    expect((await move(bia, id, 'assumir', { fiscal_id: ana.id })).statusCode).toBe(400);
    await moved(bia, id, 'assumir');
    expect(await order(id, 'fiscal_id')).toEqual({ fiscal_id: bia.id });
    const batch = { path: '/ordens', operation: 'update', ids: [id], transition: 'assumir', values: {} };
    expect(await planBatch(outsider, batch)).toMatchObject({ rows: 1, changes: 0, refused: 1 });
    expect(await applyBatch(ana, await planBatch(ana, batch))).toMatchObject({ written: 1 });
    expect(await order(id, 'fiscal_id')).toEqual({ fiscal_id: ana.id });
  });

  test('of a batch is who applies it, record by record; nobody else applies it, and it is taken back', async () => {
    const [ana, bia] = [await person(), await person()];
    const ids = [await askedBy(ana), await askedBy(bia)];
    const batch = { path: '/ordens', operation: 'update', ids, transition: 'aprovar', values: {} };
    const plan = await planBatch(bia, batch);
    expect(plan).toMatchObject({ rows: 2, changes: 1, refused: 1 });
    expect(plan.refusals.map(({ message, rows }) => [message, rows])).toEqual([['Quem pede não autoriza.', 1]]);
    await expect(applyBatch(ana, plan)).rejects.toThrow('BATCH_MISSING');
    expect(await applyBatch(bia, plan)).toMatchObject({ written: 1 });
    const [first, second] = ids;
    const asked = { situacao: 'PEDIDA', aprovador_id: null };
    expect([await order(first ?? 0), await order(second ?? 0)]).toEqual([
      { situacao: 'APROVADA', solicitante_id: ana.id, aprovador_id: bia.id },
      { ...asked, solicitante_id: bia.id },
    ]);
    expect(await applyBatch(bia, await planUndo(bia, plan))).toMatchObject({ written: 1, refused: 0 });
    expect(await order(first ?? 0)).toEqual({ ...asked, solicitante_id: ana.id });
  });

  test('is told of in the description of the API, as who calls', async () => {
    const { components } = (await stage.admin.call('GET', '/api/openapi.json')).json();
    const { aprovador_id } = components.schemas['ordens.transicao.aprovar'].properties;
    expect([aprovador_id['x-begins'], aprovador_id.description]).toEqual([
      'caller()',
      expect.stringContaining(
        'Deixado de fora, onde o registro não tem valor, começa com quem chama (`caller()`); `null` deixa vazio.',
      ),
    ]);
  });

  test('is nobody where the product itself makes the transition', async () => {
    const { runtime } = stage.product;
    const { model } = runtime.current;
    const entity = model.entities['ordem'];
    if (entity === undefined) throw new Error('no orders');
    const context = { model, access: unlimited, timeZone: runtime.timeZone, entity };
    const id = await insert('/ordens');
    const make = (transition: string) =>
      updateRows(writeEngine(runtime), context, { ...ofIds(parseRequest(''), [id]), transition }, {}, byItself);
    await make('pedir');
    expect(await order(id)).toEqual({ situacao: 'PEDIDA', solicitante_id: null, aprovador_id: null });
    const ana = await person();
    await moved(ana, id, 'aprovar');
    const other = await askedBy(ana);
    // A name that is required and that nobody bears is asked for as ever.
    await expect(
      updateRows(
        writeEngine(runtime),
        context,
        { ...ofIds(parseRequest(''), [other]), transition: 'aprovar' },
        {},
        byItself,
      ),
    ).rejects.toMatchObject({ code: 'RECORD_INVALID', failures: [{ code: 'VALIDATION_REQUIRED' }] });
  });
});
