/**
 * Filters as people set them: a field, and for it a text, one value, a range, several values, or none at all. In and out: conditions of
 * the address. The search panel and the column filters both write through here, so they always agree.
 */
import { relationTarget } from '../../contract/column-text.ts';
import { fieldOf } from '../../contract/field-of.ts';
import type { Condition, ListQuery } from '../../contract/list-query.ts';
import type { GridColumn, ScreenModel, SearchDescriptor } from '../../contract/screen-model.ts';
import { namedBy } from '../../contract/write-label.ts';
import type { Field, FieldTypeName } from '../../model/types.ts';

/** A field that can be filtered by, wherever its control is drawn. */
export interface FilterField {
  /** Wire key of the condition. */
  readonly key: string;
  readonly label: string;
  readonly type: FieldTypeName;
  readonly match: SearchDescriptor['match'];
  readonly mask: string | undefined;
  readonly format: string | undefined;
  readonly desc: string | undefined;
  readonly scale: number | undefined;
  /** Of moments: their seconds count. */
  readonly seconds: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[] | undefined;
  /** For a relation: the field's wire column, which finds its target among `ScreenModel.relations`. */
  readonly relation: string | undefined;
  /** Whether records may be without a value. */
  readonly optional: boolean;
}

export type FilterValue =
  | { readonly match: 'contains' | 'starts'; readonly text: string }
  | { readonly match: 'equals'; readonly value: string }
  | { readonly match: 'range'; readonly from: string; readonly to: string }
  | { readonly match: 'any'; readonly values: readonly string[] }
  | { readonly match: 'empty' | 'filled' };

/** In how many ways the field can be filtered by, the usual one first. */
export const matchesOf = ({ match, optional }: FilterField): readonly FilterValue['match'][] => [
  ...(match === 'contains' ? (['contains', 'starts', 'equals'] as const) : [match]),
  ...(optional ? (['empty', 'filled'] as const) : []),
];

/** The same filter in another way: a text that was typed goes with it. */
export const changeMatch = (value: FilterValue, match: FilterValue['match']): FilterValue => {
  const text = 'text' in value ? value.text : value.match === 'equals' ? value.value : '';
  switch (match) {
    case 'contains':
    case 'starts':
      return { match, text };
    case 'equals':
      return { match, value: text };
    case 'empty':
    case 'filled':
      return { match };
    default:
      return emptyValue(match);
  }
};

export const emptyValue = (match: FilterField['match']): FilterValue => {
  switch (match) {
    case 'contains':
      return { match, text: '' };
    case 'equals':
      return { match, value: '' };
    case 'range':
      return { match, from: '', to: '' };
    case 'any':
      return { match, values: [] };
  }
};

/** `bel*`: begins so. What has other wildcards was written by hand. */
const beginning = /^([^*%\\]+)\*$/;

const asksEmptiness = ({ operator, values: [value] }: Condition): boolean =>
  operator === 'is' && (value === 'null' || value === 'not_null');

/** The conditions on `key` that this kind of filter can show; others stay in the address as they are. */
const shows = (match: FilterField['match'], condition: Condition): boolean => {
  const { operator, values } = condition;
  if (asksEmptiness(condition)) return true;
  switch (match) {
    case 'contains':
      return operator === 'has' || operator === 'eq' || (operator === 'ilike' && beginning.test(values[0] ?? ''));
    case 'equals':
      return operator === 'eq' || operator === 'is';
    case 'range':
      return operator === 'gte' || operator === 'lte';
    case 'any':
      return operator === 'in' || operator === 'eq';
  }
};

export const readFilter = (field: FilterField, conditions: readonly Condition[]): FilterValue => {
  const mine = conditions.filter((condition) => condition.key === field.key && shows(field.match, condition));
  const textOf = (operator: Condition['operator']): string =>
    mine.find((condition) => condition.operator === operator)?.values[0] ?? '';
  const emptiness = mine.find(asksEmptiness);
  if (emptiness !== undefined) return { match: emptiness.values[0] === 'null' ? 'empty' : 'filled' };
  switch (field.match) {
    case 'contains': {
      const [, start] = beginning.exec(textOf('ilike')) ?? [];
      if (start !== undefined) return { match: 'starts', text: start };
      return textOf('eq') === ''
        ? { match: 'contains', text: textOf('has') }
        : { match: 'equals', value: textOf('eq') };
    }
    case 'equals':
      return { match: 'equals', value: textOf('eq') || textOf('is') };
    case 'range':
      return { match: 'range', from: textOf('gte'), to: textOf('lte') };
    case 'any':
      return { match: 'any', values: mine.flatMap((condition) => condition.values) };
  }
};

const conditionsOf = (field: FilterField, value: FilterValue): Condition[] => {
  const one = (operator: Condition['operator'], text: string): Condition[] =>
    text.trim() === '' ? [] : [{ key: field.key, operator, values: [text.trim()] }];
  switch (value.match) {
    case 'contains':
      return one('has', value.text);
    case 'starts': {
      const text = value.text.replace(/[*%\\]/g, '').trim();
      return text === '' ? [] : one('ilike', `${text}*`);
    }
    case 'empty':
      return one('is', 'null');
    case 'filled':
      return one('is', 'not_null');
    case 'equals':
      return one(field.type === 'boolean' ? 'is' : 'eq', value.value);
    case 'range':
      return [...one('gte', value.from), ...one('lte', value.to)];
    case 'any':
      return value.values.length === 0 ? [] : [{ key: field.key, operator: 'in', values: value.values }];
  }
};

/** What filters ask a field to equal, by its wire key: one value or any of several. */
export const valueAsked = (values: ReadonlyMap<FilterField, FilterValue>, key: string): unknown => {
  const [, value] = [...values].find(([field]) => field.key === key) ?? [];
  return value?.match === 'any' ? value.values : value?.match === 'equals' ? value.value : undefined;
};

/** The query with the filter of one field replaced, in the place where it stood. */
export const writeFilter = (query: ListQuery, field: FilterField, value: FilterValue): ListQuery => {
  const replaced = (condition: Condition) => condition.key === field.key && shows(field.match, condition);
  const at = query.conditions.findIndex(replaced);
  const rest = query.conditions.filter((condition) => !replaced(condition));
  const place = at < 0 ? rest.length : query.conditions.slice(0, at).filter((condition) => !replaced(condition)).length;
  return { ...query, conditions: rest.toSpliced(place, 0, ...conditionsOf(field, value)) };
};

const typeNames: ReadonlySet<string> = new Set<FieldTypeName>([
  'text',
  'long-text',
  'integer',
  'decimal',
  'money',
  'percent',
  'boolean',
  'date',
  'date-time',
  'time',
  'month',
  'year',
  'code',
  'relation',
]);

export const optionsOf = (model: ScreenModel, field: Field) => {
  if (field.codeList === undefined) return undefined;
  const options = model.codeLists[field.codeList] ?? [];
  return field.codes == null
    ? options
    : field.codes.flatMap((code) => options.find((option) => option.value === code) ?? []);
};

/** A descriptor of the search panel. */
export const filterOfDescriptor = (model: ScreenModel, descriptor: SearchDescriptor): FilterField => {
  const field = fieldOf(model, descriptor.key);
  return {
    key: descriptor.key,
    label: descriptor.label,
    type: field?.type ?? (typeNames.has(descriptor.type) ? (descriptor.type as FieldTypeName) : 'text'),
    match: descriptor.match,
    mask: descriptor.mask ?? undefined,
    format: descriptor.format ?? undefined,
    desc: descriptor.desc ?? undefined,
    scale: field?.scale,
    seconds: field?.seconds === true,
    options: descriptor.list?.map(({ key, label }) => ({ value: key, label })),
    relation: field?.type === 'relation' ? field.column : undefined,
    optional: field !== undefined && !field.required,
  };
};

const matchOfType: Readonly<Record<Exclude<FieldTypeName, 'attachment'>, FilterField['match']>> = {
  text: 'contains',
  'long-text': 'contains',
  integer: 'range',
  decimal: 'range',
  money: 'range',
  percent: 'range',
  boolean: 'equals',
  date: 'range',
  'date-time': 'range',
  time: 'range',
  month: 'range',
  year: 'range',
  code: 'any',
  relation: 'any',
};

/** A column of the list; undefined where its field is unknown here. */
export const filterOfColumn = (model: ScreenModel, column: GridColumn): FilterField | undefined => {
  const field = fieldOf(model, column.key);
  if (field === undefined || field.type === 'attachment' || column.covered === true) return undefined;
  const asRelation = field.type === 'relation' && column.path.length === 1;
  if (field.type === 'relation' && !asRelation) return undefined;
  const target = asRelation ? relationTarget(model, field) : undefined;
  const named = target?.path === null ? namedBy(target.label, model.related[target.entity]?.fields ?? []) : undefined;
  // Whom nobody can pick one asks for by name.
  if (named)
    return filterOfColumn(model, { ...column, key: `${field.name}.${named.name}`, path: [field.name, named.name] });
  return {
    key: asRelation ? field.column : column.key,
    label: column.title,
    type: field.type,
    match: matchOfType[field.type],
    mask: field.mask ?? undefined,
    format: field.format ?? undefined,
    desc: undefined,
    scale: field.scale,
    seconds: field.seconds === true,
    options: optionsOf(model, field),
    relation: asRelation ? field.column : undefined,
    // Behind a relation, a record without it would be without the value too.
    optional: !field.required && column.path.length === 1,
  };
};

/** Every filter of a screen by key; the search panel's own words win. */
export const filterFields = (model: ScreenModel): ReadonlyMap<string, FilterField> => {
  const fields = new Map<string, FilterField>();
  for (const column of [...model.columns, ...model.moreColumns]) {
    const field = filterOfColumn(model, column);
    if (field) fields.set(field.key, field);
  }
  for (const descriptor of model.search) fields.set(descriptor.key, filterOfDescriptor(model, descriptor));
  return fields;
};
