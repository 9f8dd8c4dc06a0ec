import { useEffect } from 'react';

interface Props {
  readonly onTyped: (character: string) => void;
  readonly onLeave: () => void;
}

/**
 * Stands for the search while its code is on its way. Whoever types on at once means the search: no key may reach the
 * list behind, where letters are commands.
 */
export const SearchOpening = ({ onTyped, onLeave }: Props) => {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (event.key === 'Escape') onLeave();
      else if (event.key.length === 1) onTyped(event.key);
    };
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, [onTyped, onLeave]);
  return null;
};
