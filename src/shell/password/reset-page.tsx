import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { signInPath } from '../guard.ts';
import { PublicCard } from '../public-card.tsx';
import { NewPassword } from './new-password.tsx';
import { useResetPassword } from './use-reset-password.ts';

/** Where the link of a mail leads: a new password, by the rules of whoever the link was sent to. */
export const ResetPage = () => {
  const texts = useTexts();
  const foot = { to: signInPath, text: texts('password.forgotten.back') };
  const { form, dead, strict, unanswered, waiting, submit } = useResetPassword();
  if (dead) {
    return (
      <PublicCard title={texts('password.reset.title')} foot={foot}>
        <Note kind="failure">{texts('password.reset.missing')}</Note>
        <Button component={Link} to="/esqueci-a-senha" fullWidth size="md">
          {texts('password.reset.again')}
        </Button>
      </PublicCard>
    );
  }
  const failure = form.failure ?? unanswered;
  return (
    <PublicCard title={texts('password.reset.title')} ref={form.form} onSubmit={submit} foot={foot}>
      {failure !== undefined && <Note kind="failure">{failure}</Note>}
      {strict === true && <Note kind="info">{texts('password.strictBanner')}</Note>}
      <NewPassword form={form} strict={strict} />
      <Button type="submit" fullWidth loading={waiting} size="md">
        {texts('password.reset.submit')}
      </Button>
    </PublicCard>
  );
};
