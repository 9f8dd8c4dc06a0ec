import { createTexts } from '../../engine/ui/runtime/texts.ts';
import messages from '../../schemas/messages/pt-BR.json' with { type: 'json' };

/** The words known before any model is: sign-in, lost connection, failure. */
export const firstTexts = createTexts(messages.texts);
