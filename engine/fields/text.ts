import { maskLength, maskPattern } from '../core/mask.ts';
import type { Field } from '../model/types.ts';
import type { Cover, FieldType } from './contract.ts';
import { searchOperators } from './operators.ts';
import { isPunctuated, shownText, storedText } from './stored-text.ts';
import { textFormatOf } from './text-formats.ts';

/** Longest value, characters; undefined where nothing bounds it. */
const lengthOf = (field: Field): number | undefined =>
  field.maxLength ?? (field.mask === undefined ? textFormatOf(field.format)?.longest : maskLength(field.mask));

/** What a format of this type takes, in words, where `um texto` would not help. */
const expectedOf: Readonly<Record<string, string>> = {
  email: 'um e-mail como nome@exemplo.com.br',
  uri: 'um endereço que comece com https:// ou http://',
  cep: 'um CEP de 8 dígitos',
  phone: 'um telefone de 8, 10 ou 11 dígitos, com o DDD, ou um 0800',
};

/** What a person calls a value of the format. */
const calledOf: Readonly<Record<string, string>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  'cpf-cnpj': 'CPF ou CNPJ',
  cns: 'Cartão Nacional de Saúde',
  pis: 'PIS/Pasep',
  cep: 'CEP',
  phone: 'Telefone',
  email: 'E-mail',
  uri: 'Endereço da internet',
};

const called = (field: Field): string => {
  const named = calledOf[field.format ?? ''];
  if (named !== undefined) return named;
  const length = lengthOf(field);
  if (length === undefined) return 'Texto';
  const exact = field.mask !== undefined || field.minLength === length;
  return `Texto de ${exact ? '' : 'até '}${length} ${length === 1 ? 'caractere' : 'caracteres'}`;
};

const coverOf: Readonly<Record<string, Cover>> = {
  cpf: 'cpf',
  'cpf-cnpj': 'document',
  email: 'email',
  phone: 'tail',
  cns: 'tail',
};

/** One line of text: names, codes with leading zeros, documents, phones, e-mails. */
export const text: FieldType = {
  name: 'text',
  matches: (property) =>
    property.type === 'string' &&
    property['x-code-list'] === undefined &&
    (property.format === undefined ||
      property.format === 'email' ||
      property.format === 'uri' ||
      textFormatOf(property.format) !== undefined),
  keywords: ['format', 'minLength', 'maxLength', 'pattern', 'examples', 'x-mask', 'x-unique', 'x-sequence'],
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
  // A value typed with its punctuation finds the stored one, which has none.
  parse: (value, field) => storedText(field, value),
  expected: 'um texto',
  expectedOf: ({ format }) => expectedOf[format ?? ''] ?? 'um texto',
  called,
  format: (value, field) => shownText(field, String(value)),
  cover: ({ format }) => coverOf[format ?? ''] ?? 'text',
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
  cell: (field) => (isPunctuated(field) || (lengthOf(field) ?? 99) <= 9 ? 'mono' : 'text'),
  width: (field) =>
    Math.round(Math.min(420, Math.max(72, (lengthOf(field) ?? 40) * (isPunctuated(field) ? 9.5 : 6.5) + 28))),
  widget: (field) =>
    field.mask !== undefined ? 'masked' : textFormatOf(field.format) === undefined ? 'text' : 'formatted',
  span: (field) => {
    const length = lengthOf(field) ?? 60;
    return length <= 10 ? 3 : length <= 20 ? 4 : length <= 40 ? 6 : 12;
  },
};
