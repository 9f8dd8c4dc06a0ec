/** The exact number of rows of a list that is only estimated: counted when the person asks, until it is given up. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { countFully } from '../store/count-api.ts';
import { useAppDispatch } from '../store/hooks.ts';

export type ExactCount =
  | { readonly state: 'none' }
  | { readonly state: 'counting' }
  | { readonly state: 'counted'; readonly total: number }
  /** It would take longer than a count may, or could not be had. */
  | { readonly state: 'beyond' }
  | { readonly state: 'failed' };

const none: ExactCount = { state: 'none' };

/** `of`: which rows, at which moment; what was counted of others no longer holds. */
export const useExactCount = (path: string, search: string, of: string) => {
  const dispatch = useAppDispatch();
  const [counted, setCounted] = useState<{ readonly of: string; readonly count: ExactCount }>({ of, count: none });
  const running = useRef<() => void>(undefined);
  const cancel = useCallback(() => {
    running.current?.();
    running.current = undefined;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows end the count of these
  useEffect(() => cancel, [cancel, of]);

  const start = async (): Promise<void> => {
    cancel();
    const call = dispatch(countFully.initiate({ path, search }, { track: false }));
    const abort = () => call.abort();
    running.current = abort;
    setCounted({ of, count: { state: 'counting' } });
    const { data, error } = await call;
    // Given up, or of rows that are no longer those of the list.
    if (running.current !== abort)
      return setCounted((now) => (now.count.state === 'counting' ? { of, count: none } : now));
    running.current = undefined;
    const count: ExactCount =
      error !== undefined || data == null
        ? { state: 'failed' }
        : data.estimated
          ? { state: 'beyond' }
          : { state: 'counted', total: data.total };
    setCounted({ of, count });
  };
  return { count: counted.of === of ? counted.count : none, start: () => void start(), cancel };
};
