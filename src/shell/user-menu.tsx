import { Menu } from '@mantine/core';
import { ChevronDown, CircleUserRound, FileJson, LogOut, SunMoon } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { useThemeSwitch } from './theme-switch.tsx';
import { useSignOut } from './use-sign-out.ts';
import classes from './user-menu.module.css';

export const UserMenu = ({ phone }: { readonly phone: boolean }) => {
  const texts = useTexts();
  const login = useAppSelector((state) => state.session.user?.principal ?? '');
  const { toggle } = useThemeSwitch();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={208} withinPortal>
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={texts('user.menu', { login })}>
          <CircleUserRound size={18} aria-hidden />
          {!phone && <span className={classes.login}>{login}</span>}
          {!phone && <ChevronDown size={13} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {/* Said already by the button; a menu may hold items alone. */}
        <Menu.Label aria-hidden>{login}</Menu.Label>
        {phone && (
          <Menu.Item leftSection={<SunMoon size={16} />} onClick={toggle}>
            {texts('theme.switch')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<FileJson size={16} />} component={Link} to="/documentacao-api">
          {texts('apiDocs.title')}
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} />} onClick={signOut}>
          {texts('signOut.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
