import { createTexts } from '../../engine/ui/runtime/texts.ts';

/** The words known before any model is: sign-in, lost connection, failure. The build writes them in (vite.config.ts). */
export const firstTexts = createTexts(import.meta.env.FIRST_TEXTS as Readonly<Record<string, string>>);
