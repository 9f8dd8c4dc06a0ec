/** Input masks of document 1 section 5, on Maska: # digit, X alphanumeric, S letter, A upper case, a lower case, ! escape. */
import type { MaskTokens } from 'maska';
import { Mask } from 'maska';

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

const bare = (text: string): string => text.replace(/[^0-9A-Za-z]/g, '');

/** CPF up to 11 digits, CNPJ beyond or as soon as a letter is typed. */
export const documentMask = (format: string | undefined): InputMask => {
  const choose = (text: string): string => {
    const cnpj = format === 'cnpj' || (format !== 'cpf' && (bare(text).length > 11 || /[A-Za-z]/.test(text)));
    return cnpj ? 'XX.XXX.XXX/XXXX-##' : '###.###.###-##';
  };
  return {
    write: (text) => maskOf(choose(text), documentTokens).masked(text),
    read: (text) => maskOf(choose(text), documentTokens).unmasked(text),
  };
};

const choosePhone = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  if (digits.startsWith('0800')) return digits.length > 10 ? '#### ### ####' : '#### ## ####';
  if (digits.length <= 8) return '####-####';
  return digits.length === 11 ? '(##) #####-####' : '(##) ####-#####';
};

/** 8, 10 and 11 digits, and 0800 numbers. */
export const phoneMask: InputMask = {
  write: (text) => maskOf(choosePhone(text), tokens).masked(text.replace(/\D/g, '').slice(0, 11)),
  read: (text) => text.replace(/\D/g, '').slice(0, 11),
};
