/** The forms of an answer that the caller may ask for in `Accept`, chosen and written in one place for reads and writes. */
import { Refusal } from '../core/errors.ts';
import { writeCsv } from './csv.ts';
import { stripNulls } from './json-text.ts';

const objectType = 'application/vnd.pgrst.object+json';
const arrayType = 'application/vnd.pgrst.array+json';

export interface Media {
  readonly form: 'json' | 'object' | 'csv';
  /** Empty values are left out of objects. */
  readonly stripped: boolean;
  /** Of the answer, as `Content-Type`. */
  readonly type: string;
}

const forms: Readonly<Record<string, Media['form']>> = {
  'application/json': 'json',
  'application/*': 'json',
  '*/*': 'json',
  [arrayType]: 'json',
  'application/vnd.pgrst.array': 'json',
  [objectType]: 'object',
  'application/vnd.pgrst.object': 'object',
  'text/csv': 'csv',
};

const baseTypes = { json: 'application/json', object: objectType, csv: 'text/csv' } as const;

const createMedia = (form: Media['form'], stripped: boolean): Media => {
  const base = stripped && form === 'json' ? arrayType : baseTypes[form];
  return { form, stripped, type: `${base}${stripped ? ';nulls=stripped' : ''}; charset=utf-8` };
};

interface Wish {
  readonly type: string;
  readonly stripped: boolean;
  readonly quality: number;
}

const readWish = (text: string): Wish => {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1');
  const stripped = parameters.some((one) => /^nulls\s*=\s*"?stripped"?$/.test(one)) && type.includes('vnd.pgrst.');
  return { type, stripped, quality: Number.isFinite(quality) ? quality : 0 };
};

/** The wish of `Accept` that is served and weighs most; of equal ones the first. Raises REQUEST_MEDIA_TYPE. */
export const negotiateMedia = (accept: string | undefined): Media => {
  if (accept === undefined || accept.trim() === '') return createMedia('json', false);
  const wishes = accept
    .split(',')
    .map(readWish)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { type, stripped } of wishes) {
    const form = Object.hasOwn(forms, type) ? forms[type] : undefined;
    if (form) return createMedia(form, stripped);
  }
  throw new Refusal('REQUEST_MEDIA_TYPE', { type: accept });
};

/** The only row of a singular answer, without the brackets of its array. Raises REQUEST_SINGULAR. */
export const onlyRow = (array: string, rows: number): string => {
  if (rows !== 1) throw new Refusal('REQUEST_SINGULAR', { count: rows });
  return array.trim().slice(1, -1);
};

/**
 * An array of rows, as PostgreSQL wrote it, in the form asked for. `rows`: how many there are; `keys`: of each row, in
 * order. Raises REQUEST_SINGULAR.
 */
export const writeRows = (media: Media, array: string, rows: number, keys: readonly string[]): string => {
  const body = media.form === 'object' ? onlyRow(array, rows) : array;
  if (media.form === 'csv') return writeCsv(body, keys);
  return media.stripped ? stripNulls(body) : body;
};
