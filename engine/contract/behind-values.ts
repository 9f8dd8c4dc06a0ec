/**
 * What the conditions of a record read of what it points at: how it is read with the record, and where it then stands. In:
 * keys of expressions, `guia_id.faturamento_id.situacao`, that the user may read.
 */
import { keyChain } from '../expressions/keys-in.ts';
import type { FieldPath } from '../model/screen-types.ts';
import type { Entity } from '../model/types.ts';
import type { BehindValue } from './screen-model.ts';
import type { Sight } from './sight.ts';

/** The names of fields that a key is made of. */
const namesOf = ({ model }: Sight, start: Entity, key: string): FieldPath => {
  let at: Entity | undefined = start;
  return key.split('.').map((column) => {
    const field = at?.fields.find((one) => one.column === column);
    at = field?.relation === undefined ? undefined : model.entities[field.relation.entity];
    return field?.name ?? column;
  });
};

export const placeBehind = (sight: Sight, entity: Entity, keys: readonly string[]): readonly BehindValue[] =>
  [...new Set(keys)].map((key) => {
    const names = namesOf(sight, entity, key);
    return { key, path: [...names.slice(0, -1), key.split('.').at(-1) ?? ''] };
  });

/** Paths that bring one: beside the value the relations that lead to it, which tell of a record that is kept from the user. */
export const behindPaths = ({ key, path }: BehindValue): readonly FieldPath[] =>
  keyChain(key).map((chain, index) => [...path.slice(0, index), chain.split('.').at(-1) ?? '']);

/** Paths that bring what is read by these keys, of the record itself and of what it points at, each once. */
export const pathsTo = (keys: Iterable<string>, behind: readonly BehindValue[] = []): readonly FieldPath[] =>
  [...new Set(keys)].flatMap((key) => {
    const found = behind.find((one) => one.key === key);
    return found === undefined ? [[key]] : behindPaths(found);
  });
