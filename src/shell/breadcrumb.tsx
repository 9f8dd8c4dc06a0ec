import { ChevronRight } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import classes from './breadcrumb.module.css';
import { usePageParent, usePageTitle } from './use-page-title.ts';

/** Where one is: the titles from the top of the menu down to the screen. */
export const Breadcrumb = () => {
  const texts = useTexts();
  const menu = useMenu();
  const { pathname } = useLocation();
  const own = usePageTitle();
  const below = usePageParent();
  const trailTo = (to: string) => menu.trail(to).map(({ path, title }) => ({ path, title: menu.titled(title) }));
  const screens = trailTo(pathname);
  const trail =
    screens.length === 0 && own !== undefined
      ? [...(below === undefined ? [] : trailTo(below)), { path: pathname, title: own }]
      : screens;
  if (trail.length === 0) return null;
  return (
    <nav aria-label={texts('breadcrumb.title')} className={classes.crumbs}>
      <ol>
        {trail.map((entry, index) => (
          <li key={entry.path}>
            <ChevronRight size={13} aria-hidden className={classes.mark} />
            {index === trail.length - 1 ? (
              <span aria-current="page">{entry.title}</span>
            ) : (
              <Link to={entry.path}>{entry.title}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};
