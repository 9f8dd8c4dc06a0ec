import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface Props {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string | undefined;
  readonly action?: ReactNode;
  /** Level of the heading: 1 where the state is the whole page. */
  readonly level?: 1 | 2;
}

/** A state with nothing to show: what, why, and the one next step. */
export const EmptyState = ({ icon: Icon, title, text, action, level = 2 }: Props) => {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon size={22} aria-hidden />
      </span>
      <Heading className={classes.title}>{title}</Heading>
      {text && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  );
};
