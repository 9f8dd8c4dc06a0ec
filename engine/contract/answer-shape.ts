/**
 * The shape of an answer that a screen declares (`autocomplete.answer`): names of our own, each for a field or for an
 * object of fields. An object of which every field is empty is null; what the caller may not read is not there.
 */
import type { Autocomplete } from '../model/screen-types.ts';
import type { Field } from '../model/types.ts';

export type AnswerShape = NonNullable<Autocomplete['answer']>;

type Row = Readonly<Record<string, unknown>>;

/** Names of the fields that the shape takes its values from. */
export const fieldsOfAnswer = (shape: AnswerShape): readonly string[] =>
  Object.values(shape).flatMap((part) => (typeof part === 'string' ? [part] : Object.values(part)));

/** Of the shape what these fields leave of it. */
export const openAnswer = (shape: AnswerShape, fields: readonly Pick<Field, 'name'>[]): AnswerShape => {
  const isOpen = (name: string): boolean => fields.some((field) => field.name === name);
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, part]): [string, AnswerShape[string]][] => {
      if (typeof part === 'string') return isOpen(part) ? [[name, part]] : [];
      const kept = Object.entries(part).filter(([, field]) => isOpen(field));
      return kept.length === 0 ? [] : [[name, Object.fromEntries(kept)]];
    }),
  );
};

/** One row in the shape. */
export const shapeAnswer = (shape: AnswerShape, row: Row): Row =>
  Object.fromEntries(
    Object.entries(shape).map(([name, part]) => {
      if (typeof part === 'string') return [name, row[part] ?? null];
      const values = Object.entries(part).map(([inner, field]) => [inner, row[field] ?? null] as const);
      return [name, values.every(([, value]) => value === null) ? null : Object.fromEntries(values)];
    }),
  );
