import { phrases } from '../../core/words.ts';
import { causesOf } from './hidden-keys.ts';
import type { Around, Stated } from './weaken-hidden.ts';
import { weaken } from './weaken-hidden.ts';

const words = phrases.hiddenNeeded;

/**
 * Two records meet in a range of which an end is always the same; where there is no other, there is no second record.
 * Reports OVERLAY_HIDDEN_RANGE, OVERLAY_WEAKENS.
 */
export const checkRanges = (around: Around, { name, noOverlap = [] }: Stated): void => {
  const keys = around.keys.of(name);
  const isFixed = (key: string): boolean => keys.get(key)?.value !== undefined;
  for (const { key, ranges } of noOverlap) {
    weaken(around, causesOf(key.flatMap((one) => (isFixed(one) ? (keys.get(one) ?? []) : []))), words.keyShared);
    const fixed = ranges.map(({ first, last }) => [first, last].filter(isFixed).flatMap((one) => keys.get(one) ?? []));
    const causes = causesOf(fixed.flat());
    if (fixed.some((ends) => ends.length === 0)) weaken(around, causes, words.rangeIgnored);
    else
      for (const { entity, field, origin } of causes) around.report('OVERLAY_HIDDEN_RANGE', origin, { entity, field });
  }
};
