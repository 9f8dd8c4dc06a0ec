/** Jobs as the API tells of them. Moments are ISO 8601 in UTC. */

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** Who sees the jobs of all, cancels them and has them tried again. Their files stay with their owners. */
export const jobsRight = { action: 'manage', subject: 'trabalhos', title: 'Trabalhos' } as const;

export interface JobFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly expiresAt: string;
  /** It has expired: nobody gets it any more. */
  readonly gone: boolean;
}

export interface Job {
  readonly id: string;
  /** Name of its kind. */
  readonly kind: string;
  readonly title: string;
  /** Login. */
  readonly owner: string;
  readonly state: JobState;
  /** Units of work, whatever they are: rows of an export. */
  readonly done: number;
  /** null: nobody knows yet. */
  readonly total: number | null;
  /** Units a second of the run that goes on; null: there is none, or it is too young. */
  readonly rate: number | null;
  /** Seconds, at that rate; null where nobody can tell. */
  readonly remaining: number | null;
  /** Runs since it was asked for or asked for again. */
  readonly attempts: number;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Why it failed, why the last run did that is to be tried again, or why it waits for minutes with nobody there to run it. */
  readonly problem: string | null;
  /** null: it makes none, or is not done. */
  readonly file: JobFile | null;
}

export interface JobLogLine {
  readonly at: string;
  readonly text: string;
}

/** One job, with what it wrote while it ran; the last lines, where there are many. */
export interface JobDetail extends Job {
  readonly log: readonly JobLogLine[];
}

/** What a frame shows of the own jobs: those that are not over, and those that ended in the last minutes. */
export interface JobsNow {
  /** When the server looked, by the clock that `finishedAt` is by. */
  readonly at: string;
  readonly open: readonly Job[];
  readonly ended: readonly Job[];
  /** Whether records are still coming that nobody asks for: those of a demonstration. */
  readonly filling: boolean;
}

export const isOver = (state: JobState): boolean => state !== 'queued' && state !== 'running';
