/** Whether what an overlay says asks less of a record than the base does. */
import type { Json } from '../core/json.ts';
import { compareMasks } from '../core/mask.ts';
import { phrases } from '../core/words.ts';
import { fieldIn } from '../metadata/property.ts';
import type { Declaration } from './base-index.ts';
import type { FieldKey } from './rules.ts';

/** What asks people for a value of a field that they see: hidden, nothing does. */
const askedOfShown = ({ record, registry }: Declaration, field: string): string | undefined => {
  const condition = fieldIn(record.value, field)?.['x-required-when'];
  const asking =
    registry.value.states?.transitions.filter(
      ({ required, effectOnly }) => effectOnly !== true && required?.includes(field) === true,
    ) ?? [];
  if (condition === undefined && asking.length === 0) return undefined;
  return phrases.notAsked(
    condition,
    asking.map(({ title }) => title),
  );
};

/** What is given up, in words; undefined where nothing is. */
export const weakening = (
  declaration: Declaration,
  field: string,
  key: FieldKey,
  base: Json | undefined,
  value: Json | undefined,
): string | undefined => {
  if (key === 'required' && base === true && value === false) return phrases.noLongerRequired;
  if (key === 'readOnly' && base === true && value === false) return phrases.openToWriting;
  if (key === 'mask' && typeof base === 'string') {
    if (value === undefined) return phrases.maskTakenAway;
    return compareMasks(base, String(value)) === 'wider' ? phrases.maskWider : undefined;
  }
  if (key === 'visible' && base === true && value === false) return askedOfShown(declaration, field);
  return undefined;
};
