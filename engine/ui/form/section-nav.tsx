import { useTexts } from '../runtime/texts.ts';
import type { FormContext } from './form-context.ts';
import classes from './section-nav.module.css';
import { fewSections } from './use-form-sections.ts';

interface Props {
  readonly sections: FormContext['sections'];
  readonly isShown: (index: number) => boolean;
  /** Faults of each section. */
  readonly wrong: readonly number[];
  readonly onOpen: (index: number) => void;
}

/** The sections of a long record, as links at its left; where there are more than three. */
export const SectionNav = ({ sections, isShown, wrong, onOpen }: Props) => {
  const texts = useTexts();
  if (sections.length <= fewSections) return null;
  return (
    <nav className={classes.nav} aria-label={texts('form.sections')}>
      <ul>
        {sections.map(
          ({ title }, index) =>
            isShown(index) && (
              <li key={title ?? ''}>
                <button type="button" onClick={() => onOpen(index)}>
                  {title ?? texts('form.section.rest')}
                  {(wrong[index] ?? 0) > 0 && (
                    <span className={classes.wrong}>{texts.count('form.section.errors', wrong[index] ?? 0)}</span>
                  )}
                </button>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
};
