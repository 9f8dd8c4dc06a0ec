/** What a request asks for, in the words of the screens: `Situação: Paga`, `Vencimento: 01/11/2026 a 30/11/2026`. */
import { formatDay, formatMoment } from '../fields/date-text.ts';
import { formats } from '../fields/formats.ts';
import { operators } from '../fields/operators.ts';
import type { Field } from '../model/types.ts';
import { formatFieldValue } from './column-text.ts';
import { fieldOf } from './field-of.ts';
import type { FilterNode, FilterValue, ReadRequest } from './request.ts';
import type { ScreenModel } from './screen-model.ts';

type Compare = Extract<FilterNode, { kind: 'compare' }>;

export interface AskedWord {
  readonly label: string;
  readonly text: string;
}

export interface AskedContext {
  readonly texts: (key: string, params?: Readonly<Record<string, unknown>>) => string;
  readonly timeZone: string;
  /** How a record of an entity is called; undefined where the caller may not know it. */
  readonly nameOf: (entity: string, id: string) => string | undefined;
}

type Model = Pick<ScreenModel, 'entity' | 'related' | 'codeLists' | 'columns' | 'moreColumns' | 'search'>;

/** More values of one condition than these are told by their number. */
const toldValues = 6;

const listOf = (value: FilterValue | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const comparesIn = (nodes: readonly FilterNode[]): readonly Compare[] =>
  nodes.flatMap((node) => (node.kind === 'compare' ? [node] : comparesIn(node.items)));

/** The field that a condition is about; `id` of a relation's record is the relation. */
const fieldAt = (model: Model, path: readonly string[]): Field | undefined =>
  fieldOf(model, path.at(-1) === 'id' && path.length > 1 ? path.slice(0, -1).join('.') : path.join('.'));

/** The records that conditions name by their ids, by entity. */
export const askedRecords = (
  model: Model,
  { filters, values }: ReadRequest,
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  for (const { path, slot, keyword } of comparesIn(filters)) {
    const entity = keyword === undefined ? fieldAt(model, path)?.relation?.entity : undefined;
    if (entity !== undefined) found.set(entity, [...(found.get(entity) ?? []), ...listOf(values[slot])]);
  }
  return found;
};

const labelAt = (model: Model, path: readonly string[]): string => {
  const key = path.join('.');
  const column = [...model.columns, ...model.moreColumns].find((one) => one.key === key);
  const search = model.search.find((one) => one.key === key);
  return search?.label ?? column?.title ?? fieldAt(model, path)?.title ?? key;
};

const typed: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent', 'year']);

const valueText = (model: Model, context: AskedContext, field: Field | undefined, value: string): string => {
  const { texts, timeZone, nameOf } = context;
  if (field === undefined) return value;
  if (field.type === 'relation') return nameOf(field.relation?.entity ?? '', value) ?? `#${value}`;
  if (field.type === 'boolean') return texts(value === 'true' ? 'value.yes' : 'value.no');
  // A day is one of the installation, as the server takes it.
  if (field.type === 'date-time' && formats.date(value)) return formatDay(value);
  if (field.type === 'date-time') return formatMoment(value, timeZone, field.seconds === true);
  return formatFieldValue(model, field, typed.has(field.type) ? Number(value) : value, timeZone);
};

const keywordTexts: Readonly<Record<NonNullable<Compare['keyword']>, string>> = {
  null: 'filter.empty',
  not_null: 'filter.filled',
  true: 'value.yes',
  false: 'value.no',
  unknown: 'filter.empty',
};

const compareText = (model: Model, context: AskedContext, compare: Compare, values: readonly string[]): string => {
  const { texts } = context;
  const { operator, keyword } = compare;
  const field = fieldAt(model, compare.path);
  if (keyword !== undefined) return texts(keywordTexts[keyword]);
  const { value: takes } = operators[operator];
  const write = (value: string): string =>
    takes === 'text' || takes === 'pattern' ? value : valueText(model, context, field, value);
  const text =
    values.length > toldValues ? texts('filter.values', { count: values.length }) : values.map(write).join(', ');
  const [value = ''] = values;
  switch (operator) {
    case 'eq':
    case 'in':
      return text;
    case 'gte':
      return texts('filter.from', { value: text });
    case 'lte':
      return texts('filter.to', { value: text });
    case 'lt':
      return field?.type === 'date-time' ? texts('asked.before', { value: text }) : `${texts('operator.lt')} ${text}`;
    case 'has':
      return texts('filter.contains', { value: text });
    case 'like':
    case 'ilike':
      if (/^[^*%_]+[*%]$/.test(value)) return texts('filter.starts', { value: value.slice(0, -1) });
      return `${texts(operators[operator].label)} ${text}`;
    default:
      return `${texts(operators[operator].label)} ${text}`;
  }
};

/** A condition with its field, as a member of a group has it. */
const nodeText = (model: Model, context: AskedContext, node: FilterNode, values: ReadRequest['values']): string => {
  const { texts } = context;
  const text =
    node.kind === 'compare'
      ? compareText(model, context, node, listOf(values[node.slot]))
      : node.items.map((item) => nodeText(model, context, item, values)).join(` ${texts(`asked.${node.kind}`)} `);
  const said = node.negated ? texts('asked.not', { text }) : text;
  return node.kind === 'compare' ? `${labelAt(model, node.path)} ${said}` : `(${said})`;
};

const isRangeOf =
  ({ path }: Compare, operator: Compare['operator']) =>
  (node: FilterNode): node is Compare =>
    node.kind === 'compare' &&
    node.operator === operator &&
    !node.negated &&
    node.quantifier === undefined &&
    node.path.join('.') === path.join('.');

/** Both ends of what the condition is one end of. */
const rangeOf = (nodes: readonly FilterNode[], compare: Compare): readonly Compare[] | undefined => {
  const [from, to] = [nodes.find(isRangeOf(compare, 'gte')), nodes.find(isRangeOf(compare, 'lte'))];
  return from !== undefined && to !== undefined && (from === compare || to === compare) ? [from, to] : undefined;
};

const nodeWord = (model: Model, context: AskedContext, node: FilterNode, values: ReadRequest['values']): AskedWord => {
  const { texts } = context;
  if (node.kind !== 'compare')
    return { label: texts('asked.filter'), text: nodeText(model, context, node, values).slice(1, -1) };
  const text = compareText(model, context, node, listOf(values[node.slot]));
  return { label: labelAt(model, node.path), text: node.negated ? texts('asked.not', { text }) : text };
};

/** What `and` groups hold stands beside the rest. */
const flatten = (nodes: readonly FilterNode[]): readonly FilterNode[] =>
  nodes.flatMap((node) => (node.kind === 'and' && !node.negated ? flatten(node.items) : [node]));

/** What chooses the rows, in the order in which it was asked for. */
export const askedWords = (model: Model, request: ReadRequest, context: AskedContext): readonly AskedWord[] => {
  const { texts, timeZone } = context;
  const { values, words, asOf } = request;
  const nodes = flatten(request.filters);
  const ended = new Set<FilterNode>();
  const conditions = nodes.flatMap((node): readonly AskedWord[] => {
    if (ended.has(node)) return [];
    const range = node.kind === 'compare' ? rangeOf(nodes, node) : undefined;
    if (node.kind !== 'compare' || range === undefined) return [nodeWord(model, context, node, values)];
    for (const end of range) ended.add(end);
    const field = fieldAt(model, node.path);
    const [from, to] = range.map(({ slot }) => valueText(model, context, field, listOf(values[slot])[0] ?? ''));
    return [{ label: labelAt(model, node.path), text: texts('filter.between', { from, to }) }];
  });
  return [
    ...(words.length === 0 ? [] : [{ label: texts('asked.search'), text: words.join(' ') }]),
    ...conditions,
    ...(asOf === undefined
      ? []
      : [
          {
            label: texts('asked.asOf'),
            text: formats.date(asOf) ? formatDay(asOf) : formatMoment(asOf, timeZone, true),
          },
        ]),
  ];
};
