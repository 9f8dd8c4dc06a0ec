import type { ReactNode } from 'react';
import classes from './reference-page.module.css';

interface Props {
  readonly title: string;
  readonly heads: readonly string[];
  /** Rows of the body. */
  readonly children: ReactNode;
}

/** A table under its title, which scrolls by itself where it is wider than the page. */
export const ReferenceTable = ({ title, heads, children }: Props) => (
  <section className={classes.block}>
    <h4>{title}</h4>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
    <section className={classes.scroll} tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  </section>
);
