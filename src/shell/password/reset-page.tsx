import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { NewPassword } from './new-password.tsx';
import { PasswordNote } from './password-note.tsx';
import { PublicCard } from './public-card.tsx';
import { useResetPassword } from './use-reset-password.ts';

/** Where the link of a mail leads: a new password, by the rules of whoever the link was sent to. */
export const ResetPage = () => {
  const texts = useTexts();
  const { form, dead, strict, unanswered, waiting, submit } = useResetPassword();
  if (dead) {
    return (
      <PublicCard title={texts('password.reset.title')}>
        <PasswordNote kind="failure">{texts('password.reset.missing')}</PasswordNote>
        <Button component={Link} to="/esqueci-a-senha" fullWidth size="md">
          {texts('password.reset.again')}
        </Button>
      </PublicCard>
    );
  }
  const failure = form.failure ?? unanswered;
  return (
    <PublicCard title={texts('password.reset.title')} ref={form.form} onSubmit={submit}>
      {failure !== undefined && <PasswordNote kind="failure">{failure}</PasswordNote>}
      {strict === true && <PasswordNote kind="info">{texts('password.strictBanner')}</PasswordNote>}
      <NewPassword form={form} strict={strict} />
      <Button type="submit" fullWidth loading={waiting} size="md">
        {texts('password.reset.submit')}
      </Button>
    </PublicCard>
  );
};
