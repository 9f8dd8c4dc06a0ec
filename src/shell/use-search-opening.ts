import { useEffect, useMemo, useState } from 'react';

/** Ctrl+K, or Cmd+K: in every field too. */
const opens = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey;

interface Search {
  readonly state: 'never' | 'open' | 'closed';
  /** Kept here, not in the search: whoever knows it types before its code or its field is there. */
  readonly typed: string;
}

/** Whether the search of Ctrl+K is open, and what is typed into it. Each opening begins with nothing. */
export const useSearchOpening = () => {
  const [search, setSearch] = useState<Search>({ state: 'never', typed: '' });
  const ways = useMemo(
    () => ({
      open: () => setSearch((before) => (before.state === 'open' ? before : { state: 'open', typed: '' })),
      type: (typed: string) => setSearch((before) => ({ ...before, typed })),
      add: (character: string) => setSearch((before) => ({ ...before, typed: before.typed + character })),
      leave: () => setSearch((before) => ({ ...before, state: 'closed' })),
    }),
    [],
  );
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!opens(event)) return;
      event.preventDefault();
      ways.open();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [ways]);
  return { ...search, ...ways };
};
