/**
 * Validation in the browser: the module that the server compiled, with the few functions it asks for, bound to RJSF.
 * RJSF's own precompiled validator refuses a form whose schema differs from the compiled one; ours has no such tie.
 */
import type { RJSFSchema, ValidationData, ValidatorType } from '@rjsf/utils';
import { toErrorList, toErrorSchema } from '@rjsf/utils';
import equalModule from 'ajv/dist/runtime/equal.js';
import lengthModule from 'ajv/dist/runtime/ucs2length.js';
import type { FieldFailure } from '../../core/errors.ts';
import type { SchemaFailure } from '../../fields/describe-failure.ts';
import { describeFailures } from '../../fields/describe-failure.ts';
import { formats } from '../../fields/formats.ts';
import { besideSchema } from '../../fields/record-expressions.ts';
import type { Entity, Field, FieldTypeName } from '../../model/types.ts';
import type { Texts } from '../runtime/texts.ts';

/** A compiled validator: says whether, and leaves why in `errors`. */
export interface CompiledValidator {
  (data: unknown): boolean;
  errors?: readonly SchemaFailure[] | null;
}

interface ValidatorModule {
  readonly default: (require: (name: string) => unknown) => CompiledValidator;
}

/** CommonJS under a bundler: the function itself, or an object that holds it. */
const asDefault = (module: unknown): { readonly default: unknown } =>
  typeof module === 'function' ? { default: module } : (module as { readonly default: unknown });

/** All that a compiled validator may ask for; anything else is a fault of the build and says so. */
const provided: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': asDefault(equalModule),
  'ajv/dist/runtime/ucs2length': asDefault(lengthModule),
  'fichario/formats': { formats },
};

const provide = (name: string): unknown => {
  const found = provided[name];
  if (found === undefined) throw new Error(`the compiled validator asks for ${name}, which is not provided`);
  return found;
};

const loading = new Map<string, Promise<CompiledValidator>>();
const loaded = new Map<string, CompiledValidator>();

/** The validator at an address where it was read before. */
export const knownValidator = (url: string): CompiledValidator | undefined => loaded.get(url);

/** The validator at an address; read once. A failure is forgotten, so that the next try asks again. */
export const loadValidator = (url: string): Promise<CompiledValidator> => {
  const known = loading.get(url);
  if (known) return known;
  const reading = (import(/* @vite-ignore */ url) as Promise<ValidatorModule>).then((module) => {
    const validate = module.default(provide);
    loaded.set(url, validate);
    return validate;
  });
  loading.set(url, reading);
  reading.catch(() => loading.delete(url));
  return reading;
};

export type FormValues = Readonly<Record<string, unknown>>;

const typedTypes: ReadonlySet<FieldTypeName> = new Set(['date', 'date-time', 'time', 'month', 'attachment']);

/** The field under a wire path: `nome`, `perguntas.1.enunciado`. */
const fieldAt = (entity: Entity, path: string): Field | undefined => {
  const [first, , column] = path.split('.');
  const owner = column === undefined ? entity : entity.children.find(({ name }) => name === first)?.entity;
  return owner?.fields.find((field) => field.column === (column ?? first));
};

const none: ReadonlySet<string> = new Set();

/**
 * Failures of a record, in Portuguese, in the order of the fields; `more`: those that no schema knows, after them. `filled`:
 * paths of what is filled in where it is left empty.
 */
export const failuresOf = (
  validate: CompiledValidator,
  entity: Entity,
  texts: Texts,
  values: FormValues,
  more: (values: FormValues) => readonly FieldFailure[] = () => [],
  filled = none,
): readonly { readonly field: string; readonly message: string }[] => {
  const found = validate(values) ? [] : describeFailures(validate.errors ?? [], entity, values);
  const own = found.filter(({ code, at }) => code !== 'VALIDATION_REQUIRED' || !filled.has(at.field ?? ''));
  return [...own, ...besideSchema(own, more(values))].map(({ code, params, at }) => {
    const type = fieldAt(entity, at.field ?? '')?.type;
    // The general text names the wire format; here one types as people write.
    const typed = code === 'VALIDATION_FORMAT' && type !== undefined && typedTypes.has(type);
    return { field: at.field ?? '', message: texts(typed ? `form.invalid.${type}` : `errors.${code}`, params) };
  });
};

/** Our schemas hold no conditions, so RJSF never has to choose between parts of one: `isValid` is always true. */
export const createFormValidator = (
  validate: CompiledValidator,
  entity: Entity,
  texts: Texts,
  more?: (values: FormValues) => readonly FieldFailure[],
  filled = none,
): ValidatorType<FormValues, RJSFSchema> => ({
  isValid: () => true,
  rawValidation: () => ({}),
  validateFormData: (formData): ValidationData<FormValues> => {
    const failures = failuresOf(validate, entity, texts, formData ?? {}, more, filled);
    const errorSchema = toErrorSchema<FormValues>(
      failures.map(({ field, message }) => ({ property: `.${field}`, message, stack: message })),
    );
    return { errors: toErrorList(errorSchema), errorSchema };
  },
});
