import type { ErrorListProps, RJSFSchema } from '@rjsf/utils';
import { CircleAlert } from 'lucide-react';
import { useTexts } from '../runtime/texts.ts';
import classes from './error-list-template.module.css';
import type { FormContext } from './form-context.ts';
import { fieldId } from './form-ids.ts';
import type { FormValues } from './validator.ts';

/** Of a field inside owned rows, the name of their array. */
const firstOf = (path: string): string => path.split('.')[0] ?? '';

/** What is to be corrected, each line a link to its field. */
export const ErrorListTemplate = ({ errors, registry }: ErrorListProps<FormValues, RJSFSchema, FormContext>) => {
  const texts = useTexts();
  const order = registry.formContext.sections.flatMap(({ columns }) => columns);
  const lines = errors
    .map(({ property, message }) => ({ column: property?.replace(/^\./, '') ?? '', message }))
    .toSorted((a, b) => order.indexOf(firstOf(a.column)) - order.indexOf(firstOf(b.column)));
  return (
    <div className={classes.summary} role="alert">
      <CircleAlert size={16} aria-hidden className={classes.icon} />
      <div>
        <p className={classes.title}>{texts.count('form.errors', lines.length)}</p>
        <ul className={classes.list}>
          {lines.map(({ column, message }) => (
            <li key={`${column}${message}`}>
              {column === '' ? (
                message
              ) : (
                <a
                  href={`#${fieldId(column)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(fieldId(column))?.focus();
                  }}
                >
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
};
