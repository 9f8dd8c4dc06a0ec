import { parseMask, stripMask } from '../core/mask.ts';

type Kind = '#' | 'A' | 'X' | 'S' | { readonly literal: string };

const kindOf = (character: string): Kind | undefined => {
  if (/[0-9]/.test(character)) return '#';
  if (/[A-Z]/.test(character)) return 'A';
  return /[ ./\-_:()]/.test(character) ? { literal: character } : undefined;
};

const join = (left: Kind, right: Kind): Kind | undefined => {
  if (typeof left === 'object' || typeof right === 'object')
    return typeof left === 'object' && typeof right === 'object' && left.literal === right.literal ? left : undefined;
  return left === right ? left : 'X';
};

/**
 * The one mask that all of the texts follow to the last character; undefined where there is none, or where it would say
 * little: small letters and accents are words, not codes. A literal stays as it is, for none of those taken is a token.
 */
export const guessMask = (texts: readonly string[]): string | undefined => {
  const [first, ...rest] = texts;
  if (first === undefined || first.length > 30 || rest.some((text) => text.length !== first.length)) return undefined;
  let kinds: readonly (Kind | undefined)[] = [...first].map(kindOf);
  for (const text of rest)
    kinds = kinds.map((kind, index) => {
      const other = kindOf(text[index] ?? '');
      return kind === undefined || other === undefined ? undefined : join(kind, other);
    });
  if (kinds.some((kind) => kind === undefined)) return undefined;
  const mask = kinds.map((kind) => (typeof kind === 'object' ? kind.literal : kind)).join('');
  const parts = parseMask(mask) ?? [];
  const literals = parts.filter((part) => 'literal' in part).length;
  // Words of the same length are no code: there must be digits, or few capitals.
  const digits = kinds.some((kind) => kind === '#' || kind === 'X');
  if (!digits && (literals > 0 || parts.length > 4)) return undefined;
  // A value that begins or ends with punctuation is one cut off.
  if (typeof kinds[0] === 'object' || typeof kinds.at(-1) === 'object') return undefined;
  return texts.every((text) => stripMask(mask, text).length === parts.length - literals) ? mask : undefined;
};
