/**
 * A process that runs jobs, to be killed. In: by argument, the URL of a server or the folder of PGlite, and whether it stops
 * half-way. Out: a line of standard output for each portion that is kept, `fim <id>` for each end. SIGTERM ends it in order.
 */
import { openDatabase } from '../../engine/data/open-database.ts';
import { openJobs } from '../../engine/jobs/open-jobs.ts';
import { ana, kindOf, quickTimes } from '../engine/jobs/stage.ts';

const [, , place = '', half] = process.argv;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const database = await openDatabase(place.startsWith('postgres') ? { url: place, folder: '' } : { folder: place });
const jobs = openJobs({
  database,
  timeZone: 'America/Sao_Paulo',
  kinds: [
    kindOf('portar', async ({ to }: { to: number }, context) => {
      for (let next: number = context.state?.next ?? 0; next < to; next += 1) {
        context.progress(next + 1, to);
        await context.save({ next: next + 1 }, Buffer.from(`${next}\n`));
        say(`portion ${next}`);
        if (half !== undefined && next === Number(half)) await new Promise(() => undefined);
      }
      return { name: 'portado.txt', type: 'text/plain' };
    }),
  ],
  accessOf: async () => ana.access,
  tell: ({ code }) => code,
  fail: (error) => say(String(error)),
  times: quickTimes,
});
await jobs.ready;
if (half !== undefined) say(`asked ${(await jobs.ask('portar', { to: 10 }, ana)).id}`);
else {
  const ended = new AbortController();
  const tell = async (): Promise<void> => {
    for (const { id, state } of await jobs.now(ana.access.userId)) if (state === 'done') say(`done ${id}`);
  };
  jobs.wake(ana.access.userId, ended.signal, () => void tell());
  say('ready');
}
process.once('SIGTERM', () => void jobs.close().then(() => database.close()));
