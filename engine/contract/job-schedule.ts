/** Jobs that are asked for again and again, by the clock of the installation. Moments are ISO 8601 in UTC. */

export const schedulesPath = '/trabalhos/agendamentos';

export const rhythmKinds = ['day', 'workday', 'week', 'month'] as const;
export type RhythmKind = (typeof rhythmKinds)[number];

/** Of `Rhythm.at`. */
export const hourPattern = '^([01]\\d|2[0-3]):[0-5]\\d$';

/** When a job is asked for. */
export interface Rhythm {
  /** `workday`: Monday to Friday. */
  readonly every: RhythmKind;
  /** `07:00`. */
  readonly at: string;
  /** Of a week its day, 1 (Monday) to 7; of a month its day, 1 to 31: a shorter month has it on its last. */
  readonly on?: number;
}

/** Characters of the name that a person gives one. */
export const longestScheduleName = 120;

/** Schedules of one person. */
export const mostSchedules = 20;

export interface NewSchedule {
  readonly kind: string;
  /** What the kind takes; of a list the query of its address, whose periods are those of each turn. */
  readonly input: unknown;
  readonly rhythm: Rhythm;
  /** Absent: the title of its jobs. */
  readonly name?: string;
}

export interface JobSchedule {
  readonly id: string;
  /** Name of the kind of the job. */
  readonly kind: string;
  /** The name that its owner gave it, or the title of its jobs. */
  readonly title: string;
  /** Where the product shows what will be in it: `/bancos?nome=has.sul`; null: of a kind that is there no more. */
  readonly place: string | null;
  readonly rhythm: Rhythm;
  readonly nextAt: string;
  /** When it was due last; null: not yet. */
  readonly lastAt: string | null;
  /** Why it was not asked for then. */
  readonly problem: string | null;
}
