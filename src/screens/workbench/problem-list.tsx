import { Button } from '@mantine/core';
import { CircleAlert, CircleCheck, TriangleAlert, Wrench } from 'lucide-react';
import type { IssueReport } from '../../../engine/core/issues.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { referenceAddress, referenceOf, referenceQuery } from '../../workbench/reference-place.ts';
import classes from './workbench.module.css';

interface Props {
  readonly issues: readonly IssueReport[];
  readonly checked: boolean;
  readonly mending: boolean;
  readonly onOpen: (issue: IssueReport) => void;
  readonly onMend: () => void;
}

/** Everything that `validate` would say, errors first; each leads to its place. */
export const ProblemList = ({ issues, checked, mending, onOpen, onMend }: Props) => {
  const texts = useTexts();
  const ordered = issues.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  return (
    <section className={classes.problems} aria-label={texts('workbench.problems')}>
      <div className={classes.problemsTitle}>
        <p role="status">
          {!checked
            ? texts('workbench.checking')
            : issues.length === 0
              ? texts('workbench.noProblems')
              : texts('workbench.problemCount', { errors, warnings: issues.length - errors })}
        </p>
        {checked && issues.length === 0 && <CircleCheck size={14} aria-hidden className={classes.good} />}
        {issues.length > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Wrench size={13} />}
            loading={mending}
            onClick={onMend}
          >
            {texts('workbench.mend')}
          </Button>
        )}
      </div>
      <ul>
        {ordered.map((issue) => {
          const Icon = issue.severity === 'error' ? CircleAlert : TriangleAlert;
          const place = referenceOf[issue.code];
          return (
            <li
              className={classes.problemItem}
              key={`${issue.file}:${issue.line}:${issue.column} ${issue.code} ${issue.message}`}
            >
              <button type="button" className={classes.problem} onClick={() => onOpen(issue)}>
                <Icon size={14} aria-label={texts(`workbench.severity.${issue.severity}`)} data-tone={issue.severity} />
                <span>
                  {issue.message} {issue.hint && <span className={classes.problemHint}>{issue.hint}</span>}
                  <span className={classes.problemPlace}>
                    {issue.file}:{issue.line}:{issue.column}
                  </span>
                </span>
              </button>
              {place !== undefined && (
                <a
                  href={`${referenceAddress}${referenceQuery(...place)}`}
                  target="_blank"
                  rel="noopener"
                  className={classes.problemReference}
                >
                  {texts('language.see')}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
