import { Link } from 'react-router';
import classes from './reference-cards.module.css';

/** The way to one thing to read about. */
export interface ReferenceCard {
  /** Query of the address that shows it. */
  readonly to: string;
  readonly title: string;
  /** What it is about, in two lines. */
  readonly text?: string | undefined;
  /** A name in code below the title. */
  readonly note?: string | undefined;
}

/** What there is to read, side by side: the whole width of an overview. */
export const ReferenceCards = ({ cards }: { readonly cards: readonly ReferenceCard[] }) => (
  <ul className={classes.cards}>
    {cards.map(({ to, title, text, note }) => (
      <li key={to}>
        <Link to={{ search: to }}>
          <b>{title}</b>
          {text !== undefined && <span>{text}</span>}
          {note !== undefined && <code>{note}</code>}
        </Link>
      </li>
    ))}
  </ul>
);
