import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { RecordAddress } from './record-address.ts';
import {
  parsePeek,
  parseRecordAddress,
  peekParameter,
  recordParameter,
  valuesParameter,
  writeRecordAddress,
} from './record-address.ts';

/** The drawer that the address opens, and the ways to change it. */
export const useRecordAddress = () => {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (name: string, value: string | undefined, replace = false) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          // What a new record begins with is said for that one alone.
          if (name === recordParameter) next.delete(valuesParameter);
          if (value === undefined) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  return {
    record: parseRecordAddress(params.get(recordParameter)),
    peek: parsePeek(params.get(peekParameter)),
    openRecord: useCallback(
      (address: RecordAddress, replace = false) => set(recordParameter, writeRecordAddress(address), replace),
      [set],
    ),
    closeRecord: useCallback(() => set(recordParameter, undefined), [set]),
    openPeek: useCallback((path: string, id: number) => set(peekParameter, `${path}.${id}`), [set]),
    closePeek: useCallback(() => set(peekParameter, undefined), [set]),
  };
};
