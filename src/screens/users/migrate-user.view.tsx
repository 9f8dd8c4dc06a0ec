import { Select } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import type { ScreenViewProps } from '../../../engine/screens/contract.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import type { Migration, MigrationKind } from '../../access/user-copies.ts';
import { migrationKinds } from '../../access/user-copies.ts';
import { CardForm, ScreenPage } from '../card-form.tsx';
import { LoginInput } from './login-input.tsx';
import { UserPicker } from './user-picker.tsx';
import classes from './users.module.css';
import { useMigrateUserMutation, useMigrationsQuery } from './users-api.ts';

const useMigration = () => {
  const texts = useTexts();
  const [user, setUser] = useState<number>();
  const [login, setLogin] = useState('');
  const [kind, setKind] = useState<MigrationKind>('BENEFICIARIO');
  const [attempted, setAttempted] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [migrate, migrating] = useMigrateUserMutation();
  const { data: migrations = [] } = useMigrationsQuery();
  const wanted = login.trim().toLowerCase();
  const send = async (id: number): Promise<void> => {
    const { error } = await migrate({ usuario: id, login: wanted, tipo: kind });
    if (error !== undefined) return setFailure(failureText(texts, error));
    setLogin('');
    setUser(undefined);
    setAttempted(false);
    showAlert({ type: 'success', value: texts('users.migrated', { login: wanted }) });
  };
  return {
    user,
    setUser,
    login,
    setLogin,
    kind,
    setKind: (chosen: string | null) => {
      const known = migrationKinds.find((one) => one === chosen);
      if (known !== undefined) setKind(known);
    },
    problems: {
      user: attempted && user === undefined ? texts('users.missing.from') : undefined,
      login: attempted && wanted === '' ? texts('users.missing.login') : undefined,
    },
    failure,
    busy: migrating.isLoading,
    migrations,
    submit: (event: FormEvent) => {
      event.preventDefault();
      setAttempted(true);
      setFailure(undefined);
      if (user === undefined || wanted === '') return;
      modals.openConfirmModal({
        title: texts('users.migrate.title'),
        children: texts('users.migrate.text', { login: wanted }),
        labels: { confirm: texts('users.migrate'), cancel: texts('action.cancel') },
        onConfirm: () => void send(user),
      });
    },
  };
};

const tones = { MIGRADO: 'success', PENDENTE: 'warning', ERRO: 'danger' } as const;

const Line = ({ migration }: { readonly migration: Migration }) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { login_antigo, login_novo, tipo, situacao, mensagem, criado_em, por } = migration;
  return (
    <tr>
      <td>{formatMoment(criado_em, timeZone)}</td>
      <td>{login_antigo}</td>
      <td>{login_novo}</td>
      <td>{texts(`users.kind.${tipo}`)}</td>
      <td>
        <span className={classes.state} data-tone={tones[situacao]}>
          {texts(`users.state.${situacao}`)}
        </span>{' '}
        {mensagem}
      </td>
      <td>{por}</td>
    </tr>
  );
};

/** Another login for a person, and the ones that were given. */
const MigrateUserView = ({ entry }: ScreenViewProps) => {
  const texts = useTexts();
  const { problems, migrations, ...screen } = useMigration();
  return (
    <ScreenPage title={entry.title}>
      <CardForm submit={texts('users.migrate')} onSubmit={screen.submit} busy={screen.busy} failure={screen.failure}>
        <UserPicker label={texts('users.who')} value={screen.user} onChange={screen.setUser} error={problems.user} />
        <div className={classes.pair}>
          <LoginInput value={screen.login} error={problems.login} onChange={screen.setLogin} />
          <Select
            label={texts('users.kind')}
            required
            allowDeselect={false}
            data={migrationKinds.map((value) => ({ value, label: texts(`users.kind.${value}`) }))}
            value={screen.kind}
            onChange={screen.setKind}
          />
        </div>
      </CardForm>
      <section className={classes.list} aria-labelledby="fi-migrations">
        <h2 id="fi-migrations">{texts('users.migrations')}</h2>
        {migrations.length === 0 ? (
          <p className={classes.text}>{texts('users.migrations.none')}</p>
        ) : (
          <div className={classes.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  {(['when', 'before', 'after', 'kind', 'state', 'by'] as const).map((name) => (
                    <th key={name} scope="col">
                      {texts(`users.column.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {migrations.map((migration) => (
                  <Line key={migration.id} migration={migration} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </ScreenPage>
  );
};

export default MigrateUserView;
