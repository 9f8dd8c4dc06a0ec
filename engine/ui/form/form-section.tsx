import type { ReactNode } from 'react';
import { useId } from 'react';
import classes from './form-section.module.css';

interface Props {
  readonly index: number;
  readonly title: string | undefined;
  readonly children: ReactNode;
}

export const sectionId = (index: number): string => `fi-section-${index}`;

/** A titled part of a record, in form and view alike. */
export const FormSection = ({ index, title, children }: Props) => {
  const heading = useId();
  return (
    <section
      id={sectionId(index)}
      className={classes.section}
      {...(title === undefined ? {} : { 'aria-labelledby': heading })}
    >
      {title !== undefined && (
        <h3 id={heading} className={classes.title}>
          {title}
        </h3>
      )}
      <div className={classes.grid}>{children}</div>
    </section>
  );
};
