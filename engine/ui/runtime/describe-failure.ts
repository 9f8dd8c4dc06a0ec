import type { ApiFailure } from '../store/base-query.ts';
import { alertsIn } from '../store/base-query.ts';
import { showAlert } from './show-alert.ts';
import type { Texts } from './texts.ts';

/** What a refused call says: what happened, then what to do. */
export const failureText = (texts: Texts, failure: ApiFailure | { readonly message?: string | undefined }): string => {
  if (!('status' in failure)) return texts('failure.unknown');
  const { body } = failure;
  if (failure.status === 0) return texts('network.failure');
  return body?.message === undefined ? texts('failure.unknown') : [body.message, body.hint].filter(Boolean).join(' ');
};

/** Shows a refusal that brought no alerts of its own; those are shown on arrival. */
export const describeFailure = (
  texts: Texts,
  failure: ApiFailure | { readonly message?: string | undefined },
): void => {
  if ('status' in failure && (failure.status === 0 || failure.status === 401)) return;
  if ('status' in failure && alertsIn(failure.body).length > 0 && failure.status !== 412) return;
  showAlert({ type: 'error', value: failureText(texts, failure) });
};
