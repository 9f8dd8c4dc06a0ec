import { useCallback, useMemo } from 'react';
import type { ListQuery } from '../../contract/list-query.ts';
import { parseListQuery, unreadParameters, writeListQuery } from '../../contract/list-query.ts';
import { toNamed } from './address-parameters.ts';
import { useAddressChanges, useListPart } from './screen-address.tsx';
import { listAddress } from './view-address.ts';

/** The list's query, which lives in the address and nowhere else. */
export const useListAddress = () => {
  const { params, parameters, arrival } = useListPart();
  const { change: changeAddress } = useAddressChanges();
  const query = useMemo(() => parseListQuery(params), [params]);
  const unread = useMemo(() => unreadParameters(params), [params]);
  const change = useCallback(
    (make: (current: ListQuery) => ListQuery, replace = false) =>
      changeAddress((current) => writeListQuery(make(parseListQuery(current)), current), replace),
    [changeAddress],
  );
  const named = toNamed(parameters, new URLSearchParams(listAddress(params))).toString();
  return { query, unread, address: named, arrival, change };
};
