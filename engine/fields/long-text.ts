import type { FieldType } from './contract.ts';
import { searchOperators } from './operators.ts';

/** Text of several lines. */
export const longText: FieldType = {
  name: 'long-text',
  matches: (property) => property.type === 'string' && property.format === 'multiline',
  keywords: ['format', 'minLength', 'maxLength', 'examples'],
  sqlType: () => 'text collate fichario.pt_br',
  castType: 'text',
  valueSchema: (field) => ({
    type: 'string',
    ...(field.minLength === undefined ? (field.required ? { minLength: 1 } : {}) : { minLength: field.minLength }),
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
  }),
  parse: (value) => value,
  expected: 'um texto',
  called: () => 'Texto longo',
  format: (value) => String(value),
  cover: () => 'text',
  operators: ['eq', 'neq', 'isdistinct', 'like', 'ilike', 'is', 'has', ...searchOperators],
  cell: () => 'text',
  width: () => 320,
  widget: () => 'longText',
  span: () => 12,
};
