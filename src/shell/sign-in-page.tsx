import { Button, PasswordInput } from '@mantine/core';
import { Note } from '../../engine/ui/controls/note.tsx';
import { failureText } from '../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { LoginInput } from './login-input.tsx';
import { PublicCard } from './public-card.tsx';
import { useSignIn } from './use-sign-in.ts';

export const SignInPage = () => {
  const texts = useTexts();
  const { submit, waiting, failure, missing } = useSignIn();
  const ended = useAppSelector((state) => state.session.ended);
  return (
    <PublicCard
      title={texts('signIn.title')}
      onSubmit={submit}
      foot={{ to: '/esqueci-a-senha', text: texts('password.forgotten') }}
    >
      {failure && <Note kind="failure">{failureText(texts, failure)}</Note>}
      {ended !== 'never' && ended !== 'logout' && !failure && <Note kind="news">{texts(`signIn.ended.${ended}`)}</Note>}
      <LoginInput missing={missing.includes('userId')} />
      <PasswordInput
        label={texts('signIn.password')}
        name="password"
        autoComplete="current-password"
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': texts('signIn.password.show'), tabIndex: 0 }}
        error={missing.includes('password') && texts('signIn.password.missing')}
      />
      <Button type="submit" fullWidth loading={waiting} mt={4} size="md">
        {texts('signIn.submit')}
      </Button>
    </PublicCard>
  );
};
