/** Whether what an overlay says asks less of a record than the base does. */
import type { Json } from '../core/json.ts';
import { phrases } from '../core/words.ts';
import type { FieldKey } from './rules.ts';

/** What is given up, in words; undefined where nothing is. */
export const weakening = (key: FieldKey, base: Json | undefined, value: Json | undefined): string | undefined => {
  if (key === 'required' && base === true && value === false) return phrases.noLongerRequired;
  if (key === 'readOnly' && base === true && value === false) return phrases.openToWriting;
  if (key === 'mask' && base !== undefined && value === undefined) return phrases.maskTakenAway;
  return undefined;
};
