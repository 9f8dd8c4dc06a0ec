import { useCallback, useEffect, useState } from 'react';
import { keysElsewhere } from '../../engine/ui/runtime/keys-elsewhere.ts';

/** The sheet of keys: shown by `?` on every screen, and by whoever asks. */
export const useKeyHelp = () => {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const show = useCallback(() => setState('open'), []);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== '?' || keysElsewhere(event)) return;
      event.preventDefault();
      show();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [show]);
  return { needed: state !== 'never', opened: state === 'open', show, close: () => setState('closed') };
};
