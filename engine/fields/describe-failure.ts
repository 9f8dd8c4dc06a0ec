import { placesOf } from '../core/decimal.ts';
import type { ErrorCode, FieldFailure } from '../core/errors.ts';
import type { Entity, Field } from '../model/types.ts';
import { fieldTypes } from './index.ts';
import { maskExample } from './mask.ts';

/** What Ajv says of one failure; the part of its `ErrorObject` that is read here. */
export interface SchemaFailure {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Described = readonly [ErrorCode, Readonly<Record<string, string | number>>];

const documents: ReadonlySet<unknown> = new Set(['cpf', 'cnpj', 'cpf-cnpj']);

/** A step of 0.01 is a limit of two decimal places, to the person who typed three. */
const describeStep = (name: { readonly field: string }, step: number): Described => {
  const places = placesOf(step);
  return step === Number(`1e-${places}`) && places > 0
    ? ['VALIDATION_DECIMALS', { ...name, places }]
    : ['VALIDATION_MULTIPLE', { ...name, step }];
};

const describe = (failure: SchemaFailure, field: Field, empty: boolean): Described => {
  const name = { field: field.title };
  const limit = Number(failure.params['limit']);
  // An empty text or null in a required field is a missing value to the person who fills in the form.
  if (empty && field.required) return ['VALIDATION_REQUIRED', name];
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
    case 'pattern':
      return field.mask === undefined
        ? ['VALIDATION_FORMAT', { ...name, expected: field.help ?? fieldTypes[field.type].expected }]
        : ['VALIDATION_MASK', { ...name, mask: maskExample(field.mask) }];
    case 'format':
      return documents.has(failure.params['format'])
        ? ['VALIDATION_CHECK_DIGIT', name]
        : ['VALIDATION_FORMAT', { ...name, expected: fieldTypes[field.type].expected }];
    case 'type':
      return ['VALIDATION_TYPE', { ...name, expected: fieldTypes[field.type].expected }];
    default:
      throw new Error(`schema keyword without a message: ${failure.keyword}`);
  }
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
  const found = new Map<string, FieldFailure>();
  for (const failure of failures) {
    const column =
      failure.keyword === 'required'
        ? String(failure.params['missingProperty'])
        : failure.keyword === 'additionalProperties'
          ? String(failure.params['additionalProperty'])
          : failure.instancePath.slice(1).split('/')[0] || '';
    if (found.has(column)) continue;
    const field = entity.fields.find((candidate) => candidate.column === column && candidate.visible);
    const value = record[column];
    const [code, params]: Described =
      field === undefined || failure.keyword === 'additionalProperties'
        ? ['VALIDATION_UNKNOWN', { field: column }]
        : describe(failure, field, value === null || value === undefined || value === '');
    found.set(column, {
      code,
      params,
      at: { entity: entity.name, field: column, ...(row === undefined ? {} : { row }) },
    });
  }
  const order = new Map(entity.fields.map((field, index) => [field.column, index]));
  return [...found.entries()]
    .sort(([a], [b]) => (order.get(a) ?? 1e9) - (order.get(b) ?? 1e9))
    .map(([, failure]) => failure);
};
