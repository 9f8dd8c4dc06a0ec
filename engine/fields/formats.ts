/**
 * String formats, as predicates over the wire value. The compiled validators of browser and server both call these
 * (`require('fichario/formats')` in the browser), so a value good in one place is good in all.
 */
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCns } from '@brazilian-utils/brazilian-utils/is-valid-cns';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { isValidPis } from '@brazilian-utils/brazilian-utils/is-valid-pis';

const daysIn = (year: number, month: number): number =>
  month === 2
    ? (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31;

/** A zone-less day of the proleptic Gregorian calendar, years 1 to 9999: `2026-02-28`. */
const date = (text: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
};

const time = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);

/** A moment with its offset, as RFC 3339 has it: `2026-02-28T10:00:00-03:00`. PostgreSQL takes offsets up to 15:59. */
const dateTime = (text: string): boolean => {
  const match = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?([Zz]|[+-](0\d|1[0-5]):?[0-5]\d)$/.exec(text);
  if (!match || !date(match[1] ?? '') || !time(match[2] ?? '')) return false;
  // It is written back in UTC, where it must be of those years too.
  const offset = (match[4] ?? '').toUpperCase().replace(/^(.\d\d)(\d\d)$/, '$1:$2');
  const year = new Date(`${match[1]}T${match[2]}${offset}`).getUTCFullYear();
  return year >= 1 && year <= 9999;
};

export const formats = {
  date,
  time,
  'date-time': dateTime,
  /** A month: `2026-02`. */
  month: (text: string): boolean => date(`${text}-01`),
  uuid: (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  email: (text: string): boolean => /^[^\s@<>()[\],;:\\"]+@([a-z0-9-]+\.)+[a-z]{2,}$/i.test(text) && text.length <= 254,
  uri: (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text),
  cpf: (text: string): boolean => /^\d{11}$/.test(text) && isValidCpf(text),
  /** 14 positions, letters allowed in the first twelve (Instrução Normativa RFB 2.229/2024). */
  cnpj: (text: string): boolean => /^[0-9A-Z]{12}\d{2}$/.test(text) && isValidCnpj(text, { version: 2 }),
  'cpf-cnpj': (text: string): boolean => (text.length === 11 ? formats.cpf(text) : formats.cnpj(text)),
  /** Cartão Nacional de Saúde: definitive where it begins with 1 or 2, provisional with 7, 8 or 9. */
  cns: (text: string): boolean => /^\d{15}$/.test(text) && isValidCns(text),
  /** PIS, PASEP, NIT and NIS are one numbering. */
  pis: (text: string): boolean => /^\d{11}$/.test(text) && isValidPis(text),
  cep: (text: string): boolean => /^\d{8}$/.test(text),
  /** 8, 10 or 11 digits, or a 0800 number of 10 or 11. */
  phone: (text: string): boolean => /^(\d{8}|\d{10,11})$/.test(text),
} as const satisfies Record<string, (text: string) => boolean>;
