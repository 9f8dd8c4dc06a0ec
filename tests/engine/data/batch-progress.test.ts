/** How far a large batch is, while it is planned and as others see it while it is applied. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import type { BatchPlan, BatchResult, BatchSummary, PlanNow } from '../../../engine/contract/batch.ts';
import { sweepBatches } from '../../../engine/data/batch/store.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';

const door = '/api/alteracoes-em-lote';
const count = 2500;

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  /** A call that is given up needs a connection of its own. */
  let address: string;
  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database);
    admin = await product.as(administrator.login, administrator.password);
    address = await product.app.listen({ port: 0, host: '127.0.0.1' });
    await database.query({
      text: `insert into banco (codigo, nome) select lpad(n::text, 4, '0'), 'Banco ' || n from generate_series(1, $1::text::integer) n`,
      values: [String(count)],
    });
  });

  const plan = async (nome: string): Promise<BatchPlan> => {
    const body = { path: '/bancos', operation: 'update', filter: 'id=gt.0', values: { nome } };
    return (await admin.call('POST', door, { body })).json();
  };
  const apply = async ({ id, seal }: BatchPlan) =>
    (await admin.call('POST', `${door}/${id}/aplicar`, { body: { seal } })).json() as BatchResult;
  const read = async ({ id }: { readonly id: string }) =>
    (await admin.call('GET', `${door}/${id}`)).json() as BatchSummary;
  const listed = async () => (await admin.call('GET', door)).json() as readonly BatchSummary[];
  /** As somebody writes it who is at the batch. */
  const going = (id: string, done: number, began: string, at: string) =>
    database.query({
      text: `insert into fichario.batch_progress (batch_id, first, done, began, at) values ($1::text::uuid, 0, $2::text::integer,
        clock_timestamp() - $3::text::interval, clock_timestamp() - $4::text::interval)`,
      values: [id, String(done), began, at],
    });

  test('is told, with rate and what is left, by the batch and in the list, until it ends', async () => {
    const planned = await plan('Um');
    expect(await listed()).toEqual([]);
    await going(planned.id, 1000, '10 seconds', '0 seconds');
    const told = await read(planned);
    expect(told).toMatchObject({ state: 'applying', progress: { done: 1000, total: count } });
    expect(told.progress?.rate).toBeCloseTo(100, -1);
    expect(told.progress?.remaining).toBeCloseTo(15, -1);
    expect((await listed()).map(({ id, state }) => [id, state])).toEqual([[planned.id, 'applying']]);
    expect(await apply(planned)).toMatchObject({ state: 'applied', written: count, progress: null });
    expect((await listed()).map(({ id, progress }) => [id, progress])).toEqual([[planned.id, null]]);
    const { rows } = await database.query({ text: 'select * from fichario.batch_progress', values: [] });
    expect(rows).toEqual([]);
  });

  test('is not told of one that is but planned, nor where nobody has been at it for a while', async () => {
    const planned = await plan('Dois');
    expect(await read(planned)).toMatchObject({ state: 'planned', progress: null });
    await going(planned.id, 1000, '2 minutes', '31 seconds');
    expect(await read(planned)).toMatchObject({ state: 'planned', progress: null });
    expect((await listed()).map(({ id }) => id)).not.toContain(planned.id);
    await database.query({ text: `update fichario.batch_progress set at = now() - interval '25 hours'`, values: [] });
    await sweepBatches(database);
    const { rows } = await database.query({ text: 'select * from fichario.batch_progress', values: [] });
    expect(rows).toEqual([]);
  });

  test('is seen from outside while it goes on', async () => {
    const planned = await plan('Três');
    const ended = apply(planned);
    let seen: BatchSummary | undefined;
    let over = false;
    void ended.then(() => {
      over = true;
    });
    while (!over && seen === undefined) {
      const told = await read(planned);
      if (told.progress !== null) seen = told;
    }
    expect(seen).toMatchObject({ state: 'applying', progress: { total: count } });
    expect(await ended).toMatchObject({ written: count });
  });

  const wanted = (nome: string) => ({ path: '/bancos', operation: 'update', filter: 'id=gt.0', values: { nome } });
  const planning = async (key: string, who = admin) =>
    (await who.call('GET', `${door}/previas/${key}`)).json() as PlanNow;
  const left = async (): Promise<readonly number[]> => {
    const { rows } = await database.query<{ n: number }>({
      text: `select count(*)::integer as n from fichario.batch union all select count(*)::integer from fichario.batch_part
        union all select count(*)::integer from fichario.batch_progress`,
      values: [],
    });
    return rows.map(({ n }) => n);
  };

  test('is told of a plan to who has it made, with rate and what is left, until it is made', async () => {
    const key = randomUUID();
    const made = admin.call('POST', `${door}?previa=${key}`, { body: wanted('Quatro') });
    let seen: PlanNow = { progress: null };
    let over = false;
    void made.then(() => {
      over = true;
    });
    while (!over && seen.progress === null) seen = await planning(key);
    expect(seen.progress).toMatchObject({ total: count });
    const planned = (await made).json() as BatchPlan;
    expect(planned).toMatchObject({ state: 'planned', changes: count, progress: null });
    expect(await planning(key)).toEqual({ progress: null });

    await apply(planned);
    const back = admin.call('POST', `${door}/${planned.id}/desfazer?previa=${key}`);
    over = false;
    void back.then(() => {
      over = true;
    });
    seen = { progress: null };
    while (!over && seen.progress === null) seen = await planning(key);
    expect(seen.progress).toMatchObject({ total: count });
    expect((await back).json()).toMatchObject({ changes: count });
  });

  test("of a plan is nobody else's, and needs more records than are planned in a moment", async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const userId = async (login: string): Promise<string> => {
      const { rows } = await database.query<{ id: string }>({
        text: 'select id::text as id from usuario where login = $1::text',
        values: [login],
      });
      return rows[0]?.id ?? '';
    };
    const id = await userId(administrator.login);
    for (const [key, user] of [
      [mine, id],
      [other, String(Number(id) + 1)],
    ] as const)
      await database.query({
        text: `insert into fichario.batch_progress (batch_id, first, done, total, usuario_id, began) values ($1::text::uuid, 0, 1000, 4000,
          $2::text::bigint, clock_timestamp() - interval '10 seconds')`,
        values: [key, user],
      });
    const { progress } = await planning(mine);
    expect(progress).toMatchObject({ done: 1000, total: 4000 });
    expect(progress?.rate).toBeCloseTo(100, -1);
    expect(progress?.remaining).toBeCloseTo(30, -1);
    expect(await planning(other)).toEqual({ progress: null });
    // A plan followed by a key that somebody else has leaves that one as it is.
    await admin.call('POST', `${door}?previa=${other}`, { body: wanted('Cinco') });
    const { rows } = await database.query({
      text: 'select done, total from fichario.batch_progress where batch_id = $1::text::uuid',
      values: [other],
    });
    expect(rows).toEqual([{ done: 1000, total: 4000 }]);
    await database.query({ text: 'delete from fichario.batch_progress', values: [] });
    const few = { ...wanted('Seis'), filter: 'codigo=lte.1999' };
    expect((await admin.call('POST', `${door}?previa=${mine}`, { body: few })).statusCode).toBe(201);
    expect(await planning(mine)).toEqual({ progress: null });
    expect((await admin.call('POST', `${door}?previa=1`, { body: few })).statusCode).toBe(400);
  });

  test('of a plan, or of what takes a batch back, ends with the call that is given up, and nothing of it is kept', async () => {
    const applied = await plan('Sete');
    await apply(applied);
    const before = await left();
    for (const [path, body] of [
      [door, wanted('Oito')],
      [`${door}/${applied.id}/desfazer`, undefined],
    ] as const) {
      const key = randomUUID();
      const sent = request(`${address}${path}?previa=${key}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      const ended = new Promise<string>((resolve) => {
        sent.on('response', () => resolve('answered'));
        sent.on('error', () => resolve('given up'));
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
      let seen: PlanNow = { progress: null };
      while (seen.progress === null) seen = await planning(key);
      sent.destroy();
      expect(await ended).toBe('given up');
      await expect.poll(left, { timeout: 20_000 }).toEqual(before);
      // As long as it would have taken to keep it.
      const { id } = await plan('Nove');
      await database.query({ text: 'delete from fichario.batch where id = $1::text::uuid', values: [id] });
      expect(await left()).toEqual(before);
    }
  });
});
