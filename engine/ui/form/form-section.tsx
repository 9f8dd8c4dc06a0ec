import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { use, useId } from 'react';
import { explained } from '../runtime/explained.ts';
import { ScreenContext } from '../runtime/screen-context.ts';
import classes from './form-section.module.css';

interface Props {
  readonly index: number;
  readonly title: string | undefined;
  /** Of a section that may be closed; its content is then left out. */
  readonly fold?: { readonly open: boolean; readonly onToggle: () => void } | undefined;
  /** Beside the title: what is filled in, what is wrong. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export const sectionId = (index: number): string => `fi-section-${index}`;

/** A titled part of a record, in form and view alike. */
export const FormSection = ({ index, title, fold, note, children }: Props) => {
  const heading = useId();
  const open = fold?.open !== false;
  const folder = use(ScreenContext)?.screen.folder;
  const asked = explained(folder && title && `${folder}#sections.${title}`);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section
      id={sectionId(index)}
      className={classes.section}
      data-closed={!open || undefined}
      {...(title === undefined ? {} : { 'aria-labelledby': heading })}
    >
      {title !== undefined && (
        <div className={classes.head}>
          <h3 className={classes.title}>
            {fold === undefined ? (
              <span id={heading} {...asked}>
                {title}
              </span>
            ) : (
              <button type="button" className={classes.fold} aria-expanded={open} onClick={fold.onToggle}>
                <Chevron size={16} aria-hidden />
                <span id={heading} {...asked}>
                  {title}
                </span>
              </button>
            )}
          </h3>
          {note}
        </div>
      )}
      {open && children}
    </section>
  );
};
