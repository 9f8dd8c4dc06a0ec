import type { ApiFailure } from '../store/base-query.ts';
import { alertsIn } from '../store/base-query.ts';
import { showAlert } from './show-alert.tsx';
import type { Texts } from './texts.ts';

/** What a refused call says: what happened, then what to do. */
export const failureText = (texts: Texts, failure: ApiFailure | { readonly message?: string | undefined }): string => {
  if (!('status' in failure)) return texts('failure.unknown');
  const { body } = failure;
  if (failure.status === 0) return texts('network.failure');
  // One record was asked for and there is none: it is not a filter that the person should adjust.
  if (failure.status === 406) return texts('record.missing');
  return body?.message === undefined ? texts('failure.unknown') : [body.message, body.hint].filter(Boolean).join(' ');
};

/** Shows the alerts that a refusal brings besides what it says itself. */
const showFurther = ({ body }: ApiFailure): void => {
  for (const alert of alertsIn(body)) if (alert.value !== body?.message) showAlert(alert);
};

/** Of a refusal whose faults are told where they are: what it brings besides. */
export const describeBesides = (failure: ApiFailure): void => {
  if (!failure.told) showFurther(failure);
};

/** Shows a refusal that nobody has been told of; one that brings alerts of its own is told on arrival. */
export const describeFailure = (
  texts: Texts,
  failure: ApiFailure | { readonly name?: string | undefined; readonly message?: string | undefined },
): void => {
  if ('told' in failure && failure.told) return;
  // Given up because the session ended while it was under way: no answer is awaited any more.
  if ('name' in failure && failure.name === 'AbortError') return;
  showAlert({ type: 'error', value: failureText(texts, failure) });
  if ('status' in failure) showFurther(failure);
};
