import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { FileProblem } from '../../workbench/file-problem.ts';
import { problemsEvent } from '../../workbench/file-problem.ts';
import classes from './file-problems.module.css';

/** Lines that are shown at once; the others are counted. */
const shown = 5;

const useProblems = (): readonly FileProblem[] => {
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  useEffect(() => {
    const { hot } = import.meta;
    hot?.on(problemsEvent, setProblems);
    // They may have been broken before this page came.
    hot?.send(problemsEvent);
    return () => hot?.off(problemsEvent, setProblems);
  }, []);
  return problems;
};

/** Says, until the files are good again, why the screens still show what they said before. */
export const FileProblems = () => {
  const texts = useTexts();
  const problems = useProblems();
  return (
    <div role="status">
      {problems.length > 0 && (
        <div className={classes.banner} data-file-problems>
          <p className={classes.title}>
            <TriangleAlert size={14} aria-hidden />
            {texts.count('development.problems', problems.length)}
          </p>
          <ul className={classes.list}>
            {problems.slice(0, shown).map(({ place, code, message, hint }) => (
              <li key={`${place} ${code} ${message}`}>
                {place !== null && <code>{place}</code>} <code>{code}</code> {message}
                {hint !== null && <span className={classes.hint}> {hint}</span>}
              </li>
            ))}
          </ul>
          {problems.length > shown && (
            <p className={classes.more}>{texts.count('development.problems.more', problems.length - shown)}</p>
          )}
        </div>
      )}
    </div>
  );
};
