/**
 * The words of the quick search -> conditions of the plan. It looks in the texts and numbers of the records themselves and in
 * those of the records that they point at; what has all the words in one of these places is found.
 */
import { Refusal } from '../../core/errors.ts';
import { isPunctuated } from '../../fields/stored-text.ts';
import { searchedNames } from '../../model/searched-names.ts';
import type { Field } from '../../model/types.ts';
import type { Level } from './level.ts';
import type { Scope } from './refs.ts';
import type { Condition, Finds, NumberRef } from './types.ts';

/** Of the fields of the quick search those that the caller may look for words in. */
const searchedFields = ({ fields }: Scope, names: readonly string[]): readonly Field[] =>
  names.flatMap((name) => fields.find((one) => one.name === name) ?? []);

const searchesOwn = (scope: Scope): boolean => searchedFields(scope, searchedNames(scope.table.entity)).length > 0;

/** Columns of whole numbers, to be held against a word. */
export const numberRefs = (scope: Scope, fields: readonly Field[]): readonly NumberRef[] =>
  fields.map((field) => ({ ref: scope.column(field.column), field }));

/** That the rows have each of the words. Raises REQUEST_COLUMN_UNKNOWN where there are words and nothing to hold them against. */
export const wordsIn = (scope: Scope, words: readonly string[]): readonly Condition[] => {
  if (words.length === 0) return [];
  const { search, searchNumbers = [], title } = scope.table.entity;
  const fields = searchedFields(scope, search);
  const numbers = numberRefs(scope, searchedFields(scope, searchNumbers));
  if (fields.length + numbers.length === 0) throw new Refusal('REQUEST_COLUMN_UNKNOWN', { column: 'q', entity: title });
  const refs = fields.map(({ column }) => scope.column(column));
  const whole = refs.length === search.length && refs.every(({ guard }) => guard === undefined);
  const punctuated = fields.filter(isPunctuated);
  return words.map(
    (_word, index): Condition => ({
      kind: 'word',
      // Where a searched field is kept from the user, if only of some rows, the stored column narrows but does not decide.
      refs: whole ? [] : refs,
      stored: fields.length === 0 ? undefined : scope.searchColumn,
      punctuated,
      numbers,
      value: { kind: 'word', index },
    }),
  );
};

/** The places where the caller may look for the words. Raises REQUEST_COLUMN_UNKNOWN where there are words and no place. */
export const planSearch = (level: Level, words: readonly string[]): readonly Finds[] => {
  if (words.length === 0) return [];
  const { root } = level;
  const through = (root.table.entity.searchThrough ?? []).flatMap((name): Finds[] => {
    if (!root.searches(name)) return [];
    const { scope, join } = level.beside(name);
    return [{ join, where: wordsIn(scope, words) }];
  });
  if (through.length > 0 && !searchesOwn(root)) return through;
  return [{ join: undefined, where: wordsIn(root, words) }, ...through];
};

/** That the words are in one of the places; those of the rows alone are conditions as any other. */
export const inPlaces = (scope: Scope, places: readonly Finds[]): readonly Condition[] =>
  places.every(({ join }) => join === undefined)
    ? places.flatMap(({ where }) => where)
    : [{ kind: 'found', ref: scope.id, places }];
