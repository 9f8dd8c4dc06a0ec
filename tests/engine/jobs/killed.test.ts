import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../engine/data/open-database.ts';
import type { JobContext } from '../../../engine/jobs/job-kind.ts';
import { createPostgresDatabase } from '../../support/databases.ts';
import { makeMemoryFolder } from '../../support/memory-folder.ts';
import { ana, kindOf, openStage } from './stage.ts';

const script = join(import.meta.dirname, '../../support/job-worker.ts');
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The process, and the lines that it says, until one fits. */
const start = (...words: readonly string[]) => {
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said: string[] = [];
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  ends.push(() => end('SIGKILL'));
  return {
    said,
    end,
    until: async (fits: RegExp): Promise<string> => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`it ended without ${fits}: ${said.join(' | ')}`);
        said.push(value);
        if (fits.test(value)) return value;
      }
    },
  };
};

const portions = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `portion ${from + at}`);

/** What a second process does after the first was killed in the middle; and what is there then. */
const killHalfWay = async (place: string, options: Parameters<typeof openDatabase>[0]) => {
  const first = start(place, '4');
  const asked = await first.until(/^asked /);
  const id = asked.replace('asked ', '');
  if (!first.said.includes('portion 4')) await first.until(/^portion 4$/);
  await first.end('SIGKILL');
  const began = performance.now();
  const second = start(place);
  await second.until(new RegExp(`^done ${id}$`));
  const took = performance.now() - began;
  await second.end('SIGTERM');
  const database = await openDatabase(options);
  const { jobs } = openStage(database, []);
  await jobs.ready;
  try {
    const job = (await jobs.read(id))?.job;
    const file = await text(Readable.from(jobs.content(id, job?.file?.size ?? 0)));
    return { second: second.said.filter((line) => line.startsWith('portion')), job, file, took };
  } finally {
    await database.close();
  }
};

const whole = Array.from({ length: 10 }, (_, at) => `${at}\n`).join('');

describe('a process that is killed while it runs a job', () => {
  it('on postgres: another one goes on from the checkpoint, once it has not been heard of', {
    timeout: 90_000,
  }, async () => {
    const { url, drop } = await createPostgresDatabase();
    ends.push(drop);
    const { second, job, file, took } = await killHalfWay(url, { url, folder: '' });
    expect(second).toEqual(portions(5, 10));
    expect(job).toMatchObject({ state: 'done', attempts: 2, done: 10, total: 10, problem: null });
    expect(file).toBe(whole);
    // 10 seconds unheard of, 1 for the look, up to 2 for the pause, 1 for the next look.
    expect(took).toBeLessThan(30_000);
  });

  it('on pglite: the next start goes on at once', { timeout: 60_000 }, async () => {
    const folder = makeMemoryFolder();
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const blank = await openDatabase({ folder });
    const { baseSchema } = await import('../../../engine/data/ddl/base-schema.ts');
    await blank.execute(baseSchema);
    await blank.close();
    const { second, job, file, took } = await killHalfWay(folder, { folder });
    expect(second).toEqual(portions(5, 10));
    expect(job).toMatchObject({ state: 'done', attempts: 2, done: 10, problem: null });
    expect(file).toBe(whole);
    // Sooner than anything could have been found unheard of.
    expect(took).toBeLessThan(9_000);
  });
});

it('is cancelled from another process than the one that runs it', { timeout: 30_000 }, async () => {
  const { url, drop } = await createPostgresDatabase();
  ends.push(drop);
  const aborted = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<string>();
  const process = async (name: string) => {
    const database = await openDatabase({ url, folder: '', poolSize: 3 });
    ends.push(() => database.close());
    const stage = openStage(database, [
      kindOf('esperar', async (_input: object, { signal }: JobContext<undefined>) => {
        begun.resolve(name);
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }).catch((error: Error) => {
          aborted.resolve(`${name}: ${error.constructor.name}`);
          throw error;
        });
        return undefined;
      }),
    ]);
    await stage.jobs.ready;
    return stage;
  };
  const [one, two] = [await process('one'), await process('two')];
  const { id } = await one.jobs.ask('esperar', {}, ana);
  const runs = await begun.promise;
  await (runs === 'one' ? two : one).jobs.cancel(id);
  expect(await aborted.promise).toBe(`${runs}: LostRun`);
  expect(one.failures).toEqual([]);
  expect(two.failures).toEqual([]);
});

it('runs in none of the processes that leave jobs to others, which ask for them, see and cancel them', {
  timeout: 30_000,
}, async () => {
  const { url, drop } = await createPostgresDatabase();
  ends.push(drop);
  const runs: string[] = [];
  const process = async (name: string, does: boolean) => {
    const database = await openDatabase({ url, folder: '', poolSize: 3 });
    ends.push(() => database.close());
    const kind = kindOf('dizer', async () => void runs.push(name));
    const stage = openStage(database, [kind], { runs: does });
    await stage.jobs.ready;
    return stage;
  };
  const asks = await process('asks', false);
  const [first, unwanted] = [await asks.jobs.ask('dizer', {}, ana), await asks.jobs.ask('dizer', {}, ana)];
  expect((await asks.jobs.cancel(unwanted.id)).state).toBe('cancelled');
  const works = await process('works', true);
  const later = await asks.jobs.ask('dizer', {}, ana);
  for (const { id } of [first, later]) expect((await asks.until(id, 'done', 'failed')).state).toBe('done');
  expect(runs).toEqual(['works', 'works']);
  expect([asks.failures, works.failures]).toEqual([[], []]);
});
