import { useEffect, useLayoutEffect, useRef } from 'react';

/** An item goes with its menu, and the button of the menu stays. */
const lastingPlace = (element: Element | null): Element | null => {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
};

/**
 * The focus goes back to where it was before a dialog. Dialogs do so by themselves, but not the first time: their code
 * comes when it is wanted, so that they are made open, and never open.
 */
export const useFocusReturn = (opened = true): void => {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (opened) before.current = lastingPlace(document.activeElement);
  }, [opened]);
  // Not earlier: what has the focus when React begins to draw has it again when React is done.
  useEffect(() => {
    if (!opened) return;
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, [opened]);
};
