/**
 * What the records of an entity keep apart, as constraints: a range begins before it ends, and no two rows of one key
 * meet in all of the ranges. In: the entity. Out: constraints; none for an entity that keeps nothing apart.
 */
import { phrases } from '../../core/words.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { Entity, Field, NoOverlap } from '../../model/types.ts';
import { objectName } from './object-name.ts';
import { quoteIdentifier } from './quote.ts';
import type { ApartPart, ConstraintSpec } from './table-spec.ts';

const fieldOf = (entity: Entity, column: string): Field => {
  const field = entity.fields.find((one) => one.column === column);
  if (field === undefined) throw new Error(`noOverlap of ${entity.name} names ${column}, which is no column`);
  return field;
};

/** An empty value as one that no other is: of what points at a record 0, else a text, which no stored value is when empty. */
const keyExpression = (field: Field): string => {
  const column = quoteIdentifier(field.column);
  if (field.relation !== undefined) return field.required ? column : `coalesce(${column}, 0)`;
  if (field.type === 'date') return field.required ? column : `coalesce(${column}, 'infinity'::date)`;
  if (field.required && field.type !== 'boolean') return column;
  return `coalesce(${column}::text, '')`;
};

/**
 * Both ends lie within the range; an empty one is without end, as PostgreSQL has it. Of ends against their order, which
 * the check refuses, it is the first alone: the index is also made of removed rows that an open transaction still sees,
 * and must not stop at them.
 */
const rangeExpression = (first: Field, last: Field): string => {
  const [low, high] = [quoteIdentifier(first.column), quoteIdentifier(last.column)];
  const range = (name: string, write: (value: string) => string = (value) => value): string =>
    `${name}(${write(low)}, ${write(`case when ${high} < ${low} then ${low} else ${high} end`)}, '[]')`;
  if (first.type === 'month')
    return range('int8range', (value) => `substr(${value}, 1, 4)::bigint * 12 + substr(${value}, 6)::bigint`);
  switch (fieldTypes[first.type].castType) {
    case 'date':
      return range('daterange');
    case 'timestamptz':
      return range('tstzrange');
    case 'time':
      return range('numrange', (value) => `extract(epoch from ${value})`);
    case 'integer':
      return range('int8range', (value) => `(${value})::bigint`);
    default:
      return range('numrange');
  }
};

const columnsOf = ({ key, ranges }: NoOverlap): readonly string[] => [
  ...ranges.flatMap(({ first, last }) => [first, last]),
  ...key,
];

const isPlain = (expression: string): boolean => expression.startsWith('"');

const apartConstraint = (entity: Entity, one: NoOverlap): ConstraintSpec => {
  const parts: readonly ApartPart[] = [
    ...one.key.map((column): ApartPart => ({ expression: keyExpression(fieldOf(entity, column)), operator: '=' })),
    ...one.ranges.map(
      ({ first, last }): ApartPart => ({
        expression: rangeExpression(fieldOf(entity, first), fieldOf(entity, last)),
        operator: '&&',
      }),
    ),
  ];
  const elements = parts.map(
    ({ expression, operator }) => `${isPlain(expression) ? expression : `(${expression})`} with ${operator}`,
  );
  const columns = columnsOf(one);
  const fields = columns.map((column) => fieldOf(entity, column));
  const ends = one.ranges.flatMap(({ first, last }) => [first, last].map((column) => fieldOf(entity, column).title));
  return {
    name: apartName(entity, one),
    kind: 'exclude',
    rule: phrases.apart(ends.map((title) => `'${title}'`).join(', ')),
    fields: fields.map(({ name }) => name).filter((name) => name !== entity.owner?.relation),
    columns,
    // Rows of one record may take each other's place in one statement.
    definition: `exclude using gist (${elements.join(', ')}) deferrable`,
    apart: parts,
  };
};

/** Name of the constraint of what is kept apart. */
export const apartName = (entity: Entity, one: NoOverlap): string =>
  objectName([entity.name, ...one.key, ...one.ranges.map(({ first }) => first)], 'excl');

const orderConstraint = (entity: Entity, first: Field, last: Field): ConstraintSpec => ({
  name: objectName([entity.name, first.column, last.column, 'order'], 'check'),
  kind: 'check',
  rule: phrases.inOrder(first.title),
  fields: [last.name, first.name],
  columns: [first.column, last.column],
  definition: `check (${quoteIdentifier(first.column)} <= ${quoteIdentifier(last.column)})`,
});

/** Those of the order come first: a range that ends before it begins is none. */
export const noOverlapConstraints = (entity: Entity): readonly ConstraintSpec[] => {
  const { noOverlap = [] } = entity;
  const ranges = new Map(
    noOverlap.flatMap((one) => one.ranges).map((range) => [`${range.first} ${range.last}`, range]),
  );
  const ordered = [...ranges.values()].map(({ first, last }) =>
    orderConstraint(entity, fieldOf(entity, first), fieldOf(entity, last)),
  );
  const apart = noOverlap.map((one) => apartConstraint(entity, one));
  return [...ordered, ...new Map(apart.map((one) => [one.name, one])).values()];
};
