import { createContext, use } from 'react';

/** Asks why somebody sees the open screen or does not, where this person may ask; the frame holds the panel. */
export const WhyContext = createContext<(() => void) | undefined>(undefined);
export const useAskWhy = (): (() => void) | undefined => use(WhyContext);
