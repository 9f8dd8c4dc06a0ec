/** Brazilian documents and phones as people write them (document 1 section 5). */
import { applyMask } from './mask.ts';

/** 11 digits as CPF, anything else of 14 positions as CNPJ; other lengths unchanged. */
export const formatDocument = (value: string): string =>
  value.length === 11
    ? applyMask('###.###.###-##', value)
    : value.length === 14
      ? applyMask('XX.XXX.XXX/XXXX-##', value)
      : value;

/** Phones of 8, 10 and 11 digits, and 0800 numbers; others unchanged. */
export const formatPhone = (value: string): string => {
  if (value.startsWith('0800')) return applyMask(value.length === 10 ? '#### ## ####' : '#### ### ####', value);
  if (value.length === 8) return applyMask('####-####', value);
  if (value.length === 10) return applyMask('(##) ####-####', value);
  return value.length === 11 ? applyMask('(##) #####-####', value) : value;
};
