import type { FormEvent } from 'react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import { checkNewPassword } from './check-password.ts';
import { useCheckResetMutation, useResetPasswordMutation } from './password-api.ts';
import { dropResetToken, readResetToken, resetPath, takeResetToken } from './reset-token.ts';
import { usePasswordForm } from './use-password-form.ts';

const names = ['senha', 'senhaConf'] as const;

/** A refusal that no other password helps against. */
const deadLink = 'ACCESS_RESET_INVALID';

/** A new password by a link: whose rules hold is asked first, and a dead link is said before anybody types. */
export const useResetPassword = () => {
  const texts = useTexts();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const token = readResetToken();
  const [check, checking] = useCheckResetMutation();
  const [reset, resetting] = useResetPasswordMutation();
  const form = usePasswordForm(names);
  useWaiting(resetting.isLoading || checking.isLoading);

  // A second link that is opened in the same tab changes nothing but the fragment.
  useEffect(() => {
    if (hash.length < 2) return;
    takeResetToken();
    void navigate(resetPath, { replace: true });
  }, [hash, navigate]);

  useEffect(() => {
    if (token !== undefined) void check({ token });
  }, [token, check]);

  const checkFailure = checking.error as ApiFailure | undefined;
  const resetFailure = resetting.error as ApiFailure | undefined;
  const dead = token === undefined || [checkFailure, resetFailure].some((failure) => failure?.body?.code === deadLink);
  const strict = checking.data?.grupoValidaSenha;

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (token === undefined || form.tellKeys(checkNewPassword(form.values, { strict }))) return;
    const answer = await reset({ token, senha: form.values.senha });
    if (answer.error) return form.tellFailure(answer.error as ApiFailure);
    dropResetToken();
    await navigate('/senha-atualizada', { replace: true });
  };

  return {
    form,
    dead,
    strict,
    /** The question whose rules hold was not answered. */
    unanswered: checkFailure && !dead ? failureText(texts, checkFailure) : undefined,
    waiting: resetting.isLoading,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
};
