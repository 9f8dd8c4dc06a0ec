/** What a new record begins with when somebody typed in search of it, and it was not there. */
import type { ScreenModel } from '../../contract/screen-model.ts';
import { valuesParameter } from './record-address.ts';

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

/**
 * The typed text as the value of the first field of the record's label that takes any text, as an address gives values
 * to a new record. Digits alone are somebody's code or document, of which there may be several kinds: they give nothing.
 */
export const typedValues = (model: ScreenModel, typed: string): URLSearchParams => {
  const text = typed.trim();
  const { fields, label } = model.entity;
  const named = label.flatMap((part) => ('field' in part ? [part.field] : []));
  const field = named
    .map((name) => fields.find((one) => one.name === name))
    .find((one) => one?.type === 'text' && one.mask === undefined && one.format === undefined && !one.unique);
  return new URLSearchParams(
    field !== undefined && hasLetter(text) ? { [valuesParameter]: JSON.stringify({ [field.column]: text }) } : {},
  );
};
