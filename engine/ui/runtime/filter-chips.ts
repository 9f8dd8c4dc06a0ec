/** The filters in force, as the removable chips of the toolbar. */

import { formatFieldValue } from '../../contract/column-text.ts';
import { isPeriodEnd, periodOf, resolveDay } from '../../contract/date-periods.ts';
import { fieldOf } from '../../contract/field-of.ts';
import type { Condition, ListQuery } from '../../contract/list-query.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { dayInZone } from '../../core/day-in-zone.ts';
import { formatDay, formatMoment } from '../../fields/date-text.ts';
import { formats } from '../../fields/formats.ts';
import { operators } from '../../fields/operators.ts';
import type { FilterField } from './filter-value.ts';
import { emptyValue, readFilter, writeFilter } from './filter-value.ts';
import type { Texts } from './texts.ts';

export interface FilterChip {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** Relation whose records `ids` are to be named; `text` then holds the ids until they are. */
  readonly relation: { readonly column: string; readonly ids: readonly number[] } | undefined;
  /** Gives a query without this filter, of whatever else it says by then. */
  readonly without: (query: ListQuery) => ListQuery;
}

interface Context {
  readonly model: ScreenModel;
  readonly fields: ReadonlyMap<string, FilterField>;
  readonly texts: Texts;
  readonly timeZone: string;
}

/** One value of a filter as its field writes it. */
const writeValue = ({ model, timeZone, texts }: Context, filter: FilterField, value: string): string => {
  if (filter.type === 'boolean') return texts(value === 'true' ? 'value.yes' : 'value.no');
  const field = fieldOf(model, filter.key);
  if (field === undefined || field.type === 'relation') return value;
  // One end of a period; and what an address written by hand calls a moment, which its field could not write.
  if (isPeriodEnd(value)) return formatDay(resolveDay(value, dayInZone(timeZone)));
  // A day is one of the installation, as the server takes it.
  if (field.type === 'date-time' && formats.date(value)) return formatDay(value);
  if (field.type === 'date-time') return formatMoment(value, timeZone, field.seconds === true);
  const typed = ['integer', 'decimal', 'money', 'percent', 'year'].includes(field.type) ? Number(value) : value;
  return formatFieldValue(model, field, typed, timeZone);
};

const chipOf = (context: Context, query: ListQuery, filter: FilterField): FilterChip | undefined => {
  const { texts } = context;
  const value = readFilter(filter, query.conditions);
  const write = (text: string) => writeValue(context, filter, text);
  const chip = (text: string, relation?: FilterChip['relation']): FilterChip => ({
    id: filter.key,
    label: filter.label,
    text,
    relation,
    without: (now) => writeFilter(now, filter, emptyValue(filter.match)),
  });
  switch (value.match) {
    case 'contains':
      return value.text === '' ? undefined : chip(texts('filter.contains', { value: value.text }));
    case 'starts':
      return chip(texts('filter.starts', { value: value.text }));
    case 'empty':
      return chip(texts('filter.empty'));
    case 'filled':
      return chip(texts('filter.filled'));
    case 'equals':
      return value.value === '' ? undefined : chip(write(value.value));
    case 'range':
      if (value.from === '' && value.to === '') return undefined;
      if (periodOf(value.from, value.to)) return chip(texts(`period.${periodOf(value.from, value.to)}`));
      if (value.to === '') return chip(texts('filter.from', { value: write(value.from) }));
      if (value.from === '') return chip(texts('filter.to', { value: write(value.to) }));
      return chip(texts('filter.between', { from: write(value.from), to: write(value.to) }));
    case 'any': {
      if (value.values.length === 0) return undefined;
      if (filter.relation !== undefined)
        return chip(value.values.join(', '), { column: filter.relation, ids: value.values.map(Number) });
      return chip(value.values.map(write).join(', '));
    }
  }
};

/** More of them than these are told by their number. */
const toldValues = 6;

const valuesText = ({ texts }: Context, values: readonly string[]): string =>
  values.length > toldValues ? texts('filter.values', { count: values.length }) : values.join(', ');

const isSame = (one: Condition, other: Condition): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A condition that came by the address and that no control shows. */
const foreignChip = (context: Context, condition: Condition, index: number): FilterChip => ({
  id: `${condition.key}#${index}`,
  label: context.fields.get(condition.key)?.label ?? fieldOf(context.model, condition.key)?.title ?? condition.key,
  text: `${context.texts(operators[condition.operator].label)} ${valuesText(context, condition.values)}`,
  relation: undefined,
  without: (now) => ({ ...now, conditions: now.conditions.filter((other) => !isSame(other, condition)) }),
});

export const describeFilters = (context: Context, query: ListQuery): readonly FilterChip[] => {
  const chips: FilterChip[] = [];
  const done = new Set<Condition>();
  query.conditions.forEach((condition, index) => {
    if (done.has(condition)) return;
    const field = context.fields.get(condition.key);
    const chip = field && chipOf(context, query, field);
    const left = chip?.without(query).conditions;
    const covered = left ? query.conditions.filter((other) => !left.includes(other)) : [];
    if (chip && covered.includes(condition)) {
      chips.push(chip);
      for (const other of covered) done.add(other);
    } else chips.push(foreignChip(context, condition, index));
  });
  return chips;
};
