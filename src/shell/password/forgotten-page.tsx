import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import { signInPath } from '../guard.ts';
import { LoginInput } from '../login-input.tsx';
import { PublicCard, PublicText } from '../public-card.tsx';
import { useForgotPasswordMutation } from './password-api.ts';

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
  const foot = { to: signInPath, text: texts('password.forgotten.back') };
  if (sent) {
    return (
      <PublicCard title={texts('password.forgotten.title')} foot={foot}>
        <PublicText said>{texts('password.forgotten.sent')}</PublicText>
        <PublicText>{texts('password.forgotten.hint')}</PublicText>
      </PublicCard>
    );
  }
  return (
    <PublicCard title={texts('password.forgotten.title')} onSubmit={submit} foot={foot}>
      {failure && <Note kind="failure">{failureText(texts, failure)}</Note>}
      <PublicText>{texts('password.forgotten.text')}</PublicText>
      <LoginInput missing={missing} />
      <Button type="submit" fullWidth loading={waiting} size="md">
        {texts('password.forgotten.send')}
      </Button>
    </PublicCard>
  );
};
