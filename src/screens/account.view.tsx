import type { MantineColorScheme } from '@mantine/core';
import { Button, Radio, useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { SessionUser } from '../../engine/access/access.ts';
import { later } from '../../engine/ui/runtime/later.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../engine/ui/runtime/time-zone.ts';
import { useMenuQuery } from '../../engine/ui/store/api.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { usePasswordEntry } from '../shell/password/use-password-entry.ts';
import classes from './account.module.css';
import { ScreenPage } from './card-form.tsx';
import { momentWithAge } from './moment-with-age.ts';
import { rightsBySubject } from './rights-by-subject.ts';
import { useAccountQuery } from './sessions/sessions-api.ts';
import { SessionsSection } from './sessions/sessions-section.tsx';

const ChangePasswordDialog = later(() => import('../shell/password/change-password-dialog.tsx'));

const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];
const roles = [
  'operadora',
  'prestador',
  'prestadorAdministrativo',
  'beneficiario',
  'dependente',
  'ouvidoria',
  'auditor',
  'admin',
] as const satisfies readonly (keyof SessionUser)[];
const actions = ['list', 'view', 'insert', 'update', 'delete', 'audit'];

const useAccount = () => {
  const { user, client } = useAppSelector((state) => state.session);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { data } = useAccountQuery();
  const { data: menu } = useMenuQuery();
  const rights = useMemo(() => rightsBySubject(user?.permissions ?? []), [user?.permissions]);
  return {
    login: user?.principal ?? '',
    name: data?.name ?? '',
    groups: data?.groups ?? [],
    providers: menu?.providers ?? [],
    client: client?.title ?? '',
    roles: roles.filter((role) => user?.[role] === true),
    everything: rights.some(({ subject, actions: held }) => subject === 'all' && held.includes('manage')),
    rights: rights.filter(({ subject }) => subject !== 'all'),
    colorScheme,
    setColorScheme: (scheme: string) => {
      const known = schemes.find((one) => one === scheme);
      if (known) setColorScheme(known);
    },
  };
};

/** How old the password is and until when it holds; the way to change it, where the client offers that. */
const PasswordSection = () => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const entry = usePasswordEntry();
  const { data } = useAccountQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <section className={classes.section} aria-labelledby="fi-account-password">
      <h2 id="fi-account-password">{texts('account.password')}</h2>
      <dl className={classes.facts}>
        <dt>{texts('account.passwordChanged')}</dt>
        <dd>
          {data &&
            (data.passwordChangedAt === null
              ? texts('account.passwordNeverChanged')
              : momentWithAge(data.passwordChangedAt, timeZone))}
        </dd>
        <dt>{texts('account.passwordExpires')}</dt>
        <dd>
          {data &&
            (data.passwordExpiresAt === null
              ? texts('account.passwordNeverExpires')
              : momentWithAge(data.passwordExpiresAt, timeZone))}
        </dd>
      </dl>
      {entry.offered && (
        <Button variant="default" size="xs" mt={12} onClick={entry.open}>
          {texts('password.change')}
        </Button>
      )}
      {entry.needed && <ChangePasswordDialog opened={entry.opened} expired={false} onClose={entry.close} />}
    </section>
  );
};

/** The account settings: who one is here, where one is signed in, what one may do, how the screens look. */
export const AccountPage = () => {
  const texts = useTexts();
  const account = useAccount();
  return (
    <ScreenPage title={texts('account.title')}>
      <section className={classes.section} aria-labelledby="fi-account-user">
        <h2 id="fi-account-user">{texts('account.user')}</h2>
        <dl className={classes.facts}>
          <dt>{texts('account.name')}</dt>
          <dd>{account.name}</dd>
          <dt>{texts('account.login')}</dt>
          <dd>{account.login}</dd>
          <dt>{texts('account.client')}</dt>
          <dd>{account.client}</dd>
          <dt>{texts('account.roles')}</dt>
          <dd>{account.roles.map((role) => texts(`account.role.${role}`)).join(', ') || texts('value.empty')}</dd>
          {account.providers.length > 0 && (
            <>
              <dt>{texts('account.providers')}</dt>
              <dd>{account.providers.map(({ label }) => label).join(', ')}</dd>
            </>
          )}
          <dt>{texts('account.groups')}</dt>
          <dd>
            {account.groups.length === 0 && texts('account.noGroup')}
            {account.groups.map(({ name, description }) => (
              <p key={name} className={classes.group}>
                {name}
                {description !== null && <span>{description}</span>}
              </p>
            ))}
          </dd>
        </dl>
      </section>
      <PasswordSection />
      <SessionsSection />
      <section className={classes.section}>
        <Radio.Group
          label={<h2>{texts('account.look')}</h2>}
          value={account.colorScheme}
          onChange={account.setColorScheme}
        >
          <div className={classes.choices}>
            {schemes.map((scheme) => (
              <Radio key={scheme} value={scheme} size="xs" label={texts(`account.scheme.${scheme}`)} />
            ))}
          </div>
        </Radio.Group>
      </section>
      <section className={classes.section} aria-labelledby="fi-account-rights">
        <h2 id="fi-account-rights">{texts('account.rights')}</h2>
        {account.everything && <p className={classes.text}>{texts('account.everything')}</p>}
        {account.rights.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          <section className={classes.scroll} tabIndex={0} aria-labelledby="fi-account-rights">
            <table className={classes.rights}>
              <thead>
                <tr>
                  <th scope="col">{texts('account.subject')}</th>
                  {actions.map((action) => (
                    <th key={action} scope="col">
                      {texts(`account.action.${action}`)}
                    </th>
                  ))}
                  <th scope="col">{texts('account.otherActions')}</th>
                </tr>
              </thead>
              <tbody>
                {account.rights.map(({ subject, actions: held }) => (
                  <tr key={subject}>
                    <th scope="row">{subject}</th>
                    {actions.map((action) => (
                      <td key={action}>
                        {(held.includes(action) || held.includes('manage')) && (
                          <span role="img" aria-label={texts('value.yes')}>
                            ✓
                          </span>
                        )}
                      </td>
                    ))}
                    <td>{held.filter((action) => !actions.includes(action)).join(', ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {!account.everything && account.rights.length === 0 && (
          <p className={classes.text}>{texts('account.noRights')}</p>
        )}
      </section>
    </ScreenPage>
  );
};
