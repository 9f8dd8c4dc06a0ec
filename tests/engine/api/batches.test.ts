/** Batches: what is planned is what is done, nothing of it where something moved, and what was done can be taken back. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchOutcomes, BatchPlan, BatchResult, BatchSummary } from '../../../engine/contract/batch.ts';
import { sweepBatches } from '../../../engine/data/batch/store.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';
import { owningFiles } from './owning-files.ts';
import { stateFiles } from './state-files.ts';

const door = '/api/alteracoes-em-lote';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: { ...clinicFiles, ...owningFiles, ...stateFiles } });
    admin = await product.as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    for (const path of ['/recursos', '/fichas', '/clinicas', '/enquetes', '/queixas', '/bancos'])
      await admin.call('DELETE', `/api${path}?id=gt.0`);
  });

  const plan = async (body: object, caller = admin): Promise<BatchPlan> => {
    const answer = await caller.call('POST', door, { body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const apply = ({ id, seal }: BatchPlan, caller = admin) =>
    caller.call('POST', `${door}/${id}/aplicar`, { body: { seal } });
  const applied = async (planned: BatchPlan, caller = admin): Promise<BatchResult> => {
    const answer = await apply(planned, caller);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const undo = async ({ id }: { readonly id: string }, caller = admin): Promise<BatchPlan> => {
    const answer = await caller.call('POST', `${door}/${id}/desfazer`);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const rowsOf = async (address: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await admin.call('GET', `/api${address}`)).json();
  const records = ['A1', 'A2', 'A3', 'A4'] as const;
  const addRecords = async (): Promise<readonly number[]> => {
    const ids: number[] = [];
    for (const [index, numero] of records.entries())
      ids.push(
        await insertRow(admin, '/fichas', {
          numero,
          valor: 10 * index,
          situacao: index === 3 ? 'FECHADA' : 'ABERTA',
          diagnostico: `D${index}`,
        }),
      );
    return ids;
  };
  const situations = () => rowsOf('/fichas?select=numero,situacao&order=numero');

  describe('a plan', () => {
    test('says what changes, by value, what is so already, and writes nothing', async () => {
      const ids = await addRecords();
      const planned = await plan({ path: '/fichas', operation: 'update', ids, values: { situacao: 'FECHADA' } });
      expect(planned).toMatchObject({
        operation: 'update',
        path: '/fichas',
        title: 'Fichas',
        state: 'planned',
        login: administrator.login,
        appliedAt: null,
        rows: 4,
        changes: 3,
        same: 1,
        refused: 0,
        written: 0,
        undoes: null,
        undoneBy: null,
        chain: null,
        file: null,
        fields: [
          {
            field: 'situacao',
            title: 'Situação',
            pairs: [{ before: 'ABERTA', after: 'FECHADA', rows: 3 }],
            others: 0,
          },
        ],
        refusals: [],
        sample: ['A1', 'A2', 'A3'].map((label, index) => ({
          id: ids[index],
          label,
          changes: [{ field: 'situacao', before: 'ABERTA', after: 'FECHADA' }],
        })),
        owned: [],
      });
      expect((await situations()).map(({ situacao }) => situacao)).toEqual(['ABERTA', 'ABERTA', 'ABERTA', 'FECHADA']);
      expect(await rowsOf(`/fichas/${ids[0]}/historico`)).toHaveLength(1);
    });

    test('says why records are refused, and applies to the others', async () => {
      const ids = await addRecords();
      const values = { clinica_id: await insertRow(admin, '/clinicas', { codigo: '0001', nome: 'Sul' }) };
      await applied(await plan({ path: '/fichas', operation: 'update', ids, values }));
      // One clinic has one diagnosis once.
      const planned = await plan({ path: '/fichas', operation: 'update', ids, values: { diagnostico: 'Igual' } });
      expect(planned).toMatchObject({
        rows: 4,
        changes: 1,
        same: 0,
        refused: 3,
        refusals: [{ rows: 3, records: ['A2', 'A3', 'A4'].map((label, index) => ({ id: ids[index + 1], label })) }],
      });
      expect(await applied(planned)).toMatchObject({ state: 'applied', written: 1, refused: 3 });
      expect((await rowsOf('/fichas?select=diagnostico&order=numero')).map((row) => row['diagnostico'])).toEqual([
        'Igual',
        'D1',
        'D2',
        'D3',
      ]);
    });

    test('of relations tells the labels, and of a delete what goes with it', async () => {
      const id = await insertRow(admin, '/enquetes', {
        nome: 'Clima',
        perguntas: [{ enunciado: 'Um' }, { enunciado: 'Dois' }],
      });
      const bank = await insertRow(admin, '/bancos', { codigo: '001', nome: 'Banco do Povo' });
      const related = await plan({ path: '/enquetes', operation: 'update', ids: [id], values: { prestador_id: bank } });
      expect(related.fields).toEqual([
        {
          field: 'prestador_id',
          title: 'Banco dono',
          pairs: [{ before: null, after: '001 - Banco do Povo', rows: 1 }],
          others: 0,
        },
      ]);
      const gone = await plan({ path: '/enquetes', operation: 'delete', ids: [id] });
      expect([gone.changes, gone.owned, gone.sample]).toEqual([
        1,
        [{ title: 'Perguntas', rows: 2 }],
        [{ id, label: 'Clima', changes: [], gone: true }],
      ]);
      expect(await rowsOf('/enquetes?select=nome')).toEqual([{ nome: 'Clima' }]);
    });

    test('of a delete names what holds a record back', async () => {
      const [id = 0, other = 0] = await addRecords();
      await insertRow(admin, '/recursos', { motivo: 'Prazo', ficha_id: id });
      const planned = await plan({ path: '/fichas', operation: 'delete', ids: [id, other] });
      expect(planned).toMatchObject({ changes: 1, refused: 1 });
      expect(
        planned.refusals.map(({ rows, records: some, message }) => [rows, some, message.includes('Recurso')]),
      ).toEqual([[1, [{ id, label: 'A1' }], true]]);
    });

    test.each([
      [
        { path: '/fichas', operation: 'update', ids: [1] },
        'BATCH_EMPTY',
        "uma alteração traz os novos valores em 'values'",
      ],
      [{ path: '/fichas', operation: 'delete' }, 'BATCH_EMPTY', "diga quais registros, em 'filter' ou 'ids'"],
      [
        { path: '/fichas', operation: 'delete', ids: [1], values: { valor: 1 } },
        'BATCH_EMPTY',
        "uma exclusão não tem 'values' nem 'transition'",
      ],
      [{ path: '/fichas', operation: 'insert' }, 'BATCH_EMPTY', "uma inclusão traz os registros em 'rows'"],
    ] as const)('that says too little is refused: %o', async (body, code, problem) => {
      expect(refusalOf(await admin.call('POST', door, { body }))).toEqual({
        status: 400,
        body: await refusalBody(code, { problem }),
      });
    });

    test.each([
      [{ path: '/fichas', operation: 'update', ids: [1], values: { interno: 'x' } }, 422],
      [{ path: '/fichas', operation: 'update', filter: 'interno=eq.x', values: { valor: 1 } }, 400],
      [{ path: '/fichas', operation: 'delete', filter: 'as_of=2026-01-01&id=gt.0' }, 400],
      [{ path: '/nenhuma', operation: 'delete', ids: [1] }, 404],
      [{ path: '/fichas', operation: 'apaga', ids: [1] }, 400],
      [{ path: '/fichas', operation: 'delete', ids: ['1'] }, 400],
      [[], 400],
    ] as const)('that cannot be is refused: %j', async (body, status) => {
      expect((await admin.call('POST', door, { body })).statusCode).toBe(status);
    });
  });

  describe('a batch', () => {
    test('writes what was planned, as one entry of each history, and once', async () => {
      const ids = await addRecords();
      const planned = await plan({
        path: '/fichas',
        operation: 'update',
        filter: 'situacao=eq.ABERTA',
        values: { situacao: 'CANCELADA' },
      });
      expect(await applied(planned)).toMatchObject({ state: 'applied', rows: 3, changes: 3, written: 3, refused: 0 });
      expect((await situations()).map(({ situacao }) => situacao)).toEqual([
        'CANCELADA',
        'CANCELADA',
        'CANCELADA',
        'FECHADA',
      ]);
      expect(await rowsOf(`/fichas/${ids[1]}/historico`)).toHaveLength(2);
      expect(refusalOf(await apply(planned))).toEqual({
        status: 409,
        body: await refusalBody('BATCH_APPLIED', { number: planned.number }),
      });
    });

    test('of which a record moved since is refused whole, with what moved', async () => {
      const ids = await addRecords();
      const planned = await plan({
        path: '/fichas',
        operation: 'update',
        filter: 'situacao=eq.ABERTA',
        values: { situacao: 'CANCELADA' },
      });
      await admin.call('PATCH', `/api/fichas?id=eq.${ids[0]}`, { body: { valor: 7 } });
      await admin.call('PATCH', `/api/fichas?id=eq.${ids[1]}`, { body: { situacao: 'FECHADA' } });
      await insertRow(admin, '/fichas', { numero: 'A5', situacao: 'ABERTA' });
      expect(refusalOf(await apply(planned))).toEqual({
        status: 412,
        body: await refusalBody('BATCH_MOVED', {
          title: 'Fichas',
          count: 3,
          changed: 1,
          gone: 1,
          come: 1,
          records: ['A1', 'A5'],
        }),
      });
      expect((await situations()).filter(({ situacao }) => situacao === 'CANCELADA')).toEqual([]);
      const [read] = [(await admin.call('GET', `${door}/${planned.id}`)).json() as BatchResult];
      expect([read.state, read.written]).toEqual(['planned', 0]);
    });

    test('tells of the records that were named and are not there, and of each what became of it', async () => {
      const ids = await addRecords();
      await admin.call('DELETE', `/api/fichas?id=eq.${ids[1]}`);
      const planned = await plan({
        path: '/fichas',
        operation: 'update',
        filter: 'situacao=eq.ABERTA',
        ids: [...ids, 999_999],
        values: { situacao: 'CANCELADA' },
      });
      expect(planned).toMatchObject({ rows: 5, changes: 2, same: 0, refused: 3 });
      const { id } = await applied(planned);
      const message = 'Este registro de Ficha já não está entre os escolhidos. Ele mudou ou foi apagado.';
      const outcomes = (await admin.call('GET', `${door}/${id}/registros`)).json() as BatchOutcomes;
      expect(outcomes).toEqual({
        written: [ids[0], ids[2]],
        refusals: [
          { id: ids[1], label: `#${ids[1]}`, message: outcomes.refusals[0]?.message, gone: true },
          { id: ids[3], label: 'A4', message: outcomes.refusals[0]?.message, gone: true },
          { id: 999_999, label: '#999999', message: outcomes.refusals[0]?.message, gone: true },
        ],
      });
      expect(outcomes.refusals[0]?.message).toContain(message.slice(0, 50));
    });

    test('is applied with its own seal, by who planned it', async () => {
      const ids = await addRecords();
      const planned = await plan({ path: '/fichas', operation: 'delete', ids });
      expect(refusalOf(await admin.call('POST', `${door}/${planned.id}/aplicar`, { body: { seal: 'outro' } }))).toEqual(
        {
          status: 412,
          body: await refusalBody('BATCH_SEAL', { number: planned.number }),
        },
      );
      const other = await product.enter('outra', ['ficha:list', 'ficha:view', 'ficha:delete']);
      for (const [method, url] of [
        ['GET', `${door}/${planned.id}`],
        ['POST', `${door}/${planned.id}/desfazer`],
        ['GET', `${door}/nenhum`],
      ] as const)
        expect(refusalOf(await other.call(method, url))).toEqual({
          status: 404,
          body: await refusalBody('BATCH_MISSING', {}),
        });
      expect((await apply(planned, other)).statusCode).toBe(404);
      expect(await situations()).toHaveLength(4);
    });

    test('needs the right of each of its writes, when it is planned and when it is applied', async () => {
      const ids = await addRecords();
      const reader = await product.enter('leitora', ['ficha:list', 'ficha:view']);
      expect(
        (await reader.call('POST', door, { body: { path: '/fichas', operation: 'delete', ids } })).statusCode,
      ).toBe(403);
      expect(await situations()).toHaveLength(4);
    });
  });

  describe('taken back', () => {
    test('an update: every value of before, and again the other way', async () => {
      const ids = await addRecords();
      const before = await rowsOf('/fichas?select=numero,situacao,valor&order=numero');
      const values = { situacao: 'CANCELADA', valor: null };
      const done = await applied(await plan({ path: '/fichas', operation: 'update', ids, values }));
      const after = await rowsOf('/fichas?select=numero,situacao,valor&order=numero');
      const back = await undo(done);
      expect(back).toMatchObject({ operation: 'restore', undoes: done.id, rows: 4, changes: 4, refused: 0 });
      await applied(back);
      expect(await rowsOf('/fichas?select=numero,situacao,valor&order=numero')).toEqual(before);
      expect(refusalOf(await admin.call('POST', `${door}/${done.id}/desfazer`))).toEqual({
        status: 409,
        body: await refusalBody('BATCH_UNDONE', { number: done.number }),
      });
      await applied(await undo(back));
      expect(await rowsOf('/fichas?select=numero,situacao,valor&order=numero')).toEqual(after);
    });

    test('field by field, where nobody changed it since', async () => {
      const ids = await addRecords();
      const values = { situacao: 'CANCELADA', valor: 5 };
      const done = await applied(await plan({ path: '/fichas', operation: 'update', ids, values }));
      await admin.call('PATCH', `/api/fichas?id=eq.${ids[0]}`, { body: { situacao: 'FECHADA' } });
      await admin.call('DELETE', `/api/fichas?id=eq.${ids[1]}`);
      const back = await undo(done);
      expect(back).toMatchObject({ rows: 4, changes: 3, same: 0, refused: 1 });
      expect(back.refusals).toEqual([
        {
          message: 'Alterado depois do lote, fica como está: Situação.',
          rows: 1,
          records: [{ id: ids[0], label: 'A1' }],
        },
        {
          message: 'Este registro de Ficha foi apagado depois do lote, ou não está mais ao seu alcance.',
          rows: 1,
          records: [{ id: ids[1], label: `#${ids[1]}` }],
        },
      ]);
      expect(await applied(back)).toMatchObject({ written: 3, refused: 1 });
      expect(await rowsOf('/fichas?select=numero,situacao,valor&order=numero')).toEqual([
        { numero: 'A1', situacao: 'FECHADA', valor: 0 },
        { numero: 'A3', situacao: 'ABERTA', valor: 20 },
        { numero: 'A4', situacao: 'FECHADA', valor: 30 },
      ]);
    });

    test('a delete: the records with their ids and the rows they own', async () => {
      const bank = await insertRow(admin, '/bancos', { codigo: '001', nome: 'Banco do Povo' });
      await insertRow(admin, '/enquetes', {
        nome: 'Clima',
        prestador_id: bank,
        perguntas: [{ enunciado: 'Um', peso: 2.5 }, { enunciado: 'Dois' }],
        notas: [{ texto: 'só uma' }],
      });
      await insertRow(admin, '/enquetes', { nome: 'Saída', perguntas: [], notas: [] });
      const whole = '/enquetes?order=nome&select=id,nome,prestador_id,perguntas(*),notas(*)';
      const bare = (rows: readonly object[]) =>
        JSON.parse(
          JSON.stringify(rows, (key, value) => (/^(versao|alterado_)/.test(key) ? undefined : value)),
        ) as unknown;
      const before = bare(await rowsOf(whole));
      const done = await applied(await plan({ path: '/enquetes', operation: 'delete', filter: 'id=gt.0' }));
      expect(await rowsOf(whole)).toEqual([]);
      const back = await undo(done);
      expect(back).toMatchObject({ operation: 'revive', rows: 2, changes: 2, refused: 0 });
      await applied(back);
      expect(bare(await rowsOf(whole))).toEqual(before);
      await applied(await undo(back));
      expect(await rowsOf(whole)).toEqual([]);
    });

    test('a delete whose record cannot come back says why', async () => {
      const ids = await addRecords();
      const done = await applied(await plan({ path: '/fichas', operation: 'delete', ids: ids.slice(0, 2) }));
      await insertRow(admin, '/fichas', { numero: 'A1' });
      const back = await undo(done);
      expect(back).toMatchObject({ rows: 2, changes: 1, refused: 1 });
      expect(back.refusals.map(({ rows, message }) => [rows, message.includes('Número')])).toEqual([[1, true]]);
    });

    test('an insert: the records that nobody touched since', async () => {
      const rows = [
        { numero: 'N1', valor: 1, diagnostico: 'D1' },
        { numero: 'N2', valor: -1, diagnostico: 'D2' },
        { numero: 'N3', valor: 3, diagnostico: 'D3' },
      ];
      const planned = await plan({ path: '/fichas', operation: 'insert', rows });
      expect(planned).toMatchObject({ rows: 3, changes: 2, refused: 1, fields: [] });
      expect(planned.refusals.map(({ records: some }) => some)).toEqual([[{ id: null, label: 'Linha 2' }]]);
      expect(planned.sample.map(({ id, label }) => [id, label])).toEqual([
        [null, 'N1'],
        [null, 'N3'],
      ]);
      const done = await applied(planned);
      expect(await rowsOf('/fichas?select=numero,valor&order=numero')).toEqual([
        { numero: 'N1', valor: 1 },
        { numero: 'N3', valor: 3 },
      ]);
      await admin.call('PATCH', '/api/fichas?numero=eq.N3', { body: { valor: 4 } });
      const back = await undo(done);
      expect(back).toMatchObject({ operation: 'remove', rows: 2, changes: 1, refused: 1 });
      await applied(back);
      expect(await rowsOf('/fichas?select=numero')).toEqual([{ numero: 'N3' }]);
    });

    test('and done again, and each of them tells what became of it', async () => {
      const row = { nome: 'Clima', perguntas: [{ enunciado: 'Um' }], notas: [] };
      const whole = '/enquetes?select=nome,perguntas(enunciado)';
      const first = await applied(await plan({ path: '/enquetes', operation: 'insert', rows: [row] }));
      const after = await rowsOf(whole);
      const back = await applied(await undo(first));
      const again = await applied(await undo(back));
      expect([back.operation, again.operation]).toEqual(['remove', 'revive']);
      expect(await rowsOf(whole)).toEqual(after);
      const chains = async () =>
        ((await admin.call('GET', `${door}?limit=10`)).json() as BatchSummary[])
          .filter(({ number }) => number >= first.number)
          .map(({ number, chain }) => [number, chain]);
      const chain = { first: first.number, operation: 'insert', step: 0, undoneBy: null, redoneBy: null };
      expect(await chains()).toEqual([
        [again.number, { ...chain, step: 2 }],
        [back.number, { ...chain, step: 1, undoneBy: again.number }],
        [first.number, { ...chain, redoneBy: again.number }],
      ]);
      // The rows that it owns went and came with it: nobody else touched them.
      const last = await undo(first);
      expect(last).toMatchObject({ operation: 'remove', rows: 1, changes: 1, refused: 0 });
      await applied(last);
      expect(await rowsOf(whole)).toEqual([]);
      expect(await chains()).toEqual([
        [last.number, { ...chain, step: 1 }],
        [again.number, { ...chain, step: 2, undoneBy: last.number }],
        [back.number, { ...chain, step: 1 }],
        [first.number, { ...chain, undoneBy: last.number }],
      ]);
      for (const { id, number } of [first, again])
        expect(refusalOf(await admin.call('POST', `${door}/${id}/desfazer`))).toEqual({
          status: 409,
          body: await refusalBody('BATCH_UNDONE', { number }),
        });
    });

    test('what did it again is taken back by itself too, and only what that one wrote', async () => {
      const rows = ['Clima', 'Segurança'].map((nome) => ({ nome }));
      const first = await applied(await plan({ path: '/enquetes', operation: 'insert', rows }));
      const back = await applied(await undo(first));
      // The name of one is taken meanwhile, so that it cannot come back.
      const taken = await insertRow(admin, '/enquetes', { nome: 'Clima' });
      const again = await applied(await undo(back));
      await applied(await undo(again));
      expect([again.written, await rowsOf('/enquetes?select=id,nome')]).toEqual([1, [{ id: taken, nome: 'Clima' }]]);
      const told = ((await admin.call('GET', `${door}?limit=4`)).json() as BatchSummary[]).map(({ chain }) => chain);
      const chain = { first: first.number, operation: 'insert', undoneBy: null, redoneBy: null };
      expect(told).toEqual([
        { ...chain, step: 3 },
        { ...chain, step: 2, undoneBy: again.number + 1 },
        { ...chain, step: 1 },
        { ...chain, step: 0, undoneBy: again.number + 1 },
      ]);
      await admin.call('DELETE', `/api/enquetes?id=eq.${taken}`);
      await applied(await undo(back));
      expect(await rowsOf('/enquetes?select=nome&order=nome')).toEqual(rows);
    });

    test('a record whose own rows somebody else changed meanwhile stays', async () => {
      const row = { nome: 'Clima', perguntas: [{ enunciado: 'Um' }], notas: [] };
      const first = await applied(await plan({ path: '/enquetes', operation: 'insert', rows: [row] }));
      await applied(await undo(await applied(await undo(first))));
      await admin.call('PATCH', '/api/enquetes?nome=eq.Clima', { body: { perguntas: [{ enunciado: 'Outra' }] } });
      expect(await undo(first)).toMatchObject({ rows: 1, changes: 0, refused: 1 });
    });

    test('an insert whose owned rows are again as it left them, whoever wrote them since, and none else', async () => {
      const perguntas = [{ enunciado: 'Um' }, { enunciado: 'Dois' }];
      const rows = ['Voltou', 'Refeita', 'Mudada', 'Vazia'].map((nome) => ({ nome, perguntas }));
      const done = await applied(await plan({ path: '/enquetes', operation: 'insert', rows }));
      const found = (await rowsOf('/enquetes?select=id,nome&order=id')) as readonly { id: number }[];
      const [back, again, changed, emptied] = found.map(({ id }) => id);
      const deleted = await applied(await plan({ path: '/enquetes', operation: 'delete', ids: [back] }));
      await applied(await undo(deleted));
      const give = (id: number | undefined, given: object) =>
        admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: given });
      await give(again, { perguntas: [] });
      await give(again, { perguntas });
      await give(changed, { perguntas: perguntas.toReversed() });
      await give(emptied, { perguntas: [] });
      const planned = await undo(done);
      expect(planned).toMatchObject({ operation: 'remove', rows: 4, changes: 2, refused: 2 });
      expect(planned.refusals.flatMap(({ records: refused }) => refused.map(({ id }) => id))).toEqual([
        changed,
        emptied,
      ]);
      await applied(planned);
      expect(await rowsOf('/enquetes?select=nome&order=id')).toEqual([{ nome: 'Mudada' }, { nome: 'Vazia' }]);
    });

    test('a transition: the state and what it set, by the right of the transition', async () => {
      const id = await insertRow(admin, '/queixas', { numero: '1', assunto: 'Prazo' });
      const before = await rowsOf('/queixas?select=situacao,resposta,responsavel,data_resposta,respondida_em');
      const done = await applied(
        await plan({
          path: '/queixas',
          operation: 'update',
          ids: [id],
          transition: 'responder',
          values: { resposta: 'Feito.', responsavel: 'Bia' },
        }),
      );
      expect(await rowsOf('/queixas?select=situacao,resposta')).toEqual([
        { situacao: 'RESPONDIDA', resposta: 'Feito.' },
      ]);
      const back = await undo(done);
      expect(back).toMatchObject({ operation: 'restore', changes: 1, refused: 0 });
      await applied(back);
      expect(await rowsOf('/queixas?select=situacao,resposta,responsavel,data_resposta,respondida_em')).toEqual(before);
    });
  });

  test('of new records that are refused each field tells what is wrong with it', async () => {
    const rows = [{ codigo: '777', nome: 'Um' }, { nome: 'Sem código' }, { codigo: '777', nome: 'Outra vez' }];
    const planned = await plan({ path: '/bancos', operation: 'insert', rows });
    const outcomes = async () => (await admin.call('GET', `${door}/${planned.id}/registros`)).json() as BatchOutcomes;
    const told = ({ refusals }: BatchOutcomes) =>
      refusals.map(({ id, fields }) => [id, fields?.map(({ field }) => field)]);
    const refused = [
      [2, ['codigo']],
      [3, ['codigo']],
    ];
    expect(told(await outcomes())).toEqual(refused);
    await applied(planned);
    const after = await outcomes();
    expect(after.written).toHaveLength(1);
    expect(told(after)).toEqual(refused);
    for (const { message, fields = [] } of after.refusals) expect(message).toContain(fields[0]?.message);
  });

  test('a plan that nobody applied within a day is taken away, and no other', async () => {
    const ids = await addRecords();
    const [old, fresh] = [
      await plan({ path: '/fichas', operation: 'delete', ids }),
      await plan({ path: '/fichas', operation: 'delete', ids }),
    ];
    const done = await applied(await plan({ path: '/fichas', operation: 'update', ids, values: { valor: 3 } }));
    // Cut off: what is left of it is still to be done, and what it wrote to be taken back.
    const cut = await plan({ path: '/fichas', operation: 'update', ids, values: { valor: 4 } });
    await database.query({
      text: `update fichario.batch set state = 'applying' where id = $1::text::uuid`,
      values: [cut.id],
    });
    for (const { id } of [old, done, cut])
      await database.query({
        text: `update fichario.batch set planned_at = now() - interval '25 hours' where id = $1::text::uuid`,
        values: [id],
      });
    expect(await sweepBatches(database)).toBe(1);
    const found = [old, fresh, done, cut].map(({ id }) => admin.call('GET', `${door}/${id}`));
    expect((await Promise.all(found)).map(({ statusCode }) => statusCode)).toEqual([404, 200, 200, 200]);
  });

  test('batches are listed, the newest first, without plans that nobody applied', async () => {
    const ids = await addRecords();
    const first = await applied(await plan({ path: '/fichas', operation: 'update', ids, values: { valor: null } }));
    await plan({ path: '/fichas', operation: 'delete', ids });
    const second = await applied(await plan({ path: '/fichas', operation: 'delete', ids: ids.slice(0, 1) }));
    const list = (await admin.call('GET', `${door}?limit=2`)).json() as BatchSummary[];
    expect(list.map(({ id, operation, written }) => [id, operation, written])).toEqual([
      [second.id, 'delete', 1],
      [first.id, 'update', 4],
    ]);
    const [older] = (await admin.call('GET', `${door}?limit=1&before=${second.number}`)).json() as BatchSummary[];
    expect(older?.id).toBe(first.id);
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'before=0'])
      expect((await admin.call('GET', `${door}?${query}`)).statusCode).toBe(400);
  });
});
