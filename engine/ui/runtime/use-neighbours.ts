/** From a record to the one before or after it in the list, over the ends of pages. */
import { useEffect, useRef } from 'react';
import type { RecordAddress } from './record-address.ts';
import type { RegistryList } from './use-registry-list.ts';

type List = Pick<RegistryList, 'rows' | 'fetching' | 'nextPage' | 'previousPage'>;

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
  /** The record that is shown, or is about to be: keys come faster than drawings. */
  const here = useRef(id);
  useEffect(() => {
    here.current = id;
  }, [id]);
  const goTo = (row: { readonly id: number } | undefined): void => {
    if (row === undefined) return;
    // An edited one may ask first, and then it is not left.
    if (mode === 'view') here.current = row.id;
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

  const at = rows.findIndex((row) => row.id === id);
  const within = (step: 1 | -1, turn: (() => void) | undefined): (() => void) | undefined => {
    if (at < 0 || (rows[at + step] ?? turn) === undefined) return undefined;
    return () => {
      const row = rows[rows.findIndex((one) => one.id === here.current) + step];
      if (row !== undefined) return goTo(row);
      if (turn === undefined || awaited.current !== undefined) return;
      awaited.current = step === 1 ? 'first' : 'last';
      turn();
    };
  };
  const previous = within(-1, list.previousPage);
  const next = within(1, list.nextPage);

  const keys = useRef({ previous, next });
  keys.current = { previous, next };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const go = { PageUp: keys.current.previous, PageDown: keys.current.next }[event.key];
      if (go === undefined) return;
      event.preventDefault();
      // What has the focus hands over what was typed in it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      go();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return { previous, next };
};
