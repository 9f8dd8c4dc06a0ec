import { useMemo } from 'react';
import type { RecordAddress } from './record-address.ts';
import {
  parsePeek,
  parseRecordAddress,
  peekParameter,
  recordParameter,
  sourceParameter,
  valuesParameter,
  writeRecordAddress,
} from './record-address.ts';
import { useAddressChanges, useRecordPart } from './screen-address.tsx';

const without =
  (name: string) =>
  (current: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(current);
    // What a new record begins with is said for that one alone.
    if (name === recordParameter) for (const said of [valuesParameter, sourceParameter]) next.delete(said);
    next.delete(name);
    return next;
  };

/** The ways to open a record over the list, and to close it. Always the same functions: who opens is not drawn again. */
export const useOpenRecord = () => {
  const { open, close } = useAddressChanges();
  return useMemo(() => {
    const opened = (name: string, value: string) => (current: URLSearchParams) => {
      const next = without(name)(current);
      next.set(name, value);
      return next;
    };
    return {
      openRecord: (address: RecordAddress, replace = false) =>
        open('record', opened(recordParameter, writeRecordAddress(address)), replace),
      closeRecord: () => close('record', without(recordParameter)),
      openPeek: (path: string, id: number) => open('peek', opened(peekParameter, `${path}.${id}`)),
      closePeek: () => close('peek', without(peekParameter)),
    };
  }, [open, close]);
};

/** What the address opens over the list. */
export const useOpenedRecord = () => {
  const params = useRecordPart();
  return useMemo(
    () => ({ record: parseRecordAddress(params.get(recordParameter)), peek: parsePeek(params.get(peekParameter)) }),
    [params],
  );
};
