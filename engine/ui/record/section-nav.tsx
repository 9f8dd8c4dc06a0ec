import type { FormContext } from '../form/form-context.ts';
import { sectionId } from '../form/form-section.tsx';
import { useTexts } from '../runtime/texts.ts';
import classes from './section-nav.module.css';

/** The sections of a long record, as links at its left; where there are more than three. */
export const SectionNav = ({ sections }: { readonly sections: FormContext['sections'] }) => {
  const texts = useTexts();
  if (sections.length <= 3) return null;
  return (
    <nav className={classes.nav} aria-label={texts('form.sections')}>
      <ul>
        {sections.map(({ title }, index) => (
          <li key={title ?? ''}>
            <button
              type="button"
              onClick={() => document.getElementById(sectionId(index))?.scrollIntoView({ block: 'start' })}
            >
              {title ?? texts('form.section.rest')}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
};
