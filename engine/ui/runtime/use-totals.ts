import { useEffect, useMemo } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { ApiFailure } from '../store/api.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { totals } from '../store/totals-api.ts';
import type { RegistryList } from './use-registry-list.ts';

export interface Totals {
  /** Sums by wire name, as text; null where of that one there is nothing to add up. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What the server says where it does not add up so many rows. */
  readonly refused: string | undefined;
}

/**
 * The sums of all that the filter finds, asked for once the rows are there, and given up when the filter changes first.
 * undefined: the screen has none, they are not there yet, or there is nothing to add up.
 */
export const useTotals = (model: ScreenModel, { chosen, loaded }: Pick<RegistryList, 'chosen' | 'loaded'>) => {
  const dispatch = useAppDispatch();
  const { path } = model.screen;
  const select = model.totals?.select;
  const request = useMemo(() => {
    const params = new URLSearchParams(chosen);
    if (select !== undefined) params.set('select', select);
    return { path, search: params.toString() };
  }, [path, chosen, select]);
  const wanted = select !== undefined && loaded;

  useEffect(() => {
    if (!wanted) return;
    const running = dispatch(totals.initiate(request));
    return () => {
      running.abort();
      running.unsubscribe();
    };
  }, [dispatch, wanted, request]);

  const find = useMemo(() => totals.select(request), [request]);
  const { data, error } = useAppSelector(find);
  return useMemo<Totals | undefined>(() => {
    if (!wanted) return undefined;
    if (data !== undefined)
      return Object.values(data).every((sum) => sum === null) ? undefined : { values: data, refused: undefined };
    const { body } = (error ?? {}) as Partial<ApiFailure>;
    return body?.code === 'REQUEST_AGGREGATE_LIMIT'
      ? { values: {}, refused: [body.message, body.hint].filter(Boolean).join(' ') }
      : undefined;
  }, [wanted, data, error]);
};
