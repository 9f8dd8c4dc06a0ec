import type { FormEvent } from 'react';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import { api } from '../../../engine/ui/store/api.ts';
import { useAppDispatch, useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { sessionRefreshed } from '../../../engine/ui/store/session-slice.ts';
import { checkPasswordChange } from './check-password.ts';
import { useChangePasswordMutation, useValidatePasswordMutation } from './password-api.ts';
import { usePasswordForm } from './use-password-form.ts';

const names = ['senhaAtual', 'senha', 'senhaConf'] as const;

/** The change of one's own password: the current one is validated, and only then the new one is sent; then the user is read anew. */
export const useChangePassword = (done: () => void) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const { user, client } = useAppSelector((state) => state.session);
  const [validate, validation] = useValidatePasswordMutation();
  const [change, changing] = useChangePasswordMutation();
  const form = usePasswordForm(names);
  const login = user?.principal ?? '';
  const strict = user?.grupoValidaSenha ?? false;
  const waiting = validation.isLoading || changing.isLoading;
  useWaiting(waiting);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (waiting || form.tellKeys(checkPasswordChange(form.values, { strict, login }))) return;
    const { senhaAtual, senha } = form.values;
    const validated = await validate({ login, senha: senhaAtual });
    if (validated.error) return form.tellFailure(validated.error as ApiFailure);
    const changed = await change({ login, senha });
    if (changed.error) return form.tellFailure(changed.error as ApiFailure);
    const me = await dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }));
    // Changed it is, also where that answer did not come: nobody is to be held by a password that is renewed.
    if (me.error && user !== null && client !== null)
      dispatch(sessionRefreshed({ me: { user: { ...user, senhaExpirada: false }, client }, etag: undefined }));
    showAlert({ type: 'success', value: texts('password.changed') });
    done();
  };

  return { form, login, strict, waiting, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
};
