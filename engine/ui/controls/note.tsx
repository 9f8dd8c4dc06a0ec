import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './note.module.css';

interface NoteProps {
  /** A failure is said at once, news when there is time; information is there to be read. */
  readonly kind: 'failure' | 'news' | 'info';
  readonly children: ReactNode;
}

const roles = { failure: 'alert', news: 'status', info: undefined } as const;

/** One sentence or two above a form, about all of it. */
export const Note = ({ kind, children }: NoteProps) => {
  const Icon = kind === 'failure' ? CircleAlert : Info;
  return (
    <p className={classes.note} data-kind={kind} role={roles[kind]}>
      <Icon size={16} aria-hidden />
      <span>{children}</span>
    </p>
  );
};
