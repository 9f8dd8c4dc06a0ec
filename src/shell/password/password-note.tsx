import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './password.module.css';

interface PasswordNoteProps {
  /** A failure is said at once; information is there to be read. */
  readonly kind: 'failure' | 'info';
  readonly children: ReactNode;
}

export const PasswordNote = ({ kind, children }: PasswordNoteProps) => (
  <p className={kind === 'failure' ? classes.failure : classes.notice} role={kind === 'failure' ? 'alert' : undefined}>
    {kind === 'failure' ? <CircleAlert size={16} aria-hidden /> : <Info size={16} aria-hidden />}
    <span>{children}</span>
  </p>
);
