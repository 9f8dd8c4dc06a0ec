import { isDecimalMultiple } from '../core/decimal.ts';
import { limitWords, phrases } from '../core/words.ts';
import type { Catalogues } from './contracts.ts';
import type { Field } from './types.ts';

type Check = (value: string | number) => boolean;

/** The keywords that `valueSchema` of a field type may hold, each as a predicate. */
const checks: Readonly<Record<string, (limit: never, catalogues: Catalogues) => Check>> = {
  // A list that does not exist or has no values is reported as such.
  enum: (values: readonly unknown[]) => (value) => values.length === 0 || values.includes(value),
  minLength: (limit: number) => (value) => [...String(value)].length >= limit,
  maxLength: (limit: number) => (value) => [...String(value)].length <= limit,
  pattern: (pattern: string) => {
    const expression = new RegExp(pattern, 'u');
    return (value) => expression.test(String(value));
  },
  format: (format: string, catalogues) => (value) => catalogues.formats[format]?.(String(value)) ?? true,
  minimum: (limit: number) => (value) => Number(value) >= limit,
  maximum: (limit: number) => (value) => Number(value) <= limit,
  multipleOf: (step: number) => (value) => isDecimalMultiple(Number(value), step),
};

/**
 * A check of one field's values as text (a CSV cell, a default), prepared once for many: what is wrong with the text, in
 * words, or undefined. The rules are those of the field type: its `parse`, then its `valueSchema`.
 */
export const createValueCheck = (field: Field, catalogues: Catalogues): ((text: string) => string | undefined) => {
  const type = catalogues.fieldTypes[field.type];
  const schema = type.valueSchema(field);
  const numeric = schema.type === 'integer' || schema.type === 'number';
  const prepared = Object.entries(schema).flatMap(([keyword, limit]) => {
    const check = checks[keyword];
    return check === undefined ? [] : [{ keyword, limit, passes: check(limit as never, catalogues) }];
  });
  return (text) => {
    const canonical = type.parse(text, field);
    if (canonical === undefined) return phrases.expected(type.written ?? type.expected);
    const value = numeric ? Number(canonical) : canonical;
    const broken = prepared.find((check) => !check.passes(value));
    if (broken === undefined) return undefined;
    return phrases.expected(
      broken.keyword === 'pattern' && field.mask !== undefined
        ? phrases.masked(field.mask)
        : (limitWords[broken.keyword]?.(broken.limit) ?? broken.keyword),
    );
  };
};
