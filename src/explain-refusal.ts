import type { Issue, Refusal } from '../engine/core/errors.ts';
import type { Messages } from '../engine/core/messages.ts';
import { fillText } from '../engine/core/messages.ts';
import { readParsedFiles } from '../engine/metadata/load-files.ts';
import { loadMessages } from '../engine/metadata/load-messages.ts';

const describeIssue = (issue: Issue, messages: Messages): string => {
  const { file, line, column } = issue.origin;
  const text = messages.issues[issue.code];
  return `${file}:${line}:${column} ${issue.code} ${fillText(text.message, issue.params)}`;
};

/** Why the product did not start, in the words of the catalogue, with the issues of the files where those are why. */
export const explainRefusal = async (root: string, refusal: Refusal): Promise<string> => {
  const { messages } = loadMessages(await readParsedFiles(root));
  if (!messages) return refusal.message;
  const text = messages.errors[refusal.code];
  const issues = Array.isArray(refusal.cause) ? (refusal.cause as readonly Issue[]) : [];
  const lines = [
    fillText(text.message, refusal.params),
    ...issues.filter((issue) => issue.severity === 'error').map((issue) => describeIssue(issue, messages)),
    ...(refusal.suggestion === undefined ? [] : [fillText(messages.suggestion, { name: refusal.suggestion })]),
    ...(text.hint === undefined ? [] : [fillText(text.hint, refusal.params)]),
  ];
  return lines.join('\n');
};
