/**
 * What makes a new record that is sent again the same one to the server: the key of its draft, and what was in it when an
 * answer was lost, after which nobody here knows whether it is stored.
 */
import { useMemo, useRef } from 'react';
import type { ApiFailure } from '../store/base-query.ts';
import { newUuid } from './new-uuid.ts';
import type { RecordValues } from './record-values.ts';

export const useSendOnce = () => {
  const once = useRef<{ readonly key: string; readonly lost?: RecordValues }>(undefined);
  once.current ??= { key: newUuid() };
  return useMemo(() => {
    const now = () => once.current ?? { key: newUuid() };
    return {
      key: (): string => now().key,
      /** The values first sent without an answer. */
      lost: (): RecordValues | undefined => now().lost,
      /** Of a sending that failed: whether it was stored is known where the server itself refused it. */
      failed: ({ status }: ApiFailure, sent: RecordValues): void => {
        if (status === 0 || status >= 500) once.current = { lost: sent, ...now() };
      },
      /** The draft begins anew: with the key that it had, where it has one. */
      renew: (key: string = newUuid()): void => {
        once.current = { key };
      },
    };
  }, []);
};
