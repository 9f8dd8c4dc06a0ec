/**
 * Input masks of document 1 section 5: # digit, X alphanumeric, S letter, A upper-case letter, a lower-case letter,
 * ! escapes the next character. A value is stored without the mask's literals.
 */
export type MaskPart = { readonly literal: string } | { readonly token: MaskToken };
export type MaskToken = '#' | 'X' | 'S' | 'A' | 'a';

/** What each token takes, as the inside of a character class; letters are those of Portuguese documents: no accents. */
export const maskTokens: Readonly<Record<MaskToken, string>> = {
  '#': '0-9',
  X: '0-9A-Za-z',
  S: 'A-Za-z',
  A: 'A-Z',
  a: 'a-z',
};

const isToken = (character: string): character is MaskToken => Object.hasOwn(maskTokens, character);

/** The parts of a mask, or undefined where it takes no character at all or ends in an escape. */
export const parseMask = (mask: string): readonly MaskPart[] | undefined => {
  const parts: MaskPart[] = [];
  const characters = [...mask];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if (character === '!') {
      index += 1;
      const escaped = characters[index];
      if (escaped === undefined) return undefined;
      parts.push({ literal: escaped });
    } else parts.push(isToken(character) ? { token: character } : { literal: character });
  }
  return parts.some((part) => 'token' in part) ? parts : undefined;
};

/** Regular expression, anchored, of the stored value: tokens only. */
export const maskPattern = (mask: string): string =>
  `^${(parseMask(mask) ?? []).map((part) => ('token' in part ? `[${maskTokens[part.token]}]` : '')).join('')}$`;

/** The same of a value as it may be sent: with all literals of the mask, or with none. */
export const sentPattern = (mask: string): string => {
  const parts = parseMask(mask) ?? [];
  const bare = parts.map((part) => ('token' in part ? `[${maskTokens[part.token]}]` : ''));
  const whole = parts.map((part) =>
    'token' in part ? `[${maskTokens[part.token]}]` : part.literal.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'),
  );
  return `^(?:${bare.join('')}|${whole.join('')})$`;
};

/** How many characters a complete value holds. */
export const maskLength = (mask: string): number => (parseMask(mask) ?? []).filter((part) => 'token' in part).length;

const charactersOf = (token: MaskToken): ReadonlySet<string> => {
  const taken = new RegExp(`[${maskTokens[token]}]`);
  return new Set(Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((one) => taken.test(one)));
};

/**
 * What the values of a mask are beside those of another, position by position. `wider`: somewhere it takes what the other
 * refuses, whatever it refuses elsewhere; `apart`: its values have another length.
 */
export type MaskChange = 'same' | 'wider' | 'narrower' | 'apart';

export const compareMasks = (before: string, after: string): MaskChange => {
  const taken = (mask: string): readonly ReadonlySet<string>[] =>
    (parseMask(mask) ?? []).flatMap((part) => ('token' in part ? [charactersOf(part.token)] : []));
  const [olds, nows] = [taken(before), taken(after)];
  if (olds.length !== nows.length) return 'apart';
  const isPart = (some: readonly ReadonlySet<string>[], others: readonly ReadonlySet<string>[]): boolean =>
    some.every((characters, at) => [...characters].every((one) => others[at]?.has(one) === true));
  if (!isPart(nows, olds)) return 'wider';
  return isPart(olds, nows) ? 'same' : 'narrower';
};

/** `31104500` by `#####-###` is `31104-500`; a value that does not fit is given back as it is. */
export const applyMask = (mask: string, value: string): string => {
  if (!new RegExp(maskPattern(mask)).test(value)) return value;
  let index = 0;
  return (parseMask(mask) ?? []).map((part) => ('token' in part ? (value[index++] ?? '') : part.literal)).join('');
};

/** Whether a text is written by the mask, literals included, as far as it goes, in whatever case: `31104-5` by `#####-###`. */
export const followsMask = (mask: string, text: string): boolean => {
  const parts = parseMask(mask) ?? [];
  return [...text].every((character, at) => {
    const part = parts[at];
    if (part === undefined) return false;
    return 'token' in part
      ? new RegExp(`[${maskTokens[part.token]}]`, 'i').test(character)
      : part.literal === character;
  });
};

/** The stored value of what a person typed or pasted: literals taken away where they stand, nothing else changed. */
export const stripMask = (mask: string, text: string): string => {
  const rest = [...text];
  let value = '';
  for (const part of parseMask(mask) ?? []) {
    if ('literal' in part) {
      if (rest[0] === part.literal) rest.shift();
    } else {
      const next = rest.shift();
      if (next === undefined) break;
      value += next;
    }
  }
  return value + rest.join('');
};

const examples: Readonly<Record<MaskToken, string>> = { '#': '0', X: 'X', S: 'A', A: 'A', a: 'a' };

/** A mask as people read one: `00000-000`. */
export const maskExample = (mask: string): string =>
  (parseMask(mask) ?? []).map((part) => ('token' in part ? examples[part.token] : part.literal)).join('');
