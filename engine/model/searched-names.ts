import type { Entity } from './types.ts';

/** Names of the fields of a record that the quick search reads: texts, then numbers. */
export const searchedNames = ({
  search,
  searchNumbers = [],
}: Pick<Entity, 'search' | 'searchNumbers'>): readonly string[] => [...search, ...searchNumbers];
