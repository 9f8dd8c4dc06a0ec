/** The words that files have of the product. A key without a text gives itself, so that the gap is seen. */
import type { Runtime } from '../../engine/api/runtime.ts';
import { fillText } from '../../engine/core/messages.ts';
import type { Texts } from './file-column.ts';

export const textsOf =
  ({ current }: Pick<Runtime, 'current'>): Texts =>
  (key, params = {}) =>
    fillText(current.messages.texts[key] ?? key, params);
