import type { Field } from '../model/types.ts';
import type { FieldType } from './contract.ts';
import { formatDocument, formatPhone } from './document.ts';
import { applyMask, maskLength, maskPattern, stripMask } from './mask.ts';
import { searchOperators } from './operators.ts';

const documents: ReadonlySet<string | undefined> = new Set(['cpf', 'cnpj', 'cpf-cnpj']);
const fixedLengths: Readonly<Record<string, number>> = { cpf: 11, cnpj: 14, 'cpf-cnpj': 14, phone: 11 };

/** Longest value, characters; undefined where nothing bounds it. */
const lengthOf = (field: Field): number | undefined =>
  field.maxLength ?? (field.mask === undefined ? fixedLengths[field.format ?? ''] : maskLength(field.mask));

const isCode = (field: Field): boolean =>
  field.mask !== undefined || documents.has(field.format) || field.format === 'phone';

/** One line of text: names, codes with leading zeros, documents, phones, e-mails. */
export const text: FieldType = {
  name: 'text',
  matches: (property) =>
    property.type === 'string' &&
    property['x-code-list'] === undefined &&
    [undefined, 'email', 'uri', 'cpf', 'cnpj', 'cpf-cnpj', 'phone'].includes(property.format),
  keywords: ['format', 'minLength', 'maxLength', 'pattern', 'x-mask', 'x-unique'],
  sqlType: () => 'text collate fichario.pt_br',
  castType: 'text',
  valueSchema: (field) => ({
    type: 'string',
    ...(field.minLength === undefined ? (field.required ? { minLength: 1 } : {}) : { minLength: field.minLength }),
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(field.mask !== undefined
      ? { pattern: maskPattern(field.mask) }
      : field.pattern !== undefined
        ? { pattern: field.pattern }
        : {}),
    ...(field.format === undefined ? {} : { format: field.format }),
  }),
  // A value typed with its mask finds the stored one, which has none.
  parse: (value, field) => (field.mask === undefined ? value : stripMask(field.mask, value)),
  expected: 'um texto',
  format: (value, field) => {
    const stored = String(value);
    if (field.mask !== undefined) return applyMask(field.mask, stored);
    if (documents.has(field.format)) return formatDocument(stored);
    return field.format === 'phone' ? formatPhone(stored) : stored;
  },
  operators: [
    'eq',
    'neq',
    'gt',
    'gte',
    'lt',
    'lte',
    'isdistinct',
    'like',
    'ilike',
    'in',
    'is',
    'has',
    ...searchOperators,
  ],
  cell: (field) => (isCode(field) || (lengthOf(field) ?? 99) <= 9 ? 'mono' : 'text'),
  width: (field) => Math.round(Math.min(420, Math.max(72, (lengthOf(field) ?? 40) * (isCode(field) ? 9.5 : 6.5) + 28))),
  widget: (field) =>
    field.mask !== undefined
      ? 'masked'
      : documents.has(field.format)
        ? 'document'
        : field.format === 'phone'
          ? 'phone'
          : 'text',
  span: (field) => {
    const length = lengthOf(field) ?? 60;
    return length <= 10 ? 3 : length <= 20 ? 4 : length <= 40 ? 6 : 12;
  },
};
