import type { ReactNode } from 'react';
import { useMenu } from '../runtime/use-menu.ts';
import { EntryLink } from './entry-link.tsx';
import { ScreenIcon } from './screen-icon.tsx';
import page from './screen-page.module.css';
import classes from './screen-tiles.module.css';

interface Props {
  readonly parent: string;
  readonly title: string;
  /** Between the title and the tiles. */
  readonly above?: ReactNode;
  /** Below the tiles. */
  readonly children?: ReactNode;
}

/** One tile for each child that this person may open, with what lies below it. */
export const ScreenTiles = ({ parent, title, above, children }: Props) => {
  const menu = useMenu();
  return (
    <div className={page.page}>
      <h1 className={page.title}>{menu.titled(title)}</h1>
      {above}
      <ul className={classes.tiles} aria-label={menu.titled(title)}>
        {menu.childrenOf(parent).map((entry) => (
          <li key={entry.path}>
            <EntryLink entry={entry} className={classes.tile}>
              <span className={classes.icon}>
                <ScreenIcon name={entry.icon} size={18} />
              </span>
              <span className={classes.name}>{menu.titled(entry.title)}</span>
              <span className={classes.below}>
                {menu
                  .childrenOf(entry.path)
                  .map((child) => menu.titled(child.title))
                  .join(', ')}
              </span>
            </EntryLink>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
};
