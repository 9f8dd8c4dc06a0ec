/** Jobs that are asked for by the clock: once whatever the number of processes, with the rights of their owner by then. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { DatabaseError } from '../../../engine/data/database.ts';
import type { Repeats } from '../../../engine/jobs/job-kind.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { JobStage } from './stage.ts';
import { ana, kindOf, openStage } from './stage.ts';

const daily = { every: 'day', at: '07:00' } as const;
/** What is asked for says the day of its turn. */
const repeats: Repeats<{ readonly rota: string }> = {
  turn: async (kept, _access, day) => ({ ...kept, day }),
  place: ({ rota }) => rota,
};
const listing = { ...kindOf('lista', async () => undefined), repeats };

forEachDatabase((open) => {
  let database: Database;
  let stages: JobStage[] = [];
  const stageOf = (
    ...[kinds, more]: [Parameters<typeof openStage>[1]?, Parameters<typeof openStage>[2]?]
  ): JobStage => {
    const stage = openStage(database, kinds ?? [listing], more);
    stages.push(stage);
    return stage;
  };
  beforeEach(async () => {
    database ??= await open();
    await database.query({ text: 'truncate fichario.job, fichario.job_schedule cascade', values: [] });
  });
  afterEach(async () => {
    for (const { jobs } of stages) await jobs.close();
    stages = [];
  });

  const past = async (interval: string): Promise<void> => {
    await database.query({
      text: `update fichario.job_schedule set next_at = now() - $1::text::interval`,
      values: [interval],
    });
  };
  const asked = async () =>
    (
      await database.query<{ kind: string; title: string; login: string; input: string }>({
        text: 'select kind, title, login, input from fichario.job order by created_at',
        values: [],
      })
    ).rows;
  const add = ({ jobs }: JobStage, more: { readonly name?: string } = {}) =>
    jobs.schedules.add({ kind: 'lista', input: { rota: '/bancos' }, rhythm: daily, ...more }, ana);

  test('what is due is asked for once, also for the turns that nobody was there for, and is due again later', async () => {
    const [one, other] = [stageOf(), stageOf()];
    await Promise.all([one.jobs.ready, other.jobs.ready]);
    const added = await add(one);
    expect(added).toEqual({
      id: expect.any(String),
      kind: 'lista',
      title: 'Trabalho lista',
      place: '/bancos',
      rhythm: daily,
      nextAt: expect.stringMatching(/T10:00:00\.000Z$/),
      lastAt: null,
      problem: null,
    });
    await Promise.all([one.jobs.schedules.turn(), other.jobs.schedules.turn()]);
    expect(await asked()).toEqual([]);
    await past('3 days');
    await Promise.all([one.jobs.schedules.turn(), other.jobs.schedules.turn(), one.jobs.schedules.turn()]);
    const day = dayInZone('America/Sao_Paulo');
    expect(await asked()).toEqual([
      { kind: 'lista', title: 'Trabalho lista', login: 'ana', input: `{"day": "${day}", "rota": "/bancos"}` },
    ]);
    expect(await one.jobs.schedules.list(7)).toEqual([{ ...added, lastAt: expect.any(String) }]);
  });

  test('gives its name to its jobs, and has no place where its kind is there no more', async () => {
    const stage = stageOf();
    await stage.jobs.ready;
    expect(await add(stage, { name: 'Bancos do mês' })).toMatchObject({ title: 'Bancos do mês', place: '/bancos' });
    await past('1 minute');
    await stage.jobs.schedules.turn();
    expect(await asked()).toMatchObject([{ kind: 'lista', title: 'Bancos do mês' }]);
    const later = stageOf([kindOf('outro', async () => undefined)]);
    await past('1 minute');
    await later.jobs.ready;
    await later.jobs.schedules.turn();
    expect(await later.jobs.schedules.list(7)).toMatchObject([
      { title: 'Bancos do mês', place: null, problem: 'JOB_KIND_UNKNOWN' },
    ]);
  });

  test('is looked for every minute by the queue', async () => {
    const ran = Promise.withResolvers<void>();
    const running = { ...kindOf('lista', async () => ran.resolve() as undefined), repeats };
    const stage = stageOf([running]);
    await stage.jobs.ready;
    await add(stage);
    await past('1 minute');
    const { rows } = await database.query<{ cron: string }>({
      text: `select cron from fichario_fila.schedule where name = 'trabalhos-agendados'`,
      values: [],
    });
    expect(rows).toEqual([{ cron: '* * * * *' }]);
    // As the clock would.
    await database.query({
      text: `insert into fichario_fila.job (name, policy, expire_seconds)
        select name, policy, expire_seconds from fichario_fila.queue where name = 'trabalhos-agendados'`,
      values: [],
    });
    await ran.promise;
    expect([(await asked()).length, stage.failures]).toEqual([1, []]);
  });

  test('what its owner may not have any more is not asked for, and says why until it may', async () => {
    let owner: Access | undefined = ana.access;
    let may = false;
    const title = async (): Promise<string> => {
      if (!may) throw new Refusal('ACCESS_DENIED', { action: 'list', title: 'Bancos' });
      return 'Bancos';
    };
    const stage = stageOf([{ ...listing, title }], { accessOf: async () => owner });
    await expect(add(stage)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    may = true;
    await add(stage);
    const told = async () => {
      await past('1 minute');
      await stage.jobs.schedules.turn();
      const [{ problem, nextAt } = { problem: undefined, nextAt: '' }] = await stage.jobs.schedules.list(7);
      return [problem, new Date(nextAt) > new Date(), (await asked()).length];
    };
    may = false;
    expect(await told()).toEqual(['ACCESS_DENIED', true, 0]);
    owner = undefined;
    expect(await told()).toEqual(['JOB_OWNER_CLOSED', true, 0]);
    [owner, may] = [ana.access, true];
    expect(await told()).toEqual([null, true, 1]);
    // The one that was asked for may be at work still: twenty that nobody takes are in its place.
    await database.query({ text: 'truncate fichario.job cascade', values: [] });
    for (let count = 0; count < 20; count += 1)
      await database.query({
        text: `insert into fichario.job (kind, title, usuario_id, login, origin, input, queue_id)
          values ('outro', 'Outro', 7, 'ana', 'api', '{}', gen_random_uuid())`,
        values: [],
      });
    expect(await told()).toEqual(['JOB_LIMIT', true, 20]);
  });

  test('one that fails tells why and is due again later, and those of others behind it are asked for', async () => {
    const busy = new DatabaseError('deadlock detected', { code: '40P01' });
    const wrong = new TypeError('x is not a function');
    const late = new DatabaseError('canceling statement due to statement timeout', { code: '57014' });
    let failing: Readonly<Record<string, Error>> = {};
    const title = async (input: unknown): Promise<string> => {
      const failure = failing[(input as { rota: string }).rota];
      if (failure !== undefined) throw failure;
      return 'Lista';
    };
    const stage = stageOf([{ ...listing, title }]);
    await stage.jobs.ready;
    for (const rota of ['/lenta', '/ocupada', '/errada', '/bancos'])
      await stage.jobs.schedules.add({ kind: 'lista', input: { rota }, rhythm: daily }, ana);
    failing = { '/lenta': late, '/ocupada': busy, '/errada': wrong };
    await database.query({
      text: `update fichario.job_schedule set next_at = now() - case when input::text like '%bancos%' then interval '1 minute' else interval '1 hour' end`,
      values: [],
    });
    for (let minute = 0; minute < 2; minute += 1) await stage.jobs.schedules.turn();
    const listed = await stage.jobs.schedules.list(7);
    expect(new Map(listed.map(({ place, problem }) => [place, problem]))).toEqual(
      new Map([
        ['/lenta', 'DATABASE_TIMEOUT'],
        ['/ocupada', 'DATABASE_BUSY'],
        ['/errada', 'JOB_CRASHED'],
        ['/bancos', null],
      ]),
    );
    expect(listed.filter(({ nextAt }) => new Date(nextAt) <= new Date())).toEqual([]);
    expect((await asked()).map(({ input }) => (JSON.parse(input) as { rota: string }).rota)).toEqual(['/bancos']);
    expect(new Set(stage.failures)).toEqual(new Set([late, busy, wrong]));
    expect(stage.failures).toHaveLength(3);
    failing = {};
    await past('1 minute');
    await stage.jobs.schedules.turn();
    expect((await stage.jobs.schedules.list(7)).map(({ problem }) => problem)).toEqual([null, null, null, null]);
    expect((await asked()).length).toBe(5);
  });

  test('one that cannot be moved on is told of and stays due, and those behind it are asked for', async () => {
    const stage = stageOf();
    await stage.jobs.ready;
    await add(stage);
    await stage.jobs.schedules.add({ kind: 'lista', input: { rota: '/lenta' }, rhythm: daily }, ana);
    await database.query({
      text: `update fichario.job_schedule set
        next_at = now() - case when input::text like '%bancos%' then interval '1 minute' else interval '1 hour' end,
        rhythm = case when input::text like '%bancos%' then rhythm else '{"every": "never"}' end`,
      values: [],
    });
    await stage.jobs.schedules.turn();
    expect((await asked()).map(({ input }) => (JSON.parse(input) as { rota: string }).rota)).toEqual(['/bancos']);
    expect(stage.failures).toEqual([expect.any(Error)]);
  });

  test('only what may repeat is taken, so many a person, and each removes the own ones', async () => {
    const stage = stageOf([listing, kindOf('outro', async () => undefined)]);
    const refused = (kind: string, input: unknown) =>
      expect(stage.jobs.schedules.add({ kind, input, rhythm: daily }, ana)).rejects;
    await refused('outro', {}).toMatchObject({ code: 'SCHEDULE_KIND' });
    await refused('nenhum', {}).toMatchObject({ code: 'JOB_KIND_UNKNOWN' });
    await refused('lista', 'texto').toMatchObject({ code: 'REQUEST_BODY_INVALID' });
    const all = await Promise.allSettled(Array.from({ length: 22 }, () => add(stage)));
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBe(20);
    const [first] = await stage.jobs.schedules.list(7);
    const missing = { code: 'SCHEDULE_MISSING' };
    await expect(stage.jobs.schedules.remove(8, first?.id ?? '')).rejects.toMatchObject(missing);
    await expect(stage.jobs.schedules.remove(7, 'um')).rejects.toMatchObject(missing);
    await stage.jobs.schedules.remove(7, first?.id ?? '');
    await expect(stage.jobs.schedules.remove(7, first?.id ?? '')).rejects.toMatchObject(missing);
    expect([(await stage.jobs.schedules.list(7)).length, await stage.jobs.schedules.list(8)]).toEqual([19, []]);
  });
});
