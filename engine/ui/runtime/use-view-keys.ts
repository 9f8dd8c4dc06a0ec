/** The keys of a record that is read, those of its row in the list: e edits it, h shows its history. */
import { useEffect, useRef } from 'react';

export interface ViewKeys {
  readonly edit: (() => void) | undefined;
  readonly history: (() => void) | undefined;
}

/** What stands over the record: a question, or a related record. */
const over = '[data-modal-content="true"],[data-stacked-drawer]';

export const useViewKeys = (keys: ViewKeys): void => {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input,textarea,select') !== null) return;
      const run = event.key === 'e' ? latest.current.edit : event.key === 'h' ? latest.current.history : undefined;
      if (run === undefined || document.querySelector(over) !== null) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
};
