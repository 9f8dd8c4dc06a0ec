/** The seal of a plan: four digests, 16 hexadecimal digits each, by which it is told what has moved. */
import { createHash } from 'node:crypto';
import { stepWords } from '../../core/change-words.ts';

const digits = 16;

/** `parts` in the order of `stepWords.parts`. */
export const makeSeal = (parts: readonly [unknown, unknown, unknown, unknown]): string =>
  parts
    .map((value) =>
      createHash('sha256')
        .update(JSON.stringify(value, (_key, one: unknown) => one ?? null))
        .digest('hex')
        .slice(0, digits),
    )
    .join('');

export const sealParts = (seal: string): readonly string[] =>
  stepWords.parts.map((_, index) => seal.slice(index * digits, (index + 1) * digits));

/** What of a plan is not as it was when it was sealed, in Portuguese words. */
export const movedParts = (sealed: string, seal: string): readonly string[] => {
  const now = sealParts(seal);
  const moved = new Set(sealParts(sealed).flatMap((part, index) => (part === now[index] ? [] : [index])));
  return stepWords.parts.filter((_, index) => moved.has(index));
};
