import { Button, PasswordInput, TextInput } from '@mantine/core';
import { CircleAlert, Info } from 'lucide-react';
import { Link } from 'react-router';
import { failureText } from '../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { ProductMark } from './product-mark.tsx';
import classes from './sign-in-page.module.css';
import { useSignIn } from './use-sign-in.ts';

export const SignInPage = () => {
  const texts = useTexts();
  const { submit, waiting, failure, missing } = useSignIn();
  const ended = useAppSelector((state) => state.session.ended);
  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit} noValidate>
        <p className={classes.brand}>
          <ProductMark size={28} />
          {texts('product.name')}
        </p>
        <h1 className={classes.title}>{texts('signIn.title')}</h1>
        {failure && (
          <p role="alert" className={classes.failure}>
            <CircleAlert size={16} aria-hidden />
            <span>{failureText(texts, failure)}</span>
          </p>
        )}
        {ended !== 'never' && ended !== 'logout' && !failure && (
          <p role="status" className={classes.notice}>
            <Info size={16} aria-hidden />
            <span>{texts(`signIn.ended.${ended}`)}</span>
          </p>
        )}
        <TextInput
          label={texts('signIn.user')}
          name="userId"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={100}
          error={missing.includes('userId') && texts('signIn.user.missing')}
        />
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
        <Link to="/esqueci-a-senha" className={classes.link}>
          {texts('password.forgotten')}
        </Link>
      </form>
    </main>
  );
};
