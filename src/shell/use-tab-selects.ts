import { useEffect } from 'react';

const takesText = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.selectionStart !== null;

/**
 * Tab into a field selects what is there, so that typing takes its place. Browsers do so by themselves, but not where a
 * dialog or a drawer moves the focus in their stead to keep it inside.
 */
export const useTabSelects = (): void => {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { activeElement } = document;
      if (event.key !== 'Tab' || !event.defaultPrevented || activeElement === event.target) return;
      if (takesText(activeElement)) activeElement.select();
    };
    // On the window, after everybody who listens on the document has moved it.
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
