import { ActionIcon, Kbd, Tooltip } from '@mantine/core';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { Link } from 'react-router';
import { later } from '../../engine/ui/runtime/later.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { ProviderPlace } from './provider-place.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import classes from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

const JobsIndicator = later(() => import('./jobs/jobs-indicator.tsx'));

interface Props {
  readonly phone: boolean;
  readonly onSearch: () => void;
  readonly onMenu: (() => void) | undefined;
}

export const TopBar = ({ phone, onSearch, onMenu }: Props) => {
  const texts = useTexts();
  const client = useAppSelector((state) => state.session.client);
  const working = useAppSelector((state) => state.jobs.open.length > 0);
  return (
    <header className={classes.bar}>
      {onMenu && (
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={texts('tree.open')} onClick={onMenu}>
          <MenuIcon size={18} />
        </ActionIcon>
      )}
      <Link to="/" className={classes.brand}>
        <span className={classes.mark} aria-hidden>
          {client?.logo}
        </span>
        <span className={classes.client}>{client?.title}</span>
      </Link>
      {!phone && <Breadcrumb />}
      {!phone && <FavoriteButton />}
      <div className={classes.tools}>
        {!phone && <ProviderPlace />}
        {working && <JobsIndicator phone={phone} />}
        {phone ? (
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={texts('screens.search')} onClick={onSearch}>
            <Search size={18} />
          </ActionIcon>
        ) : (
          <button type="button" className={classes.search} onClick={onSearch}>
            <Search size={14} aria-hidden />
            <span>{texts('screens.open')}</span>
            <Kbd size="xs">Ctrl K</Kbd>
          </button>
        )}
        {!phone && (
          <Tooltip label={texts('theme.switch')}>
            <ThemeSwitch />
          </Tooltip>
        )}
        <UserMenu phone={phone} />
      </div>
    </header>
  );
};
