/** Input masks of document 1 section 5, on Maska: # digit, X alphanumeric, S letter, A upper case, a lower case, ! escape. */
import type { MaskTokens } from 'maska';
import { Mask } from 'maska';
import { readFormatted, textFormatOf } from '../../fields/text-formats.ts';

const upper = (character: string): string => character.toUpperCase();
const lower = (character: string): string => character.toLowerCase();

const tokens: MaskTokens = {
  '#': { pattern: /[0-9]/ },
  X: { pattern: /[0-9A-Za-z]/ },
  S: { pattern: /[A-Za-z]/ },
  A: { pattern: /[A-Za-z]/, transform: upper },
  a: { pattern: /[A-Za-z]/, transform: lower },
};

/** Alphanumeric in upper case: what a CNPJ is made of. */
const documentTokens: MaskTokens = { ...tokens, X: { pattern: /[0-9A-Za-z]/, transform: upper } };

const masks = new Map<string, Mask>();
const maskOf = (mask: string, used: MaskTokens): Mask => {
  const key = used === tokens ? mask : `document ${mask}`;
  let found = masks.get(key);
  if (!found) {
    found = new Mask({ mask, tokens: used, tokensReplace: true });
    masks.set(key, found);
  }
  return found;
};

/** A mask that may depend on what is typed: `write` gives the masked text, `read` the value to store. */
export interface InputMask {
  readonly write: (text: string) => string;
  readonly read: (text: string) => string;
}

export const fixedMask = (mask: string): InputMask => ({
  write: (text) => maskOf(mask, tokens).masked(text),
  read: (text) => maskOf(mask, tokens).unmasked(text),
});

/** Documents, postal codes and phones, however they are pasted; undefined where a format is none of them. */
export const formatMask = (format: string | undefined): InputMask | undefined => {
  const form = textFormatOf(format);
  if (form === undefined) return undefined;
  /** What may stand in a stored value: letters and digits, without what is said around them. */
  const bareOf = (text: string): string => readFormatted(form, text).replace(/[^0-9A-Za-z]/g, '');
  return {
    write: (text) => maskOf(form.maskOf(bareOf(text)), documentTokens).masked(bareOf(text)),
    read: (text) => maskOf(form.maskOf(bareOf(text)), documentTokens).unmasked(bareOf(text)),
  };
};
