/** What is wrong with a filter as it was typed, in words that say what to do; the list is not searched with it. */

import { isPeriodEnd } from '../../contract/date-periods.ts';
import { fieldOf } from '../../contract/field-of.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { maskPattern } from '../../core/mask.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { FieldTypeName } from '../../model/types.ts';
import type { FilterField, FilterValue } from './filter-value.ts';
import type { Texts } from './texts.ts';

const numeric: ReadonlySet<FieldTypeName> = new Set(['integer', 'decimal', 'money', 'percent']);
/** Types whose values are picked. */
const picked: ReadonlySet<FieldTypeName> = new Set(['boolean', 'code', 'relation', 'attachment']);

const textsIn = (value: FilterValue): readonly string[] => {
  switch (value.match) {
    case 'equals':
      return [value.value];
    case 'range':
      return [value.from, value.to];
    case 'any':
      return value.values;
    default:
      return [];
  }
};

const problemOf = (model: ScreenModel, filter: FilterField, text: string, texts: Texts): string | undefined => {
  if (text.trim() === '' || isPeriodEnd(text)) return undefined;
  if (numeric.has(filter.type)) {
    const whole = filter.type === 'integer';
    const fits = whole ? Number.isInteger(Number(text)) : Number.isFinite(Number(text));
    return fits ? undefined : texts(whole ? 'filter.invalid.integer' : 'filter.invalid.number');
  }
  if (filter.mask !== undefined)
    return new RegExp(maskPattern(filter.mask)).test(text)
      ? undefined
      : texts('filter.invalid.mask', { mask: filter.mask.replaceAll('!', '') });
  const field = fieldOf(model, filter.key);
  if (field === undefined || fieldTypes[filter.type].parse(text, field) !== undefined) return undefined;
  return texts(`filter.invalid.${filter.type}`);
};

/** Numbers by their size, moments by their instant, days and months as they are written. */
const isAfter = (type: FieldTypeName, from: string, to: string): boolean =>
  numeric.has(type) ? Number(from) > Number(to) : type === 'date-time' ? Date.parse(from) > Date.parse(to) : from > to;

export const filterProblem = (
  model: ScreenModel,
  filter: FilterField,
  value: FilterValue,
  texts: Texts,
): string | undefined => {
  if (picked.has(filter.type)) return undefined;
  for (const text of textsIn(value)) {
    const problem = problemOf(model, filter, text, texts);
    if (problem !== undefined) return problem;
  }
  if (value.match !== 'range' || value.from === '' || value.to === '' || isPeriodEnd(value.from)) return undefined;
  return isAfter(filter.type, value.from, value.to) ? texts('filter.invalid.range') : undefined;
};
