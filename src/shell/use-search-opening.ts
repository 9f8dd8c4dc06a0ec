import { useEffect, useMemo, useState } from 'react';

/** Ctrl+K, or Cmd+K: in every field too. */
const opens = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey;

/** Whether the search of Ctrl+K is open, and what was typed before it was there. */
export const useSearchOpening = () => {
  const [searching, setSearching] = useState<'never' | 'open' | 'closed'>('never');
  const [begun, setBegun] = useState('');
  const ways = useMemo(
    () => ({
      open: () => setSearching('open'),
      add: (character: string) => setBegun((before) => before + character),
      leave: () => {
        setSearching('closed');
        setBegun('');
      },
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
  return { searching, begun, ...ways };
};
