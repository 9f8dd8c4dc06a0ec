/** What is due every day is given to one process at a time, and comes again where it failed. */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { openStage } from './stage.ts';

forEachDatabase((open) => {
  let database: Database;
  /** As the clock would, four times an hour. */
  const due = () =>
    database.query({
      text: `insert into fichario_fila.job (name, policy, expire_seconds, heartbeat_seconds)
        select name, policy, expire_seconds, heartbeat_seconds from fichario_fila.queue where name = 'trabalhos-do-dia'`,
      values: [],
    });
  const scheduled = async () =>
    (
      await database.query<{ name: string; cron: string }>({
        text: `select name, cron from fichario_fila.schedule where name = 'trabalhos-do-dia'`,
        values: [],
      })
    ).rows;

  beforeAll(async () => {
    database = await open();
  });

  test('runs in one of the processes at a time, and what fails is told of and comes again', async () => {
    const runs: string[] = [];
    let going = 0;
    let most = 0;
    const third = Promise.withResolvers<void>();
    const daily = (process: string) => async (signal: AbortSignal) => {
      going += 1;
      most = Math.max(most, going);
      expect(signal.aborted).toBe(false);
      // A while, by the database: others have their look meanwhile.
      await database.query({ text: 'select 1', values: [] });
      runs.push(process);
      going -= 1;
      if (runs.length === 1) throw new Error('the disk is full');
      if (runs.length === 3) third.resolve();
    };
    const [one, other] = ['a', 'b'].map((name) => openStage(database, [], { daily: daily(name) }));
    await Promise.all([one?.jobs.ready, other?.jobs.ready]);
    expect(await scheduled()).toEqual([{ name: 'trabalhos-do-dia', cron: '11,26,41,56 * * * *' }]);
    for (const _ of [1, 2, 3]) await due();
    await third.promise;
    expect(most).toBe(1);
    expect([...(one?.failures ?? []), ...(other?.failures ?? [])].map(String)).toEqual(['Error: the disk is full']);
    await Promise.all([one?.jobs.close(), other?.jobs.close()]);
  });
});
