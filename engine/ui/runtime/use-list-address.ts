import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ListQuery } from './list-query.ts';
import { parseListQuery, writeListQuery } from './list-query.ts';
import { listAddress } from './view-address.ts';

/** The list's query, which lives in the address and nowhere else. */
export const useListAddress = () => {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => parseListQuery(params), [params]);
  const change = useCallback(
    (next: ListQuery, replace = false) => setParams((current) => writeListQuery(next, current), { replace }),
    [setParams],
  );
  return { query, address: listAddress(params), change };
};
