import { Menu } from '@mantine/core';
import {
  ChevronDown,
  CircleUserRound,
  FileCode,
  FileJson,
  FileUp,
  Keyboard,
  KeyRound,
  Layers,
  ListChecks,
  LogOut,
  MonitorSmartphone,
  SunMoon,
} from 'lucide-react';
import { Link } from 'react-router';
import { useShowKeyHelp } from '../../engine/ui/runtime/key-help-context.ts';
import { later } from '../../engine/ui/runtime/later.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { mayManageAccounts } from './may-manage-accounts.ts';
import { mayModel } from './may-model.ts';
import { usePasswordEntry } from './password/use-password-entry.ts';
import { useThemeSwitch } from './theme-switch.tsx';
import { useSignOut } from './use-sign-out.ts';
import classes from './user-menu.module.css';

const ChangePasswordDialog = later(() => import('./password/change-password-dialog.tsx'));

export const UserMenu = ({ phone }: { readonly phone: boolean }) => {
  const texts = useTexts();
  const login = useAppSelector((state) => state.session.user?.principal ?? '');
  const account = useAppSelector(mayManageAccounts);
  const models = useAppSelector(mayModel);
  const imports = useMenu().entryAt('/importacoes');
  const { toggle } = useThemeSwitch();
  const showKeys = useShowKeyHelp();
  const signOut = useSignOut();
  const password = usePasswordEntry();
  return (
    <>
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
          {account && (
            <Menu.Item leftSection={<CircleUserRound size={16} />} component={Link} to="/minha-conta">
              {texts('account.title')}
            </Menu.Item>
          )}
          {!account && (
            <Menu.Item leftSection={<MonitorSmartphone size={16} />} component={Link} to="/minhas-sessoes">
              {texts('sessions.mine')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Layers size={16} />} component={Link} to="/alteracoes-em-lote">
            {texts('batches.title')}
          </Menu.Item>
          {imports && (
            <Menu.Item leftSection={<FileUp size={16} />} component={Link} to="/importacoes">
              {texts('imports.title')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<ListChecks size={16} />} component={Link} to="/trabalhos">
            {texts('jobs.title')}
          </Menu.Item>
          {password.offered && (
            <Menu.Item leftSection={<KeyRound size={16} />} onClick={password.open}>
              {texts('password.change')}
            </Menu.Item>
          )}
          {!phone && (
            <Menu.Item leftSection={<Keyboard size={16} />} onClick={showKeys}>
              {texts('keys.title')}
            </Menu.Item>
          )}
          {import.meta.env.DEV && models && (
            <Menu.Item leftSection={<FileCode size={16} />} component={Link} to="/bancada">
              {texts('workbench.title')}
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
      {password.needed && <ChangePasswordDialog opened={password.opened} expired={false} onClose={password.close} />}
    </>
  );
};
