import { use, useState } from 'react';
import { PortalContext } from './portal-context.ts';

/**
 * For a control with a list of options. The list is drawn from the first focus on, which is when its keys need it: a form
 * has dozens of them, and opens in the time that those would take.
 */
export const useCombobox = () => {
  const withinPortal = use(PortalContext);
  const [keepMounted, setFocused] = useState(false);
  return {
    comboboxProps: { withinPortal, keepMounted, transitionProps: { duration: 0 } },
    onFocus: () => setFocused(true),
  };
};
