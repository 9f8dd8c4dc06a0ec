/**
 * Texts with a form of their own: documents, postal codes, phones (document 1 section 5). They are stored bare, as digits
 * or digits and capitals, and shown with their punctuation; who types, pastes, filters or sends one may write either.
 */
import { applyMask } from '../core/mask.ts';

export type TextFormatName = 'cpf' | 'cnpj' | 'cpf-cnpj' | 'cns' | 'pis' | 'cep' | 'phone';

interface TextFormat {
  /** The mask of a value, whole or begun, by its bare text. */
  readonly maskOf: (bare: string) => string;
  /** Most characters of a stored value. */
  readonly longest: number;
  /** Whether a wrong value is a wrong check digit to the person who typed it. */
  readonly checkDigits: boolean;
}

const cpf = '###.###.###-##';
/** Letters in the first twelve positions since July 2026 (Instrução Normativa RFB 2.229/2024). */
const cnpj = 'XX.XXX.XXX/XXXX-##';

const phoneMask = (bare: string): string => {
  if (bare.startsWith('0800')) return bare.length > 10 ? '#### ### ####' : '#### ## ####';
  if (bare.length <= 8) return '####-####';
  return bare.length <= 10 ? '(##) ####-####' : '(##) #####-####';
};

const textFormats: Readonly<Record<TextFormatName, TextFormat>> = {
  cpf: { maskOf: () => cpf, longest: 11, checkDigits: true },
  cnpj: { maskOf: () => cnpj, longest: 14, checkDigits: true },
  /** A CPF up to 11 digits; a CNPJ beyond, or where there is a letter. */
  'cpf-cnpj': {
    maskOf: (bare) => (bare.length > 11 || /[A-Z]/i.test(bare) ? cnpj : cpf),
    longest: 14,
    checkDigits: true,
  },
  cns: { maskOf: () => '### #### #### ####', longest: 15, checkDigits: true },
  pis: { maskOf: () => '###.#####.##-#', longest: 11, checkDigits: true },
  cep: { maskOf: () => '#####-###', longest: 8, checkDigits: false },
  phone: { maskOf: phoneMask, longest: 11, checkDigits: false },
};

/** The form of that name; undefined where a `format` of the language is none of these. */
export const textFormatOf = (format: string | undefined): TextFormat | undefined =>
  format !== undefined && Object.hasOwn(textFormats, format) ? textFormats[format as TextFormatName] : undefined;

/** With its punctuation; a value that is not whole stands as it is. */
export const writeFormatted = (form: TextFormat, stored: string): string => applyMask(form.maskOf(stored), stored);

/**
 * The stored value of what a person or a program wrote, or part of it, whatever the punctuation: `529.982.247-25`,
 * `+55 (31) 3333-4444`. A text that holds anything else stands as it is, for the validator to refuse.
 */
export const readFormatted = (form: TextFormat, text: string): string => {
  const bare = text.replace(/[\s.\-–—/()]/g, '').toUpperCase();
  // The country code is said of whole numbers only; a stored number never has it.
  const national = form === textFormats.phone ? bare.replace(/^\+55(?=\d{10,11}$)/, '') : bare;
  return /^[0-9A-Z]+$/.test(national) ? national : text;
};
