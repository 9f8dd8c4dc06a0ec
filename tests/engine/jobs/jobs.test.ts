import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import type { JobContext } from '../../../engine/jobs/job-kind.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { JobStage } from './stage.ts';
import { ana, kindOf, openStage } from './stage.ts';

/** Somebody else, whose many jobs are gone before the next test. */
const rui = { ...ana, access: { ...ana.access, userId: 8 } };

type Count = JobContext<{ readonly next: number }>;

const bytesOf = (stage: JobStage, id: string, size: number): Promise<string> =>
  text(Readable.from(stage.jobs.content(id, size)));

forEachDatabase((open) => {
  let database: Database;
  let stage: JobStage;
  let mayRun: () => Promise<Access | undefined> = async () => ana.access;
  const begun = new Map<string, PromiseWithResolvers<void>>();
  const failing = { left: 0 };
  const attempts: (readonly [number, number | undefined])[] = [];

  /** Writes the numbers up to `to`, ten a portion; `failAt` throws there while `failing.left`. */
  const counts = kindOf('contar', async (input: { to: number; failAt?: number }, context: Count) => {
    attempts.push([context.attempt, context.state?.next]);
    context.progress(context.state?.next ?? 0, input.to);
    for (let next = context.state?.next ?? 0; next < input.to; next += 10) {
      if (next === input.failAt && failing.left > 0) {
        failing.left -= 1;
        throw new Error('the disk is full');
      }
      const portion = Array.from({ length: 10 }, (_, at) => `${next + at}\n`).join('');
      context.progress(next + 10);
      await context.save({ next: next + 10 }, Buffer.from(portion));
    }
    context.log('Pronto.');
    return { name: 'contagem.txt', type: 'text/plain' };
  });
  const waits = kindOf('esperar', async (_input: object, context: Count) => {
    begun.get(context.id)?.resolve();
    await new Promise<void>((_resolve, reject) => {
      if (context.signal.aborted) reject(context.signal.reason);
      context.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true });
    });
    return undefined;
  });
  const refuses = kindOf('recusar', async () => {
    throw new Refusal('ACCESS_DENIED', { action: 'list', title: 'Bancos' });
  });
  beforeEach(() => database.execute('delete from fichario.turn; delete from fichario.job where usuario_id = 8'));

  const begin = async (): Promise<string> => {
    const { id } = await stage.jobs.ask('esperar', {}, ana);
    const waiting = Promise.withResolvers<void>();
    begun.set(id, waiting);
    if ((await stage.jobs.read(id))?.job.state !== 'running') await waiting.promise;
    return id;
  };

  beforeAll(async () => {
    database = await open();
    stage = openStage(database, [counts, waits, refuses], { accessOf: () => mayRun() });
    await stage.jobs.ready;
  });

  it('runs a job to its end, with its file, its progress and its log', async () => {
    const { id } = await stage.jobs.ask('contar', { to: 30 }, ana);
    const job = await stage.until(id, 'done');
    const file = Array.from({ length: 30 }, (_, at) => `${at}\n`).join('');
    expect(job).toMatchObject({
      kind: 'contar',
      title: 'Trabalho contar',
      owner: 'ana',
      state: 'done',
      done: 30,
      total: 30,
      attempts: 1,
      problem: null,
      file: { name: 'contagem.txt', size: file.length, gone: false },
    });
    expect((await stage.jobs.read(id))?.job.log.map((line) => line.text)).toEqual(['Pronto.']);
    expect(await bytesOf(stage, id, file.length)).toBe(file);
    expect(Date.parse(job.file?.expiresAt ?? '') - Date.parse(job.finishedAt ?? '')).toBe(7 * 86_400_000);
  });

  it('is delivered at once, not with the next look', async () => {
    const began = performance.now();
    const asked = Array.from({ length: 12 }, () => stage.jobs.ask('contar', { to: 10 }, ana));
    for (const { id } of await Promise.all(asked)) await stage.until(id, 'done');
    // With a look for each, two at a time, it would take six seconds.
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('tries again from the checkpoint after a throw, and writes nothing twice', async () => {
    failing.left = 2;
    attempts.length = 0;
    const { id } = await stage.jobs.ask('contar', { to: 40, failAt: 20 }, ana);
    const job = await stage.until(id, 'done');
    expect(attempts).toEqual([
      [1, undefined],
      [2, 20],
      [3, 20],
    ]);
    expect(job).toMatchObject({ attempts: 3, done: 40, problem: null });
    expect(await bytesOf(stage, id, job.file?.size ?? 0)).toBe(
      Array.from({ length: 40 }, (_, at) => `${at}\n`).join(''),
    );
    expect(stage.failures.map((one) => (one as Error).message)).toContain('the disk is full');
  });

  it('fails when the tries run out, and goes on from there when it is asked again', async () => {
    failing.left = 3;
    const { id } = await stage.jobs.ask('contar', { to: 40, failAt: 30 }, ana);
    const failed = await stage.until(id, 'failed');
    expect(failed).toMatchObject({ attempts: 3, problem: 'JOB_CRASHED', done: 30, file: null });
    attempts.length = 0;
    // It may be over again when it is told of.
    expect(await stage.jobs.again(id)).toMatchObject({ problem: null });
    const job = await stage.until(id, 'done');
    expect(attempts).toEqual([[1, 30]]);
    expect(await bytesOf(stage, id, job.file?.size ?? 0)).toBe(
      Array.from({ length: 40 }, (_, at) => `${at}\n`).join(''),
    );
    await expect(stage.jobs.again(id)).rejects.toMatchObject({ code: 'JOB_NOT_OVER' });
  });

  it('does not try again what was refused', async () => {
    const { id } = await stage.jobs.ask('recusar', {}, ana);
    expect(await stage.until(id, 'failed')).toMatchObject({ attempts: 1, problem: 'ACCESS_DENIED' });
  });

  it('refuses to run for who may not come in any more', async () => {
    mayRun = async () => undefined;
    try {
      const { id } = await stage.jobs.ask('contar', { to: 10 }, ana);
      expect(await stage.until(id, 'failed')).toMatchObject({ problem: 'JOB_OWNER_CLOSED', done: 0 });
    } finally {
      mayRun = async () => ana.access;
    }
  });

  it('reaches a handler that runs when it is cancelled, once', async () => {
    const id = await begin();
    expect(await stage.jobs.cancel(id)).toMatchObject({ state: 'cancelled', problem: null });
    await expect(stage.jobs.cancel(id)).rejects.toMatchObject({ code: 'JOB_OVER' });
    // Its place is free again: nothing else would run beside two that wait for ever.
    const { id: next } = await stage.jobs.ask('contar', { to: 10 }, ana);
    await stage.until(next, 'done');
    expect((await stage.jobs.read(id))?.job.state).toBe('cancelled');
  });

  it('refuses a kind that nobody knows, a job that is not there, and too many', async () => {
    await expect(stage.jobs.ask('dormir', {}, ana)).rejects.toMatchObject({ code: 'JOB_KIND_UNKNOWN' });
    await expect(stage.jobs.ask('contar', 'a', ana)).rejects.toMatchObject({ code: 'REQUEST_BODY_INVALID' });
    for (const id of ['x', "'; drop table fichario.job; --", '00000000-0000-0000-0000-000000000000']) {
      expect(await stage.jobs.read(id)).toBeUndefined();
      await expect(stage.jobs.cancel(id)).rejects.toMatchObject({ code: 'JOB_MISSING' });
      await expect(stage.jobs.again(id)).rejects.toMatchObject({ code: 'JOB_MISSING' });
    }
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) ids.push((await stage.jobs.ask('esperar', {}, ana)).id);
    await expect(stage.jobs.ask('esperar', {}, ana)).rejects.toMatchObject({
      code: 'JOB_LIMIT',
      params: { maximum: 20 },
    });
    // Nor by what was cancelled and is asked for again.
    const [first = '', second = ''] = ids;
    await stage.jobs.cancel(first);
    await stage.jobs.cancel(second);
    await stage.jobs.again(first);
    ids.push((await stage.jobs.ask('esperar', {}, ana)).id);
    await expect(stage.jobs.again(second)).rejects.toMatchObject({ code: 'JOB_LIMIT' });
    expect((await stage.jobs.read(second))?.job.state).toBe('cancelled');
    for (const id of ids) if (id !== second) await stage.jobs.cancel(id);
  });

  it('takes as many as one person may have, also of those that are asked for at once', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 24 }, () => stage.jobs.ask('esperar', {}, rui)));
    const begunIds = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    const reasons = asked.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refusal).code] : []));
    expect([begunIds.length, reasons]).toEqual([20, Array(4).fill('JOB_LIMIT')]);
    for (const id of begunIds) await stage.jobs.cancel(id);
  });

  it('lets one person begin only so many in a minute, whatever became of them', async () => {
    const { id } = await stage.jobs.ask('esperar', {}, rui);
    await stage.jobs.cancel(id);
    const turns = (set: string) =>
      database.query({ text: `update fichario.turn set ${set} where key = 'job:8'`, values: [] });
    await turns('turns = 120, began = now()');
    const refused = { code: 'REQUEST_TOO_MANY', params: { seconds: expect.any(Number) } };
    await expect(stage.jobs.ask('esperar', {}, rui)).rejects.toMatchObject(refused);
    await expect(stage.jobs.again(id)).rejects.toMatchObject(refused);
    await turns("began = now() - interval '61 seconds'");
    await stage.jobs.again(id);
    await stage.jobs.cancel(id);
  });

  it('says why it waits, where nobody was there for minutes to run it', async () => {
    const asking = openStage(database, [waits], { runs: false });
    await asking.jobs.ready;
    await stage.jobs.close();
    const { id } = await asking.jobs.ask('esperar', {}, ana);
    const problems = async (): Promise<readonly unknown[]> => {
      const listed = (await asking.jobs.list({ limit: 100 })).map(({ job }) => job);
      const all = [...listed, ...(await asking.jobs.now(7))];
      return [(await asking.jobs.read(id))?.job, ...all].filter((job) => job?.id === id).map((job) => job?.problem);
    };
    const age = (minutes: number, what: string) =>
      database.execute(
        what === 'job'
          ? `update fichario.job set created_at = now() - interval '${minutes} minutes' where id = '${id}'`
          : `update fichario.state set value = (now() - interval '${minutes} minutes')::text where key = 'jobs.attended'`,
      );
    expect(await problems()).toEqual([null, null, null]);
    // A minute may have begun while the jobs above ran, and whoever ran them said so.
    await age(4, 'state');
    await age(4, 'job');
    expect(await problems()).toEqual(['JOB_UNATTENDED', 'JOB_UNATTENDED', 'JOB_UNATTENDED']);
    // As each minute where somebody runs jobs.
    await asking.jobs.schedules.turn();
    expect(await problems()).toEqual([null, null, null]);
    await age(4, 'state');
    expect(await problems()).toEqual(['JOB_UNATTENDED', 'JOB_UNATTENDED', 'JOB_UNATTENDED']);
    stage = openStage(database, [counts, waits, refuses]);
    await stage.jobs.ready;
    await stage.until(id, 'running');
    expect(await problems()).toEqual([null, null, null]);
    await stage.jobs.cancel(id);
    expect(await problems()).toEqual([null, null, null]);
    await asking.jobs.close();
  });

  it('puts back what it runs when it stops, without a try being spent', async () => {
    const id = await begin();
    await stage.jobs.close();
    expect((await stage.jobs.read(id))?.job).toMatchObject({ state: 'queued', problem: null });
    stage = openStage(database, [counts, waits, refuses]);
    await stage.jobs.ready;
    await stage.until(id, 'running');
    await stage.jobs.cancel(id);
  });

  describe('a list', () => {
    it('tells the newest first, by state and kind, page by page', async () => {
      const all = await stage.jobs.list({ limit: 100 });
      const times = all.map(({ job }) => job.createdAt);
      expect(times).toEqual([...times].sort().reverse());
      const first = await stage.jobs.list({ limit: 3 });
      const rest = await stage.jobs.list({ limit: 100, before: first[2]?.job.id });
      expect([...first, ...rest]).toEqual(all);
      const cancelled = await stage.jobs.list({ limit: 100, state: 'cancelled', kind: 'esperar', userId: 7 });
      expect(cancelled).toEqual(all.filter(({ job }) => job.state === 'cancelled' && job.kind === 'esperar'));
      expect(new Set(cancelled.map(({ userId }) => userId))).toEqual(new Set([7]));
      expect(await stage.jobs.list({ limit: 100, userId: 8 })).toEqual([]);
    });
  });
});
