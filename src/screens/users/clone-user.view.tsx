import { Button, Checkbox, TextInput } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ScreenViewProps } from '../../../engine/screens/contract.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { ClonePreview } from '../../access/user-copies.ts';
import { CardForm, CardOutcome, ScreenPage } from '../card-form.tsx';
import { LoginInput } from './login-input.tsx';
import { UserAccess } from './user-access.tsx';
import { UserPicker } from './user-picker.tsx';
import classes from './users.module.css';
import { useClonePreviewQuery, useCloneUserMutation } from './users-api.ts';

const empty = { login: '', nome: '', email: '', grupos: true, configuracoes: true, visoes: true };
type Draft = typeof empty;

const useClone = () => {
  const texts = useTexts();
  const [from, setFrom] = useState<number>();
  const [draft, setDraft] = useState<Draft>(empty);
  const [attempted, setAttempted] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [made, setMade] = useState<{ readonly id: number; readonly login: string }>();
  const preview = useClonePreviewQuery(from ?? skipToken);
  const [clone, cloning] = useCloneUserMutation();
  const missing = (name: 'login' | 'nome'): string | undefined =>
    attempted && draft[name].trim() === '' ? texts(`users.missing.${name}`) : undefined;
  return {
    from,
    setFrom: (id: number | undefined) => {
      setFrom(id);
      setMade(undefined);
    },
    draft,
    set: (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change })),
    preview: from === undefined ? undefined : preview.currentData,
    problems: {
      from: attempted && from === undefined ? texts('users.missing.from') : undefined,
      login: missing('login'),
      nome: missing('nome'),
    },
    failure,
    busy: cloning.isLoading,
    made,
    again: () => {
      setMade(undefined);
      setDraft(empty);
      setAttempted(false);
    },
    submit: async (event: FormEvent) => {
      event.preventDefault();
      setAttempted(true);
      setFailure(undefined);
      const { login, nome, email, ...copies } = draft;
      if (from === undefined || login.trim() === '' || nome.trim() === '') return;
      const wanted = login.trim().toLowerCase();
      const answer = await clone({
        origem: from,
        login: wanted,
        nome: nome.trim(),
        ...(email.trim() === '' ? {} : { email: email.trim() }),
        ...copies,
      });
      if (answer.data === undefined) setFailure(failureText(texts, answer.error ?? {}));
      else setMade({ id: answer.data.id, login: wanted });
    },
  };
};

const none = '—';

/** What the copy would have, before it is made. */
const Preview = ({ preview, draft }: { readonly preview: ClonePreview; readonly draft: Draft }) => {
  const texts = useTexts();
  const roles = preview.roles.map((role) => texts(`users.role.${role}`)).join(', ');
  return (
    <section className={classes.preview} aria-label={texts('users.preview')}>
      <h2>{texts('users.preview')}</h2>
      <dl>
        <dt>{texts('users.preview.roles')}</dt>
        <dd>{roles || none}</dd>
        <dt>{texts('users.preview.groups')}</dt>
        <dd>{(draft.grupos && preview.groups.join(', ')) || none}</dd>
        <dt>{texts('users.preview.settings')}</dt>
        <dd>{draft.configuracoes ? preview.settings : 0}</dd>
        <dt>{texts('users.preview.views')}</dt>
        <dd>{draft.visoes ? preview.views : 0}</dd>
      </dl>
      {preview.admin && <p>{texts('users.preview.admin')}</p>}
    </section>
  );
};

/** A new user after another one. */
const CloneUserView = ({ entry }: ScreenViewProps) => {
  const texts = useTexts();
  const { draft, set, preview, problems, made, ...screen } = useClone();
  return (
    <ScreenPage title={entry.title}>
      {made === undefined ? (
        <CardForm
          submit={texts('users.clone')}
          onSubmit={(event) => void screen.submit(event)}
          busy={screen.busy}
          failure={screen.failure}
        >
          <UserPicker label={texts('users.from')} value={screen.from} onChange={screen.setFrom} error={problems.from} />
          <div className={classes.pair}>
            <LoginInput value={draft.login} error={problems.login} onChange={(login) => set({ login })} />
            <TextInput
              label={texts('users.name')}
              required
              maxLength={70}
              autoComplete="off"
              value={draft.nome}
              error={problems.nome}
              onChange={(event) => set({ nome: event.currentTarget.value })}
            />
          </div>
          <TextInput
            label={texts('users.email')}
            type="email"
            maxLength={100}
            autoComplete="off"
            value={draft.email}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
          <fieldset className={classes.checks}>
            <legend>{texts('users.copies')}</legend>
            {(['grupos', 'configuracoes', 'visoes'] as const).map((name) => (
              <Checkbox
                key={name}
                label={texts(`users.copies.${name}`)}
                checked={draft[name]}
                onChange={(event) => set({ [name]: event.currentTarget.checked })}
              />
            ))}
          </fieldset>
          {preview !== undefined && <Preview preview={preview} draft={draft} />}
        </CardForm>
      ) : (
        <CardOutcome>
          <p className={classes.done}>{texts('users.cloned', { login: made.login })}</p>
          <UserAccess id={made.id} />
          <div className={classes.buttons}>
            <Button component={Link} to={`/usuarios?_record=view.${made.id}`} variant="default">
              {texts('users.open')}
            </Button>
            <Button variant="subtle" onClick={screen.again}>
              {texts('users.again')}
            </Button>
          </div>
        </CardOutcome>
      )}
    </ScreenPage>
  );
};

export default CloneUserView;
