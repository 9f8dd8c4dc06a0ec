/** What processes tell each other of jobs, after the commit: whose, and what became of it. */
import type { JobState } from '../contract/job.ts';
import type { Queryable } from '../data/database.ts';

export const jobChannel = 'fichario_job';

export interface JobWord {
  readonly id: string;
  readonly userId: number;
  readonly state: JobState;
}

export const tellJob = async (queryable: Queryable, word: JobWord): Promise<void> => {
  await queryable.query({
    text: `select pg_notify('${jobChannel}', $1::text)`,
    values: [JSON.stringify(word)],
    name: 'job-word',
  });
};

export const readWord = (payload: string): JobWord => JSON.parse(payload) as JobWord;
