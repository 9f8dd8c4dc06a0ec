import { phrases } from '../../core/words.ts';
import type { Property } from '../../metadata/property.ts';

/** Tokens of document 1 section 5, escapes taken away; how many characters a complete value holds. */
const bareMask = (mask: string): string => mask.replace(/!./gsu, '');
const maskLength = (mask: string): number => (bareMask(mask).match(/[#XSAa]/g) ?? []).length;

export const maskProblem = (mask: string): string | undefined => {
  if (bareMask(mask).endsWith('!')) return phrases.maskEscape;
  return maskLength(mask) > 0 ? undefined : phrases.maskEmpty;
};

/** How many characters a value of a format has, bare, where that is known. */
const formatLengths: Readonly<Record<string, readonly number[]>> = {
  cep: [8],
  cnpj: [14],
  cns: [15],
  cpf: [11],
  'cpf-cnpj': [11, 14],
  phone: [8, 10, 11],
  pis: [11],
};

/** Two limits that no value can meet: the keyword to blame, and why. */
export interface LimitProblem {
  readonly keyword: 'minimum' | 'minLength' | 'x-mask';
  readonly problem: string;
}

export const limitProblems = (property: Property): readonly LimitProblem[] => {
  const { minimum, maximum, minLength, maxLength, format, 'x-mask': mask } = property;
  const found: LimitProblem[] = [];
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    found.push({ keyword: 'minimum', problem: phrases.minimumOverMaximum(minimum, maximum) });
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    found.push({ keyword: 'minLength', problem: phrases.minLengthOverMaxLength(minLength, maxLength) });
  const length = mask === undefined || maskProblem(mask) !== undefined ? undefined : maskLength(mask);
  if (length !== undefined && maxLength !== undefined && length > maxLength)
    found.push({ keyword: 'x-mask', problem: phrases.maskTooLong(length, maxLength) });
  else if (length !== undefined && minLength !== undefined && length < minLength)
    found.push({ keyword: 'x-mask', problem: phrases.maskTooShort(length, minLength) });
  const lengths = formatLengths[format ?? ''];
  if (length !== undefined && lengths !== undefined && !lengths.includes(length))
    found.push({ keyword: 'x-mask', problem: phrases.maskAgainstFormat(length, format ?? '', lengths) });
  return found;
};

/** The property without what is reported as broken: no value is held against a mask or limits that none can meet. */
export const soundProperty = (property: Property): Property => {
  const sound = { ...property };
  const { 'x-mask': mask } = sound;
  if (mask !== undefined && maskProblem(mask) !== undefined) delete sound['x-mask'];
  for (const { keyword } of limitProblems(property)) {
    delete sound[keyword];
    if (keyword === 'minimum') delete sound.maximum;
    else {
      delete sound.minLength;
      delete sound.maxLength;
    }
  }
  return sound;
};
