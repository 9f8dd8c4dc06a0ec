import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { IssueReport } from '../../../engine/core/issues.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './workbench.module.css';

interface Props {
  readonly issues: readonly IssueReport[];
  readonly checked: boolean;
  readonly onOpen: (issue: IssueReport) => void;
}

/** Everything that `validate` would say, errors first; each leads to its place. */
export const ProblemList = ({ issues, checked, onOpen }: Props) => {
  const texts = useTexts();
  const ordered = issues.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  return (
    <section className={classes.problems} aria-label={texts('workbench.problems')}>
      <p className={classes.problemsTitle} role="status">
        {!checked
          ? texts('workbench.checking')
          : issues.length === 0
            ? texts('workbench.noProblems')
            : texts('workbench.problemCount', { errors, warnings: issues.length - errors })}
        {checked && issues.length === 0 && <CircleCheck size={14} aria-hidden className={classes.good} />}
      </p>
      <ul>
        {ordered.map((issue) => {
          const Icon = issue.severity === 'error' ? CircleAlert : TriangleAlert;
          return (
            <li key={`${issue.file}:${issue.line}:${issue.column} ${issue.code} ${issue.message}`}>
              <button type="button" className={classes.problem} onClick={() => onOpen(issue)}>
                <Icon size={14} aria-label={texts(`workbench.severity.${issue.severity}`)} data-tone={issue.severity} />
                <span>
                  {issue.message} {issue.hint && <span className={classes.problemHint}>{issue.hint}</span>}
                  <span className={classes.problemPlace}>
                    {issue.file}:{issue.line}:{issue.column}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
