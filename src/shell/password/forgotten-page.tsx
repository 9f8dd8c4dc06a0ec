import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import classes from './password.module.css';
import { useForgotPasswordMutation } from './password-api.ts';
import { PasswordNote } from './password-note.tsx';
import { PublicCard } from './public-card.tsx';

const useForgottenPassword = () => {
  const [forget, { isLoading, isSuccess, error }] = useForgotPasswordMutation();
  const [missing, setMissing] = useState(false);
  useWaiting(isLoading);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const userId = String(new FormData(event.currentTarget).get('userId')).trim();
    setMissing(userId === '');
    if (userId === '') event.currentTarget.querySelector('input')?.focus();
    else void forget({ userId });
  };
  return {
    submit,
    missing,
    waiting: isLoading,
    sent: isSuccess,
    failure: isLoading ? undefined : (error as ApiFailure | undefined),
  };
};

/** Asks for a link to a new password. The answer is the same whoever was named: nobody learns here who has a login. */
export const ForgottenPage = () => {
  const texts = useTexts();
  const { submit, missing, waiting, sent, failure } = useForgottenPassword();
  if (sent) {
    return (
      <PublicCard title={texts('password.forgotten.title')}>
        <p className={classes.text} role="status">
          {texts('password.forgotten.sent')}
        </p>
        <p className={classes.text}>{texts('password.forgotten.hint')}</p>
      </PublicCard>
    );
  }
  return (
    <PublicCard title={texts('password.forgotten.title')} onSubmit={submit}>
      {failure && <PasswordNote kind="failure">{failureText(texts, failure)}</PasswordNote>}
      <p className={classes.text}>{texts('password.forgotten.text')}</p>
      <TextInput
        label={texts('signIn.user')}
        name="userId"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={100}
        error={missing && texts('signIn.user.missing')}
      />
      <Button type="submit" fullWidth loading={waiting} size="md">
        {texts('password.forgotten.send')}
      </Button>
    </PublicCard>
  );
};
