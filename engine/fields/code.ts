import { textWidth } from '../core/text-width.ts';
import type { CodeOption } from '../model/types.ts';
import type { FieldType } from './contract.ts';

/** Characters of the longest label; as those of a middling list where no options are known. */
const longest = (options: readonly CodeOption[] | undefined): number =>
  options === undefined ? 16 : Math.max(0, ...options.map(({ label }) => label.length));

/** Pixels of the widest label; as that of a middling list where no options are known. */
const widest = (options: readonly CodeOption[] | undefined): number =>
  options === undefined ? 104 : Math.max(0, ...options.map(({ label }) => textWidth(label)));

/** Of a cell, pixels: its padding and borders, the dot and the gap after it. */
const besideLabel = 34;

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
  called: () => 'Valor de uma lista',
  format: (value, _field, context) => context.options?.find((option) => option.value === value)?.label ?? String(value),
  operators: ['eq', 'neq', 'isdistinct', 'in', 'is'],
  cell: () => 'code',
  // The label with its dot; a longer one is cut and shows whole on hover.
  width: (_field, options) => Math.min(280, Math.max(96, Math.ceil(widest(options)) + besideLabel)),
  widget: () => 'select',
  // Beside the label stand two buttons: clear and open.
  span: (_field, options) => {
    const length = longest(options);
    return length <= 16 ? 4 : length <= 33 ? 6 : 12;
  },
};
