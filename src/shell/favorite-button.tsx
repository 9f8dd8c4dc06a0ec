import { ActionIcon, Tooltip } from '@mantine/core';
import { Star } from 'lucide-react';
import { useLocation } from 'react-router';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useMarkedScreens } from '../../engine/ui/runtime/use-marked-screens.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import classes from './favorite-button.module.css';

/** Marks the screen that is open as a favourite; nothing on a page that is no screen. */
export const FavoriteButton = () => {
  const texts = useTexts();
  const menu = useMenu();
  const { pathname } = useLocation();
  const { isFavorite, toggleFavorite } = useMarkedScreens();
  const entry = menu.entryAt(pathname);
  if (entry === undefined || entry.kind === 'group') return null;
  const marked = isFavorite(entry.path);
  return (
    <Tooltip label={texts(marked ? 'favorite.remove' : 'favorite.add')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        className={classes.star}
        aria-pressed={marked}
        aria-label={texts('favorite.screen', { title: menu.titled(entry.title) })}
        onClick={() => toggleFavorite(entry.path)}
      >
        <Star size={14} />
      </ActionIcon>
    </Tooltip>
  );
};
