import { expect, it } from 'vitest';
import type { BatchPlan, BatchSummary } from '../../../../engine/contract/batch.ts';
import type { ImportState } from '../../../../engine/contract/import.ts';
import type { Job, JobState } from '../../../../engine/contract/job.ts';
import { placeOf, stepOf } from '../../../../src/screens/imports/import-step.ts';

const job = (state: JobState) => ({ id: '1', state }) as Job;
const plan = { id: 'p' } as BatchPlan;
const batch = { id: 'p', state: 'planned' } as BatchSummary;

it.each<[ImportState, JobState | undefined, string]>([
  ['sent', undefined, 'columns'],
  ['failed', 'failed', 'columns'],
  ['checking', 'queued', 'checking'],
  ['checking', 'running', 'checking'],
  // The job is over a moment before its import is read again.
  ['checking', 'done', 'checking'],
  ['checking', 'failed', 'columns'],
  ['checking', 'cancelled', 'columns'],
  ['planned', 'done', 'plan'],
  // An apply that was refused as a whole leaves the plan as it is.
  ['planned', 'failed', 'plan'],
  ['applying', 'running', 'applying'],
  ['applying', 'failed', 'halted'],
  ['applying', 'cancelled', 'halted'],
  ['applied', 'done', 'done'],
])('an import that is %s, its job %s, shows %s', (state, jobState, step) => {
  expect(stepOf({ state, job: jobState === undefined ? null : job(jobState), batch, plan }, false)).toBe(step);
});

it('shows the columns of what was looked at when the person goes back to them, or when the plan is nobodys any more', () => {
  expect(stepOf({ state: 'planned', job: null, batch, plan }, true)).toBe('columns');
  expect(stepOf({ state: 'planned', job: null, batch, plan: null }, false)).toBe('columns');
  expect(stepOf({ state: 'applied', job: null, batch, plan }, true)).toBe('done');
});

it('goes on with what was cut off while it was written, whatever the person looks at', () => {
  const cut = { state: 'planned', job: job('failed'), batch: { ...batch, state: 'applying' }, plan } as const;
  expect([stepOf(cut, false), stepOf(cut, true), stepOf({ ...cut, plan: null }, false)]).toEqual(
    Array(3).fill('halted'),
  );
});

it('has every step in one of the three places', () => {
  expect((['columns', 'checking', 'plan', 'applying', 'halted', 'done'] as const).map(placeOf)).toEqual([
    'columns',
    'plan',
    'plan',
    'done',
    'done',
    'done',
  ]);
});
