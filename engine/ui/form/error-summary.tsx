import { CircleAlert } from 'lucide-react';
import { useTexts } from '../runtime/texts.ts';
import classes from './error-summary.module.css';
import type { FormFailure } from './form-failures.ts';
import { fieldId } from './form-ids.ts';

/** More than anyone reads at once; each that is put right makes room for the next. */
const shown = 12;

interface Props {
  /** In the order of the form. */
  readonly failures: readonly FormFailure[];
  /** They are what a dialog asks for, which saves nothing by itself. */
  readonly asked: boolean;
  readonly onReveal: (path: string) => void;
}

/** What is to be corrected, each line a link to its field, wherever that stands. */
export const ErrorSummary = ({ failures, asked, onReveal }: Props) => {
  const texts = useTexts();
  if (failures.length === 0) return null;
  const more = failures.length - shown;
  // Of one field several things may be wrong.
  const fields = new Set(failures.map(({ field, message }) => field || message)).size;
  return (
    <div className={classes.summary} role="alert">
      <CircleAlert size={16} aria-hidden className={classes.icon} />
      <div>
        <p className={classes.title}>{texts.count(asked ? 'form.errors.asked' : 'form.errors', fields)}</p>
        <ul className={classes.list}>
          {failures.slice(0, shown).map(({ field, message }) => (
            <li key={`${field}${message}`}>
              {field === '' ? (
                message
              ) : (
                <a
                  href={`#${fieldId(field)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onReveal(field);
                  }}
                >
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
        {more > 0 && <p className={classes.more}>{texts.count('form.errors.more', more)}</p>}
      </div>
    </div>
  );
};
