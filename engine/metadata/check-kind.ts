import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { fromPointer, isJsonObject, toPointer } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import { oncePer } from '../core/once-per.ts';
import type { Origin } from '../core/origin.ts';
import { plainName } from '../core/plain-name.ts';
import { limitWords, phrases, typeOfJson, typeWords } from '../core/words.ts';
import type { Slip } from './slips.ts';
import { flatList, shapeSlip, slipOf, typeSlip, valueSlips, writeType } from './slips.ts';

const isRegularExpression = (text: string): boolean => {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
};

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  formats: { regex: { type: 'string', validate: isRegularExpression } },
});
// What an editor says of a `pattern`; the messages here say it too.
ajv.addVocabulary(['patternErrorMessage']);

/** Says yes or no, and is ready in a tenth of the time: most files are faultless, and most starts meet no other. */
const checkerOf = oncePer((schema: TSchema) => Compile(schema));

/** Tells what is wrong. */
const validatorOf = oncePer((schema: TSchema): ValidateFunction => ajv.compile(schema));

/** `/columns/2/field` is `columns[2].field`; the root has no name. */
const nameOf = (pointer: string): string =>
  fromPointer(pointer).reduce(
    (name, segment) => (/^\d+$/.test(segment) ? `${name}[${segment}]` : name === '' ? segment : `${name}.${segment}`),
    '',
  );

const branchOf = (error: ErrorObject, union: ErrorObject): string | undefined => {
  const prefix = `${union.schemaPath}/`;
  if (!error.schemaPath.startsWith(prefix) || !error.instancePath.startsWith(union.instancePath)) return undefined;
  return error.schemaPath.slice(prefix.length).split('/')[0];
};

/**
 * The branch that a key with a constant names (`"type": "array"`), where branches have such keys; of the others, those
 * that ask for no constant.
 */
const namedBranches = (union: ErrorObject): ReadonlySet<string> | undefined => {
  const branches = union.schema as readonly { readonly properties?: Record<string, { readonly const?: unknown }> }[];
  const constants = branches.map((branch) =>
    Object.entries(branch.properties ?? {}).filter(([, schema]) => schema.const !== undefined),
  );
  if (!isJsonObject(union.data) || constants.every((own) => own.length === 0)) return undefined;
  const data = union.data;
  const at = (fits: (own: (typeof constants)[number]) => boolean): string[] =>
    constants.flatMap((own, index) => (fits(own) ? [String(index)] : []));
  const named = at((own) => own.length > 0 && own.every(([key, schema]) => data[key] === schema.const));
  return new Set(named.length > 0 ? named : at((own) => own.length === 0));
};

/**
 * Ajv reports every branch of a union. The branch that the writer meant is the one whose type fits the value, or that a
 * constant names: its errors stay; where none fits, one error for the whole union stays.
 */
const settleUnions = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  let rest = [...errors];
  for (const union of errors.filter((error) => error.keyword === 'anyOf')) {
    const inside = rest.filter((error) => error !== union && branchOf(error, union) !== undefined);
    const misfits = new Set(
      inside
        .filter((error) => error.keyword === 'type' && error.instancePath === union.instancePath)
        .map((error) => branchOf(error, union)),
    );
    const named = namedBranches(union);
    const meant = inside.filter((error) => {
      const branch = branchOf(error, union);
      return !misfits.has(branch) && (named?.has(branch ?? '') ?? true);
    });
    rest = rest.filter((error) => !inside.includes(error) || meant.includes(error));
    if (meant.length > 0) rest = rest.filter((error) => error !== union);
  }
  return rest;
};

const expectedTypes = (types: unknown): string =>
  [types]
    .flat()
    .map((type) => typeWords[String(type)] ?? String(type))
    .join(' ou ');

const propertyNames = (schema: unknown): string[] => {
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  return isJsonObject(properties) ? Object.keys(properties) : [];
};

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

const enumTexts = (error: ErrorObject): readonly string[] =>
  error.keyword === 'enum' ? (error.schema as readonly unknown[]).filter((value) => typeof value === 'string') : [];

/** The words that stand beside a `pattern` in its definition. */
const patternWords = (error: ErrorObject): string | undefined => {
  const words = error.keyword === 'pattern' ? error.parentSchema?.['patternErrorMessage'] : undefined;
  return typeof words === 'string' ? words : undefined;
};

/** Of the `type` of a field: a kind of value that is a format here. */
const meantType = (text: string, error: ErrorObject) =>
  error.instancePath.endsWith('/type') && enumTexts(error).includes('string') ? typeSlip(text) : undefined;

/** The text of an `enum` that was meant: a known slip, else the nearest. */
const meantValue = (text: string, error: ErrorObject): string | undefined => {
  const type = meantType(text, error);
  if (type !== undefined) return type.type;
  const known = enumTexts(error);
  const slip = valueSlips[plainName(text)];
  return slip !== undefined && known.includes(slip) ? slip : nearest(text, known);
};

/** What was meant in the place of a text, as a file writes it. */
const meantText = (text: string, error: ErrorObject): string | undefined => {
  const type = meantType(text, error);
  return type === undefined ? meantValue(text, error) : writeType(type);
};

/** The key that was meant, of those that are not there yet: a known slip, else the nearest. */
const meantKey = (extra: string, error: ErrorObject): Slip => {
  const slip = slipOf(extra, error.parentSchema, error.instancePath);
  const free = propertyNames(error.parentSchema).filter((name) => !Object.hasOwn(error.data as object, name));
  if (slip?.meant !== undefined && free.includes(slip.meant)) return slip;
  const meant = slip === undefined ? nearest(extra, free) : undefined;
  return { ...(meant !== undefined && { meant }), ...(slip?.advice !== undefined && { advice: slip.advice }) };
};

type Locate = (pointer: string, key?: boolean) => Origin;

const toIssue = (error: ErrorObject, origin: Locate, root: string, whole: Json): Issue => {
  const at = error.instancePath;
  const key = nameOf(at) || root;
  switch (error.keyword) {
    case 'additionalProperties': {
      const extra = String(error.params.additionalProperty);
      const { meant, advice } = meantKey(extra, error);
      return createIssue(
        'LANGUAGE_KEY_UNKNOWN',
        origin(at + toPointer([extra]), true),
        { key: extra, advice: advice ?? phrases.keyAdvice },
        meant,
      );
    }
    case 'required':
      return createIssue('LANGUAGE_KEY_MISSING', origin(at), { key: String(error.params.missingProperty) });
    case 'type':
    case 'anyOf': {
      const types =
        error.keyword === 'type' ? error.schema : (error.schema as { type?: unknown }[]).map((branch) => branch.type);
      return createIssue(
        'LANGUAGE_VALUE_TYPE',
        origin(at),
        {
          key,
          expected: expectedTypes(types),
          found: typeWords[typeOfJson(error.data)] ?? phrases.anotherShape,
        },
        shapeSlip(at, error.data, whole),
      );
    }
    default: {
      return createIssue(
        'LANGUAGE_VALUE_INVALID',
        origin(at),
        {
          key,
          value: short(error.data),
          expected: patternWords(error) ?? limitWords[error.keyword]?.(error.schema) ?? phrases.anotherShape,
        },
        typeof error.data === 'string' ? meantText(error.data, error) : shapeSlip(at, error.data, whole),
      );
    }
  }
};

interface Mend {
  readonly pointer: string;
  /** undefined takes the value away. */
  readonly fill: Json | undefined;
  /** The value stands under a wrong key: this is where it goes. */
  readonly moveTo?: string;
}

export interface Finding {
  readonly issue: Issue;
  /** What to mend so that the rest of the file can still be used: a value to take away, or a gap to fill. undefined: nothing. */
  readonly mend: Mend | undefined;
}

/** Something harmless in the place of a missing key; undefined for a name, which nothing can stand for. */
const placeholderOf = (schema: unknown, key: string): Json | undefined => {
  const properties = (schema as { properties?: Record<string, { type?: string; const?: Json; pattern?: string }> })
    .properties;
  const { type, const: constant, pattern } = properties?.[key] ?? {};
  if (constant !== undefined) return constant;
  if (type === 'string') return pattern === undefined ? '?' : undefined;
  return type === 'array' ? [] : type === 'object' ? {} : type === 'boolean' ? false : undefined;
};

const mendOf = (error: ErrorObject): Mend | undefined => {
  const list = flatList(error.instancePath, error.data);
  if (list !== undefined) return { pointer: list, fill: undefined };
  if (error.keyword === 'pattern') return undefined;
  if (error.keyword === 'additionalProperties') {
    const extra = String(error.params.additionalProperty);
    const { meant } = meantKey(extra, error);
    const pointer = error.instancePath + toPointer([extra]);
    return meant === undefined
      ? { pointer, fill: undefined }
      : { pointer, fill: undefined, moveTo: error.instancePath + toPointer([meant]) };
  }
  if (error.keyword === 'enum' && typeof error.data === 'string')
    return { pointer: error.instancePath, fill: meantValue(error.data, error) };
  if (error.keyword === 'required') {
    const key = String(error.params.missingProperty);
    const fill = placeholderOf(error.parentSchema, key);
    // Without its name the whole object goes.
    return { pointer: fill === undefined ? error.instancePath : error.instancePath + toPointer([key]), fill };
  }
  return { pointer: error.instancePath, fill: undefined };
};

/** Texts where a list of lists has its items are one mistake, told at the first. */
const firstOfFlat = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const told = new Set<string>();
  return errors.filter(({ instancePath, data }) => {
    const list = flatList(instancePath, data);
    if (list === undefined) return true;
    const isFirst = !told.has(list);
    told.add(list);
    return isFirst;
  });
};

/** What is wrong with `value` as a file of a kind, in words, with the nearest valid key or value. */
export const checkKind = (schema: TSchema, value: Json, origin: Locate, root: string): readonly Finding[] => {
  if (checkerOf(schema).Check(value)) return [];
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  const errors = firstOfFlat(settleUnions(validate.errors ?? []));
  const mends = errors.map(mendOf);
  const moved = new Set(mends.flatMap((mend) => mend?.moveTo ?? []));
  return errors.flatMap((error, index): Finding[] => {
    // A key under a wrong name is not missing as well.
    const missing = error.keyword === 'required' ? toPointer([String(error.params.missingProperty)]) : undefined;
    return missing !== undefined && moved.has(error.instancePath + missing)
      ? []
      : [{ issue: toIssue(error, origin, root, value), mend: mends[index] }];
  });
};
