/** How each type reads a cell as people write it: the value as data.csv has it, or undefined. */
import { formats } from '../fields/formats.ts';
import { readFormatted, textFormatOf } from '../fields/text-formats.ts';

export type Read = (text: string) => string | undefined;

type Documents = 'cpf' | 'cnpj' | 'cpf-cnpj' | 'cns' | 'pis' | 'cep' | 'phone';

/** Only what a person writes between the digits; letters only in a CNPJ. */
const documentShape: Readonly<Record<Documents, RegExp>> = {
  cpf: /^\d{3}\.?\d{3}\.?\d{3}[-/]?\d{2}$/,
  cnpj: /^[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}$/i,
  'cpf-cnpj': /^(\d{3}\.?\d{3}\.?\d{3}[-/]?\d{2}|[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2})$/i,
  cns: /^\d{3} ?\d{4} ?\d{4} ?\d{4}$/,
  pis: /^\d{3}\.?\d{5}\.?\d{2}[-.]?\d$/,
  cep: /^\d{2}\.?\d{3}-?\d{3}$/,
  phone: /^(\+?55 ?)?(\(?0?\d{2}\)?[ -]?)?9?[ ]?\d{4}[ .-]?\d{4}$|^0800[ .-]?\d{2,3}[ .-]?\d{4}$/,
};

/** Digits that a spreadsheet took for a number, and so took the zeros in front of, where `length` is given. */
export const readDocument = (name: Documents, length?: number): Read => {
  const form = textFormatOf(name);
  return (text) => {
    const whole =
      length !== undefined && /^\d+$/.test(text) && text.length >= length - 3 ? text.padStart(length, '0') : text;
    if (form === undefined || !documentShape[name].test(whole)) return undefined;
    // A trunk prefix in front of the area code: (031) 3333-4444.
    const trunk = name === 'phone' ? whole.replace(/^\(?0(?=\d{2}\)?[ -]?9?\d{4})/, '') : whole;
    const bare = readFormatted(form, trunk.replace(/^0800/, '0800'));
    return formats[name](bare) ? bare : undefined;
  };
};

export const readEmail: Read = (text) => (formats.email(text) ? text.toLowerCase() : undefined);
export const readUri: Read = (text) => (formats.uri(text) ? text : undefined);

const two = (text: string): string => text.padStart(2, '0');

/** Years of two digits: up to 49 of this century. */
const fullYear = (text: string): string => (text.length === 4 ? text : `${Number(text) < 50 ? '20' : '19'}${text}`);

export const readDate: Read = (text) => {
  const day = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text);
  const iso = /^(\d{4})[/-](\d{2})[/-](\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?)?$/.exec(text);
  const midnight = /^(.+) 00:00(?::00)?$/.exec(text);
  if (midnight !== null && iso === null) return readDate(midnight[1] ?? '');
  const read =
    day !== null
      ? `${fullYear(day[3] ?? '')}-${two(day[2] ?? '')}-${two(day[1] ?? '')}`
      : iso === null
        ? ''
        : `${iso[1]}-${iso[2]}-${iso[3]}`;
  return formats.date(read) ? read : undefined;
};

export const readTime: Read = (text) => {
  const match = /^(\d{1,2})[:h](\d{2})(:\d{2})?(?:min)?$/i.exec(text);
  if (match === null) return undefined;
  const read = `${two(match[1] ?? '')}:${match[2]}${match[3] ?? ''}`;
  return formats.time(read) ? read : undefined;
};

/** Offset of a zone at a wall time: `-03:00`, summer time included. */
const offsetAt = (timeZone: string, day: string, hours: string): string => {
  const instant = new Date(`${day}T${hours}Z`);
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name?.replace('GMT', '') || '+00:00';
};

export const readMoment =
  (timeZone: string): Read =>
  (text) => {
    const match = /^(\S+?)(?:T|,? (?:às )?)(\d{1,2}:\d{2}(?::\d{2})?)(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
    const [day, time] = [readDate(match?.[1] ?? ''), readTime(match?.[2] ?? '')];
    if (day === undefined || time === undefined) return undefined;
    const hours = time.length === 5 ? `${time}:00` : time;
    return `${day}T${hours}${match?.[4] ?? offsetAt(timeZone, day, hours)}`;
  };

const months: readonly string[] = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');

/** `01/2024`, `2024-01`, `jan/24`, `Janeiro de 2024`; `202401` where a header says so (`compact`). */
export const readMonth =
  (compact: boolean): Read =>
  (text) => {
    const [, month, year] = /^(\d{1,2})[/-](\d{4})$/.exec(text) ?? [];
    const iso = (compact ? /^(\d{4})[/-]?(\d{2})$/ : /^(\d{4})[/-](\d{2})$/).exec(text);
    const named = /^(\p{L}{3,9})\.?(?:[/-]| de | )(\d{4}|\d{2})$/u.exec(text);
    const number = named === null ? -1 : months.indexOf((named[1] ?? '').slice(0, 3).toLowerCase());
    const read =
      month !== undefined
        ? `${year}-${two(month)}`
        : iso !== null
          ? `${iso[1]}-${iso[2]}`
          : number >= 0
            ? `${fullYear(named?.[2] ?? '')}-${two(String(number + 1))}`
            : '';
    return formats.month(read) ? read : undefined;
  };

export const readYear: Read = (text) => (/^(19|20|21)\d{2}$/.test(text) ? text : undefined);
