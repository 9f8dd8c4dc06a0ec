/** How a typed term finds records: in the filters of the dialect, for the picker of a relation and for whoever asks as it does. */
import { fieldTypes } from '../fields/index.ts';
import type { Entity, Field } from '../model/types.ts';
import { writeValue } from './write-value.ts';

/**
 * `search`: by the quick search. `texts`: by words in texts of natural key or label. `values`: where these hold no text, by
 * the dates and numbers that they hold, as a person writes them.
 */
export type TermWay =
  | { readonly kind: 'search' }
  | { readonly kind: 'texts' | 'values'; readonly fields: readonly Field[] };

/** Names of the fields that tell one record from another. */
export const namingFields = ({ naturalKey, label }: Entity): ReadonlySet<string> =>
  new Set([...naturalKey, ...label.flatMap((part) => ('field' in part ? [part.field] : []))]);

/** `comparable`: fields that the caller may compare with a value. undefined: nothing that could be typed names a record. */
export const termWay = (entity: Entity, comparable: readonly Field[]): TermWay | undefined => {
  if (entity.search.some((name) => comparable.some((field) => field.name === name))) return { kind: 'search' };
  const names = namingFields(entity);
  const named = comparable.filter((field) => names.has(field.name));
  const texts = named.filter(({ type }) => fieldTypes[type].operators.includes('has'));
  if (texts.length > 0) return { kind: 'texts', fields: texts };
  const values = named.filter(({ type }) => fieldTypes[type].typed !== undefined);
  return values.length > 0 ? { kind: 'values', fields: values } : undefined;
};

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** `data.eq.2026-11-03`; of several conditions `and(...)`. */
const readAs = (field: Field, word: string): readonly string[] => {
  const conditions = fieldTypes[field.type].typed?.(word, field)?.map((condition) => `${field.column}.${condition}`);
  if (conditions === undefined) return [];
  return conditions.length === 1 ? conditions : [`and(${conditions.join()})`];
};

/** What every word of the term must be found by; undefined: one of them names nothing, and no record is found. */
export const termFilter = (
  entity: Entity,
  way: TermWay,
  term: string,
): readonly (readonly [string, string])[] | undefined => {
  if (way.kind === 'search') return [['q', term]];
  const { kind, fields } = way;
  if (kind === 'texts')
    return wordsOf(term).map((word) => ['or', `(${fields.map(({ column }) => `${column}.has.${writeValue(word)}`)})`]);
  // What the label writes between the values tells nothing: 01/12/2026 a 31/12/2026.
  const between = new Set(entity.label.flatMap((part) => ('text' in part ? wordsOf(part.text) : [])));
  const readings = wordsOf(term)
    .filter((word) => !between.has(word))
    .map((word) => fields.flatMap((field) => readAs(field, word)));
  return readings.length === 0 || readings.some((reading) => reading.length === 0)
    ? undefined
    : readings.map((reading) => ['or', `(${reading.join()})`]);
};
