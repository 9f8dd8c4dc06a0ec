import { createContext, use } from 'react';

/** Shows the sheet of keys, which the frame holds for every screen. */
export const KeyHelpContext = createContext<() => void>(() => undefined);
export const useShowKeyHelp = (): (() => void) => use(KeyHelpContext);
