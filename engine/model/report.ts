import type { Issue, IssueCode, IssueParams } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import type { Origin } from '../core/origin.ts';

/** What a pass gives: its value, and what it found on the way. */
export interface Passed<T> {
  readonly value: T;
  readonly issues: readonly Issue[];
}

/** Collects the issues of one pass. */
export type Report = <C extends IssueCode>(
  code: C,
  origin: Origin,
  params: IssueParams<C>,
  suggestion?: string,
) => void;

/** Runs a pass with a report of its own. */
export const collect = <T>(run: (report: Report) => T): Passed<T> => {
  const issues: Issue[] = [];
  const report: Report = (code, origin, params, suggestion) => {
    issues.push(createIssue(code, origin, params, suggestion));
  };
  return { value: run(report), issues };
};
