/** Lists of other days: what their address says of periods is of the day of each turn. */
import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../../../engine/api/authenticate.ts';
import type { Job } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import type { JobSchedule } from '../../../engine/contract/job-schedule.ts';
import { schedulesPath } from '../../../engine/contract/job-schedule.ts';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import type { Database } from '../../../engine/data/database.ts';
import { listOfDay } from '../../../src/exports/open-list.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { startTestProduct } from '../../support/product.ts';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let clerk: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
    clerk = await product.enter('carla', ['feriado:list']);
    await database.query({ text: 'delete from feriado', values: [] });
    await database.query({
      text: `insert into feriado (data, descricao, abrangencia)
        select day, day::text, 'NACIONAL' from (select (now() at time zone 'America/Sao_Paulo')::date + n as day from generate_series(-3, 3) n) of_days`,
      values: [],
    });
  });

  describe('the list of a day', () => {
    const ofDay = async (search: string, path = '/feriados') => {
      const grants = await product.runtime.sessions.grantsOf('carla');
      if (grants === undefined) throw new Error('nobody is carla');
      const kept = { path, search, columns: ['descricao'] };
      const asked = await listOfDay(product.runtime, accessOf(grants), kept, '2024-03-01');
      return { ...asked, search: decodeURIComponent(asked.search) };
    };

    it.each([
      ['data=gte.@month-1&data=lte.@month-1.end', 'data=gte.2024-02-01&data=lte.2024-02-29'],
      [
        'criado_em=gte.@today&criado_em=lte.@today',
        'criado_em=gte.2024-03-01T00:00:00-03:00&criado_em=lt.2024-03-02T00:00:00-03:00',
      ],
      [
        'descricao=has.a&order=data.desc,descricao.asc&limit=50&_view=3&q=b',
        'q=b&descricao=has.a&order=data.desc,descricao.asc',
      ],
      ['cidade.nome=has.belo', 'and=(cidade.nome.has.belo)'],
      ['', ''],
    ])('asked for by %s is %s', async (kept, search) => {
      expect(await ofDay(kept)).toEqual({ path: '/feriados', search, columns: ['descricao'] });
    });

    it.each([
      ['as_of=2026-01-01', { code: 'REQUEST_PARAMETER_UNSUPPORTED', params: { parameter: 'as_of' } }],
      ['or=(descricao.eq.a,descricao.eq.b)', { code: 'REQUEST_PARAMETER_UNSUPPORTED', params: { parameter: 'or' } }],
      ['descricao=a', { code: 'REQUEST_PARAMETER_UNSUPPORTED', params: { parameter: 'descricao' } }],
    ])('of %s, which no address says, is refused', async (search, refusal) => {
      await expect(ofDay(search)).rejects.toMatchObject(refusal);
    });

    it('is of nobody who may not have it', async () => {
      await expect(ofDay('', '/grupos')).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
      await expect(ofDay('', '/nao-ha')).rejects.toMatchObject({ code: 'ROUTE_UNKNOWN' });
    });
  });

  it('is written in its turn, under its name, with the rows of that day', async () => {
    const input = {
      path: '/feriados',
      search: 'data=gte.@today-1&data=lte.@today&order=data.asc',
      columns: ['descricao'],
    };
    const body = {
      kind: 'exportar-csv',
      input,
      rhythm: { every: 'day', at: '07:00' },
      name: 'Feriados de ontem e hoje',
    };
    const answer = await clerk.call('POST', `/api${schedulesPath}`, { body });
    expect([answer.statusCode, answer.json() as JobSchedule]).toMatchObject([
      201,
      { title: 'Feriados de ontem e hoje', place: `/feriados?${input.search}` },
    ]);
    await database.query({ text: `update fichario.job_schedule set next_at = now() - interval '1 hour'`, values: [] });
    await product.runtime.jobs.schedules.turn();
    const own = async (): Promise<readonly Job[]> => (await clerk.call('GET', '/api/trabalhos')).json() as Job[];
    while ((await own()).some(({ state }) => !isOver(state))) await clerk.call('GET', '/api/trabalhos/agora?wait=1');
    const [job] = await own();
    expect(job).toMatchObject({ title: 'Feriados de ontem e hoje', state: 'done', done: 2 });
    const at = new Date(job?.createdAt ?? '');
    const days = [-24, 0].map((hours) =>
      dayInZone(product.runtime.timeZone, new Date(at.getTime() + hours * 3_600_000)),
    );
    const file = await clerk.call('GET', `/api/trabalhos/${job?.id}/arquivo`);
    expect(file.body).toBe(`\uFEFFDescrição\r\n${days.join('\r\n')}\r\n`);
    for (const name of ['', '   ', 'a'.repeat(121)])
      expect((await clerk.call('POST', `/api${schedulesPath}`, { body: { ...body, name } })).statusCode).toBe(400);
  });
});
