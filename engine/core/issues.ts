/** Lists of issues: their order, their sum, and the text a person reads. */
import type { Issue } from './errors.ts';
import type { Messages } from './messages.ts';
import { fillText } from './messages.ts';

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

const keyOf = (issue: Issue): string =>
  `${issue.origin.file}:${issue.origin.line}:${issue.origin.column} ${issue.code} ${JSON.stringify(issue.params)}`;

/** The issues by file, line and column, each once: what several clients share is said one time. */
export const arrangeIssues = (issues: Iterable<Issue>): readonly Issue[] => {
  const unique = new Map<string, Issue>();
  for (const issue of issues) {
    const key = keyOf(issue);
    if (!unique.has(key)) unique.set(key, issue);
  }
  return [...unique.entries()]
    .sort(
      ([keyA, a], [keyB, b]) =>
        compare(a.origin.file, b.origin.file) ||
        compare(a.origin.line, b.origin.line) ||
        compare(a.origin.column, b.origin.column) ||
        compare(keyA, keyB),
    )
    .map(([, issue]) => issue);
};

export const hasErrors = (issues: readonly Issue[]): boolean => issues.some((issue) => issue.severity === 'error');

/** An issue in words, ready for terminal or JSON. */
export interface IssueReport {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  readonly code: Issue['code'];
  readonly severity: Issue['severity'];
  readonly message: string;
  /** What to do next, the nearest valid name included; null where nothing helps. */
  readonly hint: string | null;
}

/** What a suggestion says is what a file is to say, and no name: it has quotes or brackets. */
export const isWriting = (suggestion: string): boolean => /["[{]/.test(suggestion);

/** Message and hint of an issue. A code without text (the catalogue itself may be broken) shows its parameters. */
export const reportIssue = (issue: Issue, messages: Messages | undefined): IssueReport => {
  const text = messages?.issues[issue.code];
  const didYouMean =
    issue.suggestion === undefined
      ? undefined
      : fillText(messages?.suggestion ?? "Você quis dizer '{name}'?", { name: issue.suggestion });
  const hint = [didYouMean, text?.hint === undefined ? undefined : fillText(text.hint, issue.params)]
    .filter((part) => part !== undefined)
    .join(' ');
  return {
    ...issue.origin,
    code: issue.code,
    severity: issue.severity,
    message: text === undefined ? JSON.stringify(issue.params) : fillText(text.message, issue.params),
    hint: hint === '' ? null : hint,
  };
};
