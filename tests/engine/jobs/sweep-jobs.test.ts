import { describe, expect, it } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { sweepJobs } from '../../../engine/jobs/sweep-jobs.ts';
import { forEachDatabase } from '../../support/databases.ts';

/** A job with `chunks` chunks that ended `ended` ago, whose file expires in `expires`. */
const put = async (
  database: Database,
  title: string,
  state: string,
  ended: string | null,
  expires: string | null,
): Promise<void> => {
  await database.query({
    text: `with made as (insert into fichario.job (kind, title, usuario_id, login, origin, input, queue_id, state, finished_at,
          file_name, file_expires_at, chunks, file_size, checkpoint)
        values ('x', $1::text, 7, 'ana', 'api', '{}', gen_random_uuid(), $2::text, now() - $3::text::interval,
          case when $4::text is not null then 'a.csv' end, now() + $4::text::interval, 30, 30, '{}') returning id)
      insert into fichario.job_chunk select id, n, 'x' from made, generate_series(0, 29) n`,
    values: [title, state, ended, expires],
  });
};

forEachDatabase((open) => {
  describe('the sweep of jobs', () => {
    it('takes away what nobody gets any more, and nothing else', async () => {
      const database = await open();
      await put(database, 'expired', 'done', '8 days', '-1 second');
      await put(database, 'kept', 'done', '1 day', '6 days');
      await put(database, 'failed long ago', 'failed', '2 days', null);
      await put(database, 'failed just now', 'failed', '1 hour', null);
      await put(database, 'running', 'running', null, null);
      await put(database, 'forgotten', 'done', '31 days', '-24 days');
      await put(database, 'forgotten, with a file that stays', 'done', '31 days', '1 day');
      let asked = 0;
      await sweepJobs(database, () => {
        asked += 1;
        return false;
      });
      const { rows } = await database.query({
        text: `select j.title, j.chunks, (select count(*)::integer from fichario.job_chunk k where k.job_id = j.id) as kept,
          j.checkpoint is null as anew, j.file_size as size from fichario.job j order by j.title`,
        values: [],
      });
      expect(rows).toEqual([
        { title: 'expired', chunks: 0, kept: 0, anew: true, size: 30 },
        { title: 'failed just now', chunks: 30, kept: 30, anew: false, size: 30 },
        { title: 'failed long ago', chunks: 0, kept: 0, anew: true, size: 0 },
        { title: 'forgotten, with a file that stays', chunks: 30, kept: 30, anew: false, size: 30 },
        { title: 'kept', chunks: 30, kept: 30, anew: false, size: 30 },
        { title: 'running', chunks: 30, kept: 30, anew: false, size: 30 },
      ]);
      // In portions: whoever waits comes between.
      expect(asked).toBeGreaterThan(5);
    });

    it('stops between portions', async () => {
      const database = await open();
      await put(database, 'expired', 'done', '8 days', '-1 second');
      await sweepJobs(database, () => true);
      const { rows } = await database.query({ text: 'select chunks from fichario.job', values: [] });
      expect(rows).toEqual([{ chunks: 30 }]);
    });
  });
});
