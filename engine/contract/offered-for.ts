/**
 * `offered_for` of a list: the field that a record of it is looked for, `tarefa.responsavel`; of a list of rows that a record
 * owns `tarefa.passos.feito_por`; as a transition asks for it `tarefa.responsavel!entregar`.
 */
import type { Entity, Field } from '../model/types.ts';
import { Reader, readPath } from './request-reader.ts';

export const offeredForParameter = 'offered_for';

export interface OfferedFor {
  /** Names: of the entity, of its list where the field is one of rows, of the field. */
  readonly path: readonly string[];
  readonly transition?: string;
}

/** Raises REQUEST_QUERY_INVALID. */
export const parseOfferedFor = (text: string, parameter: string): OfferedFor => {
  const reader = new Reader(text, parameter);
  const path = readPath(reader);
  const transition = reader.take('!') ? reader.name() : undefined;
  reader.end();
  return { path, ...(transition !== undefined && { transition }) };
};

export const writeOfferedFor = ({ path, transition }: OfferedFor): string =>
  `${path.join('.')}${transition === undefined ? '' : `!${transition}`}`;

/** `place`: the entity of the record, and its list where the field is one of rows. */
export const offeredForName = (
  place: readonly (string | undefined)[],
  { name }: Pick<Field, 'name'>,
  transition: string | undefined,
): OfferedFor => ({
  path: [...place.filter((one) => one !== undefined), name],
  ...(transition !== undefined && { transition }),
});

/**
 * The name of the field, where the files fix which records it takes, or where it is asked for; else undefined. `transition`:
 * as that one asks for it.
 */
export const offeredForField = (
  { name, owner }: Pick<Entity, 'name' | 'owner'>,
  field: Field,
  transition: string | undefined,
  always = false,
): string | undefined => {
  const place = owner === undefined ? [name] : [owner.entity, owner.child];
  const isFixed = field.relation?.where?.some((one) => 'values' in one) ?? false;
  return isFixed || always ? writeOfferedFor(offeredForName(place, field, transition)) : undefined;
};
