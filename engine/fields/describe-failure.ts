import { placesOf } from '../core/decimal.ts';
import type { ErrorCode, FieldFailure } from '../core/errors.ts';
import { maskExample } from '../core/mask.ts';
import { nearest } from '../core/nearest.ts';
import { phrases } from '../core/words.ts';
import type { Child, Entity, Field } from '../model/types.ts';
import { fieldTypes } from './index.ts';
import { writableChildren, writableFields } from './record-schema.ts';
import { textFormatOf } from './text-formats.ts';

/** What Ajv says of one failure; the part of its `ErrorObject` that is read here. */
export interface SchemaFailure {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Described = readonly [ErrorCode, Readonly<Record<string, string | number>>];

/** A step of 0.01 is a limit of two decimal places, to the person who typed three. */
const describeStep = (name: { readonly field: string }, step: number): Described => {
  const places = placesOf(step);
  return step === Number(`1e-${places}`) && places > 0
    ? ['VALIDATION_DECIMALS', { ...name, places }]
    : ['VALIDATION_MULTIPLE', { ...name, step }];
};

/** A help is a sentence of its own; inside the message it ends without its full stop. */
const asPhrase = (help: string | undefined): string | undefined => help?.replace(/\.$/, '');

const expectedOf = (field: Field): string => {
  const type = fieldTypes[field.type];
  return type.expectedOf?.(field) ?? type.expected;
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A value that is not written as its type is, or a day that is, and that no calendar has. */
const describeFormat = (field: Field, value: unknown): Described => {
  const day = typeof value === 'string' ? fieldTypes[field.type].absentDay?.(value) : undefined;
  if (day !== undefined) return ['VALIDATION_DAY', { field: field.title, day }];
  return textFormatOf(field.format)?.checkDigits === true
    ? ['VALIDATION_CHECK_DIGIT', { field: field.title }]
    : ['VALIDATION_FORMAT', { field: field.title, expected: expectedOf(field) }];
};

const describe = (failure: SchemaFailure, field: Field, value: unknown): Described => {
  const name = { field: field.title };
  const limit = Number(failure.params['limit']);
  // An empty text or null in a required field, or as a number that the engine gives otherwise, is a missing value to the person who fills in the form.
  if (isEmpty(value) && (field.required || field.sequence !== undefined)) return ['VALIDATION_REQUIRED', name];
  switch (failure.keyword) {
    case 'required':
      return ['VALIDATION_REQUIRED', name];
    case 'minLength':
      return ['VALIDATION_MIN_LENGTH', { ...name, limit }];
    case 'maxLength':
      return ['VALIDATION_MAX_LENGTH', { ...name, limit }];
    case 'minimum':
      return ['VALIDATION_MINIMUM', { ...name, limit }];
    case 'maximum':
      return ['VALIDATION_MAXIMUM', { ...name, limit }];
    case 'multipleOf':
      return describeStep(name, Number(failure.params['multipleOf']));
    case 'enum':
      return ['VALIDATION_OPTION', name];
    case 'maxItems':
      return ['VALIDATION_MAX_ITEMS', { ...name, limit }];
    case 'pattern':
      return field.mask === undefined
        ? ['VALIDATION_FORMAT', { ...name, expected: asPhrase(field.help) ?? expectedOf(field) }]
        : ['VALIDATION_MASK', { ...name, mask: maskExample(field.mask) }];
    case 'format':
      return describeFormat(field, value);
    case 'type':
      return ['VALIDATION_TYPE', { ...name, expected: expectedOf(field) }];
    default:
      throw new Error(`schema keyword without a message: ${failure.keyword}`);
  }
};

/** Where in a record a failure is: the wire path, what is there, and the place among the others. */
interface Place {
  /** `enunciado`; `perguntas.1.enunciado` inside owned rows, which count from 0 here. */
  readonly path: string;
  readonly order: readonly number[];
  readonly described: Described;
}

/** A name that is none of the entity's: a relation is written by its column, anything else may be a slip. */
const describeUnknown = (entity: Entity, name: string, path: string): Described => {
  const open = writableFields(entity);
  const near =
    open.find((field) => field.relation !== undefined && field.name === name)?.column ??
    nearest(name, [...open.map((field) => field.column), ...writableChildren(entity).map((child) => child.name)]);
  return near === undefined || near === name
    ? ['VALIDATION_UNKNOWN', { field: path }]
    : ['VALIDATION_UNKNOWN_NEAR', { field: path, name: near }];
};

const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

const describeChild = (failure: SchemaFailure, child: Child): Described => {
  const field = child.title;
  switch (failure.keyword) {
    case 'required':
    case 'minItems':
      return ['VALIDATION_MIN_ITEMS', { field, limit: child.minItems }];
    case 'maxItems':
      return ['VALIDATION_MAX_ITEMS', { field, limit: child.maxItems }];
    default:
      return ['VALIDATION_TYPE', { field, expected: phrases.rows }];
  }
};

/**
 * Which row it is, as people count: ` (Perguntas, linha 2)`, said after the name of the field. The one that a transition
 * asks for is the only one there.
 */
export const rowSuffix = (child: Pick<Child, 'title'>, index: number): string =>
  'added' in child ? '' : ` (${child.title}, ${phrases.rowNumber(index + 1)})`;

const locateInRow = (failure: SchemaFailure, child: Child, segments: readonly string[], rows: unknown): Described => {
  const [, index = '', column] = segments;
  const suffix = rowSuffix(child, Number(index));
  if (column === undefined)
    return [
      'VALIDATION_TYPE',
      { field: `${child.title}, ${phrases.rowNumber(Number(index) + 1)}`, expected: phrases.row },
    ];
  if (column === 'id') return ['VALIDATION_TYPE', { field: `id${suffix}`, expected: phrases.ownId }];
  const field = child.entity.fields.find((candidate) => candidate.column === column && candidate.visible);
  return field === undefined || failure.keyword === 'additionalProperties'
    ? describeUnknown(child.entity, column, segments.join('.'))
    : describe(failure, { ...field, title: `${field.title}${suffix}` }, valueIn(valueIn(rows, index), column));
};

const orderIn = (entity: Entity, column: string): number => {
  const at = [...entity.fields.map((field) => field.column), ...entity.children.map((child) => child.name)].indexOf(
    column,
  );
  return at < 0 ? Number.MAX_SAFE_INTEGER : at;
};

const locate = (failure: SchemaFailure, entity: Entity, record: Readonly<Record<string, unknown>>): Place => {
  const { keyword, instancePath, params } = failure;
  const inner = keyword === 'required' ? params['missingProperty'] : params['additionalProperty'];
  const segments = instancePath.split('/').slice(1);
  if (keyword === 'required' || keyword === 'additionalProperties') segments.push(String(inner));
  const [first = '', index, column] = segments;
  const child = entity.children.find((candidate) => candidate.name === first && candidate.visible);
  if (child === undefined || (segments.length === 1 && keyword === 'additionalProperties')) {
    const field = entity.fields.find((candidate) => candidate.column === first && candidate.visible);
    return {
      path: first,
      order: [orderIn(entity, first)],
      described:
        field === undefined || keyword === 'additionalProperties'
          ? describeUnknown(entity, first, first)
          : describe(failure, field, record[first]),
    };
  }
  return {
    path: segments.slice(0, 3).join('.'),
    order: [
      orderIn(entity, first),
      index === undefined ? -1 : Number(index),
      column === undefined ? -1 : orderIn(child.entity, column),
    ],
    described:
      index === undefined ? describeChild(failure, child) : locateInRow(failure, child, segments, record[first]),
  };
};

const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? -1) - (b[at] ?? -1);
};

/**
 * The failures of a record by field, the first of each field, in the order of the fields. `record` is the value that
 * was checked; `row` is its place in a bulk body.
 */
export const describeFailures = (
  failures: readonly SchemaFailure[],
  entity: Entity,
  record: Readonly<Record<string, unknown>>,
  row?: number,
): readonly FieldFailure[] => {
  const found = new Map<string, Place>();
  for (const failure of failures) {
    const place = locate(failure, entity, record);
    if (!found.has(place.path)) found.set(place.path, place);
  }
  return [...found.values()]
    .sort((a, b) => compare(a.order, b.order))
    .map(({ path, described: [code, params] }) => ({
      code,
      params,
      at: { entity: entity.name, field: path, ...(row === undefined ? {} : { row }) },
    }));
};
