import type { FormEvent } from 'react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useWaiting } from '../../engine/ui/runtime/use-waiting.ts';
import type { ApiFailure } from '../../engine/ui/store/api.ts';
import { useIssueTokenMutation } from '../../engine/ui/store/api.ts';
import { useAppDispatch } from '../../engine/ui/store/hooks.ts';
import { sessionStarted } from '../../engine/ui/store/session-slice.ts';
import { safeRedirect } from './guard.ts';

type Name = 'userId' | 'password';

/** Signs in and leads to where the person was going. */
export const useSignIn = () => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [issue, { isLoading, error }] = useIssueTokenMutation();
  const [missing, setMissing] = useState<readonly Name[]>([]);
  useWaiting(isLoading);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const credentials = { userId: String(fields.get('userId')).trim(), password: String(fields.get('password')) };
    const empty = (['userId', 'password'] as const).filter((name) => credentials[name] === '');
    setMissing(empty);
    if (empty[0] !== undefined) return form.querySelector<HTMLInputElement>(`[name="${empty[0]}"]`)?.focus();
    const answer = await issue(credentials);
    if (answer.data === undefined) return form.querySelector<HTMLInputElement>('[name="password"]')?.select();
    dispatch(sessionStarted(answer.data));
    await navigate(safeRedirect(params.get('redirect')), { replace: true });
  };

  const failure = isLoading ? undefined : (error as ApiFailure | undefined);
  return { submit: (event: FormEvent<HTMLFormElement>) => void submit(event), waiting: isLoading, failure, missing };
};
