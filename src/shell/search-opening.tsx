import { useEffect } from 'react';

interface Props {
  readonly onTyped: (character: string) => void;
  readonly onLeave: () => void;
}

/** Marks what holds the search once it is there. */
export const searchMark = { 'data-command-search': '' };

const isInSearch = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[data-command-search]') !== null;

/**
 * Hears the keys while the search is open and the focus is not in it yet: its code is on its way, or its field is about
 * to take the focus. Whoever types on at once means the search: no key may reach the list behind, where letters are
 * commands.
 */
export const SearchOpening = ({ onTyped, onLeave }: Props) => {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isInSearch(event)) return;
      event.preventDefault();
      if (event.key === 'Escape') onLeave();
      else if (event.key.length === 1) onTyped(event.key);
    };
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, [onTyped, onLeave]);
  return null;
};
