import type { FieldType } from './contract.ts';

/** Yes or no. */
export const boolean: FieldType = {
  name: 'boolean',
  matches: (property) => property.type === 'boolean',
  keywords: [],
  sqlType: () => 'boolean',
  castType: 'boolean',
  valueSchema: () => ({ type: 'boolean' }),
  parse: (text) => (text === 'true' || text === 'false' ? text : undefined),
  expected: 'true ou false',
  called: () => 'Sim ou não',
  format: (value) => (value === true ? 'Sim' : 'Não'),
  operators: ['eq', 'neq', 'isdistinct', 'is', 'in'],
  cell: () => 'check',
  width: () => 88,
  widget: () => 'checkbox',
  span: () => 3,
};
