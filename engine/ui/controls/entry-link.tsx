import { VisuallyHidden } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MenuEntry } from '../../model/screen-types.ts';
import { useTexts } from '../runtime/texts.ts';
import classes from './entry-link.module.css';

interface Props {
  readonly entry: MenuEntry;
  readonly className?: string | undefined;
  readonly current?: boolean;
  readonly tabIndex?: number;
  /** What stands around follows it: by itself each of hundreds would be drawn anew with every address. */
  readonly plain?: boolean;
  readonly children: ReactNode;
}

/** Leads to a screen of the menu; to one of another site in a tab of its own, for the work here goes on. */
export const EntryLink = ({ entry, className, current = false, tabIndex, plain = false, children }: Props) => {
  const texts = useTexts();
  if (entry.href !== undefined)
    return (
      <a href={entry.href} target="_blank" rel="noopener noreferrer" className={className} tabIndex={tabIndex}>
        {children}
        <ExternalLink size={12} aria-hidden className={classes.outside} />
        <VisuallyHidden>{texts('link.outside')}</VisuallyHidden>
      </a>
    );
  const marks = { className, tabIndex, 'aria-current': current ? ('page' as const) : undefined };
  return plain ? (
    <a href={entry.path} {...marks}>
      {children}
    </a>
  ) : (
    <Link to={entry.path} {...marks}>
      {children}
    </Link>
  );
};
