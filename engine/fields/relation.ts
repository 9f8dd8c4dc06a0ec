import type { FieldType } from './contract.ts';

/** A many-to-one relation: the id of a row of the target. */
export const relation: FieldType = {
  name: 'relation',
  matches: (property) => property['x-relation'] !== undefined && property.type === undefined,
  keywords: ['x-relation', 'x-unique'],
  sqlType: () => 'bigint',
  castType: 'bigint',
  valueSchema: () => ({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  parse: (text) => (/^\d{1,18}$/.test(text) ? text : undefined),
  expected: 'o id de um registro',
  called: () => 'Registro de outro cadastro',
  format: (value) => String(value),
  operators: ['eq', 'neq', 'isdistinct', 'in', 'is'],
  cell: () => 'relation',
  width: () => 220,
  widget: () => 'relation',
  span: () => 6,
};
