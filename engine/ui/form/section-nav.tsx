import { memo } from 'react';
import { useTexts } from '../runtime/texts.ts';
import type { FormContext } from './form-context.ts';
import classes from './section-nav.module.css';
import { fewSections } from './use-form-sections.ts';

interface Props {
  readonly sections: FormContext['sections'];
  /** By their place, in order. */
  readonly shown: readonly number[];
  /** Faults of each section. */
  readonly wrong: readonly number[];
  readonly onOpen: (index: number) => void;
}

const Nav = ({ sections, shown, wrong, onOpen }: Props) => {
  const texts = useTexts();
  if (sections.length <= fewSections) return null;
  return (
    <nav className={classes.nav} aria-label={texts('form.sections')}>
      <ul>
        {shown.map((index) => {
          const title = sections[index]?.title;
          const faults = wrong[index] ?? 0;
          return (
            <li key={title ?? ''}>
              <button type="button" onClick={() => onOpen(index)}>
                {title ?? texts('form.section.rest')}
                {faults > 0 && <span className={classes.wrong}>{texts.count('form.section.errors', faults)}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};

/** The sections of a long record, as links at its left; where there are more than three. */
export const SectionNav = memo(Nav);
