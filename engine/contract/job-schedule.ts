/** Jobs that are asked for again and again, by the clock of the installation. Moments are ISO 8601 in UTC. */

export const schedulesPath = '/trabalhos/agendamentos';

export const rhythmKinds = ['day', 'workday', 'week', 'month'] as const;
export type RhythmKind = (typeof rhythmKinds)[number];

/** When a job is asked for. */
export interface Rhythm {
  /** `workday`: Monday to Friday. */
  readonly every: RhythmKind;
  /** `07:00`. */
  readonly at: string;
  /** Of a week its day, 1 (Monday) to 7; of a month its day, 1 to 31: a shorter month has it on its last. */
  readonly on?: number;
}

/** Schedules of one person. */
export const mostSchedules = 20;

export interface JobSchedule {
  readonly id: string;
  /** Name of the kind of the job. */
  readonly kind: string;
  readonly title: string;
  readonly rhythm: Rhythm;
  readonly nextAt: string;
  /** When it was due last; null: not yet. */
  readonly lastAt: string | null;
  /** Why it was not asked for then. */
  readonly problem: string | null;
}
