import { useMemo, useState } from 'react';

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
  return { searching, begun, ...ways };
};
