/** How a text is stored and shown that has a mask, or a form of its own: bare here, with its punctuation there. */

import { applyMask, followsMask, stripMask } from '../core/mask.ts';
import type { Field } from '../model/types.ts';
import { readFormatted, textFormatOf, writeFormatted } from './text-formats.ts';

type Written = Pick<Field, 'mask' | 'format'>;

/** The stored form of a text, or of part of one, written with the punctuation or without. */
export const storedText = ({ mask, format }: Written, text: string): string => {
  if (mask !== undefined) return stripMask(mask, text);
  const form = textFormatOf(format);
  return form === undefined ? text : readFormatted(form, text);
};

/** The same of a whole value only: one that does not follow its mask to the end is left for validation to judge. */
export const storedWhole = (field: Written, text: string): string => {
  const stored = storedText(field, text);
  return field.mask !== undefined && applyMask(field.mask, stored) !== text ? text : stored;
};

/** As people read it. A value that is not whole stands as it is. */
export const shownText = ({ mask, format }: Written, stored: string): string => {
  if (mask !== undefined) return applyMask(mask, stored);
  const form = textFormatOf(format);
  return form === undefined ? stored : writeFormatted(form, stored);
};

/** The stored form of a text that has the punctuation of the field, whole or begun; undefined where it has none. */
export const storedBegun = (field: Written, text: string): string | undefined => {
  const stored = storedText(field, text);
  const mask = field.mask ?? textFormatOf(field.format)?.maskOf(stored);
  return mask !== undefined && stored !== text && followsMask(mask, text) ? stored : undefined;
};

/** Whether what is stored and what is shown may differ. */
export const isPunctuated = ({ mask, format }: Written): boolean =>
  mask !== undefined || textFormatOf(format) !== undefined;
