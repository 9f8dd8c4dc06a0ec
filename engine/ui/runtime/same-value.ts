/** When values of a form are the same: by what they say, whatever their kind of empty. */
import type { Json } from '../../core/json.ts';
import { equalJson } from '../../core/json.ts';

export const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === '';

export const isSameValue = (a: unknown, b: unknown): boolean => {
  if (isEmptyValue(a) || isEmptyValue(b)) return isEmptyValue(a) && isEmptyValue(b);
  return typeof a === 'object' && typeof b === 'object' ? equalJson(a as Json, b as Json) : Object.is(a, b);
};
