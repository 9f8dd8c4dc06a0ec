import type { FieldType } from './contract.ts';

/** A value of a code list. */
export const code: FieldType = {
  name: 'code',
  matches: (property) => property.type === 'string' && property['x-code-list'] !== undefined,
  keywords: ['x-code-list', 'x-unique'],
  sqlType: () => 'text collate "C"',
  castType: 'text',
  valueSchema: (field) => ({ type: 'string', enum: field.codes ?? [] }),
  parse: (text) => text,
  expected: 'um código da lista',
  format: (value, _field, context) => context.options?.find((option) => option.value === value)?.label ?? String(value),
  operators: ['eq', 'neq', 'isdistinct', 'in', 'is'],
  cell: () => 'code',
  width: () => 132,
  widget: () => 'select',
  span: () => 4,
};
