/** From a record to the one before or after it in the list, over the ends of pages. */
import { useEffect, useRef } from 'react';
import type { RecordAddress } from './record-address.ts';
import { parseRecordAddress, recordParameter } from './record-address.ts';
import type { RegistryList } from './use-registry-list.ts';

type List = Pick<RegistryList, 'rows' | 'fetching' | 'nextPage' | 'previousPage'>;

/** By the address itself: keys come faster than drawings. */
const shownNow = (): number | undefined => {
  const address = parseRecordAddress(new URLSearchParams(window.location.search).get(recordParameter));
  return address?.mode === 'view' || address?.mode === 'edit' ? address.id : undefined;
};

export const useNeighbours = (
  list: List,
  address: RecordAddress | undefined,
  open: (address: RecordAddress, replace: boolean) => void,
) => {
  /** Which row of the page that is being read is to be opened. */
  const awaited = useRef<'first' | 'last'>(undefined);
  const stepping = address !== undefined && (address.mode === 'view' || address.mode === 'edit');
  const mode = stepping ? address.mode : 'view';
  const id = stepping ? address.id : undefined;
  const goTo = (row: { readonly id: number } | undefined): void => {
    if (row === undefined) return;
    open({ mode, id: row.id }, true);
  };
  const latest = useRef(goTo);
  latest.current = goTo;
  const { rows, fetching } = list;
  useEffect(() => {
    const which = awaited.current;
    if (which === undefined || fetching) return;
    awaited.current = undefined;
    latest.current(which === 'first' ? rows[0] : rows.at(-1));
  }, [rows, fetching]);

  /** From the record that is shown now, whatever was drawn last. */
  const step = (by: 1 | -1): void => {
    const at = rows.findIndex((row) => row.id === shownNow());
    if (at < 0) return;
    const row = rows[at + by];
    const turn = by === 1 ? list.nextPage : list.previousPage;
    if (row !== undefined) goTo(row);
    else if (turn !== undefined && awaited.current === undefined) {
      awaited.current = by === 1 ? 'first' : 'last';
      turn();
    }
  };
  const latestStep = useRef(step);
  latestStep.current = step;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const by = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : undefined;
      if (by === undefined || shownNow() === undefined) return;
      event.preventDefault();
      // What has the focus hands over what was typed in it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      latestStep.current(by);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const at = rows.findIndex((row) => row.id === id);
  return {
    previous: at < 0 || (rows[at - 1] ?? list.previousPage) === undefined ? undefined : () => step(-1),
    next: at < 0 || (rows[at + 1] ?? list.nextPage) === undefined ? undefined : () => step(1),
  };
};
