/** What the page of an import shows. Pure. */
import type { ImportDetail } from '../../../engine/contract/import.ts';
import { isOver } from '../../../engine/contract/job.ts';

/** `halted`: writing was cut off, and goes on when it is asked for again. */
export type ImportStep = 'columns' | 'checking' | 'plan' | 'applying' | 'halted' | 'done';

/** The three places that a person sees on the way. */
export const places = ['columns', 'plan', 'done'] as const;
export type ImportPlace = (typeof places)[number];

const ended = ({ job }: Pick<ImportDetail, 'job'>): boolean =>
  job !== null && isOver(job.state) && job.state !== 'done';

/** `changing`: the person went back to the columns of what was looked at. */
export const stepOf = (one: Pick<ImportDetail, 'state' | 'job' | 'batch' | 'plan'>, changing: boolean): ImportStep => {
  switch (one.state) {
    case 'sent':
    case 'failed':
      return 'columns';
    case 'checking':
      return ended(one) ? 'columns' : 'checking';
    case 'planned':
      if (one.batch?.state === 'applying') return 'halted';
      return changing || one.plan === null ? 'columns' : 'plan';
    case 'applying':
      return ended(one) ? 'halted' : 'applying';
    case 'applied':
      return 'done';
  }
};

const placeOfStep = {
  columns: 'columns',
  checking: 'plan',
  plan: 'plan',
  applying: 'done',
  halted: 'done',
  done: 'done',
} as const satisfies Readonly<Record<ImportStep, ImportPlace>>;

export const placeOf = (step: ImportStep): ImportPlace => placeOfStep[step];
