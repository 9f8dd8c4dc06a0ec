/** Until when a batch can be taken back, and what is left of it afterwards. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { BatchPlan, BatchResult, BatchSummary } from '../../../engine/contract/batch.ts';
import { sweepApplied } from '../../../engine/data/batch/sweep-applied.ts';
import type { Database } from '../../../engine/data/database.ts';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const door = '/api/alteracoes-em-lote';
const day = 24 * 60 * 60 * 1000;

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let days: number | undefined;
  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database);
    days = product.runtime.undoDays;
    admin = await product.as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    await database.query({ text: 'delete from banco', values: [] });
    await database.query({
      text: `insert into banco (codigo, nome) select lpad(n::text, 4, '0'), 'Banco ' || n from generate_series(1, 3) n`,
      values: [],
    });
  });

  const applied = async (planned: BatchPlan): Promise<BatchResult> => {
    const answer = await admin.call('POST', `${door}/${planned.id}/aplicar`, { body: { seal: planned.seal } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const change = async (nome: string): Promise<BatchResult> => {
    const body = { path: '/bancos', operation: 'update', filter: 'codigo=lte.0002', values: { nome } };
    return applied((await admin.call('POST', door, { body })).json());
  };
  const undo = ({ id }: { readonly id: string }) => admin.call('POST', `${door}/${id}/desfazer`);
  const read = async ({ id }: { readonly id: string }): Promise<BatchSummary> =>
    (await admin.call('GET', `${door}/${id}`)).json();
  /** As if that much more time had gone by since all of them. */
  const pass = (time: string) =>
    database.query({
      text: `update fichario.batch set undo_until = undo_until - $1::text::interval, applied_at = applied_at - $1::text::interval`,
      values: [time],
    });
  const kept = async ({ id }: { readonly id: string }) => {
    const { rows } = await database.query<{ parts: number; filter: string | null; work: string; swept: boolean }>({
      text: `select (select count(*)::integer from fichario.batch_part p where p.batch_id = b.id) as parts, filter, work::text as work,
        swept_at is not null as swept from fichario.batch b where id = $1::text::uuid`,
      values: [id],
    });
    return rows[0];
  };

  test('it is told for how long, and refused afterwards, also where its records are asked for', async () => {
    const done = await change('Um');
    expect(days).toBe(90);
    const until = new Date(done.undoUntil ?? 0).getTime();
    expect(Math.round((until - new Date(done.appliedAt ?? 0).getTime()) / day)).toBe(90);
    expect(done.expired).toBe(false);
    await pass('89 days 23 hours');
    expect((await undo(done)).statusCode).toBe(201);
    await pass('1 hour 1 minute');
    const late = await read(done);
    expect(late).toMatchObject({ state: 'applied', written: 2, expired: true });
    const refused = {
      status: 409,
      body: await refusalBody('BATCH_EXPIRED', {
        number: done.number,
        until: formatMoment(late.undoUntil ?? '', 'America/Sao_Paulo'),
      }),
    };
    expect(refusalOf(await undo(done))).toEqual(refused);
    expect(refusalOf(await admin.call('GET', `${door}/${done.id}/registros`))).toEqual(refused);
  });

  test('a day later its records, values and filter are swept, and who did what stays', async () => {
    const [old, young] = [await change('Dois'), await change('Três')];
    await pass('90 days 23 hours');
    await sweepApplied(database);
    expect(await kept(old)).toEqual({
      parts: 1,
      filter: 'codigo=lte.0002',
      work: '{"values": {"nome": "Dois"}}',
      swept: false,
    });
    const before = await read(old);
    await pass('2 hours');
    await database.query({
      text: `update fichario.batch set undo_until = now() where id = $1::text::uuid`,
      values: [young.id],
    });
    await sweepApplied(database, () => true);
    expect(await kept(old)).toMatchObject({ parts: 1 });
    await sweepApplied(database);
    expect(await kept(old)).toEqual({ parts: 0, filter: null, work: '{}', swept: true });
    expect(await kept(young)).toMatchObject({ parts: 1, swept: false });
    const { undoUntil: _until, appliedAt: _applied, ...same } = before;
    expect(await read(old)).toMatchObject(same);
    const list = (await admin.call('GET', door)).json() as BatchSummary[];
    expect(list.find(({ id }) => id === old.id)).toMatchObject({
      login: administrator.login,
      written: 2,
      expired: true,
    });
    expect((await undo(old)).statusCode).toBe(409);
    // What was swept does not come back with more time.
    await pass('-200 days');
    expect(await read(old)).toMatchObject({ expired: true });
    expect((await undo(old)).statusCode).toBe(409);
  });

  test('more of them than one portion go too, with all their parts, and plans and what was cut off stay', async () => {
    const done = await change('Quatro');
    await database.execute(`insert into fichario.batch (id, operation, work, path, entity, usuario_id, login, seal, rows, changes, same, refused, state, applied_at, undo_until)
        select gen_random_uuid(), operation, work, path, entity, usuario_id, login, seal, rows, changes, same, refused,
          case when n <= 45 then 'applied' when n = 46 then 'planned' else 'applying' end, now() - interval '200 days', null
        from fichario.batch, generate_series(1, 47) n where number = ${done.number};
      insert into fichario.batch_part (batch_id, part, items, skipped, refusals)
        select id, part, '[]', '[]', '[]' from fichario.batch, generate_series(0, 6) part where applied_at < now() - interval '199 days'`);
    await sweepApplied(database);
    const { rows } = await database.query({
      text: `select state, count(*)::integer as parts from fichario.batch b join fichario.batch_part p on p.batch_id = b.id
        where b.applied_at < now() - interval '199 days' group by state order by state`,
      values: [],
    });
    expect(rows).toEqual([
      { state: 'applying', parts: 7 },
      { state: 'planned', parts: 7 },
    ]);
    expect(await kept(done)).toMatchObject({ parts: 1 });
  });

  test('what is undone and redone has its time anew, with all that it undoes', async () => {
    const first = await change('Cinco');
    await pass('60 days');
    const back = await applied((await undo(first)).json());
    await pass('60 days');
    const again = await applied((await undo(back)).json());
    const untils = await Promise.all([first, back, again].map(async (one) => (await read(one)).undoUntil));
    expect(new Set(untils).size).toBe(1);
    await pass('60 days');
    await sweepApplied(database);
    await applied((await undo(first)).json());
    const { rows } = await database.query({ text: 'select nome from banco order by codigo', values: [] });
    expect(rows).toEqual([{ nome: 'Banco 1' }, { nome: 'Banco 2' }, { nome: 'Banco 3' }]);
  });
});
