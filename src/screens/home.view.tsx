import { EntryLink } from '../../engine/ui/controls/entry-link.tsx';
import { ScreenIcon } from '../../engine/ui/controls/screen-icon.tsx';
import { ScreenTiles } from '../../engine/ui/controls/screen-tiles.tsx';
import { later } from '../../engine/ui/runtime/later.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useMarkedScreens } from '../../engine/ui/runtime/use-marked-screens.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import classes from './home.module.css';

/** With them come the words of days, which the home itself needs nowhere. */
const HomeNotices = later(() => import('./notices/home-notices.tsx'));

/** The home: the notices not read yet, one tile for each entry at the top of the menu, the person's favourites and screens of late. */
export const HomePage = () => {
  const texts = useTexts();
  const { titled } = useMenu();
  const { favorites, recents } = useMarkedScreens();
  const lists = [
    { title: texts('tree.favorites'), entries: favorites },
    { title: texts('tree.recents'), entries: recents.filter((entry) => !favorites.includes(entry)) },
  ].filter(({ entries }) => entries.length > 0);
  return (
    <ScreenTiles parent="/" title={texts('home.title')} above={<HomeNotices />}>
      {lists.map(({ title, entries }) => (
        <section key={title} aria-label={title} className={classes.list}>
          <h2 className={classes.title}>{title}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.path}>
                <EntryLink entry={entry} className={classes.entry}>
                  <ScreenIcon name={entry.icon} size={15} />
                  {titled(entry.title)}
                </EntryLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ScreenTiles>
  );
};
