import type { KeyboardEvent } from 'react';

/**
 * For the button of a menu: Escape on it closes the menu, which has no focus yet in its first moment. In the capture
 * phase: around the button a cell of the grid takes Escape for itself.
 */
export const escapeCloses = (opened: boolean, close: () => void) => ({
  onKeyDownCapture: (event: KeyboardEvent): void => {
    if (!opened || event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  },
});
