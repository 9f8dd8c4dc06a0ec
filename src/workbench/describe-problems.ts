/** Why the files that were saved last are not served, line by line, as `fichario validate` says it. */
import type { Issue } from '../../engine/core/errors.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { reportIssue } from '../../engine/core/issues.ts';
import { fillText } from '../../engine/core/messages.ts';
import type { SourceFiles } from '../../engine/metadata/documents.ts';
import { loadMessages } from '../../engine/metadata/load-messages.ts';
import type { FileProblem } from './file-problem.ts';

const problemOf = (issue: Issue, messages: Parameters<typeof reportIssue>[1]): FileProblem => {
  const { file, line, column, code, message, hint } = reportIssue(issue, messages);
  return { place: `${file}:${line}:${column}`, code, message, hint };
};

/** The errors among the issues; of another refusal its own text. Anything else is no fault of the files, and thrown on. */
export const describeProblems = (sources: SourceFiles, error: unknown): readonly FileProblem[] => {
  if (!(error instanceof Refusal)) throw error;
  const refusal: Refusal = error;
  const { messages } = loadMessages(sources);
  const issues = Array.isArray(refusal.cause) ? (refusal.cause as readonly Issue[]) : [];
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return errors.map((issue) => problemOf(issue, messages));
  const text = messages?.errors[refusal.code];
  return [
    {
      place: null,
      code: refusal.code,
      message: text === undefined ? refusal.message : fillText(text.message, refusal.params),
      hint: text?.hint === undefined ? null : fillText(text.hint, refusal.params),
    },
  ];
};
