/** Issues of the files as GitHub and GitLab show them at the lines of a change. */
import { createHash } from 'node:crypto';
import type { IssueReport } from '../core/issues.ts';
import { workflowText, workflowValue } from '../core/workflow-text.ts';

const sentenceOf = ({ message, hint }: IssueReport): string => [message, hint].filter(Boolean).join('\n');

/** Workflow commands of GitHub: a line each. */
const issuesForGithub = (reports: readonly IssueReport[]): string =>
  reports
    .map((report) => {
      const { file, line, column, code, severity } = report;
      const at = `file=${workflowValue(file)},line=${line},col=${column},title=${workflowValue(code)}`;
      return `::${severity} ${at}::${workflowText(sentenceOf(report))}`;
    })
    .join('\n');

/** A Code Quality report of GitLab. */
const issuesForGitlab = (reports: readonly IssueReport[]): string =>
  JSON.stringify(
    reports.map((report) => {
      const { file, line, pointer, code, severity, message } = report;
      return {
        description: sentenceOf(report),
        check_name: code,
        fingerprint: createHash('sha256')
          .update(JSON.stringify([file, pointer, code, message]))
          .digest('hex'),
        severity: severity === 'error' ? 'blocker' : 'minor',
        location: { path: file, lines: { begin: line } },
      };
    }),
    null,
    2,
  );

export const issuesAs = {
  json: (reports: readonly IssueReport[]): string => JSON.stringify(reports, null, 2),
  github: issuesForGithub,
  gitlab: issuesForGitlab,
} as const;
